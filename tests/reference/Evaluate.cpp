//===- Evaluate.cpp - the value of an expression at one point -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Node.h"

#include <algorithm>

using namespace encke;
using namespace encke::reference;

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

bool encke::reference::keepsSparsity(const Node &function) {
  std::vector<Value> values;
  bool hasPattern = false;
  for (const NodePtr &operand : function.operands) {
    bool isNumber = operand->kind == Node::Number;
    if (isNumber && !operand->isLiteral)
      return false;
    hasPattern |= !isNumber;
    values.push_back(isNumber ? operand->number : zero(operand->type));
  }
  return hasPattern && isZero(function.apply(values));
}

/// Whether a node is full, where a reduction with labels either is, or only
/// stores what contributes.
static bool isFullWith(const Node &node, bool reductionsAreFull) {
  auto isFull = [&](const NodePtr &operand) {
    return isFullWith(*operand, reductionsAreFull);
  };
  switch (node.kind) {
  case Node::Number:
  case Node::Coordinate:
    return true;
  case Node::Access:
    return !node.tensor->isSparse() &&
           std::none_of(node.indices.begin(), node.indices.end(),
                        [](const Index &index) { return index.isClipped; });
  case Node::Intersection:
  case Node::Quotient:
    return isFull(node.operands[0]) && isFull(node.operands[1]);
  case Node::Union:
  case Node::LoneUnion:
    return isFull(node.operands[0]) || isFull(node.operands[1]);
  case Node::Function:
    for (const NodePtr &operand : node.operands)
      if (operand->kind != Node::Number && isFull(operand))
        return true;
    return !keepsSparsity(node);
  case Node::Selection:
    return false;
  case Node::Reduce:
  case Node::Statistic:
    return reductionsAreFull || node.isSingleValue || isFull(node.operands[0]);
  }
  return true;
}

