//===- Operators.h - the functions and operators of the language -*- C++
//-*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ENCKE_TESTS_REFERENCE_OPERATORS_H
#define ENCKE_TESTS_REFERENCE_OPERATORS_H

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace encke::reference {

using Operation = std::function<double(const std::vector<double> &)>;

/// A scalar or elementwise function (L17, L26) and how many arguments it takes.
struct NamedFunction {
  size_t arity;
  Operation apply;
};
std::optional<NamedFunction> findFunction(const std::string &name);

/// The two-operand operator of a semiring or monoid (L22).
std::optional<Operation> findSemiringOperator(const std::string &name);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_OPERATORS_H
