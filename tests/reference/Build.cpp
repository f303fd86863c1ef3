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
#include "tests/reference/Operators.h"

#include <algorithm>
#include <set>

using namespace encke;
using namespace encke::reference;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using Labels = std::vector<std::string>;

bool contains(const Labels &labels, const std::string &label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// The labels of `lhs` that are (or are not) in `rhs`.
Labels common(const Labels &lhs, const Labels &rhs) {
  Labels result;
  for (const std::string &label : lhs)
    if (contains(rhs, label))
      result.push_back(label);
  return result;
}
Labels without(const Labels &lhs, const Labels &rhs) {
  Labels result;
  for (const std::string &label : lhs)
    if (!contains(rhs, label))
      result.push_back(label);
  return result;
}

bool isReduction(const std::string &name) {
  static const std::set<std::string> names = {"SUM",  "MIN",  "MAX",
                                              "PROD", "NORM", "NNZ"};
  return names.count(name) != 0;
}

/// A whole tensor by its bare name, inside a reduction: its dimensions under
/// labels that no program can write.
Labels labelsOfWhole(const std::string &name, Frame &frame) {
  Labels labels;
  for (size_t d = 0; d < frame.tensor(name).getOrder(); ++d)
    labels.push_back(name + "." + std::to_string(d));
  return labels;
}

void collect(const ast::Expr &expr, Frame &frame, Labels &labels) {
  auto add = [&](const std::string &label) {
    if (!contains(labels, label))
      labels.push_back(label);
  };
  if (auto *access = dyn_cast<ast::Access>(&expr)) {
    for (const ast::Identifier &index : access->indices)
      add(index.name);
  } else if (auto *name = dyn_cast<ast::Name>(&expr)) {
    if (frame.isTensor(name->name))
      for (const std::string &label : labelsOfWhole(name->name, frame))
        add(label);
  } else if (auto *unary = dyn_cast<ast::Unary>(&expr)) {
    collect(*unary->operand, frame, labels);
  } else if (auto *binary = dyn_cast<ast::Binary>(&expr)) {
    collect(*binary->lhs, frame, labels);
    collect(*binary->rhs, frame, labels);
  } else if (auto *semiring = dyn_cast<ast::Semiring>(&expr)) {
    collect(*semiring->lhs, frame, labels);
    collect(*semiring->rhs, frame, labels);
  } else if (auto *transpose = dyn_cast<ast::Transpose>(&expr)) {
    collect(*transpose->operand, frame, labels);
  } else if (auto *call = dyn_cast<ast::Call>(&expr)) {
    bool reduces = isReduction(call->name.name);
    if (reduces && !call->hasLabels)
      return; // Everything inside is bound there.
    for (const ast::ExprPtr &argument : call->arguments)
      for (const std::string &label : freeLabels(*argument, frame)) {
        bool isBound = std::any_of(
            call->over.begin(), call->over.end(),
            [&](const ast::Identifier &over) { return over.name == label; });
        if (!isBound)
          add(label);
      }
  }
}

NodePtr numberNode(double value) {
  auto node = std::make_unique<Node>(Node::Number);
  node->number = value;
  return node;
}

NodePtr operation(Node::Kind kind, Operation apply, NodePtr lhs,
                  NodePtr rhs = nullptr) {
  auto node = std::make_unique<Node>(kind);
  node->apply = std::move(apply);
  node->operands.push_back(std::move(lhs));
  if (rhs)
    node->operands.push_back(std::move(rhs));
  return node;
}

class Builder {
public:
  explicit Builder(Frame &frame) : frame(frame) {}

  /// Builds `expr`, with the labels `summed` (all used in it) summed inside.
  NodePtr build(const ast::Expr &expr, const Labels &summed);

private:
  NodePtr buildElement(const std::string &tensor, const Labels &labels,
                       const Labels &summed);
  NodePtr buildBinary(const ast::Binary &expr, const Labels &summed);
  NodePtr buildProduct(const ast::Expr &lhs, const ast::Expr &rhs,
                       Node::Kind kind, const Operation &apply,
                       const Labels &summed);
  NodePtr buildSemiring(const ast::Semiring &expr, const Labels &summed);
  NodePtr buildCall(const ast::Call &expr, const Labels &summed);
  NodePtr buildReduction(const ast::Call &expr, const Labels &summed);
  NodePtr reduce(NodePtr operand, const Labels &over, const Reducer &reducer);
  const std::string &uniqueName(const std::string &label) const;

  Frame &frame;
  /// Labels that an enclosing reduction binds get a name of their own, so that
  /// the same label outside is not confused with them.
  std::map<std::string, std::string> renamed;
  std::map<std::string, int64_t> wholeSizes;
  int renameCount = 0;
};

const std::string &Builder::uniqueName(const std::string &label) const {
  auto found = renamed.find(label);
  return found == renamed.end() ? label : found->second;
}

NodePtr Builder::reduce(NodePtr operand, const Labels &over,
                        const Reducer &reducer) {
  if (over.empty())
    return operand;
  auto node = std::make_unique<Node>(Node::Reduce);
  node->reducer = reducer;
  for (const std::string &label : over) {
    auto whole = wholeSizes.find(label);
    int64_t size =
        whole == wholeSizes.end() ? frame.sizeOf(label) : whole->second;
    node->over.push_back({uniqueName(label), size});
  }
  node->operands.push_back(std::move(operand));
  return node;
}

NodePtr Builder::buildElement(const std::string &tensor, const Labels &labels,
                              const Labels &summed) {
  if (!frame.isTensor(tensor))
    throw ProgramError("no tensor is called " + tensor);
  auto node = std::make_unique<Node>(Node::Access);
  node->tensor = &frame.tensor(tensor);
  if (labels.size() != node->tensor->getOrder())
    throw ProgramError("a wrong number of labels on " + tensor);
  for (size_t d = 0; d < labels.size(); ++d) {
    Index index = frame.indexAt(tensor, d, labels[d]);
    index.label = uniqueName(labels[d]);
    node->indices.push_back(index);
  }
  return reduce(std::move(node), summed, *findReducer("+"));
}

NodePtr Builder::build(const ast::Expr &expr, const Labels &summed) {
  if (auto *number = dyn_cast<ast::Number>(&expr))
    return numberNode(number->value);
  if (auto *boolean = dyn_cast<ast::Bool>(&expr))
    return numberNode(boolean->value);
  if (auto *name = dyn_cast<ast::Name>(&expr)) {
    if (frame.isTensor(name->name)) {
      Labels labels = labelsOfWhole(name->name, frame);
      for (size_t d = 0; d < labels.size(); ++d)
        wholeSizes[labels[d]] = frame.tensor(name->name).getSizes()[d];
      return buildElement(name->name, labels, summed);
    }
    auto scalar = frame.scalars.find(name->name);
    if (scalar == frame.scalars.end())
      throw ProgramError("no variable is called " + name->name);
    return numberNode(scalar->second);
  }
  if (auto *access = dyn_cast<ast::Access>(&expr)) {
    Labels labels;
    for (const ast::Identifier &index : access->indices)
      labels.push_back(index.name);
    return buildElement(access->name.name, labels, summed);
  }
  if (auto *unary = dyn_cast<ast::Unary>(&expr)) {
    bool isNot = unary->op == ast::UnaryOp::Not;
    return operation(
        Node::Function,
        [=](const std::vector<double> &a) {
          return isNot ? (a[0] == 0 ? 1.0 : 0.0) : -a[0];
        },
        build(*unary->operand, summed));
  }
  if (auto *binary = dyn_cast<ast::Binary>(&expr))
    return buildBinary(*binary, summed);
  if (auto *semiring = dyn_cast<ast::Semiring>(&expr))
    return buildSemiring(*semiring, summed);
  if (auto *transpose = dyn_cast<ast::Transpose>(&expr)) {
    // L24: the labels say everything; transposing only reorders them.
    if (transpose->target.size() != freeLabels(expr, frame).size())
      throw NotSupported("transpose to other labels than the operand's");
    return build(*transpose->operand, summed);
  }
  if (auto *call = dyn_cast<ast::Call>(&expr))
    return buildCall(*call, summed);
  throw NotSupported("this kind of expression");
}

NodePtr Builder::buildBinary(const ast::Binary &expr, const Labels &summed) {
  std::string spelling = ast::toString(expr.op).str();
  switch (expr.op) {
  case ast::BinaryOp::Add:
  case ast::BinaryOp::Sub:
    return operation(
        Node::Union, *findSemiringOperator(spelling),
        build(*expr.lhs, common(summed, freeLabels(*expr.lhs, frame))),
        build(*expr.rhs, common(summed, freeLabels(*expr.rhs, frame))));
  case ast::BinaryOp::Mul:
  case ast::BinaryOp::ElementwiseMul:
    spelling = "*";
    [[fallthrough]];
  case ast::BinaryOp::Div:
    return buildProduct(*expr.lhs, *expr.rhs, Node::Intersection,
                        *findSemiringOperator(spelling), summed);
  default:
    break;
  }
  auto compare = [op = expr.op](const std::vector<double> &a) -> double {
    switch (op) {
    case ast::BinaryOp::Less:
      return a[0] < a[1];
    case ast::BinaryOp::LessEqual:
      return a[0] <= a[1];
    case ast::BinaryOp::Greater:
      return a[0] > a[1];
    case ast::BinaryOp::GreaterEqual:
      return a[0] >= a[1];
    case ast::BinaryOp::Equal:
      return a[0] == a[1];
    case ast::BinaryOp::NotEqual:
      return a[0] != a[1];
    case ast::BinaryOp::And:
      return a[0] != 0 && a[1] != 0;
    default:
      return a[0] != 0 || a[1] != 0;
    }
  };
  if (!freeLabels(expr, frame).empty())
    throw NotSupported("comparisons of tensors");
  return operation(Node::Function, compare, build(*expr.lhs, {}),
                   build(*expr.rhs, {}));
}

NodePtr Builder::buildProduct(const ast::Expr &lhs, const ast::Expr &rhs,
                              Node::Kind kind, const Operation &apply,
                              const Labels &summed) {
  Labels left = common(summed, freeLabels(lhs, frame));
  Labels right = common(summed, freeLabels(rhs, frame));
  Labels here = common(left, right);
  return reduce(operation(kind, apply, build(lhs, without(left, here)),
                          build(rhs, without(right, here))),
                here, *findReducer("+"));
}

NodePtr Builder::buildSemiring(const ast::Semiring &expr,
                               const Labels &summed) {
  auto combine = findSemiringOperator(expr.combine.name);
  if (!combine)
    throw NotSupported("the operator " + expr.combine.name);
  Node::Kind kind = expr.isUnion ? Node::LoneUnion : Node::Intersection;
  if (!expr.reduce)
    return buildProduct(*expr.lhs, *expr.rhs, kind, *combine, summed);
  auto reducer = findReducer(expr.reduce->name);
  if (!reducer)
    throw NotSupported("reducing with " + expr.reduce->name);

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
  Labels here = without(summed, leftBelow);
  here = without(here, rightBelow);
  return reduce(operation(kind, *combine, build(*expr.lhs, leftBelow),
                          build(*expr.rhs, rightBelow)),
                here, *reducer);
}

NodePtr Builder::buildCall(const ast::Call &expr, const Labels &summed) {
  const std::string &name = expr.name.name;
  if (isReduction(name))
    return buildReduction(expr, summed);
  auto function = findFunction(name);
  if (!function)
    throw NotSupported("a call of " + name + " here");
  if (function->arity != expr.arguments.size())
    throw ProgramError("a wrong number of arguments of " + name);
  auto node = std::make_unique<Node>(Node::Function);
  node->apply = function->apply;
  for (const ast::ExprPtr &argument : expr.arguments) {
    Labels inside = common(summed, freeLabels(*argument, frame));
    if (isa<ast::Access>(argument.get()) && !inside.empty())
      throw ProgramError("L19: the argument of " + name +
                         " would sum a lone access; use SUM");
    node->operands.push_back(build(*argument, inside));
  }
  return node;
}

NodePtr Builder::buildReduction(const ast::Call &expr, const Labels &summed) {
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
      throw NotSupported("a reduction over a label that its argument lacks");
  }

  auto outerNames = renamed;
  for (const std::string &label : over)
    renamed[label] = label + "'" + std::to_string(++renameCount);
  NodePtr operand = build(argument, without(common(summed, inside), over));

  // NORM and NNZ are sums of squares and of ones.
  const std::string &name = expr.name.name;
  if (name == "NORM" || name == "NNZ") {
    bool squares = name == "NORM";
    operand = operation(
        Node::Intersection,
        [=](const std::vector<double> &a) {
          return squares ? a[0] * a[0] : 1.0;
        },
        std::move(operand), numberNode(1));
  }
  std::string op = name == "MIN"    ? "min"
                   : name == "MAX"  ? "max"
                   : name == "PROD" ? "*"
                                    : "+";
  NodePtr result = reduce(std::move(operand), over, *findReducer(op));
  // L48: MIN and MAX of nothing are infinite; a whole sum of nothing is 0.
  if (result->kind == Node::Reduce)
    result->isStoredWhenEmpty = !expr.hasLabels || op != "+";
  renamed = outerNames;
  if (name != "NORM")
    return result;
  return operation(Node::Function, findFunction("sqrt")->apply,
                   std::move(result));
}

} // namespace

std::vector<std::string> encke::reference::freeLabels(const ast::Expr &expr,
                                                      Frame &frame) {
  Labels labels;
  collect(expr, frame, labels);
  return labels;
}

NodePtr
encke::reference::buildExpression(const ast::Expr &expr, Frame &frame,
                                  const std::vector<std::string> &kept) {
  return Builder(frame).build(expr, without(freeLabels(expr, frame), kept));
}
