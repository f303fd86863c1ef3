//===- Store.cpp - a run that stores what is assigned ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Sinks/Sinks.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"

#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

LogicalResult Store::assign(AssignOp assign, Scope &scope) {
  Value place = assign.getTensor();
  if (!places.isOpen(place, scope))
    return assign.emitOpError("writes a place of another kernel");
  if (WhereOp where = registerOf(place))
    return registers.assign(assign, where, scope);
  if (result.is(place)) {
    Presence presence = values.presenceOf(assign, scope);
    if (!presence.known && result.getArrays().hasPadding())
      return result.put(assign, presence.dynamic, scope);
    return control.whenPresent(
        assign.getLoc(), presence, control.changedIn(assign, scope), scope,
        [&](Scope &inner) { return result.append(assign, inner); });
  }
  if (BlockList *blocks = workspaces.findBlocks(place))
    return blockRows.assign(assign, *blocks, scope);
  if (const Table *table = workspaces.findTable(place))
    return tables.assign(assign, *table, scope);
  if (Row *row = workspaces.findRow(place))
    return rows.assign(assign, *row, scope);
  return buffers.assign(assign, scope);
}

LogicalResult Store::where(WhereOp where, Scope &scope) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  if (BlockList *blocks =
          workspaces.findBlocks(where.getConsumer().getArgument(0)))
    return blockRows.run(where, *blocks, scope);
  if (where.isKeyed())
    return tables.run(where, workspaces.tableOf(where), scope);
  if (type.getEncoding())
    return rows.run(where, workspaces.rowOf(where), scope);
  if (where.getFull() && keepsPattern(where.getConsumer().getArgument(0)))
    return runFull(where, scope);
  return type.getRank() == 0
             ? registers.run(where, scope)
             : buffers.run(where, workspaces.bufferOf(where), scope);
}

/// The producer's loops run twice: first to find out whether there is anything
/// to consume.
LogicalResult Store::runFull(WhereOp where, Scope &scope) {
  FailureOr<Value> present = Probe(*this, where).run(scope);
  if (failed(present))
    return failure();
  return control.emitIf(
      where.getLoc(), *present, control.changedIn(where, scope), scope,
      [&](Scope &inner) {
        if (!result.needsValuesOf(where))
          return statements.run(where.getConsumer().front(), inner);
        Value buffer = result.isMadeInPlace(where)
                           ? result.viewRow(where, inner)
                           : workspaces.bufferOf(where);
        return buffers.run(where, buffer, inner);
      },
      nullptr);
}

/// Counting is what is done instead of bounding, where memory is scarce.
bool Store::isRare() const { return result.isCounting() && result.isBounded(); }

bool Store::isCounting() const { return result.isCounting(); }

/// What is only counted need not be visited where it is known how often
/// something is appended.
FailureOr<bool> Store::closedForm(ForallOp forall, PlannedLoop &plan,
                                  std::optional<Interval> range, Scope &scope) {
  if (plan.isMerge() || plan.domain.isUniverse())
    return false;
  std::optional<Presence> each = result.appendsEachTime(forall, plan, scope);
  if (!each)
    return false;
  if (each->known && !each->is)
    return true;
  OpBuilder &builder = context.builder;
  Location loc = forall.getLoc();
  Iterator &iterator = plan.getFirst();
  Value length =
      arith::SubIOp::create(builder, loc, iterator.end, iterator.position);
  if (!each->known) {
    Value none = arith::ConstantIndexOp::create(builder, loc, 0);
    length = arith::SelectOp::create(builder, loc, each->dynamic, length, none);
  }
  result.advanceCursor(result.getArrays().getNumLevels() - 1, length, scope);
  return true;
}

//===----------------------------------------------------------------------===//
// Probes
//===----------------------------------------------------------------------===//

FailureOr<Value> Probe::run(Scope &scope) {
  StateKey key{probed, Variable::present};
  scope.state[key] = arith::ConstantOp::create(
      context.builder, probed.getLoc(), context.builder.getBoolAttr(false));
  if (failed(statements.run(probed.getProducer().front(), *this, scope)))
    return failure();
  Value present = scope.state.lookup(key);
  scope.state.erase(key);
  return present;
}

LogicalResult Probe::assign(AssignOp assign, Scope &scope) {
  if (whereOf(assign.getTensor()) != probed)
    return Store::assign(assign, scope);
  StateKey key{probed, Variable::present};
  return control.whenPresent(assign.getLoc(), values.presenceOf(assign, scope),
                             {key}, scope, [&](Scope &inner) {
                               inner.state[key] = arith::ConstantOp::create(
                                   context.builder, assign.getLoc(),
                                   context.builder.getBoolAttr(true));
                               return success();
                             });
}

/// What happens along the workspace happens for all of it.
Sink::Need Probe::needOf(ForallOp forall) const {
  if (isAlongSparse(forall.getIndex()))
    return Need::loop;
  bool isAlong =
      llvm::any_of(WhereOp(probed).getProducer().getArgument(0).getUsers(),
                   [&](Operation *user) {
                     auto assign = dyn_cast<AssignOp>(user);
                     return assign && llvm::is_contained(assign.getIndices(),
                                                         forall.getIndex());
                   });
  return isAlong ? Need::body : Need::loop;
}
