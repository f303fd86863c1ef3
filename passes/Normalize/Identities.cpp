//===- Identities.cpp - what reductions of nothing do ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Normalize/Identities.h"
#include "passes/Support/Expressions.h"

#include "dialects/TA/Functions.h"
#include "dialects/TA/TADialect.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

bool encke::mayBeMissing(Value expr) {
  if (isFull(expr))
    return false;
  Operation *op = expr.getDefiningOp();
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return startsFromZero(reduce);
  if (isa<AccessOp, FilterOp, SumOp, MaskOp>(op))
    return true;
  auto isMissing = [](Value operand) {
    return isa<ExprType>(operand.getType()) && mayBeMissing(operand);
  };
  // L45: a quotient is computed also with the 0 that a sum of nothing gives.
  if (isa<DivOp>(op))
    return llvm::any_of(op->getOperands(), [&](Value operand) {
      return isMissing(operand) && !isFullButForReductions(operand);
    });
  if (auto combine = dyn_cast<CombineOp>(op))
    return combine.getIsUnion() || llvm::any_of(op->getOperands(), isMissing);
  if (isa<MulOp>(op))
    return llvm::any_of(op->getOperands(), isMissing);
  // A sum or a function is computed where any of its operands is there; that of
  // a number is so by what else it is applied to.
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isMissing(operand) || !hasAccess(operand);
  });
}

bool encke::mayBeInfinite(Value expr) {
  if (!isa<FloatType>(cast<ExprType>(expr.getType()).getElementType()))
    return false;
  bool found = false;
  walkExpression(expr, [&](Operation *op) {
    auto reduce = dyn_cast<ReduceOp>(op);
    found |= reduce && !isFull(reduce.getOperand()) &&
             (reduce.getFunction() == "min" || reduce.getFunction() == "max");
  });
  return found;
}

bool encke::hasOwnPattern(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!op || isFull(expr) || isa<SumOp, ReduceOp>(op))
    return false;
  return isa<AccessOp, FilterOp>(op) ||
         llvm::any_of(op->getOperands(), [](Value operand) {
           return isa<ExprType>(operand.getType()) && hasOwnPattern(operand);
         });
}

bool encke::annihilates(Value factor, Value other) {
  return mayBeMissing(factor) && mayBeInfinite(other);
}

bool encke::isKnownWhereAbsent(ApplyOp apply) {
  const ElementwiseFunction *function = lookupFunction(apply.getFunction());
  return function->arity == 1 || function->keepsZero ||
         llvm::any_of(apply.getOperands(), [](Value operand) {
           return !containsReduction(operand) &&
                  (isFull(operand) || !hasAccess(operand));
         });
}

bool encke::mustStore(Value expr) {
  bool found = false;
  walkExpression(expr, [&](Operation *op) {
    auto apply = dyn_cast<ApplyOp>(op);
    found |= isa<SumOp, ReduceOp>(op) || (apply && !isKnownWhereAbsent(apply));
  });
  return found;
}

bool encke::computesWithIdentities(Value expr) {
  Operation *op = expr.getDefiningOp();
  return isa<AddOp, SubOp, ApplyOp>(op) && op->getNumOperands() == 2 &&
         !isFull(expr) && llvm::all_of(op->getOperands(), hasAccess) &&
         !llvm::all_of(op->getOperands(), isZeroWhereAbsent);
}
