//===- Loops.cpp - a forall becomes loops over levels ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/MergeLoops.h"
#include "passes/CINToSCF/ParallelLoops.h"
#include "passes/Cost/CodeSize.h"

#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

Segment KernelGenerator::parentPosition(AccessOp access, const Scope &scope) {
  SmallVector<Segment> positions = scope.positions.lookup(sameAs(access));
  if (!positions.empty())
    return positions.back();
  return {arith::ConstantIndexOp::create(builder, access.getLoc(), 0), {}};
}

/// What the accesses are in the code generated so far.
FailureOr<KernelGenerator::LoopPlan> KernelGenerator::planLoop(ForallOp forall,
                                                               Scope &scope) {
  FailureOr<cin::LoopPlan> found =
      planner.plan(forall, scope.absent, [&](Value variable) {
        return scope.values.contains(variable);
      });
  if (failed(found))
    return failure();
  LoopPlan plan{*found, {}};
  for (const Stream &stream : plan.streams) {
    Iterator &iterator = plan.iterators.emplace_back();
    iterator.access = stream.access;
    iterator.level =
        storageOf(iterator.access.getTensor()).levels[stream.level].get();
  }
  return plan;
}

LogicalResult KernelGenerator::generateForall(ForallOp forall, Scope &scope) {
  if (isAlongProbed(forall))
    return generate(forall.getBlock(), scope);
  if (forall.getDiagonal())
    return enterDiagonal(forall, scope);
  if (isBounding && lengthenedInSteps(forall) == Keys())
    return success();
  FailureOr<LoopPlan> plan = planLoop(forall, scope);
  if (failed(plan))
    return failure();
  const Domain &domain = plan->domain;
  if (domain.isEmpty())
    return success();
  if (forall.getOnDiagonal() && !plan->iterators.empty())
    return forall.emitOpError("not supported yet: a sparse tensor along the "
                              "rows of diagonals");
  if (failed(checkResultLoop(forall, scope)))
    return failure();
  for (auto [number, iterator] : llvm::enumerate(plan->iterators)) {
    if (plan->isLookedUp(number))
      continue;
    std::tie(iterator.position, iterator.end) = iterator.level->positionBounds(
        builder, forall.getLoc(), parentPosition(iterator.access, scope));
    storageOf(iterator.access.getTensor()).isVisited = true;
  }
  if (own && own->loop == forall)
    return loopOverOwn(forall, *plan, scope);
  if (runsInChunks(forall) && (!isBounding || appendsInside(forall)))
    return ParallelLoops(*this).emit(forall, *plan, scope);
  return loopInOne(forall, *plan, scope);
}

LogicalResult KernelGenerator::loopInOne(ForallOp forall, LoopPlan &plan,
                                         Scope &scope) {
  if (std::optional<Keys> lengthened = lengthenedByBound(forall))
    return boundSteps(forall, plan, *lengthened, scope);
  Keys keys = changedIn(forall, scope);
  if (plan.isMerge())
    return MergeLoops(*this, forall, plan, keys, scope).emit();
  if (!plan.domain.isUniverse())
    return joinsDiagonals(forall, plan, keys, scope)
               ? loopOverDiagonals(forall, plan, scope)
               : loopOverPositions(forall, plan, keys, scope);
  if (forall.getWithin())
    return loopWithinBlock(forall, plan, keys, scope);
  Value lo = arith::ConstantIndexOp::create(builder, forall.getLoc(), 0);
  FailureOr<Value> hi = evaluate(forall.getExtent(), scope);
  if (failed(hi))
    return failure();
  return loopOverCoordinates(forall, plan, lo, *hi, keys, scope);
}

//===----------------------------------------------------------------------===//
// Simple loops
//===----------------------------------------------------------------------===//

