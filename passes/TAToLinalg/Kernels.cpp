//===- Kernels.cpp - terms to linalg.generic ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/TAToLinalg.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/TA/Gemm.h"
#include "dialects/TA/Operators.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Places.h"
#include "passes/TAToLinalg/Bodies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

namespace {

/// One term of a statement in normal form: a tree without reductions, to be
/// reduced over `summed`.
struct Term {
  Value tree;
  SmallVector<StringAttr> summed;
  bool negative = false;
};

/// How a term goes into the result: as it is, or with what is there already.
struct Update {
  enum Kind { Set, Add, Sub, Reduce } kind = Set;
  StringRef function = {}; // Reduce: the operator
};

class StatementLowering {
public:
  StatementLowering(AssignOp statement, const FunctionCalls &calls,
                    DenseSet<Attribute> &heeded)
      : statement(statement), calls(calls), heeded(heeded), builder(statement),
        loc(statement.getLoc()) {
    target.append(statement.getIndices().getAsRange<StringAttr>().begin(),
                  statement.getIndices().getAsRange<StringAttr>().end());
  }

  FailureOr<tensor::EmptyOp> run();

private:
  // Statements into a dense tensor.
  Value lowerTerms();
  Value lowerReduction(ReduceOp reduce);
  Value lowerAccumulation(CombineOp combine);
  static Value getAccumulated(CombineOp combine);
  /// A statement into a sparse tensor is one linalg.generic.
  Value lowerSparse();

  void collectTerms(Value expr, bool negative);
  /// The value is exactly the old value of a tensor, element for element.
  AccessOp getCopied(Value tree);
  /// The old value may be updated in place: no other term reads it.
  bool canUpdate(AccessOp copied);
  /// The tensor that the term reads as getCopied, and no term otherwise, if
  /// that may be written in place.
  Value getUpdated(const Term &term);
  /// The term sets every element by itself: dense, nothing summed.
  bool isFullTerm(const Term &term);
  Value startValue(Value initial);
  tensor::EmptyOp makeEmpty();
  /// What the schedule says about the loops of a term.
  cin::ScheduleAttr restrictToTerm(ArrayRef<StringAttr> loops,
                                   ArrayRef<AccessOp> accesses);
  Value emitTerm(const Term &term, Value result, Update update);
  Value emitUpdate(OpBuilder &body, const Term &term, Update update, Value old,
                   Value value);
  Type elementType() { return statement.getType().getElementType(); }

  AssignOp statement;
  const FunctionCalls &calls;
  DenseSet<Attribute> &heeded;
  OpBuilder builder;
  Location loc;
  SmallVector<StringAttr> target;
  SmallVector<Term> terms;
  tensor::EmptyOp empty;
};

} // namespace

static SmallVector<StringAttr> labelsOf(ArrayAttr labels) {
  return llvm::to_vector(labels.getAsRange<StringAttr>());
}

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
    terms.push_back(Term{sum.getOperand(), labelsOf(sum.getOver()), negative});
    return;
  }
  terms.push_back(Term{expr, {}, negative});
}

AccessOp StatementLowering::getCopied(Value tree) {
  auto access = tree.getDefiningOp<AccessOp>();
  if (!access || access.getTensor().getType() != statement.getType() ||
      access.getIndices() != statement.getIndices())
    return {};
  return access;
}

static bool reads(Value tree, Value tensor) {
  bool found = false;
  walkExpression(tree, [&](Operation *op) {
    auto access = dyn_cast<AccessOp>(op);
    found |= access && access.getTensor() == tensor;
  });
  return found;
}

bool StatementLowering::canUpdate(AccessOp copied) {
  return terms.size() > 1 && llvm::count_if(terms, [&](const Term &term) {
                               return reads(term.tree, copied.getTensor());
                             }) == 1;
}

Value StatementLowering::getUpdated(const Term &term) {
  auto isReadElsewhere = [&](Value tensor) {
    bool found = false;
    for (const Term &other : terms)
      walkExpression(other.tree, [&](Operation *op) {
        auto access = dyn_cast<AccessOp>(op);
        found |= access && access.getTensor() == tensor &&
                 (&other != &term || !getCopied(access.getResult()));
      });
    return found;
  };
  Value updated;
  walkExpression(term.tree, [&](Operation *op) {
    AccessOp old = getCopied(op->getResult(0));
    if (old && !updated && mayOverwrite(old.getTensor(), calls) &&
        !isReadElsewhere(old.getTensor()))
      updated = old.getTensor();
  });
  return updated;
}

bool StatementLowering::isFullTerm(const Term &term) {
  return term.summed.empty() && !hasSparseAccess(term.tree);
}

