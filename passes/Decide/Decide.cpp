//===- Decide.cpp - what is left open about how kernels run ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Decide/Decide.h"

#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_DECIDE
#include "passes/Decide/Decide.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

namespace {
struct Decide : encke::impl::DecideBase<Decide> {
  using DecideBase::DecideBase;

  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](cin::KernelOp kernel) {
      decideAssembly(kernel);
      decideDiagonals(kernel);
      decideJams(kernel);
      decideVectors(kernel, fewStored);
      if (!fewStored)
        decidePrefetches(kernel);
      if (failed(decideVisits(kernel, fewStored)))
        return WalkResult::interrupt();
      decideListMarks(kernel);
      return WalkResult(decideSharing(kernel));
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    decideUnsorted(getOperation());
  }
};
} // namespace
