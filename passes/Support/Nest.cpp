//===- Nest.cpp - a kernel in the naive form ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Nest.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

std::optional<Nest> encke::matchNest(KernelOp kernel) {
  Nest nest;
  Block *block = &kernel.getBlock();
  while (llvm::hasSingleElement(*block)) {
    auto forall = dyn_cast<ForallOp>(block->front());
    if (!forall || forall.getParallel() || forall.getVector())
      break;
    nest.foralls.push_back(forall);
    block = &forall.getBlock();
  }
  for (Operation &op : *block) {
    nest.body.push_back(&op);
    if (auto access = dyn_cast<AccessOp>(op))
      nest.accesses.push_back(access);
    else if (auto assign = dyn_cast<AssignOp>(op)) {
      if (nest.assign)
        return std::nullopt;
      nest.assign = assign;
    } else if (isa<ForallOp, WhereOp>(op)) {
      return std::nullopt;
    }
  }
  if (!nest.assign)
    return std::nullopt;
  return nest;
}
