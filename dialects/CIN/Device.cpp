//===- Device.cpp - which kernels a device can run ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Device.h"

#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Sharing.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Threads run the iterations of the loop in any order, and none waits for
/// another.
static std::string whyNotThreads(ForallOp forall, const LoopPlanner &planner) {
  if (!forall.getParallel())
    return "its outermost loop is not parallel";
  if (Sharing::of(forall).share != Share::own)
    return "the iterations of its outermost loop add to the same elements";
  FailureOr<LoopPlan> plan = planner.plan(forall);
  if (failed(plan))
    return "its outermost loop has no plan";
  if (plan->isMerge())
    return "its outermost loop merges sparse tensors";
  return "";
}

static std::string whyNotInside(Operation *op) {
  if (auto where = dyn_cast<WhereOp>(op))
    return where.getWorkspaceType().getTensor().getRank() == 0
               ? ""
               : "a workspace would be needed for each thread";
  if (auto access = dyn_cast<AccessOp>(op))
    return asksForPadding(access)
               ? "which zeros are elements, only the host knows"
               : "";
  return "";
}

std::string cin::whyNotOnDevice(KernelOp kernel) {
  for (BlockArgument output : kernel.getOutputArguments()) {
    RankedTensorType type = cast<PlaceType>(output.getType()).getTensor();
    if (type.getEncoding())
      return "its result is sparse";
    if (type.getRank() == 0)
      return "its result is a scalar";
  }
  LoopPlanner planner(kernel);
  for (Operation &op : kernel.getBlock()) {
    auto forall = dyn_cast<ForallOp>(&op);
    if (!forall)
      return "something stands outside of its loops";
    if (std::string why = whyNotThreads(forall, planner); !why.empty())
      return why;
  }
  std::string why;
  kernel.walk([&](Operation *op) {
    why = whyNotInside(op);
    return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return why;
}
