//===- Together.cpp - diagonals that are added up together ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"

using namespace mlir;
using namespace encke::cin;

/// An element of a dense tensor, of which nobody remembers that it was
/// assigned.
static bool isInMemory(Value place) {
  RankedTensorType type = cast<PlaceType>(place.getType()).getTensor();
  auto where = dyn_cast<WhereOp>(ownerOf(place));
  return !type.getEncoding() &&
         (!where || (type.getRank() != 0 && !where.getFull()));
}

llvm::StringRef encke::cin::whyNotTogether(ForallOp forall,
                                           const LoopPlanner &planner) {
  auto rows =
      dyn_cast_if_present<ForallOp>(getOnlyStatement(forall.getBlock()));
  ForallOp columns = rows ? rows.getOnDiagonal() : ForallOp();
  if (!columns || columns.getDiagonal() != forall.getIndex())
    return "it is not over diagonals, and all that it holds over their rows";
  auto assign =
      dyn_cast_if_present<AssignOp>(getOnlyStatement(columns.getBlock()));
  if (!assign || assign.getReduction() == Reduction::none ||
      !isInMemory(assign.getTensor()))
    return "it does something else than to add to elements in memory";
  FailureOr<LoopPlan> plan = planner.plan(forall);
  FailureOr<LoopPlan> inner = planner.plan(rows);
  if (failed(plan) || failed(inner))
    return "it has no plan";
  if (plan->streams.size() != 1 || plan->domain.isUniverse())
    return "it does not go along one tensor that is stored by diagonals";
  if (!inner->streams.empty())
    return "a sparse tensor lies along the rows";
  return "";
}

static LogicalResult verifyNumbers(ForallOp forall) {
  ArrayRef<int64_t> counts = *forall.getTogether();
  bool isFalling = !counts.empty() && counts.back() > 1;
  for (size_t next = 1; next < counts.size(); ++next)
    isFalling &= counts[next] < counts[next - 1];
  if (isFalling)
    return success();
  return forall.emitOpError("adds up diagonals together by falling numbers, "
                            "each two at least");
}

LogicalResult encke::cin::verifyTogether(KernelOp kernel) {
  SmallVector<ForallOp> loops;
  kernel.walk([&](ForallOp forall) {
    if (forall.getTogether())
      loops.push_back(forall);
  });
  if (loops.empty())
    return success();
  LoopPlanner planner(kernel);
  for (ForallOp forall : loops) {
    if (failed(verifyNumbers(forall)))
      return failure();
    llvm::StringRef why = whyNotTogether(forall, planner);
    if (!why.empty())
      return forall.emitOpError("cannot add up diagonals together: ") << why;
  }
  return success();
}
