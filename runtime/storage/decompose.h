//===- decompose.h - the parts of a hybrid tensor ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_DECOMPOSE_H
#define ENCKE_RUNTIME_STORAGE_DECOMPOSE_H

#include "encke/tensor.h"
#include "format/hybrid.h"

#include <vector>

namespace encke::rt {

/// Fills `parts`, whose formats and sizes are set, one more than there are
/// conditions: an element is in the first part whose condition holds, or in the
/// last one. All conditions are evaluated once, and their queries ask the whole
/// of `source`.
void decompose(const encke_tensor &source,
               const std::vector<format::Condition> &conditions,
               const std::vector<encke_tensor *> &parts);

/// A matrix in a format, or in the parts of a hybrid: new tensors of the
/// running context, of the type and the widths of `source`.
std::vector<encke_tensor *> storeParts(const encke_tensor &source,
                                       const std::vector<format::Part> &parts);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_DECOMPOSE_H
