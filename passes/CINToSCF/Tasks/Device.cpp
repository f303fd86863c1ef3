//===- Device.cpp - loops whose iterations are threads of a device --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Loops.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Tasks/ParallelLoops.h"
#include "passes/Support/DeviceLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// Each iteration as the loop with one thread would do it.
LogicalResult ParallelLoops::loopOnDevice(ForallOp forall, PlannedLoop &plan,
                                          Scope &scope) {
  Location loc = forall.getLoc();
  FailureOr<Value> extent = values.evaluate(forall.getExtent(), scope);
  if (failed(extent))
    return failure();
  Value lo = arith::ConstantIndexOp::create(builder, loc, 0), hi = *extent;
  if (!plan.domain.isUniverse()) {
    lo = plan.getFirst().position;
    hi = plan.getFirst().end;
  }
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ParallelOp::create(builder, loc, lo, hi, one);
  loop->setAttr(deviceLoopAttribute, builder.getUnitAttr());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value iteration = loop.getInductionVars().front();
  Value next = arith::AddIOp::create(builder, loc, iteration, one,
                                     arith::IntegerOverflowFlags::nsw);
  Scope inner = scope;
  return loops.loopOverPart(forall, plan, {iteration, next}, inner);
}
