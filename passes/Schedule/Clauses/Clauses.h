//===- Clauses.h - what a program says about a nest of loops ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The clauses (L32) that say something about the loops of a naive nest, one
// function each. They take the place of what the policy decides, step by step.
// One that cannot be honoured is an error at the clause. What is a mark on an
// operation comes later (passes/ApplySchedule).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_CLAUSES_CLAUSES_H
#define ENCKE_PASSES_SCHEDULE_CLAUSES_CLAUSES_H

#include "dialects/CIN/Schedule.h"
#include "passes/Schedule/Decision.h"

namespace encke {

/// The steps of a decision, in order.
enum class Step { order, workspace, threads, vectors };

/// A nest, what its program says about it, and what was decided so far.
struct NestSchedule {
  const Nest &nest;
  cin::ScheduleAttr schedule;
  Decision &decision;

  /// The loop along a label; null after an error at the clause.
  cin::ForallOp findLoop(cin::ClauseAttr clause, llvm::StringRef label) const;
};

/// Applies the clauses of one step. Does nothing where the program says
/// nothing.
mlir::LogicalResult applyClauses(Step step, const NestSchedule &in);

/// Stores the operands that the program has converted as it says, in front of
/// the kernel.
mlir::LogicalResult convertAsTold(cin::KernelOp kernel);

/// Reads a matrix that is told to be symmetric from one triangle. Gives the
/// kernel for its diagonal, which goes before and is in the naive form.
mlir::FailureOr<cin::KernelOp> multiplySymmetric(cin::KernelOp kernel,
                                                 bool parallel);

/// Tiles the loops of the nest that the program has tiled.
mlir::LogicalResult tileAsTold(Nest &nest, cin::ScheduleAttr schedule);

/// Gives the parts of the statement that the program names their workspaces, in
/// loops that have their order.
mlir::LogicalResult applyPartWorkspaces(cin::KernelOp kernel,
                                        cin::ScheduleAttr schedule);
/// A workspace of all that the statement adds is one of no part.
bool hasPartWorkspaces(cin::ScheduleAttr schedule, cin::AssignOp assign);
bool isWholeValue(cin::ClauseAttr clause, cin::AssignOp assign);

/// How a workspace that has keys finds them; nothing where it is a row.
std::optional<cin::ListMarks> findKeys(cin::ClauseAttr clause);
/// One of several labels in front of a sparse result is a hash table, unless
/// the clause says otherwise.
std::optional<cin::ListMarks> findKeys(cin::ClauseAttr clause,
                                       const Nest &nest);

/// A workspace that lists its elements, along these loops, is an error where
/// they go through blocks.
mlir::LogicalResult refuseBlocks(cin::ClauseAttr clause,
                                 llvm::ArrayRef<cin::ForallOp> loops);

// What is done for each of them.
mlir::LogicalResult applyOrder(cin::ClauseAttr clause, const NestSchedule &in);
mlir::LogicalResult applyWorkspace(cin::ClauseAttr clause,
                                   const NestSchedule &in);
mlir::LogicalResult applySerial(cin::ClauseAttr clause, const NestSchedule &in);
mlir::LogicalResult applyParallel(cin::ClauseAttr clause,
                                  const NestSchedule &in);
mlir::LogicalResult applyVectorize(cin::ClauseAttr clause,
                                   const NestSchedule &in);
mlir::LogicalResult applyRegisters(cin::ClauseAttr clause,
                                   const NestSchedule &in);

/// "i, j"
std::string joinLabels(llvm::ArrayRef<cin::ForallOp> loops);

/// What a reader of the program calls an element: `A[i, j]`.
std::string describeElement(mlir::Value place, mlir::ValueRange indices);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_CLAUSES_CLAUSES_H
