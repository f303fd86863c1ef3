//===- Split.cpp - an expression as a sum of terms ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/CodeSize.h"
#include "passes/Normalize/Normalizer.h"

#include "dialects/TA/Functions.h"
#include "dialects/TA/TADialect.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

Summands Normalizer::split(Value expr) {
  if (!mustSplit(expr))
    return {Summand{expr, {}, false}};
  Asking own = asking(needAt(expr));
  if (needsElementsApart(expr))
    return {Summand{withElements(expr), {}, false}};
  Operation *op = expr.getDefiningOp();
  if (auto negation = dyn_cast<NegOp>(op)) {
    Summands terms = split(negation.getOperand());
    for (Summand &term : terms)
      term.negative = !term.negative;
    return terms;
  }
  if (isa<AddOp, SubOp>(op)) {
    Summands terms = split(op->getOperand(0));
    for (Summand &term : split(op->getOperand(1))) {
      term.negative ^= isa<SubOp>(op);
      terms.push_back(std::move(term));
    }
    return terms;
  }
  if (auto product = dyn_cast<MulOp>(op))
    return splitProduct(product.getLhs(), product.getRhs(), op->getLoc());
  if (auto quotient = dyn_cast<DivOp>(op))
    return splitQuotient(quotient);
  if (auto sum = dyn_cast<SumOp>(op))
    return splitSum(sum);
  if (auto repeat = dyn_cast<RepeatOp>(op))
    return splitRepeat(repeat);
  if (auto mask = dyn_cast<MaskOp>(op))
    return splitMask(mask);
  if (auto filter = dyn_cast<FilterOp>(op))
    return splitFilter(filter);
  if (auto cast = dyn_cast<CastOp>(op))
    return {Summand{splitCast(cast), {}, false}};
  if (auto apply = dyn_cast<ApplyOp>(op))
    return {Summand{splitFunction(apply), {}, false}};
  // A sparse access, or operators on sparse operands: one loop can do it.
  return {Summand{withoutReductions(expr), {}, false}};
}

/// How often tensors and numbers stand in the expression, written out.
double Normalizer::countLeaves(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!op || !isa<ExprType>(expr.getType()) || isa<AccessOp, ScalarOp>(op))
    return isa<ExprType>(expr.getType());
  if (auto found = leaves.find(expr); found != leaves.end())
    return found->second;
  double count = 0;
  for (Value operand : op->getOperands())
    count += countLeaves(operand);
  return leaves[expr] = count;
}

/// Multiplied out, the text would become much longer: each term of one side
/// stands beside each of the other.
bool Normalizer::growsTooMuch(ArrayRef<Summand> left, ArrayRef<Summand> right,
                              double before) {
  double after = 0;
  for (const Summand &term : left)
    after += countLeaves(term.tree) * right.size();
  for (const Summand &term : right)
    after += countLeaves(term.tree) * left.size();
  return after > cost::mostGrowth * before;
}

/// A product with an access of a temporary for each factor that is a sum.
Value Normalizer::storeSums(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (isa<AddOp, SubOp>(op))
    return materialize(expr);
  auto product = dyn_cast<MulOp>(op);
  if (!product)
    return withoutReductions(expr);
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    GuardedBy guarded(guards, guardsOf(op, operand));
    mapping.map(operand, storeSums(operand));
  }
  return cloneNode(builder, op, mapping);
}

