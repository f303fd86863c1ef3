//===- Build.cpp - summation made explicit --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule L19. A label that the left side lacks is summed in each additive term
// that uses it, over the smallest part of the term that has all its uses. So it
// is handed down the tree: through + and - to every operand that uses it,
// through a product to the only operand that uses it, and it comes to rest
// where both operands do, or at a lone access.
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Frame.h"
#include "tests/reference/Labels.h"
#include "tests/reference/Literals.h"
#include "tests/reference/Operators.h"

#include <algorithm>
#include <map>
#include <optional>

using namespace encke;
using namespace encke::reference;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// L55: what no operator reduces, and its type; none for the others.
std::optional<ElementType> statisticType(const std::string &name,
                                         ElementType type) {
  if (name == "ALL")
    return ElementType::Bool;
  if (name == "ARGMIN" || name == "ARGMAX")
    return ElementType::Int64;
  if (name == "MEAN" || (name == "VAR" && type != ElementType::Complex))
    return floatingType(type);
  if (name == "VAR")
    return ElementType::Double;
  return std::nullopt;
}

NodePtr numberNode(const Value &value, bool isLiteral = false) {
  auto node = std::make_unique<Node>(Node::Number);
  node->type = value.type;
  node->number = value;
  node->isLiteral = isLiteral;
  return node;
}

NodePtr operation(Node::Kind kind, TypedOperation operation, NodePtr lhs,
                  NodePtr rhs = nullptr) {
  auto node = std::make_unique<Node>(kind);
  node->type = operation.type;
  node->apply = std::move(operation.apply);
  node->operands.push_back(std::move(lhs));
  if (rhs)
    node->operands.push_back(std::move(rhs));
  return node;
}

TypedOperation logicalNot(ElementType type) {
  if (type != ElementType::Bool)
    throw ProgramError("! needs a bool");
  return {type, [](const std::vector<Value> &a) {
            return makeInteger(ElementType::Bool, isZero(a[0]));
          }};
}

class Builder {
public:
  explicit Builder(Frame &frame) : frame(frame) {}

  /// Builds `expr`, with the labels `summed` (all used in it) summed inside.
  NodePtr build(const ast::Expr &expr, const Labels &summed,
                std::optional<ElementType> literalType = std::nullopt);

  Index buildIndex(const ast::Index &index, const std::string &tensor,
                   size_t dimension);

private:
  NodePtr buildName(const ast::Name &name, const Labels &summed);
  NodePtr buildElement(const std::string &tensor, const Labels &labels,
                       const Labels &summed);
  NodePtr buildAccess(const ast::Access &access, const Labels &summed);
  NodePtr buildBinary(const ast::Binary &expr, const Labels &summed);
  void requireSameLabels(const ast::Binary &expr, Labels summed);
  NodePtr buildProduct(const ast::Expr &lhs, const ast::Expr &rhs,
                       Node::Kind kind, const std::string &op,
                       const Labels &summed);
  NodePtr buildSemiring(const ast::Semiring &expr, const Labels &summed);
  NodePtr buildTranspose(const ast::Transpose &expr, const Labels &summed);
  NodePtr buildSelection(const ast::Selection &expr, const Labels &summed,
                         std::optional<ElementType> literalType);
  NodePtr buildCall(const ast::Call &expr, const Labels &summed);
  NodePtr buildChoice(const ast::Call &expr, const Labels &summed);
  NodePtr buildReduction(const ast::Call &expr, const Labels &summed);
  NodePtr buildStatistic(const std::string &name, ElementType type,
                         NodePtr operand, const Labels &over,
                         bool isSingleValue);
  Index indexOf(const std::string &label) const;
  std::vector<LabelRange> rangesOf(const Labels &labels) const;
  /// The operand itself when it is reduced over no label. L48: a single value
  /// is there even where nothing contributes to it.
  NodePtr reduce(NodePtr operand, const Labels &over, const std::string &op,
                 bool isSingleValue);
  Labels summedAsTruth(const ast::Expr &expr, const Labels &summed) const;
  bool sumsAll(const ast::Expr &lhs, const ast::Expr &rhs,
               const Labels &summed) const;
  const std::string &uniqueName(const std::string &label) const;

