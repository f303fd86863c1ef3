//===- Chunks.cpp - which chunks a task has, and where they begin ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// More chunks than tasks; a task takes the next chunk that nobody has. Where
// that would be seen in the result, they are dealt out instead.
//
//===----------------------------------------------------------------------===//

#include "passes/LowerTasks/Lowering.h"

#include "passes/Cost/Threads.h"
#include "passes/Support/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace encke;
using namespace encke::lowering;
using namespace encke::tasks;

//===----------------------------------------------------------------------===//
// Where a chunk begins
//===----------------------------------------------------------------------===//

/// Where the chunk begins, as its region sees it. The first and the last chunk
/// of coordinates have what is before and behind all positions.
Value ChunksLowering::boundOf(const Plan &plan, Value chunk) {
  Value position = splitAt(plan, chunk);
  if (!plan.coordinates)
    return position;
  Value coordinate = coordinateAt(plan, plan.coordinates, position);
  Value zero = constant(0);
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        chunk, zero);
  Value isPast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                       position, plan.hi);
  Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       chunk, plan.chunks);
  isPast = arith::OrIOp::create(builder, loc, isPast, isLast);
  Value inside =
      arith::SelectOp::create(builder, loc, isPast, plan.extent, coordinate);
  return arith::SelectOp::create(builder, loc, isFirst, zero, inside);
}

//===----------------------------------------------------------------------===//
// The region of a chunk
//===----------------------------------------------------------------------===//

/// First, last, and what the region is told of a result.
SmallVector<Value> ChunksLowering::enterChunk(Run &run, ChunksOp op,
                                              Value chunk) {
  SmallVector<Value> more;
  if (op.getUse() == Use::fill)
    for (unsigned column = 0; column < op.getMore().size(); ++column)
      more.push_back(memref::LoadOp::create(
          builder, loc, op.getResult(), ValueRange{chunk, constant(column)}));
  if (op.getUse() == Use::part)
    more = results.beginPart(run, chunk);
  SmallVector<Value> arguments;
  if (serial) {
    bool atCoordinates = bool(run.plan.coordinates);
    arguments = {atCoordinates ? constant(0) : run.plan.lo,
                 atCoordinates ? run.plan.extent : run.plan.hi};
  } else {
    Value next = arith::AddIOp::create(builder, loc, chunk, constant(1));
    // One after the other: arguments are evaluated in any order.
    arguments.push_back(boundOf(run.plan, chunk));
    arguments.push_back(boundOf(run.plan, next));
  }
  llvm::append_range(arguments, more);
  return arguments;
}

void ChunksLowering::leaveChunk(Run &run, ChunksOp op, Value chunk,
                                ValueRange yielded) {
  if (op.getUse() == Use::count)
    for (auto [column, count] : llvm::enumerate(yielded))
      memref::StoreOp::create(builder, loc, count, op.getResult(),
                              ValueRange{chunk, constant(column)});
  if (op.getUse() == Use::part)
    results.endPart(run, chunk, yielded.front());
}

//===----------------------------------------------------------------------===//
// Chunks that are taken
//===----------------------------------------------------------------------===//

void ChunksLowering::openTaken(Run &run) {
  if (serial || run.op.getPlanOp().getDeal())
    return;
  auto type = MemRefType::get({1}, builder.getI64Type());
  Value zero = constant(0);
  Value none = RuntimeCalls::integer(builder, loc, 0);
  // On the stack it would pile up in a loop around.
  run.isOutermost = isa<FunctionOpInterface>(run.op->getParentOp());
  run.taken = run.isOutermost
                  ? memref::AllocaOp::create(builder, loc, type).getResult()
                  : allocate(type, {});
  memref::StoreOp::create(builder, loc, none, run.taken, zero);
}

void ChunksLowering::closeTaken(Run &run) {
  if (run.taken && !run.isOutermost)
    free(run.taken);
}

void ChunksLowering::take(Run &run, function_ref<void(Value)> body) {
  if (serial)
    return body(constant(0));
  OpBuilder::InsertionGuard guard(builder);
  Type index = builder.getIndexType();
  Value zero = constant(0);
  auto chunks = scf::WhileOp::create(builder, loc, index, ValueRange());
  builder.createBlock(&chunks.getBefore());
  Value before = memref::AtomicRMWOp::create(
      builder, loc, arith::AtomicRMWKind::addi,
      RuntimeCalls::integer(builder, loc, 1), run.taken, zero);
  Value next = RuntimeCalls::toIndex(builder, loc, before);
  Value isLeft = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       next, run.plan.chunks);
  scf::ConditionOp::create(builder, loc, isLeft, next);
  Block *after = builder.createBlock(&chunks.getAfter(), {}, index, loc);
  body(after->getArgument(0));
  scf::YieldOp::create(builder, loc);
}

void ChunksLowering::lowerChunks(Run &run, ChunksOp op) {
  if (run.op.getPlanOp().getDeal())
    return deal(run, op);
  take(run, [&](Value chunk) {
    SmallVector<Value> arguments = enterChunk(run, op, chunk);
    leaveChunk(run, op, chunk, inlineBlock(op.getBlock(), arguments));
  });
}

//===----------------------------------------------------------------------===//
// Chunks that are dealt out
//===----------------------------------------------------------------------===//

/// A chunk of each iteration of them, the first of one iteration, the second of
/// the next: neighbours may take more time than others with as many elements,
/// and every second chunk may be longer. Of an incomplete iteration some are
/// empty. All chunks, where the task owns elements of each.
void ChunksLowering::deal(Run &run, ChunksOp op) {
  auto enter = [&](Value chunk, ValueRange before) {
    SmallVector<Value> arguments = enterChunk(run, op, chunk);
    llvm::append_range(arguments, before);
    return inlineBlock(op.getBlock(), arguments);
  };
  Value zero = constant(0);
  if (serial)
    return op->replaceAllUsesWith(enter(zero, op.getInits()));
  Value step = run.plan.tasks;
  if (run.owned)
    step = arith::SelectOp::create(builder, loc, run.owned, constant(1), step);
  auto chunks = scf::ForOp::create(builder, loc, zero, run.plan.chunks, step,
                                   op.getInits());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(chunks.getBody());
  Value begin = chunks.getInductionVar();
  Value turn = arith::DivUIOp::create(builder, loc, begin, step);
  Value place = arith::AddIOp::create(builder, loc, run.task, turn);
  place = arith::RemUIOp::create(builder, loc, place, step);
  Value chunk = arith::AddIOp::create(builder, loc, begin, place);
  SmallVector<Value> after = enter(chunk, chunks.getRegionIterArgs());
  if (!after.empty())
    scf::YieldOp::create(builder, loc, after);
  op->replaceAllUsesWith(chunks);
}
