//===- pack_values.cpp - the values of sorted entries ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/pack.h"
#include "storage/packer.h"

#include <algorithm>
#include <string>

namespace encke::rt {

template <typename Index>
void Packer<Index>::failOverflow(int64_t entry) const {
  auto key = [&](int32_t l) {
    if (isComputed(l))
      return coordinateIn(l)(entry);
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
  throw SumError("the sum of the entries at [" + at +
                 "], counted from 0, does not fit in " + typeName(tensor.type));
}

template <typename Index>
void Packer<Index>::markZeros(const std::vector<int64_t> &positions) {
  if (!positions.empty() && !tensor.zeros)
    tensor.zeros = static_cast<uint64_t *>(
        allocateZeroed((tensor.value_count + 63) / 64, 8));
  for (int64_t position : positions)
    tensor.zeros[position / 64] |= uint64_t(1) << (position % 64);
}

/// One value for each segment; a segment without entries is padding.
template <typename Index>
template <typename T>
void Packer<Index>::fillValues(const Segments &segments) {
  int64_t count = segments.size();
  Elements &from = columns.values;
  tensor.value_count = count;
  tensor.owns_values = 1;
  if (segments.isSingle()) {
    tensor.values =
        from.releasable() ? from.release() : from.as(tensor.type).release();
    return;
  }
  const T *entries = from.template data<T>();
  tensor.values = allocate(count, sizeof(T));
  T *values = static_cast<T *>(tensor.values);
  bool padding = hasPadding(tensor);
  ZeroPositions zeros;
  parallelFor(count, [&](int64_t q, int64_t last) {
    std::vector<int64_t> own;
    Overflows overflows;
    for (; q != last; ++q) {
      int64_t e = segments.start(q), end = segments.start(q + 1);
      values[q] = e == end ? T(0) : entries[e];
      for (int64_t next = e + 1; next < end; ++next)
        if (addDuplicate(values[q], entries[next]))
          overflows.add(q, next);
      checkSums(overflows, entries, e, end, [q](int64_t) { return q; });
      if (padding && e != end && values[q] == T(0))
        own.push_back(q);
    }
    zeros.append(own, values);
  });
  markZeros(zeros.get());
}

template <typename Index>
typename Packer<Index>::EntryCoordinate
Packer<Index>::coordinateIn(int32_t l) const {
  encke_level level = tensor.levels[l];
  if (isComputed(l))
    return {columns.keys[modeKey(level.mode)].data(), LevelMap(tensor, level)};
  level.map = ENCKE_WHOLE;
  return {columns.keys[size_t(l)].data(), LevelMap(tensor, level)};
}

template <typename Index>
std::vector<typename Packer<Index>::InnerLevel>
Packer<Index>::innerLevels() const {
  std::vector<InnerLevel> levels;
  for (int32_t l = depth; l != tensor.level_count; ++l)
    levels.push_back({tensor.levels[l].size, coordinateIn(l)});
  return levels;
}

template <typename Index>
int64_t Packer<Index>::blockSize() const {
  int64_t size = 1;
  for (int32_t l = depth; l != tensor.level_count; ++l)
    size = timesSize(size, tensor.levels[l].size);
  return size;
}

/// Makes room for `count` values, in place where there is as much.
template <typename Index>
void Packer<Index>::makeBlocks(int64_t count) {
  if (tensor.values && tensor.value_count == count)
    return;
  if (tensor.values && !tensor.owns_values)
    throw Error("a view of " + std::to_string(tensor.value_count) +
                " values is read as one of " + std::to_string(count));
  deallocate(std::exchange(tensor.values, nullptr));
  tensor.values = allocate(count, elementBytes(tensor.type));
  tensor.value_count = count;
  tensor.owns_values = 1;
}

/// A block of values for each segment.
template <typename Index>
template <typename T>
void Packer<Index>::fillBlocks(const Segments &segments) {
  int64_t size = blockSize();
  makeBlocks(timesSize(segments.size(), size));
  T *values = static_cast<T *>(tensor.values);
  const T *entries = columns.values.template data<T>();
  bool padding = hasPadding(tensor);
  ZeroPositions zeros;
  withPlace([&](auto place) {
    parallelFor(segments.size(), columns.size(), [&](int64_t q, int64_t last) {
      BlockSums<T> sums{values, entries, padding, columns.distinct};
      std::fill(values + q * size, values + last * size, T(0));
      for (; q != last; ++q) {
        int64_t begin = segments.start(q), end = segments.start(q + 1);
        auto placeOf = [&](int64_t e) { return place(q, e); };
        sums.add(begin, end, placeOf);
        checkSums(sums.overflows, entries, begin, end, placeOf);
      }
      zeros.append(sums.zeros, values);
    });
  });
  markZeros(zeros.get());
}

template <typename Index>
void Packer<Index>::fill(const Segments &segments) {
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    if (depth == tensor.level_count && depth != 0)
      fillValues<T>(segments);
    else
      fillBlocks<T>(segments);
  });
}

template class Packer<int32_t>;
template class Packer<int64_t>;

} // namespace encke::rt
