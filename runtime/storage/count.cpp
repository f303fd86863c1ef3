//===- count.cpp - how many elements a tensor has -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/level_map.h"
#include "storage/walk.h"

#include <algorithm>

namespace encke::rt {

/// Of values that each belong to a position: what is not zero, and the zeros
/// that are said to be elements.
template <typename T>
static int64_t countValues(const encke_tensor &tensor) {
  const T *values = static_cast<const T *>(tensor.values);
  if (!tensor.zeros)
    return std::count_if(values, values + tensor.value_count,
                         [](const T &value) { return value != T(0); });
  int64_t count = 0;
  for (int64_t at = 0; at != tensor.value_count; ++at)
    count += values[at] != T(0) || isStoredZero(tensor, at);
  return count;
}

int64_t countStored(const encke_tensor &tensor) {
  bool hasRuns = std::any_of(
      tensor.levels, tensor.levels + tensor.level_count,
      [](const encke_level &level) { return format::typeOf(level).isRun(); });
  int64_t count = 0;
  if (isIrregular(tensor) || hasRuns)
    walkStored(tensor, [&](const int64_t *, int64_t) { ++count; });
  else if (!hasPadding(tensor) || tensor.full)
    count = tensor.value_count;
  else if (tensor.values)
    withElement(tensor.type, [&](auto element) {
      count = countValues<decltype(element)>(tensor);
    });
  return count;
}

} // namespace encke::rt
