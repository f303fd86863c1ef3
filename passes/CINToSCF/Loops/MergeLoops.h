//===- MergeLoops.h - loops that merge streams ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What merges are made of, for the forms that Merges.h has.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_MERGELOOPS_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_MERGELOOPS_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class Control;
class Loops;
class Places;
class Statements;
class Streams;
class Workspaces;

/// Generates the loops of a forall that merges streams.
class MergeLoops {
public:
  struct Parts {
    Context &context;
    Places &places;
    Control &control;
    Streams &streams;
    Loops &loops;
    Statements &statements;
    Workspaces &workspaces;
  };

  /// The iterators of the plan stand at their first positions. `keys`: what
  /// the body changes.
  MergeLoops(const Parts &parts, cin::ForallOp forall, const PlannedLoop &plan,
             const Keys &keys, Scope &scope)
      : forall(forall), loc(forall.getLoc()), plan(plan), keys(keys),
        scope(scope), builder(parts.context.builder), parts(parts) {}

  cin::ForallOp forall;
  const mlir::Location loc;
  const PlannedLoop &plan;
  const Keys &keys;
  Scope &scope; ///< In front of the loops.
  mlir::OpBuilder &builder;

  /// As the loop is marked.
  mlir::LogicalResult emit();

  /// All of it, step by step.
  mlir::LogicalResult stepThrough(Scope &inside);

  /// How the iterators of a point go on behind its cases.
  using Step = llvm::function_ref<void(PlannedLoop &, Scope &)>;
  /// The loop of a point, while none of its iterators is exhausted. Without a
  /// step, each iterator goes on that stands at the smallest coordinate.
  mlir::LogicalResult loopOverPoint(cin::LatticePoint point, Step step,
                                    Scope &scope);

  /// The cases at a coordinate, which is the smallest of a point's.
  mlir::LogicalResult emitCases(PlannedLoop &plan, cin::LatticePoint point,
                                mlir::Value coordinate, Scope &scope);

  /// From the position of one of two iterators to `end`, as if the other one
  /// stored nothing.
  mlir::LogicalResult runAlone(const Iterator &iterator, const Iterator &other,
                               mlir::Value end, Scope &scope);

  mlir::LogicalResult emitFor(Interval positions, const Keys &changed,
                              Scope &scope, CounterBody body);
  mlir::LogicalResult emitIf(mlir::Value condition, Scope &scope, Body thenBody,
                             Body elseBody);

  /// The coordinate at an iterator's position, or -1 after the last one.
  void findCoordinate(Iterator &iterator);
  /// The first position from the iterator's on, which it is near, whose
  /// coordinate is not smaller.
  mlir::Value gallop(const Iterator &iterator, mlir::Value coordinate);

  /// See Workspaces::placesOf.
  mlir::Value getPlaces();
  /// See Loops::onlySteps.
  bool onlySteps();

  /// The iterators of a plan that are visited.
  static llvm::SmallVector<Iterator *> visitedOf(PlannedLoop &plan);
  /// Of an iterator of the merge: the variable that is its position.
  static StateKey positionOf(const Iterator &iterator);

  /// The lengths of two iterators, and whether neither has so many times more
  /// positions than the other as the mark says.
  struct Lengths {
    llvm::SmallVector<mlir::Value, 2> lengths;
    mlir::Value areNear;
  };
  Lengths compareLengths();

private:
  bool advancesInCases(llvm::ArrayRef<cin::LatticePoint> cases,
                       cin::LatticePoint point);
  void advanceIn(cin::IteratorSet here,
                 llvm::ArrayRef<cin::LatticePoint> earlier,
                 const PlannedLoop &there, cin::LatticePoint point,
                 Scope &branch);

  Parts parts;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_MERGELOOPS_H
