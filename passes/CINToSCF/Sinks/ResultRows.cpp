//===- ResultRows.cpp - loops that append a whole row to a result ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Result.h"

#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// Each coordinate of the loop is that of one element, whatever its value.
bool Result::appendsAll(ForallOp forall, const PlannedLoop &plan,
                        Scope &scope) {
  if (!assembly || !plan.iterators.empty() ||
      scope.resultCoordinates.size() + 1 != assembly->getNumLevels())
    return false;
  AssignOp only;
  for (Operation &op : forall.getBlock()) {
    auto access = dyn_cast<AccessOp>(op);
    if (only || isa<ForallOp, WhereOp, FilterOp>(op) ||
        (access && places.dependsOnLoops(access, scope)))
      return false;
    only = dyn_cast<AssignOp>(op);
  }
  if (!only || only.getTensor() != resultPlace)
    return false;
  Presence presence = values.presenceOf(only.getValue(), scope);
  return presence.known && presence.is;
}

/// The positions follow from the coordinates, so that the loop carries none.
LogicalResult Result::appendRow(ForallOp forall, Interval coordinates,
                                const Keys &keys, Scope &scope,
                                CounterBody body) {
  auto [lo, hi] = coordinates;
  Location loc = forall.getLoc();
  unsigned last = assembly->getNumLevels() - 1;
  bool isDense = assembly->isDense(last);
  StateKey own = isDense ? touchedKey() : cursorKey(last);
  Keys others = keys;
  llvm::erase(others, own);
  Value before = scope.state.lookup(own);
  auto iteration = [&, lo = lo](Value coordinate, Scope &inner) {
    if (!isDense)
      inner.state[own] = arith::AddIOp::create(
          builder, loc, before,
          arith::SubIOp::create(builder, loc, coordinate, lo));
    return body(coordinate, inner);
  };
  if (failed(control.emitFor(forall, coordinates, others, scope, iteration)))
    return failure();
  if (isDense) {
    Value some =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, lo, hi);
    scope.state[own] = arith::OrIOp::create(builder, loc, before, some);
  } else {
    advanceCursor(assembly->getNumLevels() - 1,
                  arith::SubIOp::create(builder, loc, hi, lo), scope);
  }
  return success();
}

std::optional<Presence> Result::appendsEachTime(ForallOp forall,
                                                const PlannedLoop &plan,
                                                const Scope &scope) {
  if (!isCounting() || plan.lookedUp)
    return std::nullopt;
  unsigned last = assembly->getNumLevels() - 1;
  if (assembly->isDense(last) || scope.resultCoordinates.size() != last)
    return std::nullopt;
  // One assignment, of what is computed here or collected in a register.
  AssignOp only;
  WhereOp where;
  auto find = [&](Block &block) {
    for (Operation &op : block) {
      // What a filter keeps depends on the values.
      if (only || isa<ForallOp, FilterOp>(op))
        return false;
      if (auto inner = dyn_cast<WhereOp>(op)) {
        if (where)
          return false;
        where = inner;
      }
      only = dyn_cast<AssignOp>(op);
    }
    return true;
  };
  if (!find(forall.getBlock()) ||
      (where && (only || !find(where.getConsumer().front()))) || !only ||
      only.getTensor() != resultPlace)
    return std::nullopt;
  Scope inside = scope;
  inside.positions[plan.iterators.front().access].push_back({});
  inside.values.map(forall.getIndex(), Value());
  // A level besides that of the loop decides what is present.
  for (AccessOp access : only->getBlock()->getOps<AccessOp>())
    if (places.dependsOnLoops(access, inside))
      return std::nullopt;
  if (where) {
    if (!registerOf(where.getConsumer().getArgument(0)))
      return std::nullopt;
    std::optional<Presence> producer = values.presenceOfProducer(where, inside);
    if (!producer)
      return std::nullopt;
    inside.registers[where] = *producer;
  }
  return values.presenceOf(only.getValue(), inside);
}

//===----------------------------------------------------------------------===//
// Rows that are made where they stay
//===----------------------------------------------------------------------===//

bool Result::isMadeInPlace(WhereOp where) const {
  if (!assembly || !where.getFull())
    return false;
  SmallVector<OpFoldResult> extents =
      getMixedValues(where.getWorkspaceType().getTensor().getShape(),
                     where.getSizes(), where.getContext());
  Block *block = &where.getConsumer().front();
  SmallVector<Value> along;
  while (llvm::hasSingleElement(*block)) {
    auto loop = dyn_cast<ForallOp>(block->front());
    // All of the workspace is copied, or more would be written than there is.
    if (!loop || loop.getWithin() || loop.isDerived() ||
        along.size() == extents.size() ||
        !isEqualConstantIntOrValue(loop.getExtent(), extents[along.size()]))
      return false;
    along.push_back(loop.getIndex());
    block = &loop.getBlock();
  }
  if (!llvm::hasNItems(*block, 2) || along.size() > assembly->getNumLevels())
    return false;
  auto read = dyn_cast<AccessOp>(block->front());
  auto assign = dyn_cast<AssignOp>(block->back());
  if (!read || !assign ||
      read.getTensor() != where.getConsumer().getArgument(0) ||
      assign.getTensor() != resultPlace || assign.getValue() != read ||
      assign.getReduction() != Reduction::none || read.getIndices() != along)
    return false;
  // The levels that it goes along are the last ones, and one by one its
  // elements have positions one after the other there.
  unsigned first = assembly->getNumLevels() - along.size();
  for (auto [offset, index] : llvm::enumerate(along)) {
    unsigned level = first + offset;
    if (assign.getIndices()[assembly->getMode(level)] != index ||
        (!assembly->isDense(level) && along.size() != 1))
      return false;
  }
  return true;
}

Value Result::viewRow(WhereOp where, const Scope &scope) {
  Location loc = where.getLoc();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  unsigned level = scope.resultCoordinates.size();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value position = level == 0 ? zero : scope.resultPositions.back();
  if (!assembly->isDense(level))
    position = scope.state.lookup(cursorKey(level));
  else
    for (; level < assembly->getNumLevels(); ++level)
      position = assembly->locate(builder, loc, level, position, zero);
  return assembly->viewValues(builder, loc, position, type.getShape(),
                              where.getSizes());
}

Result::StoredRow Result::findStoredRow(const Scope &scope) {
  Location loc = kernel.getLoc();
  Value parent =
      scope.resultPositions.empty()
          ? arith::ConstantIndexOp::create(builder, loc, 0).getResult()
          : scope.resultPositions.back();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto load = [&](Value at) -> Value {
    Value position = memref::LoadOp::create(builder, loc, positions, at);
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        position);
  };
  Value next = arith::AddIOp::create(builder, loc, parent, one);
  return {coordinates, load(parent), load(next)};
}
