//===- Network.h - a product of many factors, in numbers --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the search for an order needs to know of a product, apart from IR: which
// labels the factors have, how long the labels are, and how much of each factor
// is stored. Also what may become of parts of it.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_NETWORK_H
#define ENCKE_PASSES_COST_NETWORK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace encke {

namespace cost {

/// Below this density a temporary is stored sparse.
/// Unit: density. Chosen, not measured.
inline constexpr double sparseBelow = 0.25;

/// An operation in a contraction of dense parts, which is blocked, against one
/// in a loop over a sparse operand.
/// Unit: ratio. Chosen, not measured.
inline constexpr double blockedWeight = 0.25;
/// One where the sum goes through a workspace into a sparse result, twice.
/// Unit: ratio. Chosen, not measured.
inline constexpr double workspaceWeight = 8;
/// One where the elements of a sparse result are appended.
/// Unit: ratio. Chosen, not measured.
inline constexpr double appendWeight = 2;
/// An element of a dense temporary that is written and read again.
/// Unit: operations. Chosen, not measured.
inline constexpr double denseElement = 3;
/// And one of a sparse one.
/// Unit: operations. Chosen, not measured.
inline constexpr double sparseElement = 6;
/// A part that no loop order can assemble well is avoided.
/// Unit: ratio. Chosen, not measured.
inline constexpr double unassemblable = 1e6;
/// Among sparse factors one loop nest counts as this much of its cost: its
/// parts would each have to find the same elements again.
/// Unit: ratio. Chosen, not measured.
inline constexpr double fusedWeight = 0.6;
/// Multiplying a factor by a scalar first costs a pass over it and another
/// kernel: its elements must be so many times fewer than the operations.
/// Unit: operations an element. Chosen, not measured.
inline constexpr double worthHoisting = 16;

/// Networks of so many factors are searched exhaustively.
/// Unit: factors. Chosen, not measured.
inline constexpr unsigned exactFactors = 10;
/// Those of more than these only by products that share a label.
/// Unit: factors. Chosen, not measured.
inline constexpr unsigned outerFactors = 32;
/// States that a beam search keeps for each number of parts,
/// Unit: states. Chosen, not measured.
inline constexpr size_t beamWidth = 24;
/// or fewer where there are so many joins to choose from that the search would
/// take long.
/// Unit: joins. Chosen, not measured.
inline constexpr size_t mostJoins = 16'000'000;

} // namespace cost

/// Sets of labels and of factors, one bit for each of the network's.
using LabelSet = llvm::SmallBitVector;
using FactorSet = llvm::SmallBitVector;

/// The product of `factors`, summed over the labels that `output` lacks.
struct Network {
  struct Factor {
    LabelSet labels;
    double density = 1; ///< the part of its points that has an element
    bool isFull = true; ///< by structure: every point has one
    double rounds = 1;  ///< of loops around the product that do not change it
  };

  llvm::SmallVector<double> sizes; ///< by label
  llvm::SmallVector<Factor> factors;
  LabelSet output;
  /// The part of the output that is wanted at all (masks).
  double wanted = 1;
  bool isOutputSparse = false;
  /// Where a part of the product has no element matters, so that it cannot be
  /// kept as zeros.
  bool keepsPattern = false;
  /// Where nothing contributes the reduction has an identity that is not zero.
  bool hasIdentity = false;

  double space(const LabelSet &labels) const;
  bool hasSparse() const;
};

/// The product of some of a network's factors, as a tensor.
struct Part {
  LabelSet labels; ///< what the rest of the product still needs
  double density = 1;
  double elements = 1; ///< that are stored
  bool isSparse = false;
  bool isWhole = false; ///< the network's result, and no temporary
  double rounds = 1;    ///< of loops around the product that do not change it
};

/// Parts that are multiplied with each other.
using Parts = llvm::ArrayRef<const Part *>;

/// What an order costs. Work is counted in floating-point operations; with
/// sparse factors they are weighted, and what it takes to store parts is added.
struct Cost {
  double work = 0;
  double elements = 0; ///< of temporaries

  Cost operator+(const Cost &other) const {
    return {work + other.work, elements + other.elements};
  }
  /// Less work; of equal work, less memory.
  bool operator<(const Cost &other) const;
};

/// Answers what parts of one network are and what it costs to join them.
class CostModel {
public:
  explicit CostModel(const Network &network);

  /// The product of a set of factors.
  Part getPart(const FactorSet &factors) const;
  /// One factor as it stands in the program, with all of its labels.
  Part getFactor(unsigned factor) const;
  /// Multiplies `parts`, in one loop nest, into `result`, which becomes a
  /// temporary unless it is all of the network.
  Cost join(Parts parts, const Part &result) const;

  /// Joined so, the product would be another one where nothing contributes: a
  /// single number is always there, and what only intersects sparse factors,
  /// after everything is reduced, is zero there and not the identity.
  bool changesMeaning(Parts parts, const Part &result) const;

  FactorSet all() const { return FactorSet(network.factors.size(), true); }
  FactorSet only(unsigned factor) const;
  const Network &getNetwork() const { return network; }

private:
  LabelSet keptLabels(const FactorSet &factors) const;

  const Network &network;
  llvm::SmallVector<FactorSet> users; ///< of each label, the factors with it
  bool hasSparse;
  double largest; ///< elements that a dense temporary may have
};

/// The multiplications and additions of one join, without weights.
double countOperations(const Network &network, Parts parts, const Part &result);

} // namespace encke

#endif // ENCKE_PASSES_COST_NETWORK_H
