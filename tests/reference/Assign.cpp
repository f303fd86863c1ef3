//===- Assign.cpp - assignments to tensors --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/Assign.h"
#include "tests/reference/Operators.h"

#include <algorithm>

using namespace encke;
using namespace encke::reference;
using llvm::dyn_cast;

namespace {

/// One assignment of an expression: where its left side points, and what
/// becomes of the old value.
class Assignment {
public:
  Assignment(const ast::Assign &assign, Frame &frame);
  void run();

private:
  Tensor initialValue(const Node &value);
  void store(Tensor &result, const Node &value);
  Point targetPoint();
  bool isMaskedOut(const Point &point) const;

  const ast::Assign &assign;
  Frame &frame;
  Tensor &target;
  std::vector<std::string> labels;
  std::vector<Index> indices;
  std::vector<LabelRange> ranges;
  /// A range label leaves what is outside its slice as it is (L39).
  bool isSlice = false;
  const Tensor *mask = nullptr;
  Environment at;
};

Assignment::Assignment(const ast::Assign &assign, Frame &frame)
    : assign(assign), frame(frame), target(frame.tensor(assign.target.name)) {
  if (assign.indices.size() != target.getOrder())
    throw ProgramError("a wrong number of labels on " + assign.target.name);
  for (size_t d = 0; d < assign.indices.size(); ++d) {
    const std::string &label = assign.indices[d].name;
    if (std::find(labels.begin(), labels.end(), label) != labels.end())
      throw ProgramError("the same label twice on the left");
    labels.push_back(label);
    indices.push_back(frame.indexAt(assign.target.name, d, label));
    bool isRange = frame.findRange(label) != nullptr;
    int64_t size = isRange ? frame.sizeOf(label) : target.getSizes()[d];
    isSlice |= isRange && size != target.getSizes()[d];
    ranges.push_back({label, size});
  }
  if (assign.mask) {
    mask = &frame.tensor(assign.mask->tensor.name);
    if (mask->getOrder() != target.getOrder())
      throw ProgramError("the mask has another order than the target");
  }
}

Point Assignment::targetPoint() {
  Point point;
  for (const Index &index : indices)
    point.push_back(index.lo + index.step * *at.find(index.label));
  return point;
}

bool Assignment::isMaskedOut(const Point &point) const {
  if (!mask)
    return false;
  return mask->get(point).has_value() == assign.mask->complement;
}

/// True when the expression has a value everywhere, whatever the data store.
bool isFull(const Node &node) {
  switch (node.kind) {
  case Node::Number:
    return true;
  case Node::Access:
    return !node.tensor->isSparse();
  case Node::Intersection:
    return isFull(*node.operands[0]) && isFull(*node.operands[1]);
  case Node::Union:
  case Node::LoneUnion:
    return isFull(*node.operands[0]) || isFull(*node.operands[1]);
  case Node::Function:
    return valueOfMissing(node) != 0 ||
           std::any_of(node.operands.begin(), node.operands.end(),
                       [](const NodePtr &operand) {
                         return operand->kind != Node::Number &&
                                isFull(*operand);
                       });
  case Node::Reduce:
    return node.isStoredWhenEmpty || isFull(*node.operands[0]);
  }
  return true;
}

/// What the target holds before the points of the right side arrive.
Tensor Assignment::initialValue(const Node &value) {
  if (assign.op != ast::AssignOp::Set)
    return target; // L46: never assigned means zero, or empty.
  Tensor result = target;
  if (isSlice) {
    Node everywhere(Node::Number);
    forEachPoint(everywhere, ranges, at, [&] { result.erase(targetPoint()); });
    return result;
  }
  // L42: where nothing contributes, a dense target has the identity.
  bool isSemiring = llvm::isa<ast::Semiring>(assign.value.get()) &&
                    value.kind == Node::Reduce;
  double missing = isSemiring ? value.reducer.identity : 0;
  if (missing != 0 && mask && !target.isSparse())
    throw NotSupported("a masked semiring product into a dense tensor");
  result.clear(missing);
  return result;
}

void Assignment::store(Tensor &result, const Node &value) {
  std::optional<Reducer> accumulate;
  if (assign.op == ast::AssignOp::Accumulate) {
    accumulate = findReducer(assign.accumulate->name);
    if (!accumulate)
      throw NotSupported("accumulating with " + assign.accumulate->name);
  }
  bool isDenseCopy = value.kind == Node::Access && !value.tensor->isSparse();
  forEachPoint(value, ranges, at, [&] {
    Point point = targetPoint();
    std::optional<double> element = evaluate(value, at);
    if (!element || isMaskedOut(point))
      return;
    if (target.isSparse() && isDenseCopy && *element == 0)
      return; // L38
    std::optional<double> old = target.get(point);
    switch (assign.op) {
    case ast::AssignOp::Set:
      result.set(point, *element);
      break;
    case ast::AssignOp::Add:
      result.set(point, old.value_or(0) + *element);
      break;
    case ast::AssignOp::Sub:
      result.set(point, old.value_or(0) - *element);
      break;
    case ast::AssignOp::Accumulate:
      result.set(point, old ? accumulate->combine(*old, *element) : *element);
      break;
    }
  });
}

void Assignment::run() {
  NodePtr value = buildExpression(*assign.value, frame, labels);
  bool isEmptying = value->kind == Node::Number && value->number == 0;
  bool isCopy = value->kind == Node::Access;
  if (target.isSparse() && isEmptying) {
    Tensor result = initialValue(*value);
    target = std::move(result);
    return;
  }
  if (target.isSparse() && !isCopy && isFull(*value))
    throw ProgramError("L44: the result is full, the target " +
                       assign.target.name + " is sparse");
  // The right side sees the old values (L18), so the new ones are apart.
  Tensor result = initialValue(*value);
  store(result, *value);
  target = std::move(result);
}

void fillFromLiteral(const ast::Literal &literal, Frame &frame, Tensor &target,
                     Point prefix) {
  size_t depth = prefix.size();
  if (depth >= target.getOrder() ||
      static_cast<int64_t>(literal.elements.size()) != target.getSizes()[depth])
    throw ProgramError("the literal has another shape than the tensor");
  for (size_t n = 0; n < literal.elements.size(); ++n) {
    Point point = prefix;
    point.push_back(n);
    const ast::Expr &element = *literal.elements[n];
    if (auto *inner = dyn_cast<ast::Literal>(&element)) {
      fillFromLiteral(*inner, frame, target, point);
      continue;
    }
    if (point.size() != target.getOrder())
      throw ProgramError("the literal has another order than the tensor");
    NodePtr node = buildExpression(element, frame, {});
    Environment nowhere;
    double value = evaluate(*node, nowhere).value_or(0);
    if (!target.isSparse() || value != 0)
      target.set(point, value);
  }
}

/// The second argument of a read (L13).
Part partOf(const ast::Call &read) {
  if (read.arguments.size() < 2)
    return Part::Full;
  if (auto *number = dyn_cast<ast::Number>(read.arguments[1].get())) {
    switch (number->integer) {
    case 2:
      return Part::StrictLower;
    case 3:
      return Part::Lower;
    case 4:
      return Part::StrictUpper;
    case 5:
      return Part::Upper;
    default:
      return Part::Full;
    }
  }
  auto *name = dyn_cast<ast::Name>(read.arguments[1].get());
  static const std::map<std::string, Part> parts = {
      {"full", Part::Full},
      {"lower", Part::Lower},
      {"upper", Part::Upper},
      {"strict_lower", Part::StrictLower},
      {"strict_upper", Part::StrictUpper}};
  auto part = parts.find(name ? name->name : "");
  if (part == parts.end())
    throw ProgramError("an unknown selector of read");
  return part->second;
}

} // namespace

