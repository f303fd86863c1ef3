//===- pack.cpp - builds a tensor's levels from entries -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entries are sorted into storage order; then the levels are built from the
// outermost in. Above each level its parent positions partition the entries
// into segments; a level turns every segment into its part of pos and crd, and
// into the segments of its own positions. One builder a level type, none a
// format. Dense levels with no other level below them need no segments: their
// values are found by arithmetic.
//
//===----------------------------------------------------------------------===//

#include "storage/pack.h"
#include "core/error.h"
#include "storage/sort.h"
#include "storage/tensor.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace encke::rt {

namespace {

/// A partition of the entries, one segment a position.
class Segments {
public:
  /// All entries in one segment.
  static Segments whole(int64_t entries) {
    Array<int64_t> starts(2);
    starts[0] = 0;
    starts[1] = entries;
    return Segments(std::move(starts));
  }
  /// Every entry in its own segment.
  static Segments single(int64_t entries) {
    Segments segments;
    segments.positions = entries;
    return segments;
  }
  /// Segment p is starts[p] ... starts[p+1]-1.
  explicit Segments(Array<int64_t> starts)
      : starts(std::move(starts)), positions(this->starts.size() - 1) {}

  int64_t size() const { return positions; }
  bool isSingle() const { return starts.size() == 0; }
  /// Where segment p begins; p may be size().
  int64_t start(int64_t p) const { return isSingle() ? p : starts[p]; }

private:
  Segments() = default;

  Array<int64_t> starts; ///< none for `single`
  int64_t positions = 0;
};

template <typename Index>
class Packer {
public:
  Packer(encke_tensor &tensor, Entries<Index> &entries)
      : tensor(tensor), entries(entries) {}

  void pack();

private:
  void clear();
  int32_t sparseDepth() const;
  void sort(int32_t depth);

  Segments build(encke_level &level, const Segments &parents);
  Segments buildDense(encke_level &level, const Segments &parents);
  Segments buildCompressed(encke_level &level, const Segments &parents);
  Segments buildNonunique(encke_level &level, const Segments &parents);
  Segments buildSingleton(encke_level &level, const Segments &parents);
  void setPositions(encke_level &level, const Segments &parents);
  void setCoordinates(encke_level &level);
  void checkCoordinates(const encke_level &level) const;

  template <typename T>
  void fillValues(const Segments &segments);
  template <typename T>
  void fillTrailingDense(const Segments &segments, int32_t depth);
  template <typename T>
  void add(T &sum, T value, int64_t entry) const;

  const Array<Index> &coordinatesOf(const encke_level &level) const {
    return entries.coordinates[size_t(level.mode)];
  }

  encke_tensor &tensor;
  Entries<Index> &entries;
};

} // namespace

template <typename T>
static T convert(Value value) {
  return T(value.integer);
}
template <>
double convert<double>(Value value) {
  return value.real;
}
template <>
float convert<float>(Value value) {
  return float(value.real);
}
template <>
std::complex<double> convert<std::complex<double>>(Value value) {
  return value.real;
}
template <>
uint8_t convert<uint8_t>(Value value) {
  return value.real != 0;
}

/// `count` integers of 4 or 8 bytes, which they fit: at(0), at(1), ...
template <typename At>
static void *makeIntegers(int32_t bytes, int64_t count, At at) {
  void *memory = allocate(count, bytes);
  if (bytes == 4)
    for (int64_t i = 0; i != count; ++i)
      static_cast<int32_t *>(memory)[i] = int32_t(at(i));
  else
    for (int64_t i = 0; i != count; ++i)
      static_cast<int64_t *>(memory)[i] = at(i);
  return memory;
}

static void checkPositions(const encke_tensor &tensor, int64_t largest) {
  if (tensor.pos_bytes == 4 && !fitsNarrow(largest))
    throw Error("position " + std::to_string(largest) +
                " does not fit the tensor's 32-bit positions");
}

//===----------------------------------------------------------------------===//
// The builders, one for each level type
//===----------------------------------------------------------------------===//

template <typename Index>
Segments Packer<Index>::buildDense(encke_level &level,
                                   const Segments &parents) {
  const Array<Index> &coordinates = coordinatesOf(level);
  int64_t positions;
  if (__builtin_mul_overflow(parents.size(), level.size, &positions) ||
      positions == INT64_MAX)
    throw MemoryError(UINT64_MAX);
  Array<int64_t> starts(positions + 1);
  std::fill(starts.begin(), starts.end(), 0);
  for (int64_t p = 0; p != parents.size(); ++p) {
    int64_t *own = starts.data() + p * level.size + 1;
    for (int64_t e = parents.start(p), end = parents.start(p + 1); e != end;
         ++e)
      ++own[coordinates[e]];
  }
  std::inclusive_scan(starts.begin(), starts.end(), starts.begin());
  return Segments(std::move(starts));
}

