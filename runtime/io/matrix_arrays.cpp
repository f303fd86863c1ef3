//===- matrix_arrays.cpp - tensors as arrays for others -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/matrix_arrays.h"
#include "storage/layout.h"
#include "storage/walk.h"

namespace encke::rt {

namespace {

/// Takes elements one after the other, of whatever type: walking is compiled
/// once, not once for each type.
class Gatherer {
public:
  Gatherer(const encke_tensor &tensor, int64_t count)
      : width(elementBytes(tensor.type)),
        values(static_cast<const char *>(tensor.values)), all(count * width) {}
  void take(int64_t position) {
    std::memcpy(all.data() + at, values + position * width, size_t(width));
    at += width;
  }
  Array<char> finish() { return std::move(all); }

private:
  int64_t width, at = 0;
  const char *values;
  Array<char> all;
};

} // namespace

bool hasFewOfMany(const encke_tensor &matrix) {
  constexpr int64_t fewRows = 1 << 20, mostRowsEach = 8;
  int64_t rows = matrix.sizes[0];
  return rows > fewRows && rows / mostRowsEach > countStored(matrix);
}

CompressedRows compressedRows(const encke_tensor &matrix) {
  int64_t count = countStored(matrix), rows = matrix.sizes[0], n = 0;
  Gatherer values(matrix, count);
  CompressedRows result = {Array<int64_t>(rows + 1), Array<int64_t>(count), {}};
  std::fill(result.pointers.begin(), result.pointers.end(), 0);
  walkSorted(matrix, [&](const int64_t *index, int64_t position) {
    ++result.pointers[index[0] + 1];
    result.columns[n++] = index[1];
    values.take(position);
  });
  for (int64_t row = 0; row != rows; ++row)
    result.pointers[row + 1] += result.pointers[row];
  result.values = values.finish();
  return result;
}

Coordinates coordinatesOf(const encke_tensor &tensor) {
  int64_t count = countStored(tensor), n = 0;
  Gatherer values(tensor, count);
  Coordinates result;
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    result.modes.emplace_back(count);
  walkSorted(tensor, [&](const int64_t *index, int64_t position) {
    for (int32_t mode = 0; mode != tensor.order; ++mode)
      result.modes[size_t(mode)][n] = index[mode];
    ++n;
    values.take(position);
  });
  result.values = values.finish();
  return result;
}

Array<char> allElements(const encke_tensor &tensor) {
  Gatherer values(tensor, volume(tensor));
  walkDense(tensor,
            [&](const int64_t *, int64_t position) { values.take(position); });
  return values.finish();
}

} // namespace encke::rt
