//===- stored.cpp - tensors that a file has as arrays of numbers ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/stored.h"
#include "core/progress.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cmath>

namespace encke::rt {

void failStored(const encke_file &file, const std::string &reason) {
  const std::string &member = file.text().member();
  throw identified(
      id::malformedFile,
      Error(file.path() + (member.empty() ? "" : ":" + member), reason));
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

static Field fieldOf(const StoredTensor &stored) {
  if (!stored.hasValues)
    return Field::Pattern;
  if (stored.values.type().kind == NumberType::Complex ||
      !stored.imaginary.empty())
    return Field::Complex;
  return stored.values.type().isWhole() ? Field::Integer : Field::Real;
}

Header headerOf(const encke_file &file, const StoredTensor &stored) {
  Header header;
  header.kind = FileKind::Stored;
  header.form = stored.form;
  header.sizes = stored.sizes;
  header.layout =
      stored.way == StoredTensor::Whole ? Layout::Array : Layout::Coordinate;
  header.field = fieldOf(stored);
  header.symmetry = stored.symmetry;
  header.base = stored.base;
  for (int64_t size : stored.sizes)
    if (size < 0)
      failStored(file, "a size of " + std::to_string(size));
  int64_t count = 0;
  switch (stored.way) {
  case StoredTensor::Whole:
  case StoredTensor::Diagonals:
  case StoredTensor::Blocks:
    count = stored.values.size();
    break;
  case StoredTensor::Coordinates:
    count = stored.coordinates.empty() ? 0 : stored.coordinates[0].size();
    break;
  case StoredTensor::Compressed:
    count = stored.coordinates[0].size();
    break;
  }
  header.declared = count;
  header.entries = stored.symmetry == Symmetry::General ? count : 2 * count;
  return header;
}

//===----------------------------------------------------------------------===//
// The entries
//===----------------------------------------------------------------------===//

namespace {

template <typename Index>
class Collector {
public:
  Collector(const encke_file &file, const StoredTensor &stored,
            const Wanted &wanted)
      : file(file), stored(stored), wanted(wanted),
        isComplex(fieldOf(stored) == Field::Complex),
        entries(int64_t(stored.sizes.size()), wanted.type),
        part(int64_t(stored.sizes.size())), at(stored.sizes.size()),
        progress("reading " + file.path(), file.header().entries, "entries") {
    part.reserve(room);
    if (isComplex)
      part.imaginary.reserve(room);
  }

  Entries<Index> collect();

private:
  static constexpr int64_t room = 4096;

  void whole();
  void coordinates();
  void compressed();
  void diagonals();
  void checkPointers(int64_t rows, int64_t count) const;
  int64_t pointer(int64_t n) const;
  int64_t coordinate(size_t array, int64_t n, size_t mode, int64_t size) const;
  void add(int64_t n);
  void append(double imaginary, Value value);
  Value valueAt(int64_t n) const;
  Value negative(Value value, int64_t n) const;
  bool isZero(int64_t n) const;
  void handOver() {
    entries.append(part, count);
    progress.advance(count);
    count = 0;
  }
  [[noreturn]] void fail(const std::string &reason) const {
    failStored(file, reason);
  }

  const encke_file &file;
  const StoredTensor &stored;
  const Wanted &wanted;
  bool isComplex;
  Entries<Index> entries;
  ParsedEntries<Index> part; ///< the last ones
  int64_t count = 0;         ///< of these
  std::vector<int64_t> at;   ///< the coordinates of the next entry
  Progress progress;
};

} // namespace

/// Value `n` for a tensor of the wanted type.
template <typename Index>
Value Collector<Index>::valueAt(int64_t n) const {
  Value value;
  if (!stored.hasValues) {
    if (readsIntegers(wanted.type))
      value.integer = 1;
    else
      value.real = 1;
    return value;
  }
  const Numbers &numbers = stored.values;
  if (readsIntegers(wanted.type)) {
    bool isWhole = numbers.toInteger(n, value.integer);
    if (!isWhole)
      fail("the tensor holds integers, " + numbers.text(n) +
           (numbers.type().isWhole() ? " does not fit" : " is not one"));
    if (wanted.type == ENCKE_I32 && value.integer != int32_t(value.integer))
      fail(numbers.text(n) + " does not fit in an int32");
    return value;
  }
  value.real = numbers.real(n);
  if (wanted.type == ENCKE_F32) {
    int64_t integer; // which is rounded once
    if (numbers.type().isWhole() && numbers.toInteger(n, integer))
      value.real = double(float(integer));
    if (std::isfinite(value.real) && std::isinf(float(value.real)))
      fail(numbers.text(n) + " does not fit in a float");
  }
  return value;
}

template <typename Index>
bool Collector<Index>::isZero(int64_t n) const {
  return stored.values.real(n) == 0 &&
         (!isComplex ||
          (stored.imaginary.empty() ? stored.values.imaginary(n) == 0
                                    : stored.imaginary.real(n) == 0));
}

template <typename Index>
void Collector<Index>::append(double imaginary, Value value) {
  if (at.size() == 2 && !selects(wanted.selector, at[0], at[1]))
    return;
  if (count == room)
    handOver();
  for (size_t mode = 0; mode != at.size(); ++mode)
    part.coordinates[mode][count] = Index(at[mode]);
  part.values[count] = value;
  if (isComplex)
    part.imaginary[count] = imaginary;
  ++count;
}

template <typename Index>
Value Collector<Index>::negative(Value value, int64_t n) const {
  if (!readsIntegers(wanted.type)) {
    value.real = stored.values.type().isWhole() ? 0 - value.real : -value.real;
    return value;
  }
  if (value.integer == (wanted.type == ENCKE_I32 ? INT32_MIN : INT64_MIN))
    fail("the negative of " + stored.values.text(n) +
         ", which a skew-symmetric matrix implies, does not fit");
  value.integer = -value.integer;
  return value;
}

/// Adds the element at `at` with value `n`, and its mirror image.
template <typename Index>
void Collector<Index>::add(int64_t n) {
  Value value = valueAt(n);
  double imaginary = 0;
  if (isComplex)
    imaginary = stored.imaginary.empty() ? stored.values.imaginary(n)
                                         : stored.imaginary.real(n);
  append(imaginary, value);
  if (stored.symmetry == Symmetry::General)
    return;
  if (stored.isUpper ? at[0] > at[1] : at[0] < at[1])
    fail("an entry " + std::string(stored.isUpper ? "below" : "above") +
         " the diagonal (row " + std::to_string(at[0] + 1) + ", column " +
         std::to_string(at[1] + 1) + "): this symmetric file holds the " +
         (stored.isUpper ? "upper" : "lower") + " triangle only");
  if (at[0] == at[1]) {
    if (stored.symmetry == Symmetry::Skew)
      fail("an entry on the diagonal of a skew-symmetric matrix");
    return;
  }
  std::swap(at[0], at[1]);
  bool negates = stored.symmetry == Symmetry::Skew;
  append(stored.symmetry == Symmetry::Symmetric ? imaginary : -imaginary,
         negates ? negative(value, n) : value);
  std::swap(at[0], at[1]);
}

template <typename Index>
int64_t Collector<Index>::coordinate(size_t array, int64_t n, size_t mode,
                                     int64_t size) const {
  const Numbers &numbers = stored.coordinates[array];
  int64_t number = 0;
  if (!numbers.toInteger(n, number) || number < stored.base ||
      number - stored.base >= size)
    fail("coordinate " + numbers.text(n) + " of dimension " +
         std::to_string(mode + 1) + " is outside the size " +
         std::to_string(stored.sizes[mode]) + ", counted from " +
         std::to_string(stored.base));
  return number - stored.base;
}

template <typename Index>
void Collector<Index>::whole() {
  entries.distinct = true;
  size_t order = at.size();
  int64_t values = stored.values.size();
  std::fill(at.begin(), at.end(), 0);
  for (int64_t n = 0; n != values; ++n) {
    if (wanted.arrayZeros || !isZero(n))
      add(n);
    for (size_t k = 0; k != order; ++k) {
      size_t mode = stored.byColumn ? k : order - 1 - k;
      if (++at[mode] != stored.sizes[mode])
        break;
      at[mode] = 0;
    }
  }
}

template <typename Index>
void Collector<Index>::coordinates() {
  int64_t values = stored.coordinates.empty() ? stored.values.size()
                                              : stored.coordinates[0].size();
  for (const Numbers &mode : stored.coordinates)
    if (mode.size() != values)
      fail("the dimensions have different numbers of coordinates");
  if (stored.hasValues && stored.values.size() != values)
    fail(std::to_string(values) + " coordinates and " +
         std::to_string(stored.values.size()) + " values");
  for (int64_t n = 0; n != values; ++n) {
    for (size_t mode = 0; mode != at.size(); ++mode)
      at[mode] = coordinate(mode, n, mode, stored.sizes[mode]);
    add(n);
  }
}

template <typename Index>
int64_t Collector<Index>::pointer(int64_t n) const {
  int64_t number = 0;
  if (!stored.pointers.toInteger(n, number) ||
      __builtin_sub_overflow(number, stored.base, &number))
    fail("a position that is no integer of 64 bits: " +
         stored.pointers.text(n));
  return number;
}

template <typename Index>
void Collector<Index>::checkPointers(int64_t rows, int64_t count) const {
  if (stored.pointers.size() - 1 != rows)
    fail(std::to_string(stored.pointers.size()) + " positions for " +
         std::to_string(rows) + (stored.byColumn ? " columns" : " rows") +
         ", not one more than these");
  if (pointer(0) != 0)
    fail("the positions begin with " + stored.pointers.text(0) + ", not " +
         std::to_string(stored.base));
  for (int64_t row = 0; row != rows; ++row)
    if (pointer(row + 1) < pointer(row))
      fail("the positions fall from " + stored.pointers.text(row) + " to " +
           stored.pointers.text(row + 1));
  if (pointer(rows) > count)
    fail("the positions end with " + stored.pointers.text(rows) +
         ", past the " + std::to_string(count) + " coordinates");
}

/// Compressed rows or columns, of elements or of blocks.
template <typename Index>
void Collector<Index>::compressed() {
  size_t outer = stored.byColumn ? 1 : 0, inner = 1 - outer;
  int64_t block[] = {stored.blockRows, stored.blockColumns};
  for (size_t mode : {0, 1})
    if (block[mode] <= 0 || stored.sizes[mode] % block[mode] != 0)
      fail("blocks of " + std::to_string(block[0]) + " x " +
           std::to_string(block[1]) + " do not divide the sizes " +
           sizesText(stored.sizes));
  int64_t rows = stored.sizes[outer] / block[outer];
  int64_t columns = stored.sizes[inner] / block[inner];
  int64_t count = stored.coordinates[0].size();
  int64_t each = 0, elements = 0;
  checkPointers(rows, count);
  if (__builtin_mul_overflow(block[0], block[1], &each) ||
      __builtin_mul_overflow(count, each, &elements) ||
      (stored.hasValues && stored.values.size() != elements))
    fail(std::to_string(count) + " coordinates and " +
         std::to_string(stored.values.size()) + " values");
  for (int64_t row = 0; row != rows; ++row)
    for (int64_t n = pointer(row), end = pointer(row + 1); n != end; ++n) {
      int64_t column = coordinate(0, n, inner, columns);
      int64_t value = n * each;
      for (int64_t i = 0; i != block[0]; ++i)
        for (int64_t j = 0; j != block[1]; ++j) {
          at[outer] = row * block[outer] + (outer == 0 ? i : j);
          at[inner] = column * block[inner] + (inner == 0 ? i : j);
          add(value++);
        }
    }
}

/// Row k of the values has the elements of the diagonal coordinates[0][k] by
/// their columns; the zeros there are padding, or could be. A diagonal that the
/// matrix does not have holds nothing.
template <typename Index>
void Collector<Index>::diagonals() {
  int64_t count = stored.coordinates[0].size();
  int64_t length = count ? stored.values.size() / count : 0;
  for (int64_t k = 0; k != count; ++k) {
    int64_t offset = 0, end = 0;
    if (!stored.coordinates[0].toInteger(k, offset))
      fail("a diagonal that is no integer: " + stored.coordinates[0].text(k));
    int64_t first = std::max<int64_t>(offset, 0);
    if (__builtin_add_overflow(stored.sizes[0], offset, &end))
      end = stored.sizes[1];
    int64_t last = std::min({length, stored.sizes[1], end});
    for (int64_t column = first; column < last; ++column) {
      at = {column - offset, column};
      if (!isZero(k * length + column))
        add(k * length + column);
    }
  }
}

template <typename Index>
Entries<Index> Collector<Index>::collect() {
  if (isComplex && wanted.type != ENCKE_C128)
    fail(std::string("complex values do not fit a tensor of ") +
         typeName(wanted.type));
  switch (stored.way) {
  case StoredTensor::Whole:
    whole();
    break;
  case StoredTensor::Coordinates:
    coordinates();
    break;
  case StoredTensor::Compressed:
  case StoredTensor::Blocks:
    compressed();
    break;
  case StoredTensor::Diagonals:
    diagonals();
    break;
  }
  handOver();
  return std::move(entries);
}

AnyEntries collect(const encke_file &file, const StoredTensor &stored,
                   const Wanted &wanted) {
  if (std::all_of(stored.sizes.begin(), stored.sizes.end(), fitsNarrow))
    return Collector<int32_t>(file, stored, wanted).collect();
  return Collector<int64_t>(file, stored, wanted).collect();
}

} // namespace encke::rt
