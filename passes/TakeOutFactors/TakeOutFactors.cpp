//===- TakeOutFactors.cpp - factors that a sum has in common --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_TAKEOUTFACTORS
#include "passes/TakeOutFactors/TakeOutFactors.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {
struct TakeOutFactors : encke::impl::TakeOutFactorsBase<TakeOutFactors> {
  void runOnOperation() override {
    cin::TakeOutFactors pattern(&getContext());
    PatternRewriter rewriter(&getContext());
    // Those inside come first: what they take out may go further.
    getOperation().walk([&](WhereOp where) {
      numTakenOut += succeeded(pattern.matchAndRewrite(where, rewriter));
    });
  }
};
} // namespace
