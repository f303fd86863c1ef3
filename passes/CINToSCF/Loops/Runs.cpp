//===- Runs.cpp - merging something short with something long -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The merge of a long level with a far shorter one is a loop over the short
// one: what the long one has up to its next coordinate is found by a search,
// and needs no comparisons.
//
// for s in S { p' = search(L, crd(s)); for l in [p, p') { L alone }
//              both or S alone; p = p' or behind it }
// for l in [p, end) { L alone }
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/MergeLoops.h"
#include "passes/CINToSCF/Loops/Merges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// The coordinates that the iterator alone has are visited.
static bool mayBeAlone(const Domain &domain, IteratorSet iterator) {
  return llvm::any_of(domain.getPoints(), [&](const LatticePoint &point) {
    return point.iterators == iterator;
  });
}

/// The loop is generated once more for each side that may be short, so inside
/// of another one it would be too much.
static StringRef whyNot(ForallOp forall, const LoopPlan &plan) {
  if (plan.lookedUp)
    return "it looks something up besides";
  return forall->getParentOfType<ForallOp>() ? "it is inside of another loop"
                                             : whyNotTwo(forall, plan);
}

static LogicalResult loopOverShort(MergeLoops &loops, unsigned shorter,
                                   Scope &scope) {
  OpBuilder &builder = loops.builder;
  PlannedLoop plan = loops.plan;
  Iterator &small = plan.iterators[shorter];
  Iterator &large =
      **llvm::find_if(MergeLoops::visitedOf(plan),
                      [&](auto *iterator) { return iterator != &small; });
  StateKey at = MergeLoops::positionOf(large);
  Keys all = loops.keys;
  all.push_back(at);
  auto step = [&](Value position, Scope &inner) -> LogicalResult {
    small.position = position;
    small.coordinate = small.level->coordinateAt(builder, loops.loc, position);
    small.present = {};
    large.position = inner.state.lookup(at);
    Value next = loops.gallop(large, small.coordinate);
    if (failed(loops.runAlone(large, small, next, inner)))
      return failure();
    large.position = next;
    loops.findCoordinate(large);
    large.present =
        arith::CmpIOp::create(builder, loops.loc, arith::CmpIPredicate::eq,
                              large.coordinate, small.coordinate);
    if (failed(loops.emitCases(plan, {plan.getVisited(), false},
                               small.coordinate, inner)))
      return failure();
    Value past = arith::IndexCastUIOp::create(
        builder, loops.loc, builder.getIndexType(), large.present);
    inner.state[at] = arith::AddIOp::create(builder, loops.loc, next, past);
    return success();
  };
  if (failed(loops.emitFor({small.position, small.end}, all, scope, step)))
    return failure();
  large.position = scope.state.lookup(at);
  return loops.runAlone(large, small, large.end, scope);
}

static LogicalResult emit(MergeLoops &loops) {
  OpBuilder &builder = loops.builder;
  IteratorSet visited = loops.plan.getVisited();
  unsigned first = llvm::countr_zero(visited);
  unsigned second = llvm::countr_zero(visited & (visited - 1));
  auto [lengths, areNear] = loops.compareLengths();
  auto drivenBy = [&](unsigned shorter) {
    return [&, shorter](Scope &inner) {
      return loopOverShort(loops, shorter, inner);
    };
  };
  auto steps = [&](Scope &inner) { return loops.stepThrough(inner); };
  // A complemented mask, which is not visited alone, is searched where it is
  // the long one; where it is short, what it masks has to be visited anyway.
  bool firstAlone = mayBeAlone(loops.plan.domain, IteratorSet(1) << first);
  bool secondAlone = mayBeAlone(loops.plan.domain, IteratorSet(1) << second);
  auto isLess = [&, &lengths = lengths](unsigned one, unsigned other) -> Value {
    return arith::CmpIOp::create(builder, loops.loc, arith::CmpIPredicate::ult,
                                 lengths[one], lengths[other]);
  };
  if (firstAlone != secondAlone) {
    Value isShort = isLess(firstAlone ? 0 : 1, firstAlone ? 1 : 0);
    Value yes = arith::ConstantOp::create(builder, loops.loc,
                                          builder.getBoolAttr(true));
    Value areFar = arith::XOrIOp::create(builder, loops.loc, areNear, yes);
    Value searches = arith::AndIOp::create(builder, loops.loc, areFar, isShort);
    return loops.emitIf(searches, loops.scope,
                        drivenBy(firstAlone ? first : second), steps);
  }
  return loops.emitIf(areNear, loops.scope, steps, [&](Scope &inner) {
    return loops.emitIf(isLess(0, 1), inner, drivenBy(first), drivenBy(second));
  });
}

const MergeForm encke::runsForm{"runs", "step by step",
                                "along the shorter one, with runs of the other",
                                whyNot, emit};
