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
// A level of blocks or of places inside them is computed from the mode's column
// where it is needed, unless the entries are sorted by it: that column alone is
// sorted along. The last key of a sort may be the mode itself in place of its
// blocks.
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

/// All levels store modes as they are, or are slots.
static bool storesModes(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (!isWhole(tensor.levels[l]) && !isSlot(tensor.levels[l]))
      return false;
  return true;
}

namespace {

template <typename Index>
class Packer {
public:
  explicit Packer(encke_tensor &tensor)
      : tensor(tensor), depth(sparseDepth()) {}

  void setColumns(std::vector<Array<Index>> modes, Elements values,
                  KnownOrder known);
  void pack();

private:
  void clear();
  int32_t sparseDepth() const;
  int32_t lastKey() const;
  bool isComputed(int32_t l) const;
  /// Where the column of a mode is from which levels are computed.
  size_t modeKey(int32_t mode) const {
    return size_t(tensor.level_count + mode);
  }
  void checkCoordinates() const;
  void sort();
  void computeLevels();
  Segments buildLevels();

  template <typename T>
  void fillValues(const Segments &segments);
  template <typename T>
  void fillBlocks(const Segments &segments);
  void makeBlocks(int64_t count);
  template <typename T>
  void add(T &sum, T value, int64_t entry) const;
  void failOverflow(int64_t entry) const;
  void markZero(int64_t position);

