//===- Normalize.cpp - bring every statement into a sum of terms ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Normalize/Normalizer.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_NORMALIZE
#include "passes/Normalize/Normalize.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// An operator that changes an old value also by its identity: `|` and `&` make
/// it 0 or 1, `any` has none.
static bool changesByIdentity(StringRef function) {
  return function == "or" || function == "and" || function == "any";
}

/// Where they have nothing to reduce, all reductions in an expression are 0,
/// and nothing is divided by that (L45).
static bool allStartFromZero(Value expr) {
  bool allDo = true;
  walkExpression(expr, [&](Operation *op) {
    if (auto reduce = dyn_cast<ReduceOp>(op))
      allDo &= startsFromZero(reduce);
    if (auto quotient = dyn_cast<DivOp>(op))
      allDo &= !containsReduction(quotient.getRhs());
  });
  return allDo;
}

/// A tensor that stores all its elements with its modes in another order is
/// appended to as a sparse one. Where something is reduced to an identity it
/// gets a copy of one in order, which begins with that.
static void assignInOrder(AssignOp assign) {
  RankedTensorType type = assign.getType();
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format || !format->isDense() ||
      allStartFromZero(assign.getValue()))
    return;
  OpBuilder builder(assign);
  auto inOrder = cast<AssignOp>(builder.clone(*assign));
  inOrder.getResult().setType(
      RankedTensorType::get(type.getShape(), type.getElementType()));
  SmallVector<StringAttr> labels(assign.getIndices().getAsRange<StringAttr>());
  assign.getValueMutable().assign(
      AccessOp::create(builder, assign.getLoc(), inOrder, labels));
}

unsigned Normalizer::run() {
  bool isCopy = isDenseTensor(assign.getValue());
  if (mustSplit(assign.getValue()))
    assign.getValueMutable().assign(normalize(assign.getValue()));
  Asking elements = asking(Need::Elements);
  assign.getValueMutable().assign(boundTerms(assign.getValue()));
  // Zeros that are computed are stored, also by way of a temporary.
  if (isSparse() && !isCopy && isDenseTensor(assign.getValue()))
    assign.setZeros(true);
  return temporaries;
}

/// A reduction stays the root of its statement, and so does the accumulation of
/// a dense one into the old value (over stored elements a reduction starts from
/// the identity, as upstream defines it); else the value becomes a sum of
/// terms.
Value Normalizer::normalize(Value value) {
  if (Value reduction = normalizeReduction(value))
    return reduction;
  auto combine = value.getDefiningOp<CombineOp>();
  // What is 0 where it is absent can as well be added there.
  if (combine && combine.getIsUnion() && !isSparse() &&
      combine.getFunction() == "add" && allStartFromZero(value)) {
    value = AddOp::create(builder, combine.getLoc(), combine.getLhs(),
                          combine.getRhs());
  } else if (combine && combine.getIsUnion() && !isSparse() &&
             combine.getLhs().getDefiningOp<AccessOp>()) {
    auto inner = combine.getRhs().getDefiningOp<ReduceOp>();
    bool isSame = inner && inner.getFunction() == combine.getFunction() &&
                  !hasSparseAccess(inner);
    // Another reduction's identity is not one of this.
    bool isChanged = changesByIdentity(combine.getFunction()) || !inner ||
                     inner.getFunction() != combine.getFunction();
    Asking added = asking(isChanged ? Need::Elements : Need::Values);
    Value value = isSame ? normalizeReduction(inner)
                         : withoutReductions(combine.getRhs());
    return CombineOp::create(builder, combine.getLoc(), combine.getFunction(),
                             /*isUnion=*/true, combine.getLhs(), value);
  }
  Summands terms = split(value);
  return this->combine(terms);
}

/// A mask, or a condition, on what is reduced is the same as one on the result.
Value Normalizer::normalizeReduction(Value value) {
  SmallVector<Operation *> restrictions;
  while (isa_and_present<MaskOp, FilterOp>(value.getDefiningOp())) {
    restrictions.push_back(value.getDefiningOp());
    value = restrictions.back()->getOperand(0);
  }
  auto reduce = value.getDefiningOp<ReduceOp>();
  if (!reduce)
    return {};
  // A dense result is zero outside a mask (L41), not the identity.
  bool isZeroOutside =
      reduce.getFunction() == "or" || reduce.getFunction() == "any";
  if (!restrictions.empty() && !isSparse() && !isZeroOutside)
    return withoutReductions(restrictions.front()->getResult(0));
  // It reduces what is stored.
  Asking stored = asking(Need::Elements);
  Value operand = withoutReductions(reduce.getOperand());
  for (Operation *restriction : llvm::reverse(restrictions)) {
    Location loc = restriction->getLoc();
    if (auto filter = dyn_cast<FilterOp>(restriction)) {
      operand = FilterOp::create(builder, loc, operand, storeCondition(filter));
      continue;
    }
    auto mask = cast<MaskOp>(restriction);
    operand = MaskOp::create(builder, loc, operand, mask.getMask(),
                             mask.getComplement());
  }
  SmallVector<StringAttr> over(reduce.getOver().getAsRange<StringAttr>());
  return ReduceOp::create(builder, reduce.getLoc(), reduce.getFunction(),
                          operand, over);
}

/// A sparse result that sums and does something else takes the sums from
/// temporaries, so that one loop sees all that makes its pattern. So does one
/// that sums what the complement of a mask leaves: a reduction over stored
/// elements, which starts from zero.
Value Normalizer::combine(MutableArrayRef<Summand> terms) {
  Value total;
  for (Summand &term : terms) {
    Location loc = term.tree.getLoc();
    if (isSparse() && term.negative && terms.size() == 1) {
      term.tree = NegOp::create(builder, loc, term.tree.getType(), term.tree);
      term.negative = false;
    }
    Value value = term.tree;
    if (!term.summed.empty()) {
      value = SumOp::create(builder, loc, value, term.summed);
      if (terms.size() > 1 && (isSparse() || hasComplement(value)))
        value = materialize(value);
    }
    if (!total)
      total = term.negative
                  ? NegOp::create(builder, loc, value.getType(), value)
                  : value;
    else
      total = term.negative
                  ? SubOp::create(builder, loc, total, value).getResult()
                  : AddOp::create(builder, loc, total, value).getResult();
  }
  return total;
}

void Normalizer::renameBound(Summand &term, ArrayRef<StringAttr> taken) {
  LabelMap to;
  for (StringAttr &label : term.summed)
    if (llvm::is_contained(taken, label))
      label = to[label] = freshLabels.get(label);
  if (!to.empty())
    term.tree = renameLabels(builder, term.tree, to);
}

namespace {
struct Normalize : encke::impl::NormalizeBase<Normalize> {
  void runOnOperation() override {
    getOperation().walk(assignInOrder);
    SmallVector<AssignOp> statements;
    getOperation().walk([&](AssignOp op) { statements.push_back(op); });
    for (AssignOp statement : statements)
      numTemporaries += Normalizer(statement).run();
  }
};
} // namespace
