//===- Reader.h - the oracle's own file reader ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_READER_H
#define ENCKE_TESTS_REFERENCE_READER_H

#include "tests/reference/Tensor.h"

#include <string>
#include <vector>

namespace encke::reference {

/// The part of a file that a `read` asks for (L13).
enum class Part { Full, StrictLower, Lower, StrictUpper, Upper };

/// The content of a data file.
struct FileData {
  std::string path;
  std::vector<int64_t> sizes;
  /// A FROSTT file without a header bounds its sizes from below only (L38).
  bool sizesAreLowerBounds = false;
  /// An array-layout file lists every element.
  bool listsEveryElement = false;
  struct Entry {
    Point at;
    /// Of type int where the file writes an integer, complex in a complex file,
    /// else double.
    Value value;
    /// What the file writes where the value is a double, which is only near it.
    std::string text;
  };
  std::vector<Entry> entries;
};

/// Reads a `.mtx` or `.tns` file; 0-based, symmetry expanded.
FileData readFile(const std::string &path);

/// The sizes of the file as a tensor of the given order sees them: an order-1
/// tensor may be n x 1 or 1 x n (L38).
std::vector<int64_t> sizesFor(const FileData &file, size_t order);

/// Stores the file's entries into `tensor`, duplicates summed (L38). Throws
/// DataError where they do not fit the sizes or the element type.
void store(const FileData &file, Part part, Tensor &tensor);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_READER_H
