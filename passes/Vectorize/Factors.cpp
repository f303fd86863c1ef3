//===- Factors.cpp - factors that a loop does not change ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/Factors.h"

#include "dialects/CIN/Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace encke;

/// Adds what the inner loop does to make the value, in its order.
static void collectMakers(Value value, scf::ForOp inner,
                          llvm::SetVector<Operation *> &made) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != inner.getBody() || made.contains(op))
    return;
  for (Value operand : op->getOperands())
    collectMakers(operand, inner, made);
  made.insert(op);
}

/// The same value in each iteration of the loop around the inner one.
static bool isFixed(const llvm::SetVector<Operation *> &made, Value factor,
                    scf::ForOp inner, scf::ForOp around, Value written) {
  auto isKnown = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return value == inner.getInductionVar() ||
           around.isDefinedOutsideOfLoop(value) || (op && made.contains(op));
  };
  return isKnown(factor) && llvm::all_of(made, [&](Operation *op) {
           auto load = dyn_cast<memref::LoadOp>(op);
           return (load ? load.getMemRef() != written
                        : op->getNumRegions() == 0 && isPure(op)) &&
                  llvm::all_of(op->getOperands(), isKnown);
         });
}

static bool writesOthers(scf::ForOp loop, Value written) {
  WalkResult walk = loop.walk([&](Operation *op) {
    auto store = dyn_cast<memref::StoreOp>(op);
    bool isKnown = store
                       ? store.getMemRef() == written
                       : isa<memref::LoadOp>(op) || isPure(op) ||
                             op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return walk.wasInterrupted();
}

std::optional<Factors> encke::splitFactors(Value value, scf::ForOp inner,
                                           scf::ForOp around, Value written,
                                           const LoopVectorizer &vectorizer) {
  SmallVector<Value> factors;
  cin::collectFactors(value, inner.getBody(), factors);
  if (factors.size() < 2 || writesOthers(around, written))
    return std::nullopt;
  Factors result;
  result.product = value.getDefiningOp();
  bool isWorth = false;
  for (Value factor : factors) {
    llvm::SetVector<Operation *> made;
    collectMakers(factor, inner, made);
    bool fixed = isFixed(made, factor, inner, around, written);
    isWorth |= fixed && vectorizer.isVarying(factor);
    Factors::Part &part = fixed ? result.fixed : result.changing;
    part.factors.push_back(factor);
    part.made.insert(made.begin(), made.end());
  }
  if (!isWorth || result.changing.factors.empty())
    return std::nullopt;
  return result;
}

Value Factors::multiply(OpBuilder &builder, Value lhs, Value rhs) const {
  if (auto mul = dyn_cast<arith::MulFOp>(product))
    return arith::MulFOp::create(builder, product->getLoc(), lhs, rhs,
                                 mul.getFastmath());
  return arith::MulIOp::create(builder, product->getLoc(), lhs, rhs);
}

Value Factors::emitSum(OpBuilder &builder, Value sum, Value lhs,
                       Value rhs) const {
  Value more = multiply(builder, lhs, rhs);
  if (auto mul = dyn_cast<arith::MulFOp>(product))
    return arith::AddFOp::create(builder, product->getLoc(), sum, more,
                                 mul.getFastmath());
  return arith::AddIOp::create(builder, product->getLoc(), sum, more);
}

Value Factors::emit(OpBuilder &builder, LoopVectorizer &vectorizer,
                    IRMapping &mapping, const Part &part) const {
  for (Operation *op : part.made)
    vectorizer.vectorizeOp(builder, mapping, *op);
  // Those that are the same for all elements first, as numbers.
  Value scalar, result;
  for (Value factor : part.factors)
    if (!vectorizer.isVarying(factor)) {
      Value mapped = mapping.lookupOrDefault(factor);
      scalar = scalar ? multiply(builder, scalar, mapped) : mapped;
    }
  if (scalar)
    result = vectorizer.asVector(builder, mapping, scalar);
  for (Value factor : part.factors)
    if (vectorizer.isVarying(factor)) {
      Value mapped = vectorizer.asVector(builder, mapping, factor);
      result = result ? multiply(builder, result, mapped) : mapped;
    }
  return result;
}
