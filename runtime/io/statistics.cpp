//===- statistics.cpp - the structure of a sparse tensor ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace encke::rt {

template <typename Key>
Spread spreadOf(std::vector<Key> keys, int64_t all) {
  Spread spread;
  if (keys.empty() || all == 0)
    return spread;
  std::sort(keys.begin(), keys.end());
  double mean = double(keys.size()) / double(all), squares = 0;
  for (size_t begin = 0; begin != keys.size();) {
    size_t end = begin;
    while (end != keys.size() && keys[end] == keys[begin])
      ++end;
    double count = double(end - begin);
    squares += (count - mean) * (count - mean);
    spread.fullest = std::max(spread.fullest, int64_t(end - begin));
    ++spread.groups;
    begin = end;
  }
  squares += double(all - spread.groups) * mean * mean;
  spread.deviation = std::sqrt(squares / double(all));
  return spread;
}

template <typename Index>
Bandwidth bandwidthOf(const MatrixEntries<Index> &matrix) {
  Bandwidth band;
  for (int64_t e = 0; e != matrix.count; ++e) {
    int64_t right = int64_t(matrix.column[e]) - int64_t(matrix.row[e]);
    band.lower = std::max(band.lower, -right);
    band.upper = std::max(band.upper, right);
  }
  return band;
}

template <typename Index>
Spread diagonalsOf(const MatrixEntries<Index> &matrix) {
  std::vector<Index> keys(static_cast<size_t>(matrix.count));
  for (int64_t e = 0; e != matrix.count; ++e)
    keys[size_t(e)] = matrix.column[e] - matrix.row[e];
  return spreadOf(std::move(keys), matrix.rows + matrix.columns - 1);
}

template <typename Index>
int64_t countBlocks(const MatrixEntries<Index> &matrix, int64_t r, int64_t c) {
  int64_t blocks = 0;
  std::vector<int64_t> across; // of one row of blocks
  for (int64_t e = 0; e != matrix.count;) {
    int64_t down = matrix.row[e] / r;
    across.clear();
    for (; e != matrix.count && matrix.row[e] / r == down; ++e)
      if (int64_t block = matrix.column[e] / c;
          across.empty() || across.back() != block)
        across.push_back(block);
    std::sort(across.begin(), across.end());
    blocks += std::unique(across.begin(), across.end()) - across.begin();
  }
  return blocks;
}

/// The entry at a place, or `count`.
template <typename Index>
static int64_t find(const MatrixEntries<Index> &matrix, Index row,
                    Index column) {
  auto [first, last] =
      std::equal_range(matrix.row, matrix.row + matrix.count, row);
  const Index *from = matrix.column + (first - matrix.row);
  const Index *to = matrix.column + (last - matrix.row);
  const Index *found = std::lower_bound(from, to, column);
  return found != to && *found == column ? found - matrix.column : matrix.count;
}

static bool isNegative(double a, double b) { return a == -b; }
static bool isNegative(int64_t a, int64_t b) {
  int64_t sum;
  return !__builtin_add_overflow(a, b, &sum) && sum == 0;
}

template <typename Index, typename T>
SymmetryFound symmetryOf(const MatrixEntries<Index> &matrix, const T *values) {
  if (matrix.rows != matrix.columns)
    return SymmetryFound::None;
  bool same = true, negative = true;
  for (int64_t e = 0; e != matrix.count; ++e) {
    int64_t mirrored = find(matrix, matrix.column[e], matrix.row[e]);
    if (mirrored == matrix.count)
      return SymmetryFound::None;
    same &= values[e] == values[mirrored];
    negative &= isNegative(values[e], values[mirrored]);
  }
  return same       ? SymmetryFound::Values
         : negative ? SymmetryFound::Skew
                    : SymmetryFound::Pattern;
}

#define ENCKE_INSTANTIATE(Index)                                               \
  template Spread spreadOf(std::vector<Index>, int64_t);                       \
  template Bandwidth bandwidthOf(const MatrixEntries<Index> &);                \
  template Spread diagonalsOf(const MatrixEntries<Index> &);                   \
  template int64_t countBlocks(const MatrixEntries<Index> &, int64_t,          \
                               int64_t);                                       \
  template SymmetryFound symmetryOf(const MatrixEntries<Index> &,              \
                                    const double *);                           \
  template SymmetryFound symmetryOf(const MatrixEntries<Index> &,              \
                                    const int64_t *);
ENCKE_INSTANTIATE(int32_t)
ENCKE_INSTANTIATE(int64_t)
#undef ENCKE_INSTANTIATE

std::string bytesText(double bytes) {
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  size_t unit = 0;
  for (; bytes >= 1000 && unit != std::size(units) - 1; ++unit)
    bytes /= 1000;
  char text[32];
  std::snprintf(text, sizeof(text), unit == 0 ? "%.0f %s" : "%.3g %s", bytes,
                units[unit]);
  return text;
}

} // namespace encke::rt
