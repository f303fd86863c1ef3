//===- pack.cpp - builds a tensor's levels from entries -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entries are sorted into storage order; then the levels are built from the
// outermost in (levels.h). Dense levels with no other level below them need no
// segments: their values are found by arithmetic.
//
//===----------------------------------------------------------------------===//

#include "storage/pack.h"
#include "core/error.h"
#include "storage/levels.h"
#include "storage/sort.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>

namespace encke::rt {

namespace {

template <typename Index>
class Packer {
public:
  Packer(encke_tensor &tensor, Columns<Index> columns)
      : tensor(tensor), columns(std::move(columns)) {}

  void pack();

private:
  void clear();
  int32_t sparseDepth() const;
  void checkCoordinates(int32_t depth) const;
  void sort(int32_t depth);
  Segments buildLevels(int32_t depth);

  template <typename T>
  void fillValues(const Segments &segments);
  template <typename T>
  void fillBlocks(const Segments &segments, int32_t depth);
  void makeBlocks(int64_t count);
  template <typename T>
  void add(T &sum, T value, int64_t entry) const;
  void failOverflow(int64_t entry) const;
  void markZero(int64_t position);

  encke_tensor &tensor;
  Columns<Index> columns;
};

} // namespace

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Frees what an earlier read left, but keeps values that can be overwritten.
template <typename Index>
void Packer<Index>::clear() {
  if (!isAllDense(tensor))
    clearStorage(tensor);
}

/// The number of levels down to the last one that is not a plain array.
template <typename Index>
int32_t Packer<Index>::sparseDepth() const {
  int32_t depth = tensor.level_count;
  while (depth != 0 && isDense(tensor.levels[depth - 1]))
    --depth;
  return depth;
}

template <typename Index>
void Packer<Index>::checkCoordinates(int32_t depth) const {
  for (int32_t l = 0; l != depth; ++l) {
    const encke_level &level = tensor.levels[l];
    if (isDense(level) || tensor.crd_bytes == 8 || fitsNarrow(level.size))
      continue;
    const Array<Index> &column = columns.keys[size_t(l)];
    for (int64_t e = 0; e != columns.size(); ++e)
      if (!fitsNarrow(column[e]))
        throw Error("coordinate " + std::to_string(column[e]) +
                    " of dimension " + std::to_string(level.mode + 1) +
                    " does not fit the tensor's 32-bit coordinates");
  }
}

template <typename Index>
void Packer<Index>::sort(int32_t depth) {
  std::vector<size_t> keys;
  std::vector<int64_t> sizes;
  for (int32_t l = 0; l != depth; ++l)
    if (!isSlot(tensor.levels[l])) {
      keys.push_back(size_t(l));
      sizes.push_back(tensor.levels[l].size);
    }
  sortColumns(columns, keys, sizes);
}

template <typename Index>
Segments Packer<Index>::buildLevels(int32_t depth) {
  Segments segments = Segments::whole(columns.size());
  int32_t l = 0;
  if (depth != 0 && isDense(tensor.levels[0]) && columns.hasStarts(0)) {
    // The segments of a dense first level are found already.
    segments = Segments(makeColumn<int64_t>(
        columns.starts.size(), [&](int64_t c) { return columns.starts[c]; }));
    l = 1;
  } else {
    columns.complete();
  }
  for (; l != depth; ++l)
    segments = makeBuilder(tensor, l, columns)->build(segments);
  return segments;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

template <typename Index>
void Packer<Index>::failOverflow(int64_t entry) const {
  auto key = [&](int32_t l) {
    const Array<Index> &column = columns.keys[size_t(l)];
    if (column.data())
      return int64_t(column[entry]);
    const int64_t *begin = columns.starts.data();
    return std::upper_bound(begin, begin + columns.starts.size(), entry) -
           begin - 1;
  };
  std::string at;
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    at +=
        (mode ? ", " : "") + std::to_string(modeCoordinate(tensor, mode, key));
  throw Error("the sum of the entries at [" + at + "] does not fit in " +
              typeName(tensor.type));
}

/// Adds the value of a duplicate.
template <typename Index>
template <typename T>
void Packer<Index>::add(T &sum, T value, int64_t entry) const {
  if constexpr (std::is_same_v<T, uint8_t>)
    sum |= value;
  else if constexpr (!std::is_integral_v<T>)
    sum += value;
  else if (__builtin_add_overflow(sum, value, &sum))
    failOverflow(entry);
}

/// Records that the zero at a position is an element, not padding.
template <typename Index>
void Packer<Index>::markZero(int64_t position) {
  if (!tensor.zeros)
    tensor.zeros = static_cast<uint64_t *>(
        allocateZeroed((tensor.value_count + 63) / 64, 8));
  tensor.zeros[position / 64] |= uint64_t(1) << (position % 64);
}

/// One value for each segment; a segment without entries is padding.
template <typename Index>
template <typename T>
void Packer<Index>::fillValues(const Segments &segments) {
  int64_t count = segments.size();
  Elements &from = columns.values;
  if (segments.isSingle() && from.releasable()) {
    tensor.values = from.release();
    tensor.value_count = count;
    tensor.owns_values = 1;
    return;
  }
  const T *entries = from.data<T>();
  tensor.values = allocate(count, sizeof(T));
  tensor.value_count = count;
  tensor.owns_values = 1;
  T *values = static_cast<T *>(tensor.values);
  bool padding = hasPadding(tensor);
  std::atomic<bool> anyZero{false};
  parallelFor(count, [&](int64_t q, int64_t last) {
    bool zero = false;
    for (; q != last; ++q) {
      int64_t e = segments.start(q), end = segments.start(q + 1);
      values[q] = e == end ? T(0) : entries[e];
      for (int64_t next = e + 1; next < end; ++next)
        add(values[q], entries[next], next);
      zero |= padding && e != end && values[q] == T(0);
    }
    if (zero)
      anyZero = true;
  });
  for (int64_t q = 0; anyZero && q != count; ++q)
    if (values[q] == T(0) && segments.start(q) != segments.start(q + 1))
      markZero(q);
}

/// Makes `count` values, all zero, in place where there are so many.
template <typename Index>
void Packer<Index>::makeBlocks(int64_t count) {
  int64_t bytes = elementBytes(tensor.type);
  if (tensor.values && tensor.value_count == count) {
    std::memset(tensor.values, 0, size_t(count * bytes));
    return;
  }
  if (tensor.values && !tensor.owns_values)
    throw Error("a view of " + std::to_string(tensor.value_count) +
                " values is read as one of " + std::to_string(count));
  deallocate(std::exchange(tensor.values, nullptr));
  tensor.values = allocateZeroed(count, bytes);
  tensor.value_count = count;
  tensor.owns_values = 1;
}

/// The values below `depth` levels of which the last one is not dense, while
/// all further levels are: a block of values for each segment.
template <typename Index>
template <typename T>
void Packer<Index>::fillBlocks(const Segments &segments, int32_t depth) {
  int64_t block = 1, count;
  for (int32_t l = depth; l != tensor.level_count; ++l)
    if (__builtin_mul_overflow(block, tensor.levels[l].size, &block))
      throw MemoryError(UINT64_MAX);
  if (__builtin_mul_overflow(block, segments.size(), &count))
    throw MemoryError(UINT64_MAX);
  makeBlocks(count);
  T *values = static_cast<T *>(tensor.values);
  const T *entries = columns.values.template data<T>();
  auto position = [&](int64_t q, int64_t e) {
    for (int32_t l = depth; l != tensor.level_count; ++l)
      q = q * tensor.levels[l].size + columns.keys[size_t(l)][e];
    return q;
  };
  bool padding = hasPadding(tensor);
  std::atomic<bool> anyZero{false};
  parallelFor(segments.size(), [&](int64_t q, int64_t last) {
    bool zero = false;
    for (; q != last; ++q)
      for (int64_t e = segments.start(q); e != segments.start(q + 1); ++e) {
        T &value = values[position(q, e)];
        if (value == T(0)) // 0 + -0 would lose the sign
          value = entries[e];
        else
          add(value, entries[e], e);
        zero |= value == T(0);
      }
    if (padding && zero)
      anyZero = true;
  });
  for (int64_t q = 0; anyZero && q != segments.size(); ++q)
    for (int64_t e = segments.start(q); e != segments.start(q + 1); ++e)
      if (int64_t at = position(q, e); values[at] == T(0))
        markZero(at);
}

//===----------------------------------------------------------------------===//

template <typename Index>
void Packer<Index>::pack() {
  clear();
  int32_t depth = sparseDepth();
  checkCoordinates(depth);
  sort(depth);
  Segments segments = buildLevels(depth);
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    if (depth == tensor.level_count && depth != 0)
      fillValues<T>(segments);
    else
      fillBlocks<T>(segments, depth);
  });
}