template <typename Index>
void Packer<Index>::checkCoordinates(const encke_level &level) const {
  if (tensor.crd_bytes == 8 || fitsNarrow(level.size))
    return;
  const Array<Index> &coordinates = coordinatesOf(level);
  for (int64_t e = 0; e != entries.size(); ++e)
    if (!fitsNarrow(coordinates[e]))
      throw Error("coordinate " + std::to_string(coordinates[e]) +
                  " of dimension " + std::to_string(level.mode + 1) +
                  " does not fit the tensor's 32-bit coordinates");
}

/// One coordinate for every entry.
template <typename Index>
void Packer<Index>::setCoordinates(encke_level &level) {
  const Index *from = coordinatesOf(level).data();
  level.crd_count = entries.size();
  level.crd = makeIntegers(tensor.crd_bytes, entries.size(),
                           [=](int64_t e) { return int64_t(from[e]); });
}

/// The segments of the parents are the level's positions.
template <typename Index>
void Packer<Index>::setPositions(encke_level &level, const Segments &parents) {
  checkPositions(tensor, entries.size());
  level.pos_count = parents.size() + 1;
  level.pos = makeIntegers(tensor.pos_bytes, level.pos_count,
                           [&](int64_t p) { return parents.start(p); });
}

template <typename Index>
Segments Packer<Index>::buildCompressed(encke_level &level,
                                        const Segments &parents) {
  const Array<Index> &coordinates = coordinatesOf(level);
  int64_t repeated = 0;
  if (!parents.isSingle())
    for (int64_t p = 0; p != parents.size(); ++p)
      for (int64_t e = parents.start(p) + 1; e < parents.start(p + 1); ++e)
        repeated += coordinates[e] == coordinates[e - 1];
  if (repeated == 0) {
    setPositions(level, parents);
    setCoordinates(level);
    return Segments::single(entries.size());
  }

  int64_t distinct = entries.size() - repeated;
  checkPositions(tensor, distinct);
  Array<int64_t> starts(distinct + 1), positions(parents.size() + 1);
  int64_t next = 0;
  for (int64_t p = 0; p != parents.size(); ++p) {
    positions[p] = next;
    int64_t begin = parents.start(p), end = parents.start(p + 1);
    for (int64_t e = begin; e != end; ++e)
      if (e == begin || coordinates[e] != coordinates[e - 1])
        starts[next++] = e;
  }
  positions[parents.size()] = distinct;
  starts[distinct] = entries.size();
  level.pos_count = positions.size();
  level.pos = makeIntegers(tensor.pos_bytes, positions.size(),
                           [&](int64_t p) { return positions[p]; });
  level.crd_count = distinct;
  level.crd = makeIntegers(tensor.crd_bytes, distinct, [&](int64_t q) {
    return int64_t(coordinates[starts[q]]);
  });
  return Segments(std::move(starts));
}

template <typename Index>
Segments Packer<Index>::buildNonunique(encke_level &level,
                                       const Segments &parents) {
  setPositions(level, parents);
  setCoordinates(level);
  return Segments::single(entries.size());
}

// Below a level that gives every entry its own position.
template <typename Index>
Segments Packer<Index>::buildSingleton(encke_level &level, const Segments &) {
  setCoordinates(level);
  return Segments::single(entries.size());
}

