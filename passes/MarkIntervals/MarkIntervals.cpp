//===- MarkIntervals.cpp - between which readings of the clock ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Clock.h"
#include "passes/Support/Expressions.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

#include <utility>

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_MARKINTERVALS
#include "passes/MarkIntervals/MarkIntervals.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

namespace {
struct MarkIntervals : encke::impl::MarkIntervalsBase<MarkIntervals> {
  using MarkIntervalsBase::MarkIntervalsBase;

  void runOnOperation() override;

private:
  void number(Block &block);
  void markMeasured(func::FuncOp function);

  int64_t interval = 0;
};
} // namespace

/// The operations of the block, and of those inside, in the order in which they
/// run. What a loop or a branch does is in no interval with what stands before
/// or behind it when the clock is read inside.
void MarkIntervals::number(Block &block) {
  Builder builder(&getContext());
  for (Operation &op : block) {
    if (isa<AssignOp, AccessOp>(op))
      op.setAttr(intervalAttribute, builder.getI64IntegerAttr(interval));
    bool reads = readsClock(&op);
    for (Region &region : op.getRegions()) {
      interval += reads;
      for (Block &inner : region)
        number(inner);
    }
    interval += reads;
  }
}

/// The statements that run after a reading and before one: of a loop in which
/// the clock is read all are. What only fills a tensor with a number, as a loop
/// does before its first round (L30), computes nothing.
void MarkIntervals::markMeasured(func::FuncOp function) {
  SmallVector<AssignOp> sinceReading;
  bool isAfterReading = false;
  auto mark = [&](AssignOp statement) {
    if (hasAccess(statement.getValue()))
      statement->setAttr(measuredAttribute, UnitAttr::get(&getContext()));
  };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto statement = dyn_cast<AssignOp>(op); statement && isAfterReading)
      sinceReading.push_back(statement);
    bool isReading = op->getNumRegions() == 0 && readsClock(op);
    if (isReading)
      llvm::for_each(std::exchange(sinceReading, {}), mark);
    isAfterReading |= isReading;
  });
  function.walk([&](Operation *loop) {
    if (isa<scf::ForOp, scf::WhileOp>(loop) && readsClock(loop))
      loop->walk(mark);
  });
}

void MarkIntervals::runOnOperation() {
  if (!readsClock(getOperation()))
    return;
  interval = 0;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    for (Block &block : function.getBody())
      number(block);
    ++interval;
    if (measured)
      markMeasured(function);
  }
}