/// Distributes: each term of one side times each term of the other. Where the
/// products are not summed (L21), or every element is multiplied by one of the
/// other side, they are not: the products could cancel where the terms do. Such
/// sums are left to one loop that merges what is in it (`boundMerges`), or
/// stored where that computes sums or runs along other labels, too. So are
/// those whose products would become long.
Summands Normalizer::splitProduct(Value lhs, Value rhs, Location loc) {
  if (lhs == rhs) {
    Value base = containsReduction(lhs) ? materialize(lhs) : lhs;
    return {Summand{MulOp::create(builder, loc, base, base), {}, false}};
  }
  // A side that sums is computed once, not again along labels that only the
  // other side has or sums over. Of a sparse one only what sums in it: what is
  // absent from it would be zeros to be multiplied.
  bool bothSum = containsReduction(lhs) && containsReduction(rhs);
  auto computeOnce = [&](Value side, Value other) {
    bool otherHasMore = llvm::any_of(labelsOf(other), [&](StringAttr label) {
      return !cast<ExprType>(side.getType()).hasLabel(label);
    });
    GuardedBy guarded(guards, other);
    Asking asked = asking(needOfFactor(side, other));
    if (bothSum && hasOwnPattern(side))
      return withoutReductions(side);
    return bothSum || (containsReduction(side) && otherHasMore)
               ? materialize(side)
               : side;
  };
  auto take = [&](Value side, Value other) {
    GuardedBy guarded(guards, other);
    Asking asked = asking(needOfFactor(side, other));
    return split(side);
  };
  double leaves = countLeaves(lhs) + countLeaves(rhs);
  Value left = computeOnce(lhs, rhs), right = computeOnce(rhs, lhs);
  Summands lefts = take(left, rhs), rights = take(right, lhs);
  bool isElementwise = haveSameLabels(left, right);
  if (((isElementwise || !isSummed) && lefts.size() * rights.size() > 1) ||
      growsTooMuch(lefts, rights, leaves)) {
    auto shorten = [&](Value side, Value other, Summands &terms) {
      if (terms.size() == 1)
        return;
      GuardedBy guarded(guards, other);
      // What is missing from the sum is not to be multiplied, unless a
      // reduction in it is an identity there that is not zero.
      Need part = need == Need::Values ? Need::Present
                  : need == Need::Terms && isZeroWhereAbsent(side)
                      ? Need::Elements
                      : need;
      Asking asked = asking(part);
      if (isElementwise && isFull(side) && containsReduction(side))
        terms = {{makeTemporary(side), {}}};
      else if (isElementwise)
        terms = {{withoutReductions(side), {}}};
      else
        terms = {{storeSums(side), {}}};
    };
    shorten(left, rhs, lefts);
    shorten(right, lhs, rights);
  }
  Summands product;
  for (const Summand &a : lefts)
    for (const Summand &b : rights) {
      Summand x = a, y = b;
      renameBound(x, labelsOf(y.tree));
      renameBound(y, labelsOf(x.tree));
      Summand term{MulOp::create(builder, loc, x.tree, y.tree), x.summed,
                   x.negative != y.negative};
      llvm::append_range(term.summed, y.summed);
      product.push_back(std::move(term));
    }
  return product;
}

/// L45: a sparse divisor restricts the quotient, as a factor does.
Summands Normalizer::splitQuotient(DivOp quotient) {
  llvm::SaveAndRestore<bool> divided(countsZero,
                                     countsZero || !sumsDividend(quotient));
  Value divisor = quotient.getRhs(), dividend = quotient.getLhs();
  auto store = [&](Value side) {
    Asking asked = asking(needOfSide(quotient, side));
    return materialize(side);
  };
  if (containsReduction(divisor) || isFull(divisor)) {
    GuardedBy guarded(guards, guardsOf(quotient, divisor));
    divisor = store(divisor);
  }
  // What is divided is one: quotients of terms could cancel where the terms do.
  Summands terms =
      split(containsReduction(dividend) ? store(dividend) : dividend);
  Value sum = combine(terms);
  return {Summand{
      DivOp::create(builder, quotient.getLoc(), sum, divisor), {}, false}};
}

/// A mask on a sum is the same as one on each summand.
Summands Normalizer::splitMask(MaskOp mask) {
  GuardedBy guarded(guards, guardsOf(mask, mask.getValue()));
  Summands terms = split(mask.getValue());
  for (Summand &term : terms) {
    renameBound(term, labelsOf(mask.getMask()));
    term.tree = MaskOp::create(builder, mask.getLoc(), term.tree,
                               mask.getMask(), mask.getComplement());
  }
  return terms;
}

