//===- Assign.cpp - assignments to tensors --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/Assign.h"

#include "tests/reference/Labels.h"

#include <algorithm>
#include <set>

using namespace encke;
using namespace encke::reference;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// One assignment of an expression: where its left side points, and what
/// becomes of the old value.
class Assignment {
public:
  Assignment(const ast::Assign &assign, Frame &frame);
  void run();
  /// Not all of the target, each place once (L6, L56, L57).
  bool isPart() const {
    return isSlice || isDiagonal || (assign.hasIndices && labels.empty());
  }
  /// Fills a tensor over the labels, and puts it in its places.
  template <typename Fill>
  void fill(Fill fillPart);

private:
  void put(const Node &value);
  void checkPattern(const Node &value) const;
  bool fillsBlock() const;
  void deleteOld(Tensor &result);
  void overwrite(Tensor &result, const Node &value);
  void accumulate(Tensor &result, const Node &value);
  std::optional<Point> targetPoint();
  void addLabel(const std::string &label, int64_t size);
  void reach(const Point &point);
  bool isMaskedOut(const Point &point) const;

  const ast::Assign &assign;
  Frame &frame;
  Tensor &target;
  std::vector<std::string> labels;
  std::vector<Index> indices;
  std::vector<LabelRange> ranges;
  /// What is outside of a slice or of other places stays as it is (L39).
  bool isSlice = false;
  /// `=` stores nothing beside a diagonal (L57).
  bool isDiagonal = false;
  /// All coordinates are fixed: a single value goes there (L56).
  bool isElement = false;
  /// The places that `=` has reached, where two values may meet (L53, L63).
  bool mayMeet = false;
  std::set<Point> reached;
  const Tensor *mask = nullptr;
  Environment at;
};

Assignment::Assignment(const ast::Assign &assign, Frame &frame)
    : assign(assign), frame(frame), target(frame.tensor(assign.target.name)) {
  const std::string &name = assign.target.name;
  const ast::TensorDecl &decl = frame.declarationOf(name);
  for (size_t d = 0; d < target.getOrder(); ++d) {
    // Without labels, as in `x = 0.0`, every dimension is its own.
    if (assign.hasIndices && !frame.isLabelIndex(assign.indices[d])) {
      isSlice = true;
      indices.push_back(buildIndex(assign.indices[d], frame, name, d));
      std::vector<std::string> used = labelsOf(assign.indices[d], frame);
      mayMeet |= !used.empty();
      for (const std::string &label : used)
        addLabel(label, frame.sizes.sizeOfLabel(label));
      continue;
    }
    std::string label =
        assign.hasIndices ? assign.indices[d].name : "#" + std::to_string(d);
    bool isOld =
        std::any_of(indices.begin(), indices.end(),
                    [&](const Index &index) { return index.label == label; });
    isDiagonal |= isOld;
    indices.push_back(frame.indexAt(name, d, label));
    bool isRange = frame.sizes.findRange(label) &&
                   frame.sizes.dimensionOf(decl, d) != label;
    isSlice |= isRange;
    addLabel(label,
             isRange ? frame.sizes.sizeOfLabel(label) : target.getSizes()[d]);
  }
  isElement = labels.empty() && target.getOrder() > 0;
  if (!assign.mask)
    return;
  mask = &frame.tensor(assign.mask->tensor.name);
  if (mask->getOrder() != target.getOrder())
    throw ProgramError("L23: the mask has another order than the target");
  if (mask->getSizes() != target.getSizes())
    throw DataError("L23: the mask has other sizes than the target");
}

void Assignment::addLabel(const std::string &label, int64_t size) {
  if (std::find(labels.begin(), labels.end(), label) != labels.end())
    return;
  labels.push_back(label);
  ranges.push_back({label, size});
}

std::optional<Point> Assignment::targetPoint() {
  Point point;
  for (const Index &index : indices) {
    std::optional<int64_t> coordinate = coordinateOf(index, at);
    if (!coordinate)
      return std::nullopt;
    point.push_back(*coordinate);
  }
  return point;
}

void Assignment::reach(const Point &point) {
  if (mayMeet && !reached.insert(point).second)
    throw DataError("L63: two values for one place");
}

bool Assignment::isMaskedOut(const Point &point) const {
  if (!mask)
    return false;
  return mask->get(point).has_value() == assign.mask->complement;
}

