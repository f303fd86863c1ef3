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

namespace ta {
class ApplyOp;
} // namespace ta

/// The expression may be missing somewhere: 0, because nothing that it needs
/// has an element there, which makes a product with anything 0, and a quotient.
/// It is not where it only has no element, but the identity of a reduction
/// makes a value of it: the product of a sparse factor and a minimum of nothing
/// is missing where the factor is, and infinite elsewhere.
bool mayBeMissing(mlir::Value expr);

/// It has a minimum or maximum that may be of nothing, and so be infinite,
/// which makes no product with 0 a 0.
bool mayBeInfinite(mlir::Value expr);

/// Tensors of the expression say where it is missing, and not only sums that
/// have no terms.
bool hasOwnPattern(mlir::Value expr);

/// A factor that must not be multiplied by `other` where it is missing.
bool annihilates(mlir::Value factor, mlir::Value other);

/// A loop over stored elements knows the function's value where there are none:
/// it is 0, or one operand is there, or the same everywhere.
bool isKnownWhereAbsent(ta::ApplyOp apply);

/// A loop over the tensors of the expression does not compute it: it reduces,
/// or has a function of two sparse tensors that is not known where both lack an
/// element.
bool mustStore(mlir::Value expr);

/// An operation that has an element where one of its operands has, and computes
/// it with the identity of a reduction to which nothing contributes there: what
/// stores that reduction does not know of the element.
bool computesWithIdentities(mlir::Value expr);

} // namespace encke

#endif // ENCKE_PASSES_NORMALIZE_IDENTITIES_H
