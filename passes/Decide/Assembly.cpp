//===- Assembly.cpp - how sparse results are made -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To count what a product or a sum will store takes about as long as to compute
// it. A bound is cheap, where loops append one element at most in each
// iteration (dialects/CIN/Lengths.h).
//
//===----------------------------------------------------------------------===//

#include "passes/Decide/Decide.h"

#include "dialects/CIN/Lengths.h"
#include "dialects/CIN/Presence.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static bool collectsList(WhereOp where) {
  return where.getWorkspaceType().getTensor().getEncoding() != nullptr;
}

/// The loop may merge levels of several tensors.
static bool mayMerge(ForallOp forall) {
  llvm::SmallPtrSet<Value, 4> tensors;
  forall.walk([&](AccessOp access) {
    if (isSparsePlace(access.getTensor()) &&
        llvm::is_contained(access.getIndices(), forall.getIndex()))
      tensors.insert(access.getTensor());
  });
  return tensors.size() > 1;
}

/// What is counted instead would take about as long as the kernel.
static bool isWorthBounding(KernelOp kernel) {
  WalkResult walk = kernel.walk([](Operation *op) {
    if (auto where = dyn_cast<WhereOp>(op))
      return collectsList(where) ? WalkResult::interrupt()
                                 : WalkResult::advance();
    auto forall = dyn_cast<ForallOp>(op);
    if (!forall || !mayMerge(forall))
      return WalkResult::advance();
    std::optional<SmallVector<Value>> places = getLengthenedInSteps(forall);
    return places && !places->empty() ? WalkResult::interrupt()
                                      : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// The loops of a product fill the list, of which each row may be foreseen or
/// not.
static bool isWorthLearning(WhereOp where) {
  if (!collectsList(where) || !where->getParentOfType<ForallOp>())
    return false;
  WalkResult product = where.getProducer().walk([&](ForallOp forall) {
    auto around = forall->getParentOfType<ForallOp>();
    return around && where->isProperAncestor(around) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
  });
  return product.wasInterrupted();
}

void encke::decideAssembly(KernelOp kernel) {
  if (isWorthBounding(kernel) && whyNotBounded(kernel).empty())
    kernel.setAssemble(Assemble::bound);
  kernel.walk([](WhereOp where) {
    if (where.getMarks() == ListMarks::branch && isWorthLearning(where))
      where.setMarks(ListMarks::learn);
  });
}
