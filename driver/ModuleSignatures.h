//===- ModuleSignatures.h - functions of a module for a library -*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_MODULESIGNATURES_H
#define ENCKE_DRIVER_MODULESIGNATURES_H

#include "driver/Signatures.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <vector>

namespace encke {

/// Marks the public functions of a module as those that a library exports, and
/// says what they take: arg0, arg1, .... None after an error.
std::optional<std::vector<FunctionSignature>>
exportFunctions(mlir::ModuleOp module);

/// Positions and coordinates of all tensors in the module get so many bits: in
/// a library the caller's arrays say how many.
void setWidths(mlir::ModuleOp module, unsigned width);

} // namespace encke

#endif // ENCKE_DRIVER_MODULESIGNATURES_H