  encke_tensor &tensor;
  int32_t depth; ///< of the last level that is not a plain array
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

/// The innermost level by which the entries are sorted, or -1.
template <typename Index>
int32_t Packer<Index>::lastKey() const {
  int32_t l = depth - 1;
  while (l >= 0 && isSlot(tensor.levels[l]))
    --l;
  return l;
}

/// The level's coordinates are computed from its mode's column.
template <typename Index>
bool Packer<Index>::isComputed(int32_t l) const {
  int32_t map = tensor.levels[l].map;
  return (map == ENCKE_BLOCK && (l >= depth || l == lastKey())) ||
         (map == ENCKE_INSIDE && l >= depth);
}

/// Turns columns by mode into columns by level.
template <typename Index>
void Packer<Index>::setColumns(std::vector<Array<Index>> modes, Elements values,
                               KnownOrder known) {
  auto &keys = columns.keys;
  keys.resize(size_t(tensor.level_count + tensor.order));
  columns.distinct = known.distinct;
  if (known.starts.size() != 0) {
    const encke_level &first = tensor.levels[0];
    int32_t mode = known.sortedBy[0];
    if (!storesModes(tensor))
      modes[size_t(mode)] = columnFromStarts<Index>(known.starts);
    if (first.mode == mode && first.map == ENCKE_BLOCK)
      columns.starts = makeColumn<int64_t>(first.size + 1, [&](int64_t c) {
        return known
            .starts[c == first.size ? tensor.sizes[mode] : c * first.block];
      });
    else if (storesModes(tensor))
      columns.starts = std::move(known.starts);
  }
  columns.sortedBy = byLevel(tensor, known.sortedBy);
  columns.startsOf = columns.sortedBy.empty() ? 0 : columns.sortedBy[0];

  auto column = [&](int32_t mode) {
    return std::as_const(modes[size_t(mode)]).data();
  };
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    bool isDerived = !isWhole(level) && !isSlot(level) && !isComputed(l);
    if (isDerived && !columns.hasStarts(size_t(l)))
      keys[size_t(l)] =
          levelColumn<Index>(tensor, level, values.size(), column);
  }
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (int32_t mode = tensor.levels[l].mode; isWhole(tensor.levels[l]))
      keys[size_t(l)] = std::move(modes[size_t(mode)]);
    else if (isComputed(l) && !keys[modeKey(mode)].data())
      keys[modeKey(mode)] = std::move(modes[size_t(mode)]);
  columns.values = std::move(values);
}

/// Checks the columns that are there.
template <typename Index>
void Packer<Index>::checkCoordinates() const {
  for (int32_t l = 0; l != depth; ++l) {
    const encke_level &level = tensor.levels[l];
    if (isDense(level) || tensor.crd_bytes == 8 || fitsNarrow(level.size))
      continue;
    const Array<Index> &column = columns.keys[size_t(l)];
    for (int64_t e = 0; e != columns.size() && column.data(); ++e)
      if (!fitsNarrow(column[e]))
        throw Error("coordinate " + std::to_string(column[e]) +
                    " of dimension " + std::to_string(level.mode + 1) +
                    " does not fit the tensor's 32-bit coordinates");
  }
}

template <typename Index>
void Packer<Index>::sort() {
  std::vector<size_t> keys;
  std::vector<int64_t> sizes;
  for (int32_t l = 0; l != depth; ++l)
    if (const encke_level &level = tensor.levels[l]; isComputed(l)) {
      keys.push_back(modeKey(level.mode));
      sizes.push_back(tensor.sizes[level.mode]);
    } else if (!isSlot(level)) {
      keys.push_back(size_t(l));
      sizes.push_back(level.size);
    }
  sortColumns(columns, keys, sizes);
}

template <typename Index>
void Packer<Index>::computeLevels() {
  for (int32_t l = 0; l != depth; ++l)
    if (isComputed(l) && !columns.keys[size_t(l)].data())
      columns.keys[size_t(l)] = levelColumn<Index>(
          tensor, tensor.levels[l], columns.size(), [&](int32_t mode) {
            return std::as_const(columns.keys[modeKey(mode)]).data();
          });
}

template <typename Index>
Segments Packer<Index>::buildLevels() {
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
  computeLevels();
  checkCoordinates();
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
    if (isComputed(l))
      return LevelMap(tensor, tensor.levels[l])
          .coordinate<Index>(
              [&](int32_t mode) { return columns.keys[modeKey(mode)][entry]; });
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
void Packer<Index>::fillBlocks(const Segments &segments) {
  int64_t block = 1, count;
  for (int32_t l = depth; l != tensor.level_count; ++l)
    if (__builtin_mul_overflow(block, tensor.levels[l].size, &block))
      throw MemoryError(UINT64_MAX);
  if (__builtin_mul_overflow(block, segments.size(), &count))
    throw MemoryError(UINT64_MAX);
  makeBlocks(count);
  T *values = static_cast<T *>(tensor.values);
  const T *entries = columns.values.template data<T>();
  struct Inner {
    int64_t size;
    const Index *column;
    LevelMap map;
  };
  std::vector<Inner> inner;
  for (int32_t l = depth; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    encke_level whole = level;
    whole.map = ENCKE_WHOLE;
    const Array<Index> &column =
        columns.keys[isComputed(l) ? modeKey(level.mode) : size_t(l)];
    inner.push_back({level.size, column.data(),
                     LevelMap(tensor, isComputed(l) ? level : whole)});
  }
  auto position = [&](int64_t q, int64_t e) {
    for (const Inner &level : inner)
      q = q * level.size + level.map.template coordinate<Index>(
                               [&](int32_t) { return level.column[e]; });
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
  checkCoordinates(); // names the first one of a file
  sort();
  Segments segments = buildLevels();
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    if (depth == tensor.level_count && depth != 0)
      fillValues<T>(segments);
    else
      fillBlocks<T>(segments);
  });
}

template <typename Index>
static bool fitsColumns(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (tensor.levels[l].size > std::numeric_limits<Index>::max())
      return false;
  return true;
}

template <typename Index>
void pack(encke_tensor &tensor, std::vector<Array<Index>> modes,
          Elements values, KnownOrder known) {
  if (!fitsColumns<Index>(tensor)) { // diagonals may need more bits than modes
    if (known.starts.size() != 0)
      modes[size_t(known.sortedBy[0])] = columnFromStarts<Index>(known.starts);
    known.starts = {};
    std::vector<Array<int64_t>> wide;
    for (const Array<Index> &mode : modes)
      wide.push_back(makeColumn<int64_t>(values.size(),
                                         [&](int64_t e) { return mode[e]; }));
    return pack(tensor, std::move(wide), std::move(values), std::move(known));
  }
  Packer<Index> packer(tensor);
  packer.setColumns(std::move(modes), std::move(values), std::move(known));
  packer.pack();
}

template <typename Index>
void pack(encke_tensor &tensor, Entries<Index> &entries) {
  Elements values = entries.values.release();
  if (entries.imaginary.size() != 0) {
    Elements parts = std::move(values);
    values = Elements(ENCKE_C128, parts.size());
    auto *target = values.data<std::complex<double>>();
    const double *real = parts.data<double>();
    for (int64_t e = 0; e != parts.size(); ++e)
      target[e] = {real[e], entries.imaginary[e]};
    entries.imaginary = {};
  } else if (values.type() != tensor.type) {
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
