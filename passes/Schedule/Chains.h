//===- Chains.h - the loops that sparse tensors want ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_CHAINS_H
#define ENCKE_PASSES_SCHEDULE_CHAINS_H

#include "passes/Schedule/LoopOrder.h"

namespace encke {

/// The index variables of a sparse tensor, in the order of its levels.
struct Chain {
  cin::AccessOp access; // null for the result
  llvm::SmallVector<cin::ForallOp> loops;
  /// Those over dense levels inside of blocks: all coordinates have a position
  /// there, so they may be before loops over levels in between.
  llvm::SmallVector<cin::ForallOp> located;
  /// The format has levels that no loop of the nest can run over.
  bool isForeign = false;

  void add(cin::ForallOp loop) {
    if (!llvm::is_contained(loops, loop))
      loops.push_back(loop);
  }
};

/// Those of the distinct sparse operands, and of the result if it is sparse.
llvm::SmallVector<Chain> getChains(const Nest &nest);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_CHAINS_H