/// For readers of the next stages: the labels of the loop dimensions.
static void nameLoops(Operation *op, ArrayRef<StringAttr> labels) {
  op->setAttr(
      "encke.labels",
      ArrayAttr::get(op->getContext(),
                     SmallVector<Attribute>(labels.begin(), labels.end())));
}

/// What a reduction at the root of an expression reduces.
static Value dropReduction(Value expr) {
  Operation *op = expr.getDefiningOp();
  return isa<SumOp, ReduceOp>(op) ? op->getOperand(0) : expr;
}

FailureOr<tensor::EmptyOp> StatementLowering::run() {
  Value value = statement.getValue();
  auto reduce = value.getDefiningOp<ReduceOp>();
  auto combine = value.getDefiningOp<CombineOp>();
  bool isSparse = bool(statement.getType().getEncoding());
  if (combine && (!combine.getIsUnion() || !getCopied(combine.getLhs()) ||
                  !lookupOperator(combine.getFunction())->reduces))
    combine = {};
  if (combine && !isSparse)
    terms.push_back(Term{getAccumulated(combine), {}, false});
  else if (reduce || isSparse)
    terms.push_back(Term{dropReduction(value), {}, false});
  else
    collectTerms(value, false);
  if (llvm::any_of(
          terms, [](const Term &term) { return containsReduction(term.tree); }))
    return statement.emitOpError("is not in normal form (a reduction inside a "
                                 "term): run ta-normalize first");

  Value result = isSparse  ? lowerSparse()
                 : reduce  ? lowerReduction(reduce)
                 : combine ? lowerAccumulation(combine)
                           : lowerTerms();
  statement.replaceAllUsesWith(result);
  statement.erase();
  return empty;
}

/// What is accumulated into the old value: an expression, or what a dense
/// reduction with the same operator reduces.
Value StatementLowering::getAccumulated(CombineOp combine) {
  auto inner = combine.getRhs().getDefiningOp<ReduceOp>();
  bool isSame = inner && inner.getFunction() == combine.getFunction() &&
                !hasSparseAccess(inner);
  return isSame ? inner.getOperand() : combine.getRhs();
}

/// Terms commute, so the one that gives all elements a value goes first: an old
/// tensor, which is then updated in place, else a dense term.
Value StatementLowering::lowerTerms() {
  auto rank = [&](const Term &term) {
    return !term.negative && getCopied(term.tree)     ? 0
           : isFullTerm(term) && hasAccess(term.tree) ? 1
           : isFullTerm(term)                         ? 2
                                                      : 3;
  };
  llvm::stable_sort(
      terms, [&](const Term &a, const Term &b) { return rank(a) < rank(b); });
  ArrayRef<Term> rest = terms;
  Value result;
  if (AccessOp copied = getCopied(rest.front().tree);
      copied && !rest.front().negative && canUpdate(copied)) {
    result = copied.getTensor();
    rest = rest.drop_front();
  } else if (isFullTerm(rest.front())) {
    Value updated = getUpdated(rest.front());
    if (!updated)
      updated = empty = makeEmpty();
    result = emitTerm(rest.front(), updated, {Update::Set});
    rest = rest.drop_front();
  } else {
    result = startValue(emitConstant(builder, loc, elementType(), 0.0));
  }
  for (const Term &term : rest)
    result =
        emitTerm(term, result, {term.negative ? Update::Sub : Update::Add});
  return result;
}

/// L42: where nothing takes part, the identity is what stays.
Value StatementLowering::lowerReduction(ReduceOp reduce) {
  Value initial = startValue(
      emitIdentity(builder, loc, reduce.getFunction(), elementType()));
  return emitTerm(Term{reduce.getOperand(), labelsOf(reduce.getOver()), false},
                  initial, {Update::Reduce, reduce.getFunction()});
}

/// The old value, reduced further. It is copied where the rest reads it too.
Value StatementLowering::lowerAccumulation(CombineOp combine) {
  Term term{terms.front()};
  if (term.tree != combine.getRhs())
    term.summed =
        labelsOf(combine.getRhs().getDefiningOp<ReduceOp>().getOver());
  AccessOp old = getCopied(combine.getLhs());
  Value initial = old.getTensor();
  if (reads(term.tree, initial)) {
    empty = makeEmpty();
    initial = emitTerm(Term{old, {}, false}, empty, {Update::Set});
  }
  return emitTerm(term, initial, {Update::Reduce, combine.getFunction()});
}

