//===- Network.cpp - what it costs to multiply some factors ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/Network.h"
#include "passes/Support/Estimates.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace encke;

/// Below this density a temporary is stored sparse.
static constexpr double sparseBelow = 0.25;

// Weights of operations in a network with sparse factors, relative to one in a
// loop over a sparse operand: in a contraction of dense ones, which is blocked;
// where the sum goes through a workspace into a sparse result, twice; where the
// elements of one are appended. Then what an element of a temporary costs to
// write and read again.
static constexpr double blockedWeight = 0.25, workspaceWeight = 8,
                        appendWeight = 2, denseElement = 3, sparseElement = 6;

/// A part that no loop order can assemble well is avoided.
static constexpr double unassemblable = 1e6;

double Network::space(LabelSet labels) const {
  double points = 1;
  for (; labels; labels &= labels - 1)
    points *= sizes[countr_zero(labels)];
  return points;
}

bool Network::hasSparse() const {
  return any_of(factors, [](const Factor &factor) { return !factor.isFull; });
}

bool Cost::operator<(const Cost &other) const {
  // Sums of the same numbers in another order are the same.
  double tolerance = 1e-9 * std::max(work, other.work);
  if (std::abs(work - other.work) > tolerance)
    return work < other.work;
  return elements < other.elements;
}

CostModel::CostModel(const Network &network)
    : network(network),
      everything((FactorSet(2) << (network.factors.size() - 1)) - 1),
      hasSparse(network.hasSparse()), largest(alwaysFits) {
  largest = std::max(largest, network.space(network.output));
  for (const Network::Factor &factor : network.factors)
    largest = std::max(largest, network.space(factor.labels));
}

LabelSet CostModel::labelsOf(FactorSet factors) const {
  LabelSet labels = 0;
  for (; factors; factors &= factors - 1)
    labels |= network.factors[countr_zero(factors)].labels;
  return labels;
}

/// Without the labels that nothing else needs. One factor alone is summed over
/// them first only where that spares the product a loop.
LabelSet CostModel::keptLabels(FactorSet factors) const {
  LabelSet labels = labelsOf(factors);
  LabelSet others = labelsOf(everything & ~factors);
  LabelSet kept = labels & (network.output | others);
  bool isOne = has_single_bit(factors) && factors != everything;
  if (isOne && (network.space(labels & ~kept) <= 1 || !(others & ~labels)))
    return labels;
  return kept;
}

/// What loops around the product do not change is computed once for all rounds.
double CostModel::countRounds(FactorSet factors) const {
  double rounds = network.factors[countr_zero(factors)].rounds;
  for (; factors; factors &= factors - 1)
    rounds = std::min(rounds, network.factors[countr_zero(factors)].rounds);
  return rounds;
}

Part CostModel::getFactor(unsigned factor) const {
  const Network::Factor &one = network.factors[factor];
  double points = network.space(one.labels);
  return {one.labels, one.isFull ? 1 : one.density,
          one.isFull ? points : points * one.density, !one.isFull};
}

/// Elements are taken to be independent of each other and equally likely
/// everywhere: a sum over m points of density p has an element with the
/// probability 1 - (1 - p)^m. Sparse factors without the labels that are summed
/// have the same element at all m points.
Part CostModel::getPart(FactorSet factors) const {
  if (has_single_bit(factors)) {
    Part one = getFactor(countr_zero(factors));
    if (keptLabels(factors) == one.labels)
      return one;
  }
  Part part;
  part.labels = keptLabels(factors);
  double fixed = 1, varying = 1;
  LabelSet summed = 0;
  bool isFull = true;
  for (FactorSet rest = factors; rest; rest &= rest - 1) {
    const Network::Factor &factor = network.factors[countr_zero(rest)];
    if (factor.isFull)
      continue;
    isFull = false;
    LabelSet own = factor.labels & ~part.labels;
    (own ? varying : fixed) *= factor.density;
    summed |= own;
  }
  double points = network.space(part.labels);
  double density =
      fixed * -std::expm1(network.space(summed) *
                          std::log1p(-std::min(varying, 1 - 1e-12)));
  bool isTarget = factors == everything;
  bool isSparse = isTarget
                      ? network.isOutputSparse
                      : !isFull && part.labels &&
                            (network.keepsPattern || density < sparseBelow);
  part.isSparse = isSparse;
  part.density = isSparse ? density : 1;
  part.elements = points * part.density;
  return part;
}

static LabelSet unionOf(ArrayRef<Part> parts) {
  LabelSet labels = 0;
  for (const Part &part : parts)
    labels |= part.labels;
  return labels;
}

/// A sparse result is appended to, with a workspace along one loop at most: all
/// but one of the labels that only one part has come before what is summed.
static bool canAssemble(ArrayRef<Part> parts, LabelSet kept) {
  unsigned free = 0, most = 0;
  for (auto [number, part] : enumerate(parts)) {
    LabelSet others = 0;
    for (auto [other, otherPart] : enumerate(parts))
      if (other != number)
        others |= otherPart.labels;
    unsigned own = popcount(part.labels & kept & ~others);
    free += own;
    most = std::max(most, own);
  }
  return free - most <= 1;
}

static double countPoints(const Network &network, ArrayRef<Part> parts) {
  double points = network.space(unionOf(parts));
  for (const Part &part : parts)
    points *= part.density;
  return points;
}

double encke::countOperations(const Network &network, ArrayRef<Part> parts,
                              const Part &result) {
  bool reduces = unionOf(parts) & ~result.labels;
  return countPoints(network, parts) * (parts.size() - 1 + reduces);
}

bool CostModel::changesMeaning(ArrayRef<Part> parts, FactorSet factors) const {
  Part result = getPart(factors);
  if (factors == everything)
    return network.hasIdentity && hasSparse &&
           !(unionOf(parts) & ~result.labels);
  bool isSparse = any_of(parts, [](const Part &part) { return part.isSparse; });
  return network.keepsPattern && isSparse && !result.labels;
}

Cost CostModel::join(ArrayRef<Part> parts, FactorSet factors) const {
  Part result = getPart(factors);
  bool isTarget = factors == everything;
  bool reduces = unionOf(parts) & ~result.labels;
  double flops = countOperations(network, parts, result);
  if (isTarget)
    flops *= network.wanted;
  Cost cost;
  cost.elements = isTarget ? 0 : result.elements;
  bool isTooLarge = !isTarget && !result.isSparse && result.elements > largest;
  double rounds = countRounds(factors);
  if (!hasSparse) {
    cost.work = (isTooLarge ? flops * unassemblable : flops) / rounds;
    return cost;
  }
  bool isBlocked =
      parts.size() == 2 && reduces &&
      none_of(parts, [](const Part &part) { return part.isSparse; });
  double weight = result.isSparse ? (reduces ? workspaceWeight : appendWeight)
                                  : (isBlocked ? blockedWeight : 1);
  if (isTooLarge || changesMeaning(parts, factors) ||
      (result.isSparse && reduces && !canAssemble(parts, result.labels)))
    weight *= unassemblable;
  cost.work = flops * weight;
  for (const Part &part : parts)
    if (part.isSparse)
      cost.work += part.elements;
  if (!isTarget)
    cost.work +=
        result.elements * (result.isSparse ? sparseElement : denseElement);
  cost.work /= rounds;
  return cost;
}
