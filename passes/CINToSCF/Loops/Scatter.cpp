//===- Scatter.cpp - merges that scatter one of the streams ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which of two streams goes on in a merge a processor cannot foresee where
// their coordinates are not alike: it guesses wrong once for each of them or
// so. What both have is found without guessing if one of them says in an array
// where it has a coordinate, and the other one looks there:
//
// for b in B { at[crd(b)] = b }
// for a in A { b = at[crd(a)]; if (b is in B, and crd(b) = crd(a)) both }
//
// A is the shorter one.
//
// What the array holds from the rows before is told by the second look. It has
// a place for each coordinate, so where these are too many the loop merges; so
// it does where the streams are alike.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/MergeLoops.h"
#include "passes/CINToSCF/Loops/Merges.h"

#include "dialects/CIN/Presence.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

static StringRef whyNot(ForallOp forall, const LoopPlan &plan) {
  if (StringRef why = gallopForm.whyNot(forall, plan); !why.empty())
    return why;
  for (const Stream &stream : plan.streams) {
    if (stream.isList)
      return "it goes along a row that says by itself what it has";
    // Its arrays are not there yet where the places get their memory.
    if (whereOf(AccessOp(stream.access).getTensor()))
      return "it goes along a workspace";
  }
  return forall->getParentOfType<ForallOp>()
             ? ""
             : "it is not inside of another loop";
}

/// at[coordinate] = position, for all positions.
static void scatter(MergeLoops &loops, const Iterator &stream, Value places) {
  OpBuilder &builder = loops.builder;
  Location loc = loops.loc;
  Type element = cast<MemRefType>(places.getType()).getElementType();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  scf::ForOp::create(
      builder, loc, stream.position, stream.end, one, ValueRange(),
      [&](OpBuilder &body, Location, Value position, ValueRange) {
        Value coordinate = stream.level->coordinateAt(body, loc, position);
        Value stored =
            arith::IndexCastUIOp::create(body, loc, element, position);
        memref::StoreOp::create(body, loc, stored, places, coordinate);
        scf::YieldOp::create(body, loc);
      });
}

/// Where the stream has the coordinate, if it has.
static void find(MergeLoops &loops, Iterator &stream, Value first, Value places,
                 Value coordinate) {
  OpBuilder &builder = loops.builder;
  Location loc = loops.loc;
  Value stored = memref::LoadOp::create(builder, loc, places, coordinate);
  stream.position = arith::IndexCastUIOp::create(
      builder, loc, builder.getIndexType(), stored);
  Value offset = arith::SubIOp::create(builder, loc, stream.position, first);
  Value length = arith::SubIOp::create(builder, loc, stream.end, first);
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, offset, length);
  auto isThere = scf::IfOp::create(
      builder, loc, isInside,
      [&](OpBuilder &body, Location) {
        Value there = stream.level->coordinateAt(body, loc, stream.position);
        Value isSame = arith::CmpIOp::create(
            body, loc, arith::CmpIPredicate::eq, there, coordinate);
        scf::YieldOp::create(body, loc, isSame);
      },
      [&](OpBuilder &body, Location) {
        Value no =
            arith::ConstantOp::create(body, loc, body.getBoolAttr(false));
        scf::YieldOp::create(body, loc, no);
      });
  stream.present = isThere.getResult(0);
}

/// The stream with that number looks where the other one has its coordinates.
static LogicalResult loopOverOne(MergeLoops &loops, unsigned looking,
                                 Value places, Scope &scope) {
  PlannedLoop plan = loops.plan;
  SmallVector<Iterator *> both = MergeLoops::visitedOf(plan);
  Iterator &driver = *both[looking], &other = *both[1 - looking];
  Value first = other.position;
  scatter(loops, other, places);
  auto body = [&](Value position, Scope &inner) -> LogicalResult {
    driver.position = position;
    driver.coordinate =
        driver.level->coordinateAt(loops.builder, loops.loc, position);
    driver.present = {};
    find(loops, other, first, places, driver.coordinate);
    return loops.emitCases(plan, {plan.getVisited(), false}, driver.coordinate,
                           inner);
  };
  return loops.emitFor({driver.position, driver.end}, loops.keys, scope, body);
}

