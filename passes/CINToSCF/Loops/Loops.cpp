//===- Loops.cpp - loops over levels --------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Loops.h"
#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Derived.h"
#include "passes/CINToSCF/Loops/Diagonals.h"
#include "passes/CINToSCF/Loops/MergeLoops.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Streams.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Sinks/Sinks.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"
#include "passes/CINToSCF/Tasks/ParallelLoops.h"
#include "passes/Cost/CodeSize.h"

#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

LogicalResult Loops::run(ForallOp forall, Scope &scope) {
  const Sink &sink = statements.getSink();
  Sink::Need need = sink.needOf(forall);
  if (need == Sink::Need::body)
    return statements.run(forall.getBlock(), scope);
  if (forall.isDerived())
    return derived.enter(forall, scope);
  if (need == Sink::Need::nothing)
    return success();
  FailureOr<PlannedLoop> plan = streams.plan(forall, scope);
  if (failed(plan))
    return failure();
  if (plan->domain.isEmpty())
    return success();
  if (failed(result.checkLoop(forall, scope)))
    return failure();
  streams.begin(*plan, scope, forall.getLoc());
  if (failed(clipToBlock(forall, *plan, scope)))
    return failure();
  if (own && own->loop == forall)
    return loopOverOwn(forall, *plan, scope);
  if (runsInChunks(forall) && sink.sharesLoop(forall))
    return tasks.emit(forall, *plan, scope);
  return loopInOne(forall, *plan, scope);
}

LogicalResult Loops::loopInOne(ForallOp forall, PlannedLoop &plan,
                               Scope &scope) {
  FailureOr<bool> isDone =
      statements.getSink().closedForm(forall, plan, std::nullopt, scope);
  if (failed(isDone) || *isDone)
    return isDone;
  Keys keys = control.changedIn(forall, scope);
  if (plan.isMerge())
    return MergeLoops({context, places, control, streams, *this, statements,
                       workspaces},
                      forall, plan, keys, scope)
        .emit();
  if (!plan.domain.isUniverse() && forall.getTogether())
    return diagonals.loopOver(forall, plan, scope);
  return inVersions(forall, keys, scope, [&](Scope &inner) -> LogicalResult {
    PlannedLoop copy = plan;
    if (!copy.domain.isUniverse())
      return loopOverPositions(forall, copy, keys, inner);
    if (forall.getWithin())
      return loopWithinBlock(forall, copy, keys, inner);
    Value lo = arith::ConstantIndexOp::create(builder, forall.getLoc(), 0);
    FailureOr<Value> hi = values.evaluate(forall.getExtent(), inner);
    if (failed(hi))
      return failure();
    return loopOverCoordinates(forall, copy, {lo, *hi}, keys, inner);
  });
}

/// The loop twice, where a merge directly inside of it has two forms and it was
/// found out in front of all loops that it only steps: a question in each round
/// would take as long as a step.
LogicalResult Loops::inVersions(ForallOp forall, const Keys &keys, Scope &scope,
                                Body body) {
  ForallOp merge;
  forall.walk([&](ForallOp inner) {
    if (!merge && inner->getParentOfType<ForallOp>() == forall &&
        workspaces.stepsThrough(inner))
      merge = inner;
  });
  if (!merge || asked == merge || statements.getSink().isRare())
    return body(scope);
  llvm::SaveAndRestore saved(asked, merge);
  return control.emitIf(
      forall.getLoc(), workspaces.stepsThrough(merge), keys, scope,
      [&](Scope &inner) {
        llvm::SaveAndRestore steps(stepping, merge);
        return body(inner);
      },
      body);
}

