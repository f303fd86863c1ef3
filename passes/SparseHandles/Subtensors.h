//===- Subtensors.h - subtensors that kernels are given ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SPARSEHANDLES_SUBTENSORS_H
#define ENCKE_PASSES_SPARSEHANDLES_SUBTENSORS_H

#include "mlir/IR/BuiltinOps.h"

namespace encke {

/// Kernels take the level arrays of the whole tensor, and the position, in
/// place of what lies below it. The arrays are asked for where the tensor is
/// made, so that a loop that calls such kernels asks the runtime for nothing.
/// What a kernel converts, and so needs as a tensor, is copied. Fails where a
/// copy has no format in the runtime.
mlir::LogicalResult giveSubtensors(mlir::ModuleOp module);

} // namespace encke

#endif // ENCKE_PASSES_SPARSEHANDLES_SUBTENSORS_H
