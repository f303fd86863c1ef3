//===- Sharing.cpp - how tasks share parallel loops -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Decide/Decide.h"

#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/Sharing.h"
#include "passes/Cost/Threads.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// A fibre is below each coordinate of the loop, which is skipped with it. Of
/// single elements each task would have to look at all, and could not ask for
/// the next of its own before their turn (passes/FetchRows).
static bool hasFibresBelow(ForallOp loop, const LoopPlanner &planner) {
  WalkResult walk = loop.walk([&](AccessOp access) {
    bool isBelow = llvm::any_of(access.getIndices(), [&](Value index) {
      ForallOp inner = forallOf(index);
      return loop->isProperAncestor(inner) &&
             isRestrictedBy(access, inner, planner);
    });
    return isBelow ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// The mode along which the outermost loop goes that tells owners apart.
static std::optional<unsigned> findMode(ForallOp forall,
                                        const LoopPlanner &planner) {
  AssignOp assign = findSharing(forall);
  std::optional<unsigned> best;
  ForallOp outermost;
  for (unsigned mode = 0; mode < assign.getIndices().size(); ++mode) {
    ForallOp loop = findOwnable(forall, mode, planner);
    if (!loop || (outermost && outermost->isAncestor(loop)) ||
        !hasFibresBelow(loop, planner))
      continue;
    outermost = loop;
    best = mode;
  }
  return best;
}

static LogicalResult decide(ForallOp forall, KernelOp kernel,
                            const LoopPlanner &planner) {
  FailureOr<LoopPlan> plan = planner.plan(forall);
  if (failed(plan))
    return failure();
  Sharing sharing = Sharing::of(forall);
  sharing.chunks = cost::chunksOfTask;
  sharing.unit = cost::roundsOfChunk;
  sharing.byElements =
      !plan->domain.isEmpty() &&
      hasRows(findLeader(forall, *plan, planner), *plan, planner);
  if (sharing.share == Share::copy) {
    if (std::optional<unsigned> mode = findMode(forall, planner)) {
      sharing.share = Share::owner;
      sharing.mode = *mode;
    }
  } else if (sharing.byElements && !appendsToResult(forall) &&
             findPieces(forall, *plan, planner)) {
    sharing.share = Share::pieces;
  } else if (appendsToResult(forall) &&
             kernel.getAssemble() == Assemble::bound) {
    sharing.chunks = cost::partsOfTask;
    sharing.extra = cost::extraForParts;
  }
  sharing.setOn(forall);
  return success();
}

LogicalResult encke::decideSharing(KernelOp kernel) {
  SmallVector<ForallOp> open;
  kernel.walk([&](ForallOp forall) {
    if (forall.getParallel() && !forall.getSharing())
      open.push_back(forall);
  });
  if (open.empty())
    return success();
  LoopPlanner planner(kernel);
  for (ForallOp forall : open)
    if (failed(decide(forall, kernel, planner)))
      return failure();
  return success();
}
