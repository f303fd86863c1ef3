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
#include <tuple>

namespace encke::rt {

Spread spreadOf(std::vector<int64_t> keys, int64_t all) {
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

Bandwidth bandwidthOf(const MatrixEntries &matrix) {
  Bandwidth band;
  for (size_t e = 0; e != matrix.row.size(); ++e) {
    band.lower = std::max(band.lower, matrix.row[e] - matrix.column[e]);
    band.upper = std::max(band.upper, matrix.column[e] - matrix.row[e]);
  }
  return band;
}

Spread diagonalsOf(const MatrixEntries &matrix) {
  std::vector<int64_t> keys(matrix.row.size());
  for (size_t e = 0; e != keys.size(); ++e)
    keys[e] = matrix.column[e] - matrix.row[e];
  return spreadOf(std::move(keys), matrix.rows + matrix.columns - 1);
}

Spread blocksOf(const MatrixEntries &matrix, int64_t r, int64_t c) {
  // Numbers of blocks, counted over the blocks' rows that have entries, fit 64
  // bits whatever the sizes are.
  std::vector<int64_t> used = matrix.row;
  for (int64_t &row : used)
    row /= r;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  int64_t across = matrix.columns / c + 1;
  if (int64_t product;
      __builtin_mul_overflow(int64_t(used.size()), across, &product))
    return Spread();
  std::vector<int64_t> keys(matrix.row.size());
  for (size_t e = 0; e != keys.size(); ++e) {
    auto row = std::lower_bound(used.begin(), used.end(), matrix.row[e] / r);
    keys[e] = (row - used.begin()) * across + matrix.column[e] / c;
  }
  return spreadOf(std::move(keys), int64_t(used.size()) * across);
}

SymmetryFound symmetryOf(const MatrixEntries &matrix) {
  if (matrix.rows != matrix.columns)
    return SymmetryFound::None;
  using Entry = std::tuple<int64_t, int64_t, double>;
  std::vector<Entry> one, other;
  for (size_t e = 0; e != matrix.row.size(); ++e) {
    one.emplace_back(matrix.row[e], matrix.column[e], matrix.value[e]);
    other.emplace_back(matrix.column[e], matrix.row[e], matrix.value[e]);
  }
  auto before = [](const Entry &a, const Entry &b) {
    return std::tie(std::get<0>(a), std::get<1>(a)) <
           std::tie(std::get<0>(b), std::get<1>(b));
  };
  std::sort(one.begin(), one.end(), before);
  std::sort(other.begin(), other.end(), before);
  bool same = true, negative = true;
  for (size_t e = 0; e != one.size(); ++e) {
    auto [i, j, value] = one[e];
    auto [k, l, mirrored] = other[e];
    if (i != k || j != l)
      return SymmetryFound::None;
    same &= value == mirrored;
    negative &= value == -mirrored;
  }
  return same       ? SymmetryFound::Values
         : negative ? SymmetryFound::Skew
                    : SymmetryFound::Pattern;
}

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
