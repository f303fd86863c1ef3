//===- petsc.cpp - matrices as PETSc stores them --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Big-endian numbers without a word about their widths: integers of 32 bits, or
// of 64 where PETSc was built so, and values that are double, float or complex.
// How long the file is tells which.
//
//===----------------------------------------------------------------------===//

#include "io/petsc.h"

namespace encke::rt {

static constexpr int64_t matrixMark = 1211216, vectorMark = 1211214;

static bool isMark(int64_t number) {
  return number == matrixMark || number == vectorMark;
}

static NumberType bigEndian(NumberType::Kind kind, uint32_t bytes) {
  return {kind, bytes, __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__};
}

/// The bytes of an integer; 0 where the file is none of PETSc's.
static uint32_t widthOf(const char *begin, const char *end) {
  for (uint32_t width : {4u, 8u}) {
    int64_t number = 0;
    if (end - begin >= int64_t(width) &&
        Numbers(bigEndian(NumberType::Integer, width), begin, 1)
            .toInteger(0, number) &&
        isMark(number))
      return width;
  }
  return 0;
}

bool isPetsc(const char *begin, const char *end) {
  return widthOf(begin, end) != 0;
}

/// The type of `count` values that take `bytes`.
static NumberType valueType(const encke_file &file, int64_t count,
                            int64_t bytes) {
  bool isThere = count >= 0 && count <= bytes;
  if (count == 0 || (isThere && bytes == 8 * count))
    return bigEndian(NumberType::Real, 8);
  if (isThere && bytes == 4 * count)
    return bigEndian(NumberType::Real, 4);
  if (isThere && bytes == 16 * count)
    return bigEndian(NumberType::Complex, 16);
  failStored(file, "the header promises " + std::to_string(count) +
                       " values, the file has " + std::to_string(bytes) +
                       " bytes for them: none, or another object follows");
}

StoredTensor readPetsc(const encke_file &file) {
  const char *begin = file.text().begin(), *end = file.text().end();
  int64_t bytes = end - begin, width = widthOf(begin, end);
  NumberType integer = bigEndian(NumberType::Integer, uint32_t(width));
  StoredTensor stored;
  auto number = [&](int64_t n) {
    int64_t value = 0;
    if (bytes < (n + 1) * width)
      failStored(file, "the file ends within its header");
    Numbers(integer, begin, n + 1).toInteger(n, value);
    return value;
  };
  if (number(0) == vectorMark) {
    stored.form = "PETSc's binary vector";
    stored.way = StoredTensor::Whole;
    stored.sizes = {number(1)};
    NumberType type = valueType(file, stored.sizes[0], bytes - 2 * width);
    stored.values = Numbers(type, begin + 2 * width, stored.sizes[0]);
    return stored;
  }
  constexpr int64_t header = 4; // the mark, rows, columns, elements
  int64_t rows = number(1), columns = number(2), count = number(3);
  stored.sizes = {rows, columns};
  if (rows < 0 || columns < 0)
    failStored(file, "sizes of " + sizesText(stored.sizes));
  int64_t rest = bytes - header * width;
  if (count == -1) {
    stored.form = "PETSc's binary matrix, dense";
    stored.way = StoredTensor::Whole;
    int64_t all = 0;
    if (__builtin_mul_overflow(rows, columns, &all))
      failStored(file, "a dense matrix of " + sizesText(stored.sizes) +
                           " is too large");
    stored.values =
        Numbers(valueType(file, all, rest), begin + header * width, all);
    return stored;
  }
  stored.form = "PETSc's binary matrix";
  stored.way = StoredTensor::Compressed;
  if (count < 0 || rows > rest / width || count > rest / width - rows)
    failStored(file, "the header promises " + sizesText(stored.sizes) +
                         " with " + std::to_string(count) +
                         " elements, for which the file is too short");
  const char *lengths = begin + header * width;
  const char *coordinates = lengths + rows * width;
  const char *values = coordinates + count * width;
  Numbers counts(integer, lengths, rows);
  Array<int64_t> pointers(rows + 1);
  pointers[0] = 0;
  for (int64_t row = 0; row != rows; ++row) {
    int64_t length = 0;
    counts.toInteger(row, length);
    if (length < 0 || length > count - pointers[row])
      failStored(file, "row " + std::to_string(row + 1) + " has " +
                           std::to_string(length) + " elements of " +
                           std::to_string(count));
    pointers[row + 1] = pointers[row] + length;
  }
  if (pointers[rows] != count)
    failStored(file, "the rows have " + std::to_string(pointers[rows]) +
                         " elements, the header promises " +
                         std::to_string(count));
  stored.pointers = stored.keep(std::move(pointers));
  stored.coordinates = {Numbers(integer, coordinates, count)};
  stored.values = Numbers(valueType(file, count, end - values), values, count);
  return stored;
}

} // namespace encke::rt
