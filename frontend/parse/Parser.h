//===- Parser.h - program text to tree --------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_PARSE_PARSER_H
#define ENCKE_FRONTEND_PARSE_PARSER_H

#include "frontend/AST.h"
#include "frontend/diagnostics/Diagnostics.h"

#include <memory>

namespace encke {

/// Parses the buffer `bufferId` of the diagnostics' source manager by
/// grammar/TA.g4. Reports every syntax error found; returns null when there
/// was one. The tree points into the buffer.
std::unique_ptr<ast::Program> parseProgram(Diagnostics &diagnostics,
                                           unsigned bufferId);

/// Prints a tree, checked or not, for `--emit=ast`: one node a line, indented,
/// with line:column and, once checked, labels, types and summed labels.
void printProgram(const ast::Program &program, const llvm::SourceMgr &sources,
                  llvm::raw_ostream &os);

} // namespace encke

#endif // ENCKE_FRONTEND_PARSE_PARSER_H
