//===- BlockRow.cpp - workspaces that are rows of blocks ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/BlockRow.h"

#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

std::optional<BlockRow>
BlockRow::find(const Format &format, ValueRange indices,
               llvm::function_ref<bool(ForallOp)> isInside) {
  if (!isAppendableInBlocks(format))
    return std::nullopt;
  SmallVector<bool> inside;
  for (unsigned level = 0; level < format.levels.size(); ++level) {
    if (!fitsLevel(format, level, indices))
      return std::nullopt;
    inside.push_back(isInside(forallOf(variableOf(indices, format, level))));
  }
  unsigned listed = llvm::find(inside, true) - inside.begin();
  if (listed + 1 >= inside.size() || !format.levels[listed].hasPositions())
    return std::nullopt;
  BlockRow row{listed, 1};
  for (unsigned level = listed + 1; level < inside.size(); ++level) {
    std::optional<int64_t> size = format.map(level).getSize();
    if (!inside[level] || !format.levels[level].isDense() || !size ||
        llvm::MulOverflow(row.elements, *size, row.elements))
      return std::nullopt;
  }
  return row;
}

std::optional<BlockRow> BlockRow::find(WhereOp where) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format || where.isKeyed())
    return std::nullopt;
  std::optional<BlockRow> found;
  for (Region *region : {&where.getProducer(), &where.getConsumer()})
    for (Operation *user : region->getArgument(0).getUsers()) {
      auto assign = dyn_cast<AssignOp>(user);
      auto access = dyn_cast<AccessOp>(user);
      if (!assign && !access)
        return std::nullopt;
      std::optional<BlockRow> here =
          find(*format, assign ? assign.getIndices() : access.getIndices(),
               [&](ForallOp loop) { return where->isProperAncestor(loop); });
      if (!here || (found && found->listed != here->listed))
        return std::nullopt;
      found = here;
    }
  return found;
}
