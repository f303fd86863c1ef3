//===- ASTBuilderExpr.cpp - ANTLR's tree to ours: expressions -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/ASTBuilder.h"

#include "dialects/Functions.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Error.h"

using namespace llvm;
using encke::grammar::TAParser;

namespace encke {

using Any = antlrcpp::Any;
using antlr4::tree::ParseTree;
using antlr4::tree::TerminalNode;

/// The greatest height of an expression.
static constexpr unsigned maxHeight = 2000;

ast::ExprPtr ASTBuilder::build(TAParser::ExpressionContext *context) {
  context->accept(this);
  return std::move(expr);
}

/// Arguments that have names go to `named`.
std::vector<ast::ExprPtr>
ASTBuilder::build(TAParser::ArgumentsContext *context,
                  std::vector<ast::NamedArgument> &named) {
  std::vector<ast::ExprPtr> result;
  unsigned highest = 0;
  for (TAParser::ArgumentContext *argument : context->argument()) {
    ast::ExprPtr value =
        selection(argument->expression(), argument->condition());
    if (TAParser::NameContext *name = argument->name())
      named.push_back({identifier(name), std::move(value)});
    else
      result.push_back(std::move(value));
    highest = std::max(highest, height);
  }
  height = highest;
  return result;
}

ast::ExprPtr ASTBuilder::selection(TAParser::ExpressionContext *value,
                                   TAParser::ConditionContext *condition) {
  ast::ExprPtr result = build(value);
  if (!condition)
    return result;
  unsigned valueHeight = height;
  ast::ExprPtr holds = build(condition->expression());
  height = std::max(height, valueHeight) + 1;
  SMRange where(result->range.Start, holds->range.End);
  return std::make_unique<ast::Selection>(where, std::move(result),
                                          std::move(holds));
}

Any ASTBuilder::finish(ast::ExprPtr node, unsigned operandHeight) {
  expr = std::move(node);
  height = operandHeight + 1;
  return {};
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// The type of an operator's token.
static size_t typeOf(ParseTree *op) {
  return static_cast<TerminalNode *>(op)->getSymbol()->getType();
}

void ASTBuilder::chain(
    antlr4::ParserRuleContext *context,
    function_ref<ast::ExprPtr(ParseTree *, SMRange, ast::ExprPtr, ast::ExprPtr)>
        combine) {
  // The children are operand, operator, operand, operator, ...
  ArrayRef<ParseTree *> children = context->children;
  children[0]->accept(this);
  ast::ExprPtr result = std::move(expr);
  unsigned resultHeight = height;
  SMLoc start = range(context).Start;
  for (size_t i = 1; i + 1 < children.size(); i += 2) {
    auto *operand = static_cast<antlr4::ParserRuleContext *>(children[i + 1]);
    operand->accept(this);
    resultHeight = std::max(resultHeight, height) + 1;
    if (resultHeight > maxHeight) {
      diagnostics
          .error(diag::expression_too_long, range(operand),
                 "the expression has more than " + Twine(maxHeight) +
                     " operators on top of each other")
          .help("split it into several statements");
      break;
    }
    result = combine(children[i], SMRange(start, range(operand).End),
                     std::move(result), std::move(expr));
  }
  expr = std::move(result);
  height = resultHeight;
}

/// L64: `c ? a : b` is a call of a function that no program can spell.
Any ASTBuilder::visitExpression(TAParser::ExpressionContext *context) {
  context->disjunction()->accept(this);
  if (!context->Question())
    return {};
  auto result = std::make_unique<ast::Call>(range(context));
  result->name = {choiceName.str(), range(context->Question())};
  unsigned highest = height;
  result->arguments.push_back(std::move(expr));
  for (TAParser::ExpressionContext *side : context->expression()) {
    result->arguments.push_back(build(side));
    highest = std::max(highest, height);
  }
  return finish(std::move(result), highest);
}

Any ASTBuilder::visitDisjunction(TAParser::DisjunctionContext *context) {
  chain(context,
        [](ParseTree *op, SMRange where, ast::ExprPtr lhs, ast::ExprPtr rhs) {
          return std::make_unique<ast::Binary>(where, ast::BinaryOp::Or,
                                               std::move(lhs), std::move(rhs));
        });
  return {};
}

Any ASTBuilder::visitConjunction(TAParser::ConjunctionContext *context) {
  chain(context,
        [](ParseTree *op, SMRange where, ast::ExprPtr lhs, ast::ExprPtr rhs) {
          return std::make_unique<ast::Binary>(where, ast::BinaryOp::And,
                                               std::move(lhs), std::move(rhs));
        });
  return {};
}

static ast::BinaryOp comparisonOf(size_t type) {
  switch (type) {
  case TAParser::Less:
    return ast::BinaryOp::Less;
  case TAParser::LessEqual:
    return ast::BinaryOp::LessEqual;
  case TAParser::Greater:
    return ast::BinaryOp::Greater;
  case TAParser::GreaterEqual:
    return ast::BinaryOp::GreaterEqual;
  case TAParser::EqualEqual:
    return ast::BinaryOp::Equal;
  default:
    return ast::BinaryOp::NotEqual;
  }
}

Any ASTBuilder::visitComparison(TAParser::ComparisonContext *context) {
  chain(context,
        [](ParseTree *op, SMRange where, ast::ExprPtr lhs, ast::ExprPtr rhs) {
          return std::make_unique<ast::Binary>(where, comparisonOf(typeOf(op)),
                                               std::move(lhs), std::move(rhs));
        });
  return {};
}

Any ASTBuilder::visitSum(TAParser::SumContext *context) {
  chain(context, [](ParseTree *op, SMRange where, ast::ExprPtr lhs,
                    ast::ExprPtr rhs) {
    ast::BinaryOp kind =
        typeOf(op) == TAParser::Plus ? ast::BinaryOp::Add : ast::BinaryOp::Sub;
    return std::make_unique<ast::Binary>(where, kind, std::move(lhs),
                                         std::move(rhs));
  });
  return {};
}

Any ASTBuilder::visitProduct(TAParser::ProductContext *context) {
  chain(context, [this](ParseTree *op, SMRange where, ast::ExprPtr lhs,
                        ast::ExprPtr rhs) {
    return productNode(static_cast<TAParser::ProductOperatorContext *>(op),
                       where, std::move(lhs), std::move(rhs));
  });
  return {};
}

/// In a schedule `i/64` and `i%64` are names: of the two loops that `tile(i,
/// 64)` makes. Null for anything else.
ast::ExprPtr ASTBuilder::halfOfTile(TAParser::ProductOperatorContext *op,
                                    SMRange where, const ast::Expr &lhs,
                                    const ast::Expr &rhs) {
  size_t type = op->getStart()->getType();
  const auto *label = llvm::dyn_cast<ast::Name>(&lhs);
  const auto *width = llvm::dyn_cast<ast::Number>(&rhs);
  if (!inSchedule || (type != TAParser::Slash && type != TAParser::Percent) ||
      !label || !width || !width->isInteger)
    return nullptr;
  return std::make_unique<ast::Name>(
      where, label->name + (type == TAParser::Slash ? "/" : "%") +
                 std::to_string(width->integer));
}

ast::ExprPtr ASTBuilder::productNode(TAParser::ProductOperatorContext *op,
                                     SMRange where, ast::ExprPtr lhs,
                                     ast::ExprPtr rhs) {
  if (TAParser::SemiringContext *semiring = op->semiring()) {
    auto result =
        std::make_unique<ast::Semiring>(where, std::move(lhs), std::move(rhs));
    std::vector<TAParser::SemiringOperatorContext *> operators =
        semiring->semiringOperator();
    if (operators.size() == 2)
      result->reduce = semiringOperator(operators.front());
    result->combine = semiringOperator(operators.back());
    result->isUnion = semiring->Bar() != nullptr;
    return result;
  }
  ast::BinaryOp kind = ast::BinaryOp::Mul;
  if (ast::ExprPtr half = halfOfTile(op, where, *lhs, *rhs))
    return half;
  switch (op->getStart()->getType()) {
  case TAParser::Slash:
    kind = ast::BinaryOp::Div;
    break;
  case TAParser::DotStar:
    kind = ast::BinaryOp::ElementwiseMul;
    break;
  case TAParser::Percent:
    kind = ast::BinaryOp::Mod;
    break;
  default:
    break;
  }
  return std::make_unique<ast::Binary>(where, kind, std::move(lhs),
                                       std::move(rhs));
}

ast::SemiringOperator
ASTBuilder::semiringOperator(TAParser::SemiringOperatorContext *context) const {
  return {context->getText(), range(context)};
}

Any ASTBuilder::visitPrefix(TAParser::PrefixContext *context) {
  if (TAParser::PrimaryContext *primary = context->primary())
    return primary->accept(this);
  context->prefix()->accept(this);
  ast::UnaryOp op = context->Minus() ? ast::UnaryOp::Negate : ast::UnaryOp::Not;
  return finish(
      std::make_unique<ast::Unary>(range(context), op, std::move(expr)),
      height);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Any ASTBuilder::visitNumber(TAParser::NumberContext *context) {
  auto result = std::make_unique<ast::Number>(range(context));
  // checkTokens has seen that it is well-formed and fits.
  std::string text = context->getText();
  APFloat value(APFloat::IEEEdouble());
  consumeError(
      value.convertFromString(text, APFloat::rmNearestTiesToEven).takeError());
  result->value = value.convertToDouble();
  if (TerminalNode *leaf = context->Integer()) {
    result->isInteger = true;
    result->integer = integer(leaf);
  }
  return finish(std::move(result));
}

Any ASTBuilder::visitBoolean(TAParser::BooleanContext *context) {
  return finish(
      std::make_unique<ast::Bool>(range(context), context->True() != nullptr));
}

Any ASTBuilder::visitString(TAParser::StringContext *context) {
  std::string text = context->getText();
  return finish(std::make_unique<ast::String>(range(context),
                                              text.substr(1, text.size() - 2)));
}

Any ASTBuilder::visitParenthesised(TAParser::ParenthesisedContext *context) {
  context->expression()->accept(this);
  // Parentheses belong to the expression's range; they make no node.
  expr->range = range(context);
  return {};
}

Any ASTBuilder::visitLiteral(TAParser::LiteralContext *context) {
  auto result = std::make_unique<ast::Literal>(range(context));
  unsigned highest = 0;
  for (TAParser::ExpressionContext *element : context->expression()) {
    result->elements.push_back(build(element));
    highest = std::max(highest, height);
  }
  return finish(std::move(result), highest);
}

Any ASTBuilder::visitSparseLiteral(TAParser::SparseLiteralContext *context) {
  auto result = std::make_unique<ast::SparseLiteral>(range(context));
  unsigned highest = 0;
  for (TAParser::EntryContext *entry : context->entry()) {
    ast::SparseLiteral::Entry made;
    auto take = [&](antlr4::ParserRuleContext *part) {
      part->accept(this);
      highest = std::max(highest, height);
      return std::move(expr);
    };
    std::vector<TAParser::ExpressionContext *> parts = entry->expression();
    if (entry->sum())
      made.coordinates.push_back(take(entry->sum()));
    for (size_t n = 0; n + 1 < parts.size(); ++n)
      made.coordinates.push_back(take(parts[n]));
    made.value = take(parts.back());
    made.range = entry->sum() ? range(entry->sum())
                              : SMRange(range(entry->LeftParen()).Start,
                                        range(entry->RightParen()).End);
    result->entries.push_back(std::move(made));
  }
  return finish(std::move(result), highest);
}

Any ASTBuilder::visitTranspose(TAParser::TransposeContext *context) {
  auto result = std::make_unique<ast::Transpose>(range(context));
  result->operand = build(context->expression());
  result->target = identifiers(context->names());
  return finish(std::move(result), height);
}

/// A name alone is a label until the checker knows better.
std::vector<ast::Index> ASTBuilder::build(TAParser::IndicesContext *context) {
  checkOrder(context->expression().size(), range(context));
  std::vector<ast::Index> result;
  unsigned highest = 0;
  for (TAParser::ExpressionContext *child : context->expression()) {
    ast::ExprPtr index = build(child);
    if (auto *name = dyn_cast<ast::Name>(index.get());
        name && ast::textOf(name->range) == name->name)
      result.emplace_back(ast::Identifier{name->name, name->range});
    else
      result.emplace_back(std::move(index));
    highest = std::max(highest, height);
  }
  height = highest;
  return result;
}

std::vector<ast::Identifier>
ASTBuilder::labels(TAParser::IndicesContext *context) {
  std::vector<ast::Identifier> result;
  for (ast::Index &index : build(context)) {
    if (index.isLabel())
      result.push_back(std::move(index));
    else
      diagnostics
          .error(diag::label_needed, index.range,
                 "the labels that a reduction is over stand here")
          .help("for example 'SUM[j](A[i, j])'");
  }
  return result;
}

ast::ExprPtr ASTBuilder::call(ast::Identifier name,
                              TAParser::IndicesContext *over,
                              TAParser::ArgumentsContext *arguments,
                              SMRange where) {
  auto result = std::make_unique<ast::Call>(where);
  result->name = std::move(name);
  if (over) {
    result->hasLabels = true;
    result->over = labels(over);
  }
  result->arguments = build(arguments, result->named);
  return result;
}

Any ASTBuilder::visitNameOrCall(TAParser::NameOrCallContext *context) {
  ast::Identifier name = identifier(context->name());
  TAParser::IndicesContext *indices = context->indices();
  if (TAParser::ArgumentsContext *arguments = context->arguments()) {
    ast::ExprPtr result =
        call(std::move(name), indices, arguments, range(context));
    return finish(std::move(result), height);
  }
  if (!indices)
    return finish(
        std::make_unique<ast::Name>(range(context), std::move(name.name)));
  auto result = std::make_unique<ast::Access>(range(context));
  result->name = std::move(name);
  result->indices = build(indices);
  return finish(std::move(result), height);
}

Any ASTBuilder::visitCast(TAParser::CastContext *context) {
  TAParser::ElementTypeContext *type = context->elementType();
  ast::ExprPtr result = call({type->getText(), range(type)}, nullptr,
                             context->arguments(), range(context));
  return finish(std::move(result), height);
}

Any ASTBuilder::visitReorderQuery(TAParser::ReorderQueryContext *context) {
  ast::ExprPtr result = call(identifier(context->Reorder()->getSymbol()),
                             nullptr, context->arguments(), range(context));
  return finish(std::move(result), height);
}

} // namespace encke
