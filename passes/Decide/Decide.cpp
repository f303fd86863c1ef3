//===- Decide.cpp - what is left open about how kernels run ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Decide/Decide.h"
#include "passes/Support/DeviceLoops.h"
#include "passes/Support/Places.h"

#include "mlir/Pass/Pass.h"

#include "llvm/Support/raw_ostream.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_DECIDE
#include "passes/Decide/Decide.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// True when a device runs the kernel.
static bool goesToDevice(cin::KernelOp kernel, bool report) {
  std::string why = decideDevice(kernel);
  if (!why.empty())
    kernel->setAttr(hostAttribute, StringAttr::get(kernel.getContext(), why));
  if (report)
    llvm::errs() << "encke: " << getPlace(kernel.getLoc())
                 << (why.empty() ? ": on the device"
                                 : ": stays on the host, since " + why)
                 << '\n';
  return why.empty();
}

namespace {
struct Decide : encke::impl::DecideBase<Decide> {
  using DecideBase::DecideBase;

  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](cin::KernelOp kernel) {
      if (kernel.getDevice() || (device && goesToDevice(kernel, report)))
        return WalkResult::advance();
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
