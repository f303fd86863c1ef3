//===- Fills.h - what results start from ------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_FILLS_H
#define ENCKE_DIALECTS_CIN_FILLS_H

#include "dialects/CIN/CINDialect.h"

#include <optional>

namespace encke::cin {

/// The assignment sets its element to zero.
bool setsToZero(AssignOp assign);

/// By what a kernel accumulates into its one dense output, whose identity that
/// may start from; `none` where it only sets elements, which starts from zero.
/// Nothing where there is no such output, or several ways.
std::optional<Reduction> getStart(KernelOp kernel);

/// The constant that the output of a kernel `from identity` starts as.
mlir::Value emitStart(mlir::OpBuilder &builder, KernelOp kernel);

/// The kernel that sets what this one, with one output, starts from, and for it
/// alone; else null.
KernelOp getFill(KernelOp kernel);

/// The loop visits every coordinate, as all levels along it have them; those of
/// blocks are levels along the loops within them.
bool visitsAll(ForallOp loop);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_FILLS_H