/// An access, be it transposed.
bool isLoneAccess(const Node &node) { return node.kind == Node::Access; }

/// A label goes over all of a dimension, or a range, and stands nowhere else.
bool Assignment::fillsBlock() const {
  if (!assign.hasIndices || indices.empty())
    return true;
  std::vector<std::string> uses;
  for (const ast::Index &index : assign.indices)
    for (const std::string &label : labelsOf(index, frame))
      uses.push_back(label);
  bool isBlock = false;
  for (const ast::Index &index : assign.indices) {
    if (!frame.isLabelIndex(index))
      continue;
    if (std::count(uses.begin(), uses.end(), index.name) > 1)
      return false;
    isBlock = true;
  }
  return isBlock;
}

/// L44: what is full by structure cannot go to a sparse target, but a dense
/// tensor that is copied (L38). What a mask leaves of it is not full.
void Assignment::checkPattern(const Node &value) const {
  bool isCopy = isLoneAccess(value) && assign.op == ast::AssignOp::Set;
  if (target.isSparse() && !mask && !isCopy && fillsBlock() && isFull(value))
    throw ProgramError("L44: the result is full, the target " +
                       assign.target.name + " is sparse");
}

void Assignment::deleteOld(Tensor &result) {
  if (isSlice && !isDiagonal)
    forEachPoint(ranges, at, [&] {
      if (std::optional<Point> point = targetPoint())
        result.erase(*point);
    });
  else
    result.clear();
}

/// `=`: every element of the slice becomes what the right side has there; a
/// mask deletes what lies outside it (L41).
void Assignment::overwrite(Tensor &result, const Node &value) {
  if (!target.isSparse()) {
    if (isDiagonal)
      result.clear();
    forEachPoint(ranges, at, [&] {
      std::optional<Point> point = targetPoint();
      if (!point)
        return;
      reach(*point);
      if (isMaskedOut(*point))
        result.erase(*point);
      else
        result.set(*point, evaluate(value, at).value);
    });
    return;
  }
  deleteOld(result);
  bool isDenseCopy = isLoneAccess(value) && !value.tensor->isSparse();
  forEachStoredPoint(value, ranges, at, [&] {
    std::optional<Point> point = targetPoint();
    if (!point)
      return;
    Element element = evaluate(value, at);
    bool isImplicit = isDenseCopy && isZero(element.value); // L38
    if (!element.isStored || isImplicit || isMaskedOut(*point))
      return;
    reach(*point);
    result.set(*point, element.value);
  });
}

/// Combines the old elements with those that the right side stores; all others
/// stay (L18). `+=` and `-=` on a dense target see the value that the right
/// side has where it stores nothing, as `y = y + e` does.
void Assignment::accumulate(Tensor &result, const Node &value) {
  bool isOperator = assign.op == ast::AssignOp::Accumulate;
  std::string name = isOperator                        ? assign.accumulate->name
                     : assign.op == ast::AssignOp::Add ? "+"
                                                       : "-";
  if (isOperator)
    reducerOn(name, target.getType()); // It must be one that reduces.
  TypedOperation combine = operatorOn(name, target.getType());
  bool seesAll = !isOperator && !target.isSparse();
  auto update = [&] {
    std::optional<Point> place = targetPoint();
    if (!place)
      return;
    const Point &point = *place;
    Element element = evaluate(value, at);
    if ((!element.isStored && !seesAll) || isMaskedOut(point))
      return;
    std::optional<Value> old = result.get(point);
    if (!old && isOperator) {
      result.set(point, element.value);
      return;
    }
    Value before = old.value_or(zero(target.getType()));
    Value after = combine.apply({before, element.value});
    // Only the sum of two bools is of another type, and a bool again.
    result.set(point, after);
  };
  if (seesAll)
    forEachPoint(ranges, at, update);
  else
    forEachStoredPoint(value, ranges, at, update);
}

void Assignment::run() {
  NodePtr value =
      buildExpression(*assign.value, frame, labels, target.getType());
  requireWidening(value->type, target.getType(), assign.target.name);
  if (!target.isSparse() || !assign.empties()) {
    checkPattern(*value);
    return put(*value);
  }
  Tensor result = target;
  deleteOld(result); // L44
  target = std::move(result);
}

