//===- RowPairsTest.cpp - what rows of two tensors have in common ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encke/runtime.h"

#include "gtest/gtest.h"

#include <vector>

namespace {

/// Rows, each as its coordinates.
using Rows = std::vector<std::vector<int64_t>>;

/// `length` coordinates from `first` on.
std::vector<int64_t> row(int64_t first, int64_t length) {
  std::vector<int64_t> coordinates;
  for (int64_t number = 0; number < length; ++number)
    coordinates.push_back(first + number * 7);
  return coordinates;
}

template <typename Make>
Rows makeRows(int64_t count, Make make) {
  Rows rows;
  for (int64_t number = 0; number < count; ++number)
    rows.push_back(make(number));
  return rows;
}

template <typename End, typename Coordinate>
struct Stored {
  explicit Stored(const Rows &rows) {
    for (const std::vector<int64_t> &coordinatesOfRow : rows) {
      for (int64_t coordinate : coordinatesOfRow)
        coordinates.push_back(Coordinate(coordinate));
      ends.push_back(End(coordinates.size()));
    }
  }
  std::vector<End> ends = {0};
  std::vector<Coordinate> coordinates;
};

template <typename End = int32_t, typename Coordinate = int32_t>
bool areAlike(const Rows &ours, const Rows &theirs, int64_t most = 24) {
  Stored<End, Coordinate> left(ours), right(theirs);
  return encke_loop_rows_are_alike(
             left.ends.data(), right.ends.data(), left.coordinates.data(),
             right.coordinates.data(), sizeof(End), sizeof(Coordinate),
             int64_t(left.ends.size()), most) != 0;
}

/// Every `nth` row is another one.
bool areMostlyAlike(int64_t length, int64_t nth, int64_t rows = 6400) {
  auto ours = [&](int64_t number) { return row(number, length); };
  auto theirs = [&](int64_t number) {
    return row(number + (number % nth == nth - 1), length);
  };
  return areAlike(makeRows(rows, ours), makeRows(rows, theirs));
}

TEST(RowPairs, AreSteppedThroughWhereMostAreAlike) {
  EXPECT_TRUE(areMostlyAlike(4, 1 << 30));
  EXPECT_TRUE(areMostlyAlike(4, 7));
  EXPECT_FALSE(areMostlyAlike(4, 2));
  EXPECT_FALSE(areMostlyAlike(4, 1));
  // Of rows of one element a part is enough, of long ones next to none may be
  // different.
  EXPECT_TRUE(areMostlyAlike(1, 2));
  EXPECT_TRUE(areMostlyAlike(20, 1 << 30));
  EXPECT_FALSE(areMostlyAlike(20, 7));
  EXPECT_FALSE(areMostlyAlike(24, 1 << 30));
  // Too few to be worth a look.
  EXPECT_FALSE(areMostlyAlike(4, 1 << 30, 63));
  EXPECT_TRUE(areMostlyAlike(4, 1 << 30, 64));
}

TEST(RowPairs, AreOfAllWidthsOfIntegers) {
  Rows same = makeRows(1000, [](int64_t number) { return row(number, 3); });
  Rows other =
      makeRows(1000, [](int64_t number) { return row(number + 1, 3); });
  EXPECT_TRUE((areAlike<int32_t, int32_t>(same, same)));
  EXPECT_TRUE((areAlike<int32_t, int64_t>(same, same)));
  EXPECT_TRUE((areAlike<int64_t, int32_t>(same, same)));
  EXPECT_TRUE((areAlike<int64_t, int64_t>(same, same)));
  EXPECT_FALSE((areAlike<int64_t, int64_t>(same, other)));
  EXPECT_FALSE((areAlike<int32_t, int64_t>(same, other)));
}

TEST(RowPairs, MayBeEmpty) {
  Rows none = makeRows(1000, [](int64_t) { return row(0, 0); });
  Rows some = makeRows(1000, [](int64_t number) { return row(number, 3); });
  Rows few = makeRows(
      1000, [](int64_t number) { return row(5, number % 10 == 0 ? 2 : 0); });
  EXPECT_TRUE(areAlike(none, none));
  EXPECT_TRUE(areAlike(none, some));
  EXPECT_TRUE(areAlike(some, few));
  EXPECT_FALSE(areAlike({}, {}));
  EXPECT_FALSE(areAlike(some, some, /*most=*/0));
}

TEST(RowPairs, MayHaveALongOneThatNobodyLookedAt) {
  Rows rows = makeRows(1000, [](int64_t number) { return row(number, 3); });
  Rows longer = rows;
  longer[997] = row(0, 100000);
  EXPECT_TRUE(areAlike(rows, rows));
  EXPECT_FALSE(areAlike(rows, longer));
  EXPECT_FALSE(areAlike(longer, rows));
}

} // namespace