LogicalResult Loops::loopOverPart(ForallOp forall, PlannedLoop &plan,
                                  Interval part, Scope &scope) {
  bool visitsAll = plan.domain.isUniverse();
  if (!visitsAll) {
    plan.getFirst().position = part.lo;
    plan.getFirst().end = part.hi;
  }
  FailureOr<bool> isDone =
      statements.getSink().closedForm(forall, plan, part, scope);
  if (failed(isDone) || *isDone)
    return isDone;
  Keys keys = control.changedIn(forall, scope);
  if (visitsAll)
    streams.narrow(plan, part, forall.getLoc());
  return inVersions(forall, keys, scope, [&](Scope &inner) {
    PlannedLoop copy = plan;
    return visitsAll ? loopOverCoordinates(forall, copy, part, keys, inner)
                     : loopOverPositions(forall, copy, keys, inner);
  });
}

/// The loop over those coordinates that the task owns. What it does before the
/// first one it does not where there is none.
LogicalResult Loops::loopOverOwn(ForallOp forall, PlannedLoop &plan,
                                 Scope &scope) {
  Location loc = forall.getLoc();
  Keys keys = control.changedIn(forall, scope);
  if (plan.domain.isUniverse()) {
    FailureOr<Value> extent = values.evaluate(forall.getExtent(), scope);
    if (failed(extent))
      return failure();
    Value lo =
        arith::MinUIOp::create(builder, loc, own->coordinates.lo, *extent);
    Value hi =
        arith::MinUIOp::create(builder, loc, own->coordinates.hi, *extent);
    streams.narrow(plan, {lo, hi}, loc);
    return loopOverCoordinates(forall, plan, {lo, hi}, keys, scope);
  }
  SmallVector<Iterator *> visited = iteratorsIn(plan, plan.getVisited());
  SmallVector<Value> bounds;
  for (Iterator *iterator : visited)
    llvm::append_values(bounds, iterator->position, iterator->end);
  auto part = scf::IfOp::create(builder, loc, ValueRange(bounds).getTypes(),
                                own->isPart, /*addThenBlock=*/true,
                                /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(part.elseBlock());
    scf::YieldOp::create(builder, loc, bounds);
    builder.setInsertionPointToStart(part.thenBlock());
    streams.narrow(plan, own->coordinates, loc);
    SmallVector<Value> narrowed;
    for (Iterator *iterator : visited)
      llvm::append_values(narrowed, iterator->position, iterator->end);
    scf::YieldOp::create(builder, loc, narrowed);
  }
  Value isSome;
  for (auto [number, iterator] : llvm::enumerate(visited)) {
    iterator->position = part.getResult(2 * number);
    iterator->end = part.getResult(2 * number + 1);
    Value has = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                      iterator->position, iterator->end);
    isSome = isSome ? arith::OrIOp::create(builder, loc, isSome, has) : has;
  }
  return control.emitIf(
      loc, isSome, keys, scope,
      [&](Scope &inner) { return loopInOne(forall, plan, inner); }, nullptr);
}

//===----------------------------------------------------------------------===//
// Simple loops
//===----------------------------------------------------------------------===//

LogicalResult Loops::loopOverPositions(ForallOp forall, PlannedLoop &plan,
                                       const Keys &keys, Scope &scope) {
  Location loc = forall.getLoc();
  IteratorSet visited = plan.getVisited();
  Iterator &iterator = plan.getFirst();
  bool isInside = iterator.level->isInsideOfArray() &&
                  !result.is(iterator.access.getTensor());
  if (failed(control.emitFor(forall, {iterator.position, iterator.end}, keys,
                             scope, [&](Value position, Scope &inner) {
                               iterator.position = position;
                               Value coordinate = iterator.level->coordinateAt(
                                   builder, loc, position);
                               streams.lookUp(plan, coordinate, inner, loc);
                               return emitCases(
                                   forall, plan, plan.domain.getPoints(),
                                   {visited, false}, coordinate, keys, inner);
                             })))
    return failure();
  scf::ForOp loop = findLoopBefore(builder);
  if (isInside && loop) {
    LoopMarks marks = LoopMarks::of(loop);
    marks.segment = marks.vector != 0;
    marks.setOn(loop);
  }
  return success();
}

