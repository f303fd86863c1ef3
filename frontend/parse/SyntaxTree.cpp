//===- SyntaxTree.cpp - a program as the grammar sees it ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/SyntaxTree.h"

#include "frontend/parse/ParserErrors.h"

using namespace llvm;
using encke::grammar::TAParser;

namespace encke {

/// Reports statements outside a function, once for a run of them.
static void checkTopLevel(TAParser::ProgramContext *program, StringRef buffer,
                          Diagnostics &diagnostics) {
  bool reported = false;
  for (TAParser::TopLevelContext *item : program->topLevel()) {
    TAParser::StatementContext *statement = item->statement();
    if (!statement)
      reported = false;
    if (!statement || reported || statement->exception ||
        dynamic_cast<TAParser::EmptyStatementContext *>(statement))
      continue;
    reported = true;
    diagnostics
        .error(diag::statement_outside_function,
               rangeOf(buffer, statement->getStart(), statement->getStop()),
               "statement outside a function")
        .help("statements belong in a function: 'def main() { ... }'");
  }
}

/// So many tokens fit the memory of a common machine together with ANTLR's
/// tree, which takes some hundred bytes for each.
static constexpr size_t maxTokens = 4'000'000;

bool TokenStream::fillUpTo(size_t limit) {
  lazyInit();
  while (_tokens.size() <= limit)
    if (fetch(1000) < 1000)
      return true;
  return false;
}

SyntaxTree::SyntaxTree(StringRef buffer)
    : buffer(buffer), bytes(buffer), lexer(&bytes), tokens(&lexer),
      parser(&tokens) {
  lexer.removeErrorListeners();
  parser.removeErrorListeners();
}

TAParser::ProgramContext *SyntaxTree::parse(Diagnostics &diagnostics) {
  unsigned errorsBefore = diagnostics.getErrorCount();
  if (!checkEncoding(buffer, diagnostics))
    return nullptr;

  if (!tokens.fillUpTo(maxTokens)) {
    diagnostics.error(
        diag::program_too_long, rangeOf(buffer, tokens.getTokens().back()),
        "the program has more than " + Twine(maxTokens) + " words and signs");
    return nullptr;
  }
  guessedTokens = checkTokens(tokens.getTokens(), buffer, diagnostics);
  markWords(tokens.getTokens(), buffer);
  tokens.seek(0); // past tokens that the check has hidden
  if (!checkNesting(tokens.getTokens(), buffer, diagnostics))
    return nullptr;

  // Every decision of the grammar looks at one token, so that the parser never
  // runs ANTLR's adaptive prediction, and its modes do not matter here.
  parser.setErrorHandler(
      std::make_shared<SyntaxErrors>(diagnostics, buffer, guessedTokens));
  TAParser::ProgramContext *root = nullptr;
  try {
    root = parser.program();
  } catch (const TooManyErrors &) {
    return nullptr;
  }
  checkTopLevel(root, buffer, diagnostics);
  return diagnostics.getErrorCount() == errorsBefore ? root : nullptr;
}

} // namespace encke
