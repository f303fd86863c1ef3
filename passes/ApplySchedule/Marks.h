//===- Marks.h - clauses that are marks -------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_APPLYSCHEDULE_MARKS_H
#define ENCKE_PASSES_APPLYSCHEDULE_MARKS_H

#include "dialects/CIN/Schedule.h"

namespace encke {

/// The loops of a kernel along the label that a clause names.
llvm::SmallVector<cin::ForallOp> findLoops(cin::ClauseAttr clause,
                                           cin::KernelOp kernel);

/// An operation with marks that a clause asks for is at the clause's place, so
/// that whoever cannot carry them out says it there.
void moveToClause(mlir::Operation *op, cin::ClauseAttr clause);

// What is done for each clause.
// Loops.cpp
mlir::LogicalResult applyParallel(cin::ClauseAttr clause, cin::KernelOp kernel);
mlir::LogicalResult applyVectorize(cin::ClauseAttr clause,
                                   cin::KernelOp kernel);
mlir::LogicalResult applyRegisters(cin::ClauseAttr clause,
                                   cin::KernelOp kernel);
mlir::LogicalResult applySums(cin::ClauseAttr clause, cin::KernelOp kernel);
mlir::LogicalResult applyUnroll(cin::ClauseAttr clause, cin::KernelOp kernel);
mlir::LogicalResult applyJam(cin::ClauseAttr clause, cin::KernelOp kernel);
// Streams.cpp
mlir::LogicalResult applySearch(cin::ClauseAttr clause, cin::KernelOp kernel);
mlir::LogicalResult applyAssemble(cin::ClauseAttr clause, cin::KernelOp kernel);
mlir::LogicalResult applyRenumber(cin::ClauseAttr clause, cin::KernelOp kernel);
mlir::LogicalResult applyPrefetch(cin::ClauseAttr clause, cin::KernelOp kernel);

} // namespace encke

#endif // ENCKE_PASSES_APPLYSCHEDULE_MARKS_H
