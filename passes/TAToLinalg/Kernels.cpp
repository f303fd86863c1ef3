//===- Kernels.cpp - terms to linalg.generic ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/TAToLinalg.h"

#include "dialects/TA/Functions.h"
#include "dialects/TA/TADialect.h"
#include "passes/Support/Expressions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

namespace {

/// One term of a statement in normal form.
struct Term {
  Value tree;
  SmallVector<StringAttr> summed;
  bool negative = false;
};

/// How a term goes into the result.
enum class Combine { Set, Add, Sub };

class StatementLowering {
public:
  StatementLowering(AssignOp statement)
      : statement(statement), builder(statement), loc(statement.getLoc()) {
    target.append(statement.getIndices().getAsRange<StringAttr>().begin(),
                  statement.getIndices().getAsRange<StringAttr>().end());
  }

  FailureOr<tensor::EmptyOp> run();

private:
  void collectTerms(Value expr, bool negative);
  /// The term is exactly the old value of a tensor, element for element.
  AccessOp getCopied(const Term &term);
  /// The old value may be updated in place: no other term reads it.
  bool canUpdate(AccessOp copied);
  /// The term sets every element by itself: dense, nothing summed.
  bool isFull(const Term &term);
  bool isConstant(const Term &term);
  Value startValue();
  Value makeEmpty();
  Value emitTerm(const Term &term, Value result, Combine combine);
  Value emitTree(OpBuilder &body, Value tree,
                 llvm::DenseMap<Value, Value> &elements);

  AssignOp statement;
  OpBuilder builder;
  Location loc;
  SmallVector<StringAttr> target;
  SmallVector<Term> terms;
  tensor::EmptyOp empty;
};

} // namespace

void StatementLowering::collectTerms(Value expr, bool negative) {
  Operation *op = expr.getDefiningOp();
  if (!needsSplit(expr)) {
    // Already one tree: all dense, computed in one loop.
  } else if (isa_and_present<AddOp, SubOp>(op)) {
    collectTerms(op->getOperand(0), negative);
    collectTerms(op->getOperand(1), negative != isa<SubOp>(op));
    return;
  } else if (isa_and_present<NegOp>(op)) {
    collectTerms(op->getOperand(0), !negative);
    return;
  } else if (auto sum = dyn_cast_if_present<SumOp>(op)) {
    Term term{sum.getOperand(), {}, negative};
    llvm::append_range(term.summed, sum.getOver().getAsRange<StringAttr>());
    terms.push_back(std::move(term));
    return;
  }
  terms.push_back(Term{expr, {}, negative});
}

AccessOp StatementLowering::getCopied(const Term &term) {
  auto access = term.tree.getDefiningOp<AccessOp>();
  if (!access || term.negative ||
      access.getTensor().getType() != statement.getType() ||
      access.getIndices() != statement.getIndices())
    return {};
  return access;
}

bool StatementLowering::canUpdate(AccessOp copied) {
  if (!copied || terms.size() == 1)
    return false;
  unsigned uses = 0;
  for (const Term &term : terms)
    walkExpression(term.tree, [&](Operation *op) {
      auto access = dyn_cast<AccessOp>(op);
      uses += access && access.getTensor() == copied.getTensor();
    });
  return uses == 1;
}

bool StatementLowering::isFull(const Term &term) {
  return term.summed.empty() && !hasSparseAccess(term.tree);
}

bool StatementLowering::isConstant(const Term &term) {
  bool accesses = false;
  walkExpression(term.tree,
                 [&](Operation *op) { accesses |= isa<AccessOp>(op); });
  return !accesses;
}

/// For readers of the next stages: the labels of the loop dimensions.
static void nameLoops(Operation *op, ArrayRef<StringAttr> labels) {
  op->setAttr(
      "encke.labels",
      ArrayAttr::get(op->getContext(),
                     SmallVector<Attribute>(labels.begin(), labels.end())));
}

/// Terms commute, so the one that gives all elements a value goes first: an old
/// tensor, which is then updated in place, else a dense term.
FailureOr<tensor::EmptyOp> StatementLowering::run() {
  collectTerms(statement.getValue(), false);
  bool sums = false;
  for (const Term &term : terms)
    walkExpression(term.tree, [&](Operation *op) { sums |= isa<SumOp>(op); });
  if (sums)
    return statement.emitOpError(
        "is not in normal form (a sum inside a term): run ta-normalize first");
  auto rank = [&](const Term &term) {
    return getCopied(term)                     ? 0
           : isFull(term) && !isConstant(term) ? 1
           : isFull(term)                      ? 2
                                               : 3;
  };
  llvm::stable_sort(
      terms, [&](const Term &a, const Term &b) { return rank(a) < rank(b); });
  ArrayRef<Term> rest = terms;
  Value result;
  if (AccessOp copied = getCopied(rest.front()); canUpdate(copied)) {
    result = copied.getTensor();
    rest = rest.drop_front();
  } else if (isFull(rest.front())) {
    result = emitTerm(rest.front(), makeEmpty(), Combine::Set);
    rest = rest.drop_front();
  } else {
    result = startValue();
  }
  for (const Term &term : rest)
    result =
        emitTerm(term, result, term.negative ? Combine::Sub : Combine::Add);
  statement.replaceAllUsesWith(result);
  statement.erase();
  return empty;
}

