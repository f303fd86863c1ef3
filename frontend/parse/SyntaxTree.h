//===- SyntaxTree.h - a program as the grammar sees it ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_PARSE_SYNTAXTREE_H
#define ENCKE_FRONTEND_PARSE_SYNTAXTREE_H

#include "frontend/parse/ParserInput.h"

#include "TALexer.h"
#include "TAParser.h"

namespace encke {

class TokenStream : public antlr4::CommonTokenStream {
public:
  using CommonTokenStream::CommonTokenStream;

  /// Reads all tokens. False when there are more than `limit`.
  bool fillUpTo(size_t limit);
};

/// The tokens and ANTLR's tree of a buffer. Points into the buffer.
class SyntaxTree {
public:
  explicit SyntaxTree(llvm::StringRef buffer);

  /// Parses, and reports every error. Returns the root, which the syntax tree
  /// owns, or null when there was an error.
  grammar::TAParser::ProgramContext *parse(Diagnostics &diagnostics);

private:
  llvm::StringRef buffer;
  ByteStream bytes;
  grammar::TALexer lexer;
  TokenStream tokens;
  grammar::TAParser parser;
  llvm::DenseSet<size_t> guessedTokens;
};

} // namespace encke

#endif // ENCKE_FRONTEND_PARSE_SYNTAXTREE_H
