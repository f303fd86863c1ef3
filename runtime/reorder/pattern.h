//===- pattern.h - where a tensor stores elements ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_REORDER_PATTERN_H
#define ENCKE_RUNTIME_REORDER_PATTERN_H

#include "core/array.h"
#include "encke/tensor.h"

#include <vector>

namespace encke::rt {

/// The coordinates of a tensor's elements, a column for each mode. Orderings
/// number at most 2^31 - 1 things, so 32 bits are enough.
struct Pattern {
  size_t order() const { return sizes.size(); }

  std::vector<int64_t> sizes; ///< by mode
  std::vector<Array<int32_t>> modes;
  int64_t count = 0; ///< of elements
};

/// The pattern of `tensor`, which has to outlive it: arrays of coordinates that
/// are there already are borrowed. Fails when it has too many elements, or too
/// large sizes, to be reordered.
Pattern patternOf(const encke_tensor &tensor);
/// It does not fail.
bool canReorder(const encke_tensor &tensor);

/// Sorts elements, given by their numbers, by one of their coordinates:
/// `number` has the new one of each, or is null. Stable; `spare` is as long.
void sortElements(Array<int32_t> &elements, Array<int32_t> &spare,
                  const Array<int32_t> &coordinates, int64_t size,
                  const Array<int32_t> *number);

/// With new coordinates where `numbers` has them for a mode, and sorted by
/// `modes`, the first one most significant.
Pattern renumber(const Pattern &pattern,
                 const std::vector<const Array<int32_t> *> &numbers,
                 const std::vector<size_t> &modes);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_REORDER_PATTERN_H