void encke::reference::copyTensor(const Tensor &from, Tensor &to) {
  if (from.getOrder() != to.getOrder() || from.getSizes() != to.getSizes())
    throw DataError("a tensor is copied to one of another shape");
  Node source(Node::Access);
  source.tensor = &from;
  std::vector<LabelRange> ranges;
  for (size_t d = 0; d < from.getOrder(); ++d) {
    std::string label = std::to_string(d);
    source.indices.push_back({label, 0, 1});
    ranges.push_back({label, from.getSizes()[d]});
  }
  to.clear();
  Environment at;
  forEachPoint(source, ranges, at, [&] {
    Point point;
    for (const LabelRange &range : ranges)
      point.push_back(*at.find(range.label));
    std::optional<double> value = from.get(point);
    bool isImplicit = to.isSparse() && !from.isSparse() && *value == 0;
    if (value && !isImplicit)
      to.set(point, *value);
  });
}

void encke::reference::assignTensor(const ast::Assign &assign, Session &session,
                                    Frame &frame) {
  const ast::Expr &value = *assign.value;
  Tensor &target = frame.tensor(assign.target.name);
  bool isPlainSet = assign.op == ast::AssignOp::Set && !assign.mask;
  if (isReadCall(value)) {
    if (!isPlainSet)
      throw NotSupported("anything but `=` on a read");
    const auto &read = *dyn_cast<ast::Call>(&value);
    return store(session.fileOf(read), partOf(read), target);
  }
  if (auto *literal = dyn_cast<ast::Literal>(&value)) {
    if (!isPlainSet)
      throw NotSupported("anything but `=` on a literal");
    target.clear();
    return fillFromLiteral(*literal, frame, target, {});
  }
  auto *call = dyn_cast<ast::Call>(&value);
  if (call && call->name.name == "random")
    throw NotSupported("random()");
  if (assign.hasIndices || target.getOrder() == 0)
    return Assignment(assign, frame).run();

  // A whole tensor: a copy, or a fill by a scalar.
  auto *name = dyn_cast<ast::Name>(&value);
  if (!isPlainSet || !freeLabels(value, frame).empty()) {
    if (!isPlainSet || !name)
      throw NotSupported("an expression assigned to a tensor without labels");
    Tensor source = frame.tensor(name->name);
    return copyTensor(source, target);
  }
  NodePtr node = buildExpression(value, frame, {});
  Environment nowhere;
  double scalar = evaluate(*node, nowhere).value_or(0);
  if (target.isSparse() && scalar != 0)
    throw ProgramError("L44: a nonzero fill of the sparse tensor " +
                       assign.target.name);
  target.clear(scalar);
}
