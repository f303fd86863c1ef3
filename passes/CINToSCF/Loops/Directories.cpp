//===- Directories.cpp - directories of levels that are searched ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Directories.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/Support/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

LogicalResult Directories::open(Operation *last) {
  lastOpened = last;
  return open(kernel.getBlock());
}

LogicalResult Directories::open(Block &block) {
  for (Operation &op : block) {
    if (auto where = dyn_cast<WhereOp>(op)) {
      for (Region *region : {&where.getProducer(), &where.getConsumer()})
        if (failed(open(region->front())))
          return failure();
    } else if (auto forall = dyn_cast<ForallOp>(op)) {
      if (failed(open(forall)) || failed(open(forall.getBlock())))
        return failure();
    }
  }
  return success();
}

LogicalResult Directories::open(ForallOp forall) {
  if (!forall.getVisit())
    return success();
  FailureOr<cin::LoopPlan> plan = context.planner.plan(forall);
  if (failed(plan))
    return failure();
  SmallVector<unsigned> order = plan->inTextOrder();
  for (const Lookup &lookup : forall.getVisit()->getLookups()) {
    if (lookup.how != Lookup::directory)
      continue;
    auto storageOf = [&](const Stream &stream) -> Storage & {
      return places.storageOf(AccessOp(stream.access).getTensor());
    };
    const Stream &asked = plan->streams[order[lookup.stream]];
    const Stream &visited = plan->streams[plan->getFirstVisited()];
    Storage &storage = storageOf(asked);
    if (!storage.levels[asked.level]->hasDirectory())
      open(*storage.levels[asked.level], storage.below,
           storageOf(visited).levels[visited.level]->getCoordinates(),
           lookup.places);
  }
  return success();
}

void Directories::open(Level &level, Value below, Value visited,
                       int64_t entries) {
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
  auto [lo, hi] = level.positionBounds(front, loc, {below ? below : zero, {}});
  Value count = arith::SubIOp::create(front, loc, hi, lo);
  Value lookups = memref::DimOp::create(front, loc, visited, zero);
  Value shift = runtime.call(
      front, loc, "encke_directory_shift", front.getI64Type(),
      {toInteger(count), toInteger(level.getSize()), toInteger(lookups),
       RuntimeCalls::integer(front, loc, entries)});
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
  opened.push_back(shelves);
}

void Directories::close() {
  for (Value shelves : opened)
    freeManually(builder, kernel.getLoc(), shelves);
}
