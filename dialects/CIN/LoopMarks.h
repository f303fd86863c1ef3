//===- LoopMarks.h - what was decided about a generated loop ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute `cin.loop` of an `scf.for` (CINDialect.td says what its parts
// mean), as a struct to read and change.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_LOOPMARKS_H
#define ENCKE_DIALECTS_CIN_LOOPMARKS_H

#include "dialects/CIN/CINDialect.h"

namespace encke::cin {

struct LoopMarks {
  // Numbers that are 0, and attributes that are null, are not marked.
  int64_t vector = 0;    ///< Elements of a step.
  int64_t registers = 0; ///< Vectors.
  int64_t then = 0;
  int64_t sums = 0;
  int64_t terms = 0;
  int64_t unroll = 0;
  int64_t few = 0;
  FarAttr far;
  UnevenAttr uneven;
  JamAttr jam;
  ProductAttr product;
  bool overlap = false;
  bool factored = false;
  bool twice = false;
  bool segment = false;
  bool jammed = false;
  bool isShort = false;
  bool rolled = false;

  /// Those of a loop; one without the attribute has none.
  static LoopMarks of(mlir::Operation *loop);

  /// Those that the loops of a forall have.
  static LoopMarks of(ForallOp forall);

  /// Nothing is said.
  bool empty() const;

  /// Gives a loop these instead of its own.
  void setOn(mlir::Operation *loop) const;
};

/// What was decided about the row of the element that an access, or what it has
/// become, loads; null where nothing was.
struct RowMarks {
  PrefetchAttr prefetch;
  NextAttr next;

  static RowMarks of(AccessOp access);
  static RowMarks of(AssignOp assign);
  static RowMarks of(mlir::Operation *load);
};

/// Gives a load these instead of its own.
void setRowMarks(mlir::Operation *load, RowMarks marks);

/// A selection (arith.select, then llvm.select) that no processor can foresee:
/// it does not become a branch.
inline constexpr llvm::StringLiteral unpredictableName = "cin.unpredictable";
void setUnpredictable(mlir::Operation *select);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_LOOPMARKS_H
