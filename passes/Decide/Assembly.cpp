//===- Assembly.cpp - how sparse results are made -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To count what a product or a sum will store takes about as long as to compute
// it. A bound is cheap, where loops append one element at most in each
// iteration (dialects/CIN/Lengths.h).
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/SparseRows.h"
#include "passes/Decide/Decide.h"

#include "dialects/CIN/Gather.h"
#include "dialects/CIN/Lengths.h"
#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/RowModes.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The loop may merge levels of several tensors.
static bool mayMerge(ForallOp forall) {
  llvm::SmallPtrSet<Value, 4> tensors;
  forall.walk([&](AccessOp access) {
    if (isSparsePlace(access.getTensor()) &&
        llvm::is_contained(access.getIndices(), forall.getIndex()))
      tensors.insert(access.getTensor());
  });
  return tensors.size() > 1;
}

/// What is counted instead would take about as long as the kernel.
static bool isWorthBounding(KernelOp kernel) {
  WalkResult walk = kernel.walk([](Operation *op) {
    if (auto where = dyn_cast<WhereOp>(op))
      return where.getWorkspaceType().getTensor().getEncoding()
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    auto forall = dyn_cast<ForallOp>(op);
    if (!forall || !mayMerge(forall))
      return WalkResult::advance();
    std::optional<SmallVector<Value>> places = getLengthenedInSteps(forall);
    return places && !places->empty() ? WalkResult::interrupt()
                                      : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// The loops of a product fill the list, of which each row may be foreseen or
/// not.
static bool isWorthLearning(WhereOp where) {
  if (!isRow(where) || !where->getParentOfType<ForallOp>())
    return false;
  WalkResult product = where.getProducer().walk([&](ForallOp forall) {
    auto around = forall->getParentOfType<ForallOp>();
    return around && where->isProperAncestor(around) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
  });
  return product.wasInterrupted();
}

/// A mode of which few coordinates may occur.
static bool isWorthRenumbering(WhereOp where) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  return type.isDynamicDim(0) || type.getDimSize(0) > cost::shortMode;
}

/// Of workspaces along the same coordinates, the first says it.
static void decideRenumbering(KernelOp kernel) {
  llvm::SmallDenseSet<WhereOp> done;
  kernel.walk([&](WhereOp where) {
    if (!isRow(where) || done.contains(where) || !isWorthRenumbering(where))
      return;
    std::optional<RowModes> row = RowModes::find(where);
    if (!row)
      return;
    done.insert(row->wheres.begin(), row->wheres.end());
    where.setRenumberAttr(RenumberAttr::get(where.getContext(), cost::shortMode,
                                            cost::sparseMode));
  });
}

void encke::decideAssembly(KernelOp kernel) {
  if (isWorthBounding(kernel) && whyNotBounded(kernel).empty())
    kernel.setAssemble(Assemble::bound);
  decideRenumbering(kernel);
}

//===----------------------------------------------------------------------===//
// How rows remember
//===----------------------------------------------------------------------===//

/// No loop of the consumer goes along the row, also where something is absent:
/// something else that is not there leaves nothing to be done.
static bool isOnlyLookedUp(WhereOp where, const LoopPlanner &planner) {
  return llvm::all_of(
      where.getConsumer().getArgument(0).getUsers(), [&](Operation *user) {
        auto access = cast<AccessOp>(user);
        ForallOp loop = forallOf(access.getIndices().front());
        FailureOr<LoopPlan> plan = planner.plan(loop);
        if (failed(plan) || plan->domain.getPoints().size() != 1)
          return false;
        AccessOp first = planner.sameAs(access);
        for (auto [number, stream] : llvm::enumerate(plan->streams))
          if (stream.access == first)
            return plan->isLookedUp(number);
        return false;
      });
}

void encke::decideListMarks(KernelOp kernel) {
  std::optional<LoopPlanner> planner;
  kernel.walk([&](WhereOp where) {
    if (!isRow(where) || where.getMarks() != ListMarks::branch)
      return;
    if (!planner)
      planner.emplace(kernel);
    if (isOnlyLookedUp(where, *planner))
      where.setMarks(ListMarks::stamp);
    else if (whyNotGathered(where).empty())
      where.setMarks(ListMarks::gather);
    else if (isWorthLearning(where))
      where.setMarks(ListMarks::learn);
  });
}
