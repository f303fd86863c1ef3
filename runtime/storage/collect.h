//===- collect.h - the elements among a tensor's values ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_COLLECT_H
#define ENCKE_RUNTIME_STORAGE_COLLECT_H

#include "storage/expand.h"

namespace encke::rt {

/// Loops over the levels, in this order, visit the elements in the order of
/// these modes; none where they do not.
std::vector<int32_t> modesInOrder(const encke_tensor &tensor,
                                  const std::vector<int32_t> &levels);

/// Adds the elements of a tensor that may store parts of modes, or values that
/// are none of its elements: zeros of a dense one, and padding (L47). Says so
/// where they come in the order of the coordinates although the levels do not.
template <typename Index>
void collect(const encke_tensor &tensor, Expanded<Index> &result);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_COLLECT_H
