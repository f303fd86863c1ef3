//===- SetStage.cpp - record the stage of a module ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_SETSTAGE
#include "passes/SetStage/SetStage.h.inc"
} // namespace encke

namespace {
struct SetStage : encke::impl::SetStageBase<SetStage> {
  using SetStageBase::SetStageBase;

  void runOnOperation() override {
    getOperation()->setAttr("encke.stage",
                            mlir::StringAttr::get(&getContext(), stage));
  }
};
} // namespace