/// A condition that has no element does not hold, as one that is 0.
Value Normalizer::storeCondition(FilterOp filter) {
  Asking values = asking(Need::Values);
  llvm::SaveAndRestore<bool> zero(countsZero, true);
  return withoutReductions(filter.getCondition());
}

/// A condition on a sum is the same as one on each summand.
Summands Normalizer::splitFilter(FilterOp filter) {
  Value condition = storeCondition(filter);
  Summands terms = split(filter.getValue());
  for (Summand &term : terms) {
    renameBound(term, labelsOf(condition));
    term.tree =
        FilterOp::create(builder, filter.getLoc(), term.tree, condition);
  }
  return terms;
}

/// Sums are done in their own type: a narrower one may round or wrap.
Value Normalizer::splitCast(CastOp cast) {
  Type type = cast.getType().getElementType();
  Location loc = cast.getLoc();
  Summands terms = split(cast.getOperand());
  if (terms.size() != 1 || !terms.front().summed.empty())
    return CastOp::create(builder, loc, materialize(cast.getOperand()), type);
  Summand &term = terms.front();
  if (term.negative)
    term.tree = NegOp::create(builder, loc, term.tree.getType(), term.tree);
  return CastOp::create(builder, loc, term.tree, type);
}

Summands Normalizer::splitSum(SumOp sum) {
  Asking terms = asking(needOf(sum, sum.getOperand()));
  llvm::SaveAndRestore<bool> divided(countsZero, false);
  llvm::SaveAndRestore<bool> summed(isSummed, true);
  SmallVector<StringAttr> over(sum.getOver().getAsRange<StringAttr>());
  llvm::SaveAndRestore<Guards> inside(guards, withoutLabels(guards, over));
  Summands summands = split(sum.getOperand());
  for (Summand &term : summands) {
    renameBound(term, over);
    llvm::append_range(term.summed, over);
  }
  return summands;
}

/// What sums is computed once and then repeated.
Summands Normalizer::splitRepeat(RepeatOp repeat) {
  bool sums = containsReduction(repeat.getOperand());
  SmallVector<StringAttr> along(repeat.getAlong().getAsRange<StringAttr>());
  Summands terms =
      split(sums ? materialize(repeat.getOperand()) : repeat.getOperand());
  for (Summand &term : terms)
    term.tree = RepeatOp::create(builder, repeat.getLoc(), term.tree, along,
                                 repeat.getSizes());
  return terms;
}

/// An argument of a function that is computed also where it has no element.
Value Normalizer::storeArgument(Value operand) {
  Asking values = asking(Need::Values);
  llvm::SaveAndRestore<bool> zero(countsZero, true);
  return isFull(operand) ? materialize(operand) : makeTemporary(operand);
}

/// A function stays in the term of what it is applied to, unless that reduces:
/// then it needs its whole argument first.
Value Normalizer::splitFunction(ApplyOp apply) {
  const ElementwiseFunction *function = lookupFunction(apply.getFunction());
  bool reduces = llvm::any_of(apply.getOperands(), mustStore);
  bool isKnown = isKnownWhereAbsent(apply);
  if (!reduces && isKnown)
    return apply;
  if (reduces && function->arity == 1 && function->keepsZero) {
    Summands terms = split(apply.getOperands().front());
    if (terms.size() == 1 && terms.front().summed.empty()) {
      Summand &term = terms.front();
      if (term.negative)
        term.tree = NegOp::create(builder, apply.getLoc(), term.tree.getType(),
                                  term.tree);
      return ApplyOp::create(builder, apply.getLoc(), apply.getFunction(),
                             term.tree);
    }
  }
  SmallVector<Value> operands;
  for (Value operand : apply.getOperands())
    operands.push_back(!isKnown                   ? storeArgument(operand)
                       : staysInFunction(operand) ? withoutReductions(operand)
                                                  : materialize(operand));
  return ApplyOp::create(builder, apply.getLoc(), apply.getFunction(),
                         operands);
}
