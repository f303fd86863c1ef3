//===- TAToLinalg.h - the parts of convert-ta-to-linalg ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_TATOLINALG_TATOLINALG_H
#define ENCKE_PASSES_TATOLINALG_TATOLINALG_H

#include "mlir/IR/BuiltinOps.h"

namespace encke {

namespace ta {
class AssignOp;
}

/// Replaces a statement in normal form by linalg operations (Kernels.cpp).
mlir::LogicalResult lowerStatement(ta::AssignOp statement);

/// Replaces reads, prints, sizes and the like by calls of the runtime, and
/// adds `@main` (Program.cpp). With `timing`, statements tell the runtime when
/// they begin.
mlir::LogicalResult lowerProgram(mlir::ModuleOp module, bool timing);

} // namespace encke

#endif // ENCKE_PASSES_TATOLINALG_TATOLINALG_H
