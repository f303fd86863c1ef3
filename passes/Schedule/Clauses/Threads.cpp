//===- Threads.cpp - which loops a program has done in parallel -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Clauses/Clauses.h"
#include "passes/SettleMarks/WhyNot.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

LogicalResult encke::applySerial(ClauseAttr, const NestSchedule &in) {
  in.decision.parallel.clear();
  return success();
}

LogicalResult encke::applyParallel(ClauseAttr clause, const NestSchedule &in) {
  StringRef label = getLabels(clause).front();
  ForallOp loop = in.findLoop(clause, label);
  if (!loop)
    return failure();
  Decision &decision = in.decision;
  ArrayRef<ForallOp> order = decision.order.loops;
  if (appends(in.nest) && loop != order.front())
    return refuse(clause)
           << "a sparse result is shared by iterations of its outermost "
              "loop, '"
           << ForallOp(order.front()).getLabel().value_or("?") << "'";
  if (goesAlongRecords(loop))
    return refuse(clause) << "the coordinates that '" << label
                          << "' goes along are packed into records";
  if (!isParallel(in.nest, loop) ||
      (appends(in.nest) && !movesResult(in.nest, loop)))
    return refuse(clause) << "iterations of '" << label
                          << "' assign to the same elements of the result";
  size_t depth = llvm::find(order, loop) - order.begin();
  bool isInside = decision.workspace != Workspace::none &&
                  decision.workspace != Workspace::scalar &&
                  depth >= decision.outside;
  if (isInside)
    return refuse(clause)
           << "the loop is inside of a workspace, which one thread "
              "fills";
  // The first clause takes the place of what the policy chose.
  SmallVector<ClauseAttr> all = findClauses(in.schedule, "parallel");
  if (clause == all.front())
    decision.parallel.clear();
  decision.parallel.push_back(loop);
  return success();
}
