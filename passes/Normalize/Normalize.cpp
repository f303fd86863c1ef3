//===- Normalize.cpp - bring every statement into a sum of terms ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Normalize/Guards.h"
#include "passes/Passes.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"

#include "dialects/CIN/Terms.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/Functions.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/Support/SaveAndRestore.h"

#include <cmath>

namespace encke {
#define GEN_PASS_DEF_NORMALIZE
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;
namespace st = mlir::sparse_tensor;

namespace {

/// A tree without sums, or one that is not taken apart (`isWhole`), to be
/// summed over `summed` and perhaps negated.
struct Term {
  Value tree;
  SmallVector<StringAttr> summed;
  bool negative = false;
  bool isWhole = false;
};
using Terms = SmallVector<Term>;

/// Takes one statement apart. Makes its operations just before the statement.
class Normalizer {
public:
  Normalizer(AssignOp assign)
      : assign(assign), builder(assign), freshLabels(assign.getValue()) {}

  /// Rewrites the statement; returns the number of temporaries made.
  unsigned run() {
    if (mustSplit(assign.getValue()))
      assign.getValueMutable().assign(normalize(assign.getValue()));
    keepsPattern = true;
    assign.getValueMutable().assign(boundTerms(assign.getValue()));
    return temporaries;
  }

private:
  /// What must be taken apart. A sparse result takes its pattern from the whole
  /// expression, so only its reductions are taken out.
  bool mustSplit(Value expr) {
    return isSparse() ? containsReduction(expr) : needsSplit(expr);
  }
  bool isSparse() { return bool(assign.getType().getEncoding()); }

  Value normalize(Value value);
  Value normalizeReduction(Value value);
  Terms split(Value expr);
  Terms splitProduct(Value lhs, Value rhs, Location loc);
  bool growsTooMuch(ArrayRef<Term> left, ArrayRef<Term> right, double before);
  double countLeaves(Value expr);
  Value storeSums(Value expr);
  Terms splitQuotient(DivOp quotient);
  Terms splitRepeat(RepeatOp repeat);
  Terms splitSum(SumOp sum);
  Terms splitMask(MaskOp mask);
  Value splitCast(CastOp cast);
  Value splitFunction(ApplyOp apply);
  /// `expr` with an access of a temporary for each reduction.
  Value withoutReductions(Value expr);
  Value withElements(Value expr);
  bool dependsOnPattern(Value expr);
  /// `expr` as a term's part: itself when it need not be taken apart, else an
  /// access of a temporary.
  Value materialize(Value expr);
  /// An access of a temporary that holds `expr`.
  Value makeTemporary(Value expr);
  /// `expr`, with temporaries for parts, so that no loop merges too much.
  Value boundMerges(Value expr);
  Value boundTerms(Value expr);
  Value boundEachTerm(Value expr);
  bool isSumOfTerms(Operation *op);
  unsigned countSparseTerms(Value expr);
  bool isCollectedInRows(Value expr);
  RankedTensorType getTemporaryType(Value expr, ArrayRef<StringAttr> labels,
                                    ArrayRef<int64_t> shape);
  Value makeGuarded(Value expr, AccessOp guard);
  bool staysInFunction(Value operand);
  Value combine(MutableArrayRef<Term> terms);
  /// Renames those bound labels of `term` that are among `taken`.
  void renameBound(Term &term, ArrayRef<StringAttr> taken);

