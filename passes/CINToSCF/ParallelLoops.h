//===- ParallelLoops.h - what tasks do of a parallel loop -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop becomes operations of the dialect `tasks`, in which the loop
// over a chunk is what that over all would be. How tasks share what they write
// is written on the loop (dialects/CIN/Sharing.h).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_PARALLELLOOPS_H
#define ENCKE_PASSES_CINTOSCF_PARALLELLOOPS_H

#include "passes/CINToSCF/Generator.h"

#include "dialects/CIN/Sharing.h"
#include "dialects/Tasks/TasksDialect.h"

namespace encke {

/// What loops cost, in the unit of encke_loop_tasks.
class LoopCosts {
public:
  explicit LoopCosts(KernelGenerator &generator)
      : generator(generator), builder(generator.builder) {}

  /// What an element of the leader, or a iteration of the loop without one,
  /// costs.
  mlir::Value estimate(cin::ForallOp forall, cin::AccessOp leader);

private:
  mlir::Value costOfLoopsIn(mlir::Operation *op, cin::AccessOp leader);
  mlir::Value costOfLoop(cin::ForallOp loop, cin::AccessOp leader);
  mlir::Value countSteps(cin::ForallOp loop);
  mlir::Value countPositions(cin::ForallOp loop, cin::AccessOp access);

  KernelGenerator &generator;
  mlir::OpBuilder &builder;
};

/// Generates the code of parallel loops in a kernel.
class ParallelLoops {
public:
  explicit ParallelLoops(KernelGenerator &generator)
      : generator(generator), builder(generator.builder) {}

  mlir::LogicalResult emit(cin::ForallOp forall,
                           KernelGenerator::LoopPlan &plan,
                           KernelGenerator::Scope &scope);

private:
  using Keys = KernelGenerator::Keys;
  using KnownOutside = KernelGenerator::KnownOutside;
  using LoopPlan = KernelGenerator::LoopPlan;
  using Scope = KernelGenerator::Scope;
  using Storage = KernelGenerator::Storage;
  using Variable = KernelGenerator::Variable;

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
  mlir::FailureOr<Cut> cut(cin::ForallOp forall, LoopPlan &plan, Scope &scope);
  mlir::LogicalResult loopOverChunk(cin::ForallOp forall, LoopPlan plan,
                                    mlir::Block &chunk, Scope &scope);
  mlir::LogicalResult loopOnOwn(cin::ForallOp forall, LoopPlan &plan,
                                Scope &scope);
  // Sparse results (Parallel.cpp).
  mlir::LogicalResult loopThatAppends(cin::ForallOp forall, LoopPlan &plan,
                                      Scope &scope);
  tasks::ChunksOp openAppending(mlir::Value part);
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  appendChunk(cin::ForallOp forall, LoopPlan &plan, mlir::Block &chunk,
              Scope scope);
  mlir::Value seekCursor(LoopPlan &plan, mlir::Value first, unsigned cursor,
                         mlir::Location loc);
  bool fillsParts() const {
    return generator.assembly->isFilling() && generator.isBounded;
  }

  // What the iterations share (Copies.cpp).
  std::optional<Shared> findShared(cin::ForallOp forall, const Scope &scope);
  mlir::Value countCopied(cin::ForallOp forall);
  mlir::LogicalResult loopWithCopies(cin::ForallOp forall, LoopPlan &plan,
                                     const Shared &shared, Scope &scope);
  mlir::LogicalResult shareLoop(cin::ForallOp forall, LoopPlan &plan,
                                const Shared &shared, const Cut &cut,
                                Scope &scope);
  mlir::LogicalResult loopOnCopy(cin::ForallOp forall, LoopPlan &plan,
                                 const Shared &shared, Scope &scope);

  mlir::Value findCoordinates(cin::ForallOp loop);

  // Long rows in pieces (Pieces.cpp).
  mlir::LogicalResult loopInPieces(cin::ForallOp forall, LoopPlan &plan,
                                   cin::Pieces pieces, Scope &scope);

  KernelGenerator &generator;
  mlir::OpBuilder &builder;
};

} // namespace encke

#endif // ENCKE_PASSES_CINTOSCF_PARALLELLOOPS_H
