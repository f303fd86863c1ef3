//===- Passes.h - Encke's passes --------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_PASSES_H
#define ENCKE_PASSES_PASSES_H

#include "passes/EncodeDevice/DeviceCode.h"
#include "passes/LowerTasks/TasksTo.h"

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace encke {

#define GEN_PASS_DECL
#include "passes/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Passes.h.inc"

} // namespace encke

#endif // ENCKE_PASSES_PASSES_H
