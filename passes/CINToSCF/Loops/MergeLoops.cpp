//===- MergeLoops.cpp - loops that merge streams --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/MergeLoops.h"
#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Loops.h"
#include "passes/CINToSCF/Loops/Merges.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Streams.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Sinks/Sinks.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

LogicalResult MergeLoops::emit() {
  if (parts.context.strictMarks && forall.getVector().value_or(1) > 1)
    return forall.emitError(
        "'vector' cannot be carried out: the loop merges what several sparse "
        "tensors store, or elements with the same coordinate");
  for (auto [number, iterator] : llvm::enumerate(plan.iterators))
    if (!plan.isLookedUp(number)) {
      scope.state[positionOf(iterator)] = iterator.position;
      parts.places.storageOf(AccessOp(iterator.access).getTensor()).isMerged =
          true;
    }
  std::optional<VisitAttr> mark = forall.getVisit();
  const MergeForm *form = mark ? findMergeForm(mark->getForm()) : nullptr;
  // What is seldom run is generated once.
  if (form && !parts.statements.getSink().isRare() &&
      form->whyNot(forall, plan).empty())
    return form->emit(*this);
  return stepThrough(scope);
}

/// A loop for each point, larger sets of iterators first: when one of them is
/// exhausted, a later point goes on with the others.
LogicalResult MergeLoops::stepThrough(Scope &inside) {
  SmallVector<IteratorSet> done;
  for (const LatticePoint &point : plan.domain.getPoints()) {
    IteratorSet visited = point.iterators & ~plan.lookedUp;
    if (llvm::is_contained(done, visited))
      continue;
    done.push_back(visited);
    if (failed(loopOverPoint({visited, point.universe}, nullptr, inside)))
      return failure();
  }
  return success();
}

LogicalResult MergeLoops::loopOverPoint(LatticePoint point, Step step,
                                        Scope &around) {
  PlannedLoop copy = plan;
  SmallVector<Iterator *> alive = iteratorsIn(copy, point.iterators);
  Keys all = positionKeys(alive);
  llvm::append_range(all, keys);
  SmallVector<Value> initial = llvm::map_to_vector(
      all, [&](StateKey key) { return around.state.lookup(key); });
  TypeRange types = ValueRange(initial).getTypes();

  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::WhileOp::create(builder, loc, types, initial);
  SmallVector<Location> places(initial.size(), loc);
  Block *before = builder.createBlock(&loop.getBefore(), {}, types, places);
  Value going;
  for (auto [iterator, position] : llvm::zip(alive, before->getArguments())) {
    Value inside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, position, iterator->end);
    going = going ? arith::AndIOp::create(builder, loc, going, inside) : inside;
  }
  scf::ConditionOp::create(builder, loc, going, before->getArguments());

  Block *after = builder.createBlock(&loop.getAfter(), {}, types, places);
  Scope inner = around;
  for (auto [key, argument] : llvm::zip(all, after->getArguments()))
    inner.state[key] = argument;
  Value coordinate;
  for (Iterator *iterator : alive) {
    iterator->position = inner.state.lookup(positionOf(*iterator));
    iterator->coordinate =
        iterator->level->coordinateAt(builder, loc, iterator->position);
    coordinate = coordinate ? arith::MinUIOp::create(builder, loc, coordinate,
                                                     iterator->coordinate)
                            : iterator->coordinate;
  }
  for (Iterator *iterator : alive) {
    iterator->present =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                              iterator->coordinate, coordinate);
    parts.streams.findSegmentEnd(*iterator, loc);
  }
  parts.streams.lookUp(copy, coordinate, inner, loc);
  SmallVector<LatticePoint> cases =
      copy.domain.getSubPoints(point.iterators | copy.lookedUp);
  bool inCases = !step && advancesInCases(cases, point);
  auto advance = [&](IteratorSet here, ArrayRef<LatticePoint> earlier,
                     Scope &branch) {
    advanceIn(here, earlier, copy, point, branch);
  };
  Loops::CaseEnd atEnd;
  if (inCases)
    atEnd = advance;
  if (failed(parts.loops.emitCases(forall, copy, cases, point, coordinate,
                                   inCases ? all : keys, inner, atEnd)))
    return failure();
  if (step)
    step(copy, inner);
  else if (!inCases)
    parts.streams.advance(copy, point, loc, inner);
  scf::YieldOp::create(builder, loc,
                       llvm::map_to_vector(all, [&](StateKey key) {
                         return inner.state.lookup(key);
                       }));
  for (auto [key, result] : llvm::zip(all, loop.getResults()))
    around.state[key] = result;
  return success();
}