/// L27: the pattern is the one that the body implies. L38, L44: a dense tensor
/// stores its nonzeros, a zero nothing.
Value StatementLowering::lowerSparse() {
  Value value = statement.getValue();
  tensor::EmptyOp target = makeEmpty();
  if (auto sum = value.getDefiningOp<SumOp>())
    return emitTerm(Term{sum.getOperand(), labelsOf(sum.getOver()), false},
                    target, {Update::Add});
  if (auto reduce = value.getDefiningOp<ReduceOp>())
    return emitTerm(
        Term{reduce.getOperand(), labelsOf(reduce.getOver()), false}, target,
        {Update::Reduce, reduce.getFunction()});
  if (!hasAccess(value))
    return target;
  return emitTerm(Term{value, {}, false}, target, {Update::Set});
}

tensor::EmptyOp StatementLowering::makeEmpty() {
  RankedTensorType type = statement.getType();
  return tensor::EmptyOp::create(builder, loc, type, statement.getSizes());
}

Value StatementLowering::startValue(Value initial) {
  empty = makeEmpty();
  auto fill = linalg::FillOp::create(builder, loc, initial, empty.getResult());
  nameLoops(fill, target);
  cin::setSchedule(fill, cin::restrictToFill(cin::getSchedule(statement)));
  return fill.getResult(0);
}

cin::ScheduleAttr
StatementLowering::restrictToTerm(ArrayRef<StringAttr> loops,
                                  ArrayRef<AccessOp> accesses) {
  auto tensors = llvm::map_to_vector(
      accesses, [](AccessOp access) { return getTensorName(access.getLoc()); });
  cin::ScheduleAttr schedule =
      cin::restrictTo(cin::getSchedule(statement), loops, tensors);
  if (schedule)
    for (cin::ClauseAttr clause : schedule.getClauses())
      heeded.insert(clause.getLoc());
  return schedule;
}

Value StatementLowering::emitTerm(const Term &term, Value result,
                                  Update update) {
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
  SmallVector<AccessOp> accesses, updates;
  llvm::SmallSetVector<StringAttr, 8> bound;
  bound.insert_range(target);
  walkExpression(term.tree, [&](Operation *op) {
    auto access = dyn_cast<AccessOp>(op);
    if (!access)
      return;
    SmallVector<StringAttr> labels = labelsOf(access.getIndices());
    // What is updated in place.
    if (access.getTensor() == result)
      return updates.push_back(access);
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
    inputs.push_back(tensor::EmptyOp::create(
        builder, loc, ArrayRef<OpFoldResult>(size), elementType()));
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
    for (AccessOp access : updates)
      elements[access.getResult()] = arguments.back();
    OpBuilder outside(statement);
    Value value = emitTree(outside, body, loc, term.tree, elements);
    value = emitUpdate(body, term, update, arguments.back(), value);
    linalg::YieldOp::create(body, loc, value);
  };
  auto generic =
      linalg::GenericOp::create(builder, loc, result.getType(), inputs, result,
                                maps, iterators, emitBody);
  nameLoops(generic, loops);
  cin::setSchedule(generic, restrictToTerm(loops, accesses));
  for (auto [access, argument] :
       llvm::zip(accesses, generic.getRegionInputArgs()))
    argument.setLoc(access.getLoc());
  generic.getRegionOutputArgs().front().setLoc(loc);
  if (DictionaryAttr gemm = statement.getGemmAttr();
      gemm && !term.summed.empty())
    generic->setAttr(gemmAttributeName, gemm);
  return generic.getResult(0);
}

/// What the body yields, given the element that is there already and the value
/// of the term.
Value StatementLowering::emitUpdate(OpBuilder &body, const Term &term,
                                    Update update, Value old, Value value) {
  // Upstream cannot add what the complement of a mask leaves out, nor numbers
  // without a sign.
  bool isPartial =
      hasComplement(term.tree) || value.getType().isUnsignedInteger();
  switch (update.kind) {
  case Update::Add:
    return isPartial ? emitStep(body, loc, "add", term.tree, old, value)
                     : emitAdd(body, loc, old, value);
  case Update::Sub:
    return isPartial ? emitStep(body, loc, "sub", term.tree, old, value)
                     : emitSub(body, loc, old, value);
  case Update::Reduce:
    return emitStep(body, loc, update.function, term.tree, old, value);
  case Update::Set:
    break;
  }
  if (term.negative)
    return emitNeg(body, loc, value);
  if (statement.getType().getEncoding() && !statement.getZeros() &&
      isDenseTensor(term.tree))
    return emitNonzero(body, loc, value);
  return value;
}

FailureOr<tensor::EmptyOp> encke::lowerStatement(AssignOp statement,
                                                 const FunctionCalls &calls,
                                                 DenseSet<Attribute> &heeded) {
  return StatementLowering(statement, calls, heeded).run();
}
