//===- Result.h - the sparse result of a kernel -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel's loops append to it in the order of its levels: they run to
// count, or to bound, what it will hold, and once more to fill it in
// (Assembly.h).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_SINKS_RESULT_H
#define ENCKE_PASSES_CINTOSCF_SINKS_RESULT_H

#include "passes/CINToSCF/Scope.h"
#include "passes/CINToSCF/Sinks/Assembly.h"

namespace encke::generator {

class Control;
class Places;
class Values;

/// The sparse result, where the kernel has one.
class Result : Part {
public:
  Result(Context &context, Places &places, Control &control, Values &values)
      : Part(context), places(places), control(control), values(values) {}

  /// `stored` is what a numeric kernel sees of its result instead, or null.
  mlir::LogicalResult open(mlir::Value stored);

  bool exists() const { return assembly.has_value(); }
  bool is(mlir::Value place) const { return assembly && place == resultPlace; }
  mlir::BlockArgument getPlace() const { return resultPlace; }
  Assembly &getArrays() { return *assembly; }
  const Assembly &getArrays() const { return *assembly; }
  /// The run that is generated only counts what there will be.
  bool isCounting() const { return assembly && !assembly->isFilling(); }
  /// The run that is generated needs the values of what is assigned.
  bool needsValues() const { return !assembly || assembly->storesValues(); }
  /// It needs those of the workspace, of which a condition may be computed.
  bool needsValuesOf(cin::WhereOp where) const;
  /// Its arrays may be longer than needed.
  bool isBounded() const;

  // The cursors: how many coordinates each compressed level has so far.
  StateKey cursorKey(unsigned level) const;
  Keys cursorKeys() const;
  llvm::SmallVector<mlir::Value> cursorsIn(const Scope &scope) const;
  /// Nothing was appended yet.
  Scope openCursors();
  void advanceCursor(unsigned level, mlir::Value by, Scope &scope);

  // Levels.
  /// The loop's variable is that of the next level, or the loop does not
  /// append.
  mlir::LogicalResult checkLoop(cin::ForallOp forall, const Scope &scope);
  /// `body`, between what a level of the result needs before and after it.
  mlir::LogicalResult insideLevel(cin::ForallOp forall, mlir::Value coordinate,
                                  Scope &scope, Body body);
  mlir::LogicalResult append(cin::AssignOp assign, Scope &scope);
  /// The same into a block, without a branch: where the element is not present
  /// (i1), there is padding.
  mlir::LogicalResult put(cin::AssignOp assign, mlir::Value isPresent,
                          Scope &scope);

  // Loops that append to the last level alone (Rows of it, in ResultRows.cpp).
  /// While counting: whether each iteration of the loop appends one element,
  /// whatever its value; null where that is not known before the loop.
  std::optional<Presence> appendsEachTime(cin::ForallOp forall,
                                          const PlannedLoop &plan,
                                          const Scope &scope);
  /// Each coordinate of the loop is that of one element, whatever its value.
  bool appendsAll(cin::ForallOp forall, const PlannedLoop &plan, Scope &scope);
  /// Such a loop. The positions follow from the coordinates, so that it carries
  /// none.
  mlir::LogicalResult appendRow(cin::ForallOp forall, Interval coordinates,
                                const Keys &keys, Scope &scope,
                                CounterBody body);
  /// The consumer copies a full workspace to where the result will have it, so
  /// that the producer may as well write there.
  bool isMadeInPlace(cin::WhereOp where) const;
  /// That part of the result's values; while they are filled in.
  mlir::Value viewRow(cin::WhereOp where, const Scope &scope);

  /// In a numeric kernel: the coordinates of the row of the result that the
  /// loops around are at, and their positions (see whyNotGathered).
  struct StoredRow {
    mlir::Value coordinates, lo, hi;
  };
  StoredRow findStoredRow(const Scope &scope);

private:
  mlir::LogicalResult checkAppend(cin::AssignOp assign, const Scope &scope);
  void markZero(mlir::Value value, mlir::Value position, mlir::Value isPresent);
  bool leavesNoPadding(const Format &format);
  StateKey touchedKey() const;
  mlir::LogicalResult fillStored(cin::ForallOp forall, unsigned level,
                                 Scope &scope, Body body);
  mlir::LogicalResult closeLevel(mlir::Location loc, unsigned level,
                                 mlir::Value changed, Scope &scope);
  void closeDenseLevel(mlir::Location loc, unsigned level, mlir::Value before,
                       Scope &scope);

  Places &places;
  Control &control;
  Values &values;
  std::optional<Assembly> assembly;
  mlir::BlockArgument resultPlace;
  /// Where rows are gathered.
  mlir::Value positions, coordinates;
};

/// Something inside appends to a sparse result.
bool appendsIn(mlir::Operation *op);

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_SINKS_RESULT_H
