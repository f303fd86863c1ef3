//===- TTGT.cpp - dense contractions as transposes and products -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/TADialect.h"
#include "passes/Cost/Assumed.h"
#include "passes/Cost/Products.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"
#include "passes/Support/Orders.h"
#include "passes/Support/TargetSpec.h"
#include "passes/TTGT/Layout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_TTGT
#include "passes/TTGT/TTGT.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using Labels = Contraction::Labels;

namespace {

/// A term of the sum that a statement is.
struct Term {
  Value value; // of the result's labels
  bool negative = false;
  // Where it becomes matrix products:
  AccessOp a, b;
  std::optional<Layout> layout;
};

class StatementRewriter {
public:
  StatementRewriter(AssignOp statement, bool fuse)
      : statement(statement), fuse(fuse), builder(statement),
        loc(statement.getLoc()), target(toLabels(statement.getIndices())) {}

  /// Rewrites the statement where that pays.
  void run();

  int64_t contractions = 0, transpositions = 0;

private:
  void collectTerms(Value value, bool negative);
  bool match(Term &term);
  bool matchFactors(Value value, Term &term);
  std::optional<Contraction> getContraction(const Term &term);
  Value rebuildOthers();
  Value accumulate(const Term &term, Value base);
  Value contract(const Term &term);
  Value transpose(Value tensor, ArrayRef<StringAttr> from,
                  ArrayRef<StringAttr> to);
  AssignOp assign(Value value, ArrayRef<StringAttr> order, const Term &term);
  Value rebuild(Value tree, const Term &term);
  Value combine(Value total, Value value, bool negative);

  AssignOp statement;
  bool fuse; // kernels will be
  OpBuilder builder;
  Location loc;
  Labels target;
  std::vector<Term> terms;
};

} // namespace

void StatementRewriter::collectTerms(Value value, bool negative) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<AddOp, SubOp>(op) && containsReduction(value)) {
    collectTerms(op->getOperand(0), negative);
    collectTerms(op->getOperand(1), negative != isa<SubOp>(op));
    return;
  }
  if (isa_and_present<NegOp>(op) && containsReduction(value))
    return collectTerms(op->getOperand(0), !negative);
  terms.push_back(Term{value, negative, {}, {}, std::nullopt});
}

/// Two dense tensors, with scalars as factors.
bool StatementRewriter::matchFactors(Value value, Term &term) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<MulOp>(op))
    return matchFactors(op->getOperand(0), term) &&
           matchFactors(op->getOperand(1), term);
  if (isa_and_present<ScalarOp>(op))
    return true;
  auto access = dyn_cast_if_present<AccessOp>(op);
  if (!access || access.getTensor().getType().getEncoding() || term.b)
    return false;
  llvm::DenseSet<Attribute> distinct(access.getIndices().begin(),
                                     access.getIndices().end());
  (term.a ? term.b : term.a) = access;
  return distinct.size() == access.getIndices().size();
}

static bool isBlasType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return type.isF64() || type.isF32() ||
         (complex && complex.getElementType().isF64());
}

/// The statements whose values the expression is part of.
static SmallVector<AssignOp> findStatements(Value expr) {
  SmallVector<AssignOp> statements;
  SmallVector<Value> parts = {expr};
  llvm::DenseSet<Operation *> seen; // expressions share parts
  while (!parts.empty())
    for (Operation *user : parts.pop_back_val().getUsers()) {
      if (!seen.insert(user).second)
        continue;
      if (auto statement = dyn_cast<AssignOp>(user))
        statements.push_back(statement);
      else
        llvm::append_range(parts, user->getResults());
    }
  return statements;
}

/// Whoever reads the tensor does so along its first label, once for each of its
/// own, or for all: so that its loops can be this statement's, too
/// (passes/FuseKernels).
static bool isReadByRows(AssignOp statement) {
  bool isRead = false;
  for (Operation *user : statement->getUsers()) {
    if (isa<tensor::DimOp>(user))
      continue;
    auto access = dyn_cast<AccessOp>(user);
    if (!access || access.getIndices().empty())
      return false;
    SmallVector<AssignOp> readers = findStatements(access);
    for (AssignOp reader : readers)
      if (reader->getBlock() != statement->getBlock() ||
          !(reader.getIndices().empty() ||
            reader.getIndices()[0] == access.getIndices()[0]))
        return false;
    isRead |= !readers.empty();
  }
  return isRead;
}

/// Another statement makes the operand for this one alone, along the label that
/// is first in the result, too.
static bool isMadeByRows(AssignOp statement, AccessOp operand) {
  if (operand.getIndices().empty())
    return false;
  auto source = operand.getTensor().getDefiningOp<AssignOp>();
  return source && !source.getGemmAttr() &&
         source->getBlock() == statement->getBlock() &&
         !statement.getIndices().empty() &&
         operand.getIndices()[0] == statement.getIndices()[0] &&
         llvm::all_of(source->getUsers(), [&](Operation *user) {
           return user == operand || isa<tensor::DimOp>(user);
         });
}

