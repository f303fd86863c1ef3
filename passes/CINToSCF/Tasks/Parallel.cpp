//===- Parallel.cpp - parallel loops become tasks -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop is cut into chunks of about the same number of stored
// elements. Each chunk is computed as the whole loop would be.
//
// What all chunks accumulate into is copied (Copies.cpp) or shared out
// (there, too); rows that are longer than a chunk are summed in pieces
// (Pieces.cpp). A sparse result is assembled chunk by chunk: what each appends
// is counted before it is filled in. Where bounds are known instead
// (Bounds.cpp), tasks append to parts of their own. A result that has its
// pattern already says where a chunk begins.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Loops.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Streams.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Sinks.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"
#include "passes/CINToSCF/Tasks/LoopCosts.h"
#include "passes/CINToSCF/Tasks/ParallelLoops.h"
#include "passes/Support/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

bool encke::generator::runsInChunks(ForallOp forall) {
  if (!forall.getParallel())
    return false;
  // The cursors of a sparse result are known where its outermost loop begins.
  return !appendsIn(forall) || isa<KernelOp>(forall->getParentOp());
}

ForallOp encke::generator::chunkedLoopAround(Operation *op) {
  for (auto loop = op->getParentOfType<ForallOp>(); loop;
       loop = loop->getParentOfType<ForallOp>())
    if (runsInChunks(loop))
      return loop;
  return {};
}

//===----------------------------------------------------------------------===//
// How much there is to do
//===----------------------------------------------------------------------===//

FailureOr<ParallelLoops::Cut>
ParallelLoops::cut(ForallOp forall, PlannedLoop &plan, Scope &scope) {
  Location loc = forall.getLoc();
  FailureOr<Value> extent = values.evaluate(forall.getExtent(), scope);
  if (failed(extent))
    return failure();
  Sharing sharing = Sharing::of(forall);
  bool isCopied =
      llvm::is_contained({Share::copy, Share::owner}, sharing.share);
  AccessOp leader = findLeader(forall, plan, context.planner);
  Type index = builder.getIndexType();
  Value lo = arith::ConstantIndexOp::create(builder, loc, 0), hi = *extent;
  Value weights, coordinates;
  if (!plan.domain.isUniverse()) {
    Iterator &first = plan.getFirst();
    lo = first.position;
    hi = first.end;
    if (plan.isMerge())
      coordinates = first.level->getCoordinates();
  }
  if (hasRows(leader, plan, context.planner)) {
    // What is not counted is no measure of what there is to do.
    if (sharing.byElements)
      weights =
          places.storageOf(leader.getTensor()).levels[1]->getSegmentEnds();
    else
      leader = {};
  }
  Cut cut;
  Value cost = LoopCosts(context, places).estimate(forall, leader);
  Value extra =
      sharing.extra != 0
          ? Value(arith::ConstantIndexOp::create(builder, loc, sharing.extra))
          : countCopied(forall);
  if (sharing.share == Share::owner) {
    ForallOp loop = findOwnable(forall, sharing.mode, context.planner);
    Value copied = extra;
    Value visited =
        tasks::ElementsOp::create(builder, loc, index, lo, hi, weights);
    extra = arith::MinUIOp::create(builder, loc, visited, copied);
    Value isLess = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, visited, copied);
    cut.owned = Owned{loop, sharing.mode, isLess};
  }
  cut.plan = tasks::PlanOp::create(
      builder, loc, tasks::PlanType::get(builder.getContext()),
      sharing.deal || isCopied, lo, hi, cost, extra, weights, coordinates,
      coordinates ? *extent : Value(), sharing.chunks, sharing.unit);
  return cut;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// Of the rounds, or the coordinates of a merge, that the region is told.
LogicalResult ParallelLoops::loopOverChunk(ForallOp forall, PlannedLoop plan,
                                           Block &chunk, Scope &scope) {
  Value first = chunk.getArgument(0), last = chunk.getArgument(1);
  if (!plan.isMerge())
    return loops.loopOverPart(forall, plan, {first, last}, scope);
  streams.narrow(plan, {first, last}, forall.getLoc());
  return loops.loopInOne(forall, plan, scope);
}

