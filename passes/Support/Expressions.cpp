//===- Expressions.cpp - questions about ta expressions -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Expressions.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/Functions.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

static void walkOnce(Value root, llvm::DenseSet<Operation *> &seen,
                     llvm::function_ref<void(Operation *)> visit) {
  Operation *op = root.getDefiningOp();
  if (!op || !isa<ExprType>(root.getType()) || !seen.insert(op).second)
    return;
  for (Value operand : op->getOperands())
    walkOnce(operand, seen, visit);
  visit(op);
}

void encke::walkExpression(Value root,
                           llvm::function_ref<void(Operation *)> visit) {
  llvm::DenseSet<Operation *> seen;
  walkOnce(root, seen, visit);
}

bool encke::hasAccess(Value expr) {
  bool found = false;
  walkExpression(expr, [&](Operation *op) { found |= isa<AccessOp>(op); });
  return found;
}

bool encke::hasSparseAccess(Value expr) {
  bool found = false;
  walkExpression(expr, [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      found |= bool(access.getTensor().getType().getEncoding());
  });
  return found;
}

bool encke::containsReduction(Value expr) {
  bool found = false;
  walkExpression(expr,
                 [&](Operation *op) { found |= isa<SumOp, ReduceOp>(op); });
  return found;
}

bool encke::hasComplement(Value expr) {
  bool found = false;
  walkExpression(expr, [&](Operation *op) {
    auto mask = dyn_cast<MaskOp>(op);
    found |= mask && mask.getComplement();
  });
  return found;
}

bool encke::isPositivePower(Operation *op) {
  auto apply = dyn_cast<ApplyOp>(op);
  if (!apply || apply.getFunction() != "pow")
    return false;
  Value exponent = apply.getOperands()[1];
  while (auto inner = exponent.getDefiningOp<RepeatOp>())
    exponent = inner.getOperand();
  auto scalar = exponent.getDefiningOp<ScalarOp>();
  FloatAttr value;
  return scalar && matchPattern(scalar.getValue(), m_Constant(&value)) &&
         value.getValueAsDouble() > 0;
}

static bool isZero(Attribute value) {
  if (auto number = dyn_cast_if_present<FloatAttr>(value))
    return number.getValue().isZero();
  if (auto number = dyn_cast_if_present<IntegerAttr>(value))
    return number.getValue().isZero();
  auto parts = dyn_cast_if_present<ArrayAttr>(value); // a complex number
  return parts && llvm::all_of(parts, isZero);
}

static bool isFullApply(ApplyOp apply) {
  if (isPositivePower(apply))
    return isFull(apply.getOperands().front());
  return !lookupFunction(apply.getFunction())->keepsZero ||
         llvm::any_of(apply.getOperands(), isFull);
}

bool encke::isFull(Value expr) {
  Operation *op = expr.getDefiningOp();
  auto operand = [&](unsigned k) { return isFull(op->getOperand(k)); };
  if (auto access = dyn_cast<AccessOp>(op)) {
    std::optional<Format> format = getFormat(access.getTensor().getType());
    return format && format->isDense();
  }
  if (auto apply = dyn_cast<ApplyOp>(op))
    return isFullApply(apply);
  if (isa<AddOp, SubOp>(op))
    return operand(0) || operand(1);
  if (auto combine = dyn_cast<CombineOp>(op))
    return combine.getIsUnion() ? operand(0) || operand(1)
                                : operand(0) && operand(1);
  if (isa<MulOp, DivOp>(op))
    return operand(0) && operand(1);
  if (auto mask = dyn_cast<MaskOp>(op))
    return !mask.getComplement() && operand(0) && operand(1);
  // A single value is there also where nothing contributes.
  if (isa<SumOp, ReduceOp>(op))
    return operand(0) || cast<ExprType>(expr.getType()).getLabels().empty();
  if (isa<NegOp, CastOp, RepeatOp, StoredOp>(op))
    return operand(0);
  // A scalar; a zero adds no elements (L44).
  Attribute constant;
  auto scalar = dyn_cast<ScalarOp>(op);
  return !scalar || !matchPattern(scalar.getValue(), m_Constant(&constant)) ||
         !isZero(constant);
}

bool encke::needsSplit(Value expr) {
  return containsReduction(expr) || hasSparseAccess(expr);
}

OpFoldResult encke::getLabelSize(OpBuilder &builder, Location loc, Value expr,
                                 StringAttr label) {
  OpFoldResult size;
  walkExpression(expr, [&](Operation *op) {
    if (size)
      return;
    if (auto access = dyn_cast<AccessOp>(op)) {
      for (auto [mode, index] : llvm::enumerate(access.getIndices())) {
        if (index != label || size)
          continue;
        int64_t dim = access.getTensor().getType().getDimSize(mode);
        if (ShapedType::isDynamic(dim))
          size = tensor::DimOp::create(builder, loc, access.getTensor(), mode)
                     .getResult();
        else
          size = builder.getIndexAttr(dim);
      }
    } else if (auto repeat = dyn_cast<RepeatOp>(op)) {
      for (auto [along, value] :
           llvm::zip(repeat.getAlong(), repeat.getSizes()))
        if (along == label)
          size = value;
    }
  });
  return size;
}
