//===- DenseLayout.cpp - dense tensors as their statements want them ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Labels that are one loop become one (Groups.cpp). Then each term of each
// statement has a layout chosen (Terms.cpp), by loops (Loops.cpp) or as matrix
// products (Products.cpp), and all of them are carried out.
//
//===----------------------------------------------------------------------===//

#include "passes/DenseLayout/Layout.h"
#include "passes/Support/Labels.h"
#include "passes/Support/Orders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_DENSELAYOUT
#include "passes/DenseLayout/DenseLayout.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using Labels = Layout::Labels;

namespace {

class Rewriter {
public:
  explicit Rewriter(AssignOp statement)
      : statement(statement), builder(statement), loc(statement.getLoc()),
        target(toLabels(statement.getIndices())) {}

  void run(ArrayRef<Term> terms);

private:
  Value transposeOperands(const Term &term);
  AssignOp assign(Value value, const Layout &layout);
  Value turnBack(AssignOp made, const Layout &layout);
  Value compute(const Term &term, bool isAlone);
  Value addProducts(Value base, const Term &term);
  Value combine(Value total, Value value, bool negative);
  Value assignOthers(ArrayRef<const Term *> others, IRMapping &values);

  AssignOp statement;
  OpBuilder builder;
  Location loc;
  Labels target;
};

} // namespace

/// The expression over what the mapping has for parts of it.
static Value rebuild(OpBuilder &builder, Value expr, IRMapping &mapping) {
  if (Value other = mapping.lookupOrNull(expr))
    return other;
  Operation *op = expr.getDefiningOp();
  bool changed = false;
  for (Value operand : op->getOperands())
    if (isa<ExprType>(operand.getType()))
      changed |= rebuild(builder, operand, mapping) != operand;
  Value result = changed ? cloneNode(builder, op, mapping) : expr;
  mapping.map(expr, result);
  return result;
}

Value Rewriter::transposeOperands(const Term &term) {
  IRMapping turned;
  for (const auto &[operand, order] : term.layout.operands) {
    AccessOp access = operand;
    Value tensor = transposeTo(builder, loc, access.getTensor(),
                               toLabels(access.getIndices()), order);
    turned.map(
        access.getResult(),
        AccessOp::create(builder, access.getLoc(), tensor, order).getResult());
  }
  return rebuild(builder, term.value, turned);
}

/// A statement of its own for the value, in the order of the layout. What is
/// known of the whole goes on with it.
AssignOp Rewriter::assign(Value value, const Layout &layout) {
  AssignOp made = assignInOrder(builder, statement, value,
                                layout.result.empty() ? target : layout.result);
  made->setDiscardableAttrs(statement->getDiscardableAttrDictionary());
  if (layout.gemm)
    made.setGemmAttr(layout.gemm->getAttr(builder.getContext()));
  return made;
}

Value Rewriter::turnBack(AssignOp made, const Layout &layout) {
  return layout.result.empty()
             ? made.getResult()
             : transposeTo(builder, loc, made, layout.result, target)
                   .getResult();
}

/// A term that loops compute. One that is alone is turned back by what assigns
/// it.
Value Rewriter::compute(const Term &term, bool isAlone) {
  Value value = transposeOperands(term);
  if (term.layout.result.empty())
    return value;
  AssignOp made = assign(value, term.layout);
  if (isAlone)
    return AccessOp::create(builder, loc, made, term.layout.result);
  return AccessOp::create(builder, loc, turnBack(made, term.layout), target);
}

Value Rewriter::combine(Value total, Value value, bool negative) {
  if (!total)
    return negative ? NegOp::create(builder, loc, value.getType(), value)
                    : value;
  return negative ? SubOp::create(builder, loc, total, value).getResult()
                  : AddOp::create(builder, loc, total, value).getResult();
}

/// The terms that loops compute, as a statement in front of the products,
/// unless they are nothing but the old value. Null when there are none.
Value Rewriter::assignOthers(ArrayRef<const Term *> others, IRMapping &values) {
  if (others.empty())
    return {};
  Value total;
  for (const Term *term : others)
    total = combine(total, values.lookup(term->value), term->negative);
  auto access = total.getDefiningOp<AccessOp>();
  if (access && access.getTensor().getType() == statement.getType() &&
      access.getIndices() == statement.getIndices())
    return access.getTensor();
  return AssignOp::create(builder, loc, statement.getType(), total, target,
                          statement.getSizes());
}

/// Matrix products that are added to `base`, a tensor, or to zero.
Value Rewriter::addProducts(Value base, const Term &term) {
  Value value = transposeOperands(term);
  Value old;
  if (base)
    old = AccessOp::create(builder, loc, base, target);
  value = combine(old, value, term.negative);
  return turnBack(assign(value, term.layout), term.layout);
}

void Rewriter::run(ArrayRef<Term> terms) {
  SmallVector<const Term *> others;
  for (const Term &term : terms)
    if (!term.layout.gemm)
      others.push_back(&term);
  IRMapping values;
  for (const Term *term : others)
    values.map(term->value,
               compute(*term, others.size() == 1 && !term->negative));
  if (others.size() == terms.size()) {
    statement.getValueMutable().assign(
        rebuild(builder, statement.getValue(), values));
    return;
  }
  Value result = assignOthers(others, values);
  for (const Term &term : terms)
    if (term.layout.gemm)
      result = addProducts(result, term);
  statement.replaceAllUsesWith(result);
  statement.erase();
}

namespace {
struct DenseLayout : encke::impl::DenseLayoutBase<DenseLayout> {
  using DenseLayoutBase::DenseLayoutBase;

  void runOnOperation() override {
    numCollapsed += collapseLabels(getOperation());
    // All are chosen first: it matters how others read a tensor, or make it.
    for (auto &[statement, terms] : chooseLayouts(getOperation(), fuse)) {
      if (llvm::all_of(
              terms, [](const Term &term) { return term.layout.isAsBefore(); }))
        continue;
      Rewriter(statement).run(terms);
      for (const Term &term : terms) {
        numProducts += term.layout.gemm.has_value();
        numTranspositions +=
            term.layout.operands.size() + !term.layout.result.empty();
      }
    }
  }
};
} // namespace
