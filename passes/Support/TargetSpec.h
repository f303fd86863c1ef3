//===- TargetSpec.h - the machine a module is for ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What costs are of stands on the module, as upstream's description of a
// target:
//
// dlti.target_system_spec = #dlti.target_system_spec<"CPU" =
//   #dlti.target_device_spec<"L1_cache_size_in_bytes" = 32768 : i64, ...>>
//
// A module without is for the reference target. No pass asks the machine that
// it runs on.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_TARGETSPEC_H
#define ENCKE_PASSES_SUPPORT_TARGETSPEC_H

#include "passes/Cost/Target.h"

#include "mlir/IR/BuiltinOps.h"

namespace encke {

/// The target of the module that the operation is in, or is.
cost::Target getTarget(mlir::Operation *op);

/// The module says something of its target.
bool hasTarget(mlir::ModuleOp module);

/// Writes the target onto the module; the reference is not written.
void setTarget(mlir::ModuleOp module, const cost::Target &target);

/// Reports what is wrong with the description. Entries of other names are
/// somebody else's.
mlir::LogicalResult checkTarget(mlir::ModuleOp module);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_TARGETSPEC_H
