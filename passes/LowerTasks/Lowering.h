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
// Each way to share is a class, and all emit into one place (Emission).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_LOWERTASKS_LOWERING_H
#define ENCKE_PASSES_LOWERTASKS_LOWERING_H

#include "dialects/Tasks/TasksDialect.h"
#include "passes/Cost/Target.h"
#include "passes/Support/RuntimeCalls.h"

#include "llvm/ADT/DenseMap.h"

namespace encke::lowering {

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
  /// For each task: the iterations of a part, and the segment of a piece.
  mlir::Value rounds, ownEnds;
  /// For each chunk: what it adds to a row that others began, and which row
  /// that is, or -1.
  mlir::Value sums, rows;
};

/// Where code is emitted, and for what.
struct Place {
  Place(mlir::ModuleOp module, bool serial);

  RuntimeCalls runtime;
  cost::Target target;
  bool serial; ///< One task, and no threads.
  mlir::OpBuilder builder;
  mlir::Location loc;
  llvm::SmallVector<mlir::Operation *> allocations; ///< That were made so far.
};

/// What all kinds of tasks emit.
class Emission {
public:
  explicit Emission(Place &place)
      : builder(place.builder), loc(place.loc), runtime(place.runtime),
        target(place.target), serial(place.serial), place(place) {}

  mlir::Value countTasks(const Plan &plan, mlir::Value cost, mlir::Value extra);
  void setWeights(Plan &plan, mlir::Value array);
  /// `body` for each of so many tasks.
  void forEachTask(mlir::Value tasks,
                   llvm::function_ref<void(mlir::Value)> body);
  /// The iteration with which the chunk begins.
  mlir::Value splitAt(const Plan &plan, mlir::Value chunk);
  /// The coordinate at a position, or -1 after the last one.
  mlir::Value coordinateAt(const Plan &plan, mlir::Value coordinates,
                           mlir::Value position);
  /// The block's operations here, with these arguments; what it yields.
  llvm::SmallVector<mlir::Value> inlineBlock(mlir::Block &block,
                                             mlir::ValueRange arguments);

  // Values and buffers.
  mlir::Value constant(int64_t value);
  mlir::Value integer(mlir::Value index);
  mlir::Value pointerTo(mlir::Value buffer);
  mlir::Value allocate(mlir::MemRefType type, mlir::ValueRange sizes);
  /// Buffers like the modes of this one from `first` on, and one of them.
  mlir::Value allocateSeveral(mlir::Value count, mlir::Value buffer,
                              int64_t first);
  mlir::Value viewOne(mlir::Value several, mlir::MemRefType type,
                      mlir::Value number);
  void free(mlir::Value buffer);
  /// To what the reduction leaves as it is.
  void setAll(mlir::Value buffer, cin::Reduction reduction);
  void combineInto(mlir::Value into, mlir::Value from, cin::Reduction reduction,
                   mlir::Value lo, mlir::Value hi);

protected:
  mlir::OpBuilder &builder;
  mlir::Location &loc;
  RuntimeCalls &runtime;
  const cost::Target &target;
  const bool &serial;

private:
  Place &place;
};

/// Sparse results (Results.cpp).
class ResultsLowering : Emission {
public:
  using Emission::Emission;

  mlir::Value lowerCounts(tasks::CountsOp op, const Plan &plan);
  void lowerScan(tasks::ScanOp op, const Plan &plan);
  void lowerJoin(tasks::JoinOp op, const Plan &plan);
  void openPart(Run &run, tasks::PartOp op);
  void lowerPart(Run &run, tasks::PartOp op);
  void leavePart(Run &run);
  /// Where the chunk begins in the result, and how far that is behind its place
  /// in the part.
  llvm::SmallVector<mlir::Value> beginPart(Run &run, mlir::Value chunk);
  void endPart(Run &run, mlir::Value chunk, mlir::Value end);
};

/// Which chunks a task has, and where they begin (Chunks.cpp).
class ChunksLowering : Emission {
public:
  explicit ChunksLowering(Place &place) : Emission(place), results(place) {}

  void openTaken(Run &run);
  void take(Run &run, llvm::function_ref<void(mlir::Value)> body);
  void closeTaken(Run &run);
  void lowerChunks(Run &run, tasks::ChunksOp op);

private:
  void deal(Run &run, tasks::ChunksOp op);
  mlir::Value boundOf(const Plan &plan, mlir::Value chunk);
  llvm::SmallVector<mlir::Value> enterChunk(Run &run, tasks::ChunksOp op,
                                            mlir::Value chunk);
  void leaveChunk(Run &run, tasks::ChunksOp op, mlir::Value chunk,
                  mlir::ValueRange yielded);

  ResultsLowering results;
};

/// What tasks accumulate into (Copies.cpp).
class CopiesLowering : Emission {
public:
  using Emission::Emission;

  void openOwners(Run &run, tasks::OwnOp op);
  void lowerOwn(Run &run, tasks::OwnOp op);
  llvm::SmallVector<mlir::Value> openCollected(Run &run);
  llvm::SmallVector<mlir::Value>
  collect(Run &run, llvm::ArrayRef<mlir::Value> kept, mlir::ValueRange yielded);
  Copy openCopies(Run &run, tasks::CopyOp op);
  void lowerCopy(Run &run, tasks::CopyOp op, const Copy &copy);
  void combine(const Copy &copy);

private:
  void combineParts(const Copy &copy);
  void combinePart(const Copy &copy, mlir::Value lo, mlir::Value hi);
};

/// Rows that are longer than a chunk (Pieces.cpp).
class PiecesLowering : Emission {
public:
  explicit PiecesLowering(Place &place) : Emission(place), chunks(place) {}

  Pieces openPieces(Run &run, tasks::PiecesOp op);
  void lowerPieces(Run &run, const Pieces &pieces);
  void addSums(Run &run, const Pieces &pieces);

private:
  void lowerPartsOf(Run &run, const Pieces &pieces, mlir::Value chunk);
  mlir::Value openEnds(Run &run, const Pieces &pieces, mlir::Value round,
                       mlir::Value isPiece);
  mlir::Value openSum(const Pieces &pieces, mlir::Value chunk, mlir::Value row,
                      mlir::Value isRest);

  ChunksLowering chunks;
};

/// All of a module (LowerTasks.cpp).
class TasksLowering : Emission {
public:
  explicit TasksLowering(Place &place)
      : Emission(place), place(place), results(place), chunks(place),
        copies(place), pieces(place) {}

  void run(mlir::ModuleOp module);
  unsigned getNumRuns() const { return numRuns; }

private:
  void lower(mlir::Operation *op);
  void lowerPlan(tasks::PlanOp op);
  void lowerRun(tasks::RunOp op);
  const Plan &planOf(mlir::Value plan) const {
    return plans.find(plan)->second;
  }

  Place &place;
  ResultsLowering results;
  ChunksLowering chunks;
  CopiesLowering copies;
  PiecesLowering pieces;
  llvm::DenseMap<mlir::Value, Plan> plans;
  unsigned numRuns = 0;
};

} // namespace encke::lowering

#endif // ENCKE_PASSES_LOWERTASKS_LOWERING_H