LogicalResult ParallelLoops::emit(ForallOp forall, PlannedLoop &plan,
                                  Scope &scope) {
  if (kernel.getDevice())
    return isa<KernelOp>(forall->getParentOp())
               ? loopOnDevice(forall, plan, scope)
               : loops.loopInOne(forall, plan, scope);
  Share share = Sharing::of(forall).share;
  if (share == Share::copy || share == Share::owner)
    if (std::optional<Shared> shared = findShared(forall, scope))
      return loopWithCopies(forall, plan, *shared, scope);
  // Where something is absent, there may be no rows.
  if (share == Share::pieces)
    if (std::optional<Pieces> pieces =
            findPieces(forall, plan, context.planner))
      return loopInPieces(forall, plan, *pieces, scope);
  if (appendsIn(forall))
    return loopThatAppends(forall, plan, scope);
  return loopOnOwn(forall, plan, scope);
}

/// Each iteration writes elements of its own.
LogicalResult ParallelLoops::loopOnOwn(ForallOp forall, PlannedLoop &plan,
                                       Scope &scope) {
  Location loc = forall.getLoc();
  FailureOr<Cut> planned = cut(forall, plan, scope);
  if (failed(planned))
    return failure();
  auto run = tasks::RunOp::create(builder, loc, planned->plan);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&run.getBlock());
  Places::KnownOutside outside;
  if (!result.exists())
    for (BlockArgument output : kernel.getOutputArguments())
      places.declareDistinctInside(places.storageOf(output).buffer, outside,
                                   loc);
  if (failed(workspaces.open(forall)))
    return failure();
  auto chunks = tasks::ChunksOp::create(builder, loc, ValueRange());
  {
    OpBuilder::InsertionGuard inside(builder);
    builder.setInsertionPointToStart(&chunks.getBlock());
    Scope inner = scope;
    if (failed(loopOverChunk(forall, plan, chunks.getBlock(), inner)))
      return failure();
    tasks::YieldOp::create(builder, loc);
  }
  workspaces.close(forall);
  Places::leaveInside(outside);
  tasks::YieldOp::create(builder, loc);
  return success();
}

//===----------------------------------------------------------------------===//
// Sparse results
//===----------------------------------------------------------------------===//

/// In a result that has its pattern already, a chunk begins at what has its
/// first coordinate.
Value ParallelLoops::seekCursor(PlannedLoop &plan, Value first, unsigned cursor,
                                Location loc) {
  Assembly &assembly = result.getArrays();
  if (!plan.domain.isUniverse() && !plan.isMerge()) {
    // -1 past the last one, where nothing begins.
    Iterator at = plan.getFirst();
    at.position = first;
    streams.findCoordinate(at, loc);
    first = at.coordinate;
  }
  unsigned level = 0;
  while (!assembly.isCompressed(level) || assembly.getCursor(level) != cursor)
    ++level;
  Value position =
      runtime.call(builder, loc, "encke_result_seek", builder.getI64Type(),
                   {kernel.getOperandOf(cast<BlockArgument>(result.getPlace())),
                    RuntimeCalls::integer(builder, loc, level),
                    RuntimeCalls::toInteger(builder, loc, first)});
  return RuntimeCalls::toIndex(builder, loc, position);
}

/// The loop over chunks; `part` is what the task appends to, or null.
tasks::ChunksOp ParallelLoops::openAppending(Value part) {
  Location loc = kernel.getLoc();
  const Assembly &assembly = result.getArrays();
  Value counts = chunks.counts;
  if (!assembly.isCounted())
    return tasks::ChunksOp::create(builder, loc, ValueRange());
  if (part)
    return tasks::ChunksOp::create(builder, loc, tasks::Use::part, part, 2);
  if (assembly.isFilling())
    return tasks::ChunksOp::create(builder, loc, tasks::Use::fill, counts,
                                   assembly.getNumCursors());
  return tasks::ChunksOp::create(builder, loc, tasks::Use::count, counts, 0);
}

