//===- BlocksTest.cpp - between rows and blocks ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What converts at once has to store what a conversion by a list of elements
// does, array by array.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TensorModel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace encke::test;

namespace {

std::string bytesOf(const void *array, int64_t bytes) {
  return array ? std::string(static_cast<const char *>(array), size_t(bytes))
               : std::string();
}

int64_t elementBytes(const encke_tensor &tensor) {
  static const int64_t bytes[] = {8, 4, 8, 4, 1, 16};
  return bytes[tensor.type];
}

void expectSame(const encke_tensor &a, const encke_tensor &b) {
  ASSERT_EQ(a.level_count, b.level_count);
  for (int32_t l = 0; l != a.level_count; ++l) {
    const encke_level &one = a.levels[l], &other = b.levels[l];
    EXPECT_EQ(one.size, other.size) << "level " << l;
    EXPECT_EQ(bytesOf(one.pos, one.pos_count * a.pos_bytes),
              bytesOf(other.pos, other.pos_count * b.pos_bytes))
        << "positions of level " << l;
    EXPECT_EQ(bytesOf(one.crd, one.crd_count * a.crd_bytes),
              bytesOf(other.crd, other.crd_count * b.crd_bytes))
        << "coordinates of level " << l;
  }
  EXPECT_EQ(bytesOf(a.values, a.value_count * elementBytes(a)),
            bytesOf(b.values, b.value_count * elementBytes(b)));
  EXPECT_EQ(bytesOf(a.zeros, (a.value_count + 63) / 64 * 8),
            bytesOf(b.zeros, (b.value_count + 63) / 64 * 8));
}

struct Formats {
  std::string rows, blocks, list;
};

/// CSR and BCSR, or by columns.
Formats formatsOf(const std::string &type, int width, int64_t height,
                  int64_t breadth, bool byColumns) {
  std::string a = byColumns ? "1" : "0", b = byColumns ? "0" : "1";
  auto text = [&](const std::string &levels) {
    return formatText(type, width, width, levels);
  };
  std::string r = "/" + std::to_string(height),
              c = "/" + std::to_string(breadth);
  std::string inR = "%" + std::to_string(height),
              inC = "%" + std::to_string(breadth);
  return {text("D" + a + " C" + b),
          text("D" + a + r + " C" + b + c + " D" + a + inR + " D" + b + inC),
          text("N0 S1")};
}

void checkBoth(const TensorModel &model, const Formats &formats, int threads,
               bool odd = false) {
  SCOPED_TRACE(formats.blocks);
  encke_options options = defaultOptions();
  options.tns_dialect = 2;
  options.threads = threads;
  Outcome outcome = runProgram(
      [&] {
        encke_tensor *rows = makeTensor(model, formats.rows);
        if (odd && rows->value_count > 3) {
          auto *values = static_cast<double *>(rows->values);
          values[0] = std::numeric_limits<double>::quiet_NaN();
          values[1] = -0.0;
          values[2] = -std::numeric_limits<double>::infinity();
          values[3] = std::numeric_limits<double>::denorm_min();
        }
        encke_tensor *list = encke_convert(rows, formats.list.c_str(), nullptr);
        encke_tensor *blocks =
            encke_convert(rows, formats.blocks.c_str(), nullptr);
        expectSame(*blocks,
                   *encke_convert(list, formats.blocks.c_str(), nullptr));
        expectSame(*encke_convert(blocks, formats.rows.c_str(), nullptr),
                   *rows);
      },
      options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Blocks, AsByAListOfElements) {
  std::mt19937 random(21);
  for (int64_t height : {1, 2, 3, 4, 7})
    for (int64_t breadth : {1, 3, 4, 5, 8, 9})
      for (bool zeros : {false, true})
        for (size_t count : {0, 1, 5, 60, 700}) {
          TensorModel model = randomTensor(random, {23, 38}, count, zeros);
          checkBoth(model, formatsOf("f64", 4, height, breadth, count % 2 == 0),
                    1, count == 60);
        }
}

TEST(Blocks, OfAllTypesAndWidths) {
  std::mt19937 random(22);
  for (const char *type : {"f64", "f32", "i64", "i32", "c128"})
    for (int width : {4, 8})
      for (bool zeros : {false, true}) {
        TensorModel model = randomTensor(random, {30, 41}, 200, zeros);
        checkBoth(model, formatsOf(type, width, 4, 4, false), 1);
        checkBoth(model, formatsOf(type, width, 3, 6, true), 1);
      }
}

// Rows that are long and nearly empty are sorted, not looked through.
TEST(Blocks, OfLongRows) {
  std::mt19937 random(23);
  TensorModel model = randomTensor(random, {50, 90000}, 3000);
  checkBoth(model, formatsOf("f64", 4, 4, 4, false), 1);
  checkBoth(model, formatsOf("f64", 4, 4, 4, true), 1);
}

TEST(Blocks, ByTwoThreads) {
  std::mt19937 random(24);
  for (bool zeros : {false, true}) {
    TensorModel model = randomTensor(random, {900, 700}, 400000, zeros);
    for (int64_t height : {4, 5})
      checkBoth(model, formatsOf("f64", 4, height, 4, false), 2);
  }
}

} // namespace
