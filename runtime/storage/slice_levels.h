//===- slice_levels.h - a slice out of a tensor's levels --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_SLICE_LEVELS_H
#define ENCKE_RUNTIME_STORAGE_SLICE_LEVELS_H

#include "encke/tensor.h"
#include "storage/range.h"

#include <vector>

namespace encke::rt {

/// Fills `result`, of the levels of `source`, which isPlain and has values, and
/// the sizes of the ranges, which are by mode and inside of the sizes of
/// `source`. Takes time for what is in the slice, and for what a step leaves
/// out between.
void sliceLevels(encke_tensor &result, const encke_tensor &source,
                 const std::vector<Range> &ranges);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_SLICE_LEVELS_H
