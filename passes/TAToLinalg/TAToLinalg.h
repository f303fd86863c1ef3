//===- TAToLinalg.h - the parts of convert-ta-to-linalg ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_TATOLINALG_TATOLINALG_H
#define ENCKE_PASSES_TATOLINALG_TATOLINALG_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

namespace encke {

class FunctionCalls;
class RuntimeCalls;

namespace ta {
class AssignOp;
}

/// Replaces a statement in normal form by linalg operations (Kernels.cpp).
/// Returns the empty tensor that they fill, or null where they update an old
/// value of the result. The places of the clauses of its schedule that some
/// loop has are `heeded`.
mlir::FailureOr<mlir::tensor::EmptyOp>
lowerStatement(ta::AssignOp statement, const FunctionCalls &calls,
               llvm::DenseSet<mlir::Attribute> &heeded);

/// Makes the empty tensor that a kernel fills a parameter, which its callers
/// allocate (Destination.cpp). Does nothing outside kernels.
void passDestination(mlir::tensor::EmptyOp empty, const FunctionCalls &calls);

/// The tensor is a kernel's parameter, for which every call is given what a
/// loop carries, the kernel's result replaces, and nothing needs afterwards: it
/// may be written in place (Destination.cpp).
bool mayOverwrite(mlir::Value tensor, const FunctionCalls &calls);

/// Replaces reads, prints, sizes and the like by calls of the runtime, and
/// adds `@main` (Program.cpp). With `timing`, statements tell the runtime when
/// they begin.
mlir::LogicalResult lowerProgram(mlir::ModuleOp module, bool timing);

/// Has loops free the tensors that their iterations make (LoopTensors.cpp).
void freeTensorsInLoops(mlir::ModuleOp module, RuntimeCalls &runtime);
/// The call is of a function of the program: not a kernel, and not the
/// runtime's (LoopTensors.cpp).
bool callsProgram(mlir::func::CallOp call);

} // namespace encke

#endif // ENCKE_PASSES_TATOLINALG_TATOLINALG_H
