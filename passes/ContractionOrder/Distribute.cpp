//===- Distribute.cpp - products of sums as sums of products --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/Distribute.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Terms.h"

#include "dialects/TA/TADialect.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// A sum may be taken apart as far as it goes: what is left are products.
static SmallVector<Term> termsOf(Value factor) {
  return collectTerms(factor, [](Operation *) { return true; });
}

static bool isSubset(ArrayRef<StringAttr> labels, ArrayRef<StringAttr> of) {
  return llvm::all_of(
      labels, [&](StringAttr label) { return llvm::is_contained(of, label); });
}

/// The factor is a sum of terms over the same labels, of which one sums over
/// more, and no sparse factor says where it is needed at all
/// (passes/Normalize/Guards.h). A term that is the identity of a reduction
/// where it has no element must see where the others have one (L43).
static bool mayGain(const Product &product, Value factor,
                    ArrayRef<Term> terms) {
  if (terms.size() < 2 || !llvm::any_of(terms, [](const Term &term) {
        return containsReduction(term.value);
      }))
    return false;
  for (const Term &term : terms)
    if (!isSubset(labelsOf(factor), labelsOf(term.value)) ||
        !isZeroWhereAbsent(term.value))
      return false;
  return llvm::none_of(product.factors, [&](Value other) {
    return other != factor && !isFull(other) &&
           isSubset(labelsOf(factor), labelsOf(other));
  });
}

/// The statements that the expression is a part of.
static void collectStatements(Value expr, llvm::DenseSet<Operation *> &found) {
  for (Operation *user : expr.getUsers())
    if (isa<AssignOp>(user))
      found.insert(user);
    else if (user->getNumResults() == 1)
      collectStatements(user->getResult(0), found);
}

namespace {

/// Costs and rewrites the product of one sum and other factors.
class Distribution {
public:
  Distribution(OpBuilder &builder, const Product &product, Value expr,
               Value factor, const Place &place, Estimates &estimates)
      : builder(builder), product(product), expr(expr), factor(factor),
        place(place), estimates(estimates), terms(termsOf(factor)) {}

  bool mayGain() const { return ::mayGain(product, factor, terms); }
  double costAsItIs();
  /// Makes the sum that `costDistributed` and `getSum` are about.
  void multiplyOut();
  double costDistributed();
  Value getSum() { return addTerms(builder, expr.getLoc(), products); }

private:
  double costOf(ArrayRef<Term> summands, const Place &where);

  OpBuilder &builder;
  const Product &product;
  Value expr, factor;
  const Place &place;
  Estimates &estimates;
  SmallVector<Term> terms, products;
};

} // namespace

/// Of terms that are products; what is no product has no cost of its own.
double Distribution::costOf(ArrayRef<Term> summands, const Place &where) {
  double total = 0;
  for (const Term &term : summands) {
    FreshLabels fresh(term.value);
    std::optional<Product> inner = matchProduct(builder, fresh, term.value);
    if (!inner)
      continue;
    total += estimateCost(*inner, labelsOf(term.value), where, estimates);
  }
  return total;
}

/// The terms are computed once for all statements with the sum; then they are
/// added, and the product follows.
double Distribution::costAsItIs() {
  Place inner = place;
  inner.isSparse = false;
  inner.wanted = 1;
  double sum = costOf(terms, inner),
         outer = estimateCost(product, labelsOf(expr), place, estimates);
  llvm::DenseSet<Operation *> statements;
  collectStatements(factor, statements);
  return sum / std::max<double>(statements.size(), 1) + outer +
         estimates.getSpace(factor, labelsOf(factor)) * (terms.size() - 1);
}

void Distribution::multiplyOut() {
  for (const Term &term : terms) {
    SmallVector<Value> factors(product.factors);
    llvm::replace(factors, factor, term.value);
    Value one = emitProduct(builder, expr.getLoc(), product.algebra, factors,
                            labelsOf(expr));
    products.push_back({emitScalars(builder, product, one), term.negative});
  }
}

double Distribution::costDistributed() {
  return costOf(products, place) +
         estimates.getSpace(expr, labelsOf(expr)) * double(products.size() - 1);
}

bool encke::hasSumOfProducts(const Product &product) {
  return product.algebra.isArithmetic() && product.factors.size() >= 2 &&
         llvm::any_of(product.factors, [&](Value factor) {
           return mayGain(product, factor, termsOf(factor));
         });
}

Value encke::distribute(OpBuilder &builder, const Product &product, Value expr,
                        const Place &place, Estimates &estimates) {
  for (Value factor : product.factors) {
    Distribution distribution(builder, product, expr, factor, place, estimates);
    if (!distribution.mayGain())
      continue;
    double before = distribution.costAsItIs();
    distribution.multiplyOut();
    if (distribution.costDistributed() < before)
      return distribution.getSum();
  }
  return {};
}
