//===- ParserErrors.cpp - syntax errors in the user's terms ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/ParserErrors.h"

#include "frontend/parse/ParserHints.h"
#include "frontend/parse/ParserInput.h"
#include "frontend/parse/ParserWords.h"

#include "TAParser.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using antlr4::Parser;
using antlr4::Token;
using antlr4::misc::IntervalSet;
using encke::grammar::TAParser;

namespace encke {

namespace {

bool isStatementKeyword(size_t type) {
  return is_contained(statementKeywords, type);
}

bool isBracket(size_t type) {
  return type >= TAParser::LeftParen && type <= TAParser::RightBrace;
}

/// Tokens that a program can be read as if they stood there. Never one that
/// opens a nesting level: checkNesting counts those.
bool canSupply(size_t type) {
  switch (type) {
  case TAParser::Semicolon:
  case TAParser::Comma:
  case TAParser::Colon:
  case TAParser::RightParen:
  case TAParser::RightBracket:
  case TAParser::RightBrace:
  case TAParser::Greater:
  case TAParser::Assign:
    return true;
  default:
    return false;
  }
}

Token *previousToken(Parser *parser) {
  return parser->getTokenStream()->LT(-1);
}

/// Whether the `}` that is the current token ends a list, not a block.
bool endsList(Parser *parser) {
  size_t next = parser->getTokenStream()->LA(2);
  return next == TAParser::RightParen || next == TAParser::Comma ||
         next == TAParser::Semicolon;
}

/// Whether the current token starts something new, so that what is missing is
/// missing after the previous token.
bool startsAfresh(Parser *parser) {
  Token *previous = previousToken(parser), *current = parser->getCurrentToken();
  return previous &&
         (current->getLine() > previous->getLine() ||
          (current->getType() == TAParser::RightBrace && !endsList(parser)) ||
          current->getType() == TAParser::End ||
          current->getType() == Token::EOF ||
          isStatementKeyword(current->getType()));
}

/// The type of the token `offset` places after the current one.
size_t typeAfter(Parser *parser, size_t offset) {
  antlr4::TokenStream *tokens = parser->getTokenStream();
  size_t index = parser->getCurrentToken()->getTokenIndex() + offset;
  return index < tokens->size() ? tokens->get(index)->getType() : Token::EOF;
}

/// Whether a `closer` to what is open already stands further on in the
/// statement.
bool closesLater(Parser *parser, size_t closer) {
  unsigned depth = 0;
  for (size_t i = 0;; ++i) {
    size_t type = typeAfter(parser, i);
    if (type == closer && depth-- == 0)
      return true;
    if (type + 1 == closer) // its opener
      ++depth;
    if (type == TAParser::Semicolon || type == TAParser::LeftBrace ||
        type == TAParser::RightBrace || type == Token::EOF)
      return false;
  }
}

/// The index of the token after the function, and those that follow it, which
/// begins `offset` tokens after the current one.
size_t endOfFunctions(Parser *parser) {
  size_t i = 0;
  while (typeAfter(parser, i) == TAParser::Def) {
    unsigned braces = 0;
    do {
      ++i;
      size_t type = typeAfter(parser, i);
      if (type == Token::EOF || (type == TAParser::Def && braces == 0))
        break;
      braces += type == TAParser::LeftBrace;
      braces -= type == TAParser::RightBrace && braces != 0;
    } while (braces != 0 || typeAfter(parser, i) != TAParser::RightBrace);
    i += typeAfter(parser, i) == TAParser::RightBrace;
  }
  return i;
}

/// Whether the `{` that is the current token opens a block, not a list.
bool looksLikeBlock(Parser *parser) {
  for (size_t i = 1;; ++i) {
    switch (typeAfter(parser, i)) {
    case TAParser::Semicolon:
    case TAParser::LeftBrace:
      return true;
    case TAParser::RightBrace:
    case Token::EOF:
      return false;
    default:
      break;
    }
  }
}

/// Whether the current token begins an assignment: a name, perhaps indices,
/// and an operator that no expression has there.
bool looksLikeAssignment(Parser *parser) {
  if (typeAfter(parser, 0) != TAParser::Name)
    return false;
  size_t next = 1;
  if (typeAfter(parser, next) == TAParser::LeftBracket) {
    do
      ++next;
    while (typeAfter(parser, next) == TAParser::Name ||
           typeAfter(parser, next) == TAParser::Comma);
    ++next;
  }
  size_t type = typeAfter(parser, next);
  return type == TAParser::Assign || type == TAParser::PlusAssign ||
         type == TAParser::MinusAssign;
}

/// A state of the grammar that calls a rule.
size_t callerOf(Parser *parser, size_t ruleIndex) {
  for (const antlr4::atn::ATNState *state : parser->getATN().states) {
    if (!state || state->transitions.empty())
      continue;
    auto *call =
        dynamic_cast<antlr4::atn::RuleTransition *>(state->transitions.front());
    if (call && call->ruleIndex == ruleIndex)
      return state->stateNumber;
  }
  return 0;
}

/// One more than the index of the token that begins the innermost statement
/// that the parser is in; 0 outside statements.
size_t enclosingStatement(Parser *parser) {
  antlr4::ParserRuleContext *context = parser->getContext();
  while (context && context->getRuleIndex() != TAParser::RuleStatement) {
    size_t rule = context->getRuleIndex();
    if (rule == TAParser::RuleBlock || rule == TAParser::RuleBlockToEnd)
      return 0;
    context = dynamic_cast<antlr4::ParserRuleContext *>(context->parent);
  }
  return context ? context->getStart()->getTokenIndex() + 1 : 0;
}

std::string quote(const Token *token) {
  std::string text = token->getText();
  if (text.size() > 40)
    text = text.substr(0, 37) + "...";
  return "'" + text + "'";
}

std::string describeFound(const Token *token) {
  return token->getType() == Token::EOF ? "the end of the file" : quote(token);
}

} // namespace

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

/// Adds the likely mistake, where one is known.
static void suggest(Diagnostics::Builder &error, Parser *parser,
                    const IntervalSet &expected) {
  std::string hint = hintFor(parser, expected);
  if (!hint.empty())
    error.help(hint);
}

IntervalSet SyntaxErrors::expectedAt(Parser *parser) const {
  const antlr4::atn::ATN &atn = parser->getATN();
  IntervalSet expected =
      atn.getExpectedTokens(parser->getState(), parser->getContext());
  if (placesToken == parser->getCurrentToken()->getTokenIndex())
    for (const Place &place : places)
      expected.addAll(atn.getExpectedTokens(place.state, place.context));
  return expected;
}

void SyntaxErrors::reportUnexpected(Parser *parser) {
  if (inErrorRecoveryMode(parser))
    return;
  beginErrorCondition(parser);

  Token *current = parser->getCurrentToken();
  Token *previous = previousToken(parser);
  if (guessedTokens.contains(current->getTokenIndex()) ||
      (previous && guessedTokens.contains(previous->getTokenIndex())))
    return;
  if (diagnostics.isFull())
    throw TooManyErrors();

  // What follows in a statement with an error is guesswork.
  if (size_t statement = enclosingStatement(parser)) {
    if (statement == lastStatement)
      return;
    lastStatement = statement;
  }
  // A word of the language that is used as a name is one mistake.
  IntervalSet expected = expectedAt(parser);
  bool atStatement = expected.contains(size_t(TAParser::IndexLabel));
  bool isName = isKeyword(current->getType()) && !atStatement && previous &&
                current->getLine() == previous->getLine() &&
                expected.contains(size_t(TAParser::Name));
  if (isName && !wordsUsedAsNames.insert(current->getType()).second)
    return;
  if (atStatement && wordsUsedAsNames.contains(current->getType()))
    return;

  // Where a statement may begin, nothing is missing before it.
  if (startsAfresh(parser) && !isName &&
      (!atStatement || current->getType() == Token::EOF))
    reportMissing(parser);
  else
    reportFound(parser);
}

void SyntaxErrors::reportFound(Parser *parser) {
  Token *current = parser->getCurrentToken();
  IntervalSet expected = expectedAt(parser);
  Diagnostics::Builder error = diagnostics.error(
      diag::unexpected_token, rangeOf(buffer, current),
      "expected " + describeExpected(parser->getVocabulary(), expected) +
          ", found " + describeFound(current));
  suggest(error, parser, expected);
  // `if (...):` goes on to an `end`, which belongs to the same mistake.
  foreignEnds += current->getType() == TAParser::Colon &&
                 expected.contains(size_t(TAParser::LeftBrace));
}

void SyntaxErrors::reportMissing(Parser *parser) {
  Token *previous = previousToken(parser);
  bool atEnd = parser->getCurrentToken()->getType() == Token::EOF;
  IntervalSet expected = expectedAt(parser);
  std::string what;
  if (atEnd && expected.contains(size_t(TAParser::RightBrace)))
    what = "'}'";
  else if (expected.contains(size_t(TAParser::Semicolon)))
    what = "';'";
  else
    what = describeExpected(parser->getVocabulary(), expected);
  SMLoc end = rangeOf(buffer, previous).End;
  Diagnostics::Builder error =
      diagnostics.error(diag::missing_token, SMRange(end, end),
                        "expected " + what +
                            (atEnd ? " before the end of the file"
                                   : " after " + describeFound(previous)));
  suggest(error, parser, expected);
  noteOpener(error, parser, expected);
}

void SyntaxErrors::reportError(Parser *parser,
                               const antlr4::RecognitionException &error) {
  reportUnexpected(parser);
}

/// Points at the bracket that is still open.
void SyntaxErrors::noteOpener(Diagnostics::Builder &error, Parser *parser,
                              const IntervalSet &expected) {
  static constexpr std::pair<size_t, size_t> pairs[] = {
      {TAParser::LeftParen, TAParser::RightParen},
      {TAParser::LeftBracket, TAParser::RightBracket},
      {TAParser::LeftBrace, TAParser::RightBrace}};
  for (auto [opener, closer] : pairs) {
    if (!expected.contains(closer))
      continue;
    for (antlr4::tree::ParseTree *child : parser->getContext()->children) {
      auto *leaf = dynamic_cast<antlr4::tree::TerminalNode *>(child);
      if (!leaf || leaf->getSymbol()->getType() != opener)
        continue;
      if (leaf->getSymbol()->getLine() != previousToken(parser)->getLine())
        error.note(rangeOf(buffer, leaf->getSymbol()),
                   "to close this " +
                       describeToken(parser->getVocabulary(), opener));
      return;
    }
  }
}

//===----------------------------------------------------------------------===//
// Recovery
//===----------------------------------------------------------------------===//

void SyntaxErrors::sync(Parser *parser) {
  size_t index = parser->getCurrentToken()->getTokenIndex();
  if (index != placesToken) {
    places.clear();
    placesToken = index;
  }
  places.push_back({parser->getState(), parser->getContext()});

  // A list of statements skips what cannot begin one, and goes on.
  size_t rule = parser->getContext()->getRuleIndex();
  bool isProgram = rule == TAParser::RuleProgram;
  if (!isProgram && rule != TAParser::RuleBlock &&
      rule != TAParser::RuleBlockToEnd)
    return;
  while (!canStandHere(parser)) {
    size_t type = parser->getCurrentToken()->getType();
    if (type == TAParser::Def) {
      parseNestedFunction(parser);
      continue;
    }
    if (type == TAParser::End && foreignEnds != 0) {
      --foreignEnds;
      parser->consume();
      continue;
    }
    reportUnexpected(parser);
    if (type == TAParser::LeftBrace) {
      skipStatement(parser, /*headsBlock=*/true);
    } else if (isProgram && typeAfter(parser, 1) == TAParser::Name &&
               typeAfter(parser, 2) == TAParser::LeftParen) {
      recoverFunction(parser); // `int main() {`
      endErrorCondition(parser);
    } else {
      parser->consume();
      if (isProgram)
        continue;
      skipStatement(parser, /*headsBlock=*/false);
      endErrorCondition(parser);
    }
  }
}

/// Whether a list of statements can go on, or end, at the current token.
bool SyntaxErrors::canStandHere(Parser *parser) {
  size_t type = parser->getCurrentToken()->getType();
  size_t rule = parser->getContext()->getRuleIndex();
  if (type == Token::EOF)
    return true;
  if (rule != TAParser::RuleProgram && type == TAParser::Def)
    return !isNested(parser);
  if (rule != TAParser::RuleProgram && type == TAParser::Format)
    return true;
  if (rule == TAParser::RuleBlockToEnd && type == TAParser::RightBrace)
    return true;
  return parser->getATN()
      .getExpectedTokens(parser->getState(), parser->getContext())
      .contains(type);
}

Token *SyntaxErrors::recoverInline(Parser *parser) {
  reportUnexpected(parser);

  const antlr4::atn::ATN &atn = parser->getATN();
  antlr4::atn::ATNState *state = atn.states[parser->getState()];
  antlr4::atn::ATNState *next = state->transitions[0]->target;
  Token *current = parser->getCurrentToken();
  IntervalSet wanted = atn.nextTokens(state);

  bool single = wanted.size() == 1;
  bool supply =
      single && canSupply(wanted.getSingleElement()) &&
      // A brace begins a block rather than elements.
      (!wanted.contains(size_t(TAParser::Colon)) ||
       current->getType() != TAParser::LeftBrace) &&
      (startsAfresh(parser) || !wanted.contains(size_t(TAParser::Semicolon))) &&
      !(isBracket(wanted.getSingleElement()) &&
        closesLater(parser, wanted.getSingleElement())) &&
      atn.nextTokens(next, parser->getContext()).contains(current->getType());
  bool skip = parser->getContext()->getRuleIndex() != TAParser::RuleMask &&
              !isBracket(current->getType()) &&
              !isKeyword(current->getType()) && !startsAfresh(parser) &&
              wanted.contains(parser->getTokenStream()->LA(2));
  if (skip) {
    parser->consume();
    Token *matched = parser->getCurrentToken();
    reportMatch(parser);
    parser->consume();
    return matched;
  }
  if (supply)
    return getMissingSymbol(parser);
  throw antlr4::InputMismatchException(parser);
}

void SyntaxErrors::recover(Parser *parser, std::exception_ptr error) {
  antlr4::ParserRuleContext *context = parser->getContext();
  switch (context->getRuleIndex()) {
  case TAParser::RuleStatement: {
    size_t start = context->getStart()->getType();
    skipStatement(parser, start == TAParser::For || start == TAParser::While ||
                              start == TAParser::If);
    while (start == TAParser::If &&
           parser->getCurrentToken()->getType() == TAParser::Else) {
      parser->consume();
      skipStatement(parser, /*headsBlock=*/true);
    }
    break;
  }
  case TAParser::RuleFormatDeclaration:
  case TAParser::RuleParameterDeclaration:
  case TAParser::RuleImportDeclaration:
    skipStatement(parser, /*headsBlock=*/false);
    break;
  case TAParser::RuleFunction:
    recoverFunction(parser);
    break;
  case TAParser::RuleBlock:
    if (context->children.empty()) { // no '{'
      auto *parent = dynamic_cast<antlr4::ParserRuleContext *>(context->parent);
      if (!parent || parent->getRuleIndex() != TAParser::RuleFunction)
        std::rethrow_exception(error);
      recoverFunction(parser);
      break;
    }
    return;
  case TAParser::RuleBlockToEnd:
  case TAParser::RuleProgram:
    // Without its end: whatever follows has the same cause.
    return;
  default:
    // A rule inside a statement: the statement is where to go on.
    std::rethrow_exception(error);
  }
  if (parser->getCurrentToken()->getType() != Token::EOF)
    endErrorCondition(parser);
}

/// Parses a rule that none expects here, for the errors in it.
template <typename Rule>
void SyntaxErrors::parseAlone(Parser *parser, size_t ruleIndex, Rule rule) {
  endErrorCondition(parser);
  // ANTLR finds what may follow a rule through the state that it was called
  // from: let that be some rule's that does call it.
  size_t state = parser->getState();
  parser->setState(callerOf(parser, ruleIndex));
  (static_cast<TAParser *>(parser)->*rule)();
  parser->setState(state);
}

void SyntaxErrors::parseBlockAlone(Parser *parser) {
  parseAlone(parser, TAParser::RuleBlock, &TAParser::block);
}

/// Whether the function that begins here stands inside another: what follows
/// it, and the functions after it, goes on with a block. Otherwise the block
/// before it lacks its end.
bool SyntaxErrors::isNested(Parser *parser) {
  size_t index = parser->getCurrentToken()->getTokenIndex();
  if (index >= nestedUntil) {
    size_t count = endOfFunctions(parser);
    if (typeAfter(parser, count) == Token::EOF)
      return false;
    nestedUntil = index + count;
  }
  return true;
}

void SyntaxErrors::parseNestedFunction(Parser *parser) {
  if (!inErrorRecoveryMode(parser))
    diagnostics
        .error(diag::nested_function,
               rangeOf(buffer, parser->getCurrentToken()),
               "a function cannot stand inside another")
        .help("move it before the function that it is in");
  parseAlone(parser, TAParser::RuleFunction, &TAParser::function);
}

/// After an error in a function's header: its body may hold errors of its own,
/// whether or not a brace opens it.
void SyntaxErrors::recoverFunction(Parser *parser) {
  int parens = 0;
  while (true) {
    Token *current = parser->getCurrentToken();
    Token *previous = previousToken(parser);
    size_t type = current->getType();
    bool newLine = previous && current->getLine() > previous->getLine();
    parens += type == TAParser::LeftParen;
    parens -= type == TAParser::RightParen;
    if (type == Token::EOF)
      return;
    if (type == TAParser::LeftBrace && (parens <= 0 || looksLikeBlock(parser)))
      return parseBlockAlone(parser);
    if (newLine && parens <= 0)
      break;
    parser->consume();
  }
  auto ends = [&] {
    size_t type = parser->getCurrentToken()->getType();
    return type == Token::EOF || type == TAParser::RightBrace ||
           is_contained(definitionKeywords, type);
  };
  while (!ends()) {
    size_t before = parser->getCurrentToken()->getTokenIndex();
    parseAlone(parser, TAParser::RuleStatement, &TAParser::statement);
    if (parser->getCurrentToken()->getTokenIndex() == before)
      parser->consume();
  }
  if (parser->getCurrentToken()->getType() == TAParser::RightBrace)
    parser->consume();
}

void SyntaxErrors::skipStatement(Parser *parser, bool headsBlock) {
  unsigned braces = 0;
  int parens = 0;
  while (true) {
    Token *current = parser->getCurrentToken();
    Token *previous = previousToken(parser);
    bool newLine = !previous || current->getLine() > previous->getLine();
    size_t type = current->getType();
    switch (type) {
    case Token::EOF:
      return;
    case TAParser::Semicolon:
      parser->consume();
      // Not those of `for (t = 0; t < 9; ...) {`.
      if (headsBlock && parens != 0 &&
          parser->getCurrentToken()->getLine() == current->getLine())
        continue;
      return;
    case TAParser::LeftParen:
    case TAParser::RightParen:
      parens = std::max(0, parens + (type == TAParser::LeftParen ? 1 : -1));
      break;
    case TAParser::LeftBrace: {
      if (parens == 0 && (headsBlock || looksLikeBlock(parser))) {
        parseBlockAlone(parser);
        return;
      }
      ++braces;
      break;
    }
    case TAParser::RightBrace:
      if (braces != 0)
        --braces;
      else if (!endsList(parser))
        return;
      break;
    case TAParser::Def:
    case TAParser::Format:
    case TAParser::End:
      if (newLine)
        return;
      break;
    default:
      if (newLine && (isStatementKeyword(type) || looksLikeAssignment(parser)))
        return;
    }
    parser->consume();
  }
}

} // namespace encke
