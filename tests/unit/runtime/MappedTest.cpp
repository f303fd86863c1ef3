//===- MappedTest.cpp - tensors whose levels are general expressions ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TensorModel.h"

#include "format/parse.h"
#include "storage/queries.h"
#include "storage/walk.h"

#include <gtest/gtest.h>

using namespace encke::test;
using namespace encke::rt;

namespace {

const std::vector<std::string> formats = {
    "C(d1-d0) D1",
    "C(d0+d1) D0",
    "C(2*d0+d1) D1",
    "D0/4 D(d0/2%2) C1 D0%2",
    "D(d0%3+1) D0/3 C1",
    "D(enumerate([d0],d1)) D0 S1",
    "D0/2 C(enumerate([d0],d1)) D0%2 S1",
    "D(schedule(d0,3)) C0 C1",
    "D(schedule(reorder(d0),3)) C(reorder(d0)) S0 C1",
    "C(enumerate([d0],d1)) C(reorder(d0)/2) D(reorder(d0)%2) S0 S1",
    "C(count(d0)) C0 C1",
    "D0/2 D# S1 C(d0+d1)",
    "D0 D1/3 T(3,3)1%3",
    "D0 L1",
    "L1/2 L0 D1%2",
    "L(d0+d1) L0",
    "B0 C1",
    "B0 C1/2 D1%2",
    "B0 N1/2 S1%2",
    "D0 R1",
    "C0 R1",
    "C(d0+d1) R0",
    "C0/2 C1/2 D0%2 T(2,2)1%2",
    "T(3,3)1%3 C0 C1/3",
    "D(d0+d1) D1/4 T(4,4)1%4",
};

/// The elements of a tensor by way of a coordinate list.
std::map<Coordinates, int64_t> elementsOf(const encke_tensor *tensor) {
  return decode(*encke_convert(tensor, "f64 8 8 N0 S1", nullptr)).elements;
}

TEST(Mapped, CoordinatesCountFromTheLeastValue) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = makeTensor({{7, 10}, {}}, "f64 4 4 C(d1-d0) D1");
    EXPECT_EQ(encke_level_size(tensor, 0), 16);
    EXPECT_EQ(encke_level_least(tensor, 0), -6);
    EXPECT_EQ(encke_level_least(tensor, 1), 0);
    tensor = makeTensor({{7, 10}, {}}, "f64 4 4 D(schedule(d0,3)) C0 C1");
    EXPECT_EQ(encke_level_least(tensor, 0), 0);
    tensor = makeTensor({{7, 10}, {}}, "f64 4 4 C1-0 D0");
    EXPECT_EQ(encke_level_least(tensor, 0), -6);
    encke_level_least(tensor, 2);
  });
  EXPECT_NE(outcome.err.find("a tensor of 2 levels has no level 2"),
            std::string::npos)
      << outcome.err;
}

