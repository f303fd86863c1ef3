//===- Nest.h - a kernel in the naive form ----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_NEST_H
#define ENCKE_PASSES_SUPPORT_NEST_H

#include "dialects/CIN/CINDialect.h"

#include <optional>

namespace encke {

/// A kernel in the naive form.
struct Nest {
  llvm::SmallVector<cin::ForallOp> foralls;  // outermost first
  llvm::SmallVector<mlir::Operation *> body; // of the innermost one
  cin::AssignOp assign;
  llvm::SmallVector<cin::AccessOp> accesses;
};

/// The kernel as one nest of foralls around one assignment; none where it has
/// another form, or marks already.
std::optional<Nest> matchNest(cin::KernelOp kernel);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_NEST_H