template <typename Index>
Segments Packer<Index>::build(encke_level &level, const Segments &parents) {
  checkCoordinates(level);
  switch (level.type) {
  case ENCKE_DENSE:
    return buildDense(level, parents);
  case ENCKE_COMPRESSED:
    return buildCompressed(level, parents);
  case ENCKE_COMPRESSED_NONUNIQUE:
    return buildNonunique(level, parents);
  case ENCKE_SINGLETON:
    return buildSingleton(level, parents);
  }
  throw Error("a level of an unknown type");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Adds the value of a duplicate.
template <typename Index>
template <typename T>
void Packer<Index>::add(T &sum, T value, int64_t entry) const {
  if constexpr (std::is_same_v<T, uint8_t>) {
    sum |= value;
  } else if constexpr (!std::is_integral_v<T>) {
    sum += value;
  } else if (__builtin_add_overflow(sum, value, &sum)) {
    std::string at;
    for (const auto &mode : entries.coordinates)
      at += (at.empty() ? "" : ", ") + std::to_string(mode[entry]);
    throw Error("the sum of the entries at [" + at + "] does not fit in " +
                typeName(tensor.type));
  }
}

/// One value for each segment.
template <typename Index>
template <typename T>
void Packer<Index>::fillValues(const Segments &segments) {
  int64_t count = segments.size();
  tensor.value_count = count;
  tensor.owns_values = 1;
  Array<Value> &from = entries.values;
  bool asRead = std::is_same_v<T, double> || std::is_same_v<T, int64_t>;
  if (segments.isSingle() && asRead && from.capacity() == count) {
    tensor.values = from.release();
    return;
  }
  T *values = static_cast<T *>(allocate(count, sizeof(T)));
  tensor.values = values;
  for (int64_t q = 0; q != count; ++q) {
    int64_t e = segments.start(q), end = segments.start(q + 1);
    values[q] = convert<T>(from[e]);
    while (++e < end)
      add(values[q], convert<T>(from[e]), e);
  }
}

/// The values below `depth` levels of which the last one is not dense, while
/// all further levels are.
template <typename Index>
template <typename T>
void Packer<Index>::fillTrailingDense(const Segments &segments, int32_t depth) {
  int64_t block = 1, count;
  for (int32_t l = depth; l != tensor.order; ++l)
    if (__builtin_mul_overflow(block, tensor.levels[l].size, &block))
      throw MemoryError(UINT64_MAX);
  if (__builtin_mul_overflow(block, segments.size(), &count))
    throw MemoryError(UINT64_MAX);
  if (tensor.values && tensor.value_count == count) {
    std::fill_n(static_cast<T *>(tensor.values), count, T(0));
  } else if (tensor.values && !tensor.owns_values) {
    throw Error("a view of " + std::to_string(tensor.value_count) +
                " values is read as one of " + std::to_string(count));
  } else {
    std::free(tensor.values);
    tensor.values = nullptr;
    tensor.values = allocateZeroed(count, sizeof(T));
    tensor.value_count = count;
    tensor.owns_values = 1;
  }
  T *values = static_cast<T *>(tensor.values);
  for (int64_t q = 0; q != segments.size(); ++q)
    for (int64_t e = segments.start(q); e != segments.start(q + 1); ++e) {
      int64_t at = q;
      for (int32_t l = depth; l != tensor.order; ++l)
        at = at * tensor.levels[l].size + coordinatesOf(tensor.levels[l])[e];
      T value = convert<T>(entries.values[e]);
      if (values[at] == T(0)) // 0 + -0 would lose the sign
        values[at] = value;
      else
        add(values[at], value, e);
    }
}

//===----------------------------------------------------------------------===//

/// Frees what an earlier read left, but keeps values that can be overwritten.
template <typename Index>
void Packer<Index>::clear() {
  for (int32_t l = 0; l != tensor.order; ++l) {
    encke_level &level = tensor.levels[l];
    std::free(level.pos);
    std::free(level.crd);
    level.pos = level.crd = nullptr;
    level.pos_count = level.crd_count = 0;
  }
  if (isAllDense(tensor))
    return;
  if (tensor.owns_values)
    std::free(tensor.values);
  tensor.values = nullptr;
  tensor.value_count = 0;
}

/// The number of levels down to the last one that is not dense.
template <typename Index>
int32_t Packer<Index>::sparseDepth() const {
  int32_t depth = tensor.order;
  while (depth != 0 && isDense(tensor.levels[depth - 1]))
    --depth;
  return depth;
}

template <typename Index>
void Packer<Index>::sort(int32_t depth) {
  std::vector<int64_t> modes, sizes;
  for (int32_t l = 0; l != depth; ++l) {
    modes.push_back(tensor.levels[l].mode);
    sizes.push_back(tensor.levels[l].size);
  }
  sortEntries(entries, modes, sizes);
}

template <typename Index>
void Packer<Index>::pack() {
  clear();
  int32_t depth = sparseDepth();
  sort(depth);
  Segments segments = Segments::whole(entries.size());
  for (int32_t l = 0; l != depth; ++l)
    segments = build(tensor.levels[l], segments);
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    if (depth == tensor.order && depth != 0)
      fillValues<T>(segments);
    else
      fillTrailingDense<T>(segments, depth);
  });
}

template <typename Index>
void pack(encke_tensor &tensor, Entries<Index> &entries) {
  Packer<Index>(tensor, entries).pack();
}

template void pack(encke_tensor &, Entries<int32_t> &);
template void pack(encke_tensor &, Entries<int64_t> &);

} // namespace encke::rt
