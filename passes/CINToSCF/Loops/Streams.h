//===- Streams.h - iterators along levels, and searches ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_STREAMS_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_STREAMS_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class Places;

/// Plans loops, and moves the iterators of their streams.
class Streams : Part {
public:
  Streams(Context &context, Places &places) : Part(context), places(places) {}

  /// With iterators that are nowhere yet.
  mlir::FailureOr<PlannedLoop> plan(cin::ForallOp forall, const Scope &scope);
  /// Iterators that are visited stand at the first of their positions.
  void begin(PlannedLoop &plan, const Scope &scope, mlir::Location loc);

  /// Which of the iterators that are not visited have the coordinate, and
  /// where.
  void lookUp(PlannedLoop &plan, mlir::Value coordinate, const Scope &scope,
              mlir::Location loc);
  /// The coordinate at an iterator's position, or -1 after the last one.
  void findCoordinate(Iterator &iterator, mlir::Location loc);
  /// Where the positions with this coordinate end, in a level that repeats
  /// coordinates.
  void findSegmentEnd(Iterator &iterator, mlir::Location loc);
  /// Each iterator of a point that stands at the coordinate of this iteration
  /// goes on.
  void advance(PlannedLoop &plan, cin::LatticePoint point, mlir::Location loc,
               Scope &scope);
  /// What the iterators of a merge have of the coordinates.
  void narrow(PlannedLoop &plan, Interval coordinates, mlir::Location loc);

  // Searches (Searches.cpp).
  /// Goes to the first position with a coordinate that is not smaller; the
  /// result says whether it is the coordinate itself.
  mlir::Value search(Iterator &iterator, const Segment &parent,
                     mlir::Value coordinate, mlir::Location loc);
  /// The first of the positions whose coordinate is not smaller, or their end.
  mlir::Value lowerBound(const Level &level, Interval positions,
                         mlir::Value coordinate, mlir::Location loc);
  /// As lowerBound from the iterator's position on, which the result is near.
  mlir::Value gallop(const Iterator &iterator, mlir::Value coordinate,
                     mlir::Location loc);

private:
  void findFoundSegmentEnd(Iterator &iterator, mlir::Location loc);

  Places &places;
};

/// The iterators of a set.
llvm::SmallVector<Iterator *> iteratorsIn(PlannedLoop &plan,
                                          cin::IteratorSet set);
/// The iterators' positions are variables of the loop, like the others.
Keys positionKeys(llvm::ArrayRef<Iterator *> iterators);

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_STREAMS_H
