//===- Gather.cpp - rows that are read where a result stores --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Gather.h"

#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/RowModes.h"
#include "dialects/TA/Encoding.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The one assignment of the consumer's one loop, if that does nothing else
/// which may depend on what is stored.
static AssignOp findOnlyAssign(WhereOp where) {
  auto loop = dyn_cast_if_present<ForallOp>(
      getOnlyStatement(where.getConsumer().front()));
  if (!loop)
    return {};
  AssignOp only;
  for (Operation &op : loop.getBlock()) {
    auto access = dyn_cast<AccessOp>(op);
    if (only || op.getNumRegions() != 0 ||
        (access && access.getTensor() != where.getConsumer().getArgument(0) &&
         isSparsePlace(access.getTensor())))
      return {};
    only = dyn_cast<AssignOp>(op);
  }
  return only;
}

/// Every row of the result is there, and says itself where it begins.
static bool hasAllRows(AssignOp assign, ForallOp along) {
  std::optional<Format> format =
      getFormat(assign.getTensor().getType().getTensor());
  if (!format || !format->storesWholeModes() ||
      !format->levels.back().isCompressed())
    return false;
  return assign.getIndices()[format->levelToMode.back()] == along.getIndex() &&
         llvm::all_of(ArrayRef(format->levels).drop_back(),
                      [](LevelType type) { return type.isDense(); });
}

StringRef cin::whyNotGathered(WhereOp where) {
  if (!isRow(where))
    return "the workspace is no row";
  auto kernel = where->getParentOfType<KernelOp>();
  if (!kernel.getNumeric())
    return "only in a numeric kernel it is known what the result stores";
  AssignOp assign = findOnlyAssign(where);
  if (!assign || assign.getTensor() != kernel.getOutputArguments().front() ||
      assign.getReduction() != Reduction::none)
    return "its consumer does more than to copy what it has into the result";
  if (!hasAllRows(assign, assign->getParentOfType<ForallOp>()))
    return "the result does not store the row as one of all rows";
  for (Operation *user : where.getProducer().getArgument(0).getUsers())
    if (auto filling = dyn_cast<AssignOp>(user))
      if (filling.getReduction() == Reduction::none ||
          filling.getReduction() == Reduction::any)
        return "its producer does not combine what it assigns";
  return "";
}
