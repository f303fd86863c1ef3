//===- Presence.h - what a workspace holds where nothing wrote --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A producer writes some elements of its workspace and skips others. The rule
// for the skipped ones is in Rationale.md, "What a workspace holds".
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_PRESENCE_H
#define ENCKE_DIALECTS_CIN_PRESENCE_H

#include "dialects/CIN/CINDialect.h"

namespace encke::cin {

/// The place is one of a sparse tensor.
bool isSparsePlace(mlir::Value place);

/// The kernel, or the `where`, that a place belongs to.
mlir::Operation *ownerOf(mlir::Value place);

/// The `where` whose workspace a place is, or null.
WhereOp whereOf(mlir::Value place);

/// The `where` whose order-0 workspace a place is, or null.
WhereOp registerOf(mlir::Value place);

/// The place keeps a pattern: what is not assigned is not stored.
bool keepsPattern(mlir::Value place);

/// The operator by which the producer increments its workspace. The workspace
/// starts as the identity of that; zero where the producer only sets.
Reduction getProducing(WhereOp where);

/// Whether no statement that reads the place changes anything where the element
/// is the identity of `producing`: each value that is computed from it is the
/// identity of the operator by which it increments a dense place. Says so only
/// where it holds for whatever the other operands are, infinities included.
bool ignoresIdentity(mlir::Value place, Reduction producing);

/// The same of one value that a workspace would hold.
bool isIgnoredAtIdentity(mlir::Value value, Reduction producing);

/// A condition is computed from the elements of the workspace: what is stored
/// depends on their values.
bool decidesPattern(WhereOp where);

/// All elements of a tensor, or of the workspace of a where around `inside`,
/// are there to be read.
bool isWhole(mlir::Value place, mlir::Region &inside);

/// Whether a producer writes the same elements whatever tensors store: all that
/// it reads is there, and nothing is filtered out.
bool skipsNothing(mlir::Region &producer);

/// A workspace is read only where its producer wrote, or was filled.
mlir::LogicalResult verifyReads(WhereOp where);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_PRESENCE_H
