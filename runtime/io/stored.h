//===- stored.h - tensors that a file has as arrays of numbers --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_STORED_H
#define ENCKE_RUNTIME_IO_STORED_H

#include "core/array.h"
#include "io/data_file.h"
#include "io/numbers.h"

#include <string>
#include <vector>

namespace encke::rt {

/// A tensor as programs of other people store it, before its coordinates are
/// looked at. What all readers of such files produce; one piece makes entries
/// of it (`collect`).
struct StoredTensor {
  enum Way {
    Whole,       ///< `values` of all elements
    Coordinates, ///< one array of coordinates for each mode
    Compressed,  ///< `pointers` of rows into coordinates[0], of columns
    Diagonals,   ///< coordinates[0] are the offsets of rows of `values`
    Blocks       ///< as Compressed, of blocks whose values are row-major
  } way = Coordinates;
  std::string form; ///< what the file is, for -v and info
  std::vector<int64_t> sizes;
  bool byColumn = false; ///< column-major; compressed columns of rows
  int64_t base = 0;      ///< the first coordinate; pointers count from it, too
  Symmetry symmetry = Symmetry::General;
  bool isUpper = false; ///< the triangle that is there, where one is
  int64_t blockRows = 1, blockColumns = 1;
  Numbers pointers;
  std::vector<Numbers> coordinates;
  bool hasValues = true;
  Numbers values;
  Numbers imaginary; ///< or empty
  bool isBool = false;

  /// Keeps numbers that were made here.
  template <typename T>
  Numbers keep(Array<T> &&made) {
    NumberType type;
    type.kind = isReal<T> ? NumberType::Real : NumberType::Integer;
    type.bytes = sizeof(T);
    int64_t count = made.size(), bytes = count * int64_t(sizeof(T));
    Array<char> memory(std::max<int64_t>(bytes, 1));
    if (bytes)
      std::memcpy(memory.data(), made.data(), size_t(bytes));
    owned.push_back(std::move(memory));
    return Numbers(type, owned.back().data(), count);
  }
  std::vector<Array<char>> owned;
};

/// What an error in such a file says, which has no lines.
[[noreturn]] void failStored(const encke_file &file, const std::string &reason,
                             const std::string &help = "");

/// What kind of numbers the values are.
Field fieldOf(const StoredTensor &stored);

/// What the file says before its entries are read.
Header headerOf(const encke_file &file, const StoredTensor &stored);

/// Its entries.
AnyEntries collect(const encke_file &file, const StoredTensor &stored,
                   const Wanted &wanted);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_STORED_H
