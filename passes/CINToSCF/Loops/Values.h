//===- Values.h - scalar values, where they are present ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_VALUES_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_VALUES_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class Places;
class Streams;

/// Says what is present, and evaluates it.
class Values : Part {
public:
  Values(Context &context, Places &places, Streams &streams)
      : Part(context), places(places), streams(streams) {}

  // Presence.cpp.
  Presence presenceOf(mlir::Value value, Scope &scope);
  /// Where a filter leaves nothing the assignment changes nothing, without a
  /// branch: vectors have none.
  bool selectsInVectors(cin::AssignOp assign);
  /// What such an assignment combines: where nothing is present, what leaves
  /// the old value as it is.
  mlir::FailureOr<mlir::Value> evaluateOrNeutral(cin::AssignOp assign,
                                                 Scope &scope);
  Presence presenceOf(cin::AssignOp assign, Scope &scope);
  /// That of what a register collects, if it is known without running the
  /// loops of the producer: the loops visit everything up to their extents.
  std::optional<Presence> presenceOfProducer(cin::WhereOp where, Scope &scope);
  /// Whether (i1) the loop that is all of the block visits something: it goes
  /// along one level, of which that is known here. Null where it is not.
  mlir::FailureOr<mlir::Value> visitsSome(mlir::Block &block, Scope &scope);

  // Values.cpp.
  /// The value where it is present; null where it is absent; failure after an
  /// error.
  mlir::FailureOr<mlir::Value> evaluate(mlir::Value value, Scope &scope);
  /// `evaluated`, which is `value` where that is present; zero elsewhere.
  mlir::Value zeroWhereAbsent(mlir::Value value, mlir::Value evaluated,
                              Scope &scope);

private:
  Presence either(Presence a, Presence b);
  Presence both(Presence a, Presence b);
  Presence negate(Presence presence, mlir::Location loc);
  Presence presenceOfFilter(cin::FilterOp filter, Scope &scope);
  Presence presenceOfRegions(mlir::Operation *op, Scope &scope);
  std::optional<Iterator> findOnlyLevel(llvm::ArrayRef<cin::ForallOp> foralls,
                                        Scope &scope);

  bool isLevelKnown(const cin::Stream &stream, const Scope &scope);

  mlir::FailureOr<mlir::Value> evaluateAccess(cin::AccessOp access,
                                              Scope &scope);
  mlir::FailureOr<mlir::Value> evaluateRegions(mlir::Operation *op,
                                               Scope &scope);
  mlir::FailureOr<mlir::Value> evaluateOther(mlir::Operation *op, Scope &scope);
  mlir::FailureOr<mlir::Value>
  inlineRegion(mlir::Region &region, mlir::ValueRange arguments, Scope &scope);

  Places &places;
  Streams &streams;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_VALUES_H
