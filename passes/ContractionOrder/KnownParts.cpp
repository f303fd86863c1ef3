//===- KnownParts.cpp - expressions that a tensor holds -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/KnownParts.h"
#include "passes/Support/Clock.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

namespace {

/// Compares two expressions and finds which label of one is which of the other.
class Comparison {
public:
  bool isSame(Value known, Value expr);
  /// Of a label of the known expression; null if it does not occur.
  StringAttr lookup(StringAttr label) const { return forward.lookup(label); }

private:
  bool match(ArrayAttr known, ArrayAttr labels, bool isOrdered);
  bool match(StringAttr known, StringAttr label);

  LabelMap forward, backward;
};

} // namespace

bool Comparison::match(StringAttr known, StringAttr label) {
  auto [to, isNew] = forward.try_emplace(known, label);
  auto [from, isNewToo] = backward.try_emplace(label, known);
  return to->second == label && from->second == known && isNew == isNewToo;
}

bool Comparison::match(ArrayAttr known, ArrayAttr labels, bool isOrdered) {
  if (known.size() != labels.size())
    return false;
  if (isOrdered)
    return llvm::all_of(llvm::zip(known, labels), [&](auto pair) {
      return match(cast<StringAttr>(std::get<0>(pair)),
                   cast<StringAttr>(std::get<1>(pair)));
    });
  // What is summed was matched below.
  return llvm::all_of(known.getAsRange<StringAttr>(), [&](StringAttr label) {
    return llvm::is_contained(labels, forward.lookup(label));
  });
}

static ArrayAttr getLabels(Operation *op) {
  if (auto access = dyn_cast<AccessOp>(op))
    return access.getIndices();
  if (auto sum = dyn_cast<SumOp>(op))
    return sum.getOver();
  return {};
}

/// Without the labels that it names. Only products and sums of tensors and
/// numbers are compared: they are what takes long.
bool Comparison::isSame(Value known, Value expr) {
  Operation *a = known.getDefiningOp(), *b = expr.getDefiningOp();
  if (!a || !b || a->getName() != b->getName() ||
      !isa<AccessOp, ScalarOp, MulOp, AddOp, SubOp, SumOp, NegOp>(a))
    return false;
  if (isa<AccessOp, ScalarOp>(a)) {
    if (a->getOperands() != b->getOperands())
      return false;
  } else if (!llvm::all_of(
                 llvm::zip(a->getOperands(), b->getOperands()), [&](auto pair) {
                   return isSame(std::get<0>(pair), std::get<1>(pair));
                 })) {
    return false;
  }
  ArrayAttr first = getLabels(a), second = getLabels(b);
  return !first || match(first, second, isa<AccessOp>(a));
}

void KnownParts::add(AssignOp statement) {
  if (!statement.getType().getEncoding())
    statements.push_back(statement);
}

Value KnownParts::find(OpBuilder &builder, Value expr, AssignOp reader) const {
  Type element = cast<ExprType>(expr.getType()).getElementType();
  for (AssignOp statement : statements) {
    Comparison comparison;
    if (statement->getBlock() != reader->getBlock() ||
        !areInOneInterval(statement, reader) ||
        statement.getType().getElementType() != element ||
        !comparison.isSame(statement.getValue(), expr))
      continue;
    SmallVector<StringAttr> labels;
    for (StringAttr label : statement.getIndices().getAsRange<StringAttr>())
      labels.push_back(comparison.lookup(label));
    if (llvm::all_of(labels, [](StringAttr label) { return bool(label); }))
      return AccessOp::create(builder, expr.getLoc(), statement, labels);
  }
  return {};
}
