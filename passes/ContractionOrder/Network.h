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

#ifndef ENCKE_PASSES_CONTRACTIONORDER_NETWORK_H
#define ENCKE_PASSES_CONTRACTIONORDER_NETWORK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace encke {

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

#endif // ENCKE_PASSES_CONTRACTIONORDER_NETWORK_H
