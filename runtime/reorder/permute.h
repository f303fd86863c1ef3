//===- permute.h - tensors with renumbered coordinates ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_REORDER_PERMUTE_H
#define ENCKE_RUNTIME_REORDER_PERMUTE_H

#include "core/array.h"
#include "encke/tensor.h"

#include <vector>

namespace encke::rt {

/// Fills `result`, which has the format and the sizes of `source`, with its
/// elements: coordinate c of mode m becomes (*numbers[m])[c]. A mode whose
/// entry is null stays as it is.
void permute(encke_tensor &result, const encke_tensor &source,
             const std::vector<const Array<int32_t> *> &numbers);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_REORDER_PERMUTE_H
