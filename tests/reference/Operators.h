//===- Operators.h - functions and operators of the language ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ENCKE_TESTS_REFERENCE_OPERATORS_H
#define ENCKE_TESTS_REFERENCE_OPERATORS_H

#include "tests/reference/Value.h"

#include <functional>
#include <string>
#include <vector>

namespace encke::reference {

/// What is computed of operands; it converts them as it needs them.
using Operation = std::function<Value(const std::vector<Value> &)>;

/// An operation on operands of given types, and the type of its result.
struct TypedOperation {
  ElementType type;
  Operation apply;
};

/// The number of arguments of a scalar or elementwise function (L17, L26), or 0
/// when there is none of that name.
size_t functionArity(const std::string &name);
/// True when integer literals among the arguments become floating-point.
bool isFloatingFunction(const std::string &name);
/// The function on arguments of a type (their promotion).
TypedOperation functionOn(const std::string &name, ElementType type);

/// `+ - * /` or an operator of L22 on operands of a type. Throws ProgramError
/// for an unknown one.
TypedOperation operatorOn(const std::string &name, ElementType type);

/// A comparison or connective; operands of a type, the result is bool.
TypedOperation comparisonOn(const std::string &name, ElementType type);

/// An operator that reduces, with its identity.
struct Reducer {
  ElementType type = ElementType::Double;
  std::function<Value(const Value &, const Value &)> combine;
  Value identity;
  /// What a single value reduces to: `|` and `&` give 0 or 1 (L42).
  Value reduceOne(const Value &value) const;
  bool isLogical = false;
  bool isSum = false;
};

/// The reducer ⊕ of L22 on elements of a type, or `hypot` on doubles, the root
/// of the sum of the squares.
Reducer reducerOn(const std::string &name, ElementType type);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_OPERATORS_H
