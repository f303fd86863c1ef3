//===- Visits.h - coordinates that sparse loops visit -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops in which sparse tensors take part are ordered so that they visit the
// fewest coordinates, as far as that can be told without the data. Each sparse
// tensor wants its loops in the order of its levels; one that cannot have it is
// converted.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_VISITS_H
#define ENCKE_PASSES_COST_VISITS_H

#include "passes/Cost/Assumed.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace encke::cost {

/// An element that is converted, since no order of loops is that of its
/// tensor's levels.
/// Unit: visited coordinates. Chosen, not measured.
inline constexpr double convertedElement = 20;

/// The loops of a nest that sparse tensors take part in. An order of them is
/// their numbers, outermost first.
struct SparseNest {
  struct Loop {
    double trips = assumedSize; ///< if no tensor restricts it
    bool isWithin = false;      ///< goes along one block only
    bool movesResult = false;
  };

  /// What a sparse tensor wants.
  struct Chain {
    llvm::SmallVector<unsigned> loops; ///< in the order of its levels
    /// Those over dense levels inside of blocks: all coordinates have a
    /// position there, so they may be before loops over levels in between.
    llvm::SmallVector<unsigned> located;
    bool isResult = false;
    bool isForeign =
        false; ///< has levels that no loop of the nest can run over
    /// Its elements; 0 where they are not known, and the trips of the loops
    /// neither.
    double elements = 0;

    /// The tensor need not be converted for this order.
    bool follows(llvm::ArrayRef<unsigned> order) const;
  };

  llvm::SmallVector<Loop> loops;
  llvm::SmallVector<Chain> chains;
};

/// How many of the `trips` coordinates along a mode a tensor has, which stores
/// so many elements, for each of the `outside` places along `loops` modes that
/// loops around go along. 0 elements are not known.
double countInFibre(double outside, unsigned loops, double trips,
                    double elements);

/// How many coordinates the loops visit in this order, all in all, and what it
/// costs, in such visits, to convert what does not follow it.
double countVisits(const SparseNest &nest, llvm::ArrayRef<unsigned> order);

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_VISITS_H
