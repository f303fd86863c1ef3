//===- tensor.h - making and describing tensors -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_TENSOR_H
#define ENCKE_RUNTIME_STORAGE_TENSOR_H

#include "encke/runtime.h"

#include "format/level_type.h"
#include "storage/level_map.h"
#include "storage/narrow.h"

#include <complex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace encke::rt {

/// A new tensor of the running context, its levels not yet described.
encke_tensor *newTensor(int32_t order, int32_t levelCount, int32_t type);

/// A new tensor of a format text, as encke_tensor_new makes it.
encke_tensor *newTensor(const char *format);

/// One more tensor has this array of positions or coordinates, or null. It is
/// freed with the last of them.
void *shareArray(void *array);

/// Frees what the tensor stores, but not values or arrays that are another's.
void clearStorage(encke_tensor &tensor);

int64_t elementBytes(int32_t type);

/// "double", "int32", ... as in a program.
const char *typeName(int32_t type);

/// The type that files are read in for elements of the type, which loses
/// nothing: for narrow ones a wider one.
int32_t readingType(int32_t type);

inline bool isDense(const encke_level &level) {
  return format::typeOf(level).isDense();
}
/// The level has an array of positions.
inline bool hasPositions(const encke_level &level) {
  return format::typeOf(level).hasPositions();
}
/// The values are an array over the modes: dense levels without index maps.
bool isAllDense(const encke_tensor &tensor);

/// Coordinates of all modes fit 32 bits.
bool hasNarrowSizes(const encke_tensor &tensor);

/// All levels store modes as they are, not all are dense, and each value is an
/// element.
bool isPlain(const encke_tensor &tensor);

/// The tensors have the same levels, of whatever sizes and widths.
bool sameLevels(const encke_tensor &a, const encke_tensor &b);

/// The product of the sizes. Throws when it does not fit 64 bits.
int64_t volume(const int64_t *sizes, size_t order);
int64_t volume(const encke_tensor &tensor);

/// Gives `to`, which has the same levels and sizes as `from` and stores nothing
/// yet, what that stores.
void copyStorage(const encke_tensor &from, encke_tensor &to);

/// Gives an all-dense tensor zeroed values when it has none yet.
void ensureDenseValues(encke_tensor &tensor);

/// How far apart in the values of an all-dense tensor neighbours in each mode
/// are; empty for any other tensor.
std::vector<int64_t> denseStrides(const encke_tensor &tensor);

/// Calls f with a value of the C++ type that holds the tensor's elements.
template <typename F>
void withElement(int32_t type, F &&f) {
  // NOLINTBEGIN(bugprone-branch-clone): each is of another type
  switch (type) {
  case ENCKE_F64:
    return f(double());
  case ENCKE_F32:
    return f(float());
  case ENCKE_I64:
    return f(int64_t());
  case ENCKE_I32:
    return f(int32_t());
  case ENCKE_C128:
    return f(std::complex<double>());
  case ENCKE_F16:
    return f(Half());
  case ENCKE_BF16:
    return f(BFloat());
  case ENCKE_I8:
    return f(int8_t());
  case ENCKE_I16:
    return f(int16_t());
  case ENCKE_C64:
    return f(std::complex<float>());
  case ENCKE_U8:
    return f(UInt8());
  default:
    return f(uint8_t()); // ENCKE_BOOL
  }
  // NOLINTEND(bugprone-branch-clone)
}

/// True when the zero at position `at` is an element, not padding.
inline bool isStoredZero(const encke_tensor &tensor, int64_t at) {
  return tensor.full ||
         (tensor.zeros && (tensor.zeros[at / 64] >> (at % 64) & 1));
}

/// Reads element `at` of an array of 4- or 8-byte integers.
inline int64_t integerAt(const void *array, int32_t bytes, int64_t at) {
  return bytes == 4 ? static_cast<const int32_t *>(array)[at]
                    : static_cast<const int64_t *>(array)[at];
}

/// How many coordinates the batch levels have together; 0 where there are none.
/// Levels below that have positions have as many elements of each array, and
/// pos counts from the first position of the batch on.
inline int64_t batchesOf(const encke_tensor &tensor) {
  int64_t batches = 0;
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    if (!format::typeOf(tensor.levels[l]).isBatch())
      return batches;
    batches = (l == 0 ? 1 : batches) * tensor.levels[l].size;
  }
  return batches;
}

/// How many positions there are above a level.
int64_t positionsAbove(const encke_tensor &tensor, int32_t number);

/// How many positions a level that is ENCKE_APART has for each coordinate.
inline int64_t roomOfParts(int64_t parents) {
  return parents <= 1 ? parents : (parents + 63) / 64 * 64;
}

/// The position of a coordinate below a parent in a dense level.
inline int64_t densePosition(const encke_tensor &tensor, int32_t number,
                             int64_t parent, int64_t coordinate) {
  const encke_level &level = tensor.levels[number];
  if (level.layout & ENCKE_APART)
    return coordinate * roomOfParts(positionsAbove(tensor, number)) + parent;
  return parent * level.size + coordinate;
}

/// The coordinates of a level, or the values for the number of the levels, are
/// in records that a level above owns.
inline bool isInside(const encke_tensor &tensor, int32_t number) {
  return number != 0 && (tensor.levels[number - 1].layout & ENCKE_JOINED) != 0;
}

/// Some level above is ENCKE_APART.
inline bool isInParts(const encke_tensor &tensor, const encke_level &level) {
  for (const encke_level *above = tensor.levels; above != &level; ++above)
    if (above->layout & ENCKE_APART)
      return true;
  return false;
}

/// The coordinate at a position of a level that has coordinates.
inline int64_t coordinateAt(const encke_tensor &tensor,
                            const encke_level &level, int64_t position) {
  return integerAt(level.crd, tensor.crd_bytes,
                   level.stride ? position * level.stride : position);
}

/// The value at a position of the last level.
template <typename T>
T valueAt(const encke_tensor &tensor, int64_t position) {
  int64_t stride = tensor.value_stride ? tensor.value_stride : 1;
  int64_t at = tensor.explicit_value ? 0 : position * stride;
  return static_cast<const T *>(tensor.values)[at];
}

/// The first position of a parent in a level that has coordinates, and the one
/// past its last.
inline std::pair<int64_t, int64_t> positionsBelow(const encke_tensor &tensor,
                                                  const encke_level &level,
                                                  int64_t parent) {
  format::LevelType type = format::typeOf(level);
  if (int64_t batches = batchesOf(tensor); batches && type.hasPositions()) {
    int64_t batch = parent / (level.pos_count / batches - 1);
    int64_t first = batch * (level.crd_count / batches);
    return {first + integerAt(level.pos, tensor.pos_bytes, parent + batch),
            first + integerAt(level.pos, tensor.pos_bytes, parent + batch + 1)};
  }
  if ((type.hasPositions() || type.isRun()) && !isInParts(tensor, level))
    return {integerAt(level.pos, tensor.pos_bytes, parent),
            integerAt(level.pos, tensor.pos_bytes, parent + 1)};
  if (type.hasPositionArray())
    return {integerAt(level.pos, tensor.pos_bytes, 2 * parent),
            integerAt(level.pos, tensor.pos_bytes, 2 * parent + 1)};
  int64_t count = type.fixedCount() ? type.fixedCount() : 1;
  return {parent * count, parent * count + count};
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_TENSOR_H
