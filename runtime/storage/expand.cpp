//===- expand.cpp - a tensor's elements as columns ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor without padding has a value for every position of its last level,
// so that each level's column is its coordinates, each as often as there are
// values below its position. Others are walked.
//
//===----------------------------------------------------------------------===//

#include "storage/expand.h"
#include "core/threads.h"
#include "storage/walk.h"

namespace encke::rt {

namespace {

/// Where the values below each position of a level begin; empty where position
/// and value are the same.
using Below = Array<int64_t>;

template <typename Index>
class Expander {
public:
  explicit Expander(const encke_tensor &tensor) : tensor(tensor) {}

  void columns(Expanded<Index> &result, bool inShort);

private:
  Array<Index> columnOf(const encke_level &level, const Below &below) const;
  Below aboveOf(const encke_level &level, Below below) const;

  const encke_tensor &tensor;
};

} // namespace

/// Calls f with an array of 4- or 8-byte integers.
template <typename F>
static auto withIntegers(const void *array, int32_t bytes, F &&f) {
  if (bytes == 4)
    return f(static_cast<const int32_t *>(array));
  return f(static_cast<const int64_t *>(array));
}

/// The coordinates of a level, one for each value.
template <typename Index>
Array<Index> Expander<Index>::columnOf(const encke_level &level,
                                       const Below &below) const {
  auto spread = [&](auto coordinate) {
    return below.size() == 0 ? makeColumn<Index>(tensor.value_count, coordinate)
                             : spreadColumn<Index>(below, coordinate);
  };
  if (isDense(level))
    return spread([&](int64_t q) { return q % level.size; });
  if (below.size() == 0 && tensor.crd_bytes == sizeof(Index))
    return Array<Index>::borrow(static_cast<const Index *>(level.crd),
                                level.crd_count);
  return withIntegers(level.crd, tensor.crd_bytes, [&](auto *crd) {
    return spread([=](int64_t q) { return crd[q]; });
  });
}

/// Where the values below each position of the level above begin.
template <typename Index>
Below Expander<Index>::aboveOf(const encke_level &level, Below below) const {
  auto first = [&](int64_t q) { return below.size() == 0 ? q : below[q]; };
  if (isDense(level)) {
    int64_t positions =
        below.size() == 0 ? tensor.value_count : below.size() - 1;
    int64_t parents = level.size == 0 ? 0 : positions / level.size;
    return makeColumn<int64_t>(
        parents + 1, [&](int64_t p) { return first(p * level.size); });
  }
  if (!level.pos) // S: the positions are those above
    return below;
  return withIntegers(level.pos, tensor.pos_bytes, [&](auto *pos) {
    return makeColumn<int64_t>(level.pos_count,
                               [&](int64_t p) { return first(pos[p]); });
  });
}

/// A column for each mode. All levels store modes as they are.
template <typename Index>
void Expander<Index>::columns(Expanded<Index> &result, bool inShort) {
  result.modes.resize(size_t(tensor.order));
  Below below;
  for (int32_t l = tensor.level_count; l-- != 0;) {
    const encke_level &level = tensor.levels[l];
    // Below an empty mode there are no positions, however many are above.
    if (inShort && l == 0 && isDense(level) && below.size() == level.size + 1) {
      result.known.starts = std::move(below);
      return;
    }
    result.modes[size_t(level.mode)] = columnOf(level, below);
    if (l != 0)
      below = aboveOf(level, std::move(below));
  }
}

static bool isPlain(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (!isWhole(tensor.levels[l]))
      return false;
  return !hasPadding(tensor) && !isAllDense(tensor);
}

/// The elements one by one.
template <typename Index, typename T>
static void collect(const encke_tensor &tensor, Expanded<Index> &result) {
  const T *from = static_cast<const T *>(tensor.values);
  bool dense = isAllDense(tensor);
  auto isElement = [&](int64_t position) {
    return !dense || from[position] != T(0);
  };
  int64_t count = 0;
  walkStored(tensor, [&](const int64_t *, int64_t position) {
    count += isElement(position);
  });
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    result.modes.emplace_back(count);
  result.values = Elements(tensor.type, count);
  T *values = result.values.template data<T>();
  int64_t next = 0;
  walkStored(tensor, [&](const int64_t *coordinates, int64_t position) {
    if (!isElement(position))
      return;
    for (int32_t mode = 0; mode != tensor.order; ++mode)
      result.modes[size_t(mode)][next] = Index(coordinates[mode]);
    values[next++] = from[position];
  });
}

template <typename Index>
Expanded<Index> expand(const encke_tensor &tensor, bool inShort) {
  Expanded<Index> result;
  if (isPlain(tensor) && tensor.values) {
    Expander<Index>(tensor).columns(result, inShort);
    result.known.distinct = true;
    for (int32_t l = 0; l != tensor.level_count; ++l) {
      result.known.sortedBy.push_back(tensor.levels[l].mode);
      result.known.distinct &=
          tensor.levels[l].type != ENCKE_COMPRESSED_NONUNIQUE;
    }
    result.values =
        Elements::borrow(tensor.type, tensor.values, tensor.value_count);
    return result;
  }
  withElement(tensor.type, [&](auto element) {
    collect<Index, decltype(element)>(tensor, result);
  });
  return result;
}

template Expanded<int32_t> expand(const encke_tensor &, bool);
template Expanded<int64_t> expand(const encke_tensor &, bool);

} // namespace encke::rt
