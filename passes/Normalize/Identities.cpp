//===- Identities.cpp - what reductions of nothing do ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Normalize/Identities.h"
#include "passes/Support/Expressions.h"

#include "dialects/TA/TADialect.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

bool encke::mayBeAnnihilated(Value expr) {
  Operation *op = expr.getDefiningOp();
  auto combine = dyn_cast<CombineOp>(op);
  if (isa<MulOp, DivOp>(op) || (combine && !combine.getIsUnion()))
    return llvm::any_of(op->getOperands(), [](Value operand) {
      return !isFull(operand) && mayBeAnnihilated(operand);
    });
  return isZeroWhereAbsent(expr);
}

bool encke::mayBeInfinite(Value expr) {
  if (!isa<FloatType>(cast<ExprType>(expr.getType()).getElementType()) ||
      isZeroWhereAbsent(expr))
    return false;
  bool found = false;
  walkExpression(expr, [&](Operation *op) {
    if (auto reduce = dyn_cast<ReduceOp>(op))
      found |= reduce.getFunction() == "min" || reduce.getFunction() == "max";
  });
  return found;
}

bool encke::annihilates(Operation *op, Value factor) {
  auto product = dyn_cast<MulOp>(op);
  return product && isZeroWhereAbsent(factor) &&
         mayBeInfinite(factor == product.getLhs() ? product.getRhs()
                                                  : product.getLhs());
}

bool encke::computesWithIdentities(Value expr) {
  Operation *op = expr.getDefiningOp();
  return isa<AddOp, SubOp, ApplyOp>(op) && op->getNumOperands() == 2 &&
         !isFull(expr) && llvm::all_of(op->getOperands(), hasAccess) &&
         !llvm::all_of(op->getOperands(), isZeroWhereAbsent);
}
