//===- Lowering.h - tasks become loops and calls ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One tasks.run at a time becomes an scf.parallel over tasks; or, where there
// is to be one task, its region stands where it stood. What a task has for
// itself is made in front of the tasks, and freed behind them.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_LOWERTASKS_LOWERING_H
#define ENCKE_PASSES_LOWERTASKS_LOWERING_H

#include "dialects/Tasks/TasksDialect.h"
#include "passes/Cost/Target.h"
#include "passes/Support/RuntimeCalls.h"

#include "llvm/ADT/DenseMap.h"

namespace encke {

class TasksLowering {
public:
  /// `serial`: one task, and no threads.
  TasksLowering(mlir::ModuleOp module, bool serial);

  void run();
  unsigned getNumRuns() const { return numRuns; }

private:
  /// A plan in the generated code.
  struct Plan {
    mlir::Value weights; // pointer
    int64_t weightBytes = 0, unit = 1;
    mlir::Value lo, hi, tasks, chunks; // index
    mlir::Value coordinates, extent;   // or null
  };
  /// What belongs to a tasks.run that is lowered.
  struct Run {
    Run(tasks::RunOp op, const Plan &plan) : op(op), plan(plan) {}

    tasks::RunOp op;
    Plan plan;
    mlir::Value task;  // index
    mlir::Value taken; // how many chunks are; null where they are dealt out
    bool isOutermost = false;
    mlir::Value owned;     // i1: whether tasks own coordinates; or null
    mlir::Value ownBegins; // where those of each task begin
    /// Of a sparse result: the runtime's tensors, and what is known of chunks.
    mlir::Value result, part, counts;
  };
  /// A tasks.copy: the buffer, and copies for all tasks but the first.
  struct Copy {
    mlir::Value buffer, copies, count;
    cin::Reduction reduction;
  };
  /// A tasks.pieces.
  struct Pieces {
    mlir::Block *body = nullptr;
    mlir::Value ends, into, coordinates;
    cin::Reduction reduction = cin::Reduction::none;
    /// For each task: the rounds of a part, and the segment of a piece.
    mlir::Value rounds, ownEnds;
    /// For each chunk: what it adds to a row that others began, and which row
    /// that is, or -1.
    mlir::Value sums, rows;
  };

  // Plans and tasks (LowerTasks.cpp).
  void lower(mlir::Operation *op);
  void lowerPlan(tasks::PlanOp op);
  void lowerRun(tasks::RunOp op);
  const Plan &planOf(mlir::Value plan) const {
    return plans.find(plan)->second;
  }
  void setWeights(Plan &plan, mlir::Value array);
  mlir::Value countTasks(const Plan &plan, mlir::Value cost, mlir::Value extra);
  /// `body` for each of so many tasks.
  void forEachTask(mlir::Value tasks,
                   llvm::function_ref<void(mlir::Value)> body);
  mlir::Value constant(int64_t value);
  mlir::Value integer(mlir::Value index);
  mlir::Value pointerTo(mlir::Value buffer);
  mlir::Value allocate(mlir::MemRefType type, mlir::ValueRange sizes);
  void free(mlir::Value buffer);

  // Chunks (Chunks.cpp).
  mlir::Value splitAt(const Plan &plan, mlir::Value chunk);
  mlir::Value boundOf(const Plan &plan, mlir::Value chunk);
  mlir::Value coordinateAt(const Plan &plan, mlir::Value coordinates,
                           mlir::Value position);
  void openTaken(Run &run);
  void closeTaken(Run &run);
  void take(Run &run, llvm::function_ref<void(mlir::Value)> body);
  void deal(Run &run, tasks::ChunksOp op);
  void lowerChunks(Run &run, tasks::ChunksOp op);
  llvm::SmallVector<mlir::Value> enterChunk(Run &run, tasks::ChunksOp op,
                                            mlir::Value chunk);
  void leaveChunk(Run &run, tasks::ChunksOp op, mlir::Value chunk,
                  mlir::ValueRange yielded);
  /// The block's operations here, with these arguments; what it yields.
  llvm::SmallVector<mlir::Value> inlineBlock(mlir::Block &block,
                                             mlir::ValueRange arguments);

  // What tasks accumulate into (Copies.cpp).
  void openOwners(Run &run, tasks::OwnOp op);
  void lowerOwn(Run &run, tasks::OwnOp op);
  llvm::SmallVector<mlir::Value> openCollected(Run &run);
  llvm::SmallVector<mlir::Value>
  collect(Run &run, llvm::ArrayRef<mlir::Value> kept, mlir::ValueRange yielded);
  Copy openCopies(Run &run, tasks::CopyOp op);
  void lowerCopy(Run &run, tasks::CopyOp op, const Copy &copy);
  void combine(const Copy &copy);
  void combineParts(const Copy &copy);
  void combinePart(const Copy &copy, mlir::Value lo, mlir::Value hi);
  /// Buffers like the modes of this one from `first` on.
  mlir::Value allocateSeveral(mlir::Value count, mlir::Value buffer,
                              int64_t first);
  mlir::Value viewOne(mlir::Value several, mlir::MemRefType type,
                      mlir::Value number);
  void setAll(mlir::Value buffer, cin::Reduction reduction);
  void combineInto(mlir::Value into, mlir::Value from, cin::Reduction reduction,
                   mlir::Value lo, mlir::Value hi);

  // Rows in pieces (Pieces.cpp).
  Pieces openPieces(Run &run, tasks::PiecesOp op);
  void lowerPieces(Run &run, const Pieces &pieces);
  void lowerPartsOf(Run &run, const Pieces &pieces, mlir::Value chunk);
  mlir::Value openEnds(Run &run, const Pieces &pieces, mlir::Value round,
                       mlir::Value isPiece);
  mlir::Value openSum(const Pieces &pieces, mlir::Value chunk, mlir::Value row,
                      mlir::Value isRest);
  void addSums(Run &run, const Pieces &pieces);

  // Sparse results (Results.cpp).
  mlir::Value lowerCounts(tasks::CountsOp op);
  void lowerScan(tasks::ScanOp op);
  void lowerJoin(tasks::JoinOp op);
  void openPart(Run &run, tasks::PartOp op);
  void lowerPart(Run &run, tasks::PartOp op);
  void leavePart(Run &run);
  llvm::SmallVector<mlir::Value> beginPart(Run &run, mlir::Value chunk);
  void endPart(Run &run, mlir::Value chunk, mlir::Value end);

  mlir::ModuleOp module;
  RuntimeCalls runtime;
  cost::Target target;
  bool serial;
  mlir::OpBuilder builder;
  mlir::Location loc;
  llvm::DenseMap<mlir::Value, Plan> plans;
  llvm::SmallVector<mlir::Operation *> allocations;
  unsigned numRuns = 0;
};

} // namespace encke

#endif // ENCKE_PASSES_LOWERTASKS_LOWERING_H
