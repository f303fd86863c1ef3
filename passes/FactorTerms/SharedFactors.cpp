//===- SharedFactors.cpp - what two products have in common ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/FactorTerms/SharedFactors.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"

#include "dialects/TA/TADialect.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// The same value at the same labels.
static bool isSame(Value a, Value b) {
  if (a == b)
    return true;
  auto first = a.getDefiningOp<AccessOp>(),
       second = b.getDefiningOp<AccessOp>();
  return first && second && first.getTensor() == second.getTensor() &&
         first.getIndices() == second.getIndices();
}

/// Extends `to`, from labels that `second` sums over to those of `first`, so
/// that both accesses become the same. Returns whether they can.
static bool unify(AccessOp a, AccessOp b, const Product &first,
                  const Product &second, LabelMap &to) {
  if (a.getTensor() != b.getTensor())
    return false;
  LabelMap extended = to;
  for (auto [x, y] : llvm::zip(a.getIndices().getAsRange<StringAttr>(),
                               b.getIndices().getAsRange<StringAttr>())) {
    bool isClosed = llvm::is_contained(first.closed, x);
    if (isClosed != llvm::is_contained(second.closed, y) ||
        (!isClosed && x != y))
      return false;
    if (!isClosed)
      continue;
    auto [known, isNew] = extended.try_emplace(y, x);
    bool isTaken = isNew && llvm::count_if(extended, [x = x](auto &pair) {
                              return pair.second == x;
                            }) > 1;
    if (known->second != x || isTaken)
      return false;
  }
  to = std::move(extended);
  return true;
}

static bool hasLabel(const Product &product, StringAttr label) {
  return llvm::any_of(product.factors, [&](Value factor) {
    return llvm::is_contained(labelsOf(factor), label);
  });
}

/// All labels in the factors, also those that sums in them close.
static llvm::SetVector<StringAttr> collectLabels(const Product &product) {
  llvm::SetVector<StringAttr> labels;
  for (Value factor : product.factors)
    walkExpression(factor, [&](Operation *op) {
      labels.insert_range(labelsOf(op->getResult(0)));
    });
  return labels;
}

/// Gives labels that `second` sums over the names that `first` has for them, by
/// tensors that both read; other labels must not have these names then, nor
/// those that are summed, too, names of `first`.
static void takeNames(OpBuilder &builder, FreshLabels &fresh,
                      const Product &first, Product &second) {
  LabelMap to;
  for (Value b : second.factors)
    for (Value a : first.factors) {
      auto x = a.getDefiningOp<AccessOp>(), y = b.getDefiningOp<AccessOp>();
      if (x && y && unify(x, y, first, second, to))
        break;
    }
  llvm::DenseSet<StringAttr> taken;
  for (auto &pair : to)
    taken.insert(pair.second);
  for (StringAttr label : collectLabels(second)) {
    bool isClosed = llvm::is_contained(second.closed, label);
    if (to.contains(label) ||
        !(taken.contains(label) || (isClosed && hasLabel(first, label))))
      continue;
    StringAttr name = fresh.get(label);
    while (hasLabel(first, name))
      name = fresh.get(label);
    to[label] = name;
  }
  if (llvm::all_of(to, [](auto &pair) { return pair.first == pair.second; }))
    return;
  for (Value &factor : second.factors)
    factor = renameLabels(builder, factor, to);
  for (StringAttr &label : second.closed)
    if (auto found = to.find(label); found != to.end())
      label = found->second;
}

/// What is left of a product, summed over the labels that nothing else needs;
/// null where only numbers are left.
static Value makeRest(OpBuilder &builder, Location loc, Product product,
                      ArrayRef<Value> common, ArrayRef<StringAttr> output) {
  for (Value factor : common)
    product.factors.erase(llvm::find_if(
        product.factors, [&](Value own) { return isSame(own, factor); }));
  if (product.factors.empty())
    return {};
  SmallVector<StringAttr> kept(output);
  for (Value factor : common)
    llvm::append_range(kept, labelsOf(factor));
  Value rest =
      emitProduct(builder, loc, product.algebra, product.factors, kept);
  return emitScalars(builder, product, rest);
}

/// Nothing else needs it.
static bool isOwn(Value term) { return term.use_empty() || term.hasOneUse(); }

std::optional<SharedFactors>
encke::findSharedFactors(OpBuilder &builder, Value first, Value second) {
  if (!isOwn(first) || !isOwn(second) || !haveSameLabels(first, second))
    return std::nullopt;
  FreshLabels freshInFirst(first), freshInSecond(second);
  std::optional<Product> a = matchProduct(builder, freshInFirst, first),
                         b = matchProduct(builder, freshInSecond, second);
  if (!a || !b || !a->algebra.isArithmetic() || !b->algebra.isArithmetic())
    return std::nullopt;
  takeNames(builder, freshInSecond, *a, *b);
  SharedFactors shared{std::move(*a), std::move(*b), {}, {}, {}};
  SmallVector<Value> others(shared.second.factors);
  for (Value factor : shared.first.factors) {
    auto *other = llvm::find_if(
        others, [&](Value value) { return isSame(value, factor); });
    if (other == others.end())
      continue;
    shared.common.push_back(factor);
    others.erase(other);
  }
  if (shared.common.empty())
    return std::nullopt;
  ArrayRef<StringAttr> output = labelsOf(first);
  shared.firstRest =
      makeRest(builder, first.getLoc(), shared.first, shared.common, output);
  shared.secondRest =
      makeRest(builder, second.getLoc(), shared.second, shared.common, output);
  if (!shared.firstRest || !shared.secondRest ||
      !haveSameLabels(shared.firstRest, shared.secondRest) ||
      !isFull(shared.firstRest) || !isFull(shared.secondRest))
    return std::nullopt;
  return shared;
}
