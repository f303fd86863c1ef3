//===- Product.cpp - products of many factors in expressions --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/Product.h"
#include "passes/Support/Labels.h"

#include "dialects/TA/TADialect.h"
#include "passes/Support/Expressions.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// Pairs in which the second operator is associative and commutative and
/// distributes over the first, also where elements are absent. (`max` and `*`
/// do not: of negative numbers.) Sums of integers may overflow where a
/// reduction of nothing has left the largest one, so `min, +` is for
/// floating-point numbers.
static bool isSemiring(StringRef reduce, StringRef combine, Type element) {
  if (combine == "add")
    return isa<FloatType>(element) && (reduce == "min" || reduce == "max");
  return (reduce == "min" && combine == "max") ||
         (reduce == "max" && combine == "min") ||
         (reduce == "or" && combine == "and") ||
         (reduce == "any" && combine == "pair");
}

/// The semiring of a combination, or of a reduction of one.
static std::optional<ProductAlgebra> getSemiring(Value expr) {
  auto combine = expr.getDefiningOp<CombineOp>();
  auto reduce = expr.getDefiningOp<ReduceOp>();
  if (reduce)
    combine = reduce.getOperand().getDefiningOp<CombineOp>();
  if (!combine || combine.getIsUnion())
    return std::nullopt;
  for (Value operand : {combine.getLhs(), combine.getRhs()})
    if (!reduce)
      reduce = operand.getDefiningOp<ReduceOp>();
  if (!reduce || !isSemiring(reduce.getFunction(), combine.getFunction(),
                             combine.getType().getElementType()))
    return std::nullopt;
  return ProductAlgebra{reduce.getFunction(), combine.getFunction()};
}

namespace {

class Matcher {
public:
  Matcher(OpBuilder &builder, FreshLabels &fresh, Value root, bool keepsSums)
      : builder(builder), fresh(fresh), root(root), keepsSums(keepsSums) {
    taken.insert_range(labelsOf(root));
  }

  void gather(Value expr);
  Product product;

private:
  void gatherReduction(Value operand, ArrayAttr over);
  void gatherGroup(Value lhs, Value rhs);
  bool gatherArithmetic(Value expr);
  bool gatherSemiring(Value expr);

  OpBuilder &builder;
  FreshLabels &fresh;
  Value root;
  bool keepsSums;
  llvm::DenseSet<StringAttr> taken;
};

} // namespace

void Matcher::gatherReduction(Value operand, ArrayAttr over) {
  LabelMap to;
  for (StringAttr label : over.getAsRange<StringAttr>()) {
    if (!taken.insert(label).second) {
      label = to[label] = fresh.get(label);
      taken.insert(label);
    }
    product.closed.push_back(label);
  }
  gather(to.empty() ? operand : renameLabels(builder, operand, to));
}

void Matcher::gatherGroup(Value lhs, Value rhs) {
  unsigned first = product.factors.size();
  gather(lhs);
  gather(rhs);
  unsigned end = product.factors.size();
  if (end - first > 1)
    product.groups.emplace_back(first, end);
}

/// A square of something that is more than a tensor stays one factor: taken
/// apart, it would be multiplied out.
bool Matcher::gatherArithmetic(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (auto mul = dyn_cast<MulOp>(op)) {
    bool isSquare =
        mul.getLhs() == mul.getRhs() && !mul.getLhs().getDefiningOp<AccessOp>();
    if (isSquare)
      return false;
    gatherGroup(mul.getLhs(), mul.getRhs());
  } else if (auto sum = dyn_cast<SumOp>(op);
             sum && (expr == root || !keepsSums)) {
    gatherReduction(sum.getOperand(), sum.getOver());
  } else if (auto negation = dyn_cast<NegOp>(op)) {
    product.isNegative = !product.isNegative;
    gather(negation.getOperand());
  } else if (auto quotient = dyn_cast<DivOp>(op);
             quotient && labelsOf(quotient.getRhs()).empty() &&
             isFull(quotient.getRhs())) {
    gather(quotient.getLhs());
    product.divisors.push_back(quotient.getRhs());
  } else {
    return false;
  }
  return true;
}

