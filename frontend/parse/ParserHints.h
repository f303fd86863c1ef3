//===- ParserHints.h - the likely mistake behind a syntax error -*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_PARSE_PARSERHINTS_H
#define ENCKE_FRONTEND_PARSE_PARSERHINTS_H

#include "TAParser.h"

#include <string>

namespace encke {

constexpr size_t statementKeywords[] = {
    grammar::TAParser::IndexLabel, grammar::TAParser::Tensor,
    grammar::TAParser::Var,        grammar::TAParser::For,
    grammar::TAParser::While,      grammar::TAParser::If,
    grammar::TAParser::Return,     grammar::TAParser::Reorder,
};
constexpr size_t definitionKeywords[] = {grammar::TAParser::Def,
                                         grammar::TAParser::Format};

/// What to write instead, where the current token stands and `expected` may:
/// a sentence for the user, or "" when no mistake is likely. Knows what is
/// commonly carried over from C, Python and NumPy, and other tensor compilers.
std::string hintFor(antlr4::Parser *parser,
                    const antlr4::misc::IntervalSet &expected);

} // namespace encke

#endif // ENCKE_FRONTEND_PARSE_PARSERHINTS_H
