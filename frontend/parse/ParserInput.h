//===- ParserInput.h - from bytes to checked tokens -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_PARSE_PARSERINPUT_H
#define ENCKE_FRONTEND_PARSE_PARSERINPUT_H

#include "frontend/diagnostics/Diagnostics.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

#include "antlr4-runtime.h"

namespace encke {

/// Feeds the lexer the bytes of a buffer, without a copy. Token positions are
/// then byte offsets, whatever the encoding of comments and strings.
class ByteStream : public antlr4::CharStream {
public:
  explicit ByteStream(llvm::StringRef buffer) : buffer(buffer) {}

  void consume() override;
  size_t LA(ssize_t offset) override;
  ssize_t mark() override { return -1; }
  void release(ssize_t marker) override {}
  size_t index() override { return position; }
  void seek(size_t index) override { position = index; }
  size_t size() override { return buffer.size(); }
  std::string getSourceName() const override { return "program"; }
  std::string getText(const antlr4::misc::Interval &interval) override;
  std::string toString() const override { return buffer.str(); }

private:
  llvm::StringRef buffer;
  size_t position = 0;
};

/// The range of a token, or of the tokens from `first` to `last`, in `buffer`.
llvm::SMRange rangeOf(llvm::StringRef buffer, const antlr4::Token *first,
                      const antlr4::Token *last);
inline llvm::SMRange rangeOf(llvm::StringRef buffer,
                             const antlr4::Token *token) {
  return rangeOf(buffer, token, token);
}

/// Reports a buffer that is not UTF-8 text. Returns true when it is.
bool checkEncoding(llvm::StringRef buffer, Diagnostics &diagnostics);

/// Reports characters that belong to no token, malformed numbers, numbers out
/// of range and strings without an end (L2), and turns each such token into
/// what was meant. Returns the indices of the tokens whose kind is a guess: an
/// error of the parser at one of them would only repeat the report.
llvm::DenseSet<size_t> checkTokens(const std::vector<antlr4::Token *> &tokens,
                                   llvm::StringRef buffer,
                                   Diagnostics &diagnostics);

/// Makes statements of the names `break` and `continue` where they are all of
/// one (L64), and declarations of what `param` (L59) and `import` (L62) begin
/// outside of functions.
void markWords(const std::vector<antlr4::Token *> &tokens,
               llvm::StringRef buffer);

/// Reports a program that is nested so deeply that recursion over its tree
/// could exhaust the stack. Returns true when it is not.
bool checkNesting(const std::vector<antlr4::Token *> &tokens,
                  llvm::StringRef buffer, Diagnostics &diagnostics);

} // namespace encke

#endif // ENCKE_FRONTEND_PARSE_PARSERINPUT_H
