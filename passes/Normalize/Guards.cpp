//===- Guards.cpp - where a part of an expression matters -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Normalize/Guards.h"
#include "passes/Support/Labels.h"

#include "passes/Support/Expressions.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// Adds the accesses without whose elements `expr` has none.
static void addGuards(Guards &guards, Value expr) {
  Operation *op = expr.getDefiningOp();
  if (auto access = dyn_cast_or_null<AccessOp>(op)) {
    if (!isFull(access))
      guards.push_back(access);
  } else if (auto mask = dyn_cast_or_null<MaskOp>(op)) {
    addGuards(guards, mask.getValue());
    if (!mask.getComplement())
      addGuards(guards, mask.getMask());
  } else if (isa_and_nonnull<MulOp>(op)) {
    addGuards(guards, op->getOperand(0));
    addGuards(guards, op->getOperand(1));
  } else if (isa_and_nonnull<DivOp, NegOp, CastOp, FilterOp>(op)) {
    addGuards(guards, op->getOperand(0));
  }
}

SmallVector<Value> encke::guardsOf(Operation *op, Value operand) {
  if (auto mask = dyn_cast<MaskOp>(op))
    return mask.getComplement() || operand == mask.getMask()
               ? SmallVector<Value>()
               : SmallVector<Value>{mask.getMask()};
  if (auto quotient = dyn_cast<DivOp>(op);
      quotient && operand == quotient.getRhs())
    return {quotient.getLhs()};
  if (auto product = dyn_cast<MulOp>(op))
    return {operand == product.getLhs() ? product.getRhs() : product.getLhs()};
  return {};
}

GuardedBy::GuardedBy(Guards &guards, ValueRange others)
    : guards(guards), before(guards.size()) {
  for (Value other : others)
    addGuards(guards, other);
}

Guards encke::withoutLabels(const Guards &guards, ArrayRef<StringAttr> hidden) {
  Guards visible = guards;
  llvm::erase_if(visible, [&](AccessOp guard) {
    return llvm::any_of(labelsOf(guard), [&](StringAttr label) {
      return llvm::is_contained(hidden, label);
    });
  });
  return visible;
}

/// A label that occurs in `expr` is known to have no coordinates.
static bool hasEmptyLabel(Value expr) {
  bool isEmpty = false;
  walkExpression(expr, [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      isEmpty |= llvm::is_contained(access.getTensor().getType().getShape(), 0);
    else if (auto repeat = dyn_cast<RepeatOp>(op))
      isEmpty |= llvm::any_of(repeat.getSizes(), [](Value size) {
        return getConstantIntValue(size) == 0;
      });
  });
  return isEmpty;
}

AccessOp encke::findGuard(const Guards &guards, Value expr) {
  // A sparse temporary stores nothing where a reduction has no terms, a full
  // expression its identity.
  if (!isFull(expr) || hasEmptyLabel(expr))
    return {};
  ArrayRef<StringAttr> labels = labelsOf(expr);
  auto fits = [&](AccessOp guard) {
    ArrayRef<StringAttr> own = labelsOf(guard);
    bool isDiagonal = guard.getIndices().size() != own.size();
    bool isMatrix = own.size() >= 2 || own.size() == labels.size();
    return !own.empty() && !isDiagonal && isMatrix &&
           llvm::all_of(own, [&](StringAttr label) {
             return llvm::is_contained(labels, label);
           });
  };
  const AccessOp *found = llvm::find_if(guards, fits);
  return found == guards.end() ? AccessOp() : *found;
}
