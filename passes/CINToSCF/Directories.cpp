//===- Directories.cpp - find coordinates of outermost levels at once -----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an inner loop looks coordinates up in the outermost level of a tensor,
// halving takes a dozen steps or more for each, few of them foreseen. A
// directory of the level says at once where a coordinate can only be. It is
// made in front of all loops, in one pass over the level; the runtime makes one
// of a single shelf, which leaves all to halving, where too little is looked
// up.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"
#include "passes/Support/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// In the order in which the loops are generated.
LogicalResult KernelGenerator::openDirectories(Block &block) {
  for (Operation &op : block) {
    if (auto where = dyn_cast<WhereOp>(op)) {
      for (Region *region : {&where.getProducer(), &where.getConsumer()})
        if (failed(openDirectories(region->front())))
          return failure();
    } else if (auto forall = dyn_cast<ForallOp>(op)) {
      if (failed(openDirectories(forall)) ||
          failed(openDirectories(forall.getBlock())))
        return failure();
    }
  }
  return success();
}

LogicalResult KernelGenerator::openDirectories(ForallOp forall) {
  if (!forall.getVisit())
    return success();
  FailureOr<cin::LoopPlan> plan = planner.plan(forall);
  if (failed(plan))
    return failure();
  SmallVector<unsigned> order = plan->inTextOrder();
  for (const Lookup &lookup : forall.getVisit()->getLookups()) {
    if (lookup.how != Lookup::directory)
      continue;
    auto levelOf = [&](const Stream &stream) -> Level & {
      return *storageOf(AccessOp(stream.access).getTensor())
                  .levels[stream.level];
    };
    Level &level = levelOf(plan->streams[order[lookup.stream]]);
    if (!level.hasDirectory())
      openDirectory(
          level,
          levelOf(plan->streams[plan->getFirstVisited()]).getCoordinates(),
          lookup.places);
  }
  return success();
}

void KernelGenerator::openDirectory(Level &level, Value visited,
                                    int64_t places) {
  Location loc = kernel.getLoc();
  OpBuilder front(builder.getContext());
  front.setInsertionPointAfter(lastOpened);
  auto toInteger = [&](Value index) {
    return RuntimeCalls::toInteger(front, loc, index);
  };
  auto bytesOf = [&](Value array) {
    auto type = cast<MemRefType>(array.getType());
    return RuntimeCalls::integer(front, loc, type.getElementTypeBitWidth() / 8);
  };
  Value zero = arith::ConstantIndexOp::create(front, loc, 0);
  Value two = arith::ConstantIndexOp::create(front, loc, 2);
  auto [lo, hi] = level.positionBounds(front, loc, {zero, {}});
  Value count = arith::SubIOp::create(front, loc, hi, lo);
  Value lookups = memref::DimOp::create(front, loc, visited, zero);
  Value shift = runtime.call(
      front, loc, "encke_directory_shift", front.getI64Type(),
      {toInteger(count), toInteger(level.getSize()), toInteger(lookups),
       RuntimeCalls::integer(front, loc, places)});
  Value shiftIndex = RuntimeCalls::toIndex(front, loc, shift);
  Value last = arith::ShRUIOp::create(front, loc, level.getSize(), shiftIndex);
  Value length = arith::AddIOp::create(front, loc, last, two);
  auto ends = cast<MemRefType>(level.getSegmentEnds().getType());
  Value shelves = allocateManually(
      front, loc,
      MemRefType::get({ShapedType::kDynamic}, ends.getElementType()), length);
  Value coordinates = level.getCoordinates();
  runtime.call(front, loc, "encke_directory_fill", {},
               {RuntimeCalls::pointerTo(front, loc, coordinates),
                bytesOf(coordinates), toInteger(lo), toInteger(hi), shift,
                RuntimeCalls::pointerTo(front, loc, shelves), bytesOf(shelves),
                toInteger(length)});
  lastOpened = &*std::prev(front.getInsertionPoint());
  level.setDirectory(shelves, shiftIndex);
  directories.push_back(shelves);
}

/// Where each coordinate has a shelf of its own, that is all of the segment.
void KernelGenerator::findFoundSegmentEnd(Iterator &iterator, Location loc) {
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

void KernelGenerator::closeDirectories() {
  for (Value shelves : directories)
    freeManually(builder, kernel.getLoc(), shelves);
}
