//===- Decide.h - each kind of decision, by itself --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_DECIDE_DECIDE_H
#define ENCKE_PASSES_DECIDE_DECIDE_H

#include "dialects/CIN/CINDialect.h"

namespace encke {

/// How the length of a sparse result is found, and how rows on their way into
/// it are collected.
void decideAssembly(cin::KernelOp kernel);

/// How loops with vectors add up.
void decideVectors(cin::KernelOp kernel);

/// How tasks share parallel loops. Fails after an error.
mlir::LogicalResult decideSharing(cin::KernelOp kernel);

/// What loops look up instead of visiting it, and how they merge the rest.
/// Fails after an error.
mlir::LogicalResult decideVisits(cin::KernelOp kernel);

} // namespace encke

#endif // ENCKE_PASSES_DECIDE_DECIDE_H