  AssignOp assign;
  OpBuilder builder;
  unsigned temporaries = 0;
  /// A dense result depends on what the statement's temporaries store.
  bool keepsPattern = false;
  /// What is taken apart is summed.
  bool isSummed = false;
  /// The part at hand has an element everywhere: only its values count.
  bool onlyValues = false;
  /// The part at hand is divided by or divided: 0 is an identity like others.
  bool inQuotient = false;
  /// Of the part at hand only count where it has elements.
  bool onlyElements = false;
  Guards guards; ///< of what is taken apart
  FreshLabels freshLabels;
  llvm::DenseMap<Value, double> leaves; ///< by expression
};

} // namespace

/// An operator that changes an old value also by its identity: `|` and `&` make
/// it 0 or 1, `any` has none.
static bool changesByIdentity(StringRef function) {
  return function == "or" || function == "and" || function == "any";
}

/// Where they have nothing to reduce, all reductions in an expression are 0.
static bool startsFromZero(Value expr) {
  bool allDo = true;
  walkExpression(expr, [&](Operation *op) {
    if (auto reduce = dyn_cast<ReduceOp>(op))
      allDo &= startsFromZero(reduce);
  });
  return allDo;
}

/// Where some operand of the expression has no element it is 0 whatever the
/// others are, and not what the identity of a reduction makes of it.
static bool mayBeAnnihilated(Value expr) {
  Operation *op = expr.getDefiningOp();
  auto combine = dyn_cast<CombineOp>(op);
  if (isa<MulOp, DivOp>(op) || (combine && !combine.getIsUnion()))
    return llvm::any_of(op->getOperands(), [](Value operand) {
      return !isFull(operand) && mayBeAnnihilated(operand);
    });
  return isZeroWhereAbsent(expr);
}

/// A minimum or maximum of nothing, which makes no product with 0 a 0.
static bool mayBeInfinite(Value expr) {
  if (!isa<FloatType>(cast<ExprType>(expr.getType()).getElementType()) ||
      isZeroWhereAbsent(expr))
    return false;
  bool found = false;
  walkExpression(expr, [&](Operation *op) {
    if (auto reduce = dyn_cast<ReduceOp>(op))
      found |= reduce.getFunction() == "min" || reduce.getFunction() == "max";
  });
  return found;
}

/// A factor of `op` that must not be multiplied where it has no element.
static bool annihilates(Operation *op, Value factor) {
  auto product = dyn_cast<MulOp>(op);
  return product && isZeroWhereAbsent(factor) &&
         mayBeInfinite(factor == product.getLhs() ? product.getRhs()
                                                  : product.getLhs());
}

/// An operation that has an element where one of its operands has, and computes
/// it with the identity of a reduction to which nothing contributes there: what
/// stores that reduction does not know of the element.
static bool computesWithIdentities(Value expr) {
  Operation *op = expr.getDefiningOp();
  return isa<AddOp, SubOp, ApplyOp>(op) && op->getNumOperands() == 2 &&
         !isFull(expr) && llvm::all_of(op->getOperands(), hasAccess) &&
         !llvm::all_of(op->getOperands(), isZeroWhereAbsent);
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
      combine.getFunction() == "add" && startsFromZero(value)) {
    value = AddOp::create(builder, combine.getLoc(), combine.getLhs(),
                          combine.getRhs());
  } else if (combine && combine.getIsUnion() && !isSparse() &&
             combine.getLhs().getDefiningOp<AccessOp>()) {
    auto inner = combine.getRhs().getDefiningOp<ReduceOp>();
    bool isSame = inner && inner.getFunction() == combine.getFunction() &&
                  !hasSparseAccess(inner);
    // Another reduction's identity is not one of this.
    keepsPattern = changesByIdentity(combine.getFunction()) || !inner ||
                   inner.getFunction() != combine.getFunction();
    Value added = isSame ? normalizeReduction(inner)
                         : withoutReductions(combine.getRhs());
    return CombineOp::create(builder, combine.getLoc(), combine.getFunction(),
                             /*isUnion=*/true, combine.getLhs(), added);
  }
  Terms terms = split(value);
  return this->combine(terms);
}

/// A mask on what is reduced is the same as one on the result.
Value Normalizer::normalizeReduction(Value value) {
  SmallVector<MaskOp> masks;
  while (auto mask = value.getDefiningOp<MaskOp>()) {
    masks.push_back(mask);
    value = mask.getValue();
  }
  auto reduce = value.getDefiningOp<ReduceOp>();
  if (!reduce)
    return {};
  // A dense result is zero outside a mask (L41), not the identity.
  bool isZeroOutside =
      reduce.getFunction() == "or" || reduce.getFunction() == "any";
  if (!masks.empty() && !isSparse() && !isZeroOutside)
    return withoutReductions(masks.front());
  // It reduces what is stored.
  llvm::SaveAndRestore<bool> stored(keepsPattern, true);
  Value operand = withoutReductions(reduce.getOperand());
  for (MaskOp mask : llvm::reverse(masks))
    operand = MaskOp::create(builder, mask.getLoc(), operand, mask.getMask(),
                             mask.getComplement());
  SmallVector<StringAttr> over(reduce.getOver().getAsRange<StringAttr>());
  return ReduceOp::create(builder, reduce.getLoc(), reduce.getFunction(),
                          operand, over);
}

