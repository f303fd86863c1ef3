//===- Pieces.cpp - rows that are longer than a chunk ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over rows, as y[i] = A[i,j] * x[j], is cut between rows. A row that is
// longer than a chunk would keep one task busy while the others wait, so it is
// cut, too: the chunk that begins the row assigns, those that go on with it
// leave their sums beside the result, which are added in the order of the
// chunks at the end.
//
// A piece is a loop over one row whose segment ends elsewhere, and whose result
// lies elsewhere. So the code of the row stays what it is: only where its
// arrays begin is chosen for each part of a chunk.
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Reductions.h"
#include "passes/Cost/Threads.h"
#include "passes/LowerTasks/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::lowering;
using namespace encke::tasks;

/// Parts of a chunk: the rest of a row, whole rows, the begin of a row.
static constexpr int64_t partsOfChunk = 3;

/// A row of the result.
static MemRefType getRowType(MemRefType type) {
  return MemRefType::get(type.getShape().drop_front(), type.getElementType());
}

Pieces PiecesLowering::openPieces(Run &run, PiecesOp op) {
  Pieces pieces{&op.getBlock(),
                op.getEnds(),
                op.getInto(),
                op.getCoordinates(),
                cin::getReduction(op.getReduction()),
                {},
                {},
                {},
                {}};
  if (serial)
    return pieces;
  pieces.sums = allocateSeveral(run.plan.chunks, op.getInto(), 1);
  // Small ones, on the stack of the kernel.
  auto allocate = [&](ArrayRef<int64_t> shape, Type element, Value count) {
    return memref::AllocaOp::create(builder, loc,
                                    MemRefType::get(shape, element), count);
  };
  Type element = cast<MemRefType>(op.getEnds().getType()).getElementType();
  pieces.rounds = allocate({ShapedType::kDynamic, cost::wordsOfTask},
                           builder.getI64Type(), run.plan.tasks);
  pieces.ownEnds = allocate({ShapedType::kDynamic, cost::wordsOfTask}, element,
                            run.plan.tasks);
  pieces.rows =
      allocate({ShapedType::kDynamic}, builder.getI64Type(), run.plan.chunks);
  return pieces;
}

void PiecesLowering::lowerPieces(Run &run, const Pieces &pieces) {
  if (!serial)
    return chunks.take(run,
                       [&](Value chunk) { lowerPartsOf(run, pieces, chunk); });
  auto cast = [&](Value value) -> Value {
    auto type = mlir::cast<MemRefType>(value.getType());
    return memref::CastOp::create(builder, loc, getViewType(type), value);
  };
  inlineBlock(*pieces.body,
              {run.plan.lo, run.plan.hi, cast(pieces.ends), cast(pieces.into)});
}

/// In a piece, the arrays of the row begin so far before their memory that the
/// row's number leads into it.
void PiecesLowering::lowerPartsOf(Run &run, const Pieces &pieces, Value chunk) {
  const Plan &plan = run.plan;
  Value zero = constant(0), one = constant(1);
  Value none = RuntimeCalls::integer(builder, loc, -1);
  memref::StoreOp::create(builder, loc, none, pieces.rows, chunk);
  auto parts =
      scf::ForOp::create(builder, loc, zero, constant(partsOfChunk), one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(parts.getBody());
  Value part = parts.getInductionVar();
  auto wordsOf = [&](Value buffer) -> Value {
    Value pointer = pointerTo(buffer);
    Value first = arith::MulIOp::create(builder, loc, run.task,
                                        constant(cost::wordsOfTask));
    Type element = cast<MemRefType>(buffer.getType()).getElementType();
    return LLVM::GEPOp::create(builder, loc, pointer.getType(), element,
                               pointer, integer(first));
  };
  SmallVector<Value> arguments = {
      plan.weights,     RuntimeCalls::integer(builder, loc, plan.weightBytes),
      integer(plan.lo), integer(plan.hi),
      integer(chunk),   integer(plan.chunks),
      integer(part)};
  arguments.push_back(wordsOf(pieces.rounds));
  arguments.push_back(wordsOf(pieces.ownEnds));
  Value cut = runtime.call(builder, loc, "encke_loop_part",
                           builder.getI64Type(), arguments);
  auto round = [&](Value at) -> Value {
    Value stored = memref::LoadOp::create(builder, loc, pieces.rounds,
                                          ValueRange{run.task, at});
    return RuntimeCalls::toIndex(builder, loc, stored);
  };
  Value lo = round(zero), hi = round(one);
  Value isPiece =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, cut,
                            RuntimeCalls::integer(builder, loc, 0));
  Value isRest =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, part, zero);
  isRest = arith::AndIOp::create(builder, loc, isRest, isPiece);
  Value row =
      pieces.coordinates ? coordinateAt(plan, pieces.coordinates, lo) : lo;
  Value ends = openEnds(run, pieces, lo, isPiece);
  Value into = openSum(pieces, chunk, row, isRest);
  inlineBlock(*pieces.body, {lo, hi, ends, into});
}

