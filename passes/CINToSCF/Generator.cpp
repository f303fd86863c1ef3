//===- Generator.cpp - code from a kernel ---------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

KernelGenerator::KernelGenerator(KernelOp kernel, RuntimeCalls &runtime,
                                 bool strictMarks)
    : context{kernel, runtime, OpBuilder(kernel), LoopPlanner(kernel),
              strictMarks},
      places(context), control(context), streams(context, places),
      values(context, places, streams),
      result(context, places, control, values),
      registers(context, control, values, result, statements),
      buffers(context, places, control, values, statements),
      rows(context, places, control, values, result, statements),
      blockRows(context, places, control, values, result, statements),
      tables(context, places, control, values, result, statements),
      workspaces(context, places, rows, blockRows, tables, result),
      statements(context, values, loops),
      loops(context, places, control, values, streams, result, workspaces,
            statements, derived, diagonals, tasks),
      derived(context, places, control, values, loops),
      diagonals(context, places, control, values, loops),
      tasks(context, places, control, values, streams, result, workspaces,
            statements, loops),
      store(context, places, control, values, result, workspaces, registers,
            buffers, rows, blockRows, tables, statements),
      directories(context, places), renumbering(context) {}

LogicalResult KernelGenerator::run() {
  KernelOp kernel = context.kernel;
  if (failed(checkKernel(kernel, context.planner, context.strictMarks)))
    return failure();
  renumbering.begin();
  if (failed(places.open()) ||
      failed(result.open(renumbering.getStoredResult())) ||
      failed(workspaces.open(kernel)))
    return failure();
  places.declareDistinct();
  if (failed(directories.open(kernel->getPrevNode())))
    return failure();
  Scope scope;
  if (failed(result.exists()
                 ? assemble()
                 : statements.run(kernel.getBlock(), store, scope)) ||
      context.hasFailed)
    return failure();
  workspaces.close(kernel);
  directories.close();
  renumbering.end();
  kernel.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Sparse results
//===----------------------------------------------------------------------===//

/// What each cursor counts, or is at most.
FailureOr<SmallVector<Value>> KernelGenerator::count(Sink &sink) {
  Scope counted = result.openCursors();
  if (failed(statements.run(context.kernel.getBlock(), sink, counted)))
    return failure();
  return result.cursorsIn(counted);
}

/// As many elements as there may be, if the runtime reserves that many, or as
/// there are; a level has no more than the one below it.
FailureOr<SmallVector<Value>> KernelGenerator::boundOrCount() {
  OpBuilder &builder = context.builder;
  Location loc = context.kernel.getLoc();
  Bound bound(context, places, control, values, result, rows, statements);
  FailureOr<SmallVector<Value>> bounds = count(bound);
  if (failed(bounds))
    return failure();
  Keys keys = result.cursorKeys();
  Scope scope;
  for (auto [key, most] : llvm::zip(keys, *bounds))
    scope.state[key] = most;
  auto keep = [](Scope &) { return success(); };
  auto countInstead = [&](Scope &inner) -> LogicalResult {
    FailureOr<SmallVector<Value>> totals = count(store);
    if (failed(totals))
      return failure();
    for (auto [key, total] : llvm::zip(keys, *totals))
      inner.state[key] = total;
    return success();
  };
  Value isReserved = result.getArrays().mayReserve(builder, context.runtime,
                                                   loc, bounds->back());
  tasks.setReserved(isReserved);
  if (failed(control.emitIf(loc, isReserved, keys, scope, keep, countInstead)))
    return failure();
  return result.cursorsIn(scope);
}

/// The kernel's loops, to count and then to fill; in a numeric kernel, to fill.
LogicalResult KernelGenerator::assemble() {
  OpBuilder &builder = context.builder;
  RuntimeCalls &runtime = context.runtime;
  Location loc = context.kernel.getLoc();
  Assembly &arrays = result.getArrays();
  context.needsValues = result.needsValues();
  if (arrays.isCounted()) {
    FailureOr<SmallVector<Value>> totals =
        result.isBounded() ? boundOrCount() : count(store);
    if (failed(totals))
      return failure();
    arrays.allocate(builder, runtime, loc, *totals);
  } else {
    arrays.reopen(builder, runtime, loc);
  }
  context.needsValues = result.needsValues();
  Scope filled = result.openCursors();
  if (failed(statements.run(context.kernel.getBlock(), store, filled)))
    return failure();
  if (result.isBounded())
    arrays.cut(builder, runtime, loc, result.cursorsIn(filled));
  if (arrays.isCompressed(0))
    arrays.storePosition(builder, loc, 0,
                         arith::ConstantIndexOp::create(builder, loc, 0),
                         filled.state.lookup(result.cursorKey(0)));
  arrays.finish(builder, runtime, loc);
  return success();
}