  /// Two operands, each with the labels that are summed in it. A literal takes
  /// the type of the other one.
  struct Pair {
    NodePtr lhs, rhs;
    ElementType type; ///< the promotion of both
  };
  Pair buildPair(const ast::Expr &lhs, const Labels &lhsSummed,
                 const ast::Expr &rhs, const Labels &rhsSummed);

  Frame &frame;
  /// Labels that an enclosing reduction binds get a name of their own, so that
  /// the same label outside is not confused with them.
  std::map<std::string, std::string> renamed;
  std::map<std::string, int64_t> wholeSizes;
  int renameCount = 0;
  /// The function whose argument is being built, if any: it may not sum a lone
  /// access (L19).
  std::string function;
  int reductionDepth = 0;
  /// The labels that each SUM around reduces.
  Labels boundBySum;
};

const std::string &Builder::uniqueName(const std::string &label) const {
  auto found = renamed.find(label);
  return found == renamed.end() ? label : found->second;
}

std::vector<LabelRange> Builder::rangesOf(const Labels &labels) const {
  std::vector<LabelRange> ranges;
  for (const std::string &label : labels) {
    auto whole = wholeSizes.find(label);
    int64_t size = whole == wholeSizes.end() ? frame.sizes.sizeOfLabel(label)
                                             : whole->second;
    ranges.push_back({uniqueName(label), size});
  }
  return ranges;
}

NodePtr Builder::reduce(NodePtr operand, const Labels &over,
                        const std::string &op, bool isSingleValue) {
  if (over.empty())
    return operand;
  auto node = std::make_unique<Node>(Node::Reduce);
  node->reducer = reducerOn(op, operand->type);
  node->type = node->reducer.type;
  node->over = rangesOf(over);
  node->isSingleValue = isSingleValue;
  node->operands.push_back(std::move(operand));
  return node;
}

/// L19: nothing is left of the labels of both sides.
bool Builder::sumsAll(const ast::Expr &lhs, const ast::Expr &rhs,
                      const Labels &summed) const {
  return without(freeLabels(lhs, frame), summed).empty() &&
         without(freeLabels(rhs, frame), summed).empty();
}

NodePtr Builder::buildElement(const std::string &tensor, const Labels &labels,
                              const Labels &summed) {
  auto node = std::make_unique<Node>(Node::Access);
  node->tensor = &frame.tensor(tensor);
  node->type = node->tensor->getType();
  if (labels.size() != node->tensor->getOrder())
    throw ProgramError("a wrong number of labels on " + tensor);
  if (!function.empty() && !summed.empty())
    throw ProgramError("L19: the argument of " + function +
                       " would sum a lone access; use SUM");
  for (size_t d = 0; d < labels.size(); ++d) {
    Index index = frame.indexAt(tensor, d, labels[d]);
    index.label = uniqueName(labels[d]);
    node->indices.push_back(index);
  }
  return reduce(std::move(node), summed, "+", without(labels, summed).empty());
}

NodePtr Builder::buildAccess(const ast::Access &access, const Labels &summed) {
  const std::string &tensor = access.name.name;
  auto node = std::make_unique<Node>(Node::Access);
  node->tensor = &frame.tensor(tensor);
  node->type = node->tensor->getType();
  if (access.indices.size() != node->tensor->getOrder())
    throw ProgramError("a wrong number of labels on " + tensor);
  if (!function.empty() && !summed.empty())
    throw ProgramError("L19: the argument of " + function +
                       " would sum a lone access; use SUM");
  for (size_t d = 0; d < access.indices.size(); ++d) {
    const ast::Index &index = access.indices[d];
    if (!frame.isLabelIndex(index)) {
      Builder inner(frame);
      inner.renamed = renamed;
      node->indices.push_back(inner.buildIndex(index, tensor, d));
      continue;
    }
    node->indices.push_back(frame.indexAt(tensor, d, index.name));
    node->indices.back().label = uniqueName(index.name);
  }
  Labels labels = freeLabels(access, frame);
  if (labels.empty() && !access.indices.empty()) {
    // L56: an element is a single value.
    Environment nowhere;
    return numberNode(evaluate(*node, nowhere).value);
  }
  return reduce(std::move(node), summed, "+", without(labels, summed).empty());
}

