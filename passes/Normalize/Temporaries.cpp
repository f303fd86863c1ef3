//===- Temporaries.cpp - parts of an expression that are stored -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Normalize/Identities.h"
#include "passes/Normalize/Normalizer.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"

#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// Whether what is done with `expr` tells an absent element from what `expr` is
/// there.
bool Normalizer::dependsOnPattern(Value expr) {
  bool isZero = !inQuotient && isZeroWhereAbsent(expr);
  if (onlyElements)
    return true;
  if (onlyValues && !isZero)
    return false;
  return isSparse() || keepsPattern || (isSummed && !isZero);
}

/// The values of `expr`, with the identities of reductions, where it has
/// elements.
Value Normalizer::withElements(Value expr) {
  auto rewrite = [&](bool &only) {
    llvm::SaveAndRestore<bool> restricted(only, true);
    return withoutReductions(expr);
  };
  Value values = rewrite(onlyValues), elements = rewrite(onlyElements);
  return MaskOp::create(builder, expr.getLoc(), values, elements,
                        /*complement=*/false);
}

Value Normalizer::withoutReductions(Value expr) {
  if (!containsReduction(expr))
    return expr;
  llvm::SaveAndRestore<bool> full(onlyValues, onlyValues || isFull(expr));
  if (dependsOnPattern(expr) && computesWithIdentities(expr) && !onlyElements)
    return withElements(expr);
  Operation *op = expr.getDefiningOp();
  if (isa<SumOp, ReduceOp>(op))
    return materialize(expr);
  auto quotient = dyn_cast<DivOp>(op);
  llvm::SaveAndRestore<bool> divided(
      inQuotient, inQuotient || (quotient && !sumsDividend(quotient)));
  IRMapping mapping;
  auto combine = dyn_cast<CombineOp>(op);
  for (Value operand : op->getOperands()) {
    if (!isa<ExprType>(operand.getType()))
      continue;
    GuardedBy guarded(guards, guardsOf(op, operand));
    // An operator takes a missing zero for what it is, but an identity for a
    // value, unless it passes a lone operand on (L42).
    bool tellsAbsent = combine
                           ? combine.getIsUnion() || mayBeAnnihilated(operand)
                           : annihilates(op, operand);
    llvm::SaveAndRestore<bool> stored(keepsPattern,
                                      keepsPattern || tellsAbsent);
    llvm::SaveAndRestore<bool> values(onlyValues, onlyValues && !tellsAbsent);
    mapping.map(operand, withoutReductions(operand));
  }
  return cloneNode(builder, op, mapping);
}

/// A temporary is dense, with zeros for absent elements (or the identity of a
/// reduction), unless what is done with it depends on its pattern.
RankedTensorType Normalizer::getTemporaryType(Value expr,
                                              ArrayRef<StringAttr> labels,
                                              ArrayRef<int64_t> shape) {
  Type element = cast<ExprType>(expr.getType()).getElementType();
  if (!dependsOnPattern(expr) || isFull(expr) || shape.empty())
    return RankedTensorType::get(shape, element);
  RankedTensorType target = assign.getType();
  if (isSparse() &&
      llvm::equal(labels, assign.getIndices().getAsRange<StringAttr>()))
    return RankedTensorType::get(shape, element, target.getEncoding());
  unsigned width =
      isSparse() ? getPositionWidth(target) : getPositionWidthIn(expr);
  return getCompressedType(shape, element, width, /*hasAllRows=*/false);
}

bool encke::isOfRows(RankedTensorType type) {
  std::optional<Format> format = getFormat(type);
  return !type.getEncoding() ||
         (format && format->levels.back() == LevelType::CompressedUnique &&
          llvm::count(format->levels, LevelType::Dense) + 1 ==
              int64_t(format->levels.size()));
}

/// An access of a temporary that holds `expr` where the guard has elements.
Value Normalizer::makeGuarded(Value expr, AccessOp guard) {
  llvm::SetVector<StringAttr> labels;
  labels.insert_range(guard.getIndices().getAsRange<StringAttr>());
  labels.insert_range(labelsOf(expr));
  auto masked = MaskOp::create(builder, expr.getLoc(), expr, guard,
                               /*complement=*/false);
  auto typeOf = [&](ArrayRef<int64_t> shape) {
    Type element = cast<ExprType>(expr.getType()).getElementType();
    RankedTensorType type = guard.getTensor().getType();
    if (isOfRows(type) && type.getRank() == int64_t(labels.size()))
      return RankedTensorType::get(shape, element, type.getEncoding());
    return getCompressedType(shape, element, getPositionWidth(type),
                             /*hasAllRows=*/false);
  };
  AssignOp temporary = makeStatement(builder, assign.getLoc(), masked,
                                     labels.getArrayRef(), typeOf);
  giveSchedule(assign, temporary);
  ++temporaries;
  temporaries += Normalizer(temporary).run();
  return AccessOp::create(builder, expr.getLoc(), temporary,
                          labels.getArrayRef());
}

/// Of a function's operand only the sums are computed apart: as few of them as
/// a guard has elements, or each for fewer labels than the operand has.
bool Normalizer::staysInFunction(Value operand) {
  if (!isFull(operand) || !containsReduction(operand))
    return false;
  if (findGuard(guards, operand))
    return true;
  size_t labels = labelsOf(operand).size();
  bool areSmaller = true;
  walkExpression(operand, [&](Operation *op) {
    if (isa<SumOp, ReduceOp>(op))
      areSmaller &= labelsOf(op->getResult(0)).size() < labels;
  });
  return areSmaller;
}

Value Normalizer::materialize(Value expr) {
  return mustSplit(expr) ? makeTemporary(expr) : expr;
}

Value Normalizer::makeTemporary(Value expr) {
  if (AccessOp guard = findGuard(guards, expr))
    return makeGuarded(expr, guard);
  SmallVector<StringAttr> labels(labelsOf(expr));
  SmallVector<StringAttr> target(assign.getIndices().getAsRange<StringAttr>());
  if (labels.size() == target.size() &&
      std::is_permutation(labels.begin(), labels.end(), target.begin()))
    labels = target;
  AssignOp temporary = makeStatement(
      builder, assign.getLoc(), expr, labels, [&](ArrayRef<int64_t> shape) {
        return getTemporaryType(expr, labels, shape);
      });
  giveSchedule(assign, temporary);
  ++temporaries;
  Normalizer inner(temporary);
  temporaries += inner.run();
  return AccessOp::create(builder, expr.getLoc(), temporary, labels);
}
