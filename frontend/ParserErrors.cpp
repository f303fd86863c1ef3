//===- ParserErrors.cpp - syntax errors in the user's terms ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/ParserErrors.h"

#include "frontend/ParserInput.h"
#include "frontend/ParserWords.h"

#include "TAParser.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using antlr4::Parser;
using antlr4::Token;
using antlr4::dfa::Vocabulary;
using antlr4::misc::IntervalSet;
using encke::grammar::TAParser;

namespace encke {

namespace {

constexpr unsigned maxErrors = 100;

constexpr size_t statementKeywords[] = {
    TAParser::IndexLabel, TAParser::Tensor, TAParser::Var,    TAParser::For,
    TAParser::While,      TAParser::If,     TAParser::Return, TAParser::Reorder,
};

constexpr size_t definitionKeywords[] = {TAParser::Def, TAParser::Format};

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

/// Whether the current token starts something new, so that what is missing is
/// missing after the previous token.
bool startsAfresh(Parser *parser) {
  Token *previous = previousToken(parser), *current = parser->getCurrentToken();
  return previous && (current->getLine() > previous->getLine() ||
                      current->getType() == TAParser::RightBrace ||
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

std::string quote(const Token *token) {
  std::string text = token->getText();
  if (text.size() > 40)
    text = text.substr(0, 37) + "...";
  return "'" + text + "'";
}

std::string describeFound(const Token *token) {
  return token->getType() == Token::EOF ? "the end of the file" : quote(token);
}

/// The innermost statement, function or top-level declaration that the parser
/// is in.
antlr4::ParserRuleContext *enclosingStatement(Parser *parser) {
  antlr4::ParserRuleContext *context = parser->getContext();
  while (context && context->getRuleIndex() != TAParser::RuleStatement &&
         context->getRuleIndex() != TAParser::RuleFunction &&
         context->getRuleIndex() != TAParser::RuleFormatDeclaration)
    context = dynamic_cast<antlr4::ParserRuleContext *>(context->parent);
  return context;
}

} // namespace

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

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
  if (diagnostics.getErrorCount() >= maxErrors) {
    diagnostics.error(rangeOf(buffer, current),
                      "too many errors; the rest of the file is not checked");
    throw TooManyErrors();
  }

  // Where a statement may begin, nothing is missing before it.
  bool atStatement = expectedAt(parser).contains(size_t(TAParser::IndexLabel));
  if (startsAfresh(parser) &&
      (!atStatement || current->getType() == Token::EOF))
    reportMissing(parser);
  else
    reportFound(parser);
}

void SyntaxErrors::reportFound(Parser *parser) {
  Token *current = parser->getCurrentToken();
  IntervalSet expected = expectedAt(parser);
  Diagnostics::Builder error = diagnostics.error(
      rangeOf(buffer, current),
      "expected " + describeExpected(parser->getVocabulary(), expected) +
          ", found " + describeFound(current));
  suggest(error, parser, expected);
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
  Diagnostics::Builder error = diagnostics.error(
      SMRange(end, end), "expected " + what +
                             (atEnd ? " before the end of the file"
                                    : " after " + describeFound(previous)));
  suggest(error, parser, expected);
  noteOpener(error, parser, expected);
}

void SyntaxErrors::reportError(Parser *parser,
                               const antlr4::RecognitionException &error) {
  reportUnexpected(parser);
}

/// Adds the likely mistake, where one is known.
void SyntaxErrors::suggest(Diagnostics::Builder &error, Parser *parser,
                           const IntervalSet &expected) {
  Token *current = parser->getCurrentToken();
  std::string text = current->getText();
  size_t type = current->getType();
  const Vocabulary &vocabulary = parser->getVocabulary();
  auto expects = [&](size_t type) { return expected.contains(type); };

  // A misspelt keyword: the current token itself, or the word that begins the
  // statement and was taken for a name.
  if (type == TAParser::Name) {
    std::string word = intendedKeyword(vocabulary, text, typesIn(expected));
    if (!word.empty()) {
      error.help("did you mean '" + word + "'?");
      return;
    }
  }
  antlr4::ParserRuleContext *statement = enclosingStatement(parser);
  Token *start = statement ? statement->getStart() : nullptr;
  if (start && start->getType() == TAParser::Name &&
      (type == TAParser::LeftBrace ||
       current->getTokenIndex() - start->getTokenIndex() <= 2)) {
    std::string first = start->getText();
    std::string word = intendedKeyword(vocabulary, first, statementKeywords);
    if (word.empty())
      word = intendedKeyword(vocabulary, first, definitionKeywords);
    if (word.empty())
      word = wordOfOtherLanguages(first).str();
    if (!word.empty()) {
      error.help("did you mean '" + word + "' instead of '" + first + "'?");
      return;
    }
  }

  if (isKeyword(type) && expects(TAParser::Name) &&
      !expects(TAParser::IndexLabel))
    error.help("'" + text +
               "' is a word of the language and cannot be used as a name");
  else if (type == TAParser::Assign && expects(TAParser::EqualEqual))
    error.help("'==' compares");
  else if (type == TAParser::Ampersand && expects(TAParser::AndAnd))
    error.help("'&&' is the logical and");
  else if (type == TAParser::Bar && expects(TAParser::OrOr))
    error.help("'||' is the logical or");
  else if (type == TAParser::Slash && previousToken(parser) &&
           previousToken(parser)->getType() == TAParser::Slash)
    error.help("a comment begins with '#'");
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
    reportUnexpected(parser);
    if (parser->getCurrentToken()->getType() == TAParser::LeftBrace) {
      skipStatement(parser, /*headsBlock=*/true);
      continue;
    }
    parser->consume();
    if (isProgram)
      continue;
    skipStatement(parser, /*headsBlock=*/false);
    endErrorCondition(parser);
  }
}

/// Whether a list of statements can go on, or end, at the current token.
bool SyntaxErrors::canStandHere(Parser *parser) const {
  size_t type = parser->getCurrentToken()->getType();
  size_t rule = parser->getContext()->getRuleIndex();
  if (type == Token::EOF ||
      (rule != TAParser::RuleProgram && is_contained(definitionKeywords, type)))
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
      (startsAfresh(parser) || !wanted.contains(size_t(TAParser::Semicolon))) &&
      atn.nextTokens(next, parser->getContext()).contains(current->getType());
  bool skip = !isBracket(current->getType()) &&
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
    break;
  }
  case TAParser::RuleFormatDeclaration:
    skipStatement(parser, /*headsBlock=*/false);
    break;
  case TAParser::RuleFunction:
    // The header is wrong; the body may still hold errors of its own.
    skipStatement(parser, /*headsBlock=*/true);
    break;
  case TAParser::RuleBlock:
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

/// Parses a block that no rule expects here, for the errors in it.
void SyntaxErrors::parseBlockAlone(Parser *parser) {
  endErrorCondition(parser);
  // ANTLR finds what may follow a rule through the state that it was called
  // from: let that be a loop's.
  size_t state = parser->getState();
  for (const antlr4::atn::ATNState *caller : parser->getATN().states) {
    if (!caller || caller->ruleIndex != TAParser::RuleWhileLoop ||
        caller->transitions.empty())
      continue;
    auto *call = dynamic_cast<antlr4::atn::RuleTransition *>(
        caller->transitions.front());
    if (call && call->ruleIndex == TAParser::RuleBlock)
      parser->setState(caller->stateNumber);
  }
  static_cast<TAParser *>(parser)->block();
  parser->setState(state);
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
      if (braces == 0)
        return;
      --braces;
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
