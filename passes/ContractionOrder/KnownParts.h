//===- KnownParts.h - expressions that a tensor holds -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CONTRACTIONORDER_KNOWNPARTS_H
#define ENCKE_PASSES_CONTRACTIONORDER_KNOWNPARTS_H

#include "passes/Support/Labels.h"

#include "dialects/TA/TADialect.h"

namespace encke {

/// The statements so far that make dense tensors, to be found by what they
/// compute, whatever the labels are called and in which order they stand:
/// `A[i,k] * B[k,j]` is what `A[p,q] * B[q,r]` is.
class KnownParts {
public:
  void add(ta::AssignOp statement);

  /// An access of a tensor that holds `expr`, a part of `reader`: of the same
  /// block, with no reading of the clock in between. Null without one.
  mlir::Value find(mlir::OpBuilder &builder, mlir::Value expr,
                   ta::AssignOp reader) const;

private:
  llvm::SmallVector<ta::AssignOp> statements;
};

} // namespace encke

#endif // ENCKE_PASSES_CONTRACTIONORDER_KNOWNPARTS_H
