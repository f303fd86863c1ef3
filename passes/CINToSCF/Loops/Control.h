//===- Control.h - loops and branches that carry variables ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_CONTROL_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_CONTROL_H

#include "dialects/CIN/LoopMarks.h"
#include "passes/CINToSCF/Scope.h"

namespace mlir::scf {
class ForOp;
} // namespace mlir::scf

namespace encke::generator {

/// The loop that was made last in this block, where nothing follows it; else
/// null.
mlir::scf::ForOp findLoopBefore(mlir::OpBuilder &builder);

/// Generates loops and branches. The scope around gets the values that its
/// variables have behind them.
class Control : Part {
public:
  explicit Control(Context &context) : Part(context) {}

  /// The variables of the scope that the statements in `op` assign.
  Keys changedIn(mlir::Operation *op, const Scope &scope);

  /// A loop over the range, marked as the forall is.
  mlir::LogicalResult emitFor(cin::ForallOp forall, Interval range,
                              const Keys &keys, Scope &scope, CounterBody body);
  mlir::LogicalResult emitLoop(mlir::Location loc, Interval range,
                               const cin::LoopMarks &marks, const Keys &keys,
                               Scope &scope, CounterBody body);
  mlir::LogicalResult emitIf(mlir::Location loc, mlir::Value condition,
                             const Keys &keys, Scope &scope, Body thenBody,
                             Body elseBody);
  /// Emits `body` where the presence is or turns out to be true.
  mlir::LogicalResult whenPresent(mlir::Location loc, Presence presence,
                                  const Keys &keys, Scope &scope, Body body);
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_CONTROL_H
