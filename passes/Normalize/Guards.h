//===- Guards.h - where a part of an expression matters ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_NORMALIZE_GUARDS_H
#define ENCKE_PASSES_NORMALIZE_GUARDS_H

#include "dialects/TA/TADialect.h"

#include "llvm/ADT/SmallVector.h"

namespace encke {

/// Accesses of sparse tensors without whose elements the part of a statement
/// that is looked at does not matter: factors, dividends and masks of it.
using Guards = llvm::SmallVector<ta::AccessOp>;

/// The other operands of `op` without whose elements `operand` does not matter.
llvm::SmallVector<mlir::Value> guardsOf(mlir::Operation *op,
                                        mlir::Value operand);

/// While it lives, `others` are factors of what is looked at, or masks.
class GuardedBy {
public:
  GuardedBy(Guards &guards, mlir::ValueRange others);
  ~GuardedBy() { guards.truncate(before); }
  GuardedBy(const GuardedBy &) = delete;
  GuardedBy &operator=(const GuardedBy &) = delete;

private:
  Guards &guards;
  size_t before;
};

/// Those without any of the labels `hidden`: of a sum they are others inside.
Guards withoutLabels(const Guards &guards,
                     llvm::ArrayRef<mlir::StringAttr> hidden);

/// A guard that has labels of `expr`, all or more than one of them; null if
/// there is none, or if some points of `expr` have no element anyway.
ta::AccessOp findGuard(const Guards &guards, mlir::Value expr);

} // namespace encke

#endif // ENCKE_PASSES_NORMALIZE_GUARDS_H
