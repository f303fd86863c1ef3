//===- Formatter.cpp - the usual layout of a program ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks ANTLR's tree and says of every token what may stand before it: nothing,
// a space, or a space at which the line may end. Unless a rule of the grammar
// has a visit function here, its tokens stand close together, with a space
// after each comma.
//
//===----------------------------------------------------------------------===//

#include "frontend/format/Formatter.h"

#include "frontend/format/FormatterLayout.h"
#include "frontend/parse/SyntaxTree.h"

#include "TABaseVisitor.h"

using namespace llvm;
using antlr4::Token;
using antlr4::tree::ParseTree;
using antlr4::tree::TerminalNode;
using encke::grammar::TAParser;

namespace encke {

namespace {

using Any = antlrcpp::Any;

constexpr StringLiteral byteOrderMark = "\xEF\xBB\xBF";

/// Reads what stands between two tokens: white space, comments, byte order
/// marks, and the `;` of empty statements.
SourceGap readGap(StringRef text, bool followsToken) {
  SourceGap gap;
  // Ends of lines since the last token or comment.
  unsigned newlines = followsToken ? 0 : 1;
  while (!text.empty()) {
    char c = text.front();
    if (c == '#') {
      size_t end = text.find_first_of("\r\n");
      StringRef comment = text.take_front(end).rtrim(" \t\v\f");
      gap.comments.push_back({comment, newlines > 0, newlines > 1});
      text = text.substr(end);
      newlines = 0;
      continue;
    }
    if (text.consume_front("\r\n") || text.consume_front("\n") ||
        text.consume_front("\r")) {
      ++newlines;
      continue;
    }
    if (c == ';' && newlines > 1)
      newlines = 1;
    if (!text.consume_front(byteOrderMark))
      text = text.drop_front();
  }
  gap.blankBefore = newlines > 1;
  return gap;
}

class Formatter : private grammar::TABaseVisitor {
public:
  explicit Formatter(StringRef source)
      : source(source), layout(source), reached(source.begin()) {}

  std::string format(TAParser::ProgramContext *program) {
    program->accept(this);
    return layout.takeText();
  }

private:
  // Tokens.
  SourceGap gapBefore(const Token *token);
  void write(const Token *token);
  void write(TerminalNode *leaf) { write(leaf->getSymbol()); }
  void write(antlr4::ParserRuleContext *context) { context->accept(this); }

  // The rule that applies where no other does.
  Any visitChildren(ParseTree *node) override;
  void writeChild(ParseTree *child);
  Any visitTerminal(TerminalNode *leaf) override {
    write(leaf);
    return {};
  }

  // Others.
  Any spaced(antlr4::ParserRuleContext *context);
  Any spacedBefore(antlr4::ParserRuleContext *context,
                   ArrayRef<ParseTree *> spaced);
  void aligned(antlr4::ParserRuleContext *context);

  // Programs, functions, blocks.
  Any visitProgram(TAParser::ProgramContext *) override;
  Any visitFunction(TAParser::FunctionContext *) override;
  Any visitTensorParameter(TAParser::TensorParameterContext *) override;
  Any visitScalarParameter(TAParser::ScalarParameterContext *) override;
  Any visitTensorResult(TAParser::TensorResultContext *) override;
  Any visitParameterDeclaration(
      TAParser::ParameterDeclarationContext *) override;
  Any visitImportDeclaration(TAParser::ImportDeclarationContext *) override;
  Any visitBlock(TAParser::BlockContext *) override;
  Any visitBlockToEnd(TAParser::BlockToEndContext *) override;
  void body(ArrayRef<TAParser::StatementContext *> statements, Token *closing);