/// Every coordinate is visited; the sparse levels along it come along.
LogicalResult Loops::loopOverCoordinates(ForallOp forall, PlannedLoop &plan,
                                         Interval coordinates, const Keys &keys,
                                         Scope &scope) {
  if (result.appendsAll(forall, plan, scope))
    return result.appendRow(
        forall, coordinates, keys, scope, [&](Value coordinate, Scope &inner) {
          return enterBody(forall, plan, /*here=*/0, coordinate, inner);
        });
  llvm::SaveAndRestore outside(scope.inside);
  FailureOr<Interval> clipped = derived.clip(forall, coordinates, scope);
  if (failed(clipped))
    return failure();
  AccessOp runs = places.findRuns(forall, scope);
  bool isAlone = runs && plan.getVisited() == 0 && !forall.getWithin();
  return isAlone ? loopOverRuns(forall, plan, runs, *clipped, keys, scope)
                 : visitCoordinates(forall, plan, *clipped, keys, scope);
}

/// For each run a loop over its coordinates, which have one value.
LogicalResult Loops::loopOverRuns(ForallOp forall, PlannedLoop &plan,
                                  AccessOp access, Interval coordinates,
                                  const Keys &keys, Scope &scope) {
  Location loc = forall.getLoc();
  const Level &level = *places.storageOf(access.getTensor()).levels.back();
  Segment parent = places.parentPosition(access, scope);
  auto [first, last] = level.positionBounds(builder, loc, parent);
  if (!isConstantIntValue(coordinates.lo, 0)) {
    // Where there are no coordinates, there may be no run to be found.
    Value found = level.locate(builder, loc, parent.lo, coordinates.lo);
    first = arith::MinUIOp::create(builder, loc, found, last);
  }
  StateKey beginKey{access, Variable::position};
  Keys all = keys;
  all.push_back(beginKey);
  scope.state[beginKey] = coordinates.lo;
  auto body = [&](Value position, Scope &inner) -> LogicalResult {
    Value begin = inner.state.lookup(beginKey);
    Value end = arith::MinUIOp::create(
        builder, loc, level.coordinateAt(builder, loc, position),
        coordinates.hi);
    inner.state[beginKey] = end;
    inner.positions[access].push_back({position, {}});
    return visitCoordinates(forall, plan, {begin, end}, keys, inner);
  };
  if (failed(
          control.emitLoop(loc, {first, last}, LoopMarks(), all, scope, body)))
    return failure();
  scope.state.erase(beginKey);
  return success();
}

LogicalResult Loops::visitCoordinates(ForallOp forall, PlannedLoop &plan,
                                      Interval coordinates, const Keys &keys,
                                      Scope &scope) {
  Location loc = forall.getLoc();
  LatticePoint top{plan.getVisited(), true};
  SmallVector<Iterator *> along = iteratorsIn(plan, top.iterators);
  Keys positions = positionKeys(along);
  Keys all = keys;
  llvm::append_range(all, positions);
  for (auto [key, iterator] : llvm::zip(positions, along))
    scope.state[key] = iterator->position;
  return control.emitFor(
      forall, coordinates, all, scope,
      [&](Value coordinate, Scope &inner) -> LogicalResult {
        for (auto [key, iterator] : llvm::zip(positions, along)) {
          iterator->position = inner.state.lookup(key);
          streams.findCoordinate(*iterator, loc);
          iterator->present =
              arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                    iterator->coordinate, coordinate);
          streams.findSegmentEnd(*iterator, loc);
        }
        streams.lookUp(plan, coordinate, inner, loc);
        if (failed(emitCases(forall, plan, plan.domain.getPoints(), top,
                             coordinate, keys, inner)))
          return failure();
        streams.advance(plan, top, loc, inner);
        return success();
      });
}