/// It looks a coordinate up in a tensor, and not an element at fixed ones.
static bool looksUp(const ast::Expr &expr, Frame &frame) {
  if (isa<ast::Access>(&expr))
    return !freeLabels(expr, frame).empty();
  if (auto *unary = dyn_cast<ast::Unary>(&expr))
    return looksUp(*unary->operand, frame);
  auto *binary = dyn_cast<ast::Binary>(&expr);
  return binary &&
         (looksUp(*binary->lhs, frame) || looksUp(*binary->rhs, frame));
}

Index Builder::buildIndex(const ast::Index &index, const std::string &tensor,
                          size_t dimension) {
  Index built;
  if (index.isLabel()) {
    Symbol *symbol = frame.find(index.name);
    built.value = numberNode(symbol->scalar);
  } else {
    built.value = build(*index.value, {});
    built.isClipped =
        !labelsOf(index, frame).empty() && !looksUp(*index.value, frame);
  }
  if (built.value->type != ElementType::Int64 &&
      built.value->type != ElementType::Int32)
    throw ProgramError("L56: a coordinate is a whole number");
  built.size = frame.tensor(tensor).getSizes()[dimension];
  return built;
}

/// Of a range, the coordinates in the dimension that it slices.
Index Builder::indexOf(const std::string &label) const {
  Index index;
  index.label = uniqueName(label);
  if (const ast::Extent *range = frame.sizes.findRange(label)) {
    index.lo = range->lo;
    index.step = range->step;
  }
  return index;
}

NodePtr Builder::buildName(const ast::Name &name, const Labels &summed) {
  Symbol *symbol = frame.find(name.name);
  if (!symbol && frame.sizes.isLabel(name.name)) {
    if (!summed.empty())
      throw ProgramError("L51: a label alone is not summed");
    auto node = std::make_unique<Node>(Node::Coordinate);
    node->type = ElementType::Int64;
    node->indices.push_back(indexOf(name.name));
    return node;
  }
  if (!symbol)
    throw ProgramError("no variable is called " + name.name);
  if (!symbol->tensor)
    return numberNode(symbol->scalar);
  Labels labels = labelsOfWhole(name.name, frame);
  if (!labels.empty() && reductionDepth == 0)
    throw ProgramError(name.name + " needs its labels here");
  for (size_t d = 0; d < labels.size(); ++d)
    wholeSizes[labels[d]] = frame.tensor(name.name).getSizes()[d];
  return buildElement(name.name, labels, summed);
}

NodePtr Builder::build(const ast::Expr &expr, const Labels &summed,
                       std::optional<ElementType> literalType) {
  if (isLiteral(expr, frame))
    return numberNode(literalValue(expr, adaptedType(expr, literalType), frame),
                      /*isLiteral=*/true);
  if (auto *boolean = dyn_cast<ast::Bool>(&expr))
    return numberNode(makeInteger(ElementType::Bool, boolean->value),
                      /*isLiteral=*/true);
  if (auto *name = dyn_cast<ast::Name>(&expr))
    return buildName(*name, summed);
  if (auto *access = dyn_cast<ast::Access>(&expr))
    return buildAccess(*access, summed);
  if (auto *unary = dyn_cast<ast::Unary>(&expr)) {
    bool isNot = unary->op == ast::UnaryOp::Not;
    Labels here = isNot ? summedAsTruth(*unary->operand, summed) : Labels();
    NodePtr operand = build(*unary->operand, without(summed, here));
    TypedOperation apply =
        isNot ? logicalNot(operand->type) : negation(operand->type);
    return reduce(operation(Node::Function, apply, std::move(operand)), here,
                  "+", sumsAll(*unary->operand, *unary->operand, summed));
  }
  if (auto *binary = dyn_cast<ast::Binary>(&expr))
    return buildBinary(*binary, summed);
  if (auto *semiring = dyn_cast<ast::Semiring>(&expr))
    return buildSemiring(*semiring, summed);
  if (auto *selection = dyn_cast<ast::Selection>(&expr))
    return buildSelection(*selection, summed, literalType);
  if (auto *transpose = dyn_cast<ast::Transpose>(&expr))
    return buildTranspose(*transpose, summed);
  if (auto *call = dyn_cast<ast::Call>(&expr))
    return buildCall(*call, summed);
  throw ProgramError("a string or a tensor literal inside an expression");
}

