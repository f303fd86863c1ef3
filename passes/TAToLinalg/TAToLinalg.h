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

#include <optional>

namespace encke {

namespace ta {
class AssignOp;
}

/// The calls of a module's functions, found by one walk over it: to ask for the
/// users of each kernel in turn would take quadratic time.
class KernelCalls {
public:
  explicit KernelCalls(mlir::ModuleOp module);

  /// The calls of a function, or none where something else uses it as well.
  std::optional<llvm::ArrayRef<mlir::func::CallOp>>
  of(mlir::func::FuncOp function) const;

private:
  llvm::DenseMap<mlir::StringAttr, llvm::SmallVector<mlir::func::CallOp>> calls;
  llvm::DenseSet<mlir::StringAttr> usedOtherwise;
  /// False where an operation that nobody knows may use any symbol.
  bool isKnown = false;
};

/// Replaces a statement in normal form by linalg operations (Kernels.cpp).
/// Returns the empty tensor that they fill, or null where they update an old
/// value of the result.
mlir::FailureOr<mlir::tensor::EmptyOp> lowerStatement(ta::AssignOp statement,
                                                      const KernelCalls &calls);

/// Makes the empty tensor that a kernel fills a parameter, which its callers
/// allocate (Destination.cpp). Does nothing outside kernels.
void passDestination(mlir::tensor::EmptyOp empty, const KernelCalls &calls);

/// The tensor is a kernel's parameter, for which every call is given what a
/// loop carries, the kernel's result replaces, and nothing needs afterwards: it
/// may be written in place (Destination.cpp).
bool mayOverwrite(mlir::Value tensor, const KernelCalls &calls);

/// Replaces reads, prints, sizes and the like by calls of the runtime, and
/// adds `@main` (Program.cpp). With `timing`, statements tell the runtime when
/// they begin.
mlir::LogicalResult lowerProgram(mlir::ModuleOp module, bool timing);

} // namespace encke

#endif // ENCKE_PASSES_TATOLINALG_TATOLINALG_H
