//===- Evaluate.cpp - the value of an expression at one point -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Node.h"

#include <algorithm>

using namespace encke::reference;

static std::optional<double> evaluateAccess(const Node &node, Environment &at) {
  Point point;
  for (const Index &index : node.indices)
    point.push_back(index.lo + index.step * *at.find(index.label));
  return node.tensor->get(point);
}

static std::optional<double> evaluateUnion(const Node &node, Environment &at) {
  std::optional<double> lhs = evaluate(*node.operands[0], at);
  std::optional<double> rhs = evaluate(*node.operands[1], at);
  if (!lhs && !rhs)
    return std::nullopt;
  if (node.kind == Node::LoneUnion && (!lhs || !rhs))
    return lhs ? lhs : rhs;
  return node.apply({lhs.value_or(0), rhs.value_or(0)});
}

double encke::reference::valueOfMissing(const Node &function) {
  std::vector<double> values;
  for (const NodePtr &operand : function.operands)
    values.push_back(operand->kind == Node::Number ? operand->number : 0.0);
  return function.apply(values);
}

/// A function of missing elements only is missing itself when its value there
/// is 0.
static std::optional<double> evaluateFunction(const Node &node,
                                              Environment &at) {
  std::vector<double> values;
  bool hasStored = false, hasMissing = false;
  for (const NodePtr &operand : node.operands) {
    std::optional<double> value = evaluate(*operand, at);
    values.push_back(value.value_or(0));
    hasMissing |= !value;
    hasStored |= value && operand->kind != Node::Number;
  }
  double result = node.apply(values);
  if (hasMissing && !hasStored && result == 0)
    return std::nullopt;
  return result;
}

static std::optional<double> evaluateReduce(const Node &node, Environment &at) {
  std::optional<double> result;
  forEachPoint(*node.operands[0], node.over, at, [&] {
    if (std::optional<double> value = evaluate(*node.operands[0], at))
      result = result ? node.reducer.combine(*result, *value) : *value;
  });
  if (!result && node.isStoredWhenEmpty)
    return node.reducer.identity;
  return result;
}

std::optional<double> encke::reference::evaluate(const Node &node,
                                                 Environment &at) {
  switch (node.kind) {
  case Node::Number:
    return node.number;
  case Node::Access:
    return evaluateAccess(node, at);
  case Node::Intersection: {
    std::optional<double> lhs = evaluate(*node.operands[0], at);
    if (!lhs)
      return std::nullopt;
    std::optional<double> rhs = evaluate(*node.operands[1], at);
    if (!rhs)
      return std::nullopt;
    return node.apply({*lhs, *rhs});
  }
  case Node::Union:
  case Node::LoneUnion:
    return evaluateUnion(node, at);
  case Node::Function:
    return evaluateFunction(node, at);
  case Node::Reduce:
    return evaluateReduce(node, at);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Which points to visit
//===----------------------------------------------------------------------===//

/// Sparse accesses of which at least one is stored wherever `node` is; none
/// when `node` may be stored anywhere.
static std::optional<std::vector<const Node *>> supportOf(const Node &node) {
  using Support = std::optional<std::vector<const Node *>>;
  switch (node.kind) {
  case Node::Number:
    return std::nullopt;
  case Node::Access:
    if (!node.tensor->isSparse())
      return std::nullopt;
    return std::vector<const Node *>{&node};
  case Node::Intersection: {
    Support lhs = supportOf(*node.operands[0]);
    return lhs ? lhs : supportOf(*node.operands[1]);
  }
  case Node::Function:
    if (valueOfMissing(node) != 0)
      return std::nullopt;
    [[fallthrough]];
  case Node::Union:
  case Node::LoneUnion: {
    std::vector<const Node *> accesses;
    for (const NodePtr &operand : node.operands) {
      if (node.kind == Node::Function && operand->kind == Node::Number)
        continue;
      Support part = supportOf(*operand);
      if (!part)
        return std::nullopt;
      accesses.insert(accesses.end(), part->begin(), part->end());
    }
    if (accesses.empty())
      return std::nullopt;
    return accesses;
  }
  case Node::Reduce:
    if (node.isStoredWhenEmpty)
      return std::nullopt;
    return supportOf(*node.operands[0]);
  }
  return std::nullopt;
}

/// The values of the labels of `over` that an access reads at the stored
/// coordinate `point`, -1 for the labels it does not use; none when the access
/// cannot reach `point` from `at`.
static std::optional<Point> labelsAt(const Node &access, const Point &point,
                                     const std::vector<LabelRange> &over,
                                     Environment &at) {
  Point values(over.size(), -1);
  for (size_t d = 0; d < point.size(); ++d) {
    const Index &index = access.indices[d];
    int64_t distance = point[d] - index.lo;
    int64_t count = distance / index.step;
    if (distance % index.step != 0 || count < 0)
      return std::nullopt;
    if (int64_t *bound = at.find(index.label)) {
      if (*bound != count)
        return std::nullopt;
      continue;
    }
    for (size_t l = 0; l < over.size(); ++l) {
      if (over[l].label != index.label)
        continue;
      if (count >= over[l].size || (values[l] >= 0 && values[l] != count))
        return std::nullopt;
      values[l] = count;
    }
  }
  return values;
}

/// Adds to `points` the points that agree with `values`, with every value of
/// the labels that are still -1 there.
static void addPoints(Point values, const std::vector<LabelRange> &over,
                      std::vector<Point> &points) {
  auto open = std::find(values.begin(), values.end(), -1);
  if (open == values.end()) {
    points.push_back(std::move(values));
    return;
  }
  int64_t size = over[open - values.begin()].size;
  for (*open = 0; *open < size; ++*open)
    addPoints(values, over, points);
}

static void addStoredPoints(const Node &access,
                            const std::vector<LabelRange> &over,
                            Environment &at, std::vector<Point> &points) {
  std::vector<bool> fixed;
  Point known;
  for (const Index &index : access.indices) {
    int64_t *bound = at.find(index.label);
    fixed.push_back(bound != nullptr);
    known.push_back(bound ? index.lo + index.step * *bound : 0);
  }
  std::vector<Point> partial;
  for (const Point &point : access.tensor->storedAt(fixed, known))
    if (std::optional<Point> values = labelsAt(access, point, over, at))
      partial.push_back(*values);
  std::sort(partial.begin(), partial.end());
  partial.erase(std::unique(partial.begin(), partial.end()), partial.end());
  for (const Point &values : partial)
    addPoints(values, over, points);
}

static void visitAll(const std::vector<LabelRange> &over, size_t next,
                     Environment &at, const std::function<void()> &visit) {
  if (next == over.size())
    return visit();
  for (int64_t value = 0; value < over[next].size; ++value) {
    at.push(over[next].label, value);
    visitAll(over, next + 1, at, visit);
    at.pop(1);
  }
}

void encke::reference::forEachPoint(const Node &node,
                                    const std::vector<LabelRange> &over,
                                    Environment &at,
                                    const std::function<void()> &visit) {
  auto support = supportOf(node);
  if (!support)
    return visitAll(over, 0, at, visit);
  std::vector<Point> points;
  for (const Node *access : *support)
    addStoredPoints(*access, over, at, points);
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  for (const Point &point : points) {
    for (size_t l = 0; l < over.size(); ++l)
      at.push(over[l].label, point[l]);
    visit();
    at.pop(over.size());
  }
}