Terms Normalizer::split(Value expr) {
  if (!mustSplit(expr))
    return {Term{expr, {}, false}};
  llvm::SaveAndRestore<bool> full(onlyValues, onlyValues || isFull(expr));
  if (dependsOnPattern(expr) && computesWithIdentities(expr) && !onlyElements)
    return {Term{withElements(expr), {}, false}};
  Operation *op = expr.getDefiningOp();
  if (auto negation = dyn_cast<NegOp>(op)) {
    Terms terms = split(negation.getOperand());
    for (Term &term : terms)
      term.negative = !term.negative;
    return terms;
  }
  if (isa<AddOp, SubOp>(op)) {
    Terms terms = split(op->getOperand(0));
    for (Term &term : split(op->getOperand(1))) {
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
  if (auto cast = dyn_cast<CastOp>(op))
    return {Term{splitCast(cast), {}, false}};
  if (auto apply = dyn_cast<ApplyOp>(op))
    return {Term{splitFunction(apply), {}, false}};
  // A sparse access, or operators on sparse operands: one loop can do it.
  return {Term{withoutReductions(expr), {}, false}};
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
bool Normalizer::growsTooMuch(ArrayRef<Term> left, ArrayRef<Term> right,
                              double before) {
  constexpr double maxGrowth = 3;
  double after = 0;
  for (const Term &term : left)
    after += countLeaves(term.tree) * right.size();
  for (const Term &term : right)
    after += countLeaves(term.tree) * left.size();
  return after > maxGrowth * before;
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

/// Distributes: each term of one side times each term of the other. Sums of
/// which every element is multiplied by one of the other side are not: the
/// products could cancel where the terms do. They are left to one loop that
/// merges what is in it (`boundMerges`), or stored where that computes sums. So
/// are those whose products would become long.
Terms Normalizer::splitProduct(Value lhs, Value rhs, Location loc) {
  if (lhs == rhs) {
    Value base = containsReduction(lhs) ? materialize(lhs) : lhs;
    return {Term{MulOp::create(builder, loc, base, base), {}, false}};
  }
  // A side that sums is computed once, not again along labels that only the
  // other side has or sums over. Of a sparse product only what sums in it: its
  // absent elements would be zeros to be multiplied.
  bool bothSum = containsReduction(lhs) && containsReduction(rhs);
  auto computeOnce = [&](Value side, Value other) {
    bool otherHasMore = llvm::any_of(labelsOf(other), [&](StringAttr label) {
      return !cast<ExprType>(side.getType()).hasLabel(label);
    });
    GuardedBy guarded(guards, other);
    // What is absent from a side is not multiplied with infinity.
    llvm::SaveAndRestore<bool> stored(
        keepsPattern,
        keepsPattern || (isZeroWhereAbsent(side) && mayBeInfinite(other)));
    if (bothSum && side.getDefiningOp<MulOp>() && !isFull(side))
      return withoutReductions(side);
    return bothSum || (containsReduction(side) && otherHasMore)
               ? materialize(side)
               : side;
  };
  auto take = [&](Value side, Value other) {
    GuardedBy guarded(guards, other);
    return split(side);
  };
  double leaves = countLeaves(lhs) + countLeaves(rhs);
  Value left = computeOnce(lhs, rhs), right = computeOnce(rhs, lhs);
  Terms lefts = take(left, rhs), rights = take(right, lhs);
  bool isElementwise = haveSameLabels(left, right);
  if ((isElementwise && lefts.size() * rights.size() > 1) ||
      growsTooMuch(lefts, rights, leaves)) {
    auto shorten = [&](Value side, Value other, Terms &terms) {
      if (terms.size() == 1)
        return;
      GuardedBy guarded(guards, other);
      // What is absent from the sum is not to be multiplied.
      llvm::SaveAndRestore<bool> stored(keepsPattern, true);
      if (isElementwise && isFull(side) && containsReduction(side))
        terms = {{makeTemporary(side), {}}};
      else if (isElementwise)
        terms = {{withoutReductions(side), {}, false, /*isWhole=*/true}};
      else
        terms = {{storeSums(side), {}}};
    };
    shorten(left, rhs, lefts);
    shorten(right, lhs, rights);
  }
  Terms product;
  for (const Term &a : lefts)
    for (const Term &b : rights) {
      Term x = a, y = b;
      renameBound(x, labelsOf(y.tree));
      renameBound(y, labelsOf(x.tree));
      Term term{MulOp::create(builder, loc, x.tree, y.tree), x.summed,
                x.negative != y.negative, x.isWhole || y.isWhole};
      llvm::append_range(term.summed, y.summed);
      product.push_back(std::move(term));
    }
  return product;
}

/// L45: a sparse divisor restricts the quotient, as a factor does.
Terms Normalizer::splitQuotient(DivOp quotient) {
  llvm::SaveAndRestore<bool> divided(inQuotient,
                                     inQuotient || !sumsDividend(quotient));
  Value divisor = quotient.getRhs(), dividend = quotient.getLhs();
  if (containsReduction(divisor) || isFull(divisor)) {
    GuardedBy guarded(guards, guardsOf(quotient, divisor));
    divisor = materialize(divisor);
  }
  Terms terms =
      split(containsReduction(dividend) ? materialize(dividend) : dividend);
  for (Term &term : terms) {
    renameBound(term, labelsOf(divisor));
    term.tree = DivOp::create(builder, quotient.getLoc(), term.tree, divisor);
  }
  return terms;
}

/// A mask on a sum is the same as one on each summand.
Terms Normalizer::splitMask(MaskOp mask) {
  GuardedBy guarded(guards, guardsOf(mask, mask.getValue()));
  Terms terms = split(mask.getValue());
  for (Term &term : terms) {
    renameBound(term, labelsOf(mask.getMask()));
    term.tree = MaskOp::create(builder, mask.getLoc(), term.tree,
                               mask.getMask(), mask.getComplement());
  }
  return terms;
}

/// Sums are done in their own type: a narrower one may round or wrap.
Value Normalizer::splitCast(CastOp cast) {
  Type type = cast.getType().getElementType();
  Location loc = cast.getLoc();
  Terms terms = split(cast.getOperand());
  if (terms.size() != 1 || !terms.front().summed.empty())
    return CastOp::create(builder, loc, materialize(cast.getOperand()), type);
  Term &term = terms.front();
  if (term.negative)
    term.tree = NegOp::create(builder, loc, term.tree.getType(), term.tree);
  return CastOp::create(builder, loc, term.tree, type);
}

Terms Normalizer::splitSum(SumOp sum) {
  llvm::SaveAndRestore<bool> summed(isSummed, true);
  llvm::SaveAndRestore<bool> values(onlyValues, false);
  llvm::SaveAndRestore<bool> divided(inQuotient, false);
  SmallVector<StringAttr> over(sum.getOver().getAsRange<StringAttr>());
  llvm::SaveAndRestore<Guards> inside(guards, withoutLabels(guards, over));
  Terms terms = split(sum.getOperand());
  for (Term &term : terms) {
    renameBound(term, over);
    llvm::append_range(term.summed, over);
  }
  return terms;
}

/// What sums is computed once and then repeated.
Terms Normalizer::splitRepeat(RepeatOp repeat) {
  bool sums = containsReduction(repeat.getOperand());
  SmallVector<StringAttr> along(repeat.getAlong().getAsRange<StringAttr>());
  Terms terms =
      split(sums ? materialize(repeat.getOperand()) : repeat.getOperand());
  for (Term &term : terms)
    term.tree = RepeatOp::create(builder, repeat.getLoc(), term.tree, along,
                                 repeat.getSizes());
  return terms;
}

/// A loop over stored elements knows the function's value where there are none:
/// it is 0, or one operand is there, or the same everywhere.
static bool knowsAbsent(ApplyOp apply) {
  const ElementwiseFunction *function = lookupFunction(apply.getFunction());
  return function->arity == 1 || function->keepsZero ||
         llvm::any_of(apply.getOperands(), [](Value operand) {
           return isFull(operand) || !hasAccess(operand);
         });
}

/// A function stays in the term of what it is applied to, unless that reduces:
/// then it needs its whole argument first.
Value Normalizer::splitFunction(ApplyOp apply) {
  const ElementwiseFunction *function = lookupFunction(apply.getFunction());
  bool reduces = llvm::any_of(apply.getOperands(), containsReduction);
  if (!reduces && knowsAbsent(apply))
    return apply;
  if (reduces && function->arity == 1 && function->keepsZero) {
    Terms terms = split(apply.getOperands().front());
    if (terms.size() == 1 && terms.front().summed.empty()) {
      Term &term = terms.front();
      if (term.negative)
        term.tree = NegOp::create(builder, apply.getLoc(), term.tree.getType(),
                                  term.tree);
      return ApplyOp::create(builder, apply.getLoc(), apply.getFunction(),
                             term.tree);
    }
  }
  // Where a temporary has no elements the function has to be known.
  bool anyFull = llvm::any_of(apply.getOperands(), [](Value operand) {
    return !containsReduction(operand) &&
           (isFull(operand) || !hasAccess(operand));
  });
  bool isKnown = function->arity == 1 || function->keepsZero || anyFull;
  SmallVector<Value> operands;
  for (Value operand : apply.getOperands())
    operands.push_back(isKnown && staysInFunction(operand)
                           ? withoutReductions(operand)
                           : materialize(operand));
  return ApplyOp::create(builder, apply.getLoc(), apply.getFunction(),
                         operands);
}

/// Whether what is done with `expr` tells an absent element from what `expr` is
/// there.
bool Normalizer::dependsOnPattern(Value expr) {
  bool isZero = !inQuotient && isZeroWhereAbsent(expr);
  if (onlyElements)
    return true;
  if (onlyValues && !isZero)
    return false;
  return isSparse() || keepsPattern || (isSummed && !isZero);
}

/// The values of `expr`, with the identities of reductions, where it has
/// elements.
Value Normalizer::withElements(Value expr) {
  auto rewrite = [&](bool &only) {
    llvm::SaveAndRestore<bool> restricted(only, true);
    return withoutReductions(expr);
  };
  Value values = rewrite(onlyValues), elements = rewrite(onlyElements);
  return MaskOp::create(builder, expr.getLoc(), values, elements,
                        /*complement=*/false);
}

Value Normalizer::withoutReductions(Value expr) {
  if (!containsReduction(expr))
    return expr;
  llvm::SaveAndRestore<bool> full(onlyValues, onlyValues || isFull(expr));
  if (dependsOnPattern(expr) && computesWithIdentities(expr) && !onlyElements)
    return withElements(expr);
  Operation *op = expr.getDefiningOp();
  if (isa<SumOp, ReduceOp>(op))
    return materialize(expr);
  auto quotient = dyn_cast<DivOp>(op);
  llvm::SaveAndRestore<bool> divided(
      inQuotient, inQuotient || (quotient && !sumsDividend(quotient)));
  IRMapping mapping;
  auto combine = dyn_cast<CombineOp>(op);
  for (Value operand : op->getOperands()) {
    if (!isa<ExprType>(operand.getType()))
      continue;
    GuardedBy guarded(guards, guardsOf(op, operand));
    // An operator takes a missing zero for what it is, but an identity for a
    // value, unless it passes a lone operand on (L42).
    bool tellsAbsent = combine
                           ? combine.getIsUnion() || mayBeAnnihilated(operand)
                           : annihilates(op, operand);
    llvm::SaveAndRestore<bool> stored(keepsPattern,
                                      keepsPattern || tellsAbsent);
    llvm::SaveAndRestore<bool> values(onlyValues, onlyValues && !tellsAbsent);
    mapping.map(operand, withoutReductions(operand));
  }
  return cloneNode(builder, op, mapping);
}

/// A temporary is dense, with zeros for absent elements (or the identity of a
/// reduction), unless what is done with it depends on its pattern.
RankedTensorType Normalizer::getTemporaryType(Value expr,
                                              ArrayRef<StringAttr> labels,
                                              ArrayRef<int64_t> shape) {
  Type element = cast<ExprType>(expr.getType()).getElementType();
  if (!dependsOnPattern(expr) || isFull(expr) || shape.empty())
    return RankedTensorType::get(shape, element);
  RankedTensorType target = assign.getType();
  if (isSparse() &&
      llvm::equal(labels, assign.getIndices().getAsRange<StringAttr>()))
    return RankedTensorType::get(shape, element, target.getEncoding());
  unsigned width =
      isSparse() ? getPositionWidth(target) : getPositionWidthIn(expr);
  return getCompressedType(shape, element, width, /*hasAllRows=*/false);
}

/// Whether all that is sparse has one level that is, the last: rows.
static bool isOfRows(RankedTensorType type) {
  std::optional<Format> format = getFormat(type);
  return !type.getEncoding() ||
         (format && format->levels.back() == LevelType::CompressedUnique &&
          llvm::count(format->levels, LevelType::Dense) + 1 ==
              int64_t(format->levels.size()));
}

/// An access of a temporary that holds `expr` where the guard has elements.
Value Normalizer::makeGuarded(Value expr, AccessOp guard) {
  llvm::SetVector<StringAttr> labels;
  labels.insert_range(guard.getIndices().getAsRange<StringAttr>());
  labels.insert_range(labelsOf(expr));
  auto masked = MaskOp::create(builder, expr.getLoc(), expr, guard,
                               /*complement=*/false);
  auto typeOf = [&](ArrayRef<int64_t> shape) {
    Type element = cast<ExprType>(expr.getType()).getElementType();
    RankedTensorType type = guard.getTensor().getType();
    if (isOfRows(type) && type.getRank() == int64_t(labels.size()))
      return RankedTensorType::get(shape, element, type.getEncoding());
    return getCompressedType(shape, element, getPositionWidth(type),
                             /*hasAllRows=*/false);
  };
  AssignOp temporary = makeStatement(builder, assign.getLoc(), masked,
                                     labels.getArrayRef(), typeOf);
  ++temporaries;
  temporaries += Normalizer(temporary).run();
  return AccessOp::create(builder, expr.getLoc(), temporary,
                          labels.getArrayRef());
}

/// Of a function's operand only the sums are computed apart: as few of them as
/// a guard has elements, or each for fewer labels than the operand has.
bool Normalizer::staysInFunction(Value operand) {
  if (!isFull(operand) || !containsReduction(operand))
    return false;
  if (findGuard(guards, operand))
    return true;
  size_t labels = labelsOf(operand).size();
  bool areSmaller = true;
  walkExpression(operand, [&](Operation *op) {
    if (isa<SumOp, ReduceOp>(op))
      areSmaller &= labelsOf(op->getResult(0)).size() < labels;
  });
  return areSmaller;
}

Value Normalizer::materialize(Value expr) {
  return mustSplit(expr) ? makeTemporary(expr) : expr;
}

Value Normalizer::makeTemporary(Value expr) {
  if (AccessOp guard = findGuard(guards, expr))
    return makeGuarded(expr, guard);
  SmallVector<StringAttr> labels(labelsOf(expr));
  SmallVector<StringAttr> target(assign.getIndices().getAsRange<StringAttr>());
  if (labels.size() == target.size() &&
      std::is_permutation(labels.begin(), labels.end(), target.begin()))
    labels = target;
  AssignOp temporary = makeStatement(
      builder, assign.getLoc(), expr, labels, [&](ArrayRef<int64_t> shape) {
        return getTemporaryType(expr, labels, shape);
      });
  ++temporaries;
  Normalizer inner(temporary);
  temporaries += inner.run();
  return AccessOp::create(builder, expr.getLoc(), temporary, labels);
}

/// The points of a loop's iteration lattice (Kjolstad et al., "The Tensor
/// Algebra Compiler", section 5), at most: each has a loop of its own, with a
/// case for each below it.
static uint64_t countPoints(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!op || isa<ScalarOp>(op) || (isa<AccessOp>(op) && isFull(expr)))
    return 0;
  if (isa<AccessOp>(op))
    return 1;
  bool intersects = isa<MulOp, DivOp, MaskOp>(op);
  if (auto combine = dyn_cast<CombineOp>(op))
    intersects = !combine.getIsUnion();
  uint64_t points = 0;
  for (Value operand : op->getOperands()) {
    if (!isa<ExprType>(operand.getType()))
      continue;
    uint64_t others = countPoints(operand);
    points = intersects
                 ? std::max<uint64_t>(points, 1) * std::max<uint64_t>(others, 1)
                 : (points + 1) * (others + 1) - 1;
    points = std::min<uint64_t>(points, 1000);
  }
  return points;
}

/// The most levels that a sparse operand of `expr` has whose coordinates are
/// merged.
static unsigned countMergedLevels(Value expr) {
  unsigned levels = 0;
  walkExpression(expr, [&](Operation *op) {
    auto access = dyn_cast<AccessOp>(op);
    auto encoding =
        access ? st::getSparseTensorEncoding(access.getTensor().getType())
               : st::SparseTensorEncodingAttr();
    if (!encoding)
      return;
    unsigned merged =
        llvm::count_if(encoding.getLvlTypes(), [](st::LevelType level) {
          return level.getLvlFmt() != st::LevelFormat::Dense;
        });
    levels = std::max(levels, merged);
  });
  return levels;
}

/// Whether the loops that merge `expr` are too many. A point of the lattice has
/// on the next level a lattice of its own, of the operands that are left: where
/// k operands make 2^k points on one level, they make (n + 1)^k on n.
static bool mergesTooMuch(Value expr) {
  // Four operands of a sum; one more would double the code.
  constexpr uint64_t maxPoints = 15;
  constexpr double maxNested = 32;
  uint64_t points = countPoints(expr);
  if (points > maxPoints)
    return true;
  unsigned levels = std::max(countMergedLevels(expr), 1u);
  return std::pow(points + 1, std::log2(levels + 1)) > maxNested;
}

Value Normalizer::boundMerges(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!op || isa<AccessOp, ScalarOp>(op) || !mergesTooMuch(expr))
    return expr;
  IRMapping mapping;
  SmallVector<Value> parts;
  for (Value operand : op->getOperands())
    if (isa<ExprType>(operand.getType())) {
      parts.push_back(boundMerges(operand));
      mapping.map(operand, parts.back());
    }
  Value bounded = cloneNode(builder, op, mapping);
  if (parts.size() != 2 || !mergesTooMuch(bounded))
    return bounded;
  bool second = countPoints(parts[1]) > countPoints(parts[0]);
  mapping.map(op->getOperand(second), makeTemporary(parts[second]));
  return cloneNode(builder, op, mapping);
}

/// A difference of integers that are not everywhere is one operation, which
/// keeps the pattern of x - x.
bool Normalizer::isSumOfTerms(Operation *op) {
  if (!isa_and_present<AddOp, SubOp, NegOp>(op))
    return false;
  Type element = cast<ExprType>(op->getResult(0).getType()).getElementType();
  return !isSparse() || !isa<SubOp>(op) || !isa<IntegerType>(element);
}

unsigned Normalizer::countSparseTerms(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!isSumOfTerms(op))
    return hasSparseAccess(expr);
  unsigned count = 0;
  for (Value operand : op->getOperands())
    count += countSparseTerms(operand);
  return count;
}

/// The terms of a sum of many are collected in a row (`cin-schedule`), each by
/// a loop of its own.
bool Normalizer::isCollectedInRows(Value expr) {
  if (countSparseTerms(expr) < minCollectedTerms || !isOfRows(assign.getType()))
    return false;
  bool rows = !assign.getType().getElementType().isInteger(1);
  walkExpression(expr, [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      rows &= isOfRows(access.getTensor().getType());
  });
  return rows;
}

/// The terms of a dense result have a loop each.
Value Normalizer::boundTerms(Value expr) {
  if (isSparse() && !isCollectedInRows(expr))
    return boundMerges(expr);
  return boundEachTerm(expr);
}

Value Normalizer::boundEachTerm(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!isSumOfTerms(op))
    return boundMerges(expr);
  IRMapping mapping;
  bool changed = false;
  for (Value operand : op->getOperands()) {
    Value bounded = boundEachTerm(operand);
    changed |= bounded != operand;
    mapping.map(operand, bounded);
  }
  return changed ? cloneNode(builder, op, mapping) : expr;
}

/// A sparse result that sums and does something else takes the sums from
/// temporaries, so that one loop sees all that makes its pattern. So does one
/// that sums what the complement of a mask leaves: a reduction over stored
/// elements, which starts from zero.
Value Normalizer::combine(MutableArrayRef<Term> terms) {
  Value total;
  for (Term &term : terms) {
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

void Normalizer::renameBound(Term &term, ArrayRef<StringAttr> taken) {
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
    SmallVector<AssignOp> statements;
    getOperation().walk([&](AssignOp op) { statements.push_back(op); });
    for (AssignOp statement : statements)
      numTemporaries += Normalizer(statement).run();
  }
};
} // namespace
