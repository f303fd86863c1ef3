//===- Lengths.cpp - what loops make longer -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Lengths.h"

#include "dialects/CIN/Presence.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

bool encke::cin::lengthens(AssignOp assign) {
  return isSparsePlace(assign.getTensor());
}

std::optional<SmallVector<Value>>
encke::cin::getLengthenedInSteps(ForallOp forall) {
  SmallVector<Value> places;
  bool isInnermost = true;
  forall.walk([&](AssignOp assign) {
    if (!lengthens(assign))
      return;
    isInnermost &= assign->getParentOfType<ForallOp>() == forall;
    places.push_back(assign.getTensor());
  });
  return isInnermost ? std::optional(places) : std::nullopt;
}

/// A parallel loop of the kernel assigns to the place.
static bool isFilledInParallel(Value place) {
  return llvm::any_of(place.getUsers(), [](Operation *user) {
    if (!isa<AssignOp>(user))
      return false;
    while (!isa<KernelOp>(user->getParentOp()))
      user = user->getParentOp();
    auto outermost = dyn_cast<ForallOp>(user);
    return outermost && outermost.getParallel();
  });
}

/// A loop over the list of a workspace cannot run: no list is made. So it has
/// to be one that lengthens something in each step.
static bool needsList(KernelOp kernel) {
  WalkResult walk = kernel.walk([](WhereOp where) {
    if (!where.getWorkspaceType().getTensor().getEncoding())
      return WalkResult::advance();
    if (where.getWorkspaceType().getTensor().getRank() > 1)
      return WalkResult::interrupt();
    for (Operation *user : where.getConsumer().getArgument(0).getUsers()) {
      auto index = cast<BlockArgument>(cast<AccessOp>(user).getIndices()[0]);
      auto loop = dyn_cast<ForallOp>(index.getOwner()->getParentOp());
      if (!loop || !getLengthenedInSteps(loop))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return walk.wasInterrupted();
}

StringRef encke::cin::whyNotBounded(KernelOp kernel) {
  auto outputs = kernel.getOutputArguments();
  if (outputs.size() != 1 || !isSparsePlace(outputs.front()))
    return "it is not one sparse tensor";
  if (kernel.getNumeric())
    return "it is there already";
  Value place = outputs.front();
  std::optional<Format> format =
      getFormat(cast<PlaceType>(place.getType()).getTensor());
  if (!format)
    return "its storage is unknown";
  ArrayRef<LevelType> levels = format->levels;
  auto isDense = [&](size_t level) { return levels[level].isDense(); };
  if (isDense(levels.size() - 1))
    return "its last level is dense";
  if (needsList(kernel))
    return "a loop around an assignment to it runs over a list";
  if (llvm::count_if(levels,
                     [](LevelType type) { return type.hasPositions(); }) == 1)
    return "";
  for (size_t level = 1; level < levels.size(); ++level)
    if (isDense(level) && !isDense(level - 1))
      return "a dense level is below another one";
  if (isFilledInParallel(place))
    return "tasks share it, and several levels have positions";
  return "";
}
