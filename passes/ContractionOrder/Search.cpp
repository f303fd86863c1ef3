//===- Search.cpp - the best order of a product of many factors -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/Search.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <vector>

using namespace llvm;
using namespace encke;

/// States that a beam search keeps for each number of parts.
static constexpr size_t beamWidth = 24;

/// Among sparse factors one loop nest counts as this much of its cost: its
/// parts would each have to find the same elements again.
static constexpr double fusedWeight = 0.6;

static std::unique_ptr<OrderTree> makeFactor(FactorSet factor) {
  auto tree = std::make_unique<OrderTree>();
  tree->factors = factor;
  return tree;
}

/// The factors of a set, as they stand.
static SmallVector<Part> factorsOf(const CostModel &model, FactorSet set) {
  SmallVector<Part> parts;
  for (; set; set &= set - 1)
    parts.push_back(model.getFactor(countr_zero(set)));
  return parts;
}

static Cost costOfFused(const CostModel &model, FactorSet set) {
  Cost cost = model.join(factorsOf(model, set), set);
  if (model.getNetwork().hasSparse() && popcount(set) > 2)
    cost.work *= fusedWeight;
  return cost;
}

static std::unique_ptr<OrderTree> makeFused(FactorSet set) {
  auto tree = std::make_unique<OrderTree>();
  tree->factors = set;
  for (FactorSet rest = set; rest; rest &= rest - 1)
    tree->parts.push_back(makeFactor(rest & -rest));
  return tree;
}

/// What it takes to have one factor as a part: nothing, or its own sum.
static Cost costOfFactor(const CostModel &model, unsigned factor) {
  FactorSet set = FactorSet(1) << factor;
  Part one = model.getFactor(factor);
  if (model.getPart(set).labels == one.labels)
    return {};
  return model.join(one, set);
}

static std::unique_ptr<OrderTree> makeSingle(const CostModel &model,
                                             unsigned factor) {
  FactorSet set = FactorSet(1) << factor;
  bool isSummed = model.getPart(set).labels != model.getFactor(factor).labels;
  return isSummed ? makeFused(set) : makeFactor(set);
}

namespace {

/// Dynamic programming over all subsets of the factors.
class ExactSearch {
public:
  ExactSearch(const CostModel &model)
      : model(model), best(size_t(model.all()) + 1) {}

  Order run();

private:
  /// The best way to have a set: from two or three sets, or, with both zero,
  /// from its factors as they stand.
  struct Best {
    Cost cost;
    Part part;
    FactorSet first = 0, second = 0;
  };

  void find(FactorSet set);
  void tryJoin(FactorSet set, ArrayRef<FactorSet> parts);
  std::unique_ptr<OrderTree> build(FactorSet set);

  const CostModel &model;
  std::vector<Best> best;
};

} // namespace

void ExactSearch::tryJoin(FactorSet set, ArrayRef<FactorSet> parts) {
  SmallVector<Part, 3> joined;
  Cost cost;
  for (FactorSet part : parts) {
    joined.push_back(best[part].part);
    cost = cost + best[part].cost;
  }
  if (!(cost < best[set].cost))
    return;
  cost = cost + model.join(joined, set);
  if (cost < best[set].cost) {
    best[set].cost = cost;
    best[set].first = parts[0];
    best[set].second = parts.size() == 3 ? parts[1] : 0;
  }
}

/// The first part holds the set's first factor, the second part the first
/// factor of what is left, so that each partition is met once.
void ExactSearch::find(FactorSet set) {
  best[set].part = model.getPart(set);
  if (has_single_bit(set)) {
    best[set].cost = costOfFactor(model, countr_zero(set));
    return;
  }
  bool isTernary = model.getNetwork().hasSparse();
  best[set].cost = costOfFused(model, set);
  FactorSet lowest = set & -set, others = set & ~lowest;
  for (FactorSet more = others; more;) {
    more = (more - 1) & others;
    FactorSet first = lowest | more, rest = set & ~first;
    tryJoin(set, {first, rest});
    if (!isTernary || has_single_bit(rest))
      continue;
    FactorSet restLowest = rest & -rest, restOthers = rest & ~restLowest;
    for (FactorSet extra = restOthers; extra;) {
      extra = (extra - 1) & restOthers;
      FactorSet second = restLowest | extra;
      tryJoin(set, {first, second, rest & ~second});
    }
  }
}