Builder::Pair Builder::buildPair(const ast::Expr &lhs, const Labels &lhsSummed,
                                 const ast::Expr &rhs,
                                 const Labels &rhsSummed) {
  Pair pair;
  if (isLiteral(lhs, frame)) {
    pair.rhs = build(rhs, rhsSummed);
    pair.lhs = build(lhs, {}, pair.rhs->type);
  } else {
    pair.lhs = build(lhs, lhsSummed);
    pair.rhs = build(rhs, rhsSummed, pair.lhs->type);
  }
  pair.type = promote(pair.lhs->type, pair.rhs->type);
  return pair;
}

/// L24: the labels say everything; transposing only reorders them.
NodePtr Builder::buildTranspose(const ast::Transpose &expr,
                                const Labels &summed) {
  Labels target, own = freeLabels(*expr.operand, frame);
  for (const ast::Identifier &label : expr.target)
    target.push_back(label.name);
  if (!without(target, own).empty() || !without(own, target).empty())
    throw NotSupported("transpose to other labels than the operand's");
  return build(*expr.operand, summed);
}

/// L52: a label that the condition uses is selected by before it is summed.
NodePtr Builder::buildSelection(const ast::Selection &expr,
                                const Labels &summed,
                                std::optional<ElementType> literalType) {
  if (!common(summed, freeLabels(*expr.condition, frame)).empty())
    throw ProgramError("L52: a condition over a label that is summed");
  NodePtr value = build(*expr.value, summed, literalType);
  NodePtr condition = build(*expr.condition, {});
  if (condition->type != ElementType::Bool)
    throw ProgramError("L52: where needs a bool");
  TypedOperation same = {value->type, nullptr};
  return operation(Node::Selection, same, std::move(value),
                   std::move(condition));
}

/// L21: both sides of `.*` have the same labels, or one is a single value. What
/// only one side uses of `summed`, or of what a SUM around binds, is summed
/// there, and so not one of its labels.
void Builder::requireSameLabels(const ast::Binary &expr, Labels summed) {
  summed.insert(summed.end(), boundBySum.begin(), boundBySum.end());
  Labels lhs = freeLabels(*expr.lhs, frame), rhs = freeLabels(*expr.rhs, frame);
  Labels left = without(lhs, without(summed, rhs));
  Labels right = without(rhs, without(summed, lhs));
  bool isScaling = left.empty() || right.empty();
  if (!isScaling &&
      !(without(left, right).empty() && without(right, left).empty()))
    throw ProgramError("L21: the sides of .* have different labels");
}

