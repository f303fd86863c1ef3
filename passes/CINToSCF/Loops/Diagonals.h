//===- Diagonals.h - loops over matrices stored by diagonals ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// forall d { forall i { forall j on d of i S } }: the coordinate of j is that
// of i, shifted by what d says, so the loop over i begins and ends where j
// does.
//
// What is added to the same elements for each diagonal is loaded and stored as
// often as there are diagonals. Where a few of them have all rows of the loop,
// they are added together; that also reads as many streams of values at once.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_DIAGONALS_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_DIAGONALS_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class Control;
class Loops;
class Places;
class Streams;
class Values;

/// Generates loops over diagonals, and over their rows and columns.
class Diagonals : Part {
public:
  Diagonals(Context &context, Places &places, Control &control, Values &values,
            Streams &streams, Loops &loops)
      : Part(context), places(places), control(control), values(values),
        streams(streams), loops(loops) {}

  /// The loop over the one column that a diagonal has in a row.
  mlir::LogicalResult enter(cin::ForallOp columns, Scope &scope);
  /// The rows in which the diagonal has a column. They count from the first row
  /// of the block, if there is one.
  mlir::FailureOr<Interval> clip(cin::ForallOp rows, Interval range,
                                 Scope &scope);
  /// The loop over diagonals only adds to elements in memory, so that several
  /// diagonals can be added at once.
  bool areJoined(cin::ForallOp forall, const PlannedLoop &plan,
                 const Keys &keys, Scope &scope);
  /// Such a loop.
  mlir::LogicalResult loopOver(cin::ForallOp forall, PlannedLoop &plan,
                               Scope &scope);

private:
  /// How many diagonals, and whether these cover the rows of a block.
  using Group = std::pair<int64_t, mlir::Value>;

  /// The first row of which the loop that `rows` holds visits the column.
  mlir::FailureOr<mlir::Value> firstRowOf(cin::ForallOp rows,
                                          mlir::Value diagonal, Scope &scope);
  mlir::LogicalResult add(cin::ForallOp forall, PlannedLoop &plan,
                          mlir::Value position, mlir::Value length,
                          llvm::ArrayRef<Group> groups, Scope &scope);
  mlir::FailureOr<mlir::Value> coverRows(cin::ForallOp rows,
                                         const Iterator &iterator,
                                         mlir::Value position, int64_t count,
                                         mlir::Value length, Scope &scope);
  mlir::LogicalResult addTogether(cin::ForallOp forall,
                                  const Iterator &iterator,
                                  mlir::Value position, int64_t count,
                                  mlir::Value length, Scope &scope);

  Places &places;
  Control &control;
  Values &values;
  Streams &streams;
  Loops &loops;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_DIAGONALS_H
