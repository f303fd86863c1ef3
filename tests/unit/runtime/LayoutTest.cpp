//===- LayoutTest.cpp - records, and parts that are apart -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TensorModel.h"

#include "runtime/format/levels.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace encke;
using namespace encke::test;

namespace {

/// A tensor in a layout has the elements that it has without.
void checkBack(const TensorModel &model, const std::string &type, int width,
               const std::string &levels, bool isAligned) {
  SCOPED_TRACE(type + " " + levels);
  encke_options options = defaultOptions();
  Outcome outcome = runProgram(
      [&] {
        std::string list = formatText(type, width, width, "N0 S1");
        encke_tensor *plain = makeTensor(model, list);
        std::string text = formatText(type, width, width, levels);
        encke_tensor *made = encke_convert(plain, text.c_str(), nullptr);
        EXPECT_EQ(encke_stored_count(made), encke_stored_count(plain));
        // By way of itself, too.
        encke_tensor *again = encke_convert(made, text.c_str(), nullptr);
        encke_tensor *back = encke_convert(again, list.c_str(), nullptr);
        ASSERT_EQ(back->value_count, plain->value_count);
        for (int32_t l = 0; l != 2; ++l)
          EXPECT_EQ(std::memcmp(back->levels[l].crd, plain->levels[l].crd,
                                size_t(plain->levels[l].crd_count * width)),
                    0);
        EXPECT_EQ(std::memcmp(back->values, plain->values,
                              size_t(plain->value_count)),
                  0);
        for (int32_t l = 0; isAligned && l != made->level_count; ++l)
          if (const encke_level &level = made->levels[l];
              level.pos && width == 4)
            EXPECT_EQ(
                static_cast<int32_t *>(level.pos)[level.pos_count / 2] % 64, 0);
        encke_tensor_free(made);
        encke_tensor_free(again);
      },
      options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

} // namespace

TEST(Layout, KeepsElements) {
  std::mt19937 random(31);
  for (const char *type : {"f64", "f32", "i64", "i32", "c128"})
    for (int width : {4, 8})
      for (size_t count : {0, 1, 60, 700}) {
        TensorModel model = randomTensor(random, {24, 38}, count, count == 60);
        checkBack(model, type, width, "N0+ S1", false);
        checkBack(model, type, width, "N0+ S1+", false);
        checkBack(model, type, width, "D0 C1+", false);
        checkBack(model, type, width, "D0%2| D0/2 C1", count != 0);
        checkBack(model, type, width, "D0%2| D0/2 C1+", false);
        checkBack(model, type, width, "D0%2| C0/2 C1", false);
        checkBack(model, type, width, "C0/3 D0%3| C1", false);
      }
}

TEST(Layout, FieldsBeginAtMultiplesOfTheirSize) {
  std::vector<format::LevelType> types = {
      format::LevelType::nonunique().withLayout(ENCKE_JOINED),
      format::LevelType::singleton().withLayout(ENCKE_JOINED)};
  auto record = format::findRecord(types, 0, 4, 8);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->bytes, 16);
  EXPECT_EQ(record->offsets, (std::vector<int64_t>{0, 4, 8}));
  record = format::findRecord(types, 2, 4, 1);
  EXPECT_EQ(record->bytes, 12);
  record = format::findRecord(types, 1, 8, 4);
  EXPECT_EQ(record->bytes, 24);
  EXPECT_EQ(record->offsets, (std::vector<int64_t>{0, 8, 16}));
  types[1] = format::LevelType::singleton();
  record = format::findRecord(types, 1, 4, 8);
  EXPECT_EQ(record->bytes, 8);
  EXPECT_FALSE(format::findRecord(types, 2, 4, 8));
}
