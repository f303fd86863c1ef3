//===- JoinIterations.cpp - several iterations at a time ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that adds to elements in memory, in each iteration of the loop around
// to the same ones, loads and stores them as often as it loads what it adds.
// Several iterations at a time (unroll and jam) do that once. Where floats are
// added to doubles (L21), those of the iterations are added up before, which
// costs less.
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace encke;

namespace {
/// What the body of the inner loop does to an element.
struct Update {
  memref::LoadOp load;
  memref::StoreOp store;
  /// Of a sum of doubles: what is added to it, if that is a float.
  arith::ExtFOp narrow;
};
} // namespace

/// The loop around, if all that it does is to run this one, step by step.
static scf::ForOp getAround(scf::ForOp loop) {
  auto around = dyn_cast<scf::ForOp>(loop->getParentOp());
  if (!around || around.getNumResults() != 0 || loop.getNumResults() != 0 ||
      &around.getBody()->front() != loop ||
      loop->getNextNode() != around.getBody()->getTerminator() ||
      !isConstantIntValue(around.getStep(), 1) ||
      !llvm::all_of(loop->getOperands(), [&](Value bound) {
        return around.isDefinedOutsideOfLoop(bound);
      }))
    return {};
  return around;
}

/// The body loads an element, stores it at its end, and touches no other one of
/// that tensor, which is the same in all iterations of the loop around.
static std::optional<Update> matchUpdate(scf::ForOp loop, scf::ForOp around) {
  Update update;
  Block *body = loop.getBody();
  update.store =
      dyn_cast_or_null<memref::StoreOp>(body->getTerminator()->getPrevNode());
  if (!update.store ||
      !isa_and_present<memref::DistinctObjectsOp, memref::AllocOp>(
          update.store.getMemRef().getDefiningOp()) ||
      llvm::is_contained(update.store.getIndices(), around.getInductionVar()))
    return std::nullopt;
  for (Operation &op : body->without_terminator()) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (load && load.getMemRef() == update.store.getMemRef()) {
      if (update.load || load.getIndices() != update.store.getIndices())
        return std::nullopt;
      update.load = load;
    } else if (!load && &op != update.store && !isPure(&op)) {
      return std::nullopt;
    }
  }
  auto isOutside = [&](Value index) {
    return index == loop.getInductionVar() ||
           around.isDefinedOutsideOfLoop(index);
  };
  if (!update.load || !llvm::all_of(update.store.getIndices(), isOutside))
    return std::nullopt;
  update.narrow = findNarrowTerm(update.store.getValue(), update.load);
  return update;
}

scf::ForOp encke::joinIterations(scf::ForOp loop, int64_t together) {
  scf::ForOp around = getAround(loop);
  std::optional<Update> update =
      around ? matchUpdate(loop, around) : std::nullopt;
  std::optional<APInt> count =
      around ? around.getStaticTripCount() : std::nullopt;
  if (!update || (count && count->ult(uint64_t(together))))
    return {};

  Location loc = around.getLoc();
  OpBuilder builder(around);
  Value number = arith::ConstantIndexOp::create(builder, loc, together);
  Value first = around.getLowerBound();
  Value length =
      builder.createOrFold<arith::SubIOp>(loc, around.getUpperBound(), first);
  Value rest = builder.createOrFold<arith::RemUIOp>(loc, length, number);
  Value end =
      builder.createOrFold<arith::SubIOp>(loc, around.getUpperBound(), rest);
  auto several = scf::ForOp::create(builder, loc, first, end, number);
  around.getLowerBoundMutable().assign(end);

  builder.setInsertionPointToStart(several.getBody());
  SmallVector<Value> counters;
  for (int64_t iteration = 0; iteration != together; ++iteration) {
    Value distance = arith::ConstantIndexOp::create(builder, loc, iteration);
    counters.push_back(builder.createOrFold<arith::AddIOp>(
        loc, several.getInductionVar(), distance));
  }
  auto joined = scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                                   loop.getUpperBound(), loop.getStep());
  joined->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  builder.setInsertionPointToStart(joined.getBody());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), joined.getInductionVar());
  Value element = builder.clone(*update->load, mapping)->getResult(0);
  Operation *combiner = update->store.getValue().getDefiningOp();
  Value terms;
  for (Value counter : counters) {
    mapping.map(around.getInductionVar(), counter);
    mapping.map(update->load.getResult(), element);
    for (Operation &op : loop.getBody()->without_terminator()) {
      bool isCombined =
          update->narrow && (&op == update->narrow || &op == combiner);
      if (&op != update->load && &op != update->store && !isCombined)
        builder.clone(op, mapping);
    }
    if (!update->narrow) {
      element = mapping.lookupOrDefault(update->store.getValue());
      continue;
    }
    Value term = mapping.lookupOrDefault(update->narrow.getIn());
    terms = terms ? arith::AddFOp::create(builder, loc, terms, term,
                                          arith::FastMathFlags::contract)
                        .getResult()
                  : term;
  }
  if (update->narrow) {
    mapping.map(update->narrow.getIn(), terms);
    builder.clone(*update->narrow, mapping);
    element = builder.clone(*combiner, mapping)->getResult(0);
  }
  mapping.map(update->store.getValue(), element);
  builder.clone(*update->store, mapping);
  return joined;
}
