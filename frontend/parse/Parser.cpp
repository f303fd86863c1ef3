//===- Parser.cpp - program text to tree ----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/Parser.h"

#include "frontend/parse/ASTBuilder.h"
#include "frontend/parse/SyntaxTree.h"

using namespace llvm;

namespace encke {

std::unique_ptr<ast::Program> parseProgram(Diagnostics &diagnostics,
                                           unsigned bufferId) {
  StringRef buffer =
      diagnostics.getSources().getMemoryBuffer(bufferId)->getBuffer();
  SyntaxTree syntax(buffer);
  grammar::TAParser::ProgramContext *root = syntax.parse(diagnostics);
  if (!root)
    return nullptr;
  unsigned errorsBefore = diagnostics.getErrorCount();
  std::unique_ptr<ast::Program> program =
      ASTBuilder(buffer, bufferId, diagnostics).build(root);
  return diagnostics.getErrorCount() == errorsBefore ? std::move(program)
                                                     : nullptr;
}

} // namespace encke
