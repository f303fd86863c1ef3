//===- Fills.cpp - results that need not be zero at first -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Fills.h"

#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The increment of each element by what a register has collected; null where
/// the kernel has another form. A loop around that does not move the element
/// would increment it again.
static AssignOp findIncrement(KernelOp kernel) {
  size_t modes = 0;
  SmallVector<ForallOp> loops;
  Operation *statement = getOnlyStatement(kernel.getBlock());
  while (auto loop = dyn_cast_if_present<ForallOp>(statement)) {
    if (!visitsAll(loop))
      return {};
    // Together with that over the blocks, a loop within one is one.
    modes += !loop.getWithin();
    loops.push_back(loop);
    statement = getOnlyStatement(loop.getBlock());
  }
  auto where = dyn_cast_if_present<WhereOp>(statement);
  if (!where || where.getWorkspaceType().getTensor().getEncoding() ||
      where.getWorkspaceType().getTensor().getRank() != 0)
    return {};
  auto assign = dyn_cast_if_present<AssignOp>(
      getOnlyStatement(where.getConsumer().front()));
  if (!assign || assign.getReduction() != Reduction::add ||
      assign.getTensor() != kernel.getOutputArguments().front() ||
      assign.getIndices().size() != modes ||
      !llvm::all_of(loops, [&](ForallOp loop) {
        return loop.moves(assign.getIndices());
      }))
    return {};
  auto collected = assign.getValue().getDefiningOp<AccessOp>();
  bool isSum =
      collected && collected.getTensor() == where.getConsumer().getArgument(0);
  return isSum ? assign : AssignOp();
}

bool encke::setInsteadOfAdding(KernelOp kernel) {
  AssignOp assign =
      kernel.getFromIdentity() ? findIncrement(kernel) : AssignOp();
  // Nothing else may see the zeros.
  if (!assign || !assign.getTensor().hasOneUse())
    return false;
  assign.setReduction(Reduction::none);
  kernel.setFromIdentity(false);
  return true;
}
