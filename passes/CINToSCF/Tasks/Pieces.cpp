//===- Pieces.cpp - long rows in pieces -----------------------------------===//
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

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Loops.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Streams.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"
#include "passes/CINToSCF/Tasks/ParallelLoops.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

LogicalResult ParallelLoops::loopInPieces(ForallOp forall, PlannedLoop &plan,
                                          Pieces pieces, Scope &scope) {
  Location loc = forall.getLoc();
  FailureOr<Cut> planned = cut(forall, plan, scope);
  if (failed(planned))
    return failure();
  auto run = tasks::RunOp::create(builder, loc, planned->plan);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&run.getBlock());
  if (failed(workspaces.open(forall)))
    return failure();
  Level &level = *places.storageOf(pieces.leader.getTensor()).levels[1];
  Value ends = level.getSegmentEnds();
  Value &buffer = places.storageOf(pieces.assign.getTensor()).buffer;
  Value whole = buffer;
  Value coordinates;
  if (!plan.domain.isUniverse())
    coordinates = plan.getFirst().level->getCoordinates();
  auto loop = tasks::PiecesOp::create(builder, loc, ends, whole,
                                      pieces.collecting, coordinates);
  {
    OpBuilder::InsertionGuard inside(builder);
    Block &chunk = loop.getBlock();
    builder.setInsertionPointToStart(&chunk);
    level.setSegmentEnds(chunk.getArgument(2));
    buffer = chunk.getArgument(3);
    Places::KnownOutside outside;
    places.declareDistinctInside(buffer, outside, loc);
    PlannedLoop copy = plan;
    Scope inner = scope;
    LogicalResult result = loops.loopOverPart(
        forall, copy, {chunk.getArgument(0), chunk.getArgument(1)}, inner);
    Places::leaveInside(outside);
    level.setSegmentEnds(ends);
    buffer = whole;
    if (failed(result))
      return failure();
    tasks::YieldOp::create(builder, loc);
  }
  workspaces.close(forall);
  tasks::YieldOp::create(builder, loc);
  return success();
}
