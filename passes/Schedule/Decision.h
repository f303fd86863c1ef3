//===- Decision.h - what was decided about a nest of loops ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_DECISION_H
#define ENCKE_PASSES_SCHEDULE_DECISION_H

#include "passes/Schedule/LoopOrder.h"

namespace encke {

/// How partial sums are collected on their way into the result.
enum class Workspace {
  none,
  scalar,
  row,
  blocks, ///< A row of the result's blocks.
  full,   ///< A row of which all is assigned, or nothing.
  terms,  ///< A row, filled by each term of a sum in turn.
  dense   ///< What goes into a dense result, as the program asks.
};

/// What was decided. Index variables are the foralls of the naive nest.
struct Decision {
  LoopOrder order;
  Workspace workspace = Workspace::none;
  /// A row, of one label or several, with keys: how these are found.
  std::optional<cin::ListMarks> keys;
  /// How many loops are outside of the workspace.
  size_t outside = 0;
  std::optional<int64_t> vectorWidth; // of the innermost loop
  int64_t registers = 0; // vectors that stay in registers across reductions
  llvm::SmallVector<cin::ForallOp> parallel;
};

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_DECISION_H
