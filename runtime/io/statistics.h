//===- statistics.h - the structure of a sparse tensor ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_STATISTICS_H
#define ENCKE_RUNTIME_IO_STATISTICS_H

#include <cstdint>
#include <string>
#include <vector>

namespace encke::rt {

/// How entries are spread over groups: rows, columns, diagonals, blocks.
struct Spread {
  int64_t groups = 0;   ///< that have an entry
  int64_t fullest = 0;  ///< entries of the fullest group
  double deviation = 0; ///< standard deviation over all groups, empty ones too
};

/// Which group each entry belongs to; there are `all` groups. Sorts `keys`.
Spread spreadOf(std::vector<int64_t> keys, int64_t all);

/// The stored entries of a matrix, in any order, each place once.
struct MatrixEntries {
  int64_t rows = 0, columns = 0;
  std::vector<int64_t> row, column;
  std::vector<double> value;

  int64_t size() const { return int64_t(value.size()); }
};

struct Bandwidth {
  int64_t lower = 0,
          upper = 0; ///< farthest entries below and above the diagonal
};
Bandwidth bandwidthOf(const MatrixEntries &matrix);

/// How entries are spread over diagonals.
Spread diagonalsOf(const MatrixEntries &matrix);

/// How they are spread over blocks of r x c.
Spread blocksOf(const MatrixEntries &matrix, int64_t r, int64_t c);

enum class SymmetryFound { None, Pattern, Skew, Values };
/// What the matrix and its transpose have in common.
SymmetryFound symmetryOf(const MatrixEntries &matrix);

/// "1.5 MB".
std::string bytesText(double bytes);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_STATISTICS_H
