//===- assemble.h - arrays of levels that are filled in ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_ASSEMBLE_H
#define ENCKE_RUNTIME_STORAGE_ASSEMBLE_H

#include "encke/tensor.h"

namespace encke::rt {

/// Level `number` gets coordinates for `elements` positions, and zeroed
/// positions for `parents` parents. Throws where the tensor's positions cannot
/// count them.
void allocateLevel(encke_tensor &tensor, int64_t number, int64_t parents,
                   int64_t elements);

/// The values of `count` positions of the innermost level.
void allocateValues(encke_tensor &tensor, int64_t count);

/// Where the children of a parent of the level end.
void setEnd(const encke_tensor &tensor, const encke_level &level,
            int64_t parent, int64_t end);

/// Positions that were not set belong to parents without children.
void closeGaps(encke_tensor &tensor);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_ASSEMBLE_H
