//===- Identities.h - what reductions of nothing do -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_NORMALIZE_IDENTITIES_H
#define ENCKE_PASSES_NORMALIZE_IDENTITIES_H

#include "mlir/IR/Value.h"

namespace encke {

/// Where some operand of the expression has no element it is 0 whatever the
/// others are, and not what the identity of a reduction makes of it.
bool mayBeAnnihilated(mlir::Value expr);

/// A minimum or maximum of nothing, which makes no product with 0 a 0.
bool mayBeInfinite(mlir::Value expr);

/// A factor of `op` that must not be multiplied where it has no element.
bool annihilates(mlir::Operation *op, mlir::Value factor);

/// An operation that has an element where one of its operands has, and computes
/// it with the identity of a reduction to which nothing contributes there: what
/// stores that reduction does not know of the element.
bool computesWithIdentities(mlir::Value expr);

} // namespace encke

#endif // ENCKE_PASSES_NORMALIZE_IDENTITIES_H