/// In a case of a merge, before which `earlier` ones were not taken.
void MergeLoops::advanceIn(IteratorSet here, ArrayRef<LatticePoint> earlier,
                           const PlannedLoop &there, LatticePoint point,
                           Scope &branch) {
  for (auto [number, iterator] : llvm::enumerate(there.iterators)) {
    IteratorSet own = IteratorSet(1) << number;
    if (!(point.iterators & own))
      continue;
    Value &position = branch.state[positionOf(iterator)];
    // Were it present, too, such a case would have been taken.
    bool isAbsent = llvm::any_of(earlier, [&](const LatticePoint &other) {
      return (other.iterators & own) && !(other.iterators & ~(here | own));
    });
    if (here & own)
      position = iterator.segmentEnd;
    else if (!isAbsent)
      position =
          arith::SelectOp::create(builder, loc, iterator.present,
                                  iterator.segmentEnd, iterator.position);
  }
}

/// Which iterators go on is left to the branches into the cases, as the loop is
/// marked. Where there is little else to do in the cases there are no branches.
bool MergeLoops::advancesInCases(ArrayRef<LatticePoint> cases,
                                 LatticePoint point) {
  std::optional<VisitAttr> mark = forall.getVisit();
  bool counts = parts.statements.getSink().isCounting() && appendsIn(forall);
  return mark && mark->getBranches() && !counts && cases.size() > 1 &&
         Domain::isCovered(cases, point);
}

LogicalResult MergeLoops::emitCases(PlannedLoop &there, LatticePoint point,
                                    Value coordinate, Scope &inside) {
  parts.streams.lookUp(there, coordinate, inside, loc);
  return parts.loops.emitCases(
      forall, there,
      there.domain.getSubPoints(point.iterators | there.lookedUp), point,
      coordinate, keys, inside);
}

LogicalResult MergeLoops::runAlone(const Iterator &iterator,
                                   const Iterator &other, Value end,
                                   Scope &inside) {
  Scope alone = inside;
  alone.absent.insert(other.access);
  FailureOr<PlannedLoop> left = parts.streams.plan(forall, alone);
  if (failed(left))
    return failure();
  if (left->domain.isEmpty())
    return success();
  Interval part{iterator.position, end};
  if (failed(parts.loops.loopOverPart(forall, *left, part, alone)))
    return failure();
  // A copy waits for memory; LLVM would make four loops of each of them.
  if (scf::ForOp copy = findLoopBefore(builder)) {
    LoopMarks marks = LoopMarks::of(copy);
    marks.rolled = true;
    marks.setOn(copy);
  }
  inside.state = alone.state;
  return success();
}

LogicalResult MergeLoops::emitFor(Interval positions, const Keys &changed,
                                  Scope &inside, CounterBody body) {
  return parts.control.emitFor(forall, positions, changed, inside, body);
}

LogicalResult MergeLoops::emitIf(Value condition, Scope &inside, Body thenBody,
                                 Body elseBody) {
  return parts.control.emitIf(loc, condition, keys, inside, thenBody, elseBody);
}

Value MergeLoops::getPlaces() { return parts.workspaces.placesOf(forall); }

bool MergeLoops::onlySteps() { return parts.loops.onlySteps(forall); }

void MergeLoops::findCoordinate(Iterator &iterator) {
  parts.streams.findCoordinate(iterator, loc);
}

Value MergeLoops::gallop(const Iterator &iterator, Value coordinate) {
  return parts.streams.gallop(iterator, coordinate, loc);
}

SmallVector<Iterator *> MergeLoops::visitedOf(PlannedLoop &plan) {
  return iteratorsIn(plan, plan.getVisited());
}

StateKey MergeLoops::positionOf(const Iterator &iterator) {
  return {iterator.access, Variable::position};
}

MergeLoops::Lengths MergeLoops::compareLengths() {
  Lengths result;
  SmallVector<Value> shares;
  Value shift = arith::ConstantIndexOp::create(
      builder, loc, llvm::Log2_64(uint64_t(forall.getVisit()->getRatio())));
  PlannedLoop copy = plan;
  for (Iterator *iterator : visitedOf(copy)) {
    result.lengths.push_back(
        arith::SubIOp::create(builder, loc, iterator->end, iterator->position));
    shares.push_back(
        arith::ShRUIOp::create(builder, loc, result.lengths.back(), shift));
  }
  auto isNear = [&](unsigned one, unsigned other) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                 shares[one], result.lengths[other]);
  };
  result.areNear =
      arith::AndIOp::create(builder, loc, isNear(0, 1), isNear(1, 0));
  return result;
}
