//===- ASTBuilder.cpp - ANTLR's tree to ours: functions, statements -------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/ASTBuilder.h"

#include "frontend/parse/ParserInput.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using encke::grammar::TAParser;

namespace encke {

using Any = antlrcpp::Any;

//===----------------------------------------------------------------------===//
// Places and names
//===----------------------------------------------------------------------===//

SMRange ASTBuilder::range(const antlr4::Token *token) const {
  return rangeOf(buffer, token);
}

SMRange ASTBuilder::range(antlr4::ParserRuleContext *context) const {
  return rangeOf(buffer, context->getStart(), context->getStop());
}

SMRange ASTBuilder::range(antlr4::tree::TerminalNode *leaf) const {
  return range(leaf->getSymbol());
}

ast::Identifier ASTBuilder::identifier(const antlr4::Token *token) const {
  return {token->getText(), range(token)};
}

ast::Identifier ASTBuilder::identifier(TAParser::NameContext *context) const {
  return identifier(context->getStart());
}

std::vector<ast::Identifier>
ASTBuilder::identifiers(ArrayRef<TAParser::NameContext *> names) const {
  std::vector<ast::Identifier> result;
  for (TAParser::NameContext *name : names)
    result.push_back(identifier(name));
  return result;
}

std::vector<ast::Identifier>
ASTBuilder::identifiers(TAParser::NamesContext *names) const {
  return names ? identifiers(names->name()) : std::vector<ast::Identifier>();
}

/// Bounds what is quadratic in the order of a tensor.
void ASTBuilder::checkOrder(size_t order, SMRange where) const {
  constexpr size_t maxOrder = 256;
  if (order > maxOrder)
    diagnostics.error(diag::too_many_dimensions, where,
                      "a tensor has at most " + Twine(maxOrder) +
                          " dimensions, but here are " + Twine(order));
}

int64_t ASTBuilder::integer(antlr4::tree::TerminalNode *leaf) {
  // checkTokens has seen that it fits.
  int64_t value = 0;
  StringRef(leaf->getText()).getAsInteger(10, value);
  return value;
}

//===----------------------------------------------------------------------===//
// Programs and functions
//===----------------------------------------------------------------------===//

std::unique_ptr<ast::Program>
ASTBuilder::build(TAParser::ProgramContext *context) {
  auto program = std::make_unique<ast::Program>();
  for (TAParser::TopLevelContext *item : context->topLevel()) {
    if (TAParser::FunctionContext *function = item->function())
      program->functions.push_back(build(function));
    else if (TAParser::FormatDeclarationContext *format =
                 item->formatDeclaration())
      program->declarations.push_back(build(format));
    else if (TAParser::ParameterDeclarationContext *parameter =
                 item->parameterDeclaration())
      program->parameters.push_back(build(parameter));
    else if (TAParser::ImportDeclarationContext *import =
                 item->importDeclaration())
      program->imports.push_back(build(import));
  }
  return program;
}

std::unique_ptr<ast::Function>
ASTBuilder::build(TAParser::FunctionContext *context) {
  auto result = std::make_unique<ast::Function>();
  result->name = identifier(context->name());
  result->range = range(context);
  result->file = file;
  for (TAParser::ParameterContext *child : context->parameter()) {
    child->accept(this);
    result->parameters.push_back(std::move(parameter));
  }
  function = result.get();
  if (TAParser::ResultsContext *results = context->results())
    for (TAParser::ResultContext *child : results->result())
      child->accept(this);
  result->body = build(context->block());
  return result;
}

ast::StmtPtr ASTBuilder::build(TAParser::FormatDeclarationContext *context) {
  auto result = std::make_unique<ast::FormatDecl>(range(context));
  result->name = identifier(context->name());
  // The first list of names is the parameters' only when another, the index
  // map's, follows.
  if (context->LeftParen().size() == 3) {
    std::vector<TAParser::NamesContext *> lists = context->names();
    if (lists.size() == 2)
      result->parameters = identifiers(lists.front());
  }
  return result;
}

ast::Block ASTBuilder::build(TAParser::BlockContext *context) {
  return build(context->statement());
}

ast::Block
ASTBuilder::build(ArrayRef<TAParser::StatementContext *> statements) {
  ast::Block result;
  for (TAParser::StatementContext *statement : statements)
    if (ast::StmtPtr built = build(statement)) // L3: none for a stray `;`
      result.push_back(std::move(built));
  return result;
}

ast::StmtPtr ASTBuilder::build(TAParser::StatementContext *context) {
  stmt = nullptr;
  context->accept(this);
  return std::move(stmt);
}

//===----------------------------------------------------------------------===//
// Simple statements
//===----------------------------------------------------------------------===//

Any ASTBuilder::visitTensorStatement(TAParser::TensorStatementContext *node) {
  TAParser::TensorDeclarationContext *context = node->tensorDeclaration();
  auto result = std::make_unique<ast::TensorDecl>(range(context));
  result->type = elementType(context->storedType());
  result->name = identifier(context->name());
  shape(context->shape(), *result);
  stmt = std::move(result);
  return {};
}

Any ASTBuilder::visitScalarDeclaration(
    TAParser::ScalarDeclarationContext *context) {
  auto result = std::make_unique<ast::ScalarDecl>(range(context));
  result->name = identifier(context->name());
  result->init = build(context->expression());
  stmt = std::move(result);
  return {};
}

Any ASTBuilder::visitAssignmentOrCall(
    TAParser::AssignmentOrCallContext *context) {
  if (TAParser::ArgumentsContext *arguments = context->arguments())
    stmt = std::make_unique<ast::ExprStmt>(
        range(context), call(identifier(context->name()), context->indices(),
                             arguments, range(context)));
  else if (context->unpacking())
    stmt = unpacking(context);
  else
    stmt = assignment(context);
  return {};
}

std::unique_ptr<ast::Assign>
ASTBuilder::target(TAParser::NameContext *name,
                   TAParser::IndicesContext *indices, SMRange where) {
  auto result = std::make_unique<ast::Assign>(where);
  result->target = identifier(name);
  if (indices) {
    result->hasIndices = true;
    result->indices = build(indices);
  }
  return result;
}

ast::StmtPtr ASTBuilder::unpacking(TAParser::AssignmentOrCallContext *context) {
  TAParser::UnpackingContext *right = context->unpacking();
  auto result = std::make_unique<ast::Unpack>(range(context));
  antlr4::Token *end = context->indices() ? context->indices()->getStop()
                                          : context->name()->getStop();
  result->targets.push_back(target(context->name(), context->indices(),
                                   rangeOf(buffer, context->getStart(), end)));
  for (TAParser::TargetContext *child : right->target())
    result->targets.push_back(
        target(child->name(), child->indices(), range(child)));
  for (const std::unique_ptr<ast::Assign> &each : result->targets)
    each->opRange = range(right->Assign());
  result->value = build(right->expression());
  return result;
}

ast::StmtPtr
ASTBuilder::assignment(TAParser::AssignmentOrCallContext *context) {
  std::unique_ptr<ast::Assign> result =
      target(context->name(), context->indices(), range(context));
  TAParser::AssignmentContext *right = context->assignment();
  TAParser::AssignmentOperatorContext *op = right->assignmentOperator();
  if (TAParser::MaskContext *masked = right->mask()) {
    result->mask = mask(masked);
    op = masked->assignmentOperator();
    // `<M>=` without a space: the operator is the last byte of `>=`.
    if (!op)
      result->opRange =
          SMRange(SMLoc::getFromPointer(
                      range(masked->GreaterEqual()).Start.getPointer() + 1),
                  range(masked->GreaterEqual()).End);
  }
  if (op)
    operation(op, *result);
  result->value = selection(right->expression(), right->condition());
  result->schedule = schedule(right->schedule());
  return result;
}

ast::Mask ASTBuilder::mask(TAParser::MaskContext *context) {
  ast::Mask result;
  std::vector<TAParser::NameContext *> names = context->name();
  result.tensor = identifier(names.front());
  result.complement = context->Exclamation() != nullptr;
  if (names.size() > 1)
    result.method = names.back()->getText();
  return result;
}

void ASTBuilder::operation(TAParser::AssignmentOperatorContext *context,
                           ast::Assign &assign) {
  assign.opRange = range(context);
  if (context->PlusAssign())
    assign.op = ast::AssignOp::Add;
  else if (context->MinusAssign())
    assign.op = ast::AssignOp::Sub;
  else if (TAParser::SemiringOperatorContext *op =
               context->semiringOperator()) {
    assign.op = ast::AssignOp::Accumulate;
    assign.accumulate = semiringOperator(op);
  }
}

std::vector<ast::Directive>
ASTBuilder::schedule(TAParser::ScheduleContext *context) {
  std::vector<ast::Directive> result;
  if (!context)
    return result;
  llvm::SaveAndRestore<bool> inside(inSchedule, true);
  for (TAParser::DirectiveContext *directive : context->directive())
    result.push_back(clause(directive));
  return result;
}

/// `serial` and `order(i, j)`, which are expressions, too, as clauses.
static bool moveToClause(ast::Expr &expr, ast::Directive &clause) {
  clause.range = expr.range;
  if (auto *name = dyn_cast<ast::Name>(&expr)) {
    clause.name = {name->name, name->range};
    return true;
  }
  auto *call = dyn_cast<ast::Call>(&expr);
  if (!call || call->hasLabels)
    return false;
  clause.name = call->name;
  clause.arguments = std::move(call->arguments);
  clause.named = std::move(call->named);
  return true;
}

ast::Directive ASTBuilder::clause(TAParser::DirectiveContext *context) {
  ast::Directive result;
  result.name = identifier(context->name());
  result.range = range(context);
  if (!context->arguments())
    return result;
  for (ast::ExprPtr &value : build(context->arguments(), result.named)) {
    ast::Directive inner;
    if (result.name.name == "when" && !result.arguments.empty() &&
        moveToClause(*value, inner))
      result.clauses.push_back(std::move(inner));
    else
      result.arguments.push_back(std::move(value));
  }
  return result;
}

Any ASTBuilder::visitReorder(TAParser::ReorderContext *context) {
  auto result = std::make_unique<ast::Reorder>(range(context));
  std::vector<TAParser::NameContext *> names = context->name();
  result->labels = identifiers(context->names());
  result->method = identifier(names.front());
  if (names.size() > 1)
    result->tensor = identifier(names.back());
  if (antlr4::tree::TerminalNode *number = context->Integer())
    result->number = integer(number);
  stmt = std::move(result);
  return {};
}

Any ASTBuilder::visitDistribute(TAParser::DistributeContext *context) {
  auto result = std::make_unique<ast::Distribute>(range(context));
  result->labels = identifiers(context->names());
  stmt = std::move(result);
  return {};
}

Any ASTBuilder::visitJumpStatement(TAParser::JumpStatementContext *context) {
  auto result = std::make_unique<ast::Jump>(range(context));
  result->isBreak = context->Break() != nullptr;
  stmt = std::move(result);
  return {};
}

Any ASTBuilder::visitReturned(TAParser::ReturnedContext *context) {
  auto result = std::make_unique<ast::Return>(range(context));
  for (TAParser::ExpressionContext *value : context->expression())
    result->values.push_back(build(value));
  stmt = std::move(result);
  return {};
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Any ASTBuilder::visitForLoop(TAParser::ForLoopContext *context) {
  auto result = std::make_unique<ast::For>(range(context));
  result->variable = identifier(context->name());

  std::vector<ast::ExprPtr> bounds;
  if (TAParser::ArgumentsContext *arguments = context->arguments()) {
    std::vector<ast::NamedArgument> named;
    bounds = build(arguments, named);
    if (bounds.empty() || bounds.size() > 3 || !named.empty())
      diagnostics
          .error(diag::range_arguments, range(arguments),
                 "'range' takes one to three arguments")
          .help("range(n), range(first, end) or range(first, end, step)");
  } else {
    for (TAParser::ExpressionContext *bound : context->expression())
      bounds.push_back(build(bound));
  }
  if (bounds.size() == 1)
    bounds.insert(bounds.begin(), nullptr);
  bounds.resize(3);
  result->lo = std::move(bounds[0]);
  result->hi = std::move(bounds[1]);
  result->step = std::move(bounds[2]);

  if (TAParser::BlockContext *block = context->block())
    result->body = build(block);
  else
    result->body = build(context->blockToEnd()->statement());
  stmt = std::move(result);
  return {};
}

Any ASTBuilder::visitWhileLoop(TAParser::WhileLoopContext *context) {
  auto result = std::make_unique<ast::While>(range(context));
  result->condition = build(context->expression());
  result->body = build(context->block());
  stmt = std::move(result);
  return {};
}

Any ASTBuilder::visitConditional(TAParser::ConditionalContext *context) {
  auto result = std::make_unique<ast::If>(range(context));
  std::vector<TAParser::BlockContext *> blocks = context->block();
  result->condition = build(context->expression());
  result->thenBody = build(blocks.front());
  if (blocks.size() > 1)
    result->elseBody = build(blocks.back());
  if (TAParser::ConditionalContext *chained = context->conditional()) {
    chained->accept(this);
    result->elseBody.push_back(std::move(stmt));
  }
  stmt = std::move(result);
  return {};
}

} // namespace encke
