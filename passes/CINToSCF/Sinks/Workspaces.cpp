//===- Workspaces.cpp - memory of workspaces ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Loops/Merges.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Tasks/ParallelLoops.h"
#include "passes/Support/Buffers.h"
#include "passes/Support/RuntimeCalls.h"

#include "dialects/CIN/BlockRow.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/RowModes.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

Value encke::generator::allocateFor(OpBuilder &builder, WhereOp where,
                                    Type element, Location loc) {
  return allocateManually(
      builder, loc,
      MemRefType::get(where.getWorkspaceType().getTensor().getShape(), element),
      where.getSizes());
}

Value encke::generator::emitSize(OpBuilder &builder, WhereOp where,
                                 unsigned mode, Location loc) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  if (type.isDynamicDim(mode))
    return where.getSizes()[type.getDynamicDimIndex(mode)];
  return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(mode));
}

void encke::generator::fill(OpBuilder &builder, Location loc, Value buffer,
                            Value with) {
  forEachElement(builder, loc, buffer, [&](OpBuilder &body, ValueRange at) {
    memref::StoreOp::create(body, loc, with, buffer, at);
  });
}

LogicalResult Workspaces::open(Operation *around) {
  auto loop = dyn_cast<ForallOp>(around);
  WalkResult walked = around->walk([&](WhereOp where) {
    RankedTensorType type = where.getWorkspaceType().getTensor();
    if (type.getRank() == 0 || chunkedLoopAround(where) != loop ||
        result.isMadeInPlace(where))
      return WalkResult::advance();
    for (Value size : where.getSizes())
      if (kernel->isAncestor(size.getParentBlock()->getParentOp())) {
        where.emitOpError("not supported yet: a workspace whose size is "
                          "computed in the kernel");
        return WalkResult::interrupt();
      }
    if (where.isKeyed())
      tables[where] = tableKind.open(where);
    else if (type.getEncoding() && !isRow(where))
      blockRows[where] = blockKind.open(where);
    else if (type.getEncoding())
      rows[where] = std::make_unique<Row>(rowKind.open(where));
    else
      buffers[where] =
          allocateFor(builder, where, type.getElementType(), kernel.getLoc());
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  walked = around->walk([&](ForallOp forall) {
    std::optional<VisitAttr> mark = forall.getVisit();
    if (!mark || mark->getForm() != scatterForm.name)
      return WalkResult::advance();
    // One look is enough for all tasks.
    if (!loop && mark->getShortRows() != 0 && failed(lookAtRows(forall)))
      return WalkResult::interrupt();
    return chunkedLoopAround(forall) == loop ? WalkResult(openPlaces(forall))
                                             : WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

/// No places where there would be too many. They need not be set: what a place
/// says is looked at.
LogicalResult Workspaces::openPlaces(ForallOp forall) {
  Location loc = forall.getLoc();
  Value length = forall.getExtent();
  if (kernel->isAncestor(length.getParentBlock()->getParentOp()))
    return success();
  FailureOr<LoopPlan> plan = context.planner.plan(forall);
  if (failed(plan))
    return failure();
  Type position = builder.getI32Type();
  for (const Stream &stream : plan->streams) {
    Value ends = places.storageOf(AccessOp(stream.access).getTensor())
                     .levels[stream.level]
                     ->getSegmentEnds();
    if (!ends ||
        !cast<MemRefType>(ends.getType()).getElementType().isInteger(32))
      position = builder.getI64Type();
  }
  if (int64_t most = forall.getVisit()->getMost()) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value limit = arith::ConstantIndexOp::create(builder, loc, most);
    Value isNarrow = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ule, length, limit);
    length = arith::SelectOp::create(builder, loc, isNarrow, length, zero);
  }
  scattered[forall] = allocateManually(
      builder, loc, MemRefType::get({ShapedType::kDynamic}, position), length);
  return success();
}

/// The variables of the loops over the levels above that of a stream, of which
/// each stores all coordinates; nothing where one does not.
static std::optional<SmallVector<Value>>
findFullAbove(const Stream &stream, const LoopPlanner &planner) {
  AccessOp access = stream.access;
  const PlaceLevels &levels = planner.levelsOf(access.getTensor());
  SmallVector<Value> variables;
  for (unsigned level = 0; level != stream.level; ++level) {
    if (!levels.isFull(level))
      return std::nullopt;
    variables.push_back(variableOf(access, levels.format, level));
  }
  return variables;
}

/// Only where both have as many rows, those with one number being of one
/// iteration.
LogicalResult Workspaces::lookAtRows(ForallOp forall) {
  FailureOr<LoopPlan> plan = context.planner.plan(forall);
  if (failed(plan))
    return failure();
  SmallVector<std::optional<SmallVector<Value>>> above;
  SmallVector<Value> ends, coordinates;
  for (auto [number, stream] : llvm::enumerate(plan->streams)) {
    if (plan->isLookedUp(number))
      continue;
    const Level &level = *places.storageOf(AccessOp(stream.access).getTensor())
                              .levels[stream.level];
    above.push_back(findFullAbove(stream, context.planner));
    ends.push_back(level.getSegmentEnds());
    coordinates.push_back(level.getCoordinates());
    if (!above.back() || !ends.back() || !coordinates.back())
      return success();
  }
  if (above.front() != above.back() ||
      ends.front().getType() != ends.back().getType() ||
      coordinates.front().getType() != coordinates.back().getType())
    return success();
  Location loc = forall.getLoc();
  SmallVector<Value> arguments;
  for (Value array :
       {ends.front(), ends.back(), coordinates.front(), coordinates.back()})
    arguments.push_back(RuntimeCalls::pointerTo(builder, loc, array));
  for (Value array : {ends.front(), coordinates.front()})
    arguments.push_back(RuntimeCalls::integer(
        builder, loc,
        cast<MemRefType>(array.getType()).getElementTypeBitWidth() / 8));
  arguments.push_back(RuntimeCalls::toInteger(
      builder, loc, memref::DimOp::create(builder, loc, ends.front(), 0)));
  arguments.push_back(
      RuntimeCalls::integer(builder, loc, forall.getVisit()->getShortRows()));
  Value areAlike = RuntimeCalls(kernel->getParentOfType<ModuleOp>())
                       .call(builder, loc, "encke_loop_rows_are_alike",
                             builder.getI64Type(), arguments);
  Value no = arith::ConstantIntOp::create(builder, loc, 0, 64);
  stepped[forall] = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ne, areAlike, no);
  return success();
}

void Workspaces::close(Operation *around) {
  auto loop = dyn_cast<ForallOp>(around);
  auto free = [&](Operation *where, ValueRange memory) {
    if (chunkedLoopAround(where) != loop)
      return;
    for (Value buffer : llvm::make_filter_range(
             memory, [](Value buffer) { return buffer != nullptr; }))
      freeManually(builder, kernel.getLoc(), buffer);
  };
  for (auto &[where, row] : rows)
    free(where,
         {row->values, row->marks, row->list, row->history, row->rounds});
  for (auto &[where, blocks] : blockRows)
    free(where, {blocks.values, blocks.marks, blocks.listed, blocks.list});
  for (auto &[where, table] : tables)
    if (chunkedLoopAround(where) == loop)
      tableKind.close(table);
  for (auto &[where, buffer] : buffers)
    free(where, buffer);
  for (auto &[forall, array] : scattered)
    free(forall, array);
}

Row *Workspaces::findRow(Value place) {
  auto *found = rows.find(whereOf(place));
  return found == rows.end() ? nullptr : found->second.get();
}

BlockList *Workspaces::findBlocks(Value place) {
  auto *found = blockRows.find(whereOf(place));
  return found == blockRows.end() ? nullptr : &found->second;
}

/// The forall goes along the blocks that the producer assigns to.
static bool goesAlongBlocks(WhereOp where, ForallOp forall) {
  if (!where.getProducer().isAncestor(forall->getParentRegion()))
    return false;
  Format format = *getFormat(where.getWorkspaceType().getTensor());
  unsigned listed = BlockRow::find(where)->listed;
  return llvm::any_of(
      where.getProducer().getArgument(0).getUsers(), [&](Operation *user) {
        auto assign = dyn_cast<AssignOp>(user);
        return assign && variableOf(assign.getIndices(), format, listed) ==
                             forall.getIndex();
      });
}

LogicalResult Workspaces::insideBlock(ForallOp forall, Scope &scope,
                                      Body body) {
  for (auto &[where, blocks] : blockRows)
    if (goesAlongBlocks(cast<WhereOp>(where), forall))
      return blockKind.insideBlock(cast<WhereOp>(where), blocks, forall, scope,
                                   body);
  return body(scope);
}

const Table *Workspaces::findTable(Value place) const {
  const auto *found = tables.find(whereOf(place));
  return found == tables.end() ? nullptr : &found->second;
}
