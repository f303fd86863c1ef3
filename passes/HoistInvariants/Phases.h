//===- Phases.h - a kernel as a symbolic and a numeric one ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_HOISTINVARIANTS_PHASES_H
#define ENCKE_PASSES_HOISTINVARIANTS_PHASES_H

#include "dialects/CIN/CINDialect.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace encke {

/// What a kernel's result stores follows from what its operands store: it has a
/// sparse result, and neither a selection by values nor what else a symbolic
/// kernel cannot do without them.
bool hasPatternOfOperands(cin::KernelOp kernel);

/// Splits such a kernel into a symbolic and a numeric one. `patternOf` gives,
/// for each sparse input, a tensor that stores the same. Returns the symbolic
/// kernel; `kernel` becomes the numeric one.
cin::KernelOp
splitPhases(cin::KernelOp kernel,
            llvm::function_ref<mlir::Value(mlir::Value)> patternOf);

} // namespace encke

#endif // ENCKE_PASSES_HOISTINVARIANTS_PHASES_H
