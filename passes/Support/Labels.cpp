//===- Labels.cpp - new names for labels, new tensors over labels ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Labels.h"
#include "passes/Support/Places.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"
#include "passes/Support/Expressions.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using Labels = SmallVector<StringAttr>;

ArrayRef<StringAttr> encke::labelsOf(Value expr) {
  return cast<ExprType>(expr.getType()).getLabels();
}

SmallVector<StringAttr> encke::toLabels(ArrayAttr labels) {
  return llvm::to_vector(labels.getAsRange<StringAttr>());
}

bool encke::haveSameLabels(Value a, Value b) {
  return labelsOf(a).size() == labelsOf(b).size() &&
         std::is_permutation(labelsOf(a).begin(), labelsOf(a).end(),
                             labelsOf(b).begin());
}

FreshLabels::FreshLabels(Value expr) {
  walkExpression(expr, [&](Operation *op) {
    used.insert_range(cast<ExprType>(op->getResult(0).getType()).getLabels());
  });
}

StringAttr FreshLabels::get(StringAttr label) {
  StringAttr fresh;
  do
    fresh = StringAttr::get(label.getContext(),
                            label.getValue() + "_" + Twine(++count));
  while (!used.insert(fresh).second);
  return fresh;
}

Value encke::rebuildOver(
    OpBuilder &builder, Value expr,
    llvm::function_ref<Labels(ArrayRef<StringAttr>)> rename,
    llvm::function_ref<Value(AccessOp)> rebuildAccess,
    llvm::function_ref<Value(RepeatOp, Value)> rebuildRepeat) {
  IRMapping mapping;
  auto rebuild = [&](Operation *op) -> Value {
    if (auto access = dyn_cast<AccessOp>(op))
      return rebuildAccess(access);
    if (auto repeat = dyn_cast<RepeatOp>(op))
      return rebuildRepeat(repeat, mapping.lookup(repeat.getOperand()));
    if (auto sum = dyn_cast<SumOp>(op)) {
      Value operand = mapping.lookup(sum.getOperand());
      Labels over = rename(toLabels(sum.getOver()));
      return over.empty() ? operand
                          : SumOp::create(builder, op->getLoc(), operand, over);
    }
    if (auto reduce = dyn_cast<ReduceOp>(op)) {
      Value operand = mapping.lookup(reduce.getOperand());
      Labels over = rename(toLabels(reduce.getOver()));
      return over.empty()
                 ? operand
                 : ReduceOp::create(builder, op->getLoc(), reduce.getFunction(),
                                    operand, over);
    }
    Value copy = builder.clone(*op, mapping)->getResult(0);
    auto type = cast<ExprType>(copy.getType());
    copy.setType(ExprType::get(type.getContext(), rename(type.getLabels()),
                               type.getElementType()));
    return copy;
  };
  walkExpression(
      expr, [&](Operation *op) { mapping.map(op->getResult(0), rebuild(op)); });
  return mapping.lookup(expr);
}

Value encke::renameLabels(OpBuilder &builder, Value expr, const LabelMap &to) {
  auto rename = [&](ArrayRef<StringAttr> labels) {
    return Labels(llvm::map_range(labels, [&](StringAttr label) {
      auto found = to.find(label);
      return found == to.end() ? label : found->second;
    }));
  };
  return rebuildOver(
      builder, expr, rename,
      [&](AccessOp access) {
        return AccessOp::create(builder, access.getLoc(), access.getTensor(),
                                rename(toLabels(access.getIndices())));
      },
      [&](RepeatOp repeat, Value operand) {
        return RepeatOp::create(builder, repeat.getLoc(), operand,
                                rename(toLabels(repeat.getAlong())),
                                repeat.getSizes());
      });
}

Value encke::cloneNode(OpBuilder &builder, Operation *op, IRMapping &mapping) {
  Operation *copy = builder.clone(*op, mapping);
  // The other operations take the labels of their operands in any order.
  if (auto negation = dyn_cast<NegOp>(copy))
    negation.getResult().setType(
        cast<ExprType>(negation.getOperand().getType()));
  return copy->getResult(0);
}

ta::AssignOp encke::makeStatement(
    OpBuilder &builder, Location loc, Value expr, ArrayRef<StringAttr> labels,
    llvm::function_ref<RankedTensorType(ArrayRef<int64_t>)> typeOf) {
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  for (StringAttr label : labels) {
    OpFoldResult size = getLabelSize(builder, loc, expr, label);
    if (std::optional<int64_t> known = getConstantIntValue(size)) {
      shape.push_back(*known);
    } else {
      shape.push_back(ShapedType::kDynamic);
      sizes.push_back(cast<Value>(size));
    }
  }
  auto statement = ta::AssignOp::create(builder, withoutTensorName(loc),
                                        typeOf(shape), expr, labels, sizes);
  // What its part of a statement stores, a temporary stores, zeros included.
  statement.setZeros(statement.getType().getEncoding() && isDenseTensor(expr));
  return statement;
}

void encke::giveSchedule(AssignOp from, AssignOp part) {
  llvm::SetVector<StringAttr> labels;
  walkExpression(part.getValue(), [&](Operation *op) {
    labels.insert_range(labelsOf(op->getResult(0)));
  });
  cin::setSchedule(
      part, cin::restrictToPart(cin::getSchedule(from), labels.getArrayRef()));
}

unsigned encke::getPositionWidthIn(Value expr) {
  unsigned width = 32;
  walkExpression(expr, [&](Operation *op) {
    auto access = dyn_cast<AccessOp>(op);
    if (access && access.getTensor().getType().getEncoding())
      width = std::max(width, getPositionWidth(access.getTensor().getType()));
  });
  return width;
}

RankedTensorType encke::getCompressedType(ArrayRef<int64_t> shape, Type element,
                                          unsigned width, bool hasAllRows) {
  Format format = Format::dense(shape.size());
  llvm::fill(format.levels, LevelType::compressed());
  if (hasAllRows && shape.size() == 2)
    format.levels.front() = LevelType::dense();
  return getTensorType(format, shape, element, width);
}