/// One level decides alone: a loop over its positions.
LogicalResult KernelGenerator::loopOverPositions(ForallOp forall,
                                                 LoopPlan &plan,
                                                 const Keys &keys,
                                                 Scope &scope) {
  Location loc = forall.getLoc();
  IteratorSet visited = plan.getVisited();
  Iterator &iterator = plan.getFirst();
  if (std::optional<Presence> each = appendsEachTime(forall, plan, scope)) {
    if (each->known && !each->is)
      return success();
    Value length =
        arith::SubIOp::create(builder, loc, iterator.end, iterator.position);
    if (!each->known) {
      Value none = arith::ConstantIndexOp::create(builder, loc, 0);
      length =
          arith::SelectOp::create(builder, loc, each->dynamic, length, none);
    }
    advanceCursor(length, scope);
    return success();
  }
  bool isInside = iterator.level->isInsideOfArray() &&
                  iterator.access.getTensor() != resultPlace;
  if (failed(emitFor(forall, iterator.position, iterator.end, keys, scope,
                     [&](Value position, Scope &inner) {
                       iterator.position = position;
                       Value coordinate =
                           iterator.level->coordinateAt(builder, loc, position);
                       lookUp(plan, coordinate, inner, loc);
                       return emitCases(forall, plan, plan.domain.getPoints(),
                                        {visited, false}, coordinate, keys,
                                        inner);
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

/// Which of the iterators that are not visited have the coordinate, and where.
void KernelGenerator::lookUp(LoopPlan &plan, Value coordinate,
                             const Scope &scope, Location loc) {
  for (auto [number, iterator] : llvm::enumerate(plan.iterators)) {
    if (!plan.isLookedUp(number))
      continue;
    if (iterator.level->isMarked()) {
      iterator.position = coordinate;
      iterator.present = iterator.level->isStored(builder, loc, coordinate);
      continue;
    }
    iterator.present = search(iterator, parentPosition(iterator.access, scope),
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
void KernelGenerator::findCoordinate(Iterator &iterator, Location loc) {
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
void KernelGenerator::findSegmentEnd(Iterator &iterator, Location loc) {
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

/// The iterators of a set.
SmallVector<KernelGenerator::Iterator *>
KernelGenerator::iteratorsIn(LoopPlan &plan, IteratorSet set) {
  SmallVector<Iterator *> iterators;
  for (auto [number, iterator] : llvm::enumerate(plan.iterators))
    if (set >> number & 1)
      iterators.push_back(&iterator);
  return iterators;
}

/// The iterators' positions are variables of the loop, like the others.
KernelGenerator::Keys
KernelGenerator::positionKeys(ArrayRef<Iterator *> iterators) {
  Keys keys;
  for (Iterator *iterator : iterators)
    keys.push_back({iterator->access, Variable::position});
  return keys;
}

/// Every coordinate is visited; the sparse levels along it come along.
LogicalResult KernelGenerator::loopOverCoordinates(ForallOp forall,
                                                   LoopPlan &plan, Value lo,
                                                   Value hi, const Keys &keys,
                                                   Scope &scope) {
  Location loc = forall.getLoc();
  if (appendsAll(forall, plan, scope))
    return appendRow(forall, plan, lo, hi, keys, scope);
  if (forall.getOnDiagonal() && failed(clipToDiagonal(forall, lo, hi, scope)))
    return failure();
  LatticePoint top{plan.getVisited(), true};
  SmallVector<Iterator *> along = iteratorsIn(plan, top.iterators);
  Keys positions = positionKeys(along);
  Keys all = keys;
  llvm::append_range(all, positions);
  for (auto [key, iterator] : llvm::zip(positions, along))
    scope.state[key] = iterator->position;
  return emitFor(forall, lo, hi, all, scope,
                 [&](Value coordinate, Scope &inner) -> LogicalResult {
                   for (auto [key, iterator] : llvm::zip(positions, along)) {
                     iterator->position = inner.state.lookup(key);
                     findCoordinate(*iterator, loc);
                     iterator->present = arith::CmpIOp::create(
                         builder, loc, arith::CmpIPredicate::eq,
                         iterator->coordinate, coordinate);
                     findSegmentEnd(*iterator, loc);
                   }
                   lookUp(plan, coordinate, inner, loc);
                   if (failed(emitCases(forall, plan, plan.domain.getPoints(),
                                        top, coordinate, keys, inner)))
                     return failure();
                   advance(plan, top, loc, inner);
                   return success();
                 });
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Inside of a loop within a block, coordinates are those in the block.
Value KernelGenerator::firstOfBlock(ForallOp forall, const Scope &scope) {
  Location loc = forall.getLoc();
  Value width = arith::ConstantIndexOp::create(
      builder, loc, static_cast<int64_t>(*forall.getWidth()));
  return arith::MulIOp::create(builder, loc,
                               scope.values.lookup(forall.getWithin()), width);
}

/// The last block may be cut off. All others are as long as is known here, so
/// that short loops over them can be unrolled: they have a loop of their own,
/// unless one over more than a block is directly inside.
LogicalResult KernelGenerator::loopWithinBlock(ForallOp forall,
                                               const LoopPlan &plan,
                                               const Keys &keys, Scope &scope) {
  Location loc = forall.getLoc();
  int64_t size = static_cast<int64_t>(*forall.getWidth());
  auto loop = [&](Value hi, Scope &inner) {
    LoopPlan copy = plan;
    Value lo = arith::ConstantIndexOp::create(builder, loc, 0);
    return loopOverCoordinates(forall, copy, lo, hi, keys, inner);
  };
  Value width = arith::ConstantIndexOp::create(builder, loc, size);
  std::optional<int64_t> extent = getConstantIntValue(forall.getExtent());
  if (size == 1 || (extent && *extent % size == 0))
    return loop(width, scope);
  FailureOr<Value> end = evaluate(forall.getExtent(), scope);
  if (failed(end))
    return failure();
  Value rest =
      arith::SubIOp::create(builder, loc, *end, firstOfBlock(forall, scope));
  bool isOutside =
      llvm::any_of(forall.getBlock().getOps<ForallOp>(),
                   [](ForallOp inner) { return !inner.getWithin(); });
  if (isOutside)
    return loop(arith::MinUIOp::create(builder, loc, rest, width), scope);
  Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                        rest, width);
  return emitIf(
      loc, isWhole, keys, scope,
      [&](Scope &inner) { return loop(width, inner); },
      [&](Scope &inner) { return loop(rest, inner); });
}

Value KernelGenerator::coordinateOf(AccessOp access, const Storage &storage,
                                    size_t level, Scope &scope) {
  Value variable = variableOf(access, storage, level);
  Value coordinate = scope.values.lookup(variable);
  if (storage.format.map(level).kind != LevelMap::Inside)
    return coordinate;
  return arith::SubIOp::create(builder, access.getLoc(), coordinate,
                               firstOfBlock(forallOf(variable), scope));
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// Each iterator that stands at the coordinate of this step goes on.
void KernelGenerator::advance(LoopPlan &plan, LatticePoint point, Location loc,
                              Scope &scope) {
  for (Iterator *iterator : iteratorsIn(plan, point.iterators))
    scope.state[{iterator->access, Variable::position}] =
        arith::SelectOp::create(builder, loc, iterator->present,
                                iterator->segmentEnd, iterator->position);
}

/// The first case whose iterators are all present, larger ones first.
LogicalResult KernelGenerator::emitCases(ForallOp forall, LoopPlan &plan,
                                         ArrayRef<LatticePoint> cases,
                                         LatticePoint point, Value coordinate,
                                         const Keys &keys, Scope &scope,
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
      return emitIf(loc, condition, keys, inner, body, nullptr);
    return emitIf(loc, condition, keys, inner, body, others);
  };
  return emit(cases, scope);
}

//===----------------------------------------------------------------------===//
// Inside
//===----------------------------------------------------------------------===//

LogicalResult KernelGenerator::enterBody(ForallOp forall, const LoopPlan &plan,
                                         IteratorSet here, Value coordinate,
                                         Scope &scope) {
  if (++numBodies > cost::mostBodies)
    return forall.emitOpError("not supported yet: more than ")
           << cost::mostBodies << " cases of which sparse tensors are present; "
           << "write the statement as several, with tensors in between";
  Value index = coordinate;
  if (forall.getWithin())
    index = arith::AddIOp::create(builder, forall.getLoc(),
                                  firstOfBlock(forall, scope), coordinate);
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
    return insideResultLevel(forall, coordinate, located, [&](Scope &inner) {
      return generate(forall.getBlock(), inner);
    });
  });
}

/// The first access of the loop whose next level has its coordinate fixed.
AccessOp KernelGenerator::findLocatable(ForallOp forall, Scope &scope) {
  AccessOp result;
  forall.walk([&](AccessOp access) {
    auto found = storages.find(access.getTensor());
    AccessOp same = sameAs(access);
    if (found == storages.end() || !found->second->isSparse() ||
        scope.absent.contains(same))
      return WalkResult::advance();
    const Storage &storage = *found->second;
    size_t next = scope.positions.lookup(same).size();
    if (next == storage.levels.size() ||
        !scope.values.lookupOrNull(variableOf(access, storage, next)))
      return WalkResult::advance();
    result = same;
    return WalkResult::interrupt();
  });
  return result;
}

/// Levels below a fixed position, as far as their coordinates are fixed: full
/// ones are located. Another one is searched (a diagonal, or a loop order that
/// does not follow the storage), and what follows has a case for each outcome.
LogicalResult KernelGenerator::locateLevels(ForallOp forall, Scope &scope,
                                            Body body) {
  while (AccessOp access = findLocatable(forall, scope)) {
    Location loc = access.getLoc();
    const Storage &storage = storageOf(access.getTensor());
    size_t next = scope.positions.lookup(access).size();
    const Level &level = *storage.levels[next];
    Value coordinate = coordinateOf(access, storage, next, scope);
    Segment parent = parentPosition(access, scope);
    if (level.isFull()) {
      Value position = level.locate(builder, loc, parent.lo, coordinate);
      scope.positions[access].push_back({position, {}});
      continue;
    }
    Iterator iterator;
    iterator.level = &level;
    Value found = search(iterator, parent, coordinate, loc);
    return emitIf(
        loc, found, changedIn(forall, scope), scope,
        [&](Scope &inner) {
          Segment segment{iterator.position, {}};
          if (!level.isUnique()) {
            findSegmentEnd(iterator, loc);
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
  return body(scope);
}
