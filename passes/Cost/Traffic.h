//===- Traffic.h - what an order of dense loops takes -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors that are stored in different orders cannot all be gone through as
// they are stored. Each order of the loops is given a time: what the innermost
// loop does at each point, and the lines that its tensors take from a cache or
// from memory. A line is taken again whenever the loops come back to it, unless
// all that they touched in between fits into the cache.
//
// Fitted to the times of some ten orders each of 137 random statements with two
// operands on a Zen 4 core: the order for which the least is expected took 1.2
// times as long as the best of them, in the geometric mean, and 3 times at
// most.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_TRAFFIC_H
#define ENCKE_PASSES_COST_TRAFFIC_H

#include "passes/Cost/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <array>

namespace encke::cost {

/// Another order than the usual one has to take this part of its time, or less.
/// Unit: ratio. Measured by: 137 random statements, of which the model misses
/// the best order by a factor of 1.2.
inline constexpr double leastGain = 0.75;

/// How often what is written comes and goes.
/// Unit: ratio. Measured by: 137 random statements.
inline constexpr double resultWeight = 2;

/// An element in a vector.
/// Unit: cycles. Measured by: 137 random statements.
inline constexpr double vectorCycles = 0.8;
/// One alone.
/// Unit: cycles. Measured by: 137 random statements.
inline constexpr double scalarCycles = 1;
/// Storing one alone.
/// Unit: cycles. Measured by: 137 random statements.
inline constexpr double storeCycles = 2.5;
/// Adding one to the sum before.
/// Unit: cycles. Measured by: 137 random statements.
inline constexpr double sumCycles = 4;

/// A cache of lines, or of the translations of pages: how many bytes it holds,
/// in units of so many, and the cycles for a unit that it does not hold: the
/// next one in memory, or one apart from those before.
struct Cache {
  double bytes, unit, next, apart;

  /// Eight units share a set.
  double getSets() const { return bytes / unit / 8; }
};

/// The second cache of the smallest cores of the kind to which the model is
/// fitted; more of it is not counted on.
/// Unit: bytes. Measured by: 137 random statements.
inline constexpr double smallestSecond = 512 << 10;

/// The two caches of a core, and that of 64 pages.
std::array<Cache, 3> getCaches(const Target &target);

/// A nest of loops over dense tensors. An order of them is their numbers,
/// outermost first.
struct DenseNest {
  /// A tensor that the nest reads or writes.
  struct Tensor {
    llvm::SmallVector<unsigned> loops; ///< of each mode
    double elementBytes;

    bool isMovedBy(unsigned loop) const;
    bool jumpsAlong(unsigned loop) const;
  };

  llvm::SmallVector<double> trips;   ///< of each loop
  llvm::SmallVector<Tensor> tensors; ///< the result first

  bool movesResult(unsigned loop) const {
    return tensors.front().isMovedBy(loop);
  }
  bool isResult(const Tensor &tensor) const {
    return &tensor == tensors.data();
  }
};

/// Cycles that the nest takes in this order.
double getCycles(const Target &target, const DenseNest &nest,
                 llvm::ArrayRef<unsigned> order);

/// An order that was chosen.
struct DenseOrder {
  llvm::SmallVector<unsigned> loops;
  /// An operand that has all loops comes from memory, as it is stored; what it
  /// is added to is in a cache.
  bool streams = false;
};

/// The order in which a sum goes once through an operand that is larger than a
/// cache: that in which it is stored. Loops that move the result go further out
/// until what those inside of a reducing loop come back to fits in a cache. For
/// other nests the order with the fewest cycles; that in which the loops are
/// numbered where this takes little more, and for more than six loops.
DenseOrder chooseOrder(const Target &target, const DenseNest &nest);

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_TRAFFIC_H