template <typename Index>
static bool fitsColumns(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (tensor.levels[l].size > std::numeric_limits<Index>::max())
      return false;
  return true;
}

/// All levels store modes as they are, or are slots.
static bool storesModes(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (!isWhole(tensor.levels[l]) && !isSlot(tensor.levels[l]))
      return false;
  return true;
}

template <typename Index>
void pack(encke_tensor &tensor, std::vector<Array<Index>> modes,
          Elements values, KnownOrder known) {
  if (known.starts.size() != 0 && !storesModes(tensor)) {
    modes[size_t(known.sortedBy[0])] = columnFromStarts<Index>(known.starts);
    known.starts = {};
  }
  if (!fitsColumns<Index>(tensor)) { // diagonals may need more bits than modes
    std::vector<Array<int64_t>> wide;
    for (const Array<Index> &mode : modes)
      wide.push_back(makeColumn<int64_t>(values.size(),
                                         [&](int64_t e) { return mode[e]; }));
    return pack(tensor, std::move(wide), std::move(values), std::move(known));
  }
  Columns<Index> columns;
  columns.keys = byLevel(tensor, std::move(modes), values.size());
  columns.values = std::move(values);
  columns.sortedBy = byLevel(tensor, known.sortedBy);
  if (known.starts.size() != 0) {
    columns.startsOf = columns.sortedBy[0];
    columns.starts = std::move(known.starts);
  }
  columns.distinct = known.distinct;
  Packer<Index>(tensor, std::move(columns)).pack();
}

template <typename Index>
void pack(encke_tensor &tensor, Entries<Index> &entries) {
  // Values come as doubles, integers or, in two parts, complex numbers.
  Elements values;
  if (tensor.type == ENCKE_C128) {
    values = Elements(ENCKE_C128, entries.size());
    auto *target = values.data<std::complex<double>>();
    for (int64_t e = 0; e != entries.size(); ++e)
      target[e] = {entries.values[e].real,
                   entries.imaginary.size() ? entries.imaginary[e] : 0.0};
    entries.values = {};
    entries.imaginary = {};
  } else {
    values = Elements(readsIntegers(tensor.type) ? ENCKE_I64 : ENCKE_F64,
                      std::move(entries.values));
    if (values.type() != tensor.type)
      values = values.as(tensor.type);
  }
  pack(tensor, std::move(entries.coordinates), std::move(values));
}

template void pack(encke_tensor &, Entries<int32_t> &);
template void pack(encke_tensor &, Entries<int64_t> &);
template void pack(encke_tensor &, std::vector<Array<int32_t>>, Elements,
                   KnownOrder);
template void pack(encke_tensor &, std::vector<Array<int64_t>>, Elements,
                   KnownOrder);

} // namespace encke::rt
