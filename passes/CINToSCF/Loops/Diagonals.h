//===- Diagonals.h - loops over matrices stored by diagonals ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// forall d { forall i { forall j at d + i - rows + 1 S } }: several diagonals
// that have a column in each row of a strip are added up together (`together`).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_DIAGONALS_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_DIAGONALS_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class Control;
class Loops;
class Places;
class Values;

/// Generates loops over diagonals of which several are added up together.
class Diagonals : Part {
public:
  Diagonals(Context &context, Places &places, Control &control, Values &values,
            Loops &loops)
      : Part(context), places(places), control(control), values(values),
        loops(loops) {}

  /// The loop over diagonals of which several are added up together.
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
  Loops &loops;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_DIAGONALS_H
