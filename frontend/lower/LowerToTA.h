//===- LowerToTA.h - checked tree to the ta dialect -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_LOWER_LOWERTOTA_H
#define ENCKE_FRONTEND_LOWER_LOWERTOTA_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
}

namespace encke {

struct CheckedProgram;

/// Writes a checked and supported program (checkSupported) as a module of the
/// ta dialect. `indexWidth` (32 or 64) is the width of positions and
/// coordinates in the types of sparse tensors. The context must have the ta
/// dialect and its dependents, and func, loaded.
mlir::OwningOpRef<mlir::ModuleOp> lowerToTA(const CheckedProgram &program,
                                            const llvm::SourceMgr &sources,
                                            unsigned indexWidth,
                                            mlir::MLIRContext &context);

} // namespace encke

#endif // ENCKE_FRONTEND_LOWER_LOWERTOTA_H