/// Those of `summed` over which truth values would be summed in `expr`: what
/// takes it is summed as a whole, since a sum of these is a number.
Labels Builder::summedAsTruth(const ast::Expr &expr,
                              const Labels &summed) const {
  if (auto *access = dyn_cast<ast::Access>(&expr))
    return frame.tensor(access->name.name).getType() == ElementType::Bool
               ? common(summed, freeLabels(expr, frame))
               : Labels();
  if (auto *unary = dyn_cast<ast::Unary>(&expr))
    return summedAsTruth(*unary->operand, summed);
  if (auto *transpose = dyn_cast<ast::Transpose>(&expr))
    return summedAsTruth(*transpose->operand, summed);
  auto *binary = dyn_cast<ast::Binary>(&expr);
  if (!binary || !arithmeticName(binary->op).empty())
    return {};
  Labels here = common(common(summed, freeLabels(*binary->lhs, frame)),
                       freeLabels(*binary->rhs, frame));
  for (const ast::Expr *side : {binary->lhs.get(), binary->rhs.get()}) {
    Labels own = summedAsTruth(*side, without(summed, here));
    here.insert(here.end(), own.begin(), own.end());
  }
  return here;
}

NodePtr Builder::buildBinary(const ast::Binary &expr, const Labels &summed) {
  std::string op = arithmeticName(expr.op);
  Labels left = common(summed, freeLabels(*expr.lhs, frame));
  Labels right = common(summed, freeLabels(*expr.rhs, frame));
  if (expr.op == ast::BinaryOp::ElementwiseMul)
    requireSameLabels(expr, summed);
  if (op == "*" || op == "/" || op == "%")
    return buildProduct(*expr.lhs, *expr.rhs,
                        op == "/" ? Node::Quotient : Node::Intersection, op,
                        summed);
  // A comparison is summed as a product is.
  Labels here;
  if (op.empty()) {
    here = common(left, right);
    for (const ast::Expr *side : {expr.lhs.get(), expr.rhs.get()}) {
      Labels own = summedAsTruth(*side, without(summed, here));
      here.insert(here.end(), own.begin(), own.end());
    }
  }
  Pair pair = buildPair(*expr.lhs, without(left, here), *expr.rhs,
                        without(right, here));
  if (!op.empty())
    return operation(Node::Union, operatorOn(op, pair.type),
                     std::move(pair.lhs), std::move(pair.rhs));
  NodePtr value = operation(
      Node::Function, comparisonOn(ast::toString(expr.op).str(), pair.type),
      std::move(pair.lhs), std::move(pair.rhs));
  return reduce(std::move(value), here, "+",
                sumsAll(*expr.lhs, *expr.rhs, summed));
}

NodePtr Builder::buildProduct(const ast::Expr &lhs, const ast::Expr &rhs,
                              Node::Kind kind, const std::string &op,
                              const Labels &summed) {
  Labels left = common(summed, freeLabels(lhs, frame));
  Labels right = common(summed, freeLabels(rhs, frame));
  Labels here = common(left, right);
  Pair pair = buildPair(lhs, without(left, here), rhs, without(right, here));
  return reduce(operation(kind, operatorOn(op, pair.type), std::move(pair.lhs),
                          std::move(pair.rhs)),
                here, "+", sumsAll(lhs, rhs, summed));
}

NodePtr Builder::buildSemiring(const ast::Semiring &expr,
                               const Labels &summed) {
  const std::string &combine = expr.combine.name;
  Node::Kind kind = expr.isUnion     ? Node::LoneUnion
                    : combine == "/" ? Node::Quotient
                                     : Node::Intersection;
  if (!expr.reduce)
    return buildProduct(*expr.lhs, *expr.rhs, kind, combine, summed);

  // L42: labels are reduced at this product, save those that belong to a
  // product further down.
  Labels left = common(summed, freeLabels(*expr.lhs, frame));
  Labels right = common(summed, freeLabels(*expr.rhs, frame));
  auto below = [](const ast::Expr &operand, const Labels &own,
                  const Labels &other) {
    auto *product = dyn_cast<ast::Semiring>(&operand);
    return product && product->reduce ? without(own, other) : Labels();
  };
  Labels leftBelow = below(*expr.lhs, left, right);
  Labels rightBelow = below(*expr.rhs, right, left);
  Labels here = without(without(summed, leftBelow), rightBelow);
  Pair pair = buildPair(*expr.lhs, leftBelow, *expr.rhs, rightBelow);
  TypedOperation combined = operatorOn(combine, pair.type);
  // What the type lacks is wrong also where no label is reduced.
  reducerOn(expr.reduce->name, combined.type);
  return reduce(
      operation(kind, combined, std::move(pair.lhs), std::move(pair.rhs)), here,
      expr.reduce->name, sumsAll(*expr.lhs, *expr.rhs, summed));
}

