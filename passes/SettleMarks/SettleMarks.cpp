//===- SettleMarks.cpp - take marks away that no loop can have ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/SettleMarks/WhyNot.h"

#include "dialects/CIN/Marks.h"

#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_SETTLEMARKS
#include "passes/SettleMarks/SettleMarks.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

namespace {
struct SettleMarks : encke::impl::SettleMarksBase<SettleMarks> {
  void runOnOperation() override {
    getOperation().walk([&](cin::ForallOp forall) {
      if (forall.getParallel() && !whyNotParallel(forall).empty()) {
        forall.setParallel(false);
        ++numTaken;
      }
      if (forall.getVector() && !whyNoVectors(forall).empty()) {
        forall.removeVectorAttr();
        cin::dropRegisters(forall);
        ++numTaken;
      } else if (forall.getRegisters() && !whyNoRegisters(forall).empty()) {
        cin::dropRegisters(forall);
        ++numTaken;
      }
    });
  }
};
} // namespace
