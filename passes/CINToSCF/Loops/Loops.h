//===- Loops.h - loops over levels ------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_LOOPS_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_LOOPS_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class Control;
class DerivedLoops;
class Diagonals;
class ParallelLoops;
class Places;
class Result;
class Statements;
class Streams;
class Values;
class Workspaces;

/// What one task owns, where it is known.
struct Own {
  cin::ForallOp loop;
  mlir::Value isPart; ///< i1: not all coordinates.
  Interval coordinates;
};

/// Generates the loops of a forall: those of the points of its iteration
/// lattice (dialects/CIN/Plan.h). In each case of a point, the accesses that
/// are absent there drop out of the values.
class Loops : Part {
public:
  Loops(Context &context, Places &places, Control &control, Values &values,
        Streams &streams, Result &result, Workspaces &workspaces,
        Statements &statements, DerivedLoops &derived, Diagonals &diagonals,
        ParallelLoops &tasks)
      : Part(context), places(places), control(control), values(values),
        streams(streams), result(result), workspaces(workspaces),
        statements(statements), derived(derived), diagonals(diagonals),
        tasks(tasks) {}

  mlir::LogicalResult run(cin::ForallOp forall, Scope &scope);

  /// All of the loop, which is not shared by tasks.
  mlir::LogicalResult loopInOne(cin::ForallOp forall, PlannedLoop &plan,
                                Scope &scope);
  /// A part of the loop: coordinates, or positions of the first iterator.
  mlir::LogicalResult loopOverPart(cin::ForallOp forall, PlannedLoop &plan,
                                   Interval part, Scope &scope);
  /// The loop of one level that decides alone.
  mlir::LogicalResult loopOverPositions(cin::ForallOp forall, PlannedLoop &plan,
                                        const Keys &keys, Scope &scope);

  /// What comes behind the body of a case, before which `earlier` ones were not
  /// taken.
  using CaseEnd = llvm::function_ref<void(
      cin::IteratorSet here, llvm::ArrayRef<cin::LatticePoint> earlier,
      Scope &scope)>;
  /// The first case whose iterators are all present, larger ones first.
  mlir::LogicalResult emitCases(cin::ForallOp forall, PlannedLoop &plan,
                                llvm::ArrayRef<cin::LatticePoint> cases,
                                cin::LatticePoint point, mlir::Value coordinate,
                                const Keys &keys, Scope &scope,
                                CaseEnd atEnd = {});
  /// The body at a coordinate where exactly the iterators of `here` are
  /// present.
  mlir::LogicalResult enterBody(cin::ForallOp forall, const PlannedLoop &plan,
                                cin::IteratorSet here, mlir::Value coordinate,
                                Scope &scope);

  /// Of a merge that has two forms: here it only steps (`inVersions`).
  bool onlySteps(cin::ForallOp merge) const { return stepping == merge; }

  /// From here on only over what the task owns; null: over all.
  void setOwn(std::optional<Own> owned) { own = owned; }

private:
  mlir::LogicalResult inVersions(cin::ForallOp forall, const Keys &keys,
                                 Scope &scope, Body body);
  mlir::LogicalResult loopOverOwn(cin::ForallOp forall, PlannedLoop &plan,
                                  Scope &scope);
  mlir::LogicalResult loopOverCoordinates(cin::ForallOp forall,
                                          PlannedLoop &plan,
                                          Interval coordinates,
                                          const Keys &keys, Scope &scope);
  mlir::LogicalResult visitCoordinates(cin::ForallOp forall, PlannedLoop &plan,
                                       Interval coordinates, const Keys &keys,
                                       Scope &scope);
  mlir::LogicalResult loopOverRuns(cin::ForallOp forall, PlannedLoop &plan,
                                   cin::AccessOp access, Interval coordinates,
                                   const Keys &keys, Scope &scope);
  mlir::LogicalResult clipToBlock(cin::ForallOp forall, PlannedLoop &plan,
                                  Scope &scope);
  mlir::LogicalResult loopWithinBlock(cin::ForallOp forall,
                                      const PlannedLoop &plan, const Keys &keys,
                                      Scope &scope);
  mlir::LogicalResult askForPadding(cin::ForallOp forall, Scope &scope,
                                    Body body);
  mlir::LogicalResult locateLevels(cin::ForallOp forall, Scope &scope,
                                   Body body);

  Places &places;
  Control &control;
  Values &values;
  Streams &streams;
  Result &result;
  Workspaces &workspaces;
  Statements &statements;
  DerivedLoops &derived;
  Diagonals &diagonals;
  ParallelLoops &tasks;
  /// What the task owns whose part of a loop is generated.
  std::optional<Own> own;
  /// The merge of which another form than stepping is not generated now, or of
  /// which it is asked around whether it steps.
  cin::ForallOp stepping, asked;
  /// The bodies of loops so far. A union of n tensors has a case for each
  /// subset of them, in each loop.
  unsigned numBodies = 0;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_LOOPS_H
