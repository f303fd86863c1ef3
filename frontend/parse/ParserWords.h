//===- ParserWords.h - the grammar's tokens in words ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_PARSE_PARSERWORDS_H
#define ENCKE_FRONTEND_PARSE_PARSERWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include "antlr4-runtime.h"

#include <string>

namespace encke {

/// Whether a token type is a word of the language.
bool isKeyword(size_t type);

/// The token types of a set.
llvm::SmallVector<size_t> typesIn(const antlr4::misc::IntervalSet &set);

/// How a token of the grammar is called in a message: `'['`, `a name`.
std::string describeToken(const antlr4::dfa::Vocabulary &vocabulary,
                          size_t type);

/// What may stand at a place, in words: `an operator or ';'`.
std::string describeExpected(const antlr4::dfa::Vocabulary &vocabulary,
                             const antlr4::misc::IntervalSet &expected);

/// The keyword among `types` that `text` may be meant for, or "".
std::string intendedKeyword(const antlr4::dfa::Vocabulary &vocabulary,
                            llvm::StringRef text, llvm::ArrayRef<size_t> types);

/// The keyword for what other languages call `text`, or "".
llvm::StringRef wordOfOtherLanguages(llvm::StringRef text);

/// Whether `text` begins a statement in other languages that this one lacks.
bool isForeignStatement(llvm::StringRef text);

/// The element type that other languages call `text`, or "".
llvm::StringRef elementTypeOfOtherLanguages(llvm::StringRef text);

/// What to write instead of characters that belong to no token, from what
/// stands before and after them; or "".
std::string hintForCharacters(llvm::StringRef text, llvm::StringRef before,
                              llvm::StringRef after);

/// What to write instead of a malformed number.
std::string hintForNumber(llvm::StringRef text);

} // namespace encke

#endif // ENCKE_FRONTEND_PARSE_PARSERWORDS_H