Value StatementLowering::makeEmpty() {
  RankedTensorType type = statement.getType();
  empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                  type.getElementType(), statement.getSizes());
  return empty;
}

Value StatementLowering::startValue() {
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(statement.getType().getElementType()));
  auto fill = linalg::FillOp::create(builder, loc, zero, makeEmpty());
  nameLoops(fill, target);
  return fill.getResult(0);
}

Value StatementLowering::emitTerm(const Term &term, Value result,
                                  Combine combine) {
  MLIRContext *context = builder.getContext();
  SmallVector<StringAttr> loops(target);
  loops.append(term.summed);
  auto mapOf = [&](ArrayRef<StringAttr> labels) {
    SmallVector<AffineExpr> dims;
    for (StringAttr label : labels)
      dims.push_back(
          getAffineDimExpr(llvm::find(loops, label) - loops.begin(), context));
    return AffineMap::get(loops.size(), 0, dims, context);
  };

  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<AccessOp> accesses;
  llvm::SmallSetVector<StringAttr, 8> bound;
  bound.insert_range(target);
  walkExpression(term.tree, [&](Operation *op) {
    auto access = dyn_cast<AccessOp>(op);
    if (!access)
      return;
    SmallVector<StringAttr> labels(
        access.getIndices().getAsRange<StringAttr>());
    accesses.push_back(access);
    inputs.push_back(access.getTensor());
    maps.push_back(mapOf(labels));
    bound.insert_range(labels);
  });
  // A label that only a repetition gives a size to: an operand without use.
  for (StringAttr label : term.summed) {
    if (bound.contains(label))
      continue;
    OpFoldResult size = getLabelSize(builder, loc, term.tree, label);
    inputs.push_back(
        tensor::EmptyOp::create(builder, loc, ArrayRef<OpFoldResult>(size),
                                statement.getType().getElementType()));
    maps.push_back(mapOf(label));
  }
  maps.push_back(mapOf(target));

  SmallVector<utils::IteratorType> iterators(target.size(),
                                             utils::IteratorType::parallel);
  iterators.append(term.summed.size(), utils::IteratorType::reduction);
  auto emitBody = [&](OpBuilder &body, Location, ValueRange arguments) {
    llvm::DenseMap<Value, Value> elements;
    for (auto [access, argument] : llvm::zip(accesses, arguments))
      elements[access.getResult()] = argument;
    Value value = emitTree(body, term.tree, elements);
    if (combine == Combine::Add)
      value = arith::AddFOp::create(body, loc, arguments.back(), value);
    else if (combine == Combine::Sub)
      value = arith::SubFOp::create(body, loc, arguments.back(), value);
    else if (term.negative)
      value = arith::NegFOp::create(body, loc, value);
    linalg::YieldOp::create(body, loc, value);
  };
  auto generic =
      linalg::GenericOp::create(builder, loc, result.getType(), inputs, result,
                                maps, iterators, emitBody);
  nameLoops(generic, loops);
  return generic.getResult(0);
}

Value StatementLowering::emitTree(OpBuilder &body, Value tree,
                                  llvm::DenseMap<Value, Value> &elements) {
  if (Value known = elements.lookup(tree))
    return known;
  Operation *op = tree.getDefiningOp();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isa<ExprType>(operand.getType())
                           ? emitTree(body, operand, elements)
                           : operand);
  Value value;
  if (isa<ScalarOp, RepeatOp>(op))
    value = operands.front();
  else if (isa<AddOp>(op))
    value = arith::AddFOp::create(body, loc, operands[0], operands[1]);
  else if (isa<SubOp>(op))
    value = arith::SubFOp::create(body, loc, operands[0], operands[1]);
  else if (isa<MulOp>(op))
    value = arith::MulFOp::create(body, loc, operands[0], operands[1]);
  else if (isa<DivOp>(op))
    value = arith::DivFOp::create(body, loc, operands[0], operands[1]);
  else if (isa<NegOp>(op))
    value = arith::NegFOp::create(body, loc, operands[0]);
  else if (auto apply = dyn_cast<ApplyOp>(op))
    value = emitFunction(body, loc, apply.getFunction(), operands);
  return elements[tree] = value;
}

FailureOr<tensor::EmptyOp> encke::lowerStatement(AssignOp statement) {
  if (statement.getType().getEncoding())
    return statement.emitOpError("not supported yet: a sparse result");
  if (!isa<FloatType>(statement.getType().getElementType()))
    return statement.emitOpError("not supported yet: element type ")
           << statement.getType().getElementType();
  return StatementLowering(statement).run();
}
