//===- parse.h - format declarations and their parts as text ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_FORMAT_PARSE_H
#define ENCKE_RUNTIME_FORMAT_PARSE_H

#include "declaration.h"

#include <string_view>

namespace encke::format {

/// The declaration that begins a text (L33):
/// `format BDIA(b) = (i, j) -> (i / b : dense, ...) with pack(0, 1);`. Fails
/// with a problem.
std::optional<Declaration> parseDeclaration(std::string_view text,
                                            Problem &problem);

/// An expression as Expression::text() spells it, all of `text`; none where
/// that is not one.
std::optional<Expression> parseExpression(std::string_view text);

} // namespace encke::format

#endif // ENCKE_RUNTIME_FORMAT_PARSE_H
