//===- HoistStatements.cpp - compute once what no round changes -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Estimates.h"
#include "passes/Support/Invariance.h"
#include "passes/Support/Labels.h"

#include "dialects/TA/TADialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SetVector.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_HOISTSTATEMENTS
#include "passes/HoistStatements/HoistStatements.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// What the operation needs of the loop's body, itself last.
static void collectNeeded(Operation *op, Operation *loop,
                          llvm::SetVector<Operation *> &needed) {
  if (!loop->isProperAncestor(op) || needed.contains(op))
    return;
  for (Value operand : op->getOperands())
    if (Operation *producer = operand.getDefiningOp())
      collectNeeded(producer, loop, needed);
  needed.insert(op);
}

namespace {
struct HoistStatements : encke::impl::HoistStatementsBase<HoistStatements> {
  void runOnOperation() override {
    Estimates estimates;
    // Inner loops first, so that statements leave them one after the other.
    getOperation().walk([&](LoopLikeOpInterface loop) {
      if (mayBeLeft(loop))
        hoist(loop, estimates);
    });
  }

  void hoist(LoopLikeOpInterface loop, Estimates &estimates);
};
} // namespace

void HoistStatements::hoist(LoopLikeOpInterface loop, Estimates &estimates) {
  for (Region *region : loop.getLoopRegions())
    for (AssignOp statement :
         llvm::make_early_inc_range(region->front().getOps<AssignOp>())) {
      if (!isInvariant(statement, loop) ||
          !estimates.isWorthKeeping(statement.getValue()))
        continue;
      llvm::SetVector<Operation *> needed;
      collectNeeded(statement, loop, needed);
      bool needsKept = llvm::any_of(needed, [&](Operation *op) {
        return op != statement && isa<AssignOp>(op);
      });
      if (needsKept)
        continue;
      for (Operation *op : needed)
        op->moveBefore(loop);
      statement->setAttr(hoistedAttribute, UnitAttr::get(&getContext()));
      ++numHoisted;
    }
}
