//===- Sharing.h - how tasks share a parallel loop --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mark `parallel(..)` of a forall (Sharing.td says what its words mean), as
// a struct to read and change; and what of it a loop can have.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_SHARING_H
#define ENCKE_DIALECTS_CIN_SHARING_H

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Plan.h"

#include <optional>
#include <string>

namespace encke::cin {

struct Sharing {
  Share share = Share::plain;
  int64_t mode = 0; ///< Of `owner`.
  bool byElements = false, deal = false;
  int64_t chunks = 16, unit = 4, extra = 0;

  /// That of a parallel loop. Where its share is not written, it is the
  /// plainest one.
  static Sharing of(ForallOp forall);

  void setOn(ForallOp forall) const;
};

/// The tensor whose elements the iterations deal with: of a loop over positions
/// the one that they are of, else the first whose outermost level the loop runs
/// along; null without any.
AccessOp findLeader(ForallOp forall, const LoopPlan &plan,
                    const LoopPlanner &planner);

/// Each iteration of a loop with this leader, or null, has a segment of its
/// second level.
bool hasRows(AccessOp leader, const LoopPlan &plan, const LoopPlanner &planner);

/// A loop over rows whose results are sums along them.
struct Pieces {
  AccessOp leader;
  AssignOp assign;      ///< Into the result.
  Reduction collecting; ///< How pieces are combined.
};
std::optional<Pieces> findPieces(ForallOp forall, const LoopPlan &plan,
                                 const LoopPlanner &planner);

/// In a parallel loop whose iterations share elements, the loop inside that
/// goes along a mode of these, if tasks can own its coordinates; else null.
ForallOp findOwnable(ForallOp forall, unsigned mode,
                     const LoopPlanner &planner);

/// A level of the access lies along the loop and does not have every
/// coordinate.
bool isRestrictedBy(AccessOp access, ForallOp forall,
                    const LoopPlanner &planner);

/// Something in the loop appends to the kernel's sparse result.
bool appendsToResult(ForallOp forall);

/// Why tasks cannot share the loop as its mark says; empty: they can. Fails
/// after an error.
mlir::FailureOr<std::string> whyNotShared(ForallOp forall,
                                          const LoopPlanner &planner);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_SHARING_H
