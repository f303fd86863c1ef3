//===- Literals.h - numbers and arithmetic on them (L46) --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_LITERALS_H
#define ENCKE_TESTS_REFERENCE_LITERALS_H

#include "frontend/AST.h"
#include "tests/reference/Operators.h"

#include <optional>
#include <string>

namespace encke::reference {

class Frame;

/// The operator of `+ - * .* / %`, or "".
std::string arithmeticName(ast::BinaryOp op);

/// `-x`, as 0 - x would lose the sign of a zero.
TypedOperation negation(ElementType type);

/// A number, or arithmetic on numbers alone.
bool isLiteral(const ast::Expr &expr, Frame &frame);

Value literalValue(const ast::Expr &expr, ElementType type, Frame &frame);

/// L46: a literal takes the type of the other operand if it can: a whole number
/// any that holds it but bool, one with a fraction a floating-point type.
ElementType adaptedType(const ast::Expr &literal,
                        std::optional<ElementType> other);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_LITERALS_H
