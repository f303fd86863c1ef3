//===- Search.cpp - the best order of a product of many factors -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/Search.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/bit.h"

#include <deque>
#include <vector>

using namespace llvm;
using namespace encke;

static std::unique_ptr<OrderTree> makeFactor(const CostModel &model,
                                             unsigned factor) {
  auto tree = std::make_unique<OrderTree>();
  tree->factors = model.only(factor);
  return tree;
}

static Cost costOfFused(const CostModel &model, const FactorSet &set) {
  SmallVector<Part> factors;
  for (unsigned factor : set.set_bits())
    factors.push_back(model.getFactor(factor));
  Cost cost =
      model.join(map_to_vector(factors, [](const Part &part) { return &part; }),
                 model.getPart(set));
  if (model.getNetwork().hasSparse() && factors.size() > 2)
    cost.work *= cost::fusedWeight;
  return cost;
}

static std::unique_ptr<OrderTree> makeFused(const CostModel &model,
                                            const FactorSet &set) {
  auto tree = std::make_unique<OrderTree>();
  tree->factors = set;
  for (unsigned factor : set.set_bits())
    tree->parts.push_back(makeFactor(model, factor));
  return tree;
}

/// What it takes to have one factor as a part: nothing, or its own sum.
static Cost costOfFactor(const CostModel &model, unsigned factor) {
  Part own = model.getFactor(factor), part = model.getPart(model.only(factor));
  if (part.labels == own.labels)
    return {};
  return model.join(&own, part);
}

static std::unique_ptr<OrderTree> makeSingle(const CostModel &model,
                                             unsigned factor) {
  FactorSet set = model.only(factor);
  bool isSummed = model.getPart(set).labels != model.getFactor(factor).labels;
  return isSummed ? makeFused(model, set) : makeFactor(model, factor);
}

namespace {

/// Dynamic programming over all subsets of the factors, of which there are few:
/// a subset is a number.
class ExactSearch {
public:
  ExactSearch(const CostModel &model)
      : model(model), all((1U << model.getNetwork().factors.size()) - 1),
        best(size_t(all) + 1) {}

  Order run();

private:
  /// The best way to have a set: from two or three sets, or, with both zero,
  /// from its factors as they stand.
  struct Best {
    Cost cost;
    Part part;
    unsigned first = 0, second = 0;
  };

  FactorSet toSet(unsigned subset) const;
  void find(unsigned set);
  void tryJoin(unsigned set, ArrayRef<unsigned> parts);
  std::unique_ptr<OrderTree> build(unsigned set);

  const CostModel &model;
  unsigned all;
  std::vector<Best> best;
};

} // namespace

FactorSet ExactSearch::toSet(unsigned subset) const {
  FactorSet set(model.getNetwork().factors.size());
  for (; subset; subset &= subset - 1)
    set.set(countr_zero(subset));
  return set;
}

void ExactSearch::tryJoin(unsigned set, ArrayRef<unsigned> parts) {
  Cost cost;
  for (unsigned part : parts)
    cost = cost + best[part].cost;
  if (!(cost < best[set].cost))
    return;
  SmallVector<const Part *, 3> joined;
  for (unsigned part : parts)
    joined.push_back(&best[part].part);
  cost = cost + model.join(joined, best[set].part);
  if (cost < best[set].cost) {
    best[set].cost = cost;
    best[set].first = parts[0];
    best[set].second = parts.size() == 3 ? parts[1] : 0;
  }
}

/// The first part holds the set's first factor, the second part the first
/// factor of what is left, so that each partition is met once.
void ExactSearch::find(unsigned set) {
  FactorSet factors = toSet(set);
  best[set].part = model.getPart(factors);
  if (has_single_bit(set)) {
    best[set].cost = costOfFactor(model, countr_zero(set));
    return;
  }
  bool isTernary = model.getNetwork().hasSparse();
  best[set].cost = costOfFused(model, factors);
  unsigned lowest = set & -set, others = set & ~lowest;
  for (unsigned more = others; more;) {
    more = (more - 1) & others;
    unsigned first = lowest | more, rest = set & ~first;
    tryJoin(set, {first, rest});
    if (!isTernary || has_single_bit(rest))
      continue;
    unsigned restLowest = rest & -rest, restOthers = rest & ~restLowest;
    for (unsigned extra = restOthers; extra;) {
      extra = (extra - 1) & restOthers;
      unsigned second = restLowest | extra;
      tryJoin(set, {first, second, rest & ~second});
    }
  }
}