/// L64: a function of three.
NodePtr Builder::buildChoice(const ast::Call &expr, const Labels &summed) {
  std::string outerFunction = function;
  function = "?";
  auto summedIn = [&](size_t n) {
    return common(summed, freeLabels(*expr.arguments[n], frame));
  };
  NodePtr condition = build(*expr.arguments[0], summedIn(0));
  if (condition->type != ElementType::Bool)
    throw ProgramError("L64: ? needs a bool");
  Pair pair = buildPair(*expr.arguments[1], summedIn(1), *expr.arguments[2],
                        summedIn(2));
  function = outerFunction;
  auto node = std::make_unique<Node>(Node::Function);
  ElementType type = node->type = pair.type;
  node->isChoice = true;
  node->apply = [=](const std::vector<Value> &a) {
    return convert(isZero(a[0]) ? a[2] : a[1], type);
  };
  node->operands.push_back(std::move(condition));
  node->operands.push_back(std::move(pair.lhs));
  node->operands.push_back(std::move(pair.rhs));
  return node;
}

NodePtr Builder::buildCall(const ast::Call &expr, const Labels &summed) {
  const std::string &name = expr.name.name;
  const ast::Function *called = frame.session.findFunction(name);
  if (isReduction(name) && !called)
    return buildReduction(expr, summed);
  if (expr.hasLabels)
    throw ProgramError(name + " takes no labels");
  if (name == "convert" && expr.arguments.size() == 1)
    return build(*expr.arguments[0], summed);
  if (name == "getTime")
    return numberNode(zero(ElementType::Double));
  if (name == "size") {
    auto *label = dyn_cast<ast::Name>(expr.arguments[0].get());
    return numberNode(
        makeInteger(ElementType::Int64, frame.sizes.sizeOfLabel(label->name)));
  }
  if (name == "?:")
    return buildChoice(expr, summed);
  if (called)
    return numberNode(callForScalar(expr, *called, frame));
  if (functionArity(name) == 0)
    throw ProgramError("no function is called " + name);
  if (functionArity(name) != expr.arguments.size())
    throw ProgramError("a wrong number of arguments of " + name);

  std::string outerFunction = function;
  function = name;
  auto node = std::make_unique<Node>(Node::Function);
  Labels first = common(summed, freeLabels(*expr.arguments[0], frame));
  if (expr.arguments.size() == 1) {
    node->operands.push_back(build(*expr.arguments[0], first));
    node->type = node->operands[0]->type;
  } else {
    Labels second = common(summed, freeLabels(*expr.arguments[1], frame));
    Pair pair =
        buildPair(*expr.arguments[0], first, *expr.arguments[1], second);
    if (name == "div") { // L45: like a quotient
      function = outerFunction;
      return operation(Node::Intersection, operatorOn(name, pair.type),
                       std::move(pair.lhs), std::move(pair.rhs));
    }
    node->operands.push_back(std::move(pair.lhs));
    node->operands.push_back(std::move(pair.rhs));
    node->type = pair.type;
  }
  TypedOperation operation = functionOn(name, node->type);
  node->type = operation.type;
  node->apply = operation.apply;
  function = outerFunction;
  return node;
}

/// What NORM and NNZ reduce: magnitudes and ones.
TypedOperation summandOf(const std::string &name) {
  if (name == "NNZ")
    return {ElementType::Int64,
            [](const std::vector<Value> &) { return one(ElementType::Int64); }};
  return {ElementType::Double, [](const std::vector<Value> &a) {
            return makeReal(
                ElementType::Double,
                std::abs(convert(a[0], ElementType::Complex).number));
          }};
}

