//===- RunEndsTest.cpp - where a sorted column's value changes ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/run_ends.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace encke::rt;

namespace {

template <typename Index>
void checkEveryPart(const std::vector<Index> &column) {
  auto last = int64_t(column.size()) - 1;
  for (int64_t begin = 0; begin <= last; ++begin)
    for (int64_t end = begin; end <= last; ++end) {
      std::vector<int64_t> wanted, found;
      for (int64_t e = begin; e != end; ++e)
        if (column[size_t(e)] != column[size_t(e) + 1])
          wanted.push_back(e);
      forRunEnds(column.data(), begin, end,
                 [&](int64_t e) { found.push_back(e); });
      ASSERT_EQ(found, wanted) << begin << " to " << end;
    }
}

/// Runs of 1 to `longest` entries.
template <typename Index>
std::vector<Index> columnOf(size_t entries, unsigned longest, Index step) {
  std::mt19937 random(longest);
  std::vector<Index> column;
  for (Index value = 0; column.size() < entries; value += step)
    column.insert(column.end(), 1 + random() % longest, value);
  return column;
}

// Entries together and one by one, runs of one entry and long ones; 64-bit
// coordinates that differ in their upper halves alone.
TEST(RunEnds, EveryPartOfAColumn) {
  for (unsigned longest : {1, 3, 40}) {
    checkEveryPart(columnOf<int32_t>(70, longest, 1));
    checkEveryPart(columnOf<int64_t>(70, longest, int64_t(1) << 32));
  }
}

} // namespace