/// In a level that has the same number of positions for each block, those with
/// coordinates past the end of the last block are the last ones of it: in a
/// block of r places, the first r positions have the coordinates 0 ... r - 1,
/// if there are as many.
LogicalResult Loops::clipToBlock(ForallOp forall, PlannedLoop &plan,
                                 Scope &scope) {
  std::optional<int64_t> extent = getConstantIntValue(forall.getExtent());
  if (!forall.getWithin() ||
      (extent && *extent % static_cast<int64_t>(*forall.getWidth()) == 0))
    return success();
  Location loc = forall.getLoc();
  for (Iterator *iterator : iteratorsIn(plan, plan.getVisited())) {
    if (!iterator->level->hasFixedCount())
      continue;
    FailureOr<Value> end = values.evaluate(forall.getExtent(), scope);
    if (failed(end))
      return failure();
    Value rest = arith::SubIOp::create(builder, loc, *end,
                                       places.firstOfBlock(forall, scope));
    iterator->end = arith::MinUIOp::create(
        builder, loc, iterator->end,
        arith::AddIOp::create(builder, loc, iterator->position, rest));
  }
  return success();
}

/// The last block may be cut off. All others are as long as is known here, so
/// that short loops over them can be unrolled: they have a loop of their own,
/// unless one over more than a block is directly inside.
LogicalResult Loops::loopWithinBlock(ForallOp forall, const PlannedLoop &plan,
                                     const Keys &keys, Scope &scope) {
  Location loc = forall.getLoc();
  int64_t size = static_cast<int64_t>(*forall.getWidth());
  auto loop = [&](Value hi, Scope &inner) {
    PlannedLoop copy = plan;
    Value lo = arith::ConstantIndexOp::create(builder, loc, 0);
    return loopOverCoordinates(forall, copy, {lo, hi}, keys, inner);
  };
  Value width = arith::ConstantIndexOp::create(builder, loc, size);
  std::optional<int64_t> extent = getConstantIntValue(forall.getExtent());
  if (size == 1 || (extent && *extent % size == 0) ||
      scope.wholeBlocks.contains(forall))
    return loop(width, scope);
  FailureOr<Value> end = values.evaluate(forall.getExtent(), scope);
  if (failed(end))
    return failure();
  Value rest = arith::SubIOp::create(builder, loc, *end,
                                     places.firstOfBlock(forall, scope));
  // What is asked for each position takes longer than to count them.
  bool isOutside =
      llvm::any_of(forall.getBlock().getOps<ForallOp>(),
                   [](ForallOp inner) { return !inner.getWithin(); }) ||
      asksForPadding(forall);
  if (isOutside)
    return loop(arith::MinUIOp::create(builder, loc, rest, width), scope);
  Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                        rest, width);
  return control.emitIf(
      loc, isWhole, keys, scope,
      [&](Scope &inner) { return loop(width, inner); },
      [&](Scope &inner) { return loop(rest, inner); });
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

LogicalResult Loops::emitCases(ForallOp forall, PlannedLoop &plan,
                               ArrayRef<LatticePoint> cases, LatticePoint point,
                               Value coordinate, const Keys &keys, Scope &scope,
                               CaseEnd atEnd) {
  Location loc = forall.getLoc();
  if (cases.empty())
    return success();
  bool covered = Domain::isCovered(cases, point);
  std::function<LogicalResult(ArrayRef<LatticePoint>, Scope &)> emit =
      [&](ArrayRef<LatticePoint> rest, Scope &inner) -> LogicalResult {
    IteratorSet here = rest.front().iterators;
    auto body = [&](Scope &branch) -> LogicalResult {
      if (failed(enterBody(forall, plan, here, coordinate, branch)))
        return failure();
      if (atEnd)
        atEnd(here, cases.drop_back(rest.size()), branch);
      return success();
    };
    bool isLast = rest.size() == 1;
    if (here == 0 || (isLast && covered))
      return body(inner);
    Value condition;
    for (Iterator *iterator : iteratorsIn(plan, here))
      if (iterator->present)
        condition = condition ? arith::AndIOp::create(builder, loc, condition,
                                                      iterator->present)
                              : iterator->present;
    if (!condition)
      return body(inner);
    auto others = [&](Scope &branch) {
      return emit(rest.drop_front(), branch);
    };
    if (isLast)
      return control.emitIf(loc, condition, keys, inner, body, nullptr);
    return control.emitIf(loc, condition, keys, inner, body, others);
  };
  return emit(cases, scope);
}

