//===- Derived.h - loops at one coordinate ----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A derived loop visits the coordinate that loops around tell
// (dialects/CIN/Derived.h), if it is in the extent. That is asked for each, or
// the loop around visits only those iterations of which it is.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_DERIVED_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_DERIVED_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class Control;
class Loops;
class Places;
class Values;

/// Generates derived loops.
class DerivedLoops : Part {
public:
  DerivedLoops(Context &context, Places &places, Control &control,
               Values &values, Loops &loops)
      : Part(context), places(places), control(control), values(values),
        loops(loops) {}

  mlir::LogicalResult enter(cin::ForallOp derived, Scope &scope);
  /// Those iterations of a loop over coordinates for which the derived loops
  /// that are all it holds have a coordinate in their extents, as far as it
  /// goes up or down by one with each iteration. These loops are noted in
  /// `scope.inside`.
  mlir::FailureOr<Interval> clip(cin::ForallOp forall, Interval range,
                                 Scope &scope);

private:
  mlir::FailureOr<mlir::Value>
  coordinateAt(cin::ForallOp derived, Scope &scope,
               llvm::function_ref<mlir::Value(mlir::Value)> index);
  bool isElement(cin::ForallOp derived, const Scope &scope);

  Places &places;
  Control &control;
  Values &values;
  Loops &loops;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_DERIVED_H
