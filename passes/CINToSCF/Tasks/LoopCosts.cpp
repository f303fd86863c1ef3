//===- LoopCosts.cpp - what loops cost ------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime decides how many tasks a loop is worth. It is told what an
// element of the loop's leader costs (passes/Cost/Threads.h).
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Tasks/LoopCosts.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Tasks/ParallelLoops.h"
#include "passes/Cost/Threads.h"

#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/Sharing.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// What the loop itself does, it accumulates at coordinates of sparse levels.
static bool scatters(ForallOp loop) {
  return llvm::any_of(loop.getBlock().getOps<AssignOp>(), [&](AssignOp assign) {
    return assign.getReduction() != Reduction::none &&
           llvm::any_of(assign.getIndices(), isAlongSparse);
  });
}

/// The loops directly inside of an operation, one after the other; null without
/// any.
Value LoopCosts::costOfLoopsIn(Operation *op, AccessOp leader) {
  Value total;
  op->walk<WalkOrder::PreOrder>([&](ForallOp inner) {
    if (inner == op)
      return WalkResult::advance();
    Value cost = costOfLoop(inner, leader);
    total = total ? arith::AddIOp::create(builder, op->getLoc(), total, cost)
                  : cost;
    return WalkResult::skip();
  });
  return total;
}

/// The positions of the access's outermost level, if the loop runs over these,
/// else one: what an inner level has is in the leader.
Value LoopCosts::countPositions(ForallOp loop, AccessOp access) {
  Location loc = loop.getLoc();
  const Storage &storage = places.storageOf(access.getTensor());
  if (variableOf(access, storage.format, 0) != loop.getIndex())
    return arith::ConstantIndexOp::create(builder, loc, 1);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto [lo, hi] =
      storage.levels.front()->positionBounds(builder, loc, {zero, {}});
  Value count = arith::SubIOp::create(builder, loc, hi, lo);
  Value most = arith::ConstantIndexOp::create(builder, loc, cost::greatestCost);
  return arith::MinUIOp::create(builder, loc, count, most);
}

/// The steps of a loop that visits every coordinate, as far as they are known
/// outside of the kernel.
Value LoopCosts::countSteps(ForallOp loop) {
  Location loc = loop.getLoc();
  if (loop.isDerived())
    return arith::ConstantIndexOp::create(builder, loc, 1);
  if (std::optional<uint64_t> width = loop.getWidth())
    return arith::ConstantIndexOp::create(builder, loc, int64_t(*width));
  Operation *owner = loop.getExtent().getParentBlock()->getParentOp();
  if (kernel->isAncestor(owner))
    return arith::ConstantIndexOp::create(builder, loc, cost::assumedFibre);
  Value most = arith::ConstantIndexOp::create(builder, loc, cost::greatestCost);
  return arith::MinUIOp::create(builder, loc, loop.getExtent(), most);
}

/// The loop inside of one over the leader, for each element of the leader.
Value LoopCosts::costOfLoop(ForallOp loop, AccessOp leader) {
  Location loc = loop.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  bool isRow = false, isLeaders = false, hasValues = false;
  llvm::SmallPtrSet<Operation *, 4> restricting;
  loop.walk([&](AccessOp access) {
    Value place = access.getTensor();
    isRow |= whereOf(place) &&
             llvm::is_contained(access.getIndices(), loop.getIndex()) &&
             cast<PlaceType>(place.getType()).getTensor().getEncoding();
    hasValues |= leader && place == leader.getTensor() &&
                 llvm::is_contained(access.getIndices(), loop.getIndex());
    if (!isRestrictedBy(access, loop, context.planner))
      return;
    isLeaders |= leader && place == leader.getTensor();
    restricting.insert(context.planner.sameAs(access));
  });
  if (isRow)
    return constant(cost::rowElementCost);
  cost::Step step;
  step.hasLeader = bool(leader);
  step.scatters = scatters(loop);
  step.hasValues = hasValues;
  step.isLeaders = isLeaders;
  step.restricting = restricting.size();
  Value cost = costOfLoopsIn(loop, leader);
  if (restricting.empty()) {
    if (!cost)
      cost = constant(cost::getStepCost(step));
    cost = arith::MulIOp::create(builder, loc, cost, countSteps(loop));
  } else {
    Value least = constant(cost::getElementCost(step));
    cost = cost ? arith::MaxUIOp::create(builder, loc, cost, least) : least;
    cost = arith::MulIOp::create(builder, loc, cost,
                                 constant(cost::getElementFactor(step)));
    if (!leader && restricting.size() == 1)
      cost = arith::MulIOp::create(
          builder, loc, cost,
          countPositions(loop, cast<AccessOp>(*restricting.begin())));
  }
  return arith::MinUIOp::create(builder, loc, cost,
                                constant(cost::greatestCost));
}

Value LoopCosts::estimate(ForallOp forall, AccessOp leader) {
  Location loc = forall.getLoc();
  Value least = arith::ConstantIndexOp::create(
      builder, loc, leader ? cost::readCost : cost::streamCost);
  Value cost = costOfLoopsIn(forall, leader);
  return cost ? arith::MaxUIOp::create(builder, loc, cost, least) : least;
}
