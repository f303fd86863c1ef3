//===- LoopTest.cpp - rounds, tasks, and what loops go through ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

using namespace encke::test;

namespace {

TEST(Loops, CountTheirRounds) { // L30
  auto rounds = [](int64_t lo, int64_t hi, int64_t step) {
    int64_t count = -1;
    runProgram([&] { count = encke_loop_rounds(lo, hi, step, "p.ta:1:1"); });
    return count;
  };
  EXPECT_EQ(rounds(0, 10, 3), 4);
  EXPECT_EQ(rounds(0, 9, 3), 3);
  EXPECT_EQ(rounds(10, 0, -3), 4);
  EXPECT_EQ(rounds(5, 5, 1), 0);
  EXPECT_EQ(rounds(5, 4, 1), 0);
  EXPECT_EQ(rounds(4, 5, -1), 0);
  EXPECT_EQ(rounds(INT64_MIN, INT64_MAX, INT64_MAX), 3);
  EXPECT_EQ(rounds(INT64_MAX, INT64_MIN, INT64_MIN), 2); // MAX, -1
  EXPECT_EQ(runProgram([] { encke_loop_rounds(0, 1, 0, "p.ta:1:1"); }).err,
            "p.ta:1:1: error: the step of the loop is 0\n");
  EXPECT_EQ(
      runProgram([] { encke_loop_rounds(INT64_MIN, INT64_MAX, 1, ""); }).status,
      2);
}

/// How many tasks a loop over `rows` rows with `each` elements of that cost
/// has, on up to `threads` threads, if each task copies `copied` elements.
int64_t tasksOf(int64_t rows, int32_t each, int32_t threads, int64_t cost,
                int64_t copied = 0) {
  std::vector<int32_t> positions;
  for (int64_t row = 0; row <= rows; ++row)
    positions.push_back(static_cast<int32_t>(row) * each);
  encke_options options = defaultOptions();
  options.threads = threads;
  int64_t tasks = -1;
  runProgram(
      [&] {
        tasks = encke_loop_tasks(positions.data(), 4, 0, rows, cost, 24,
                                 1 << 18, copied, 64, 1 << 20);
      },
      options);
  return tasks;
}

TEST(ParallelLoops, StaySerialForSmallWork) {
  if (std::getenv("ENCKE_TASK_WORK"))
    GTEST_SKIP() << "ENCKE_TASK_WORK says what small work is";
  EXPECT_EQ(tasksOf(1000, 5, 2, 4), 1);
  EXPECT_EQ(tasksOf(1000000, 5, 2, 4), 2);
  EXPECT_EQ(tasksOf(1000000, 5, 1, 4), 1);
  // Few elements, with much to do for each.
  EXPECT_EQ(tasksOf(1000, 5, 2, 1024), 2);
  // Short rows take longer than their elements.
  EXPECT_EQ(tasksOf(20000, 2, 2, 4), 2);
  EXPECT_EQ(tasksOf(4000, 14, 2, 4), 1);
  // For the least copy tasks wait for each other once more.
  EXPECT_EQ(tasksOf(20000, 14, 2, 4), 2);
  EXPECT_EQ(tasksOf(20000, 14, 2, 4, 1), 1);
  // A copy that takes as long as the task itself is not worth it.
  EXPECT_EQ(tasksOf(1000000, 5, 2, 16, 500000), 2);
  EXPECT_EQ(tasksOf(1000000, 5, 2, 16, 2000000), 1);
  EXPECT_EQ(tasksOf(1000000, 5, 2, 16, INT64_MAX / 4), 1);
  // A round is not shared by tasks.
  EXPECT_EQ(tasksOf(1, 10000000, 2, 1), 1);
  EXPECT_EQ(tasksOf(0, 5, 2, 1), 1);
}

TEST(ParallelLoops, AreCutWhereTheElementsAre) {
  // Ten rows, of which the third has all but one of the elements.
  const std::vector<int64_t> wide = {0, 0, 0, 90, 90, 90, 90, 90, 91, 91, 91};
  const std::vector<int32_t> narrow(wide.begin(), wide.end());
  for (int64_t chunks = 1; chunks != 30; ++chunks) {
    int64_t before = 0;
    for (int64_t chunk = 0; chunk <= chunks; ++chunk) {
      int64_t at =
          encke_loop_split(wide.data(), 8, 0, 10, chunk, chunks, 16, 4);
      EXPECT_EQ(
          at, encke_loop_split(narrow.data(), 4, 0, 10, chunk, chunks, 16, 4));
      EXPECT_LE(before, at);
      before = at;
    }
    EXPECT_EQ(encke_loop_split(wide.data(), 8, 0, 10, 0, chunks, 16, 4), 0);
    EXPECT_EQ(before, 10);
  }
  // Two chunks: the long row is the last of the first.
  EXPECT_EQ(encke_loop_split(wide.data(), 8, 0, 10, 1, 2, 16, 4), 3);
  // A part of the rows, and none.
  EXPECT_EQ(encke_loop_split(wide.data(), 8, 3, 10, 1, 2, 16, 4), 7);
  EXPECT_EQ(encke_loop_split(wide.data(), 8, 4, 4, 1, 2, 16, 4), 4);
}

TEST(ParallelLoops, AreCutEvenlyWithoutElements) {
  EXPECT_EQ(encke_loop_split(nullptr, 0, 0, 6, 1, 2, 16, 4), 3);
  EXPECT_EQ(encke_loop_split(nullptr, 0, 5, 8, 2, 3, 16, 4), 7);
  // At multiples of a cache line, where there are enough rounds.
  EXPECT_EQ(encke_loop_split(nullptr, 0, 0, 1000, 1, 3, 16, 4), 320);
  EXPECT_EQ(encke_loop_split(nullptr, 0, 0, 1000, 3, 3, 16, 4), 1000);
  // Where there are fewer, at multiples of as many rows as are multiplied at
  // once.
  EXPECT_EQ(encke_loop_split(nullptr, 0, 0, 30, 1, 7, 16, 4), 4);
  EXPECT_EQ(encke_loop_split(nullptr, 0, 2, 32, 6, 7, 16, 4), 26);
  EXPECT_EQ(encke_loop_split(nullptr, 0, 0, 10, 1, 2, 16, 4), 4);
  // No product overflows.
  EXPECT_EQ(encke_loop_split(nullptr, 0, 0, INT64_MAX, 32, 32, 16, 4),
            INT64_MAX);
  EXPECT_EQ(encke_loop_split(nullptr, 0, 0, INT64_MAX, 16, 32, 16, 4) / 16,
            INT64_MAX / 32);
}

/// The elements of the rounds lo ... that the parts of all chunks have, in
/// order; each piece's length is at most `longest`.
template <typename Integer>
std::vector<std::pair<int64_t, int64_t>>
elementsOfParts(const std::vector<Integer> &positions, int64_t lo, int64_t hi,
                int64_t chunks, int64_t longest) {
  std::vector<std::pair<int64_t, int64_t>> elements; // round, element
  int64_t begun = -1;                                // round in pieces
  for (int64_t chunk = 0; chunk != chunks; ++chunk)
    for (int64_t part = 0; part != 3; ++part) {
      int64_t rounds[2] = {-1, -1};
      Integer ends[2] = {-1, -1};
      bool isPiece = encke_loop_part(positions.data(), sizeof(Integer), lo, hi,
                                     chunk, chunks, part, rounds, ends) != 0;
      if (isPiece) {
        EXPECT_NE(part, 1);
        EXPECT_EQ(rounds[1], rounds[0] + 1);
        EXPECT_LT(ends[0], ends[1]);
        EXPECT_LE(ends[1] - ends[0], longest);
        // Part 0 goes on, part 2 begins.
        EXPECT_EQ(part == 0, begun == rounds[0]);
        begun = rounds[0];
        for (int64_t at = ends[0]; at != ends[1]; ++at)
          elements.push_back({rounds[0], at});
        continue;
      }
      for (int64_t round = rounds[0]; round < rounds[1]; ++round) {
        EXPECT_NE(round, begun);
        for (int64_t at = positions[size_t(round)];
             at != positions[size_t(round) + 1]; ++at)
          elements.push_back({round, at});
      }
    }
  return elements;
}

TEST(ParallelLoops, CutLongRoundsIntoPieces) {
  // Rounds of 2, 0, 90, 1, 3, 0, 0, 40 and 0 elements.
  const std::vector<int64_t> wide = {0, 2, 2, 92, 93, 96, 96, 96, 136, 136};
  const std::vector<int32_t> narrow(wide.begin(), wide.end());
  for (int64_t lo : {0, 2, 3})
    for (int64_t hi : {3, 8, 9}) {
      std::vector<std::pair<int64_t, int64_t>> all;
      for (int64_t round = lo; round < hi; ++round)
        for (int64_t at = wide[size_t(round)]; at != wide[size_t(round) + 1];
             ++at)
          all.push_back({round, at});
      int64_t work = int64_t(all.size()) + hi - lo;
      for (int64_t chunks = 1; chunks != 200; ++chunks) {
        EXPECT_EQ(elementsOfParts(wide, lo, hi, chunks, work / chunks + 1), all)
            << lo << " to " << hi << " in " << chunks;
        EXPECT_EQ(elementsOfParts(narrow, lo, hi, chunks, work / chunks + 1),
                  all);
      }
    }
}

TEST(ParallelLoops, FindChunksThatWentOn) {
  const int64_t rounds[] = {-1, 5, 5, -1, -1, 0, -1};
  EXPECT_EQ(encke_loop_next_rest(rounds, 0, 7), 1);
  EXPECT_EQ(encke_loop_next_rest(rounds, 2, 7), 2);
  EXPECT_EQ(encke_loop_next_rest(rounds, 3, 7), 5);
  EXPECT_EQ(encke_loop_next_rest(rounds, 6, 7), 7);
  EXPECT_EQ(encke_loop_next_rest(rounds, 0, 0), 0);
}

TEST(ParallelLoops, CutNoRoundThatIsNotLong) {
  std::vector<int32_t> positions;
  for (int32_t row = 0; row <= 100; ++row)
    positions.push_back(row * 5);
  for (int64_t chunk = 0; chunk != 10; ++chunk)
    for (int64_t part = 0; part != 3; ++part) {
      int64_t rounds[2];
      int32_t ends[2];
      EXPECT_EQ(encke_loop_part(positions.data(), 4, 0, 100, chunk, 10, part,
                                rounds, ends),
                0);
      EXPECT_EQ(rounds[1] - rounds[0], part == 1 ? 10 : 0);
    }
}

/// Of a loop without positions, on two threads.
static int64_t tasksOfRounds(int64_t lo, int64_t hi, int64_t cost,
                             int64_t least) {
  encke_options options = defaultOptions();
  options.threads = 2;
  int64_t tasks = -1;
  runProgram(
      [&] {
        tasks = encke_loop_tasks(nullptr, 0, lo, hi, cost, 24, least, 0, 64, 0);
      },
      options);
  return tasks;
}

TEST(ParallelLoops, HaveNoMoreTasksThanRounds) {
  EXPECT_EQ(tasksOfRounds(0, 0, 1, 1 << 18), 1);
  EXPECT_EQ(tasksOfRounds(5, 4, 1, 1 << 18), 1);
  EXPECT_EQ(tasksOfRounds(0, 1, INT64_MAX, 1 << 18), 1);
  // Outside of a program there is one thread.
  EXPECT_EQ(encke_loop_tasks(nullptr, 0, 0, 100, 1, 24, 1, 0, 64, 0), 1);
  EXPECT_EQ(encke_loop_tasks(nullptr, 0, 0, INT64_MAX, INT64_MAX, INT64_MAX,
                             INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX),
            1);
}

TEST(ParallelLoops, HaveTasksThatAreLargeEnough) {
  if (std::getenv("ENCKE_TASK_WORK"))
    GTEST_SKIP() << "ENCKE_TASK_WORK says what small work is";
  EXPECT_EQ(tasksOfRounds(0, 1000, 10, 5000), 2);
  EXPECT_EQ(tasksOfRounds(0, 1000, 10, 5001), 1);
  EXPECT_EQ(tasksOfRounds(0, 1000, 1, 0), 2); // whatever they have
  EXPECT_EQ(tasksOfRounds(0, 1000, INT64_MAX, 1 << 18), 2);
}

/// Coordinates of `rows` rows, by what makes those of one.
template <typename Integer, typename Row>
std::vector<Integer> coordinatesOf(int64_t rows, Row coordinate,
                                   int64_t length) {
  std::vector<Integer> coordinates;
  for (int64_t row = 0; row != rows; ++row)
    for (int64_t at = 0; at != length; ++at)
      coordinates.push_back(Integer(coordinate(row, at)));
  return coordinates;
}

template <typename Integer>
bool isScattered(const std::vector<Integer> &coordinates, int64_t rowBytes) {
  return encke_loop_is_scattered(coordinates.data(), sizeof(Integer),
                                 int64_t(coordinates.size()), rowBytes, 1 << 14,
                                 1 << 20, 8 << 20) != 0;
}

TEST(RowsAtCoordinates, AreScatteredWhereNoneWasNearBefore) {
  constexpr int64_t large = 1 << 24, far = 1000003, nodes = 1 << 20;
  auto anywhere = [](int64_t row, int64_t at) {
    return (row * 20 + at) * far % nodes;
  };
  // Each row goes on from the one before, as in a mesh; three follow each
  // other, as in blocks.
  auto mesh = [](int64_t row, int64_t at) { return row + at * far; };
  auto blocks = [](int64_t row, int64_t at) {
    return (row * 20 + at) / 3 * far % nodes + at % 3;
  };
  auto narrow = coordinatesOf<int32_t>(5000, anywhere, 20);
  EXPECT_TRUE(isScattered(narrow, large));
  EXPECT_TRUE(isScattered(coordinatesOf<int64_t>(5000, anywhere, 20), large));
  EXPECT_FALSE(isScattered(coordinatesOf<int32_t>(5000, mesh, 20), large));
  EXPECT_FALSE(isScattered(coordinatesOf<int64_t>(5000, mesh, 20), large));
  // One of three comes from anywhere: too few to wait for where that is a
  // cache, and too many where it is memory.
  EXPECT_FALSE(isScattered(coordinatesOf<int32_t>(5000, blocks, 20), 1 << 22));
  EXPECT_TRUE(isScattered(coordinatesOf<int32_t>(5000, blocks, 20), large));
  EXPECT_TRUE(isScattered(narrow, 1 << 22));
  // The rows are in a cache, or there are few elements.
  EXPECT_FALSE(isScattered(narrow, 1 << 19));
  narrow.resize(10000);
  EXPECT_FALSE(isScattered(narrow, large));
  EXPECT_EQ(encke_loop_is_scattered(nullptr, 4, 0, large, 1 << 14, 0, 0), 0);
  // However few are enough, there is something to look at.
  EXPECT_EQ(encke_loop_is_scattered(nullptr, 4, 0, large, 0, 0, 0), 0);
}

/// Positions of `rows` rows, by the length of one.
template <typename Integer, typename Length>
std::vector<Integer> positionsOf(int64_t rows, Length length) {
  std::vector<Integer> positions = {0};
  for (int64_t row = 0; row != rows; ++row)
    positions.push_back(Integer(positions.back() + length(row)));
  return positions;
}

template <typename Integer>
bool isUneven(const std::vector<Integer> &positions) {
  auto rows = int64_t(positions.size()) - 1;
  int64_t uneven = encke_loop_uneven_rows(positions.data(), sizeof(Integer),
                                          rows + 1, INT64_MAX, 1000, 16);
  EXPECT_TRUE(uneven == 0 || uneven == rows);
  return uneven != 0;
}

TEST(LengthsOfRows, AreUnevenWhereManyDifferFromTheOneBefore) {
  auto even = [](int64_t) { return 5; };
  auto uneven = [](int64_t row) { return row * 7919 % 11 % 5; };
  auto sometimes = [](int64_t row) { return row % 10 == 0 ? 4 : 3; };
  auto increasing = [](int64_t row) { return row / 500; };
  auto longer = [](int64_t row) { return 16 + row * 7919 % 11; };
  EXPECT_TRUE(isUneven(positionsOf<int32_t>(5000, uneven)));
  EXPECT_TRUE(isUneven(positionsOf<int64_t>(5000, uneven)));
  EXPECT_TRUE(isUneven(positionsOf<int32_t>(1000, uneven)));
  EXPECT_FALSE(isUneven(positionsOf<int32_t>(5000, even)));
  EXPECT_FALSE(isUneven(positionsOf<int64_t>(5000, even)));
  EXPECT_FALSE(isUneven(positionsOf<int32_t>(5000, sometimes)));
  EXPECT_FALSE(isUneven(positionsOf<int32_t>(5000, increasing)));
  EXPECT_FALSE(isUneven(positionsOf<int32_t>(5000, longer)));
  // Few rows, or none.
  EXPECT_FALSE(isUneven(positionsOf<int32_t>(999, uneven)));
  EXPECT_EQ(encke_loop_uneven_rows(nullptr, 4, 0, 0, 1000, 16), 0);
  EXPECT_EQ(encke_loop_uneven_rows(nullptr, 4, 17, 0, 0, 16), 0);
}

TEST(LengthsOfRows, TellHowManyRowsEndBefore) {
  // 0, 3, 3, 6, 6, 9, ...
  auto positions =
      positionsOf<int32_t>(2000, [](int64_t row) { return row % 2 ? 0 : 3; });
  auto rows = [&](int64_t most) {
    return encke_loop_uneven_rows(positions.data(), 4, 2001, most, 1000, 16);
  };
  EXPECT_EQ(rows(3000), 2000);
  EXPECT_EQ(rows(2999), 1998);
  EXPECT_EQ(rows(6), 4);
  EXPECT_EQ(rows(5), 2);
  EXPECT_EQ(rows(2), 0);
  EXPECT_EQ(rows(0), 0);
  EXPECT_EQ(rows(-16), 0);
}

TEST(LengthsOfRows, AreLookedAtInsideOfTheArray) {
  // The end of the array is at the end of what may be read.
  for (int64_t rows : {17, 18, 33, 1000, 1001, 1007, 1016, 4096}) {
    auto positions = std::make_unique<int32_t[]>(size_t(rows) + 1);
    for (int64_t row = 0; row <= rows; ++row)
      positions[size_t(row)] = int32_t(row + row % 2);
    EXPECT_EQ(encke_loop_uneven_rows(positions.get(), 4, rows + 1, INT64_MAX, 0,
                                     INT64_MAX),
              rows);
  }
}

/// Where the coordinates of each of `tasks` owners begin.
template <typename Integer>
std::vector<int64_t> ownersOf(const std::vector<Integer> &coordinates,
                              int64_t size, int64_t tasks) {
  std::vector<int64_t> first(size_t(tasks) + 1, -1);
  encke_loop_owners(coordinates.data(), sizeof(Integer),
                    int64_t(coordinates.size()), size, tasks, first.data());
  return first;
}

TEST(Owners, HaveAboutAsManyElements) {
  using Begins = std::vector<int64_t>;
  // Most elements have few coordinates.
  std::vector<int32_t> skewed;
  std::vector<int64_t> wide;
  for (int64_t n = 0; n < 100000; ++n) {
    int64_t part = n * 7919 % 1000;
    skewed.push_back(int32_t(part * part * part / 1000));
    wide.push_back(skewed.back() + (int64_t(1) << 40));
  }
  std::vector<int64_t> first = ownersOf(skewed, 1 << 20, 4);
  ASSERT_EQ(first.size(), 5U);
  EXPECT_EQ(first.front(), 0);
  EXPECT_EQ(first.back(), 1 << 20);
  for (size_t task = 0; task < 4; ++task) {
    auto own = std::count_if(skewed.begin(), skewed.end(), [&](int32_t at) {
      return at >= first[task] && at < first[task + 1];
    });
    EXPECT_NEAR(double(own), 25000, 2500) << task;
  }
  EXPECT_EQ(ownersOf(wide, int64_t(1) << 41, 4)[2],
            first[2] + (int64_t(1) << 40));
  // Unsigned; fewer elements than tasks; none, and none to look at.
  EXPECT_EQ(ownersOf(std::vector<uint32_t>(8, 4000000000U), 4100000000, 2),
            (Begins{0, 4000000000, 4100000000}));
  EXPECT_EQ(ownersOf(std::vector<int32_t>{3, 9}, 10, 4),
            (Begins{0, 3, 9, 9, 10}));
  EXPECT_EQ(ownersOf(std::vector<int32_t>{}, 10, 2), (Begins{0, 5, 10}));
  Begins equal(4);
  encke_loop_owners(nullptr, 0, 0, 90, 3, equal.data());
  EXPECT_EQ(equal, (Begins{0, 30, 60, 90}));
}

TEST(ParallelLoops, CountElementsAndRounds) {
  std::vector<int32_t> positions = {5, 7, 7, 20};
  EXPECT_EQ(encke_loop_elements(positions.data(), 4, 0, 3), 18);
  EXPECT_EQ(encke_loop_elements(positions.data(), 4, 1, 2), 1);
  EXPECT_EQ(encke_loop_elements(positions.data(), 4, 2, 2), 0);
  EXPECT_EQ(encke_loop_elements(nullptr, 0, 3, 10), 7);
}

} // namespace
