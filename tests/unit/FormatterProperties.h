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

#include "frontend/format/Formatter.h"
#include "frontend/parse/Parser.h"
#include "frontend/parse/ParserInput.h"

#include "TALexer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <string>

namespace encke::test {

/// The formatted text, or the messages when there is none.
inline std::string formatted(llvm::StringRef text, bool *success = nullptr) {
  llvm::SourceMgr sources;
  unsigned id = sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "t.ta"), llvm::SMLoc());
  Diagnostics diagnostics(sources);
  std::optional<std::string> result = formatProgram(diagnostics, id);
  if (success)
    *success = result.has_value();
  if (result)
    return *result;
  std::string messages;
  llvm::raw_string_ostream os(messages);
  diagnostics.flush(os);
  return messages;
}

/// The tree of a program without its places, or "" where none can be built.
inline std::string treeWithoutPlaces(llvm::StringRef text) {
  llvm::SourceMgr sources;
  unsigned id = sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "t.ta"), llvm::SMLoc());
  Diagnostics diagnostics(sources);
  std::unique_ptr<ast::Program> program = parseProgram(diagnostics, id);
  if (!program)
    return "";
  std::string tree, result;
  llvm::raw_string_ostream os(tree);
  printProgram(*program, sources, os);
  // A place is two numbers with a colon between.
  for (llvm::StringRef rest = tree; !rest.empty();) {
    char c = rest.front();
    rest = rest.drop_front();
    result += c;
    llvm::StringRef after = rest.drop_while(llvm::isDigit);
    if (c == ' ' && after.size() != rest.size() && after.consume_front(":"))
      rest = after.drop_while(llvm::isDigit);
  }
  return result;
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
