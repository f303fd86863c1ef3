//===- OneTensor.cpp - a statement modifies one tensor --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/OneTensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

bool cin::isIncrementBeside(WhereOp where, AssignOp assign) {
  if (where.getWorkspaceType().getTensor().getRank() != 0 ||
      assign.getReduction() == Reduction::none)
    return false;
  bool isShared = false;
  for (Operation *user : assign.getTensor().getUsers()) {
    auto other = dyn_cast<AssignOp>(user);
    if (!other || !where.getConsumer().isAncestor(other->getParentRegion()))
      continue;
    if (other.getReduction() != assign.getReduction())
      return false;
    isShared = true;
  }
  return isShared;
}

/// The same of the producer that an assignment is in, if it is in one.
static bool isBesideRegister(AssignOp assign) {
  auto where = assign->getParentOfType<WhereOp>();
  return where && where.getProducer().isAncestor(assign->getParentRegion()) &&
         assign.getTensor() != where.getProducer().getArgument(0) &&
         isIncrementBeside(where, assign);
}

LogicalResult cin::verifyModifiesOne(Operation *op, Region &region) {
  AssignOp first;
  WalkResult result = region.walk([&](AssignOp assign) {
    if (region.isAncestor(assign.getTensor().getParentRegion()) &&
        assign.getTensor().getParentRegion() != &region)
      return WalkResult::advance();
    if (isBesideRegister(assign))
      return WalkResult::advance();
    if (!first)
      first = assign;
    if (first.getTensor() == assign.getTensor())
      return WalkResult::advance();
    assign.emitOpError("modifies a second tensor in one statement")
            .attachNote(first.getLoc())
        << "the first one is modified here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
