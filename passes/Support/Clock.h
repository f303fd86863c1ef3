//===- Clock.h - where a program reads the clock ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement between two readings of the clock is computed between them (L17).
// Passes that move a computation, or share it, ask here. Upstream's CSE, which
// does not, finds different attributes (`ta-mark-intervals`).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_CLOCK_H
#define ENCKE_PASSES_SUPPORT_CLOCK_H

#include "mlir/IR/Operation.h"

namespace encke {

/// On statements and accesses: the number of the interval between two readings
/// that they stand in. On none in a program that does not read the clock.
inline constexpr llvm::StringLiteral intervalAttribute = "encke.interval";

/// The clock is read by the operation, in it, or in a function that it calls.
/// In `ta` and after it.
bool readsClock(mlir::Operation *op);

/// It is read after `first` and before `second`, which stands in the same
/// block, behind it.
bool isClockReadBetween(mlir::Operation *first, mlir::Operation *second);

/// Both stand in one interval.
bool areInOneInterval(mlir::Operation *first, mlir::Operation *second);

/// `made`, a part of what `op` computes, stands in its interval.
void putIntoInterval(mlir::Operation *made, mlir::Operation *op);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_CLOCK_H
