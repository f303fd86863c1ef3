//===- Results.cpp - where each chunk of a sparse result begins -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse result is assembled chunk by chunk: what each chunk appends is
// counted, a scan of the counts says where each begins, and then all are filled
// in at once. Or tasks append chunks to arrays of their own, as parts that the
// runtime puts in their places (runtime/storage/parts.cpp).
//
//===----------------------------------------------------------------------===//

#include "passes/LowerTasks/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::lowering;
using namespace encke::tasks;

Value ResultsLowering::lowerCounts(CountsOp op, const Plan &plan) {
  auto type = cast<MemRefType>(op.getCounts().getType());
  if (!serial)
    return allocate(type, plan.chunks);
  // Said in the type: an allocation that is made again for it would no longer
  // say that it is freed by hand.
  auto one = MemRefType::get({1, type.getDimSize(1)}, type.getElementType());
  return memref::CastOp::create(builder, loc, type, allocate(one, {}));
}

/// What the chunks append becomes what those before them append.
void ResultsLowering::lowerScan(ScanOp op, const Plan &plan) {
  Value zero = constant(0), one = constant(1);
  unsigned count = op.getNumResults();
  auto loop = scf::ForOp::create(
      builder, loc, zero, plan.chunks, one, SmallVector<Value>(count, zero),
      [&](OpBuilder &body, Location, Value chunk, ValueRange before) {
        SmallVector<Value> behind;
        for (unsigned cursor = 0; cursor < count; ++cursor) {
          SmallVector<Value> at = {
              chunk, arith::ConstantIndexOp::create(body, loc, cursor)};
          Value counted = memref::LoadOp::create(body, loc, op.getCounts(), at);
          memref::StoreOp::create(body, loc, before[cursor], op.getCounts(),
                                  at);
          behind.push_back(
              arith::AddIOp::create(body, loc, before[cursor], counted));
        }
        scf::YieldOp::create(body, loc, behind);
      });
  op->replaceAllUsesWith(loop);
  op->erase();
}

void ResultsLowering::openPart(Run &run, PartOp op) {
  run.result = op.getTensor();
  run.counts = op.getCounts();
  runtime.call(builder, loc, "encke_parts_open", {},
               {pointerTo(run.counts), integer(run.plan.chunks)});
}

void ResultsLowering::lowerPart(Run &run, PartOp op) {
  Value room =
      arith::ExtUIOp::create(builder, loc, builder.getI64Type(), op.getRoom());
  run.part = runtime.call(builder, loc, "encke_parts_enter",
                          LLVM::LLVMPointerType::get(builder.getContext()),
                          {run.result, integer(run.plan.tasks), room});
  op.getMine().replaceAllUsesWith(run.part);
}

void ResultsLowering::leavePart(Run &run) {
  runtime.call(builder, loc, "encke_parts_leave", {}, {run.result, run.part});
}

/// Where the chunk begins in the result, and how far that is behind its place
/// in the part.
SmallVector<Value> ResultsLowering::beginPart(Run &run, Value chunk) {
  Value shift = runtime.call(
      builder, loc, "encke_part_begin", builder.getI64Type(),
      {run.result, run.part, pointerTo(run.counts), integer(chunk)});
  shift = RuntimeCalls::toIndex(builder, loc, shift);
  Value begin = memref::LoadOp::create(
      builder, loc, run.counts, ValueRange{chunk, constant(beginOfPart)});
  return {begin, shift};
}

void ResultsLowering::endPart(Run &run, Value chunk, Value end) {
  runtime.call(builder, loc, "encke_part_end", {},
               {run.result, run.part, pointerTo(run.counts), integer(chunk),
                integer(end)});
}

void ResultsLowering::lowerJoin(JoinOp op, const Plan &plan) {
  Value parts = pointerTo(op.getCounts());
  Value count = integer(plan.chunks), tasks = integer(plan.tasks);
  forEachTask(plan.tasks, [&](Value task) {
    runtime.call(builder, loc, "encke_parts_close", {},
                 {op.getTensor(), parts, count, integer(task), tasks});
  });
  Value elements = runtime.call(builder, loc, "encke_parts_elements",
                                builder.getI64Type(), {parts, count});
  op.getElements().replaceAllUsesWith(
      RuntimeCalls::toIndex(builder, loc, elements));
  op->erase();
}