/// What the chunk has to say of itself.
FailureOr<SmallVector<Value>> ParallelLoops::appendChunk(ForallOp forall,
                                                         PlannedLoop &plan,
                                                         Block &chunk,
                                                         Scope scope) {
  Location loc = forall.getLoc();
  Assembly &assembly = result.getArrays();
  Keys cursors = result.cursorKeys();
  if (fillsParts())
    assembly.setShift(chunk.getArgument(3));
  for (auto [number, key] : llvm::enumerate(cursors)) {
    Value begin;
    if (!assembly.isCounted())
      begin = seekCursor(plan, chunk.getArgument(0), number, loc);
    else if (assembly.isFilling())
      begin = chunk.getArgument(2 + number);
    else
      begin = arith::ConstantIndexOp::create(builder, loc, 0);
    scope.state[key] = begin;
  }
  if (failed(loopOverChunk(forall, plan, chunk, scope)))
    return failure();
  SmallVector<Value> ends;
  if (assembly.isCounted() && (!assembly.isFilling() || fillsParts()))
    for (auto key : cursors)
      ends.push_back(scope.state.lookup(key));
  return ends;
}

LogicalResult ParallelLoops::loopThatAppends(ForallOp forall, PlannedLoop &plan,
                                             Scope &scope) {
  Location loc = forall.getLoc();
  Assembly &assembly = result.getArrays();
  if (!assembly.isCounted() || !chunks.plan) {
    FailureOr<Cut> planned = cut(forall, plan, scope);
    if (failed(planned))
      return failure();
    chunks.plan = planned->plan;
    int64_t columns = result.isBounded() ? tasks::partColumns
                                         : int64_t(assembly.getNumCursors());
    if (assembly.isCounted())
      chunks.counts = tasks::CountsOp::create(
          builder, loc,
          MemRefType::get({ShapedType::kDynamic, columns},
                          builder.getIndexType()),
          chunks.plan);
  }
  auto run = tasks::RunOp::create(builder, loc, chunks.plan);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&run.getBlock());
    Value part;
    if (fillsParts()) {
      part = tasks::PartOp::create(builder, loc, assembly.getHandle().getType(),
                                   assembly.getHandle(), chunks.counts,
                                   isReserved);
      assembly.enter(builder, runtime, loc, part);
    }
    // Bounds need none.
    if (statements.getSink().hasMemory() && failed(workspaces.open(forall)))
      return failure();
    tasks::ChunksOp loop = openAppending(part);
    {
      OpBuilder::InsertionGuard inside(builder);
      builder.setInsertionPointToStart(&loop.getBlock());
      FailureOr<SmallVector<Value>> ends =
          appendChunk(forall, plan, loop.getBlock(), scope);
      if (failed(ends))
        return failure();
      tasks::YieldOp::create(builder, loc, *ends);
    }
    if (statements.getSink().hasMemory())
      workspaces.close(forall);
    if (part)
      assembly.leave();
    tasks::YieldOp::create(builder, loc);
  }
  if (!assembly.isCounted())
    return success();
  Keys cursors = result.cursorKeys();
  if (!assembly.isFilling()) {
    SmallVector<Type> types(cursors.size(), builder.getIndexType());
    chunks.totals = llvm::to_vector_of<Value>(
        tasks::ScanOp::create(builder, loc, types, chunks.plan, chunks.counts)
            .getTotals());
  } else if (fillsParts()) {
    chunks.totals = {tasks::JoinOp::create(builder, loc, builder.getIndexType(),
                                           chunks.plan, assembly.getHandle(),
                                           chunks.counts)};
  }
  if (assembly.isFilling())
    freeManually(builder, loc, chunks.counts);
  for (auto [key, total] : llvm::zip(cursors, chunks.totals))
    scope.state[key] = total;
  return success();
}
