//===- Value.h - a number of one of the element types -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_VALUE_H
#define ENCKE_TESTS_REFERENCE_VALUE_H

#include "dialects/Format.h"

#include <complex>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace encke::reference {

/// The program is wrong (exit status 1).
struct ProgramError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The data are wrong (exit status 2).
struct DataError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The oracle does not know this part of the language (exit status 3).
struct NotSupported : std::runtime_error {
  NotSupported(const std::string &what)
      : std::runtime_error("reference interpreter: not supported: " + what) {}
};

/// A number of an element type (L8): bool, int32 and int in `integer`, float,
/// double and complex in `number`. A float is always one that a float holds.
struct Value {
  ElementType type = ElementType::Double;
  int64_t integer = 0;
  std::complex<double> number = 0;
};

/// True for bool, int32 and int.
bool isIntegral(ElementType type);
/// The type that operands of two types are taken to (L8).
ElementType promote(ElementType a, ElementType b);
/// The type of arithmetic on a type: that of bool is the one of int.
ElementType arithmeticType(ElementType type);
/// The type of a quotient or a root of a type (L45).
ElementType floatingType(ElementType type);
/// True when an assignment from one type to the other does not narrow.
bool widensTo(ElementType from, ElementType to);

/// Numbers of a type; an integer is wrapped to the type's width, a float is
/// rounded.
Value makeInteger(ElementType type, int64_t integer);
Value makeReal(ElementType type, double real);
Value makeComplex(std::complex<double> number);
Value zero(ElementType type);
Value one(ElementType type);

/// The value as one of a type that it widens to.
Value convert(const Value &value, ElementType type);
/// What is kept of a value where elements are `stored` in a narrower type than
/// they are computed in (L50): rounded once, integers wrapped around.
Value keptAs(const Value &value, ElementType stored);
bool isZero(const Value &value);
/// The real part as a double, whatever the type.
double toDouble(const Value &value);

/// The shortest text that reads back as the value; a complex number as 1.5-2j.
std::string shortest(const Value &value);
/// The same of an element that is kept as `stored`, of a type of L50 or any.
std::string shortest(const Value &value, ElementType stored);
/// As C++ streams print by default, six digits.
std::string sixDigits(const Value &value);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_VALUE_H
