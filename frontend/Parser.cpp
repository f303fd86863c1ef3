//===- Parser.cpp - program text to tree ----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Parser.h"

#include "frontend/ASTBuilder.h"
#include "frontend/ParserErrors.h"
#include "frontend/ParserInput.h"

#include "TALexer.h"
#include "TAParser.h"

using namespace llvm;
using encke::grammar::TALexer;
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

namespace {

/// So many tokens fit the memory of a common machine together with ANTLR's
/// tree, which takes some hundred bytes for each.
constexpr size_t maxTokens = 4'000'000;

class TokenStream : public antlr4::CommonTokenStream {
public:
  using CommonTokenStream::CommonTokenStream;

  /// Reads all tokens. False when there are more than `limit`.
  bool fillUpTo(size_t limit) {
    lazyInit();
    while (_tokens.size() <= limit)
      if (fetch(1000) < 1000)
        return true;
    return false;
  }
};

} // namespace

std::unique_ptr<ast::Program> parseProgram(Diagnostics &diagnostics,
                                           unsigned bufferId) {
  unsigned errorsBefore = diagnostics.getErrorCount();
  auto failed = [&] { return diagnostics.getErrorCount() != errorsBefore; };
  StringRef buffer =
      diagnostics.getSources().getMemoryBuffer(bufferId)->getBuffer();
  if (!checkEncoding(buffer, diagnostics))
    return nullptr;

  ByteStream bytes(buffer);
  TALexer lexer(&bytes);
  lexer.removeErrorListeners();
  TokenStream tokens(&lexer);
  if (!tokens.fillUpTo(maxTokens)) {
    diagnostics.error(
        diag::program_too_long, rangeOf(buffer, tokens.getTokens().back()),
        "the program has more than " + Twine(maxTokens) + " words and signs");
    return nullptr;
  }
  DenseSet<size_t> guessed =
      checkTokens(tokens.getTokens(), buffer, diagnostics);
  tokens.seek(0); // past tokens that the check has hidden
  if (!checkNesting(tokens.getTokens(), buffer, diagnostics))
    return nullptr;

  // Every decision of the grammar looks at one token, so that the parser never
  // runs ANTLR's adaptive prediction, and its modes do not matter here.
  TAParser parser(&tokens);
  parser.removeErrorListeners();
  parser.setErrorHandler(
      std::make_shared<SyntaxErrors>(diagnostics, buffer, guessed));
  TAParser::ProgramContext *tree = nullptr;
  try {
    tree = parser.program();
  } catch (const TooManyErrors &) {
    return nullptr;
  }
  checkTopLevel(tree, buffer, diagnostics);
  if (failed())
    return nullptr;

  std::unique_ptr<ast::Program> program =
      ASTBuilder(buffer, diagnostics).build(tree);
  return failed() ? nullptr : std::move(program);
}

} // namespace encke
