//===- SyntaxTree.cpp - a program as the grammar sees it ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/SyntaxTree.h"

#include "frontend/ParserErrors.h"

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
        .error(rangeOf(buffer, statement->getStart(), statement->getStop()),
               "statement outside a function")
        .help("statements belong in a function: 'def main() { ... }'");
  }
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

  tokens.fill();
  guessedTokens = checkTokens(tokens.getTokens(), buffer, diagnostics);
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
