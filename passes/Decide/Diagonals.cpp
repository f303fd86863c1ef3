//===- Diagonals.cpp - diagonals that are added up together ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is added to the same elements for each diagonal is loaded and stored as
// often as there are diagonals. Several at once are loaded and stored once;
// that also reads as many streams of values at a time.
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Blocks.h"
#include "passes/Decide/Decide.h"

#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Plan.h"

using namespace encke;
using namespace encke::cin;

void encke::decideDiagonals(KernelOp kernel) {
  llvm::SmallVector<ForallOp> loops;
  kernel.walk([&](ForallOp rows) {
    if (rows.getOnDiagonal())
      if (auto diagonals = rows->getParentOfType<ForallOp>())
        loops.push_back(diagonals);
  });
  if (loops.empty())
    return;
  LoopPlanner planner(kernel);
  for (ForallOp forall : loops)
    if (!forall.getTogether() && whyNotTogether(forall, planner).empty())
      forall.setTogether(cost::diagonalsTogether);
}
