//===- Reductions.cpp - what a loop reduces, by lanes ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/Reductions.h"

#include "passes/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;

/// What may be reduced in any order, and how its lanes are.
static std::optional<vector::CombiningKind> getReductionOfLanes(Operation *op) {
  using Kind = vector::CombiningKind;
  return llvm::TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return Kind::ADD; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return Kind::MUL; })
      .Case([](arith::MinimumFOp) { return Kind::MINIMUMF; })
      .Case([](arith::MaximumFOp) { return Kind::MAXIMUMF; })
      .Case([](arith::MinSIOp) { return Kind::MINSI; })
      .Case([](arith::MaxSIOp) { return Kind::MAXSI; })
      .Case([](arith::MinUIOp) { return Kind::MINUI; })
      .Default([](Operation *) { return std::nullopt; });
}

/// What each carried value goes through: yielded as the result of an operation
/// on it, and not used else. Nothing if one is used in another way.
static std::optional<SmallVector<Operation *>> findReductions(scf::ForOp loop) {
  SmallVector<Operation *> reductions;
  for (auto [argument, yielded] :
       llvm::zip(loop.getRegionIterArgs(), loop.getYieldedValues())) {
    Operation *op = yielded.getDefiningOp();
    if (!op || !argument.hasOneUse() || *argument.user_begin() != op ||
        !yielded.hasOneUse())
      return std::nullopt;
    reductions.push_back(op);
  }
  return reductions;
}

std::optional<Reductions> Reductions::find(scf::ForOp loop) {
  std::optional<SmallVector<Operation *>> found = findReductions(loop);
  if (!found || !llvm::all_of(*found, [](Operation *op) {
        Type type = op->getResult(0).getType();
        return getReductionOfLanes(op) && type.isIntOrFloat() &&
               type.getIntOrFloatBitWidth() >= 8;
      }))
    return std::nullopt;
  Reductions reductions;
  reductions.operations = std::move(*found);
  return reductions;
}

bool Reductions::areSums() const {
  return llvm::all_of(operations, [](Operation *op) {
    return isa<arith::AddFOp, arith::AddIOp>(op);
  });
}

SmallVector<Value> Reductions::emitNeutral(OpBuilder &builder, int64_t width,
                                           int64_t vectors) const {
  SmallVector<Value> neutral;
  for (int64_t n = 0; n < vectors; ++n)
    for (Operation *op : operations) {
      Type type = op->getResult(0).getType();
      // The sum that begins as 0, not as -0, is what it is without vectors.
      Attribute element = isa<arith::AddFOp>(op)
                              ? Attribute(builder.getZeroAttr(type))
                              : *arith::getNeutralElement(op);
      neutral.push_back(arith::ConstantOp::create(
          builder, op->getLoc(),
          DenseElementsAttr::get(VectorType::get(width, type), element)));
    }
  return neutral;
}

SmallVector<Value> Reductions::reduceVectors(OpBuilder &builder, ValueRange all,
                                             int64_t vectors) const {
  size_t each = operations.size();
  SmallVector<Value> results(all.take_front(each));
  for (int64_t n = 1; n < vectors; ++n)
    for (auto [result, other, op] :
         llvm::zip(results, all.slice(size_t(n) * each, each), operations)) {
      OperationState state(op->getLoc(), op->getName(), {result, other},
                           result.getType());
      result = builder.create(state)->getResult(0);
    }
  return results;
}

SmallVector<Value> Reductions::reduceLanes(OpBuilder &builder,
                                           ValueRange vectors,
                                           ValueRange initial) const {
  SmallVector<Value> results;
  for (auto [lanes, first, op] : llvm::zip(vectors, initial, operations)) {
    bool isInexact = isa<arith::AddFOp, arith::MulFOp>(op);
    results.push_back(vector::ReductionOp::create(
        builder, op->getLoc(), *getReductionOfLanes(op), lanes, first,
        isInexact
            ? arith::FastMathFlags::reassoc | arith::FastMathFlags::contract
            : arith::FastMathFlags::none));
  }
  return results;
}
