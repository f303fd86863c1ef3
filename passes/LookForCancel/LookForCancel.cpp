//===- LookForCancel.cpp - long loops see that they are cancelled ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/ProgramFunction.h"
#include "passes/Cost/Cancel.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_LOOKFORCANCEL
#include "passes/LookForCancel/LookForCancel.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// Passed over: its body decides.
static bool isShort(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return false;
  std::optional<APInt> rounds = loop.getStaticTripCount();
  return rounds && rounds->ule(cost::fewIterations);
}

/// How many loops are inside of each other within an operation.
static unsigned getDepth(Operation *op) {
  unsigned depth = 0;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps()) {
      bool counts = isa<LoopLikeOpInterface>(inner) && !isShort(&inner);
      depth = std::max(depth, getDepth(&inner) + counts);
    }
  return depth;
}

/// Takes the loop's iterations in pieces.
static void takeInPieces(scf::ForOp loop, RuntimeCalls &runtime) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  Type type = loop.getInductionVar().getType();
  Value count = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, cost::iterationsOfLook));
  Value step = arith::MulIOp::create(builder, loc, loop.getStep(), count);
  auto pieces =
      scf::ForOp::create(builder, loc, loop.getLowerBound(),
                         loop.getUpperBound(), step, loop.getInitArgs());
  pieces.setUnsignedCmp(loop.getUnsignedCmp());
  // Without results it has a terminator already.
  Block &body = *pieces.getBody();
  if (!body.empty())
    body.back().erase();
  loop->replaceAllUsesWith(pieces);
  builder.setInsertionPointToStart(&body);
  runtime.call(builder, loc, "encke_look_for_cancel", {}, {});
  Value first = pieces.getInductionVar();
  Value next = arith::AddIOp::create(builder, loc, first, step);
  Value last =
      loop.getUnsignedCmp()
          ? arith::MinUIOp::create(builder, loc, next, loop.getUpperBound())
                .getResult()
          : arith::MinSIOp::create(builder, loc, next, loop.getUpperBound())
                .getResult();
  loop->moveBefore(&body, body.end());
  loop.setLowerBound(first);
  loop.setUpperBound(last);
  loop.getInitArgsMutable().assign(pieces.getRegionIterArgs());
  builder.setInsertionPointToEnd(&body);
  scf::YieldOp::create(builder, loc, loop.getResults());
}

namespace {
struct LookForCancel : encke::impl::LookForCancelBase<LookForCancel> {
  void runOnOperation() override {
    if (!getOperation()->hasAttr(libraryAttribute))
      return;
    SmallVector<scf::ForOp> loops;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr("encke.kernel"))
        function.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
          if (isShort(loop))
            return WalkResult::advance();
          if (getDepth(loop) >= cost::leastDepthOfLook)
            loops.push_back(loop);
          return WalkResult::skip();
        });
    RuntimeCalls runtime(getOperation());
    for (scf::ForOp loop : loops)
      takeInPieces(loop, runtime);
    numLoops += loops.size();
  }
};
} // namespace
