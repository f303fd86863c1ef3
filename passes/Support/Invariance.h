//===- Invariance.h - what loops of a program leave as it is ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops are the program's own (`for` and `while`, L30), with statements on
// tensors in them.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_INVARIANCE_H
#define ENCKE_PASSES_SUPPORT_INVARIANCE_H

#include "mlir/IR/Value.h"

namespace encke {

/// The value is the same in each round of the loop: it is made outside of it,
/// or inside by operations without effects, which cannot fail, of what is.
bool isInvariant(mlir::Value value, mlir::Operation *loop);

/// Statements may leave the loop, one of the program's. A program that asks for
/// the time keeps its loops as they are written: they may be what it measures.
bool mayBeLeft(mlir::Operation *loop);

/// How often the value would be computed at `place`, where once is enough: the
/// rounds of the loops around it that it is invariant in, from the innermost
/// on. Known if the bounds are constants, and assumed otherwise; 1 without such
/// a loop.
double countRounds(mlir::Value value, mlir::Operation *place);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_INVARIANCE_H