/// The right side sees the old values (L18), so the new ones are apart. A place
/// beyond the target is an error also where nothing is put there.
void Assignment::put(const Node &value) {
  Tensor result = target;
  if (isSlice)
    forEachPoint(ranges, at, [&] { targetPoint(); });
  if (assign.op == ast::AssignOp::Set)
    overwrite(result, value);
  else
    accumulate(result, value);
  target = std::move(result);
}

template <typename Fill>
void Assignment::fill(Fill fillPart) {
  std::vector<int64_t> sizes;
  Node access(Node::Access);
  Layout layout;
  for (const LabelRange &range : ranges) {
    layout.modes.push_back(sizes.size());
    layout.levels.push_back(target.isSparse() ? Layout::CU : Layout::D);
    layout.parts.emplace_back();
    sizes.push_back(range.size);
    access.indices.emplace_back().label = range.label;
  }
  Tensor part(target.getType(), sizes, layout);
  fillPart(part);
  access.tensor = &part;
  access.type = part.getType();
  put(access);
}

//===----------------------------------------------------------------------===//
// Literals, files
//===----------------------------------------------------------------------===//

void fillFromLiteral(const ast::Literal &literal, Frame &frame, Tensor &target,
                     const Point &prefix) {
  size_t depth = prefix.size();
  if (depth >= target.getOrder() ||
      static_cast<int64_t>(literal.elements.size()) != target.getSizes()[depth])
    throw ProgramError("L11: the literal has another shape than the tensor");
  for (size_t n = 0; n < literal.elements.size(); ++n) {
    Point point = prefix;
    point.push_back(n);
    const ast::Expr &element = *literal.elements[n];
    if (auto *inner = dyn_cast<ast::Literal>(&element)) {
      fillFromLiteral(*inner, frame, target, point);
      continue;
    }
    if (point.size() != target.getOrder())
      throw ProgramError("L11: the literal has another order than the tensor");
    Value value = scalarValue(element, frame, target.getType());
    if (!target.isSparse() || !isZero(value))
      target.set(point, value);
  }
}

/// L15, L57.
void fillRandom(const ast::Call &call, Frame &frame, Tensor &target) {
  int64_t seed = frame.session.nextSeed;
  if (!call.arguments.empty()) {
    auto *number = dyn_cast<ast::Number>(call.arguments[0].get());
    if (!number || !number->isInteger)
      throw ProgramError("L15: a seed is a whole number");
    seed = number->integer;
  }
  frame.session.nextSeed = seed + 1;
  if (call.named.empty())
    return fillRandom(target, seed);
  const ast::Expr &density = *call.named.front().value;
  fillRandom(target, seed,
             toDouble(scalarValue(density, frame, ElementType::Double)));
}

/// L57.
void placeElements(const ast::SparseLiteral &literal, Frame &frame,
                   Tensor &target) {
  std::map<Point, Value> elements;
  for (const ast::SparseLiteral::Entry &entry : literal.entries) {
    Point place;
    for (const ast::ExprPtr &coordinate : entry.coordinates)
      place.push_back(
          scalarValue(*coordinate, frame, ElementType::Int64).integer);
    if (place.size() != target.getOrder())
      throw ProgramError("L57: another number of coordinates");
    for (size_t d = 0; d != place.size(); ++d)
      if (place[d] < 0 || place[d] >= target.getSizes()[d])
        throw DataError("L57: a coordinate that the tensor does not have");
    if (!elements
             .emplace(place, scalarValue(*entry.value, frame, target.getType()))
             .second)
      throw DataError("L57: two values for one element");
  }
  target.clear();
  for (const auto &[place, value] : elements)
    target.set(place, value);
}

/// The second argument of a read (L13).
Part partOf(const ast::Call &read) {
  if (read.arguments.size() < 2)
    return Part::Full;
  const ast::Expr &which = *read.arguments[1];
  if (auto *number = dyn_cast<ast::Number>(&which)) {
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
  if (isa<ast::Unary>(&which)) // a negative number
    return Part::Full;
  std::string name;
  if (auto *bare = dyn_cast<ast::Name>(&which))
    name = bare->name;
  else if (auto *text = dyn_cast<ast::String>(&which))
    name = text->value;
  static const std::map<std::string, Part> parts = {
      {"full", Part::Full},
      {"lower", Part::Lower},
      {"upper", Part::Upper},
      {"strict_lower", Part::StrictLower},
      {"strict_upper", Part::StrictUpper}};
  auto part = parts.find(name);
  if (part == parts.end())
    throw ProgramError("L13: an unknown selector of read");
  return part->second;
}

} // namespace

