//===- ResultChunks.cpp - where each chunk of a sparse result begins ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse result is assembled chunk by chunk: what each chunk appends is
// counted, a scan of the counts says where each begins, and then all are filled
// in at once. Where good bounds are known instead (Bounds.cpp), a chunk begins
// where it does at most, and the gaps are closed afterwards. One task takes
// chunks from the front, and fills them in without gaps; the others, from the
// back. In a result that has its pattern already, that says where.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

Value KernelGenerator::allocateCursors(const Partition &partition,
                                       Location loc) {
  int64_t columns =
      closesGaps ? int64_t(partColumns) : int64_t(assembly->getNumCursors());
  auto type =
      MemRefType::get({ShapedType::kDynamic, columns}, builder.getIndexType());
  return allocateManually(type, partition.chunks, loc);
}

/// Where the last chunk ends, once each has said where it does.
Value KernelGenerator::loadEnd(const Partition &partition, Location loc) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value last = arith::SubIOp::create(builder, loc, partition.chunks, one);
  return loadOfChunk(partition, last, 0, loc);
}

Value KernelGenerator::loadOfChunk(const Partition &partition, Value chunk,
                                   unsigned column, Location loc) {
  Value at = arith::ConstantIndexOp::create(builder, loc, column);
  return memref::LoadOp::create(builder, loc, partition.cursors,
                                ValueRange{chunk, at});
}

void KernelGenerator::storeOfChunk(const Partition &partition, Value chunk,
                                   unsigned column, Value value, Location loc) {
  Value at = arith::ConstantIndexOp::create(builder, loc, column);
  memref::StoreOp::create(builder, loc, value, partition.cursors,
                          ValueRange{chunk, at});
}

/// In a result that has its pattern already, a chunk begins at what has its
/// first coordinate.
Value KernelGenerator::seekCursor(LoopPlan &plan, const Partition &partition,
                                  Value chunk, unsigned cursor, Location loc) {
  Value first;
  if (plan.domain.isUniverse()) {
    first = chunkBegin(partition, chunk, loc);
  } else if (isMerge(plan)) {
    first = coordinateOfChunk(partition, plan.getFirst(), chunk, loc);
  } else {
    // -1 past the last one, where nothing begins.
    Iterator at = plan.getFirst();
    at.position = chunkBegin(partition, chunk, loc);
    findCoordinate(at, loc);
    first = at.coordinate;
  }
  unsigned level = 0;
  while (!assembly->isCompressed(level) || assembly->getCursor(level) != cursor)
    ++level;
  Value position =
      runtime.call(builder, loc, "encke_result_seek", builder.getI64Type(),
                   {kernel.getOperandOf(cast<BlockArgument>(resultPlace)),
                    RuntimeCalls::integer(builder, loc, level),
                    RuntimeCalls::toInteger(builder, loc, first)});
  return RuntimeCalls::toIndex(builder, loc, position);
}

/// What the chunks append becomes what those before them append. Returns the
/// sums.
SmallVector<Value> KernelGenerator::scanCursors(const Partition &partition,
                                                unsigned count, Location loc) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(
      builder, loc, zero, partition.chunks, one,
      SmallVector<Value>(count, zero),
      [&](OpBuilder &body, Location, Value chunk, ValueRange before) {
        SmallVector<Value> behind;
        for (unsigned cursor = 0; cursor < count; ++cursor) {
          SmallVector<Value> at = {
              chunk, arith::ConstantIndexOp::create(body, loc, cursor)};
          Value counted =
              memref::LoadOp::create(body, loc, partition.cursors, at);
          memref::StoreOp::create(body, loc, before[cursor], partition.cursors,
                                  at);
          behind.push_back(
              arith::AddIOp::create(body, loc, before[cursor], counted));
        }
        scf::YieldOp::create(body, loc, behind);
      });
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Where a chunk begins: at the front, where the one before it ends, which the
/// same task has filled in; the first one, where it begins anyway.
Value KernelGenerator::beginPart(const Partition &partition, Value chunk,
                                 Value isFront, Location loc) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isNext = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       chunk, zero);
  Value follows = arith::AndIOp::create(builder, loc, isFront, isNext);
  auto either = scf::IfOp::create(builder, loc, builder.getIndexType(), follows,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(either.elseBlock());
  scf::YieldOp::create(builder, loc,
                       loadOfChunk(partition, chunk, beginOfPart, loc));
  builder.setInsertionPointToStart(either.thenBlock());
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value before = arith::SubIOp::create(builder, loc, chunk, one);
  Value begin = loadOfChunk(partition, before, endOfPart, loc);
  storeOfChunk(partition, chunk, beginOfPart, begin, loc);
  scf::YieldOp::create(builder, loc, begin);
  return either.getResult(0);
}

/// Returns how many elements there are.
Value KernelGenerator::closeParts(const Partition &partition, Location loc) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value parts = pointerTo(partition.cursors);
  Value count = RuntimeCalls::toInteger(builder, loc, partition.chunks);
  Value tasks = RuntimeCalls::toInteger(builder, loc, partition.tasks);
  auto loop = scf::ParallelOp::create(builder, loc, zero, partition.tasks, one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value task =
      RuntimeCalls::toInteger(builder, loc, loop.getInductionVars().front());
  runtime.call(builder, loc, "encke_result_close", {},
               {assembly->getHandle(), parts, count, task, tasks});
  builder.setInsertionPointAfter(loop);
  return RuntimeCalls::toIndex(
      builder, loc,
      runtime.call(builder, loc, "encke_result_elements", builder.getI64Type(),
                   {parts, count}));
}
