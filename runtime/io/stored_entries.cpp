//===- stored_entries.cpp - entries of arrays of numbers ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is stored is a row of positions, which threads take in pieces. Where
// each position is one entry, the pieces are written to where they belong; else
// each makes a list of its entries, and the lists are put together in order.
// Either way the first thing that is wrong is the one that is told of.
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/progress.h"
#include "core/threads.h"
#include "io/chunks.h"
#include "io/stored.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cmath>

namespace encke::rt {

namespace {

template <typename Index>
class Collector {
public:
  Collector(const encke_file &file, const StoredTensor &stored,
            const Wanted &wanted)
      : file(file), stored(stored), wanted(wanted),
        isComplex(fieldOf(stored) == Field::Complex),
        order(stored.sizes.size()), entries(int64_t(order), wanted.type),
        progress("reading " + file.path(), file.header().entries, "entries") {}

  Entries<Index> collect();

private:
  /// The entries of some positions.
  struct Part {
    explicit Part(size_t order)
        : entries(int64_t(order)), at(int64_t(order), 0) {}
    ParsedEntries<Index> entries;
    int64_t count = 0;
    std::vector<int64_t> at; ///< the coordinates of the next entry
    std::exception_ptr error;
  };

  // What is there.
  void check();
  int64_t countPositions() const;
  void checkCoordinates() const;
  void checkCompressed();
  void checkPointers(int64_t rows, int64_t count) const;
  int64_t pointer(int64_t n) const;
  int64_t rowOf(int64_t position) const;

  // Pieces.
  bool isOneEach() const;
  template <typename Work, typename Accept>
  void inPieces(int64_t piece, Work work, Accept accept);
  void fill(Part &part, int64_t begin, int64_t end);
  void fillColumn(size_t mode, int64_t begin, int64_t end, bool &fits);
  void fillFrom(const Numbers &numbers, size_t mode, int64_t size,
                int64_t begin, int64_t end, bool &fits);
  bool fillValues(int64_t begin, int64_t end);
  void walk(Part &part, int64_t begin, int64_t end) const;

  // Positions one by one.
  void walkWhole(Part &part, int64_t begin, int64_t end) const;
  void walkCoordinates(Part &part, int64_t begin, int64_t end) const;
  void walkCompressed(Part &part, int64_t begin, int64_t end) const;
  void walkDiagonals(Part &part, int64_t begin, int64_t end) const;
  int64_t coordinate(size_t array, int64_t n, size_t mode, int64_t size) const;
  void add(Part &part, int64_t n) const;
  void append(Part &part, double imaginary, Value value) const;
  Value valueAt(int64_t n) const;
  double imaginaryAt(int64_t n) const {
    return stored.imaginary.empty() ? stored.values.imaginary(n)
                                    : stored.imaginary.real(n);
  }
  Value negative(Value value, int64_t n) const;
  bool isZero(int64_t n) const {
    return stored.values.real(n) == 0 && (!isComplex || imaginaryAt(n) == 0);
  }
  [[noreturn]] void fail(const std::string &reason) const {
    failStored(file, reason);
  }

