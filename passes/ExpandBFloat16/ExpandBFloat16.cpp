//===- ExpandBFloat16.cpp - rounding to bfloat16 as arithmetic ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_EXPANDBFLOAT16
#include "passes/ExpandBFloat16/ExpandBFloat16.h.inc"
} // namespace encke

using namespace mlir;

/// Upstream's pattern rounds floats.
static void goThroughFloat(arith::TruncFOp op) {
  Value number = op.getIn();
  if (!getElementTypeOrSelf(number).isF64())
    return;
  OpBuilder builder(op);
  Type type = builder.getF32Type();
  if (auto shaped = dyn_cast<ShapedType>(number.getType()))
    type = shaped.clone(type);
  op.getInMutable().assign(
      arith::TruncFOp::create(builder, op.getLoc(), type, number));
}

namespace {
struct ExpandBFloat16 : encke::impl::ExpandBFloat16Base<ExpandBFloat16> {
  void runOnOperation() override {
    SmallVector<Operation *> found;
    getOperation().walk([&](arith::TruncFOp op) {
      if (getElementTypeOrSelf(op.getType()).isBF16())
        found.push_back(op);
    });
    if (found.empty())
      return;
    for (Operation *op : found)
      goThroughFloat(cast<arith::TruncFOp>(op));
    RewritePatternSet patterns(&getContext());
    arith::populateExpandBFloat16Patterns(patterns);
    if (failed(applyOpPatternsGreedily(found, std::move(patterns))))
      return signalPassFailure();
    numExpanded += found.size();
  }
};
} // namespace