/// The one that is far shorter looks: to scatter an element costs less than to
/// look, and where the longer one has all that the shorter one has, each look
/// finds something, which a processor foresees.
static LogicalResult loopOverShorter(MergeLoops &loops, ArrayRef<Value> lengths,
                                     Value places, Scope &scope) {
  OpBuilder &builder = loops.builder;
  Value one = arith::ConstantIndexOp::create(builder, loops.loc, 1);
  Value half = arith::ShRUIOp::create(builder, loops.loc, lengths[0], one);
  Value isLonger = arith::CmpIOp::create(
      builder, loops.loc, arith::CmpIPredicate::ugt, half, lengths[1]);
  return loops.emitIf(
      isLonger, scope,
      [&](Scope &inner) { return loopOverOne(loops, 1, places, inner); },
      [&](Scope &inner) { return loopOverOne(loops, 0, places, inner); });
}

/// The streams, which are not empty, have as many coordinates, the same first
/// and the same last one: all others, mostly, and a processor foresees how they
/// are merged.
static Value areAlike(MergeLoops &loops, ArrayRef<Value> lengths) {
  OpBuilder &builder = loops.builder;
  Location loc = loops.loc;
  PlannedLoop plan = loops.plan;
  SmallVector<Iterator *> both = MergeLoops::visitedOf(plan);
  auto isSame = [&](arith::CmpIPredicate predicate, Value a, Value b) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  };
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value areEqual = isSame(arith::CmpIPredicate::eq, lengths[0], lengths[1]);
  auto alike = scf::IfOp::create(builder, loc, builder.getI1Type(), areEqual,
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(alike.elseBlock());
  Value no =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  scf::YieldOp::create(builder, loc, no);
  builder.setInsertionPointToStart(alike.thenBlock());
  SmallVector<Value> firsts, lasts;
  for (Iterator *stream : both) {
    firsts.push_back(
        stream->level->coordinateAt(builder, loc, stream->position));
    Value last = arith::SubIOp::create(builder, loc, stream->end, one);
    lasts.push_back(stream->level->coordinateAt(builder, loc, last));
  }
  Value result = arith::AndIOp::create(
      builder, loc, isSame(arith::CmpIPredicate::eq, firsts[0], firsts[1]),
      isSame(arith::CmpIPredicate::eq, lasts[0], lasts[1]));
  scf::YieldOp::create(builder, loc, result);
  return alike.getResult(0);
}

/// Neither stream is empty: there is something to put into places.
static Value areSome(MergeLoops &loops, ArrayRef<Value> lengths) {
  Location loc = loops.loc;
  Value zero = arith::ConstantIndexOp::create(loops.builder, loc, 0);
  Value least =
      arith::MinUIOp::create(loops.builder, loc, lengths[0], lengths[1]);
  return arith::CmpIOp::create(loops.builder, loc, arith::CmpIPredicate::ne,
                               least, zero);
}

static LogicalResult emit(MergeLoops &loops) {
  OpBuilder &builder = loops.builder;
  if (loops.onlySteps())
    return loops.stepThrough(loops.scope);
  Value places = loops.getPlaces();
  if (!places)
    return gallopForm.emit(loops);
  MergeLoops::Lengths both = loops.compareLengths();
  auto near = [&](Scope &inner) -> LogicalResult {
    Value zero = arith::ConstantIndexOp::create(builder, loops.loc, 0);
    Value size = memref::DimOp::create(builder, loops.loc, places, zero);
    Value isWide = arith::CmpIOp::create(builder, loops.loc,
                                         arith::CmpIPredicate::eq, size, zero);
    Value merges = arith::OrIOp::create(builder, loops.loc, isWide,
                                        areAlike(loops, both.lengths));
    return loops.emitIf(
        merges, inner, [&](Scope &there) { return loops.stepThrough(there); },
        [&](Scope &there) {
          return loopOverShorter(loops, both.lengths, places, there);
        });
  };
  auto far = [&](Scope &inner) { return skipThrough(loops, inner); };
  Value areNear = arith::AndIOp::create(builder, loops.loc, both.areNear,
                                        areSome(loops, both.lengths));
  return loops.emitIf(areNear, loops.scope, near, far);
}

const MergeForm encke::scatterForm{
    "scatter",
    "one is scattered and the other looks there, unless they are alike",
    "both are searched", whyNot, emit};