/// The term as a contraction, with what is known of its sizes.
std::optional<Contraction> StatementRewriter::getContraction(const Term &term) {
  Contraction contraction;
  contraction.a = toLabels(AccessOp(term.a).getIndices());
  contraction.b = toLabels(AccessOp(term.b).getIndices());
  contraction.c = target;
  Type element = statement.getType().getElementType();
  contraction.isComplex = isa<ComplexType>(element);
  contraction.bytes =
      contraction.isComplex ? 16 : element.getIntOrFloatBitWidth() / 8;
  contraction.mayTransposeResult = terms.size() == 1;
  contraction.readByRows = fuse && isReadByRows(statement);
  contraction.madeByRows[0] = fuse && isMadeByRows(statement, term.a);
  contraction.madeByRows[1] = fuse && isMadeByRows(statement, term.b);
  for (AccessOp access : {term.a, term.b})
    for (auto [mode, label] : llvm::enumerate(toLabels(access.getIndices()))) {
      int64_t size = access.getTensor().getType().getDimSize(mode);
      if (size == 0)
        return std::nullopt;
      auto known = contraction.sizes.try_emplace(label, 0).first;
      if (!ShapedType::isDynamic(size))
        known->second = double(size);
    }
  for (auto &[label, size] : contraction.sizes)
    if (size == 0) {
      size = cost::assumedSide;
      contraction.unknown.insert(label);
    }
  return contraction;
}

bool StatementRewriter::match(Term &term) {
  auto sum = term.value.getDefiningOp<SumOp>();
  if (!sum || !isBlasType(statement.getType().getElementType()) ||
      !matchFactors(sum.getOperand(), term) || !term.b)
    return false;
  std::optional<Contraction> contraction = getContraction(term);
  if (!contraction || contraction->flops() < cost::worthLibrary)
    return false;
  cost::Target target = getTarget(statement);
  std::optional<Layout> layout = chooseLayout(*contraction, target);
  if (!layout || layout->nanoseconds > estimateFused(*contraction, target))
    return false;
  term.layout = std::move(layout);
  return true;
}

Value StatementRewriter::combine(Value total, Value value, bool negative) {
  if (!total)
    return negative ? NegOp::create(builder, loc, value.getType(), value)
                    : value;
  return negative ? SubOp::create(builder, loc, total, value).getResult()
                  : AddOp::create(builder, loc, total, value).getResult();
}

/// The terms that stay loops, as a statement of their own, unless they are
/// nothing but the old value. Null when there are none.
Value StatementRewriter::rebuildOthers() {
  Value total;
  int64_t count = 0;
  for (const Term &term : terms)
    if (!term.layout) {
      total = combine(total, term.value, term.negative);
      ++count;
    }
  auto access = total ? total.getDefiningOp<AccessOp>() : AccessOp();
  if (count == 1 && access &&
      access.getTensor().getType() == statement.getType() &&
      access.getIndices() == statement.getIndices())
    return access.getTensor();
  if (!total)
    return {};
  return AssignOp::create(builder, loc, statement.getType(), total, target,
                          statement.getSizes());
}

Value StatementRewriter::transpose(Value tensor, ArrayRef<StringAttr> from,
                                   ArrayRef<StringAttr> to) {
  ++transpositions;
  return transposeTo(builder, loc, tensor, from, to);
}

/// The factors again, the two tensors in their new order.
Value StatementRewriter::rebuild(Value tree, const Term &term) {
  Operation *op = tree.getDefiningOp();
  if (auto product = dyn_cast<MulOp>(op)) {
    Value left = rebuild(product.getLhs(), term);
    return MulOp::create(builder, loc, left, rebuild(product.getRhs(), term));
  }
  for (auto [access, order] :
       {std::pair(term.a, &term.layout->a), std::pair(term.b, &term.layout->b)})
    if (access == op && !order->empty())
      return AccessOp::create(builder, loc,
                              transpose(AccessOp(access).getTensor(),
                                        toLabels(AccessOp(access).getIndices()),
                                        *order),
                              *order);
  return tree;
}

/// A statement in the order `order` of the result's modes.
AssignOp StatementRewriter::assign(Value value, ArrayRef<StringAttr> order,
                                   const Term &term) {
  AssignOp made = assignInOrder(builder, statement, value, order);
  // What is known of the statement goes on with its product.
  made->setDiscardableAttrs(statement->getDiscardableAttrDictionary());
  made.setGemmAttr(term.layout->gemm.getAttr(builder.getContext()));
  return made;
}

/// The term added to `base`, a tensor, or alone.
Value StatementRewriter::accumulate(const Term &term, Value base) {
  auto sum = term.value.getDefiningOp<SumOp>();
  Value product = rebuild(sum.getOperand(), term);
  Value value = SumOp::create(builder, loc, product, toLabels(sum.getOver()));
  Value old;
  if (base)
    old = AccessOp::create(builder, loc, base, target);
  value = combine(old, value, term.negative);
  ++contractions;
  if (term.layout->c.empty())
    return assign(value, target, term);
  Value made = assign(value, term.layout->c, term);
  return transpose(made, term.layout->c, target);
}

void StatementRewriter::run() {
  collectTerms(statement.getValue(), false);
  bool any = false;
  for (Term &term : terms)
    any |= match(term);
  if (!any)
    return;
  Value result = rebuildOthers();
  for (const Term &term : terms)
    if (term.layout)
      result = accumulate(term, result);
  statement.replaceAllUsesWith(result);
  statement.erase();
}

namespace {
struct TTGT : encke::impl::TTGTBase<TTGT> {
  using TTGTBase::TTGTBase;

  void runOnOperation() override {
    SmallVector<AssignOp> statements;
    getOperation().walk([&](AssignOp op) {
      if (!op.getType().getEncoding() && !op.getGemmAttr())
        statements.push_back(op);
    });
    for (AssignOp statement : statements) {
      StatementRewriter rewriter(statement, fuse);
      rewriter.run();
      numContractions += rewriter.contractions;
      numTranspositions += rewriter.transpositions;
    }
  }
};
} // namespace