bool Matcher::gatherSemiring(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (auto combine = dyn_cast<CombineOp>(op);
      combine && !combine.getIsUnion() &&
      combine.getFunction() == product.algebra.combine) {
    gatherGroup(combine.getLhs(), combine.getRhs());
    return true;
  }
  auto reduce = dyn_cast<ReduceOp>(op);
  if (!reduce || reduce.getFunction() != product.algebra.reduce)
    return false;
  gatherReduction(reduce.getOperand(), reduce.getOver());
  return true;
}

/// A sum to a single number inside of the product stays one factor: it is there
/// also when nothing was summed, which decides what a sparse result stores.
void Matcher::gather(Value expr) {
  bool isNumber = expr != root && labelsOf(expr).empty() &&
                  isa_and_nonnull<SumOp, ReduceOp>(expr.getDefiningOp());
  bool isInner =
      !isNumber && (product.algebra.isArithmetic() ? gatherArithmetic(expr)
                                                   : gatherSemiring(expr));
  if (isInner)
    return;
  bool isScalar = labelsOf(expr).empty() && product.algebra.isArithmetic();
  (isScalar ? product.scalars : product.factors).push_back(expr);
}

/// Outside of a sum a factor that reduces nothing is an identity, or what it is
/// divided by is (L43, L45), inside it leaves the sum without the element: it
/// matters where it stands.
static bool hasIdentity(const Product &product) {
  auto isIdentity = [&](Value factor) {
    if (isZeroWhereAbsent(factor))
      return false;
    if (!product.algebra.isArithmetic())
      return true; // There an absent identity is no 0 that annihilates.
    SmallVector<Value> others(product.factors);
    llvm::erase(others, factor);
    return !reducesFactors(factor, others);
  };
  return !product.closed.empty() && llvm::any_of(product.factors, isIdentity);
}

std::optional<Product> encke::matchProduct(OpBuilder &builder,
                                           FreshLabels &fresh, Value expr,
                                           bool keepsSums) {
  Matcher matcher(builder, fresh, expr, keepsSums);
  if (!expr.getDefiningOp() || !isa<MulOp, SumOp>(expr.getDefiningOp())) {
    std::optional<ProductAlgebra> semiring = getSemiring(expr);
    // Where nothing contributes a reduction has its identity, and an
    // intersection of a reduction with a sparse tensor a zero (L42).
    if (!semiring || (expr.getDefiningOp<CombineOp>() && hasSparseAccess(expr)))
      return std::nullopt;
    matcher.product.algebra = *semiring;
  }
  matcher.gather(expr);
  if (hasIdentity(matcher.product))
    return std::nullopt;
  // Several numbers multiply each element as one.
  size_t factors = matcher.product.factors.size();
  if (factors == 0 || (factors == 1 && matcher.product.scalars.size() < 2))
    return std::nullopt;
  return matcher.product;
}

Value encke::emitProduct(OpBuilder &builder, Location loc,
                         const ProductAlgebra &algebra, ArrayRef<Value> values,
                         ArrayRef<StringAttr> kept) {
  Value product = values.front();
  for (Value value : values.drop_front())
    product = algebra.isArithmetic()
                  ? MulOp::create(builder, loc, product, value).getResult()
                  : CombineOp::create(builder, loc, algebra.combine,
                                      /*isUnion=*/false, product, value)
                        .getResult();
  SmallVector<StringAttr> over;
  for (StringAttr label : labelsOf(product))
    if (!llvm::is_contained(kept, label))
      over.push_back(label);
  if (over.empty())
    return product;
  if (algebra.isArithmetic())
    return SumOp::create(builder, loc, product, over);
  return ReduceOp::create(builder, loc, algebra.reduce, product, over);
}

Value encke::emitScalarFactor(OpBuilder &builder, const Product &product) {
  Value factor = product.scalars.front();
  for (Value scalar : ArrayRef(product.scalars).drop_front())
    factor = MulOp::create(builder, scalar.getLoc(), factor, scalar);
  return factor;
}

Value encke::emitScalars(OpBuilder &builder, const Product &product,
                         Value value) {
  Location loc = value.getLoc();
  if (!product.scalars.empty())
    value =
        MulOp::create(builder, loc, emitScalarFactor(builder, product), value);
  for (Value divisor : product.divisors)
    value = DivOp::create(builder, loc, value, divisor);
  if (product.isNegative)
    value = NegOp::create(builder, loc, value.getType(), value);
  return value;
}
