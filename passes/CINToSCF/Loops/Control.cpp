//===- Control.cpp - loops and branches that carry variables --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/Cost/CodeSize.h"

#include "dialects/CIN/Presence.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// The variables of the scope that the statements in `op` assign.
Keys Control::changedIn(Operation *op, const Scope &scope) {
  Keys keys;
  auto add = [&](StateKey key) {
    if (scope.state.count(key) && !llvm::is_contained(keys, key))
      keys.push_back(key);
  };
  op->walk([&](AssignOp assign) {
    if (WhereOp where = whereOf(assign.getTensor()))
      for (int variable : {Variable::value, Variable::present, Variable::count,
                           Variable::assigned})
        add({where, variable});
    if (!isSparseResult(assign.getTensor()))
      return;
    for (int cursor = Variable::cursor; scope.state.count({kernel, cursor});
         ++cursor)
      add({kernel, cursor});
  });
  return keys;
}

static SmallVector<Value>
valuesOf(ArrayRef<std::pair<Operation *, int>> keys,
         const llvm::DenseMap<std::pair<Operation *, int>, Value> &state) {
  return llvm::map_to_vector(keys, [&](auto key) { return state.lookup(key); });
}

scf::ForOp encke::generator::findLoopBefore(OpBuilder &builder) {
  Block *block = builder.getInsertionBlock();
  Block::iterator here = builder.getInsertionPoint();
  if (here == block->begin())
    return nullptr;
  return dyn_cast<scf::ForOp>(*std::prev(here));
}

LogicalResult Control::emitFor(ForallOp forall, Interval range,
                               const Keys &keys, Scope &scope,
                               CounterBody body) {
  // What is left of a block that is cut off is short.
  bool isCut = forall.getWithin() && !getConstantIntValue(range.hi);
  bool isInnermost = llvm::all_of(
      forall.getBlock(), [](Operation &op) { return op.getNumRegions() == 0; });
  LoopMarks marks;
  if (isCut)
    marks.isShort = isInnermost && *forall.getWidth() <= cost::mostOfShort;
  else
    marks = LoopMarks::of(forall);
  marks.twice &= context.needsValues;
  return emitLoop(forall.getLoc(), range, marks, keys, scope, body);
}

LogicalResult Control::emitLoop(Location loc, Interval range,
                                const LoopMarks &marks, const Keys &keys,
                                Scope &scope, CounterBody body) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  OpBuilder::InsertionGuard guard(builder);
  Scope inner = scope;
  auto loop = scf::ForOp::create(builder, loc, range.lo, range.hi, one,
                                 valuesOf(keys, scope.state));
  marks.setOn(loop);
  builder.setInsertionPointToStart(loop.getBody());
  for (auto [key, argument] : llvm::zip(keys, loop.getRegionIterArgs()))
    inner.state[key] = argument;
  if (failed(body(loop.getInductionVar(), inner)))
    return failure();
  if (keys.empty())
    return success();
  builder.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(builder, loc, valuesOf(keys, inner.state));
  for (auto [key, result] : llvm::zip(keys, loop.getResults()))
    scope.state[key] = result;
  return success();
}

LogicalResult Control::emitIf(Location loc, Value condition, const Keys &keys,
                              Scope &scope, Body thenBody, Body elseBody) {
  SmallVector<Value> before = valuesOf(keys, scope.state);
  bool hasElse = elseBody || !keys.empty();
  OpBuilder::InsertionGuard guard(builder);
  auto branch =
      scf::IfOp::create(builder, loc, ValueRange(before).getTypes(), condition,
                        /*addThenBlock=*/true, /*addElseBlock=*/hasElse);
  auto emit = [&](Block *block, Body body) -> LogicalResult {
    Scope inner = scope;
    // Blocks without results come with their terminator, others without.
    builder.setInsertionPointToStart(block);
    if (body && failed(body(inner)))
      return failure();
    if (keys.empty()) {
      if (block->empty() || !block->back().hasTrait<OpTrait::IsTerminator>()) {
        builder.setInsertionPointToEnd(block);
        scf::YieldOp::create(builder, loc);
      }
      return success();
    }
    builder.setInsertionPointToEnd(block);
    scf::YieldOp::create(builder, loc, valuesOf(keys, inner.state));
    return success();
  };
  if (failed(emit(branch.thenBlock(), thenBody)) ||
      (hasElse && failed(emit(branch.elseBlock(), elseBody))))
    return failure();
  for (auto [key, result] : llvm::zip(keys, branch.getResults()))
    scope.state[key] = result;
  return success();
}

LogicalResult Control::whenPresent(Location loc, Presence presence,
                                   const Keys &keys, Scope &scope, Body body) {
  if (presence.known)
    return presence.is ? body(scope) : success();
  return emitIf(loc, presence.dynamic, keys, scope, body, nullptr);
}