  const encke_file &file;
  const StoredTensor &stored;
  const Wanted &wanted;
  bool isComplex;
  size_t order;
  int64_t positions = 0;
  int64_t each = 1; ///< entries of a position, without mirror images
  /// Of compressed rows or columns: their number, and the size of the other
  /// mode, both in blocks.
  int64_t rows = 0, columns = 0;
  Entries<Index> entries;
  Progress progress;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

template <typename Index>
void Collector<Index>::checkCoordinates() const {
  for (const Numbers &mode : stored.coordinates)
    if (mode.size() != positions)
      fail("the dimensions have different numbers of coordinates");
  if (stored.hasValues && stored.values.size() != positions)
    fail(std::to_string(positions) + " coordinates and " +
         std::to_string(stored.values.size()) + " values");
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

/// Rows or columns, of elements or of blocks.
template <typename Index>
void Collector<Index>::checkCompressed() {
  size_t outer = stored.byColumn ? 1 : 0, inner = 1 - outer;
  int64_t block[] = {stored.blockRows, stored.blockColumns};
  for (size_t mode : {0, 1})
    if (block[mode] <= 0 || stored.sizes[mode] % block[mode] != 0)
      fail("blocks of " + std::to_string(block[0]) + " x " +
           std::to_string(block[1]) + " do not divide the sizes " +
           sizesText(stored.sizes));
  rows = stored.sizes[outer] / block[outer];
  columns = stored.sizes[inner] / block[inner];
  int64_t count = stored.coordinates[0].size(), elements = 0;
  checkPointers(rows, count);
  if (__builtin_mul_overflow(block[0], block[1], &each) ||
      __builtin_mul_overflow(count, each, &elements) ||
      (stored.hasValues && stored.values.size() != elements))
    fail(std::to_string(count) + " coordinates and " +
         std::to_string(stored.values.size()) + " values");
  positions = pointer(rows);
}

template <typename Index>
void Collector<Index>::check() {
  if (isComplex && wanted.type != ENCKE_C128)
    fail(std::string("complex values do not fit a tensor of ") +
         typeName(wanted.type));
  switch (stored.way) {
  case StoredTensor::Whole:
    positions = stored.values.size();
    entries.known.distinct = true;
    break;
  case StoredTensor::Coordinates:
    positions = stored.coordinates.empty() ? stored.values.size()
                                           : stored.coordinates[0].size();
    checkCoordinates();
    break;
  case StoredTensor::Compressed:
  case StoredTensor::Blocks:
    checkCompressed();
    break;
  case StoredTensor::Diagonals:
    if (int64_t count = stored.coordinates[0].size())
      positions = stored.values.size() / count * count;
    break;
  }
}

/// The last row that begins before the position, or with it.
template <typename Index>
int64_t Collector<Index>::rowOf(int64_t position) const {
  int64_t first = 0, last = rows;
  while (last - first > 1) {
    int64_t middle = first + (last - first) / 2;
    (pointer(middle) <= position ? first : last) = middle;
  }
  return first;
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

/// Every position is an entry, and these are wanted as they come.
template <typename Index>
bool Collector<Index>::isOneEach() const {
  bool isSelected = order == 2 && wanted.selector != Selector::Full;
  bool mayBePadding = stored.way == StoredTensor::Diagonals ||
                      (stored.way == StoredTensor::Whole && !wanted.arrayZeros);
  return stored.symmetry == Symmetry::General && !isSelected && !mayBePadding &&
         each == 1;
}

/// Calls work(part, begin, end) for pieces of the positions, several at a time,
/// and accept(part) for each of them, in order.
template <typename Index>
template <typename Work, typename Accept>
void Collector<Index>::inPieces(int64_t piece, Work work, Accept accept) {
  int32_t threads = usefulThreads(file.threads(), positions / piece);
  const Context *context = Context::find();
  std::vector<Part> parts;
  for (int32_t t = 0; t != threads; ++t)
    parts.emplace_back(order);
  for (int64_t first = 0; first < positions; first += threads * piece) {
    if (context)
      context->lookForCancel();
    onThreads(threads, [&](int32_t t) {
      int64_t begin = std::min(first + t * piece, positions);
      int64_t end = std::min(begin + piece, positions);
      Part &part = parts[size_t(t)];
      part.count = 0;
      try {
        work(part, begin, end);
      } catch (...) {
        part.error = std::current_exception();
      }
    });
    for (Part &part : parts) {
      if (part.error)
        std::rethrow_exception(part.error);
      accept(part);
    }
    progress.advance(std::min(threads * piece, positions - first) * each);
  }
}

/// Coordinates of a mode from an array; `fits` becomes false where one of them
/// is wrong.
template <typename Index>
void Collector<Index>::fillFrom(const Numbers &numbers, size_t mode,
                                int64_t size, int64_t begin, int64_t end,
                                bool &fits) {
  constexpr int64_t room = 1024;
  int64_t block[room];
  Index *into = entries.coordinates[mode].data();
  for (int64_t from = begin; from < end && fits; from += room) {
    int64_t many = std::min(room, end - from);
    fits = numbers.integers(from, many, block);
    bool past = false;
    for (int64_t n = 0; n != many; ++n) {
      auto at = uint64_t(block[n]) - uint64_t(stored.base);
      past |= at >= uint64_t(size);
      into[from + n] = Index(at);
    }
    fits &= !past;
  }
}

template <typename Index>
void Collector<Index>::fillColumn(size_t mode, int64_t begin, int64_t end,
                                  bool &fits) {
  Index *into = entries.coordinates[mode].data();
  size_t outer = stored.byColumn ? 1 : 0;
  if (stored.way == StoredTensor::Coordinates) {
    fillFrom(stored.coordinates[mode], mode, stored.sizes[mode], begin, end,
             fits);
  } else if (stored.way == StoredTensor::Whole) {
    int64_t apart = 1; // positions, of neighbours in this mode
    for (size_t other = 0; other != order; ++other)
      if (stored.byColumn ? other < mode : other > mode)
        apart *= stored.sizes[other];
    int64_t at = begin / apart % stored.sizes[mode];
    for (int64_t n = begin, next = begin - begin % apart; n != end;) {
      for (next = std::min(next + apart, end); n != next; ++n)
        into[n] = Index(at);
      at = at + 1 == stored.sizes[mode] ? 0 : at + 1;
    }
  } else if (mode != outer) {
    fillFrom(stored.coordinates[0], mode, columns, begin, end, fits);
  } else if (entries.known.starts.size() == 0) {
    for (int64_t row = rowOf(begin), n = begin; n != end; ++row)
      for (int64_t next = std::min(pointer(row + 1), end); n < next; ++n)
        into[n] = Index(row);
  }
}

/// False where a value does not fit.
template <typename Index>
bool Collector<Index>::fillValues(int64_t begin, int64_t end) {
  static constexpr struct {
    int32_t type;
    NumberType::Kind kind;
    uint32_t bytes;
  } same[] = {{ENCKE_F64, NumberType::Real, 8},
              {ENCKE_F32, NumberType::Real, 4},
              {ENCKE_I64, NumberType::Integer, 8},
              {ENCKE_I32, NumberType::Integer, 4}};
  const Numbers &numbers = stored.values;
  for (const auto &[type, kind, bytes] : same)
    if (const char *from = numbers.placeOf(begin, kind, bytes);
        from && stored.hasValues && type == wanted.type) {
      entries.values.copy(begin, from, end - begin);
      return true;
    }
  constexpr int64_t room = 1024;
  double reals[room];
  int64_t integers[room];
  Value block[room];
  bool isSlow = !stored.hasValues ||
                (wanted.type == ENCKE_F32 && numbers.type().isWhole());
  for (int64_t from = begin; from < end; from += room) {
    int64_t many = std::min(room, end - from);
    bool fits = true;
    if (isSlow) {
      for (int64_t n = 0; n != many; ++n)
        block[n] = valueAt(from + n);
    } else if (readsIntegers(wanted.type)) {
      fits = numbers.integers(from, many, integers);
      for (int64_t n = 0; n != many; ++n) {
        block[n].integer = integers[n];
        fits &= wanted.type != ENCKE_I32 || integers[n] == int32_t(integers[n]);
      }
    } else {
      numbers.reals(from, many, reals);
      for (int64_t n = 0; n != many; ++n) {
        block[n].real = reals[n];
        fits &= wanted.type != ENCKE_F32 || !std::isfinite(reals[n]) ||
                std::isfinite(float(reals[n]));
      }
    }
    if (!fits)
      return false;
    entries.values.put(from, block, many);
    for (int64_t n = 0; n != many && isComplex; ++n)
      entries.imaginary[from + n] = imaginaryAt(from + n);
  }
  return true;
}

template <typename Index>
void Collector<Index>::fill(Part &part, int64_t begin, int64_t end) {
  bool fits = true;
  for (size_t mode = 0; mode != order; ++mode)
    fillColumn(mode, begin, end, fits);
  if (fits && fillValues(begin, end))
    return;
  walk(part, begin, end); // tells of the first that is wrong
  fail("the file changed while it was read");
}

template <typename Index>
Entries<Index> Collector<Index>::collect() {
  check();
  bool isCompressed = stored.way == StoredTensor::Compressed;
  if (!isOneEach()) {
    int64_t piece = std::max<int64_t>(chunkSize / 8 / each, 1);
    inPieces(
        piece,
        [&](Part &part, int64_t begin, int64_t end) { walk(part, begin, end); },
        [&](const Part &part) { entries.append(part.entries, part.count); });
    return std::move(entries);
  }
  if (isCompressed && wanted.takesStarts) {
    entries.known.starts = Array<int64_t>(rows + 1);
    for (int64_t row = 0; row <= rows; ++row)
      entries.known.starts[row] = pointer(row);
    entries.known.sortedBy = {stored.byColumn ? 1 : 0};
  }
  for (size_t mode = 0; mode != order; ++mode)
    if (entries.known.starts.size() == 0 ||
        int32_t(mode) != entries.known.sortedBy[0])
      entries.coordinates[mode] = Array<Index>(positions);
  entries.values.reserve(positions);
  entries.values.setSize(positions);
  if (isComplex)
    entries.imaginary = Array<double>(positions);
  inPieces(
      chunkSize,
      [&](Part &part, int64_t begin, int64_t end) { fill(part, begin, end); },
      [](const Part &) {});
  return std::move(entries);
}

//===----------------------------------------------------------------------===//
// Positions one by one
//===----------------------------------------------------------------------===//

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
void Collector<Index>::append(Part &part, double imaginary, Value value) const {
  const std::vector<int64_t> &at = part.at;
  if (order == 2 && !selects(wanted.selector, at[0], at[1]))
    return;
  for (size_t mode = 0; mode != order; ++mode)
    part.entries.coordinates[mode][part.count] = Index(at[mode]);
  part.entries.values[part.count] = value;
  if (isComplex)
    part.entries.imaginary[part.count] = imaginary;
  ++part.count;
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

/// Adds the element at part.at with value `n`, and its mirror image.
template <typename Index>
void Collector<Index>::add(Part &part, int64_t n) const {
  std::vector<int64_t> &at = part.at;
  Value value = valueAt(n);
  double imaginary = isComplex ? imaginaryAt(n) : 0;
  append(part, imaginary, value);
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
  append(part, stored.symmetry == Symmetry::Symmetric ? imaginary : -imaginary,
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
void Collector<Index>::walk(Part &part, int64_t begin, int64_t end) const {
  int64_t copies = stored.symmetry == Symmetry::General ? 1 : 2;
  part.entries.reserve((end - begin) * each * copies);
  if (isComplex)
    part.entries.imaginary.reserve((end - begin) * each * copies);
  switch (stored.way) {
  case StoredTensor::Whole:
    return walkWhole(part, begin, end);
  case StoredTensor::Coordinates:
    return walkCoordinates(part, begin, end);
  case StoredTensor::Compressed:
  case StoredTensor::Blocks:
    return walkCompressed(part, begin, end);
  case StoredTensor::Diagonals:
    return walkDiagonals(part, begin, end);
  }
}

template <typename Index>
void Collector<Index>::walkWhole(Part &part, int64_t begin, int64_t end) const {
  auto mode = [&](size_t k) { return stored.byColumn ? k : order - 1 - k; };
  int64_t rest = begin;
  for (size_t k = 0; k != order && begin != end; ++k) {
    part.at[mode(k)] = rest % stored.sizes[mode(k)];
    rest /= stored.sizes[mode(k)];
  }
  for (int64_t n = begin; n != end; ++n) {
    if (wanted.arrayZeros || !isZero(n))
      add(part, n);
    for (size_t k = 0; k != order; ++k) {
      if (++part.at[mode(k)] != stored.sizes[mode(k)])
        break;
      part.at[mode(k)] = 0;
    }
  }
}

template <typename Index>
void Collector<Index>::walkCoordinates(Part &part, int64_t begin,
                                       int64_t end) const {
  for (int64_t n = begin; n != end; ++n) {
    for (size_t mode = 0; mode != order; ++mode)
      part.at[mode] = coordinate(mode, n, mode, stored.sizes[mode]);
    add(part, n);
  }
}

template <typename Index>
void Collector<Index>::walkCompressed(Part &part, int64_t begin,
                                      int64_t end) const {
  size_t outer = stored.byColumn ? 1 : 0, inner = 1 - outer;
  int64_t block[] = {stored.blockRows, stored.blockColumns};
  int64_t row = begin != end ? rowOf(begin) : 0;
  for (int64_t n = begin; n != end; ++n) {
    while (pointer(row + 1) <= n)
      ++row;
    int64_t column = coordinate(0, n, inner, columns);
    int64_t value = n * each;
    for (int64_t i = 0; i != block[0]; ++i)
      for (int64_t j = 0; j != block[1]; ++j) {
        part.at[outer] = row * block[outer] + (outer == 0 ? i : j);
        part.at[inner] = column * block[inner] + (inner == 0 ? i : j);
        add(part, value++);
      }
  }
}

/// Row k of the values has the elements of the diagonal coordinates[0][k] by
/// their columns; the zeros there are padding, or could be. A diagonal that the
/// matrix does not have holds nothing.
template <typename Index>
void Collector<Index>::walkDiagonals(Part &part, int64_t begin,
                                     int64_t end) const {
  int64_t length = positions ? positions / stored.coordinates[0].size() : 0;
  for (int64_t n = begin; n < end;) {
    int64_t k = n / length, first = k * length, offset = 0, past = 0;
    if (!stored.coordinates[0].toInteger(k, offset))
      fail("a diagonal that is no integer: " + stored.coordinates[0].text(k));
    if (__builtin_add_overflow(stored.sizes[0], offset, &past))
      past = stored.sizes[1];
    int64_t last = std::min({length, stored.sizes[1], past, end - first});
    for (int64_t column = std::max({offset, n - first, int64_t(0)});
         column < last; ++column) {
      part.at[0] = column - offset;
      part.at[1] = column;
      if (!isZero(first + column))
        add(part, first + column);
    }
    n = first + length;
  }
}

//===----------------------------------------------------------------------===//

AnyEntries collect(const encke_file &file, const StoredTensor &stored,
                   const Wanted &wanted) {
  if (std::all_of(stored.sizes.begin(), stored.sizes.end(), fitsNarrow))
    return Collector<int32_t>(file, stored, wanted).collect();
  return Collector<int64_t>(file, stored, wanted).collect();
}

} // namespace encke::rt
