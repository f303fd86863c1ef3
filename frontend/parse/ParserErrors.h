//===- ParserErrors.h - syntax errors in the user's terms -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_PARSE_PARSERERRORS_H
#define ENCKE_FRONTEND_PARSE_PARSERERRORS_H

#include "frontend/diagnostics/Diagnostics.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include "antlr4-runtime.h"

namespace encke {

/// Thrown when so many errors were reported that more would not help.
struct TooManyErrors : antlr4::ParseCancellationException {};

/// Reports what was found and what may stand there, and continues: after a
/// token too many or a closing token too few in place, else at the end of the
/// statement. One mistake makes one error.
class SyntaxErrors : public antlr4::DefaultErrorStrategy {
public:
  SyntaxErrors(Diagnostics &diagnostics, llvm::StringRef buffer,
               const llvm::DenseSet<size_t> &guessedTokens)
      : diagnostics(diagnostics), buffer(buffer), guessedTokens(guessedTokens) {
  }

  void sync(antlr4::Parser *parser) override;
  antlr4::Token *recoverInline(antlr4::Parser *parser) override;
  void recover(antlr4::Parser *parser, std::exception_ptr error) override;
  void reportError(antlr4::Parser *parser,
                   const antlr4::RecognitionException &error) override;

private:
  /// A place in the grammar.
  struct Place {
    size_t state;
    antlr4::ParserRuleContext *context;
  };

  antlr4::misc::IntervalSet expectedAt(antlr4::Parser *parser) const;
  bool canStandHere(antlr4::Parser *parser);
  /// Reports the current token, unless an error there was reported already:
  /// where it stands, or as something missing after the previous token.
  void reportUnexpected(antlr4::Parser *parser);
  void reportFound(antlr4::Parser *parser);
  void reportMissing(antlr4::Parser *parser);
  void noteOpener(Diagnostics::Builder &error, antlr4::Parser *parser,
                  const antlr4::misc::IntervalSet &expected);
  /// Skips to where the next statement can begin. Parses a block on the way,
  /// for its own errors: with `headsBlock`, braces outside parentheses are one.
  void skipStatement(antlr4::Parser *parser, bool headsBlock);
  template <typename Rule>
  void parseAlone(antlr4::Parser *parser, size_t ruleIndex, Rule rule);
  void parseBlockAlone(antlr4::Parser *parser);
  bool isNested(antlr4::Parser *parser);
  void parseNestedFunction(antlr4::Parser *parser);
  void recoverFunction(antlr4::Parser *parser);

  Diagnostics &diagnostics;
  llvm::StringRef buffer;
  const llvm::DenseSet<size_t> &guessedTokens;

  /// The places passed since the token `placesToken` became the current one:
  /// whatever could have stood at any of them was expected.
  llvm::SmallVector<Place> places;
  size_t placesToken = ~size_t(0);
  /// The statement (see enclosingStatement) that was reported last.
  size_t lastStatement = 0;
  /// Words of the language whose use as a name has been reported.
  llvm::DenseSet<size_t> wordsUsedAsNames;
  /// How many more `end`s belong to errors that have been reported.
  unsigned foreignEnds = 0;
  /// Functions before this token are known to stand inside another.
  size_t nestedUntil = 0;
};

} // namespace encke

#endif // ENCKE_FRONTEND_PARSE_PARSERERRORS_H
