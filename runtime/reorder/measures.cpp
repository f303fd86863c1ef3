//===- measures.cpp - how good an order is --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/measures.h"

#include <cstdlib>

using namespace encke::rt;

OrderMeasures encke::rt::measureOrder(const Pattern &matrix,
                                      const Permutation &rows,
                                      const Permutation &columns) {
  constexpr int64_t together = 8; // doubles of a cache line
  Pattern sorted = renumber(matrix, {&rows, &columns}, {0, 1});
  OrderMeasures result;
  std::vector<int64_t> lastUse(size_t(columns.size() / together + 1), -1);
  int64_t uses = 0, distances = 0;
  for (int64_t e = 0; e != sorted.count; ++e) {
    int64_t row = sorted.modes[0][e], column = sorted.modes[1][e];
    result.bandwidth = std::max(result.bandwidth, std::abs(row - column));
    if (e == 0 || row != sorted.modes[0][e - 1])
      result.profile += std::max<int64_t>(0, row - column);
    int64_t &last = lastUse[size_t(column / together)];
    if (last >= 0) {
      ++uses;
      distances += e - last;
    }
    last = e;
  }
  if (uses != 0)
    result.reuseDistance = double(distances) / double(uses);
  return result;
}

/// True when the transpose has elements at the same places.
static bool isSymmetric(const Pattern &pattern) {
  if (pattern.order() != 2 || pattern.sizes[0] != pattern.sizes[1])
    return false;
  auto sortedPlaces = [&](size_t major) {
    std::vector<uint64_t> places;
    places.reserve(size_t(pattern.count));
    for (int64_t e = 0; e != pattern.count; ++e)
      places.push_back(uint64_t(pattern.modes[major][e]) << 32 |
                       uint64_t(pattern.modes[1 - major][e]));
    std::sort(places.begin(), places.end());
    return places;
  };
  return sortedPlaces(0) == sortedPlaces(1);
}

Renumbering encke::rt::usualRenumbering(const Pattern &pattern) {
  bool together = isSymmetric(pattern);
  Renumbering result = {pattern, {}, 0};
  for (size_t mode = 0; mode != pattern.order(); ++mode) {
    if (mode == 0 || !together)
      ++result.count;
    result.families.push_back(result.count - 1);
  }
  return result;
}