  // Statements.
  void statement(TAParser::StatementContext *context);
  Any visitLabelDeclaration(TAParser::LabelDeclarationContext *) override;
  Any visitNameSequence(TAParser::NameSequenceContext *) override;
  Any visitTensorDeclaration(TAParser::TensorDeclarationContext *) override;
  Any visitScalarDeclaration(TAParser::ScalarDeclarationContext *) override;
  Any visitAssignment(TAParser::AssignmentContext *) override;
  Any visitCondition(TAParser::ConditionContext *) override;
  Any visitUnpacking(TAParser::UnpackingContext *) override;
  Any visitMask(TAParser::MaskContext *) override;
  Any visitSchedule(TAParser::ScheduleContext *) override;
  Any visitArgument(TAParser::ArgumentContext *) override;
  Any visitEntry(TAParser::EntryContext *) override;
  Any visitReorder(TAParser::ReorderContext *) override;
  Any visitDistribute(TAParser::DistributeContext *) override;
  Any visitReturned(TAParser::ReturnedContext *) override;
  void bounds(TAParser::ForLoopContext *context);
  Any visitForLoop(TAParser::ForLoopContext *) override;
  Any visitWhileLoop(TAParser::WhileLoopContext *) override;
  Any visitConditional(TAParser::ConditionalContext *) override;
  void startElse(const Token *token);
  Any visitFormatDeclaration(TAParser::FormatDeclarationContext *) override;
  Any visitLevel(TAParser::LevelContext *) override;
  Any visitHybridPart(TAParser::HybridPartContext *) override;

  // Expressions.
  Any visitExpression(TAParser::ExpressionContext *) override;
  Any visitDisjunction(TAParser::DisjunctionContext *) override;
  Any visitConjunction(TAParser::ConjunctionContext *) override;
  Any visitComparison(TAParser::ComparisonContext *) override;
  Any visitSum(TAParser::SumContext *) override;
  Any visitProduct(TAParser::ProductContext *) override;
  Any visitLiteral(TAParser::LiteralContext *) override;
  Any chain(antlr4::ParserRuleContext *context);

