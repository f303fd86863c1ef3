//===- LoopTree.h - what loops take, as they will run -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unlike the models that choose an order (Visits.h, Traffic.h), this one is
// asked about loops that are decided: several in each other and behind each
// other, workspaces, vectors, threads. It sorts schedules before they are
// measured.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_LOOPTREE_H
#define ENCKE_PASSES_COST_LOOPTREE_H

#include "passes/Cost/Target.h"

#include <vector>

namespace encke::cost {

/// A step of a loop without vectors, with what is computed there.
/// Unit: ns. Chosen, not measured.
inline constexpr double stepTime = 0.6;

/// What one core reads from each level where the target does not say it.
/// Unit: bytes a ns. Measured by: ./dev calibrate, rounded down.
inline constexpr double usualRates[] = {60, 30, 15, 8};

/// A loop; the outermost one of a tree stands for all and has one iteration.
struct LoopTree {
  /// A tensor of which each iteration needs other bytes.
  struct Access {
    double bytes = 8;       ///< An iteration, in a line of its own or not.
    double tensorBytes = 0; ///< All that the loops may come back to.
  };

  double trips = 1;      ///< Iterations each time.
  double steps = 1;      ///< Coordinates that are looked at for one of them.
  double width = 1;      ///< Elements of a vector.
  bool isShared = false; ///< By threads.
  std::vector<Access> accesses;
  std::vector<LoopTree> inside;
};

/// How many coordinates the loops of a thread visit.
double countVisits(const LoopTree &tree, unsigned threads);

/// Nanoseconds for a byte of something that takes so many bytes as a whole.
double getByteTime(const Target &target, double tensorBytes);

/// Seconds that the loops take: their steps, and what comes from caches and
/// memory.
double estimateSeconds(const Target &target, const LoopTree &tree,
                       unsigned threads);

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_LOOPTREE_H