// A singleton level below a dense one has a coordinate for each position, also
// where nothing is stored.
TEST(Mapped, Cleared) {
  for (const std::string &format : formats) {
    SCOPED_TRACE(format);
    Outcome outcome = runProgram([&] {
      encke_tensor *packed =
          makeTensor({{7, 10}, {}}, formatText("f64", 4, 4, format));
      encke_tensor *cleared =
          makeTensor({{7, 10}, {{{3, 4}, 5}}}, formatText("f64", 4, 4, format));
      encke_result_clear(cleared);
      EXPECT_EQ(cleared->value_count, packed->value_count);
      for (int32_t l = 0; l != packed->level_count; ++l) {
        EXPECT_EQ(cleared->levels[l].pos_count, packed->levels[l].pos_count);
        EXPECT_EQ(cleared->levels[l].crd_count, packed->levels[l].crd_count);
      }
      EXPECT_TRUE(elementsOf(cleared).empty());
    });
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}

TEST(Mapped, L33_EveryElementIsThereOnce) {
  std::mt19937 random(4);
  for (const std::string &format : formats)
    for (const Coordinates &sizes :
         {Coordinates{7, 10}, Coordinates{10, 7}, Coordinates{1, 1}})
      for (size_t count : {0, 1, 9, 60})
        for (int threads : {1, 3}) {
          SCOPED_TRACE(format);
          TensorModel model = randomTensor(random, sizes, count, true);
          std::map<Coordinates, int64_t> expected = model.elements();
          encke_options options = defaultOptions();
          options.tns_dialect = 2;
          options.threads = threads;
          Outcome outcome = runProgram(
              [&] {
                encke_tensor *tensor = makeTensor(
                    model, formatText("f64", 4, count == 9 ? 8 : 4, format));
                EXPECT_EQ(elementsOf(tensor), expected);
                EXPECT_EQ(countStored(*tensor), int64_t(expected.size()));
                std::map<Coordinates, int64_t> walked;
                walkSorted(*tensor, [&](const int64_t *at, int64_t position) {
                  walked[{at[0], at[1]}] = int64_t(
                      static_cast<const double *>(tensor->values)[position]);
                });
                EXPECT_EQ(walked, expected);
                const std::string &other = formats[random() % formats.size()];
                encke_tensor *next = encke_convert(
                    tensor, formatText("f64", 4, 4, other).c_str(), nullptr);
                EXPECT_EQ(elementsOf(next), expected) << other;
              },
              options);
          EXPECT_EQ(outcome.status, 0) << outcome.err;
        }
}

TEST(Mapped, L33_Queries) {
  // Rows 0 to 3 have 1, 0, 3 and 2 elements.
  encke_tensor tensor = {};
  int64_t sizes[] = {4, 5};
  tensor.order = 2;
  tensor.sizes = sizes;
  std::vector<std::vector<int64_t>> at = {{0, 2, 2, 2, 3, 3},
                                          {4, 0, 2, 3, 1, 4}};
  auto values = [&](const char *text) {
    std::vector<Array<int64_t>> modes;
    for (const std::vector<int64_t> &mode : at)
      modes.push_back(Array<int64_t>::borrow(mode.data(), 6));
    Queries queries(tensor, std::move(modes), 6);
    const Queries::Column &column =
        queries.of(*encke::format::parseExpression(text));
    return std::vector<int64_t>(column.values.data(), column.values.data() + 6);
  };
  using V = std::vector<int64_t>;
  EXPECT_EQ(values("count(d0)"), V({1, 3, 3, 3, 2, 2}));
  EXPECT_EQ(values("count(d0/2,d1%2)"), V({1, 3, 3, 2, 2, 3}));
  EXPECT_EQ(values("enumerate([d0],d1)"), V({0, 0, 1, 2, 0, 1}));
  EXPECT_EQ(values("enumerate([],d1)"), V({4, 0, 2, 3, 1, 4}));
  // Row 2 is the fullest, then 3, 0 and 1.
  EXPECT_EQ(values("reorder(d0)"), V({2, 0, 0, 0, 1, 1}));
  EXPECT_EQ(values("reorder(d0)/2"), V({1, 0, 0, 0, 0, 0}));
  // Row 0 goes to bucket 0, rows 1 and 2 to bucket 1, row 3 to bucket 0.
  EXPECT_EQ(values("schedule(d0,2)"), V({0, 1, 1, 1, 0, 0}));
  EXPECT_EQ(values("schedule(reorder(d0),2)"), V({1, 0, 0, 0, 1, 1}));
  EXPECT_EQ(values("d1-d0+enumerate([d0],d1)"), V({4, -2, 1, 3, -2, 2}));
}

TEST(Mapped, SizesThatDoNotFitAreErrors) {
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = encke_tensor_new("f64 8 8 C(4*d0+d1) D1");
    encke_tensor_set_size(tensor, 1, 5);
    encke_tensor_set_size(tensor, 0, int64_t(1) << 62);
  });
  EXPECT_EQ(outcome.err, "error: a level has more coordinates than 64 bits can "
                         "count: '4*d0+d1'\n");
}

} // namespace
