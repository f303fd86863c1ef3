//===- Network.cpp - what it costs to multiply some factors ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Network.h"
#include "passes/Cost/Operations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace encke;

double Network::space(const LabelSet &labels) const {
  double points = 1;
  for (unsigned label : labels.set_bits())
    points *= sizes[label];
  return points;
}

bool Network::hasSparse() const {
  return any_of(factors, [](const Factor &factor) { return !factor.isFull; });
}

/// Sums of the same numbers in another order are the same: so many digits as
/// they have in common. (As integers positive numbers have an order that is
/// total, with what is no number at the end.)
static uint64_t roundWork(double work) {
  constexpr uint64_t ignored = (uint64_t(1) << 22) - 1;
  return (bit_cast<uint64_t>(work) + ignored / 2) & ~ignored;
}

bool Cost::operator<(const Cost &other) const {
  uint64_t own = roundWork(work), others = roundWork(other.work);
  return own != others ? own < others : elements < other.elements;
}

static LabelSet without(LabelSet labels, const LabelSet &others) {
  labels.reset(others);
  return labels;
}

CostModel::CostModel(const Network &network)
    : network(network),
      users(network.sizes.size(), FactorSet(network.factors.size())),
      hasSparse(network.hasSparse()), largest(cost::alwaysFits) {
  largest = std::max(largest, network.space(network.output));
  for (auto [number, factor] : enumerate(network.factors)) {
    largest = std::max(largest, network.space(factor.labels));
    for (unsigned label : factor.labels.set_bits())
      users[label].set(number);
  }
}

FactorSet CostModel::only(unsigned factor) const {
  FactorSet set(network.factors.size());
  set.set(factor);
  return set;
}

/// Without the labels that nothing else needs. One factor alone is summed over
/// them first only where that spares the product a loop.
LabelSet CostModel::keptLabels(const FactorSet &factors) const {
  LabelSet labels(network.sizes.size());
  for (unsigned factor : factors.set_bits())
    labels |= network.factors[factor].labels;
  LabelSet kept = labels;
  for (unsigned label : labels.set_bits())
    if (!network.output.test(label) && !users[label].test(factors))
      kept.reset(label);
  bool isOne = factors.count() == 1 && factors.size() != 1;
  if (!isOne || kept == labels)
    return kept;
  LabelSet others(network.sizes.size());
  for (auto [number, factor] : enumerate(network.factors))
    if (!factors.test(number))
      others |= factor.labels;
  bool sparesLoop =
      network.space(without(labels, kept)) > 1 && others.test(labels);
  return sparesLoop ? kept : labels;
}

Part CostModel::getFactor(unsigned factor) const {
  const Network::Factor &one = network.factors[factor];
  double points = network.space(one.labels);
  Part part;
  part.labels = one.labels;
  part.density = one.isFull ? 1 : one.density;
  part.elements = one.isFull ? points : points * one.density;
  part.isSparse = !one.isFull;
  part.rounds = one.rounds;
  return part;
}

/// Elements are taken to be independent of each other and equally likely
/// everywhere: a sum over m points of density p has an element with the
/// probability 1 - (1 - p)^m. Sparse factors without the labels that are summed
/// have the same element at all m points. What loops around the product do not
/// change is computed once for all rounds.
Part CostModel::getPart(const FactorSet &factors) const {
  unsigned first = factors.find_first();
  Part part;
  part.labels = keptLabels(factors);
  part.isWhole = factors.all();
  if (factors.count() == 1 && part.labels == network.factors[first].labels) {
    part = getFactor(first);
    part.isWhole = factors.all();
    return part;
  }
  part.rounds = network.factors[first].rounds;
  double fixed = 1, varying = 1;
  LabelSet summed(network.sizes.size());
  bool isFull = true;
  for (unsigned number : factors.set_bits()) {
    const Network::Factor &factor = network.factors[number];
    part.rounds = std::min(part.rounds, factor.rounds);
    if (factor.isFull)
      continue;
    isFull = false;
    LabelSet own = without(factor.labels, part.labels);
    (own.any() ? varying : fixed) *= factor.density;
    summed |= own;
  }
  double points = network.space(part.labels);
  double density =
      fixed * -std::expm1(network.space(summed) *
                          std::log1p(-std::min(varying, 1 - 1e-12)));
  part.isSparse =
      part.isWhole ? network.isOutputSparse
                   : !isFull && part.labels.any() &&
                         (network.keepsPattern || density < cost::sparseBelow);
  part.density = part.isSparse ? density : 1;
  part.elements = points * part.density;
  return part;
}

static LabelSet unionOf(Parts parts) {
  LabelSet labels = parts.front()->labels;
  for (const Part *part : parts.drop_front())
    labels |= part->labels;
  return labels;
}

/// A sparse result is appended to, with a workspace along one loop at most: all
/// but one of the labels that only one part has come before what is summed.
static bool canAssemble(Parts parts, const LabelSet &kept) {
  LabelSet once(kept.size()), often(kept.size());
  for (const Part *part : parts) {
    LabelSet again = part->labels;
    again &= once;
    often |= again;
    once |= part->labels;
  }
  unsigned free = 0, most = 0;
  for (const Part *part : parts) {
    LabelSet own = without(part->labels, often);
    own &= kept;
    free += own.count();
    most = std::max(most, unsigned(own.count()));
  }
  return free - most <= 1;
}

static double countPoints(const Network &network, Parts parts) {
  double points = network.space(unionOf(parts));
  for (const Part *part : parts)
    points *= part->density;
  return points;
}

double encke::countOperations(const Network &network, Parts parts,
                              const Part &result) {
  bool reduces = unionOf(parts).test(result.labels);
  return countPoints(network, parts) * (parts.size() - 1 + reduces);
}

bool CostModel::changesMeaning(Parts parts, const Part &result) const {
  if (result.isWhole)
    return network.hasIdentity && hasSparse &&
           !unionOf(parts).test(result.labels);
  bool isSparse =
      any_of(parts, [](const Part *part) { return part->isSparse; });
  return network.keepsPattern && isSparse && result.labels.none();
}

Cost CostModel::join(Parts parts, const Part &result) const {
  bool isTarget = result.isWhole;
  bool reduces = unionOf(parts).test(result.labels);
  double flops = countOperations(network, parts, result);
  if (isTarget)
    flops *= network.wanted;
  Cost cost;
  cost.elements = isTarget ? 0 : result.elements;
  bool isTooLarge = !isTarget && !result.isSparse && result.elements > largest;
  if (!hasSparse) {
    cost.work =
        (isTooLarge ? flops * cost::unassemblable : flops) / result.rounds;
    return cost;
  }
  bool isBlocked =
      parts.size() == 2 && reduces &&
      none_of(parts, [](const Part *part) { return part->isSparse; });
  double weight = result.isSparse
                      ? (reduces ? cost::workspaceWeight : cost::appendWeight)
                      : (isBlocked ? cost::blockedWeight : 1);
  if (isTooLarge || changesMeaning(parts, result) ||
      (result.isSparse && reduces && !canAssemble(parts, result.labels)))
    weight *= cost::unassemblable;
  cost.work = flops * weight;
  for (const Part *part : parts)
    if (part->isSparse)
      cost.work += part->elements;
  if (!isTarget)
    cost.work += result.elements *
                 (result.isSparse ? cost::sparseElement : cost::denseElement);
  cost.work /= result.rounds;
  return cost;
}
