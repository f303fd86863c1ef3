//===- levels.h - pictures of how tensors are stored ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_PICTURE_LEVELS_H
#define ENCKE_RUNTIME_PICTURE_LEVELS_H

#include "core/output.h"
#include "encke/tensor.h"

#include <string>

namespace encke::rt {

/// Draws a small tensor as the tree that its levels are: a line for each level
/// with the coordinates of its positions, each of them above those that belong
/// to it, then the values, `.` for padding. Below it are the arrays. Throws
/// where it is too large to be looked at.
void drawLevels(const encke_tensor &tensor, Output &out);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_PICTURE_LEVELS_H
