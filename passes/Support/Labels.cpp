//===- Labels.cpp - new names for labels, new tensors over labels ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Labels.h"
#include "passes/Support/Places.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"
#include "passes/Support/Expressions.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

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

Value encke::renameLabels(OpBuilder &builder, Value expr, const LabelMap &to) {
  auto rename = [&](ArrayRef<Attribute> labels) {
    SmallVector<StringAttr> renamed;
    for (Attribute label : labels) {
      auto found = to.find(cast<StringAttr>(label));
      renamed.push_back(found == to.end() ? cast<StringAttr>(label)
                                          : found->second);
    }
    return renamed;
  };
  IRMapping mapping;
  walkExpression(expr, [&](Operation *op) {
    Location loc = op->getLoc();
    Value copy;
    if (auto access = dyn_cast<AccessOp>(op)) {
      copy = AccessOp::create(builder, loc, access.getTensor(),
                              rename(access.getIndices().getValue()));
    } else if (auto repeat = dyn_cast<RepeatOp>(op)) {
      copy = RepeatOp::create(builder, loc, mapping.lookup(repeat.getOperand()),
                              rename(repeat.getAlong().getValue()),
                              repeat.getSizes());
    } else if (auto sum = dyn_cast<SumOp>(op)) {
      copy = SumOp::create(builder, loc, mapping.lookup(sum.getOperand()),
                           rename(sum.getOver().getValue()));
    } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
      copy = ReduceOp::create(builder, loc, reduce.getFunction(),
                              mapping.lookup(reduce.getOperand()),
                              rename(reduce.getOver().getValue()));
    } else {
      Operation *clone = builder.clone(*op, mapping);
      auto type = cast<ExprType>(clone->getResult(0).getType());
      SmallVector<Attribute> old(type.getLabels().begin(),
                                 type.getLabels().end());
      clone->getResult(0).setType(
          ExprType::get(type.getContext(), rename(old), type.getElementType()));
      copy = clone->getResult(0);
    }
    mapping.map(op->getResult(0), copy);
  });
  return mapping.lookup(expr);
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
  return ta::AssignOp::create(builder, withoutTensorName(loc), typeOf(shape),
                              expr, labels, sizes);
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
  llvm::fill(format.levels, LevelType::CompressedUnique);
  if (hasAllRows && shape.size() == 2)
    format.levels.front() = LevelType::Dense;
  return getTensorType(format, shape, element, width);
}
