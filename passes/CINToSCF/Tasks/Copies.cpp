//===- Copies.cpp - parallel loops whose iterations share elements --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that scatters, as y[j] += A[i,j] * x[i] over i, or that sums up all in
// a register, is cut into chunks that are dealt out to the tasks, of which each
// accumulates into a copy.
//
// Where copies would be larger than all that the loop visits, as in C[j,r] +=
// A[i,j,k] * ... over i for a long mode j, tasks have no copies. Each runs over
// all of the loop, but in it only over the coordinates of j that it owns: about
// as many elements as any other's. An element is then summed up in the order in
// which one task does it.
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

#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

std::optional<ParallelLoops::Shared>
ParallelLoops::findShared(ForallOp forall, const Scope &scope) {
  AssignOp assign = findSharing(forall);
  // A place of another kernel is an error that the assignment tells.
  if (!assign || !places.isOpen(assign.getTensor(), scope))
    return std::nullopt;
  Shared shared;
  shared.place = assign.getTensor();
  shared.collecting = getCollecting(assign.getReduction());
  if (WhereOp where = registerOf(shared.place))
    for (auto key : control.changedIn(forall, scope))
      if (key.first == where)
        shared.variables.push_back(key);
  return shared;
}

Value ParallelLoops::countCopied(ForallOp forall) {
  Location loc = forall.getLoc();
  AssignOp assign = findSharing(forall);
  bool isCopied = assign && places.find(assign.getTensor());
  Value count = arith::ConstantIndexOp::create(builder, loc, isCopied ? 1 : 0);
  if (!isCopied)
    return count;
  Value buffer = places.storageOf(assign.getTensor()).buffer;
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  for (int64_t mode = 0; mode < rank; ++mode) {
    Value size = memref::DimOp::create(builder, loc, buffer, mode);
    count = arith::MulIOp::create(builder, loc, count, size);
  }
  return count;
}

LogicalResult ParallelLoops::loopWithCopies(ForallOp forall, PlannedLoop &plan,
                                            const Shared &shared,
                                            Scope &scope) {
  Location loc = forall.getLoc();
  auto alone = [&](Scope &inner) -> LogicalResult {
    if (failed(workspaces.open(forall)))
      return failure();
    PlannedLoop copy = plan;
    LogicalResult result = loops.loopInOne(forall, copy, inner);
    workspaces.close(forall);
    return result;
  };
  bool hasRegister = bool(registerOf(shared.place));
  // A view of a copy that is known to have no elements would not be valid.
  auto isEmpty = [&] {
    Type type = places.storageOf(shared.place).buffer.getType();
    return llvm::is_contained(cast<MemRefType>(type).getShape(), 0);
  };
  if (!hasRegister && isEmpty())
    return alone(scope);
  FailureOr<Cut> planned = cut(forall, plan, scope);
  if (failed(planned))
    return failure();
  if (hasRegister)
    return shareLoop(forall, plan, shared, *planned, scope);
  // One task has a loop of its own: in a region that tasks share, LLVM forgets
  // that the buffers are distinct.
  Value number = tasks::NumberOp::create(builder, loc, builder.getIndexType(),
                                         planned->plan);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value several = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        number, one);
  auto together = [&](Scope &inner) {
    return shareLoop(forall, plan, shared, *planned, inner);
  };
  return control.emitIf(loc, several, {}, scope, together, alone);
}

LogicalResult ParallelLoops::shareLoop(ForallOp forall, PlannedLoop &plan,
                                       const Shared &shared, const Cut &cut,
                                       Scope &scope) {
  Location loc = forall.getLoc();
  bool hasRegister = bool(registerOf(shared.place));
  SmallVector<Value> before;
  SmallVector<Reduction> reductions;
  for (auto key : shared.variables) {
    before.push_back(scope.state.lookup(key));
    // Something was assigned if any task did.
    reductions.push_back(key.second == Variable::present ? Reduction::lor
                                                         : shared.collecting);
  }
  Value ownSize, ownCoordinates;
  if (cut.owned) {
    ownSize = memref::DimOp::create(
        builder, loc, places.storageOf(shared.place).buffer, cut.owned->mode);
    ownCoordinates = findCoordinates(cut.owned->loop);
  }
  auto run = tasks::RunOp::create(builder, loc, cut.plan, before, reductions);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&run.getBlock());
  Scope inner = scope;
  Places::KnownOutside outside;
  if (!hasRegister) {
    Value &buffer = places.storageOf(shared.place).buffer;
    Value mine = tasks::CopyOp::create(builder, loc, buffer, shared.collecting,
                                       cut.owned ? cut.owned->are : Value());
    outside.push_back({&buffer, buffer});
    buffer = mine;
    places.declareDistinctInside(buffer, outside, loc);
  }
  if (cut.owned) {
    auto own = tasks::OwnOp::create(
        builder, loc, TypeRange{ownSize.getType(), ownSize.getType()}, ownSize,
        cut.owned->are, ownCoordinates);
    loops.setOwn(
        Own{cut.owned->loop, cut.owned->are, {own.getLo(), own.getHi()}});
  }
  LogicalResult result = loopOnCopy(forall, plan, shared, inner);
  loops.setOwn(std::nullopt);
  Places::leaveInside(outside);
  for (auto [key, after] : llvm::zip(shared.variables, run.getResults()))
    scope.state[key] = after;
  return result;
}

/// What a task does.
LogicalResult ParallelLoops::loopOnCopy(ForallOp forall, PlannedLoop &plan,
                                        const Shared &shared, Scope &scope) {
  Location loc = forall.getLoc();
  auto valuesIn = [&](const Scope &at) {
    return llvm::map_to_vector(shared.variables,
                               [&](auto key) { return at.state.lookup(key); });
  };
  for (auto key : shared.variables)
    scope.state[key] = key.second == Variable::present
                           ? arith::ConstantOp::create(
                                 builder, loc, builder.getBoolAttr(false))
                           : emitIdentity(builder, loc, shared.collecting,
                                          scope.state.lookup(key).getType());
  if (failed(workspaces.open(forall)))
    return failure();
  auto chunks = tasks::ChunksOp::create(builder, loc, valuesIn(scope));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&chunks.getBlock());
    Scope inner = scope;
    for (auto [key, argument] : llvm::zip(shared.variables, chunks.getMore()))
      inner.state[key] = argument;
    if (failed(loopOverChunk(forall, plan, chunks.getBlock(), inner)))
      return failure();
    tasks::YieldOp::create(builder, loc, valuesIn(inner));
  }
  for (auto [key, after] : llvm::zip(shared.variables, chunks.getResults()))
    scope.state[key] = after;
  loops.setOwn(std::nullopt);
  workspaces.close(forall);
  tasks::YieldOp::create(builder, loc, valuesIn(scope));
  return success();
}

/// The coordinates of the first level that the loop runs along; null without.
Value ParallelLoops::findCoordinates(ForallOp loop) {
  Value coordinates;
  loop.walk([&](AccessOp access) {
    if (!isRestrictedBy(access, loop, context.planner))
      return WalkResult::advance();
    const Storage &storage = places.storageOf(access.getTensor());
    for (auto [number, level] : llvm::enumerate(storage.levels))
      if (variableOf(access, storage.format, number) == loop.getIndex())
        coordinates = level->getCoordinates();
    return coordinates ? WalkResult::interrupt() : WalkResult::advance();
  });
  return coordinates;
}
