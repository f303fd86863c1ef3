//===- expand.cpp - a tensor's elements as columns ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor without padding has a value for every position of its last level,
// so that each level's column is its coordinates, each as often as there are
// values below its position. Of others, the values that are elements are
// collected (collect.h).
//
//===----------------------------------------------------------------------===//

#include "storage/expand.h"
#include "core/timing.h"
#include "storage/collect.h"
#include "storage/level_columns.h"
#include "storage/mapped.h"
#include "storage/walk.h"

#include <numeric>

namespace encke::rt {

/// A column for each mode. All levels store modes as they are. With `inShort`,
/// the starts of the rows may take the place of the first mode's.
template <typename Index>
static void addColumns(const encke_tensor &tensor, Expanded<Index> &result,
                       bool inShort) {
  LevelColumns<Index> columns(tensor, tensor.value_count);
  result.modes.resize(size_t(tensor.order));
  Below below;
  for (int32_t l = tensor.level_count; l-- != 0;) {
    const encke_level &level = tensor.levels[l];
    // Below an empty mode there are no positions, however many are above.
    if (inShort && l == 0 && isDense(level) && below.size() == level.size + 1) {
      result.known.starts = std::move(below);
      return;
    }
    result.modes[size_t(level.mode)] = columns.columnOf(level, below);
    if (l != 0)
      below = columns.aboveOf(level, std::move(below));
  }
}

/// The elements of a tensor are found in the order of its levels.
static KnownOrder findOrder(const encke_tensor &tensor) {
  KnownOrder known;
  std::vector<int32_t> levels(size_t(tensor.level_count));
  std::iota(levels.begin(), levels.end(), 0);
  known.sortedBy = modesInOrder(tensor, levels);
  known.distinct = true;
  for (int32_t l = 0; l != tensor.level_count; ++l)
    known.distinct &= !format::typeOf(tensor.levels[l]).mayRepeat();
  return known;
}

/// Where values stand at positions that no parent has.
template <typename Index>
static void walkAll(const encke_tensor &tensor, Expanded<Index> &result) {
  int64_t count = countStored(tensor), next = 0;
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    result.modes.emplace_back(count);
  result.values = Elements(tensor.type, count);
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    T *values = result.values.template data<T>();
    walkStored(tensor, [&](const int64_t *coordinates, int64_t position) {
      for (size_t mode = 0; mode != result.modes.size(); ++mode)
        result.modes[mode][next] = Index(coordinates[mode]);
      values[next++] = valueAt<T>(tensor, position);
    });
  });
}

template <typename Index>
Expanded<Index> expand(const encke_tensor &tensor, bool inShort) {
  Phase phase("expand");
  Expanded<Index> result;
  result.known = findOrder(tensor);
  if (!tensor.values) {
    result.modes.resize(size_t(tensor.order));
    result.values = Elements(tensor.type, 0);
  } else if (isIrregular(tensor)) {
    walkAll(tensor, result);
  } else if (isMapped(tensor)) {
    Expanded<int64_t> levels; // each of them as a mode
    collect(tensor, levels);
    result.modes = Inverse(tensor).coordinates<Index>(levels.modes);
    result.values = std::move(levels.values);
  } else if (isPlain(tensor)) {
    addColumns(tensor, result, inShort);
    result.values =
        Elements::borrow(tensor.type, tensor.values, tensor.value_count);
  } else {
    collect(tensor, result);
  }
  return result;
}

template Expanded<int32_t> expand(const encke_tensor &, bool);
template Expanded<int64_t> expand(const encke_tensor &, bool);

} // namespace encke::rt
