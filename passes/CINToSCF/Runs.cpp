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

#include "passes/CINToSCF/Generator.h"
#include "passes/CINToSCF/Merges.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The coordinates that the iterator alone has are visited.
static bool mayBeAlone(const Domain &domain, IteratorSet iterator) {
  return llvm::any_of(domain.getPoints(), [&](const LatticePoint &point) {
    return point.iterators == iterator;
  });
}

/// The loop is generated once more for each side that may be short, so inside
/// of another one it would be too much.
StringRef encke::whyNotInRuns(ForallOp forall, const LoopPlan &plan) {
  if (plan.lookedUp)
    return "it looks something up besides";
  return forall->getParentOfType<ForallOp>() ? "it is inside of another loop"
                                             : whyNotTwo(forall, plan);
}

LogicalResult KernelGenerator::mergeInRuns(ForallOp forall, LoopPlan &plan,
                                           const Keys &keys, Scope &scope) {
  Location loc = forall.getLoc();
  IteratorSet visited = plan.getVisited();
  unsigned first = llvm::countr_zero(visited);
  unsigned second = llvm::countr_zero(visited & (visited - 1));
  auto [lengths, areNear] = compareLengths(forall, iteratorsIn(plan, visited));
  auto drivenBy = [&](unsigned shorter) {
    return [&, shorter](Scope &inner) {
      LoopPlan copy = plan;
      return loopOverShort(forall, copy, shorter, keys, inner);
    };
  };
  auto steps = [&](Scope &inner) {
    LoopPlan copy = plan;
    return stepThrough(forall, copy, keys, inner);
  };
  // A complemented mask, which is not visited alone, is searched where it is
  // the long one; where it is short, what it masks has to be visited anyway.
  bool firstAlone = mayBeAlone(plan.domain, IteratorSet(1) << first);
  bool secondAlone = mayBeAlone(plan.domain, IteratorSet(1) << second);
  if (firstAlone != secondAlone) {
    Value isLess = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, lengths[firstAlone ? 0 : 1],
        lengths[firstAlone ? 1 : 0]);
    Value yes =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    Value areFar = arith::XOrIOp::create(builder, loc, areNear, yes);
    Value searches = arith::AndIOp::create(builder, loc, areFar, isLess);
    return emitIf(loc, searches, keys, scope,
                  drivenBy(firstAlone ? first : second), steps);
  }
  return emitIf(
      loc, areNear, keys, scope, steps, [&, lengths = lengths](Scope &inner) {
        Value isFirst = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ult, lengths[0], lengths[1]);
        return emitIf(loc, isFirst, keys, inner, drivenBy(first),
                      drivenBy(second));
      });
}

LogicalResult KernelGenerator::loopOverShort(ForallOp forall, LoopPlan &plan,
                                             unsigned shorter, const Keys &keys,
                                             Scope &scope) {
  Location loc = forall.getLoc();
  IteratorSet visited = plan.getVisited();
  Iterator &small = plan.iterators[shorter];
  Iterator &large =
      *iteratorsIn(plan, visited & ~(IteratorSet(1) << shorter)).front();
  StateKey at{large.access, Variable::position};
  Keys all = keys;
  all.push_back(at);
  auto step = [&](Value position, Scope &inner) -> LogicalResult {
    small.position = position;
    small.coordinate = small.level->coordinateAt(builder, loc, position);
    small.present = {};
    large.position = inner.state.lookup(at);
    Value next = gallop(large, small.coordinate, loc);
    if (failed(runAlone(forall, large, small, next, keys, inner)))
      return failure();
    large.position = next;
    findCoordinate(large, loc);
    large.present =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                              large.coordinate, small.coordinate);
    if (failed(emitCases(forall, plan, plan.domain.getSubPoints(visited),
                         {visited, false}, small.coordinate, keys, inner)))
      return failure();
    Value past = arith::IndexCastUIOp::create(
        builder, loc, builder.getIndexType(), large.present);
    inner.state[at] = arith::AddIOp::create(builder, loc, next, past);
    return success();
  };
  if (failed(emitFor(forall, small.position, small.end, all, scope, step)))
    return failure();
  large.position = scope.state.lookup(at);
  return runAlone(forall, large, small, large.end, keys, scope);
}

/// From the position of `longer` to `end`, as if `shorter` stored nothing.
LogicalResult KernelGenerator::runAlone(ForallOp forall, const Iterator &longer,
                                        const Iterator &shorter, Value end,
                                        const Keys &keys, Scope &scope) {
  Scope alone = scope;
  alone.absent.insert(shorter.access);
  FailureOr<LoopPlan> plan = planLoop(forall, alone);
  if (failed(plan))
    return failure();
  if (plan->domain.isEmpty())
    return success();
  Iterator &iterator = plan->getFirst();
  iterator.position = longer.position;
  iterator.end = end;
  if (failed(loopOverPositions(forall, *plan, keys, alone)))
    return failure();
  // A copy waits for memory; LLVM would make four loops of each of them.
  if (scf::ForOp copy = findLoopBefore(builder)) {
    LoopMarks marks = LoopMarks::of(copy);
    marks.rolled = true;
    marks.setOn(copy);
  }
  scope.state = alone.state;
  return success();
}
