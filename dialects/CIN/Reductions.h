//===- Reductions.h - how an assignment combines ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_REDUCTIONS_H
#define ENCKE_DIALECTS_CIN_REDUCTIONS_H

#include "dialects/CIN/CINDialect.h"

#include "mlir/IR/Builders.h"

namespace encke::cin {

/// `old` with `value` accumulated into it; `value` itself for a plain set.
/// Null when the reduction makes no sense for the type.
mlir::Value emitReduction(mlir::OpBuilder &builder, mlir::Location loc,
                          Reduction reduction, mlir::Value old,
                          mlir::Value value);

/// What the reduction leaves as it is: 0 for +=, infinity for min=. Null when
/// the type has none.
mlir::Value emitIdentity(mlir::OpBuilder &builder, mlir::Location loc,
                         Reduction reduction, mlir::Type type);

/// The reduction that collects, in a workspace, what `reduction` then takes
/// into the result at once: += for -=, else the same.
Reduction getCollecting(Reduction reduction);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_REDUCTIONS_H