void encke::reference::copyTensor(const Tensor &from, Tensor &to) {
  requireWidening(from.getType(), to.getType(), "a copy");
  if (from.getSizes() != to.getSizes())
    throw DataError("a tensor is copied to one of another shape");
  std::map<Point, Value> elements = from.elements();
  to.clear();
  for (const auto &[at, value] : elements)
    if (!to.isSparse() || from.isSparse() || !isZero(value))
      to.set(at, value);
}

/// L36: here coordinates keep the numbers that they have in the files.
static void fillWithNumbers(Tensor &tensor) {
  for (const auto &[at, value] : tensor.elements())
    tensor.set(at, makeInteger(tensor.getType(), at.front()));
}

/// L50: all elements have one value.
static void checkValue(const ast::TensorDecl &decl, const Tensor &tensor) {
  if (!decl.spec.value)
    return;
  double all = decl.spec.value->number;
  all = toDouble(keptAs(makeReal(ElementType::Double, all), decl.type));
  if (decl.type == ElementType::Float)
    all = static_cast<float>(all);
  for (const auto &[at, value] : tensor.elements())
    if (toDouble(value) != all)
      throw DataError("an element is " + shortest(value) +
                      ", not the value of " + decl.name.name);
}

static void assign(const ast::Assign &assign, Tensor &whole, Frame &frame) {
  const ast::Expr &value = *assign.value;
  if (assign.hasIndices && assign.indices.size() != whole.getOrder())
    throw ProgramError("a wrong number of labels on " + assign.target.name);
  auto *call = dyn_cast<ast::Call>(&value);
  auto *literal = dyn_cast<ast::Literal>(&value);
  bool isRead = isReadCall(value);
  bool isRandom = call && call->name.name == "random";
  bool isPermutation = call && call->name.name == "permutation";
  auto *sparseLiteral = dyn_cast<ast::SparseLiteral>(&value);
  if ((isRead || isRandom || isPermutation || literal || sparseLiteral) &&
      (assign.op != ast::AssignOp::Set || assign.mask))
    throw ProgramError("a read, a literal, random() or permutation() needs a "
                       "plain `=`");
  auto fill = [&](Tensor &target) {
    if (isRead)
      return store(frame.session.fileOf(*call), partOf(*call), target);
    if (isRandom)
      return fillRandom(*call, frame, target);
    if (isPermutation)
      return fillWithNumbers(target);
    if (sparseLiteral)
      return placeElements(*sparseLiteral, frame, target);
    target.clear();
    fillFromLiteral(*literal, frame, target, {});
  };
  if (isRead || isRandom || isPermutation || literal || sparseLiteral) {
    if (!assign.hasIndices)
      return fill(whole);
    Assignment places(assign, frame);
    return places.isPart() ? places.fill(fill) : fill(whole);
  }
  auto *name = dyn_cast<ast::Name>(&value);
  bool isWholeCopy = !assign.hasIndices && name && frame.isTensor(name->name) &&
                     assign.op == ast::AssignOp::Set && !assign.mask;
  if (isWholeCopy) {
    Tensor source = frame.tensor(name->name); // it may be the target
    return copyTensor(source, whole);
  }
  if (!assign.hasIndices && whole.getOrder() > 0 &&
      !freeLabels(value, frame).empty())
    throw ProgramError(assign.target.name + " needs its labels here");
  for (const std::string &label : freeLabels(value, frame))
    if (!frame.sizes.isLabel(label))
      throw ProgramError("label " + label + " is not declared");
  Assignment(assign, frame).run();
}

void encke::reference::assignTensor(const ast::Assign &statement,
                                    Frame &frame) {
  const std::string &name = statement.target.name;
  if (isWholeCall(*statement.value, frame.session))
    return assignWhole(statement, frame);
  Tensor &target = frame.tensor(name);
  assign(statement, target, frame);
  checkValue(frame.declarationOf(name), target);
}
