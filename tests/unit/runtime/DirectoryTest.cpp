//===- DirectoryTest.cpp - where a level has a coordinate -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include "encke/runtime.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace encke::test;

namespace {

constexpr int64_t often = int64_t(1) << 40;

/// The shelves of all `coordinates`, which begin at position `lo`.
template <typename Position, typename Coordinate>
std::vector<Position> makeShelves(const std::vector<Coordinate> &coordinates,
                                  int64_t lo, int64_t size, int64_t shift) {
  std::vector<Position> shelves(size_t(size >> shift) + 2, Position(-1));
  // What is in front belongs to others.
  std::vector<Coordinate> all(size_t(lo), Coordinate(size - 1));
  all.insert(all.end(), coordinates.begin(), coordinates.end());
  encke_directory_fill(all.data(), sizeof(Coordinate), lo, int64_t(all.size()),
                       shift, shelves.data(), sizeof(Position),
                       int64_t(shelves.size()));
  return shelves;
}

/// Each coordinate is looked up and must be found where a search in all of them
/// finds it.
template <typename Coordinate, typename Position>
void expectFound(const std::vector<Coordinate> &coordinates, int64_t lo,
                 int64_t size) {
  int64_t shift =
      encke_directory_shift(int64_t(coordinates.size()), size, often, 8);
  for (int64_t more : {shift, shift + 1, int64_t(63)}) {
    SCOPED_TRACE(more);
    auto shelves = makeShelves<Position>(coordinates, lo, size, more);
    auto check = [&](Coordinate coordinate) {
      auto [first, last] =
          std::equal_range(coordinates.begin(), coordinates.end(), coordinate);
      size_t shelf = size_t(uint64_t(coordinate) >> more);
      EXPECT_LE(shelves[shelf], lo + (first - coordinates.begin()));
      EXPECT_GE(shelves[shelf + 1], lo + (last - coordinates.begin()));
      if (more == 0) {
        EXPECT_EQ(shelves[shelf + 1] - shelves[shelf], last - first);
      }
    };
    for (Coordinate coordinate : coordinates)
      for (int64_t at : {int64_t(coordinate) - 1, int64_t(coordinate),
                         int64_t(coordinate) + 1})
        if (at >= 0 && at < size)
          check(Coordinate(at));
    check(0);
    check(Coordinate(size - 1));
    EXPECT_EQ(shelves.front(), lo);
    EXPECT_EQ(shelves.back(), lo + int64_t(coordinates.size()));
  }
}

template <typename Coordinate>
void expectFoundBoth(const std::vector<Coordinate> &coordinates, int64_t size) {
  for (int64_t lo : {0, 3}) {
    expectFound<Coordinate, int32_t>(coordinates, lo, size);
    expectFound<Coordinate, int64_t>(coordinates, lo, size);
  }
}

TEST(Directory, FindsWhatALevelHas) {
  expectFoundBoth<int32_t>({}, 1);
  expectFoundBoth<int32_t>({}, 1000);
  expectFoundBoth<int32_t>({0}, 1);
  expectFoundBoth<int32_t>({0, 1, 2, 3, 4}, 5);
  expectFoundBoth<int32_t>({0, 0, 0, 2, 2, 7, 9, 9}, 10);
  expectFoundBoth<int32_t>({5, 6, 7, 1000, 1001, INT32_MAX - 1}, INT32_MAX);
  expectFoundBoth<int64_t>({1, int64_t(1) << 40, INT64_MAX - 1}, INT64_MAX);
}

TEST(Directory, IsNoLongerThanTheLevel) {
  for (int64_t count : {1, 10, 12345})
    for (int64_t size : {int64_t(20000), int64_t(1) << 31, INT64_MAX}) {
      int64_t shift = encke_directory_shift(count, size, often, 8);
      EXPECT_LE(size >> shift, 2 * count);
      EXPECT_TRUE(shift == 0 || size >> (shift - 1) > 2 * count);
    }
}

TEST(Directory, HasOneShelfForFewLookups) {
  EXPECT_EQ(encke_directory_shift(1000, 1000, 10, 8), 63);
  EXPECT_EQ(encke_directory_shift(1000, 1000, 1000, 8), 0);
  EXPECT_EQ(encke_directory_shift(0, 0, 0, 8), 63);
}

/// Tasks fill parts of it.
TEST(Directory, IsFilledByThreads) {
  Outcome outcome = runProgram([] {
    std::vector<int32_t> coordinates;
    for (int32_t at = 0; at < 3000000; at += at % 7 == 3 ? 40 : 1 + at % 2)
      coordinates.push_back(at);
    std::vector<int32_t> shelves(3000002, -1);
    encke_directory_fill(coordinates.data(), 4, 0, int64_t(coordinates.size()),
                         0, shelves.data(), 4, int64_t(shelves.size()));
    size_t next = 0;
    for (int32_t at = 0; at != 3000002; ++at) {
      while (next != coordinates.size() && coordinates[next] < at)
        ++next;
      ASSERT_EQ(shelves[size_t(at)], int32_t(next)) << at;
    }
  });
  EXPECT_EQ(outcome.err, "");
}

} // namespace