  StringRef source;
  FormatterLayout layout;
  /// Up to here the source has been written.
  const char *reached;
  /// The tables that are being written, of which one is an element of another.
  SmallVector<size_t> openRows;
};

} // namespace

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

SourceGap Formatter::gapBefore(const Token *token) {
  const char *begin = rangeOf(source, token).Start.getPointer();
  SourceGap gap =
      readGap(StringRef(reached, begin - reached), reached != source.begin());
  reached = begin;
  return gap;
}

void Formatter::write(const Token *token) {
  SourceGap gap = gapBefore(token);
  reached = rangeOf(source, token).End.getPointer();
  const char *begin = rangeOf(source, token).Start.getPointer();
  layout.token(StringRef(begin, reached - begin), std::move(gap));
}

Any Formatter::visitChildren(ParseTree *node) {
  for (ParseTree *child : node->children)
    writeChild(child);
  return {};
}

/// A child with no space before it. What is in brackets is aligned, and its
/// lines may end after commas.
void Formatter::writeChild(ParseTree *child) {
  auto *leaf = dynamic_cast<TerminalNode *>(child);
  switch (leaf ? leaf->getSymbol()->getType() : Token::INVALID_TYPE) {
  case TAParser::LeftParen:
  case TAParser::LeftBracket:
  case TAParser::LeftBrace:
    write(leaf);
    layout.beginGroup();
    layout.beginAlign();
    break;
  case TAParser::RightParen:
  case TAParser::RightBracket:
  case TAParser::RightBrace:
    layout.endAlign();
    layout.endGroup();
    write(leaf);
    break;
  case TAParser::Comma:
    write(leaf);
    layout.spaceOrNewline();
    break;
  default:
    child->accept(this);
  }
}

/// The children, with a space before some of them.
Any Formatter::spacedBefore(antlr4::ParserRuleContext *context,
                            ArrayRef<ParseTree *> spaced) {
  for (ParseTree *child : context->children) {
    if (is_contained(spaced, child))
      layout.space();
    writeChild(child);
  }
  return {};
}

/// The children with a space between any two.
Any Formatter::spaced(antlr4::ParserRuleContext *context) {
  for (ParseTree *child : context->children) {
    if (child != context->children.front())
      layout.space();
    child->accept(this);
  }
  return {};
}

void Formatter::aligned(antlr4::ParserRuleContext *context) {
  layout.beginAlign();
  write(context);
  layout.endAlign();
}

//===----------------------------------------------------------------------===//
// Programs, functions, blocks
//===----------------------------------------------------------------------===//

Any Formatter::visitProgram(TAParser::ProgramContext *context) {
  bool isFirst = true, previousIsFunction = false;
  for (TAParser::TopLevelContext *item : context->topLevel()) {
    bool isFunction = item->function();
    if (item->statement()) // an empty one
      continue;
    if (!isFirst && (isFunction || previousIsFunction))
      layout.requireBlankLine();
    isFirst = false;
    previousIsFunction = isFunction;
    write(item);
    layout.endStatement();
  }
  layout.commentsBefore(gapBefore(context->EOF()->getSymbol()));
  return {};
}

Any Formatter::visitFunction(TAParser::FunctionContext *context) {
  layout.beginGroup();
  for (ParseTree *child : context->children) {
    if (child == context->name() || child == context->results() ||
        child == context->block())
      layout.space();
    else if (child == context->Arrow())
      layout.spaceOrNewline();
    if (child == context->block())
      layout.endGroup();
    writeChild(child);
  }
  return {};
}

Any Formatter::visitTensorParameter(TAParser::TensorParameterContext *context) {
  layout.beginGroup();
  spacedBefore(context, {context->name()});
  layout.endGroup();
  return {};
}

Any Formatter::visitScalarParameter(TAParser::ScalarParameterContext *context) {
  return spaced(context);
}

Any Formatter::visitTensorResult(TAParser::TensorResultContext *context) {
  layout.beginGroup();
  visitChildren(context);
  layout.endGroup();
  return {};
}

Any Formatter::visitParameterDeclaration(
    TAParser::ParameterDeclarationContext *context) {
  return spacedBefore(
      context, {context->name(), context->Assign(), context->constant()});
}

Any Formatter::visitImportDeclaration(
    TAParser::ImportDeclarationContext *context) {
  return spacedBefore(context, {context->String()});
}

/// The statements of a block whose opening token was written, up to the token
/// that closes it.
void Formatter::body(ArrayRef<TAParser::StatementContext *> statements,
                     Token *closing) {
  layout.endStatement();
  layout.beginBlock();
  for (TAParser::StatementContext *child : statements)
    statement(child);
  layout.commentsBefore(gapBefore(closing));
  layout.endBlock();
  write(closing);
}

Any Formatter::visitBlock(TAParser::BlockContext *context) {
  write(context->LeftBrace());
  body(context->statement(), context->RightBrace()->getSymbol());
  return {};
}

Any Formatter::visitBlockToEnd(TAParser::BlockToEndContext *context) {
  write(context->Colon());
  body(context->statement(), context->End()->getSymbol());
  return {};
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Formatter::statement(TAParser::StatementContext *context) {
  // L3. What stood before the `;` now stands before the next token.
  if (dynamic_cast<TAParser::EmptyStatementContext *>(context))
    return;
  write(context);
  layout.endStatement();
}

Any Formatter::visitLabelDeclaration(
    TAParser::LabelDeclarationContext *context) {
  SmallVector<ParseTree *> spaced = {context->children[1]};
  if (context->Assign())
    spaced.append({context->Assign(), context->LeftBracket().back()});
  return spacedBefore(context, spaced);
}

Any Formatter::visitNameSequence(TAParser::NameSequenceContext *context) {
  layout.beginGroup();
  layout.beginAlign();
  for (ParseTree *child : context->children) {
    if (child != context->children.front() &&
        !dynamic_cast<TerminalNode *>(child))
      layout.spaceOrNewline();
    child->accept(this);
  }
  layout.endAlign();
  layout.endGroup();
  return {};
}

Any Formatter::visitTensorDeclaration(
    TAParser::TensorDeclarationContext *context) {
  return spacedBefore(context, {context->name()});
}

Any Formatter::visitScalarDeclaration(
    TAParser::ScalarDeclarationContext *context) {
  write(context->Var());
  layout.space();
  write(context->name());
  layout.space();
  write(context->Assign());
  layout.space();
  aligned(context->expression());
  return {};
}

Any Formatter::visitAssignment(TAParser::AssignmentContext *context) {
  if (TAParser::MaskContext *mask = context->mask()) {
    write(mask);
  } else {
    layout.space();
    write(context->assignmentOperator());
  }
  layout.space();
  aligned(context->expression());
  if (TAParser::ConditionContext *condition = context->condition())
    write(condition);
  if (TAParser::ScheduleContext *schedule = context->schedule())
    write(schedule);
  return {};
}

Any Formatter::visitCondition(TAParser::ConditionContext *context) {
  layout.spaceOrNewline();
  write(context->Where());
  layout.space();
  aligned(context->expression());
  return {};
}

Any Formatter::visitUnpacking(TAParser::UnpackingContext *context) {
  for (auto [number, target] : enumerate(context->target())) {
    write(context->Comma(number));
    layout.space();
    write(target);
  }
  layout.space();
  write(context->Assign());
  layout.space();
  aligned(context->expression());
  return {};
}

Any Formatter::visitMask(TAParser::MaskContext *context) {
  for (ParseTree *child : context->children) {
    if (child == context->GreaterEqual()) {
      // Two tokens of the source that touched.
      const Token *token = context->GreaterEqual()->getSymbol();
      layout.token(">", gapBefore(token));
      layout.space();
      layout.token("=");
      reached = rangeOf(source, token).End.getPointer();
      continue;
    }
    if (child == context->assignmentOperator())
      layout.space();
    child->accept(this);
    if (child == context->Comma())
      layout.space();
  }
  return {};
}

Any Formatter::visitSchedule(TAParser::ScheduleContext *context) {
  layout.spaceOrNewline();
  write(context->With());
  layout.space();
  layout.beginGroup();
  layout.beginAlign();
  for (ParseTree *child : drop_begin(context->children)) {
    child->accept(this);
    if (dynamic_cast<TerminalNode *>(child))
      layout.spaceOrNewline();
  }
  layout.endAlign();
  layout.endGroup();
  return {};
}

Any Formatter::visitArgument(TAParser::ArgumentContext *context) {
  if (!context->Assign())
    return visitChildren(context);
  return spacedBefore(context, {context->Assign(), context->expression()});
}

Any Formatter::visitEntry(TAParser::EntryContext *context) {
  return spacedBefore(context, {context->expression().back()});
}

Any Formatter::visitReorder(TAParser::ReorderContext *context) {
  return spacedBefore(context, {context->LeftBracket(), context->By(),
                                context->name().front()});
}

Any Formatter::visitDistribute(TAParser::DistributeContext *context) {
  return spacedBefore(context, {context->LeftBracket()});
}

Any Formatter::visitReturned(TAParser::ReturnedContext *context) {
  write(context->Return());
  std::vector<TAParser::ExpressionContext *> values = context->expression();
  if (values.size() > 1)
    layout.beginGroup();
  for (auto [number, value] : enumerate(values)) {
    if (number == 0) {
      layout.space();
    } else {
      write(context->Comma(number - 1));
      layout.spaceOrNewline();
    }
    aligned(value);
  }
  if (values.size() > 1)
    layout.endGroup();
  return {};
}

/// Whether an expression has no binary operator outside parentheses.
static bool isOperand(TAParser::ExpressionContext *expression) {
  ParseTree *node = expression;
  while (!dynamic_cast<TAParser::PrefixContext *>(node)) {
    if (node->children.size() != 1)
      return false;
    node = node->children.front();
  }
  return true;
}

/// `lo:hi:step`, or ` : ` where a bound has operators.
void Formatter::bounds(TAParser::ForLoopContext *context) {
  std::vector<TAParser::ExpressionContext *> bounds = context->expression();
  bool isTight = all_of(bounds, isOperand);
  layout.beginGroup();
  layout.beginAlign();
  for (size_t i = 0; i < bounds.size(); ++i) {
    if (i && !isTight)
      layout.spaceOrNewline();
    if (i)
      write(context->Colon(i - 1));
    if (i && !isTight)
      layout.space();
    write(bounds[i]);
  }
  layout.endAlign();
  layout.endGroup();
}

Any Formatter::visitForLoop(TAParser::ForLoopContext *context) {
  write(context->For());
  layout.space();
  write(context->name());
  layout.space();
  write(context->In());
  layout.space();
  if (TAParser::ArgumentsContext *arguments = context->arguments()) {
    write(context->Range());
    write(arguments);
  } else {
    bounds(context);
  }
  if (TAParser::BlockContext *block = context->block()) {
    layout.space();
    write(block);
  } else {
    write(context->blockToEnd());
  }
  return {};
}

Any Formatter::visitWhileLoop(TAParser::WhileLoopContext *context) {
  return spacedBefore(context, {context->LeftParen(), context->block()});
}

Any Formatter::visitConditional(TAParser::ConditionalContext *context) {
  SmallVector<ParseTree *> spaced = {context->LeftParen(),
                                     context->conditional()};
  llvm::append_range(spaced, context->block());
  for (ParseTree *child : context->children) {
    if (child == context->Else()) {
      startElse(context->Else()->getSymbol());
      continue;
    }
    if (is_contained(spaced, child))
      layout.space();
    writeChild(child);
  }
  return {};
}

/// On the line of the block before it, unless there are comments in between.
void Formatter::startElse(const Token *token) {
  SourceGap gap = gapBefore(token);
  if (gap.comments.empty()) {
    layout.space();
  } else {
    layout.endStatement();
    layout.commentsBefore(gap);
  }
  write(token);
}

Any Formatter::visitFormatDeclaration(
    TAParser::FormatDeclarationContext *context) {
  std::vector<TerminalNode *> parentheses = context->LeftParen();
  size_t maps = parentheses.size() - 2; // where the parameters' are not
  return spacedBefore(context,
                      {context->name(), context->Assign(), parentheses[maps],
                       context->Arrow(), parentheses[maps + 1]});
}

Any Formatter::visitLevel(TAParser::LevelContext *context) {
  return spaced(context);
}

Any Formatter::visitHybridPart(TAParser::HybridPartContext *context) {
  return spaced(context);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Operands and operators by turns. A line may end before an operator.
Any Formatter::chain(antlr4::ParserRuleContext *context) {
  std::vector<ParseTree *> &children = context->children;
  if (children.size() > 1)
    layout.beginGroup();
  children.front()->accept(this);
  for (size_t i = 1; i + 1 < children.size(); i += 2) {
    layout.spaceOrNewline();
    children[i]->accept(this);
    layout.space();
    children[i + 1]->accept(this);
  }
  if (children.size() > 1)
    layout.endGroup();
  return {};
}

Any Formatter::visitExpression(TAParser::ExpressionContext *context) {
  return chain(context);
}

Any Formatter::visitDisjunction(TAParser::DisjunctionContext *context) {
  return chain(context);
}

Any Formatter::visitConjunction(TAParser::ConjunctionContext *context) {
  return chain(context);
}

Any Formatter::visitComparison(TAParser::ComparisonContext *context) {
  return chain(context);
}

Any Formatter::visitSum(TAParser::SumContext *context) {
  return chain(context);
}

Any Formatter::visitProduct(TAParser::ProductContext *context) {
  return chain(context);
}

/// L11. A literal of literals is a table: its rows share a line only if they do
/// so in the source, and fit.
Any Formatter::visitLiteral(TAParser::LiteralContext *context) {
  std::vector<TAParser::ExpressionContext *> elements = context->expression();
  bool hasRows = !elements.empty() && elements.front()->getStart()->getType() ==
                                          TAParser::LeftBracket;
  if (!hasRows)
    return visitChildren(context);
  write(context->LeftBracket());
  openRows.push_back(layout.beginRows());
  layout.beginAlign();
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i) {
      write(context->Comma(i - 1));
      layout.spaceOrNewline();
      const char *begin =
          rangeOf(source, elements[i]->getStart()).Start.getPointer();
      if (StringRef(reached, begin - reached).find_first_of("\n\r") !=
          StringRef::npos)
        for_each(openRows, [&](size_t rows) { layout.breakRows(rows); });
    }
    write(elements[i]);
  }
  layout.endAlign();
  layout.endGroup();
  openRows.pop_back();
  write(context->RightBracket());
  return {};
}

std::optional<std::string> formatProgram(Diagnostics &diagnostics,
                                         unsigned bufferId) {
  StringRef source =
      diagnostics.getSources().getMemoryBuffer(bufferId)->getBuffer();
  SyntaxTree syntax(source);
  TAParser::ProgramContext *program = syntax.parse(diagnostics);
  if (!program)
    return std::nullopt;
  return Formatter(source).format(program);
}

} // namespace encke
