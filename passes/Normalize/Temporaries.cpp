//===- Temporaries.cpp - parts of an expression that are stored -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Normalize/Normalizer.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"

#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// Whether what is done with `expr` tells an absent element from what `expr` is
/// there.
bool Normalizer::dependsOnPattern(Value expr) {
  bool isZero = !countsZero && isZeroWhereAbsent(expr);
  if (onlyElements)
    return true;
  switch (need) {
  case Need::Values:
    return isZero && prefersSparse;
  case Need::Terms:
    return !isZero || prefersSparse;
  case Need::Present:
    return mayBeMissing(expr);
  case Need::Elements:
    return true;
  }
  llvm_unreachable("all are asked for");
}

Need Normalizer::needAt(Value expr) {
  bool isThere = isFull(expr) || (need == Need::Present && !mayBeMissing(expr));
  return isThere ? Need::Values : need;
}

/// A missing factor makes a product 0, which infinity times 0 is not.
Need Normalizer::needOfFactor(Value factor, Value other) {
  if (!annihilates(factor, other))
    return need;
  return need == Need::Values  ? Need::Present
         : need == Need::Terms ? Need::Elements
                               : need;
}

/// What is missing from either side is not divided: zero by zero is not zero.
Need Normalizer::needOfSide(DivOp quotient, Value side) {
  bool isThere = isFullButForReductions(side);
  switch (need) {
  case Need::Values:
  case Need::Present:
    return isThere ? Need::Values : Need::Present;
  case Need::Terms:
    return isThere ? Need::Terms : Need::Elements;
  case Need::Elements:
    return need;
  }
  llvm_unreachable("all are asked for");
}

Need Normalizer::needOf(Operation *op, Value operand) {
  bool isSummed = need == Need::Terms || need == Need::Elements;
  bool ofValues = need == Need::Values || need == Need::Terms;
  if (isa<SumOp>(op))
    return ofValues ? Need::Terms : Need::Elements;
  // A union passes a lone operand on (L42).
  auto combine = dyn_cast<CombineOp>(op);
  if (isa<ReduceOp, StoredOp>(op) || (combine && combine.getIsUnion()))
    return Need::Elements;
  if (combine)
    return isSummed ? Need::Elements : Need::Present;
  if (auto quotient = dyn_cast<DivOp>(op))
    return needOfSide(quotient, operand);
  if (auto product = dyn_cast<MulOp>(op))
    return needOfFactor(operand, operand == product.getLhs()
                                     ? product.getRhs()
                                     : product.getLhs());
  return need;
}

/// Whether the values of `expr` are computed with identities where no sparse
/// temporary of its parts has an element.
bool Normalizer::needsElementsApart(Value expr) {
  return !onlyElements && need != Need::Present && dependsOnPattern(expr) &&
         computesWithIdentities(expr);
}

/// The values of `expr`, with the identities of reductions, where it has
/// elements.
Value Normalizer::withElements(Value expr) {
  auto ofValues = [&] {
    Asking asked = asking(Need::Values);
    return withoutReductions(expr);
  };
  auto ofElements = [&] {
    llvm::SaveAndRestore<bool> restricted(onlyElements, true);
    return withoutReductions(expr);
  };
  Value values = ofValues(), elements = ofElements();
  return MaskOp::create(builder, expr.getLoc(), values, elements,
                        /*complement=*/false);
}

Value Normalizer::withoutReductions(Value expr) {
  if (!mustStore(expr))
    return expr;
  Asking own = asking(needAt(expr));
  if (needsElementsApart(expr))
    return withElements(expr);
  Operation *op = expr.getDefiningOp();
  if (isa<SumOp, ReduceOp>(op))
    return materialize(expr);
  if (auto apply = dyn_cast<ApplyOp>(op); apply && !isKnownWhereAbsent(apply))
    return splitFunction(apply);
  if (auto filter = dyn_cast<FilterOp>(op))
    return FilterOp::create(builder, filter.getLoc(),
                            withoutReductions(filter.getValue()),
                            storeCondition(filter));
  auto quotient = dyn_cast<DivOp>(op);
  llvm::SaveAndRestore<bool> divided(
      countsZero, countsZero || (quotient && !sumsDividend(quotient)));
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    if (!isa<ExprType>(operand.getType()))
      continue;
    GuardedBy guarded(guards, guardsOf(op, operand));
    Asking asked = asking(needOf(op, operand));
    // What is missing from a part of a divisor is 0 to it.
    bool isStored =
        quotient && need == Need::Values && countsZero && mayBeMissing(operand);
    mapping.map(operand,
                isStored ? materialize(operand) : withoutReductions(operand));
  }
  return cloneNode(builder, op, mapping);
}

/// All elements are the value of the format (L50). Those of a temporary differ.
static bool hasOneValue(RankedTensorType type) {
  std::optional<Format> format = getFormat(type);
  return type.getEncoding() && format && format->value;
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
  if (isSparse() && !hasOneValue(target) &&
      llvm::equal(labels, assign.getIndices().getAsRange<StringAttr>()))
    return RankedTensorType::get(shape, element, target.getEncoding());
  unsigned width =
      isSparse() ? getPositionWidth(target) : getPositionWidthIn(expr);
  return getCompressedType(shape, element, width, /*hasAllRows=*/false);
}

bool encke::isOfRows(RankedTensorType type) {
  std::optional<Format> format = getFormat(type);
  return !type.getEncoding() ||
         (format && format->levels.back().isCompressed() &&
          llvm::count(format->levels, LevelType::dense()) + 1 ==
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
    if (isOfRows(type) && !hasOneValue(type) &&
        type.getRank() == int64_t(labels.size()))
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
  Normalizer inner(temporary, need == Need::Present && !onlyElements
                                  ? Need::Present
                                  : Need::Elements);
  temporaries += inner.run();
  return AccessOp::create(builder, expr.getLoc(), temporary, labels);
}
