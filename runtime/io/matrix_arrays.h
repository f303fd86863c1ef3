//===- matrix_arrays.h - tensors as arrays for others -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What files have that hold arrays of numbers, whatever the tensor's own
// levels are: elements in order of their coordinates.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_MATRIX_ARRAYS_H
#define ENCKE_RUNTIME_IO_MATRIX_ARRAYS_H

#include "core/array.h"
#include "encke/tensor.h"

#include <vector>

namespace encke::rt {

/// A matrix in CSR. Values are the bytes of elements of the tensor's type.
struct CompressedRows {
  Array<int64_t> pointers, columns;
  Array<char> values;
};

/// Elements with the coordinates of each mode.
struct Coordinates {
  std::vector<Array<int64_t>> modes;
  Array<char> values;
};

/// Whether a position for each row would take far more than the elements.
bool hasFewOfMany(const encke_tensor &matrix);

CompressedRows compressedRows(const encke_tensor &matrix);
Coordinates coordinatesOf(const encke_tensor &tensor);

/// All elements of a dense tensor, row-major.
Array<char> allElements(const encke_tensor &tensor);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_MATRIX_ARRAYS_H