std::unique_ptr<OrderTree> ExactSearch::build(FactorSet set) {
  if (has_single_bit(set))
    return makeSingle(model, countr_zero(set));
  const Best &found = best[set];
  if (!found.first)
    return makeFused(set);
  auto tree = std::make_unique<OrderTree>();
  tree->factors = set;
  FactorSet rest = set;
  for (FactorSet part : {found.first, found.second}) {
    if (part)
      tree->parts.push_back(build(part));
    rest &= ~part;
  }
  tree->parts.push_back(build(rest));
  return tree;
}

Order ExactSearch::run() {
  for (FactorSet set = 1; set <= model.all(); ++set)
    find(set);
  return {build(model.all()), best[model.all()].cost};
}

namespace {

/// Joins two parts at a time, and keeps the best states of each round.
class BeamSearch {
public:
  BeamSearch(const CostModel &model) : model(model) {}

  Order run();

private:
  /// The parts that are left, and the joins that led to them.
  struct State {
    Cost cost;
    SmallVector<FactorSet> parts;
    SmallVector<std::pair<FactorSet, FactorSet>> joins;
  };

  State getStart();
  void extend(const State &state, std::vector<State> &states);
  std::unique_ptr<OrderTree> build(const State &state);

  const CostModel &model;
};

} // namespace

BeamSearch::State BeamSearch::getStart() {
  State start;
  for (unsigned factor = 0; factor < model.getNetwork().factors.size();
       ++factor) {
    start.parts.push_back(FactorSet(1) << factor);
    start.cost = start.cost + costOfFactor(model, factor);
  }
  return start;
}

void BeamSearch::extend(const State &state, std::vector<State> &states) {
  for (size_t a = 0; a < state.parts.size(); ++a)
    for (size_t b = a + 1; b < state.parts.size(); ++b) {
      FactorSet first = state.parts[a], second = state.parts[b];
      State next = state;
      next.cost =
          state.cost + model.join({model.getPart(first), model.getPart(second)},
                                  first | second);
      next.parts.erase(next.parts.begin() + b);
      next.parts[a] = first | second;
      next.joins.push_back({first, second});
      states.push_back(std::move(next));
    }
}

std::unique_ptr<OrderTree> BeamSearch::build(const State &state) {
  std::vector<std::unique_ptr<OrderTree>> trees;
  for (unsigned factor = 0; factor < model.getNetwork().factors.size();
       ++factor)
    trees.push_back(makeSingle(model, factor));
  for (auto [first, second] : state.joins) {
    auto tree = std::make_unique<OrderTree>();
    tree->factors = first | second;
    for (std::unique_ptr<OrderTree> &part : trees)
      if (part && (part->factors == first || part->factors == second))
        tree->parts.push_back(std::move(part));
    trees.push_back(std::move(tree));
  }
  return std::move(trees.back());
}

Order BeamSearch::run() {
  std::vector<State> states = {getStart()};
  while (states.front().parts.size() > 1) {
    std::vector<State> next;
    for (const State &state : states)
      extend(state, next);
    llvm::stable_sort(
        next, [](const State &a, const State &b) { return a.cost < b.cost; });
    // The same parts, reached in another order, are one state.
    states.clear();
    for (State &state : next) {
      SmallVector<FactorSet> parts(state.parts);
      llvm::sort(parts);
      bool isKnown = any_of(states, [&](const State &other) {
        SmallVector<FactorSet> known(other.parts);
        llvm::sort(known);
        return known == parts;
      });
      if (!isKnown)
        states.push_back(std::move(state));
      if (states.size() == beamWidth)
        break;
    }
  }
  Cost fused = costOfFused(model, model.all());
  if (fused < states.front().cost)
    return {makeFused(model.all()), fused};
  return {build(states.front()), states.front().cost};
}

Order encke::findOrder(const Network &network) {
  CostModel model(network);
  if (network.factors.size() > exactFactors)
    return BeamSearch(model).run();
  return ExactSearch(model).run();
}
