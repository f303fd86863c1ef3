//===- ResultChunks.cpp - where each chunk of a sparse result begins ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse result is assembled chunk by chunk: what each chunk appends is
// counted, a scan of the counts says where each begins, and then all are filled
// in at once. Where bounds are known instead (Bounds.cpp), tasks append chunks
// to arrays of their own, as parts that the runtime puts in their places. In a
// result that has its pattern already, that says where a chunk begins.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

Value KernelGenerator::allocateCursors(const Partition &partition,
                                       Location loc) {
  int64_t columns =
      isBounded ? int64_t(partColumns) : int64_t(assembly->getNumCursors());
  auto type =
      MemRefType::get({ShapedType::kDynamic, columns}, builder.getIndexType());
  return allocateManually(type, partition.chunks, loc);
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
  } else if (plan.isMerge()) {
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

void KernelGenerator::openParts(const Partition &partition, Location loc) {
  runtime.call(builder, loc, "encke_parts_open", {},
               {pointerTo(partition.cursors),
                RuntimeCalls::toInteger(builder, loc, partition.chunks)});
}

/// Returns the tensor that has what the task appends.
Value KernelGenerator::enterParts(const Partition &partition, Location loc) {
  Value room =
      arith::ExtUIOp::create(builder, loc, builder.getI64Type(), isReserved);
  Value elements = runtime.call(
      builder, loc, "encke_parts_enter",
      LLVM::LLVMPointerType::get(builder.getContext()),
      {assembly->getHandle(),
       RuntimeCalls::toInteger(builder, loc, partition.tasks), room});
  assembly->enter(builder, runtime, loc, elements);
  return elements;
}

void KernelGenerator::leaveParts(Value elements, Location loc) {
  assembly->leave();
  runtime.call(builder, loc, "encke_parts_leave", {},
               {assembly->getHandle(), elements});
}

/// Returns the position at which a part begins.
Value KernelGenerator::beginPart(const Partition &partition, Value elements,
                                 Value chunk, Location loc) {
  Value shift = runtime.call(
      builder, loc, "encke_part_begin", builder.getI64Type(),
      {assembly->getHandle(), elements, pointerTo(partition.cursors),
       RuntimeCalls::toInteger(builder, loc, chunk)});
  assembly->setShift(RuntimeCalls::toIndex(builder, loc, shift));
  return loadOfChunk(partition, chunk, beginOfPart, loc);
}

void KernelGenerator::endPart(const Partition &partition, Value elements,
                              Value chunk, Value end, Location loc) {
  runtime.call(builder, loc, "encke_part_end", {},
               {assembly->getHandle(), elements, pointerTo(partition.cursors),
                RuntimeCalls::toInteger(builder, loc, chunk),
                RuntimeCalls::toInteger(builder, loc, end)});
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
  runtime.call(builder, loc, "encke_parts_close", {},
               {assembly->getHandle(), parts, count, task, tasks});
  builder.setInsertionPointAfter(loop);
  return RuntimeCalls::toIndex(
      builder, loc,
      runtime.call(builder, loc, "encke_parts_elements", builder.getI64Type(),
                   {parts, count}));
}
