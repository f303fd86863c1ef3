//===- PatternOrigins.h - tensors that store the same places ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_MERGELEVELS_PATTERNORIGINS_H
#define ENCKE_PASSES_MERGELEVELS_PATTERNORIGINS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace encke {

/// Tells from which tensor of the program a sparse tensor has its pattern:
/// through results that store what an operand stores, and the calls of kernels.
class PatternOrigins {
public:
  /// Of a module whose functions and calls stay as they are while it is asked.
  explicit PatternOrigins(mlir::ModuleOp module);

  /// A value outside of all kernels, or the value itself.
  mlir::Value getOrigin(mlir::Value tensor) const;
  /// The tensors store elements at the same places, in the same format.
  bool areSame(mlir::Value a, mlir::Value b) const;

private:
  mlir::Value getOriginOfResult(mlir::OpResult result) const;

  /// The calls of functions that are called once; null for others.
  llvm::DenseMap<mlir::StringAttr, mlir::func::CallOp> calls;
  llvm::DenseMap<mlir::StringAttr, mlir::func::FuncOp> functions;
};

} // namespace encke

#endif // ENCKE_PASSES_MERGELEVELS_PATTERNORIGINS_H
