//===- ParallelLoops.h - parallel loops become tasks ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_TASKS_PARALLELLOOPS_H
#define ENCKE_PASSES_CINTOSCF_TASKS_PARALLELLOOPS_H

#include "passes/CINToSCF/Sinks/Result.h"

#include "dialects/CIN/Sharing.h"
#include "dialects/Tasks/TasksDialect.h"

namespace encke::generator {

class Control;
class Loops;
class Places;
class Result;
class Statements;
class Streams;
class Values;
class Workspaces;

/// The loop is cut into chunks for tasks.
bool runsInChunks(cin::ForallOp forall);
/// The innermost such loop around the operation, or null.
cin::ForallOp chunkedLoopAround(mlir::Operation *op);

/// Generates the code of parallel loops in a kernel.
class ParallelLoops : Part {
public:
  ParallelLoops(Context &context, Places &places, Control &control,
                Values &values, Streams &streams, Result &result,
                Workspaces &workspaces, Statements &statements, Loops &loops)
      : Part(context), places(places), control(control), values(values),
        streams(streams), result(result), workspaces(workspaces),
        statements(statements), loops(loops) {}

  mlir::LogicalResult emit(cin::ForallOp forall, PlannedLoop &plan,
                           Scope &scope);
  void setReserved(mlir::Value reserved) { isReserved = reserved; }

private:
  /// Elements that tasks may own instead of copying them.
  struct Owned {
    cin::ForallOp loop; ///< over the coordinates that a task owns
    int64_t mode;       ///< of the place, which the loop moves
    mlir::Value are;    ///< i1: whether it is so
  };
  struct Cut {
    mlir::Value plan;
    std::optional<Owned> owned;
  };
  /// What all iterations of a parallel loop accumulate into.
  struct Shared {
    mlir::Value place;
    cin::Reduction collecting;
    Keys variables; ///< of a register
  };

  // Loops (Parallel.cpp).
  mlir::FailureOr<Cut> cut(cin::ForallOp forall, PlannedLoop &plan,
                           Scope &scope);
  mlir::LogicalResult loopOverChunk(cin::ForallOp forall, PlannedLoop plan,
                                    mlir::Block &chunk, Scope &scope);
  mlir::LogicalResult loopOnOwn(cin::ForallOp forall, PlannedLoop &plan,
                                Scope &scope);
  // On a device (Device.cpp).
  mlir::LogicalResult loopOnDevice(cin::ForallOp forall, PlannedLoop &plan,
                                   Scope &scope);
  // Sparse results (Parallel.cpp).
  mlir::LogicalResult loopThatAppends(cin::ForallOp forall, PlannedLoop &plan,
                                      Scope &scope);
  tasks::ChunksOp openAppending(mlir::Value part);
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  appendChunk(cin::ForallOp forall, PlannedLoop &plan, mlir::Block &chunk,
              Scope scope);
  mlir::Value seekCursor(PlannedLoop &plan, mlir::Value first, unsigned cursor,
                         mlir::Location loc);
  bool fillsParts() const { return !result.isCounting() && result.isBounded(); }

  // What the iterations share (Copies.cpp).
  std::optional<Shared> findShared(cin::ForallOp forall, const Scope &scope);
  mlir::Value countCopied(cin::ForallOp forall);
  mlir::LogicalResult loopWithCopies(cin::ForallOp forall, PlannedLoop &plan,
                                     const Shared &shared, Scope &scope);
  mlir::LogicalResult shareLoop(cin::ForallOp forall, PlannedLoop &plan,
                                const Shared &shared, const Cut &cut,
                                Scope &scope);
  mlir::LogicalResult loopOnCopy(cin::ForallOp forall, PlannedLoop &plan,
                                 const Shared &shared, Scope &scope);

  mlir::Value findCoordinates(cin::ForallOp loop);

  // Long rows in pieces (Pieces.cpp).
  mlir::LogicalResult loopInPieces(cin::ForallOp forall, PlannedLoop &plan,
                                   cin::Pieces pieces, Scope &scope);

  Places &places;
  Control &control;
  Values &values;
  Streams &streams;
  Result &result;
  Workspaces &workspaces;
  Statements &statements;
  Loops &loops;
  /// The chunks of a sparse result that is counted.
  struct {
    mlir::Value plan, counts;
    llvm::SmallVector<mlir::Value> totals; ///< What all of them append.
  } chunks;
  /// Of a result that is bounded: i1, whether it has room for that many.
  mlir::Value isReserved;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_TASKS_PARALLELLOOPS_H