std::unique_ptr<OrderTree> ExactSearch::build(unsigned set) {
  if (has_single_bit(set))
    return makeSingle(model, countr_zero(set));
  const Best &found = best[set];
  if (!found.first)
    return makeFused(model, toSet(set));
  auto tree = std::make_unique<OrderTree>();
  tree->factors = toSet(set);
  unsigned rest = set;
  for (unsigned part : {found.first, found.second}) {
    if (part)
      tree->parts.push_back(build(part));
    rest &= ~part;
  }
  tree->parts.push_back(build(rest));
  return tree;
}

Order ExactSearch::run() {
  for (unsigned set = 1; set <= all; ++set)
    find(set);
  return {build(all), best[all].cost};
}

namespace {

/// Joins two parts at a time, and keeps the best states of each round.
class BeamSearch {
public:
  BeamSearch(const CostModel &model) : model(model) {}

  Order run();

private:
  /// A part, and the two that it is the product of; null for a factor.
  struct Node {
    FactorSet factors;
    Part part;
    const Node *first = nullptr, *second = nullptr;
    unsigned lowest = 0; ///< of the factors
    uint64_t hash = 0;

    explicit Node(FactorSet factors) : factors(std::move(factors)) {}
  };
  /// Two parts of a state that may be joined, the one with the lower factor
  /// first.
  struct Join {
    const Node *first, *second;
    Cost cost;
  };
  /// The parts that are left, by their lowest factors, and their joins.
  struct State {
    Cost cost;
    SmallVector<const Node *> parts;
    std::vector<Join> joins;
    bool hasOuter;     ///< joins of parts that share nothing
    uint64_t hash = 0; ///< of the parts, in whatever order they were made
  };
  /// A state with one of its joins. It is made when it is chosen only.
  struct Step {
    Cost cost;
    size_t state, join;

    bool isAfter(const Step &other) const {
      if (other.cost < cost || cost < other.cost)
        return other.cost < cost;
      return std::tie(state, join) > std::tie(other.state, other.join);
    }
  };

  const Node *makeNode(Node node);
  FactorSet unionOf(const Join &join) const;
  void addJoin(State &state, const Node *a, const Node *b) const;
  void addJoins(State &state) const;
  State getStart();
  State getNext(const State &state, const Join &join);
  std::vector<State> getNext(const std::vector<State> &states, size_t width);
  std::unique_ptr<OrderTree> build(const Node &node) const;

  const CostModel &model;
  std::deque<Node> nodes;
};

} // namespace

