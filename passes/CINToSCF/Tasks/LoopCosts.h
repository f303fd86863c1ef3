//===- LoopCosts.h - what loops cost ----------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_TASKS_LOOPCOSTS_H
#define ENCKE_PASSES_CINTOSCF_TASKS_LOOPCOSTS_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class Places;

/// What loops cost, in the unit of encke_loop_tasks.
class LoopCosts : Part {
public:
  LoopCosts(Context &context, Places &places) : Part(context), places(places) {}

  /// What an element of the leader, or an iteration of the loop without one,
  /// costs.
  mlir::Value estimate(cin::ForallOp forall, cin::AccessOp leader);

private:
  mlir::Value costOfLoopsIn(mlir::Operation *op, cin::AccessOp leader);
  mlir::Value costOfLoop(cin::ForallOp loop, cin::AccessOp leader);
  mlir::Value countSteps(cin::ForallOp loop);
  mlir::Value countPositions(cin::ForallOp loop, cin::AccessOp access);

  Places &places;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_TASKS_LOOPCOSTS_H
