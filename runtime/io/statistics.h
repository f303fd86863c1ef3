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
/// Keys, as all indices here, are of 32 or 64 bits.
template <typename Key>
Spread spreadOf(std::vector<Key> keys, int64_t all);

/// The stored entries of a matrix, sorted by row and column, each place once.
/// The arrays stay another's.
template <typename Index>
struct MatrixEntries {
  int64_t rows = 0, columns = 0;
  int64_t count = 0;
  const Index *row = nullptr, *column = nullptr;
};

struct Bandwidth {
  int64_t lower = 0,
          upper = 0; ///< farthest entries below and above the diagonal
};
template <typename Index>
Bandwidth bandwidthOf(const MatrixEntries<Index> &matrix);

/// How entries are spread over diagonals.
template <typename Index>
Spread diagonalsOf(const MatrixEntries<Index> &matrix);

/// How many blocks of r x c have an entry.
template <typename Index>
int64_t countBlocks(const MatrixEntries<Index> &matrix, int64_t r, int64_t c);

enum class SymmetryFound { None, Pattern, Skew, Values };
/// What the matrix, whose values are doubles or 64-bit integers, and its
/// transpose have in common.
template <typename Index, typename T>
SymmetryFound symmetryOf(const MatrixEntries<Index> &matrix, const T *values);

/// "1.5 MB".
std::string bytesText(double bytes);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_STATISTICS_H