/// A number that looks random (Steele, Lea and Flood: SplitMix).
static uint64_t mix(uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

const BeamSearch::Node *BeamSearch::makeNode(Node node) {
  node.part = model.getPart(node.factors);
  node.lowest = node.factors.find_first();
  node.hash =
      node.first ? node.first->hash + node.second->hash : mix(node.lowest);
  nodes.push_back(std::move(node));
  return &nodes.back();
}

FactorSet BeamSearch::unionOf(const Join &join) const {
  FactorSet factors = join.first->factors;
  return factors |= join.second->factors;
}

void BeamSearch::addJoin(State &state, const Node *a, const Node *b) const {
  if (!state.hasOuter && !a->part.labels.anyCommon(b->part.labels))
    return;
  if (b->lowest < a->lowest)
    std::swap(a, b);
  Join join{a, b, {}};
  join.cost = model.join({&a->part, &b->part}, model.getPart(unionOf(join)));
  state.joins.push_back(join);
}

/// All of them. Parts that share nothing will not share anything later.
void BeamSearch::addJoins(State &state) const {
  for (auto [number, part] : enumerate(state.parts))
    for (const Node *other : ArrayRef(state.parts).drop_front(number + 1))
      addJoin(state, part, other);
  if (state.joins.empty() && state.parts.size() > 1) {
    state.hasOuter = true;
    addJoins(state);
  }
}

BeamSearch::State BeamSearch::getStart() {
  State start;
  unsigned factors = model.getNetwork().factors.size();
  start.hasOuter = factors <= cost::outerFactors;
  for (unsigned factor = 0; factor < factors; ++factor) {
    start.parts.push_back(makeNode(Node(model.only(factor))));
    start.cost = start.cost + costOfFactor(model, factor);
    start.hash += mix(start.parts.back()->hash);
  }
  addJoins(start);
  return start;
}

/// Joins of other parts stay as they are. Of joins that cost the same the first
/// is taken, by the lowest factors.
BeamSearch::State BeamSearch::getNext(const State &state, const Join &join) {
  Node made(unionOf(join));
  made.first = join.first;
  made.second = join.second;
  const Node *node = makeNode(std::move(made));
  State next;
  next.cost = state.cost + join.cost;
  next.hasOuter = state.hasOuter;
  next.hash = state.hash - mix(join.first->hash) - mix(join.second->hash) +
              mix(node->hash);
  for (const Node *part : state.parts)
    if (part != join.second)
      next.parts.push_back(part == join.first ? node : part);
  for (const Join &other : state.joins)
    if (other.first != join.first && other.first != join.second &&
        other.second != join.first && other.second != join.second)
      next.joins.push_back(other);
  std::vector<Join> others = std::move(next.joins), merged;
  next.joins.clear();
  for (const Node *part : next.parts)
    if (part != node)
      addJoin(next, part, node);
  std::merge(others.begin(), others.end(), next.joins.begin(), next.joins.end(),
             std::back_inserter(merged), [](const Join &a, const Join &b) {
               return std::make_pair(a.first->lowest, a.second->lowest) <
                      std::make_pair(b.first->lowest, b.second->lowest);
             });
  next.joins = std::move(merged);
  if (next.joins.empty())
    addJoins(next);
  return next;
}

/// The best states with one part less. The same parts, reached in another
/// order, are one state.
std::vector<BeamSearch::State>
BeamSearch::getNext(const std::vector<State> &states, size_t width) {
  std::vector<Step> steps;
  for (auto [number, state] : enumerate(states))
    for (auto [which, join] : enumerate(state.joins))
      steps.push_back({state.cost + join.cost, number, which});
  auto isAfter = [](const Step &a, const Step &b) { return a.isAfter(b); };
  std::make_heap(steps.begin(), steps.end(), isAfter);
  std::vector<State> next;
  SmallDenseSet<uint64_t> known;
  while (!steps.empty() && next.size() < width) {
    std::pop_heap(steps.begin(), steps.end(), isAfter);
    Step step = steps.back();
    steps.pop_back();
    const State &state = states[step.state];
    const Join &join = state.joins[step.join];
    uint64_t hash = state.hash - mix(join.first->hash) -
                    mix(join.second->hash) +
                    mix(join.first->hash + join.second->hash);
    if (known.insert(hash).second)
      next.push_back(getNext(state, join));
  }
  return next;
}

std::unique_ptr<OrderTree> BeamSearch::build(const Node &node) const {
  if (!node.first)
    return makeSingle(model, node.lowest);
  auto tree = std::make_unique<OrderTree>();
  tree->factors = node.factors;
  tree->parts.push_back(build(*node.first));
  tree->parts.push_back(build(*node.second));
  return tree;
}

Order BeamSearch::run() {
  size_t factors = model.getNetwork().factors.size();
  std::vector<State> states;
  states.push_back(getStart());
  size_t joins = states.front().joins.size() * factors,
         width = std::clamp(cost::mostJoins / std::max<size_t>(joins, 1),
                            size_t(1), cost::beamWidth);
  while (states.front().parts.size() > 1)
    states = getNext(states, width);
  Cost fused = costOfFused(model, model.all());
  const State &best = states.front();
  if (fused < best.cost)
    return {makeFused(model, model.all()), fused};
  return {build(*best.parts.front()), best.cost};
}

Order encke::findOrder(const Network &network) {
  CostModel model(network);
  if (network.factors.size() > cost::exactFactors)
    return BeamSearch(model).run();
  return ExactSearch(model).run();
}
