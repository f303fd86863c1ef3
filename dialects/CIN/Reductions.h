//===- Reductions.h - how an assignment combines ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_REDUCTIONS_H
#define ENCKE_DIALECTS_CIN_REDUCTIONS_H

#include "dialects/CIN/CINDialect.h"

#include "mlir/IR/Builders.h"

namespace encke::cin {

/// The name of the operator (ta::lookupOperator); empty for a plain set.
llvm::StringRef getOperatorName(Reduction reduction);

/// The reduction by the operator of that name; `none` when it does not reduce.
Reduction getReduction(llvm::StringRef name);

/// Appends the factors of a product that is computed in one block.
void collectFactors(mlir::Value value, mlir::Block *block,
                    llvm::SmallVectorImpl<mlir::Value> &factors);

/// The reduction that an operation on (old, new) is; `none` when it is none.
Reduction getReduction(mlir::Operation *op);

/// `old` with `value` accumulated into it; `value` itself for a plain set.
mlir::Value emitReduction(mlir::OpBuilder &builder, mlir::Location loc,
                          Reduction reduction, mlir::Value old,
                          mlir::Value value);

/// What the reduction leaves as it is: 0 for +=, infinity for min=.
mlir::Value emitIdentity(mlir::OpBuilder &builder, mlir::Location loc,
                         Reduction reduction, mlir::Type type);

/// The reduction that collects, in a workspace, what `reduction` then takes
/// into the result at once: += for -=, else the same.
Reduction getCollecting(Reduction reduction);

/// What the assignment accumulates can be collected in several copies of its
/// dense tensor, which begin with the identity and are combined at the end.
bool canCollectInParts(AssignOp assign);

/// The first assignment whose elements the iterations of the loop share, or
/// null. In a parallel loop the others like it go to the same tensor.
AssignOp findSharing(ForallOp forall);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_REDUCTIONS_H
