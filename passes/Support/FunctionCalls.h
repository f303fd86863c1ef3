//===- FunctionCalls.h - who calls the functions of a module ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_FUNCTIONCALLS_H
#define ENCKE_PASSES_SUPPORT_FUNCTIONCALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace encke {

/// The calls of a module's functions, found by one walk over it: to ask for the
/// users of each function in turn would take quadratic time. Calls that are
/// made or erased later are not known.
class FunctionCalls {
public:
  explicit FunctionCalls(mlir::ModuleOp module);

  /// The calls of a function, or none where something else may use it as well.
  std::optional<llvm::ArrayRef<mlir::func::CallOp>>
  of(mlir::func::FuncOp function) const;

private:
  llvm::DenseMap<mlir::StringAttr, llvm::SmallVector<mlir::func::CallOp>> calls;
  llvm::DenseSet<mlir::StringAttr> usedOtherwise;
  /// False where an operation that nobody knows may use any symbol.
  bool isKnown = false;
};

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_FUNCTIONCALLS_H