/// Where the segments end: as the level says, or in a piece, where its own
/// does.
Value PiecesLowering::openEnds(Run &run, const Pieces &pieces, Value round,
                               Value isPiece) {
  Value ends = pieces.ends;
  MemRefType common = getViewType(cast<MemRefType>(ends.getType()));
  Value two = constant(2), words = constant(cost::wordsOfTask);
  Value before = arith::MulIOp::create(builder, loc, run.task, words);
  before = arith::SubIOp::create(builder, loc, before, round);
  Value size = arith::AddIOp::create(builder, loc, round, two);
  Value own = memref::ReinterpretCastOp::create(
      builder, loc, common, pieces.ownEnds, OpFoldResult(before),
      ArrayRef<OpFoldResult>{size},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
  Value all = memref::CastOp::create(builder, loc, common, ends);
  return arith::SelectOp::create(builder, loc, isPiece, own, all);
}

/// Where the sums of the rows go: into the result, or that of the rest of a row
/// beside it.
Value PiecesLowering::openSum(const Pieces &pieces, Value chunk, Value row,
                              Value isRest) {
  Value buffer = pieces.into;
  auto type = cast<MemRefType>(buffer.getType());
  MemRefType common = getViewType(type);
  auto rest = scf::IfOp::create(builder, loc, isRest);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(rest.thenBlock());
    memref::StoreOp::create(builder, loc, integer(row), pieces.rows, chunk);
    setAll(viewOne(pieces.sums, getRowType(type), chunk), pieces.reduction);
  }
  SmallVector<OpFoldResult> sizes, strides;
  for (int64_t mode = 0; mode < type.getRank(); ++mode)
    sizes.push_back(memref::getMixedSize(builder, loc, buffer, mode));
  // Static where the type says so.
  auto [layout, start] = common.getStridesAndOffset();
  Value step = constant(1);
  for (int64_t mode = type.getRank() - 1; mode >= 0; --mode) {
    bool isKnown = !ShapedType::isDynamic(layout[mode]);
    strides.insert(strides.begin(),
                   isKnown ? OpFoldResult(builder.getIndexAttr(layout[mode]))
                           : OpFoldResult(step));
    if (mode != 0)
      step = arith::MulIOp::create(
          builder, loc, step,
          memref::DimOp::create(builder, loc, buffer, mode));
  }
  Value shift = arith::SubIOp::create(builder, loc, chunk, row);
  Value offset = arith::MulIOp::create(builder, loc, shift, step);
  Value own = memref::ReinterpretCastOp::create(
      builder, loc, common, pieces.sums, OpFoldResult(offset), sizes, strides);
  Value all = memref::CastOp::create(builder, loc, common, buffer);
  return arith::SelectOp::create(builder, loc, isRest, own, all);
}

/// The rests of rows are added to what their first pieces assigned.
void PiecesLowering::addSums(Run &run, const Pieces &pieces) {
  if (serial)
    return;
  Value buffer = pieces.into;
  MemRefType type = getRowType(cast<MemRefType>(buffer.getType()));
  Type integerType = builder.getI64Type();
  Value numChunks = integer(run.plan.chunks);
  auto loop = scf::WhileOp::create(builder, loc, integerType,
                                   RuntimeCalls::integer(builder, loc, 0));
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *before =
        builder.createBlock(&loop.getBefore(), {}, integerType, loc);
    Value next = runtime.call(
        builder, loc, "encke_loop_next_rest", integerType,
        {pointerTo(pieces.rows), before->getArgument(0), numChunks});
    Value isLeft = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, next, numChunks);
    scf::ConditionOp::create(builder, loc, isLeft, next);
    Block *body = builder.createBlock(&loop.getAfter(), {}, integerType, loc);
    Value number = body->getArgument(0);
    Value chunk = RuntimeCalls::toIndex(builder, loc, number);
    Value row = RuntimeCalls::toIndex(
        builder, loc, memref::LoadOp::create(builder, loc, pieces.rows, chunk));
    Value into = viewOne(buffer, type, row);
    Value sum = viewOne(pieces.sums, type, chunk);
    combineInto(into, sum, pieces.reduction, {}, {});
    Value behind = arith::AddIOp::create(
        builder, loc, number, RuntimeCalls::integer(builder, loc, 1));
    scf::YieldOp::create(builder, loc, behind);
  }
  free(pieces.sums);
}
