//===- Streams.cpp - iterators along levels -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Streams.h"
#include "passes/CINToSCF/Loops/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// What the accesses are in the code generated so far.
FailureOr<PlannedLoop> Streams::plan(ForallOp forall, const Scope &scope) {
  FailureOr<cin::LoopPlan> found =
      context.planner.plan(forall, scope.absent, [&](Value variable) {
        return scope.values.contains(variable);
      });
  if (failed(found))
    return failure();
  PlannedLoop plan{*found, {}};
  for (const Stream &stream : plan.streams) {
    Iterator &iterator = plan.iterators.emplace_back();
    iterator.access = stream.access;
    iterator.level = places.storageOf(iterator.access.getTensor())
                         .levels[stream.level]
                         .get();
  }
  return plan;
}

void Streams::begin(PlannedLoop &plan, const Scope &scope, Location loc) {
  for (auto [number, iterator] : llvm::enumerate(plan.iterators)) {
    if (plan.isLookedUp(number))
      continue;
    std::tie(iterator.position, iterator.end) = iterator.level->positionBounds(
        builder, loc, places.parentPosition(iterator.access, scope));
    places.storageOf(iterator.access.getTensor()).isVisited = true;
  }
}

/// Which of the iterators that are not visited have the coordinate, and where.
void Streams::lookUp(PlannedLoop &plan, Value coordinate, const Scope &scope,
                     Location loc) {
  for (auto [number, iterator] : llvm::enumerate(plan.iterators)) {
    if (!plan.isLookedUp(number))
      continue;
    if (iterator.level->isMarked()) {
      iterator.position = coordinate;
      iterator.present = iterator.level->isStored(builder, loc, coordinate);
      continue;
    }
    iterator.present =
        search(iterator, places.parentPosition(iterator.access, scope),
               coordinate, loc);
    if (iterator.level->isUnique()) {
      findSegmentEnd(iterator, loc);
      continue;
    }
    // What was not found has no segment; that of another one may be long.
    auto found = scf::IfOp::create(builder, loc, builder.getIndexType(),
                                   iterator.present, /*addThenBlock=*/true,
                                   /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(found.elseBlock());
    scf::YieldOp::create(builder, loc, iterator.position);
    builder.setInsertionPointToStart(found.thenBlock());
    findFoundSegmentEnd(iterator, loc);
    scf::YieldOp::create(builder, loc, iterator.segmentEnd);
    iterator.segmentEnd = found.getResult(0);
  }
}

/// The coordinate at an iterator's position, or -1 after the last one.
void Streams::findCoordinate(Iterator &iterator, Location loc) {
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       iterator.position, iterator.end);
  auto load = scf::IfOp::create(
      builder, loc, inside,
      [&](OpBuilder &body, Location) {
        scf::YieldOp::create(
            body, loc,
            iterator.level->coordinateAt(body, loc, iterator.position));
      },
      [&](OpBuilder &body, Location) {
        Value none = arith::ConstantIndexOp::create(body, loc, -1);
        scf::YieldOp::create(body, loc, none);
      });
  iterator.coordinate = load.getResult(0);
}

/// Where the positions with this coordinate end, in a level that repeats
/// coordinates.
void Streams::findSegmentEnd(Iterator &iterator, Location loc) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value next = arith::AddIOp::create(builder, loc, iterator.position, one);
  iterator.segmentEnd = {};
  if (iterator.level->isUnique()) {
    iterator.segmentEnd = next;
    return;
  }
  auto loop = scf::WhileOp::create(
      builder, loc, builder.getIndexType(), next,
      [&](OpBuilder &before, Location, ValueRange at) {
        Value inside = arith::CmpIOp::create(
            before, loc, arith::CmpIPredicate::ult, at[0], iterator.end);
        auto same = scf::IfOp::create(
            before, loc, inside,
            [&](OpBuilder &body, Location) {
              Value other = iterator.level->coordinateAt(body, loc, at[0]);
              Value equal =
                  arith::CmpIOp::create(body, loc, arith::CmpIPredicate::eq,
                                        other, iterator.coordinate);
              scf::YieldOp::create(body, loc, equal);
            },
            [&](OpBuilder &body, Location) {
              Value no =
                  arith::ConstantOp::create(body, loc, body.getBoolAttr(false));
              scf::YieldOp::create(body, loc, no);
            });
        scf::ConditionOp::create(before, loc, same.getResult(0), at);
      },
      [&](OpBuilder &after, Location, ValueRange at) {
        Value further = arith::AddIOp::create(after, loc, at[0], one);
        scf::YieldOp::create(after, loc, further);
      });
  iterator.segmentEnd = loop.getResult(0);
}

/// Where each coordinate has a shelf of its own, that is all of the segment.
void Streams::findFoundSegmentEnd(Iterator &iterator, Location loc) {
  Value alone = iterator.level->isAloneOnShelf(builder, loc);
  if (!alone)
    return findSegmentEnd(iterator, loc);
  auto end = scf::IfOp::create(builder, loc, builder.getIndexType(), alone,
                               /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(end.thenBlock());
  scf::YieldOp::create(builder, loc, iterator.end);
  builder.setInsertionPointToStart(end.elseBlock());
  findSegmentEnd(iterator, loc);
  scf::YieldOp::create(builder, loc, iterator.segmentEnd);
  iterator.segmentEnd = end.getResult(0);
}

/// Each iterator that stands at the coordinate of this step goes on.
void Streams::advance(PlannedLoop &plan, LatticePoint point, Location loc,
                      Scope &scope) {
  for (Iterator *iterator : iteratorsIn(plan, point.iterators))
    scope.state[{iterator->access, Variable::position}] =
        arith::SelectOp::create(builder, loc, iterator->present,
                                iterator->segmentEnd, iterator->position);
}

/// What the iterators of a merge have between the coordinates at which two
/// chunks begin.
void Streams::narrow(PlannedLoop &plan, Interval coordinates, Location loc) {
  for (Iterator *iterator : iteratorsIn(plan, plan.getVisited())) {
    Interval positions{iterator->position, iterator->end};
    iterator->end =
        lowerBound(*iterator->level, positions, coordinates.hi, loc);
    iterator->position =
        lowerBound(*iterator->level, positions, coordinates.lo, loc);
  }
}

/// The iterators of a set.
SmallVector<Iterator *> encke::generator::iteratorsIn(PlannedLoop &plan,
                                                      IteratorSet set) {
  SmallVector<Iterator *> iterators;
  for (auto [number, iterator] : llvm::enumerate(plan.iterators))
    if (set >> number & 1)
      iterators.push_back(&iterator);
  return iterators;
}

/// The iterators' positions are variables of the loop, like the others.
Keys encke::generator::positionKeys(ArrayRef<Iterator *> iterators) {
  Keys keys;
  for (Iterator *iterator : iterators)
    keys.push_back({iterator->access, Variable::position});
  return keys;
}
