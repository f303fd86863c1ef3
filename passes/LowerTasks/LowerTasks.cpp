//===- LowerTasks.cpp - tasks become loops and calls ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/LowerTasks/Lowering.h"
#include "passes/LowerTasks/TasksTo.h"

#include "passes/Cost/Threads.h"
#include "passes/Support/Buffers.h"
#include "passes/Support/TargetSpec.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/TypeSwitch.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_LOWERTASKS
#include "passes/LowerTasks/LowerTasks.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::lowering;
using namespace encke::tasks;

void TasksLowering::run(ModuleOp module) {
  // Plans before what they are for, and outer tasks before inner ones.
  SmallVector<Operation *> ops;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<PlanOp, NumberOp, ElementsOp, RunOp, CountsOp, ScanOp, JoinOp>(op))
      ops.push_back(op);
  });
  SmallVector<Operation *> planned;
  for (Operation *op : ops) {
    if (isa<PlanOp>(op))
      planned.push_back(op);
    lower(op);
  }
  for (Operation *op : planned)
    op->erase();
  for (Operation *alloc : place.allocations)
    finishAllocation(cast<memref::AllocOp>(alloc), runtime, target);
}

void TasksLowering::lower(Operation *op) {
  builder.setInsertionPoint(op);
  loc = op->getLoc();
  auto replace = [&](Value result) {
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](PlanOp plan) { lowerPlan(plan); })
      .Case([&](NumberOp number) { replace(planOf(number.getPlan()).tasks); })
      .Case([&](ElementsOp elements) {
        Plan plan;
        setWeights(plan, elements.getWeights());
        Value number = runtime.call(
            builder, loc, "encke_loop_elements", builder.getI64Type(),
            {plan.weights,
             RuntimeCalls::integer(builder, loc, plan.weightBytes),
             integer(elements.getLo()), integer(elements.getHi())});
        replace(RuntimeCalls::toIndex(builder, loc, number));
      })
      .Case([&](CountsOp counts) {
        replace(results.lowerCounts(counts, planOf(counts.getPlan())));
      })
      .Case(
          [&](ScanOp scan) { results.lowerScan(scan, planOf(scan.getPlan())); })
      .Case(
          [&](JoinOp join) { results.lowerJoin(join, planOf(join.getPlan())); })
      .Case([&](RunOp run) { lowerRun(run); });
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

void TasksLowering::lowerPlan(PlanOp op) {
  Plan &plan = plans[op.getPlan()];
  plan.lo = op.getLo();
  plan.hi = op.getHi();
  plan.coordinates = op.getCoordinates();
  plan.extent = op.getExtent();
  plan.unit = op.getUnit();
  if (serial) {
    plan.tasks = plan.chunks = constant(1);
    return;
  }
  setWeights(plan, op.getWeights());
  Value extra = op.getExtra() ? op.getExtra() : constant(0);
  plan.tasks = countTasks(plan, op.getCost(), extra);
  Value one = constant(1);
  Value each = constant(op.getChunks());
  Value several = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        plan.tasks, one);
  Value chunks = arith::MulIOp::create(builder, loc, plan.tasks, each);
  if (!op.getWeights()) {
    Value rounds = arith::SubIOp::create(builder, loc, plan.hi, plan.lo);
    Value groups =
        arith::DivUIOp::create(builder, loc, rounds, constant(plan.unit));
    groups = arith::MaxUIOp::create(builder, loc, groups, plan.tasks);
    chunks = arith::MinUIOp::create(builder, loc, chunks, groups);
  }
  plan.chunks = arith::SelectOp::create(builder, loc, several, chunks, one);
  if (!op.getDeal())
    return;
  // No more chunks than iterations: of 32 chunks of four iterations, those that
  // have one would all be dealt out to the same of two tasks.
  Value rounds = arith::SubIOp::create(builder, loc, plan.hi, plan.lo);
  Value most = arith::MaxSIOp::create(builder, loc, rounds, one);
  plan.chunks = arith::MinSIOp::create(builder, loc, plan.chunks, most);
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

void TasksLowering::lowerRun(RunOp op) {
  ++numRuns;
  Run run{op, planOf(op.getPlan())};
  Operation *loop = op.getLoop();
  auto own = op.find<OwnOp>();
  auto part = op.find<PartOp>();
  auto cut = dyn_cast<PiecesOp>(loop);
  if (own)
    copies.openOwners(run, own);
  SmallVector<Value> kept = copies.openCollected(run);
  SmallVector<std::pair<CopyOp, Copy>> copied;
  for (CopyOp copy : op.getBlock().getOps<CopyOp>())
    copied.push_back({copy, copies.openCopies(run, copy)});
  if (part)
    results.openPart(run, part);
  Pieces rows;
  if (cut)
    rows = pieces.openPieces(run, cut);
  chunks.openTaken(run);

  SmallVector<Value> yielded;
  forEachTask(run.plan.tasks, [&](Value task) {
    run.task = task;
    Operation *yield = op.getBlock().getTerminator();
    builder.getInsertionBlock()->getOperations().splice(
        builder.getInsertionPoint(), op.getBlock().getOperations(),
        op.getBlock().begin(), yield->getIterator());
    auto lowerHere = [&](Operation *inner, auto lowering) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(inner);
      lowering();
      inner->erase();
    };
    for (auto &pair : copied)
      lowerHere(pair.first,
                [&] { copies.lowerCopy(run, pair.first, pair.second); });
    if (part)
      lowerHere(part, [&] { results.lowerPart(run, part); });
    if (own)
      lowerHere(own, [&] { copies.lowerOwn(run, own); });
    lowerHere(loop, [&] {
      if (cut)
        pieces.lowerPieces(run, rows);
      else
        chunks.lowerChunks(run, cast<ChunksOp>(loop));
    });
    if (run.part)
      results.leavePart(run);
    llvm::append_range(yielded, yield->getOperands());
    for (auto [value, array] : llvm::zip(yielded, kept))
      memref::StoreOp::create(builder, loc, value, array, task);
  });

  chunks.closeTaken(run);
  if (cut)
    pieces.addSums(run, rows);
  for (auto &pair : copied)
    copies.combine(pair.second);
  op->replaceAllUsesWith(copies.collect(run, kept, yielded));
  if (run.owned)
    free(run.ownBegins);
  op->erase();
}

namespace {
struct LowerTasks : encke::impl::LowerTasksBase<LowerTasks> {
  using LowerTasksBase::LowerTasksBase;

  void runOnOperation() override {
    Place place(getOperation(), to == TasksTo::Serial);
    TasksLowering lowering(place);
    lowering.run(getOperation());
    numRuns += lowering.getNumRuns();
  }
};
} // namespace
