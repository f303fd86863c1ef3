//===- Bodies.h - expressions inside linalg.generic -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the body of a linalg.generic with sparse operands, arithmetic has the
// meaning that upstream's sparse compiler gives it: products intersect the
// patterns of their operands, sums and differences unite them, and functions
// with f(0) = 0 of one operand keep them. Everything else says what happens to
// absent elements with the operations of the sparse_tensor dialect. Where no
// operand can be absent, plain arithmetic says it all.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_TATOLINALG_BODIES_H
#define ENCKE_PASSES_TATOLINALG_BODIES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace encke {

/// Emits an expression that does not reduce. `elements` has the element of each
/// ta.access in it, and gets that of every part. What is the same at every
/// point is made with `outside`, in front of the linalg.generic.
mlir::Value emitTree(mlir::OpBuilder &outside, mlir::OpBuilder &body,
                     mlir::Location loc, mlir::Value tree,
                     llvm::DenseMap<mlir::Value, mlir::Value> &elements);

/// Emits one step of a reduction (see ta::emitReduction) of the elements of
/// `tree`, of which `value` is one.
mlir::Value emitStep(mlir::OpBuilder &body, mlir::Location loc,
                     llvm::StringRef function, mlir::Value tree,
                     mlir::Value soFar, mlir::Value value);

/// Emits "`value`, where it is not zero".
mlir::Value emitNonzero(mlir::OpBuilder &body, mlir::Location loc,
                        mlir::Value value);

} // namespace encke

#endif // ENCKE_PASSES_TATOLINALG_BODIES_H
