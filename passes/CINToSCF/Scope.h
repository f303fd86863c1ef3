//===- Scope.h - what is known at one point of the code ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data that the parts of the generator hand to each other.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_SCOPE_H
#define ENCKE_PASSES_CINTOSCF_SCOPE_H

#include "dialects/CIN/Plan.h"
#include "passes/CINToSCF/Loops/Levels.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace encke::generator {

/// What all parts of the generator of one kernel share.
struct Context {
  cin::KernelOp kernel;
  RuntimeCalls &runtime;
  mlir::OpBuilder builder;
  cin::LoopPlanner planner;
  /// A mark that its loop cannot have is an error.
  bool strictMarks;
  /// The run that is generated needs the values of what is assigned, and so
  /// reads rows of them.
  bool needsValues = true;
  /// An error was reported where none could be returned.
  bool hasFailed = false;
};

/// A part of the generator.
class Part {
protected:
  explicit Part(Context &context)
      : context(context), builder(context.builder), runtime(context.runtime),
        kernel(context.kernel) {}

  Context &context;
  mlir::OpBuilder &builder;
  RuntimeCalls &runtime;
  cin::KernelOp kernel;
};

/// The variables of the generated code: the value of a register workspace,
/// whether anything was assigned to it, the length of a row's list, and how
/// often the row was assigned to; the position of an iterator; from `cursor`
/// on, the cursors of the result.
struct Variable {
  enum : int { value, present, count, assigned, position, cursor };
};
using StateKey = std::pair<mlir::Operation *, int>;
using Keys = llvm::SmallVector<StateKey>;

/// Whether a value is present: never (constant false), always (constant true),
/// or as the generated code finds out.
struct Presence {
  bool known = true, is = false;
  mlir::Value dynamic;

  static Presence always() { return {true, true, {}}; }
  static Presence never() { return {true, false, {}}; }
  static Presence where(mlir::Value condition) {
    return {false, false, condition};
  }
};

/// What is known at one point of the generated code. Copied into each loop and
/// branch.
struct Scope {
  /// Index variables and computed values.
  mlir::IRMapping values;
  /// Where a sparse access stands in each level, as far as the loops around
  /// have fixed it.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Segment>> positions;
  /// Sparse accesses that store nothing here.
  cin::Absent absent;
  /// Those in padded storage that were asked whether they are padding: the
  /// answer (i1), or null where this is code for what is none.
  llvm::DenseMap<mlir::Operation *, mlir::Value> asked;
  /// Derived loops whose coordinate is in the extent, since the loop around
  /// visits no other.
  llvm::SmallPtrSet<mlir::Operation *, 2> inside;
  /// No tensor that is asked for padding stores zeros here.
  bool storesNoZeros = false;
  /// Loops within blocks that are not cut off here.
  llvm::SmallPtrSet<mlir::Operation *, 4> wholeBlocks;
  /// The current value of each variable. Loops and branches carry those that
  /// are assigned inside.
  llvm::DenseMap<StateKey, mlir::Value> state;
  /// The presence of registers, where it is known before they are filled.
  llvm::DenseMap<mlir::Operation *, Presence> registers;
  /// The positions and coordinates of the levels of the sparse result.
  llvm::SmallVector<mlir::Value> resultPositions, resultCoordinates;
};

using Body = llvm::function_ref<mlir::LogicalResult(Scope &)>;
using CounterBody =
    llvm::function_ref<mlir::LogicalResult(mlir::Value, Scope &)>;

/// Goes along one stream of a loop.
struct Iterator {
  cin::AccessOp access;
  const Level *level = nullptr;
  mlir::Value position, end; ///< As far as the loop has come.
  mlir::Value coordinate;    ///< There.
  /// i1: it is the coordinate of this iteration; null where that is certain.
  mlir::Value present;
  mlir::Value segmentEnd; ///< Of a level that repeats coordinates.
};

/// The plan of a loop, and an iterator for each of its streams.
struct PlannedLoop : cin::LoopPlan {
  llvm::SmallVector<Iterator> iterators;

  /// The first whose coordinates are visited.
  Iterator &getFirst() { return iterators[getFirstVisited()]; }
  const Iterator &getFirst() const { return iterators[getFirstVisited()]; }
};

/// The coordinates lo ... hi - 1, or the positions of one iterator (index
/// values).
struct Interval {
  mlir::Value lo, hi;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_SCOPE_H
