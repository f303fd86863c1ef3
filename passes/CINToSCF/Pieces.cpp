//===- Pieces.cpp - rows that are longer than a chunk ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop over rows, as y[i] = A[i,j] * x[j], is cut between rows. A
// row that is longer than a chunk is cut, too, if its result is a sum along it.
// Only where the arrays of the row begin is different then (`tasks.pieces`):
// the code of the row stays what it is.
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "passes/CINToSCF/ParallelLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// What the assignment makes of a row it makes in pieces, too: it accumulates,
/// along the row, what the leader's elements contribute; or it takes that over
/// from a workspace. Returns how pieces are combined.
std::optional<Reduction> ParallelLoops::howToSumPieces(AssignOp assign,
                                                       AccessOp leader,
                                                       ForallOp along) {
  Reduction collecting = getCollecting(assign.getReduction());
  if (along->isAncestor(assign)) {
    auto isLeader = [&](AccessOp access) { return access == leader; };
    return canCollectInParts(assign) &&
                   isRestrictedTo(assign.getValue(), isLeader)
               ? std::optional(collecting)
               : std::nullopt;
  }
  // Sums of floats are doubles until they are assigned.
  Value value = assign.getValue();
  if (auto rounded = value.getDefiningOp<arith::TruncFOp>())
    value = rounded.getIn();
  auto collected = value.getDefiningOp<AccessOp>();
  WhereOp where = collected ? whereOf(collected.getTensor()) : WhereOp();
  if (!where || where.getWorkspaceType().getTensor().getEncoding() ||
      collected.getTensor() != where.getConsumer().getArgument(0))
    return std::nullopt;
  std::optional<Reduction> inner;
  for (Operation *user : where.getProducer().getArgument(0).getUsers()) {
    auto producing = dyn_cast<AssignOp>(user);
    if (!producing || inner || !along->isAncestor(producing))
      return std::nullopt;
    inner = howToSumPieces(producing, leader, along);
    if (!inner)
      return std::nullopt;
  }
  bool agrees = assign.getReduction() == Reduction::none || inner == collecting;
  return agrees ? inner : std::nullopt;
}

/// The tensor whose rows the loop runs over, if the level below is one segment
/// for each of them.
AccessOp ParallelLoops::findRows(ForallOp forall, const LoopPlan &plan) {
  AccessOp leader = findLeader(forall, plan);
  Level *below = findLevelOfRows(leader, plan);
  bool hasRows = below && below->isUnique();
  if (!hasRows)
    return {};
  // Another access of the tensor would see the pieces' segments.
  forall.walk([&](AccessOp access) {
    hasRows &= access.getTensor() != leader.getTensor() ||
               generator.sameAs(access) == generator.sameAs(leader);
  });
  return hasRows ? leader : AccessOp();
}

/// The assignment sets elements to zero before the loop's iteration does
/// anything else.
static bool beginsRow(AssignOp assign, ForallOp forall) {
  return setsToZero(assign) && forall.getBlock().front().isAncestor(assign);
}

std::optional<ParallelLoops::Pieces>
ParallelLoops::findPieces(ForallOp forall, const LoopPlan &plan) {
  AccessOp leader = generator.assembly || plan.isMerge()
                        ? AccessOp()
                        : findRows(forall, plan);
  if (!leader)
    return std::nullopt;
  const Storage &storage = generator.storageOf(leader.getTensor());
  ForallOp along = forallOf(variableOf(leader, storage.format, 1));
  SmallVector<AssignOp> assigns;
  // A row that is set to zero before anything is added is where it lies.
  forall.walk([&](AssignOp assign) {
    Value place = assign.getTensor();
    if (!forall->isProperAncestor(place.getParentBlock()->getParentOp()) &&
        !beginsRow(assign, forall))
      assigns.push_back(assign);
  });
  if (assigns.size() != 1 || !forall->isProperAncestor(along) ||
      !generator.storages.count(assigns.front().getTensor()))
    return std::nullopt;
  AssignOp assign = assigns.front();
  OperandRange indices = assign.getIndices();
  Value buffer = generator.storageOf(assign.getTensor()).buffer;
  std::optional<Reduction> collecting = howToSumPieces(assign, leader, along);
  if (!collecting || indices.front() != forall.getIndex() ||
      llvm::is_contained(indices.drop_front(), forall.getIndex()) ||
      along.moves(indices) ||
      !cast<MemRefType>(buffer.getType()).getLayout().isIdentity())
    return std::nullopt;
  Pieces pieces;
  pieces.level = storage.levels[1].get();
  pieces.place = assign.getTensor();
  pieces.collecting = *collecting;
  if (!plan.domain.isUniverse())
    pieces.coordinates = plan.getFirst().level->getCoordinates();
  return pieces;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

LogicalResult ParallelLoops::loopInPieces(ForallOp forall, LoopPlan &plan,
                                          const Pieces &pieces, Scope &scope) {
  Location loc = forall.getLoc();
  FailureOr<Cut> planned = cut(forall, plan, scope);
  if (failed(planned))
    return failure();
  auto run = tasks::RunOp::create(builder, loc, planned->plan);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&run.getBlock());
  if (failed(generator.openWorkspaces(forall)))
    return failure();
  Value ends = pieces.level->getSegmentEnds();
  Value &buffer = generator.storageOf(pieces.place).buffer;
  Value whole = buffer;
  auto loop = tasks::PiecesOp::create(builder, loc, ends, whole,
                                      pieces.collecting, pieces.coordinates);
  {
    OpBuilder::InsertionGuard inside(builder);
    Block &chunk = loop.getBlock();
    builder.setInsertionPointToStart(&chunk);
    pieces.level->setSegmentEnds(chunk.getArgument(2));
    buffer = chunk.getArgument(3);
    KnownOutside outside;
    generator.declareDistinctInside(buffer, outside, loc);
    LoopPlan copy = plan;
    Scope inner = scope;
    LogicalResult result = generator.loopOverRounds(
        forall, copy, chunk.getArgument(0), chunk.getArgument(1), inner);
    KernelGenerator::leaveInside(outside);
    pieces.level->setSegmentEnds(ends);
    buffer = whole;
    if (failed(result))
      return failure();
    tasks::YieldOp::create(builder, loc);
  }
  generator.closeWorkspaces(forall);
  tasks::YieldOp::create(builder, loc);
  return success();
}
