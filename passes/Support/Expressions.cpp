//===- Expressions.cpp - questions about ta expressions -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Expressions.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/Functions.h"
#include "dialects/TA/Operators.h"
#include "dialects/TA/Scalars.h"
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
  walkExpression(expr,
                 [&](Operation *op) { found |= isa<AccessOp, FilterOp>(op); });
  return found;
}

StringAttr encke::findName(Value expr) {
  auto access = expr.getDefiningOp<AccessOp>();
  if (!access)
    return {};
  auto name = access.getLoc()->findInstanceOf<NameLoc>();
  return name ? name.getName() : StringAttr();
}

bool encke::hasSparseAccess(Value expr) {
  bool found = false;
  walkExpression(expr, [&](Operation *op) {
    auto access = dyn_cast<AccessOp>(op);
    found |= isa<FilterOp>(op) ||
             (access && access.getTensor().getType().getEncoding());
  });
  return found;
}

bool encke::isDenseTensor(Value expr) {
  while (isa_and_nonnull<MaskOp, RepeatOp, CastOp>(expr.getDefiningOp()))
    expr = expr.getDefiningOp()->getOperand(0);
  return expr.getDefiningOp<AccessOp>() && isFull(expr);
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

std::optional<double> encke::getNumber(Value expr) {
  while (isa_and_present<RepeatOp, CastOp>(expr.getDefiningOp()))
    expr = expr.getDefiningOp()->getOperand(0);
  auto scalar = expr.getDefiningOp<ScalarOp>();
  Attribute value;
  if (!scalar || !matchPattern(scalar.getValue(), m_Constant(&value)))
    return std::nullopt;
  if (auto parts = dyn_cast<ArrayAttr>(value)) { // of a complex number
    if (!isZero(parts[1]))
      return std::nullopt;
    value = parts[0];
  }
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getValue().roundToDouble(
        /*isSigned=*/!number.getType().isInteger(1));
  return std::nullopt;
}

/// L26: `pow(x, 2)` and `min(x, 2)` are 0 where x is.
static bool isFullApply(ApplyOp apply) {
  const ElementwiseFunction &function = *lookupFunction(apply.getFunction());
  OperandRange operands = apply.getOperands();
  if (function.atNumbers) {
    std::optional<double> number = getNumber(operands[1]);
    bool isFirst = !number;
    if (isFirst)
      number = getNumber(operands[0]);
    if (number)
      return !function.keepsZeroWith(*number, isFirst) ||
             isFull(operands[isFirst ? 1 : 0]);
  }
  return !function.keepsZero || llvm::any_of(operands, isFull);
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
  if (isa<FilterOp>(op))
    return false;
  // A single value is there also where nothing contributes.
  if (isa<SumOp, ReduceOp>(op))
    return operand(0) || cast<ExprType>(expr.getType()).getLabels().empty();
  if (isa<NegOp, CastOp, RepeatOp, StoredOp>(op))
    return operand(0);
  return true; // a scalar
}

bool encke::startsFromZero(ReduceOp reduce) {
  return ta::startsFromZero(reduce.getFunction());
}

bool encke::isFullButForReductions(Value expr) {
  if (isFull(expr))
    return true;
  Operation *op = expr.getDefiningOp();
  if (isa<AccessOp, FilterOp, SumOp, ReduceOp>(op))
    return isa<SumOp, ReduceOp>(op);
  auto isPart = [](Value operand) {
    return isa<ExprType>(operand.getType()) && isFullButForReductions(operand);
  };
  auto combine = dyn_cast<CombineOp>(op);
  bool needsAll =
      isa<MulOp, DivOp, MaskOp>(op) || (combine && !combine.getIsUnion());
  return needsAll ? llvm::all_of(op->getOperands(), isPart)
                  : llvm::any_of(op->getOperands(), [&](Value operand) {
                      return isPart(operand) && hasAccess(operand);
                    });
}

/// Adds the sparse accesses that a product, or a quotient, has no element
/// without.
static void addFactors(Value expr, SmallVectorImpl<AccessOp> &factors) {
  Operation *op = expr.getDefiningOp();
  if (auto access = dyn_cast<AccessOp>(op); access && !isFull(expr))
    factors.push_back(access);
  if (isa<MulOp, DivOp, NegOp, CastOp>(op))
    for (Value operand : op->getOperands().take_front(isa<MulOp>(op) ? 2 : 1))
      addFactors(operand, factors);
}

bool encke::reducesFactors(Value reduced, ArrayRef<Value> factors) {
  SmallVector<AccessOp> present;
  for (Value factor : factors)
    addFactors(factor, present);
  ArrayRef<StringAttr> open = cast<ExprType>(reduced.getType()).getLabels();
  auto covers = [&](AccessOp read, AccessOp other) {
    return other.getTensor() == read.getTensor() &&
           llvm::all_of(llvm::zip(read.getIndices(), other.getIndices()),
                        [&](auto pair) {
                          auto label = cast<StringAttr>(std::get<0>(pair));
                          return !llvm::is_contained(open, label) ||
                                 std::get<1>(pair) == label;
                        });
  };
  bool areAll = !present.empty();
  walkExpression(reduced, [&](Operation *op) {
    auto access = dyn_cast<AccessOp>(op);
    if (access && !isFull(access.getResult()))
      areAll &= llvm::any_of(
          present, [&](AccessOp other) { return covers(access, other); });
  });
  return areAll;
}

bool encke::sumsDividend(DivOp quotient) {
  return reducesFactors(quotient.getRhs(), quotient.getLhs());
}

bool encke::isZeroWhereAbsent(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (isa<SumOp>(op) || isFull(expr))
    return true;
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return startsFromZero(reduce);
  if (auto quotient = dyn_cast<DivOp>(op); quotient && sumsDividend(quotient))
    return isZeroWhereAbsent(quotient.getLhs());
  if (auto filter = dyn_cast<FilterOp>(op))
    return isZeroWhereAbsent(filter.getValue());
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    if (!isa<ExprType>(operand.getType()) || isFull(operand))
      return true;
    // L45: a quotient is computed also with the 0 that a sum of nothing gives.
    return isZeroWhereAbsent(operand) &&
           !(isa<DivOp>(op) && isFullButForReductions(operand));
  });
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