bool encke::reference::isFull(const Node &node) {
  return isFullWith(node, /*reductionsAreFull=*/false);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static Element missing(ElementType type) { return {zero(type), false, true}; }

std::optional<int64_t> encke::reference::coordinateOf(const Index &index,
                                                      Environment &at) {
  if (!index.value)
    return index.lo + index.step * *at.find(index.label);
  int64_t coordinate = evaluate(*index.value, at).value.integer;
  if (coordinate >= 0 && coordinate < index.size)
    return coordinate;
  if (!index.isClipped)
    throw DataError("L56: there is no coordinate " +
                    std::to_string(coordinate) + " in a dimension of size " +
                    std::to_string(index.size));
  return std::nullopt;
}

static Element evaluateAccess(const Node &node, Environment &at) {
  Point point;
  for (const Index &index : node.indices) {
    std::optional<int64_t> coordinate = coordinateOf(index, at);
    if (!coordinate)
      return missing(node.type);
    point.push_back(*coordinate);
  }
  std::optional<Value> value = node.tensor->get(point);
  return value ? Element{*value} : missing(node.type);
}

/// What an operation gives where its operands store nothing; never a negative
/// zero, which no dense target starts from.
static Element unstored(const Value &value, bool isMissing) {
  return {isZero(value) ? zero(value.type) : value, false, isMissing};
}

/// A missing 0 makes a product 0, whatever the other operand; a missing
/// identity of a reduction is a value like any other, and so is in a quotient
/// the 0 that a sum of nothing gives (L45, L48).
static Element evaluateIntersection(const Node &node, const Element &lhs,
                                    const Element &rhs) {
  auto annihilates = [&](const Element &element, const Node &operand) {
    bool isValue = node.kind == Node::Quotient &&
                   isFullWith(operand, /*reductionsAreFull=*/true);
    return element.isMissing && !isValue;
  };
  if (annihilates(lhs, *node.operands[0]) ||
      annihilates(rhs, *node.operands[1]))
    return missing(node.type);
  Value value = node.apply({lhs.value, rhs.value});
  if (lhs.isStored && rhs.isStored)
    return {value};
  // What is divided by an infinite identity is a zero with a sign.
  return node.kind == Node::Quotient ? Element{value, false, false}
                                     : unstored(value, /*isMissing=*/false);
}

static Element evaluateUnion(const Node &node, const Element &lhs,
                             const Element &rhs) {
  Value value = node.apply({lhs.value, rhs.value});
  return lhs.isStored || rhs.isStored
             ? Element{value}
             : unstored(value, lhs.isMissing && rhs.isMissing);
}

static Element evaluateLoneUnion(const Node &node, const Element &lhs,
                                 const Element &rhs) {
  if (lhs.isStored && rhs.isStored)
    return {node.apply({lhs.value, rhs.value})};
  if (!lhs.isStored && !rhs.isStored)
    return missing(node.type);
  return {convert(lhs.isStored ? lhs.value : rhs.value, node.type)};
}

/// A side of a choice that is not chosen may be wrong.
static Element evaluateSide(const Node &side, bool isChosen, Environment &at) {
  try {
    return evaluate(side, at);
  } catch (const DataError &) {
    if (isChosen)
      throw;
    return {zero(side.type)};
  }
}

static Element evaluateFunction(const Node &node, Environment &at) {
  std::vector<Value> values;
  bool isStored = !keepsSparsity(node), isMissing = true;
  for (const NodePtr &operand : node.operands) {
    bool isChosen = !node.isChoice || values.empty() ||
                    isZero(values[0]) == (values.size() == 2);
    Element element = evaluateSide(*operand, isChosen, at);
    values.push_back(element.value);
    isStored |= element.isStored && operand->kind != Node::Number;
    isMissing &= element.isMissing || operand->kind == Node::Number;
  }
  Value value = node.apply(values);
  return isStored ? Element{value} : unstored(value, isMissing);
}

/// A sum of floats is one of doubles, and rounded once (L21).
static Element evaluateReduce(const Node &node, Environment &at) {
  const Node &operand = *node.operands[0];
  std::optional<Value> result;
  bool isWide = node.reducer.isSum && node.type == ElementType::Float;
  double total = 0;
  forEachStoredPoint(operand, node.over, at, [&] {
    Element element = evaluate(operand, at);
    if (!element.isStored)
      return;
    Value value = convert(element.value, node.type);
    total += toDouble(value);
    result = result ? node.reducer.combine(*result, value)
                    : convert(node.reducer.reduceOne(value), node.type);
  });
  if (result && isWide)
    result = makeReal(node.type, total);
  // A sum starts from 0, so that it is no negative zero.
  bool isFromZero = isZero(node.reducer.identity);
  if (result)
    return {isFromZero && isZero(*result) ? node.reducer.identity : *result};
  // Of a dense operand there is a result also where a label has no coordinate.
  bool isStored = isFull(node);
  return {node.reducer.identity, isStored, !isStored && isFromZero};
}

/// L52: what is absent compares as 0. Where it does not hold, nothing is there;
/// where it does, an absent element has the value that it has by itself.
static Element evaluateSelection(const Node &node, Environment &at) {
  if (isZero(evaluate(*node.operands[1], at).value))
    return missing(node.type);
  return evaluate(*node.operands[0], at);
}

Element encke::reference::evaluate(const Node &node, Environment &at) {
  switch (node.kind) {
  case Node::Number:
    return {node.number};
  case Node::Coordinate:
    return {makeInteger(node.type, *coordinateOf(node.indices[0], at))};
  case Node::Access:
    return evaluateAccess(node, at);
  case Node::Intersection:
  case Node::Quotient:
    return evaluateIntersection(node, evaluate(*node.operands[0], at),
                                evaluate(*node.operands[1], at));
  case Node::Union:
    return evaluateUnion(node, evaluate(*node.operands[0], at),
                         evaluate(*node.operands[1], at));
  case Node::LoneUnion:
    return evaluateLoneUnion(node, evaluate(*node.operands[0], at),
                             evaluate(*node.operands[1], at));
  case Node::Function:
    return evaluateFunction(node, at);
  case Node::Selection:
    return evaluateSelection(node, at);
  case Node::Reduce:
    return evaluateReduce(node, at);
  case Node::Statistic:
    return evaluateStatistic(node, at);
  }
  return missing(node.type);
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
  case Node::Coordinate:
    return std::nullopt;
  case Node::Access:
    if (!node.tensor->isSparse() ||
        std::any_of(node.indices.begin(), node.indices.end(),
                    [](const Index &index) { return index.value; }))
      return std::nullopt;
    return std::vector<const Node *>{&node};
  case Node::Intersection:
  case Node::Quotient: {
    Support lhs = supportOf(*node.operands[0]);
    return lhs ? lhs : supportOf(*node.operands[1]);
  }
  case Node::Function:
    if (!keepsSparsity(node))
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
  case Node::Selection:
    return supportOf(*node.operands[0]);
  case Node::Reduce:
  case Node::Statistic:
    if (node.isSingleValue)
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

void encke::reference::forEachPoint(const std::vector<LabelRange> &over,
                                    Environment &at,
                                    const std::function<void()> &visit) {
  visitAll(over, 0, at, visit);
}

void encke::reference::forEachStoredPoint(const Node &node,
                                          const std::vector<LabelRange> &over,
                                          Environment &at,
                                          const std::function<void()> &visit) {
  auto support = supportOf(node);
  if (!support)
    return forEachPoint(over, at, visit);
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
