//===- Merges.cpp - no loop merges too many sparse tensors ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/CodeSize.h"
#include "passes/Normalize/Normalizer.h"

#include "dialects/CIN/Terms.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/IRMapping.h"

#include <cmath>

using namespace mlir;
using namespace encke;
using namespace encke::ta;
namespace st = mlir::sparse_tensor;

/// The points of a loop's iteration lattice (Kjolstad et al., "The Tensor
/// Algebra Compiler", section 5), at most: each has a loop of its own, with a
/// case for each below it.
static uint64_t countPoints(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!op || isa<ScalarOp>(op) || (isa<AccessOp>(op) && isFull(expr)))
    return 0;
  if (isa<AccessOp>(op))
    return 1;
  bool intersects = isa<MulOp, DivOp, MaskOp, FilterOp>(op);
  if (auto combine = dyn_cast<CombineOp>(op))
    intersects = !combine.getIsUnion();
  uint64_t points = 0;
  for (Value operand : op->getOperands()) {
    if (!isa<ExprType>(operand.getType()))
      continue;
    uint64_t others = countPoints(operand);
    points = intersects
                 ? std::max<uint64_t>(points, 1) * std::max<uint64_t>(others, 1)
                 : (points + 1) * (others + 1) - 1;
    points = std::min<uint64_t>(points, 1000);
  }
  return points;
}

/// The most levels that a sparse operand of `expr` has whose coordinates are
/// merged.
static unsigned countMergedLevels(Value expr) {
  unsigned levels = 0;
  walkExpression(expr, [&](Operation *op) {
    auto access = dyn_cast<AccessOp>(op);
    auto encoding =
        access ? st::getSparseTensorEncoding(access.getTensor().getType())
               : st::SparseTensorEncodingAttr();
    if (!encoding)
      return;
    unsigned merged =
        llvm::count_if(encoding.getLvlTypes(), [](st::LevelType level) {
          return level.getLvlFmt() != st::LevelFormat::Dense;
        });
    levels = std::max(levels, merged);
  });
  return levels;
}

/// Whether the loops that merge `expr` are too many.
static bool mergesTooMuch(Value expr) {
  return cost::isTooManyCases(countPoints(expr), countMergedLevels(expr));
}

Value Normalizer::boundMerges(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!op || isa<AccessOp, ScalarOp>(op) || !mergesTooMuch(expr))
    return expr;
  IRMapping mapping;
  SmallVector<Value> parts;
  for (Value operand : op->getOperands())
    if (isa<ExprType>(operand.getType())) {
      parts.push_back(boundMerges(operand));
      mapping.map(operand, parts.back());
    }
  Value bounded = cloneNode(builder, op, mapping);
  if (parts.size() != 2 || !mergesTooMuch(bounded))
    return bounded;
  bool second = countPoints(parts[1]) > countPoints(parts[0]);
  mapping.map(op->getOperand(second), makeTemporary(parts[second]));
  return cloneNode(builder, op, mapping);
}

/// A difference of integers that are not everywhere is one operation, which
/// keeps the pattern of x - x.
bool Normalizer::isSumOfTerms(Operation *op) {
  if (!isa_and_present<AddOp, SubOp, NegOp>(op))
    return false;
  Type element = cast<ExprType>(op->getResult(0).getType()).getElementType();
  return !isSparse() || !isa<SubOp>(op) || !isa<IntegerType>(element);
}

unsigned Normalizer::countSparseTerms(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!isSumOfTerms(op))
    return hasSparseAccess(expr);
  unsigned count = 0;
  for (Value operand : op->getOperands())
    count += countSparseTerms(operand);
  return count;
}

/// The terms of a sum of many are collected in a row (`cin-schedule`), each by
/// a loop of its own.
bool Normalizer::isCollectedInRows(Value expr) {
  if (countSparseTerms(expr) < minCollectedTerms || !isOfRows(assign.getType()))
    return false;
  bool rows = !assign.getType().getElementType().isInteger(1);
  walkExpression(expr, [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      rows &= isOfRows(access.getTensor().getType());
  });
  return rows;
}

/// The terms of a dense result have a loop each.
Value Normalizer::boundTerms(Value expr) {
  if (isSparse() && !isCollectedInRows(expr))
    return boundMerges(expr);
  return boundEachTerm(expr);
}

Value Normalizer::boundEachTerm(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!isSumOfTerms(op))
    return boundMerges(expr);
  IRMapping mapping;
  bool changed = false;
  for (Value operand : op->getOperands()) {
    Value bounded = boundEachTerm(operand);
    changed |= bounded != operand;
    mapping.map(operand, bounded);
  }
  return changed ? cloneNode(builder, op, mapping) : expr;
}
