//===- Lengths.h - what loops make longer -----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An assignment to a sparse result appends to it, and one to a compressed
// workspace puts a coordinate on a list. How long they become at most is known
// without running the innermost loops: as many as these have iterations.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_LENGTHS_H
#define ENCKE_DIALECTS_CIN_LENGTHS_H

#include "dialects/CIN/CINDialect.h"

#include <optional>

namespace encke::cin {

/// The assignment makes its place longer: a sparse result, or a compressed
/// workspace.
bool lengthens(AssignOp assign);

/// The places, sparse results and compressed workspaces, that the loop's own
/// assignments lengthen, each by one at most in an iteration; none where a loop
/// inside lengthens something.
std::optional<llvm::SmallVector<mlir::Value>>
getLengthenedInSteps(ForallOp forall);

/// Why no bound of what a kernel's result stores can be found without its
/// innermost loops; empty: it can.
llvm::StringRef whyNotBounded(KernelOp kernel);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_LENGTHS_H
