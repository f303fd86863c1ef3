//===- Buffers.cpp - dense places in memory -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Buffers.h"
#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"

#include "dialects/CIN/Fills.h"
#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

Value encke::generator::combine(OpBuilder &builder, AssignOp assign, Value old,
                                Value value) {
  return emitReduction(builder, assign.getLoc(), assign.getReduction(), old,
                       value);
}

/// A dense buffer. Where nothing is present, `=` sets zero and anything else
/// changes nothing.
LogicalResult Buffers::assign(AssignOp assign, Scope &scope) {
  Location loc = assign.getLoc();
  Value buffer = places.storageOf(assign.getTensor()).buffer;
  SmallVector<Value> indices =
      llvm::map_to_vector(assign.getIndices(), [&](Value index) {
        return scope.values.lookupOrDefault(index);
      });
  bool sets = assign.getReduction() == Reduction::none;
  Value operand = assign.getValue();
  bool selects = values.selectsInVectors(assign);
  auto store = [&](Scope &inner) -> LogicalResult {
    FailureOr<Value> value = selects ? values.evaluateOrNeutral(assign, inner)
                                     : values.evaluate(operand, inner);
    if (failed(value))
      return failure();
    Value result;
    if (sets) {
      result = values.zeroWhereAbsent(operand, *value, inner);
    } else {
      auto old = memref::LoadOp::create(builder, loc, buffer, indices);
      setRowMarks(old, RowMarks::of(assign));
      result = combine(builder, assign, old, *value);
    }
    memref::StoreOp::create(builder, loc, result, buffer, indices);
    return success();
  };
  if (sets || selects)
    return store(scope);
  return control.whenPresent(loc, values.presenceOf(assign, scope), {}, scope,
                             store);
}

/// All that the producer does to the workspace is to set each element once, in
/// loops that visit all of them. Those around may skip what a sparse tensor
/// lacks, unless the workspace is filled or full.
static bool setsAll(WhereOp where) {
  Value workspace = where.getProducer().getArgument(0);
  if (!workspace.hasOneUse() || !(where.getFilled() || where.getFull() ||
                                  skipsNothing(where.getProducer())))
    return false;
  SmallVector<Value> visited;
  Block *block = &where.getProducer().front();
  while (llvm::hasSingleElement(*block)) {
    auto loop = dyn_cast<ForallOp>(block->front());
    auto inner = dyn_cast<WhereOp>(block->front());
    if (loop && visitsAll(loop) && !loop.getWithin() && !loop.isDerived()) {
      visited.push_back(loop.getIndex());
      block = &loop.getBlock();
    } else if (inner && !inner.getWorkspaceType().getTensor().getEncoding() &&
               !inner.getFull()) {
      block = &inner.getConsumer().front();
    } else {
      break;
    }
  }
  auto assign = dyn_cast<AssignOp>(block->back());
  return assign && assign.getTensor() == workspace &&
         assign.getReduction() == Reduction::none &&
         llvm::equal(assign.getIndices(), visited);
}

/// A workspace in memory. It starts anew in each execution of the statement.
LogicalResult Buffers::run(WhereOp where, Value buffer, Scope &scope) {
  Location loc = where.getLoc();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  if (!setsAll(where)) {
    Value start =
        emitIdentity(builder, loc, getProducing(where), type.getElementType());
    forEachElement(builder, loc, buffer, [&](OpBuilder &body, ValueRange at) {
      memref::StoreOp::create(body, loc, start, buffer, at);
    });
  }
  for (Region *region : {&where.getProducer(), &where.getConsumer()})
    places.openBuffer(region->getArgument(0), buffer);

  return success(
      succeeded(statements.run(where.getProducer().front(), scope)) &&
      succeeded(statements.run(where.getConsumer().front(), scope)));
}