LogicalResult Loops::enterBody(ForallOp forall, const PlannedLoop &plan,
                               IteratorSet here, Value coordinate,
                               Scope &scope) {
  if (++numBodies > cost::mostBodies)
    return forall.emitOpError("not supported yet: more than ")
           << cost::mostBodies << " cases of which sparse tensors are present; "
           << "write the statement as several, with tensors in between";
  Value index = coordinate;
  if (forall.getWithin())
    index =
        arith::AddIOp::create(builder, forall.getLoc(),
                              places.firstOfBlock(forall, scope), coordinate);
  scope.values.map(forall.getIndex(), index);
  for (auto [number, iterator] : llvm::enumerate(plan.iterators)) {
    if (!(here >> number & 1)) {
      scope.absent.insert(iterator.access);
      continue;
    }
    Segment segment{iterator.position, {}};
    if (!iterator.level->isUnique())
      segment.hi = iterator.segmentEnd;
    scope.positions[iterator.access].push_back(segment);
  }
  return locateLevels(forall, scope, [&](Scope &located) {
    return result.insideLevel(forall, coordinate, located, [&](Scope &inner) {
      return workspaces.insideBlock(forall, inner, [&](Scope &block) {
        return statements.run(forall.getBlock(), block);
      });
    });
  });
}

/// Levels below a fixed position, as far as their coordinates are fixed: full
/// ones are located. Another one is searched (a diagonal, or a loop order that
/// does not follow the storage), and what follows has a case for each outcome.
LogicalResult Loops::locateLevels(ForallOp forall, Scope &scope, Body body) {
  while (AccessOp access = places.findLocatable(forall, scope)) {
    Location loc = access.getLoc();
    const Storage &storage = places.storageOf(access.getTensor());
    size_t next = scope.positions.lookup(access).size();
    const Level &level = *storage.levels[next];
    Value coordinate = places.coordinateOf(access, storage, next, scope);
    Segment parent = places.parentPosition(access, scope);
    if (level.isFull()) {
      Value position = level.locate(builder, loc, parent.lo, coordinate);
      scope.positions[access].push_back({position, {}});
      continue;
    }
    Iterator iterator;
    iterator.level = &level;
    Value found = streams.search(iterator, parent, coordinate, loc);
    return control.emitIf(
        loc, found, control.changedIn(forall, scope), scope,
        [&](Scope &inner) {
          Segment segment{iterator.position, {}};
          if (!level.isUnique()) {
            streams.findSegmentEnd(iterator, loc);
            segment.hi = iterator.segmentEnd;
          }
          inner.positions[access].push_back(segment);
          return locateLevels(forall, inner, body);
        },
        [&](Scope &inner) {
          inner.absent.insert(access);
          return locateLevels(forall, inner, body);
        });
  }
  return askForPadding(forall, scope, body);
}

/// What the loop computes does no harm where operands are padding, and zero.
static bool mayComputeOfPadding(ForallOp forall) {
  return llvm::all_of(forall.getBlock(), [](Operation &op) {
    return isa<AccessOp, AssignOp, arith::AddFOp, arith::SubFOp, arith::MulFOp,
               arith::NegFOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
               complex::AddOp, complex::SubOp, complex::MulOp>(op);
  });
}

/// What follows has a case for padding, in which nothing is there; or it
/// computes everywhere, and stores where something is.
LogicalResult Loops::askForPadding(ForallOp forall, Scope &scope, Body body) {
  AccessOp access = places.findUnasked(forall, scope);
  if (!access)
    return body(scope);
  Value isElement = places.isElement(access, scope);
  if (mayComputeOfPadding(forall)) {
    scope.asked[access] = isElement;
    return askForPadding(forall, scope, body);
  }
  return control.emitIf(
      access.getLoc(), isElement, control.changedIn(forall, scope), scope,
      [&](Scope &inner) {
        inner.asked[access] = Value();
        return askForPadding(forall, inner, body);
      },
      [&](Scope &inner) {
        inner.absent.insert(access);
        return askForPadding(forall, inner, body);
      });
}
