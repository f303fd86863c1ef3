//===- Padding.cpp - positions that may be no elements --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Padding.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

bool cin::asksForPadding(AccessOp access) {
  return access->hasAttr(storedAttribute);
}

void cin::setAsksForPadding(AccessOp access) {
  access->setAttr(storedAttribute, UnitAttr::get(access.getContext()));
}

bool cin::asksForPadding(ForallOp forall) {
  return forall
      .walk([](AccessOp access) {
        return asksForPadding(access) ? WalkResult::interrupt()
                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

bool cin::isAppendable(const Format &format) {
  if (format.value)
    return false;
  for (auto [level, type] : llvm::enumerate(format.levels))
    if (!type.isAppendable() || format.mayLack(level))
      return false;
  return llvm::all_of(format.maps,
                      [](const LevelMap &map) { return map.isOfOneMode(); });
}

bool cin::isAppendableInBlocks(const Format &format) {
  return isAppendable(format) && !format.storesWholeModes();
}