NodePtr Builder::buildStatistic(const std::string &name, ElementType type,
                                NodePtr operand, const Labels &over,
                                bool isSingleValue) {
  bool isExtreme = name == "ARGMIN" || name == "ARGMAX";
  if (isExtreme && over.size() != 1)
    throw ProgramError("L55: " + name + " is over one label");
  if (isExtreme)
    reducerOn("min", operand->type); // It needs an order.
  auto node = std::make_unique<Node>(Node::Statistic);
  node->type = type;
  node->statistic = name;
  node->over = rangesOf(over);
  node->isSingleValue = isSingleValue;
  if (isExtreme)
    node->indices.push_back(indexOf(over.front()));
  node->operands.push_back(std::move(operand));
  return node;
}

NodePtr Builder::buildReduction(const ast::Call &expr, const Labels &summed) {
  const std::string &name = expr.name.name;
  if (expr.arguments.size() != 1)
    throw ProgramError("a reduction has one argument");
  const ast::Expr &argument = *expr.arguments[0];
  Labels inside = freeLabels(argument, frame);
  Labels over = inside;
  if (expr.hasLabels) {
    over.clear();
    for (const ast::Identifier &label : expr.over)
      over.push_back(label.name);
    if (!without(over, inside).empty())
      throw ProgramError("L25: a reduction over a label that its argument "
                         "lacks");
  }

  auto outerNames = renamed;
  Labels outerSum = boundBySum;
  std::string outerFunction = function;
  for (const std::string &label : over)
    renamed[label] = label + "'" + std::to_string(++renameCount);
  if (name != "SUM") // A sum of sums may go either way round.
    function = name;
  else
    boundBySum.insert(boundBySum.end(), over.begin(), over.end());
  ++reductionDepth;
  NodePtr operand = build(argument, without(common(summed, inside), over));
  --reductionDepth;
  ElementType norm = operand->type == ElementType::Complex
                         ? ElementType::Double
                         : floatingType(operand->type);
  // The second operand, stored everywhere, leaves the pattern to the first.
  if (name == "NORM" || name == "NNZ") {
    TypedOperation summand = summandOf(name);
    operand = operation(Node::Intersection, summand, std::move(operand),
                        numberNode(one(ElementType::Bool)));
  }
  bool needsBool = name == "ANY" || name == "ALL" || name == "COUNT";
  if (needsBool && operand->type != ElementType::Bool)
    throw ProgramError("L55: " + name + " needs a bool");
  std::string op = name == "MIN"    ? "min"
                   : name == "ANY"  ? "|"
                   : name == "MAX"  ? "max"
                   : name == "PROD" ? "*"
                   : name == "NORM" ? "hypot"
                                    : "+";
  // What is summed inside is no label of the result.
  Labels left = without(without(inside, over), summed);
  std::optional<ElementType> statistic = statisticType(name, operand->type);
  NodePtr result = statistic
                       ? buildStatistic(name, *statistic, std::move(operand),
                                        over, left.empty())
                       : reduce(std::move(operand), over, op, left.empty());
  renamed = outerNames;
  function = outerFunction;
  boundBySum = outerSum;
  if (name != "NORM")
    return result;
  // Of the length itself, which has not been squared.
  TypedOperation rounded = {norm, [=](const std::vector<Value> &a) {
                              return makeReal(norm, toDouble(a[0]));
                            }};
  return operation(Node::Function, rounded, std::move(result));
}

} // namespace

Index encke::reference::buildIndex(const ast::Index &index, Frame &frame,
                                   const std::string &tensor,
                                   size_t dimension) {
  return Builder(frame).buildIndex(index, tensor, dimension);
}

NodePtr
encke::reference::buildExpression(const ast::Expr &expr, Frame &frame,
                                  const std::vector<std::string> &kept,
                                  std::optional<ElementType> literalType) {
  return Builder(frame).build(expr, without(freeLabels(expr, frame), kept),
                              literalType);
}
