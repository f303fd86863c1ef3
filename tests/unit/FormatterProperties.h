//===- FormatterProperties.h - what formatting must keep --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the tests of the formatter and the fuzzer of the front end.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_UNIT_FORMATTERPROPERTIES_H
#define ENCKE_TESTS_UNIT_FORMATTERPROPERTIES_H

#include "Program.h"
#include "TALexer.h"

#include "frontend/format/Formatter.h"
#include "frontend/parse/ParserInput.h"

namespace encke::test {

/// The formatted text, or the messages when there is none.
inline std::string formatted(llvm::StringRef text, bool *success = nullptr) {
  Source source(text);
  std::optional<std::string> result =
      formatProgram(source.diagnostics, source.buffer);
  if (success)
    *success = result.has_value();
  return result ? *result : source.flush();
}

/// The tree of a program without its places, or "" where none can be built.
inline std::string treeWithoutPlaces(llvm::StringRef text) {
  Parsed parsed(text);
  return parsed.program ? withoutPlaces(parsed.tree()) : "";
}

/// The tokens and the comments of a program, without what may change: `;`, and
/// that a mask's `>=` may be two tokens.
struct TokensAndComments {
  explicit TokensAndComments(llvm::StringRef text) {
    ByteStream bytes(text);
    grammar::TALexer lexer(&bytes);
    lexer.removeErrorListeners();
    size_t reached = 0;
    for (const auto &token : lexer.getAllTokens()) {
      addGap(text.slice(reached, token->getStartIndex()));
      reached = token->getStopIndex() + 1;
      if (token->getType() == grammar::TALexer::Semicolon)
        continue;
      if (token->getType() == grammar::TALexer::GreaterEqual)
        tokens += "> = ";
      else
        tokens += token->getText() + " ";
    }
    addGap(text.substr(reached));
  }

  void addGap(llvm::StringRef gap) {
    // White space at the end of a comment may go.
    for (char c : gap)
      if (!llvm::isSpace(c) && !llvm::StringRef("\xEF\xBB\xBF").contains(c))
        comments += c;
  }

  std::string tokens, comments;
};

/// Formats a program, and says what formatting has not kept; "" when all is
/// well, or the program has syntax errors.
inline std::string whatFormattingBreaks(llvm::StringRef text) {
  bool success;
  std::string once = formatted(text, &success);
  if (!success)
    return "";
  std::string twice = formatted(once, &success);
  if (!success)
    return "the result has errors:\n" + twice + once;
  if (twice != once)
    return "formatted twice:\n" + twice + "formatted once:\n" + once;
  if (treeWithoutPlaces(text) != treeWithoutPlaces(once))
    return "another tree:\n" + once;
  TokensAndComments before(text), after(once);
  if (before.tokens != after.tokens)
    return "other tokens:\n" + once;
  if (before.comments != after.comments)
    return "other comments:\n" + once;
  return "";
}

} // namespace encke::test

#endif // ENCKE_TESTS_UNIT_FORMATTERPROPERTIES_H
