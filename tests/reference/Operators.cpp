//===- Operators.cpp - functions and operators of the language ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/Operators.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

using namespace encke;
using namespace encke::reference;

using Values = std::vector<Value>;
using Complex = std::complex<double>;

/// Two values of one type in their order; complex numbers have none.
static bool isLess(const Value &a, const Value &b) {
  return isIntegral(a.type) ? a.integer < b.integer
                            : a.number.real() < b.number.real();
}

static bool isNaN(const Value &value) {
  return !isIntegral(value.type) && std::isnan(value.number.real());
}

static void requireOrder(const std::string &name, ElementType type) {
  if (type == ElementType::Complex)
    throw ProgramError("complex numbers have no order, which " + name +
                       " needs");
}

/// A NaN is the result as soon as it is an operand.
static Value smaller(const Value &a, const Value &b) {
  return isNaN(a) || isLess(a, b) ? a : b;
}
static Value larger(const Value &a, const Value &b) {
  return isNaN(a) || isLess(b, a) ? a : b;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// A floating-point function of one argument.
struct Unary {
  double (*real)(double);
  Complex (*complex)(const Complex &); // null: there is none
};
} // namespace

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

static const std::map<std::string, Unary> unaryFunctions = {
    {"sqrt", {std::sqrt, std::sqrt<double>}},
    {"exp", {std::exp, std::exp<double>}},
    {"log", {std::log, std::log<double>}},
    {"sin", {std::sin, std::sin<double>}},
    {"cos", {std::cos, std::cos<double>}},
    {"tanh", {std::tanh, std::tanh<double>}},
    {"sigmoid", {sigmoid, nullptr}},
};

size_t encke::reference::functionArity(const std::string &name) {
  if (unaryFunctions.count(name) || name == "abs" || name == "relu")
    return 1;
  return name == "pow" || name == "min" || name == "max" ? 2 : 0;
}

bool encke::reference::isFloatingFunction(const std::string &name) {
  return unaryFunctions.count(name) || name == "pow";
}

static Value negate(const Value &value) {
  if (isIntegral(value.type)) // as unsigned, which wraps
    return makeInteger(value.type, -static_cast<uint64_t>(value.integer));
  return value.type == ElementType::Complex
             ? makeComplex(-value.number)
             : makeReal(value.type, -value.number.real());
}

static Value power(const Value &x, const Value &y) {
  if (x.type == ElementType::Complex)
    return makeComplex(std::pow(x.number, y.number));
  return makeReal(x.type, std::pow(x.number.real(), y.number.real()));
}

TypedOperation encke::reference::functionOn(const std::string &name,
                                            ElementType type) {
  if (name == "abs") {
    if (type == ElementType::Complex)
      return {ElementType::Double, [](const Values &a) {
                return makeReal(ElementType::Double, std::abs(a[0].number));
              }};
    return {type, [=](const Values &a) {
              Value x = convert(a[0], type);
              if (!isIntegral(type)) // also of a negative zero
                return makeReal(type, std::fabs(x.number.real()));
              return isLess(x, zero(type)) ? negate(x) : x;
            }};
  }
  if (name == "pow") {
    ElementType result = floatingType(type);
    return {result, [=](const Values &a) {
              return power(convert(a[0], result), convert(a[1], result));
            }};
  }
  if (name == "relu" || name == "min" || name == "max") {
    requireOrder(name, type);
    bool takesSmaller = name == "min";
    return {type, [=](const Values &a) {
              Value x = convert(a[0], type);
              Value y = a.size() > 1 ? convert(a[1], type) : zero(type);
              return takesSmaller ? smaller(x, y) : larger(x, y);
            }};
  }
  const Unary &function = unaryFunctions.at(name);
  ElementType result = floatingType(type);
  if (result != ElementType::Complex)
    return {result, [=](const Values &a) {
              double x = convert(a[0], result).number.real();
              return makeReal(result, function.real(x));
            }};
  if (!function.complex)
    requireOrder(name, result);
  return {result, [=](const Values &a) {
            return makeComplex(function.complex(convert(a[0], result).number));
          }};
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// As the formula says: the operator of C++ takes what comes out as NaN for
/// infinite where a part of a factor is.
static Complex multiply(const Complex &x, const Complex &y) {
  return {x.real() * y.real() - x.imag() * y.imag(),
          x.real() * y.imag() + x.imag() * y.real()};
}

/// Integers wrap around, so they are computed as unsigned ones.
static Value arithmetic(char op, const Value &a, const Value &b) {
  if (isIntegral(a.type)) {
    auto x = static_cast<uint64_t>(a.integer);
    auto y = static_cast<uint64_t>(b.integer);
    uint64_t result = op == '+' ? x + y : op == '-' ? x - y : x * y;
    return makeInteger(a.type, static_cast<int64_t>(result));
  }
  if (a.type == ElementType::Complex) {
    const Complex &x = a.number, &y = b.number;
    return makeComplex(op == '+'   ? x + y
                       : op == '-' ? x - y
                       : op == '*' ? multiply(x, y)
                                   : x / y);
  }
  double x = a.number.real(), y = b.number.real();
  return makeReal(a.type, op == '+'   ? x + y
                          : op == '-' ? x - y
                          : op == '*' ? x * y
                                      : x / y);
}

/// The operator on two values of the type that it computes in.
static Value combine(const std::string &name, const Value &a, const Value &b) {
  if (name == "min")
    return smaller(a, b);
  if (name == "max")
    return larger(a, b);
  if (name == "first" || name == "any")
    return a;
  if (name == "second")
    return b;
  if (name == "pair")
    return one(a.type);
  if (name == "|")
    return makeInteger(a.type, !isZero(a) || !isZero(b));
  if (name == "&")
    return makeInteger(a.type, !isZero(a) && !isZero(b));
  return arithmetic(name[0], a, b);
}

/// The type that an operator computes in.
static ElementType operatorType(const std::string &name, ElementType type) {
  if (name == "+" || name == "-" || name == "*")
    return arithmeticType(type);
  if (name == "/")
    return floatingType(type);
  if (name == "min" || name == "max")
    requireOrder(name, type);
  else if (name != "first" && name != "second" && name != "any" &&
           name != "pair" && name != "|" && name != "&")
    throw ProgramError("L22: no operator is called " + name);
  return type;
}

TypedOperation encke::reference::operatorOn(const std::string &name,
                                            ElementType type) {
  ElementType result = operatorType(name, type);
  return {result, [=](const Values &a) {
            return combine(name, convert(a[0], result), convert(a[1], result));
          }};
}

static bool compare(const std::string &name, const Value &a, const Value &b) {
  bool isEqual =
      isIntegral(a.type) ? a.integer == b.integer : a.number == b.number;
  if (name == "==")
    return isEqual;
  if (name == "!=")
    return !isEqual;
  if (name == "<")
    return isLess(a, b);
  if (name == ">")
    return isLess(b, a);
  return isEqual || (name == "<=" ? isLess(a, b) : isLess(b, a));
}

TypedOperation encke::reference::comparisonOn(const std::string &name,
                                              ElementType type) {
  if (name == "&&" || name == "||") {
    if (type != ElementType::Bool)
      throw ProgramError(name + " needs bools");
    bool isAnd = name == "&&";
    return {type, [=](const Values &a) {
              return makeInteger(ElementType::Bool,
                                 isAnd ? a[0].integer & a[1].integer
                                       : a[0].integer | a[1].integer);
            }};
  }
  if (name != "==" && name != "!=")
    requireOrder(name, type);
  return {ElementType::Bool, [=](const Values &a) {
            return makeInteger(
                ElementType::Bool,
                compare(name, convert(a[0], type), convert(a[1], type)));
          }};
}

//===----------------------------------------------------------------------===//
// Reducers
//===----------------------------------------------------------------------===//

/// Infinity, or the largest number of an integer type.
static Value largest(ElementType type) {
  switch (type) {
  case ElementType::Bool:
    return makeInteger(type, 1);
  case ElementType::Int32:
    return makeInteger(type, std::numeric_limits<int32_t>::max());
  case ElementType::Int64:
    return makeInteger(type, std::numeric_limits<int64_t>::max());
  default:
    return makeReal(type, std::numeric_limits<double>::infinity());
  }
}

static Value smallest(ElementType type) {
  switch (type) {
  case ElementType::Bool:
    return makeInteger(type, 0);
  case ElementType::Int32:
    return makeInteger(type, std::numeric_limits<int32_t>::min());
  case ElementType::Int64:
    return makeInteger(type, std::numeric_limits<int64_t>::min());
  default:
    return makeReal(type, -std::numeric_limits<double>::infinity());
  }
}

Value Reducer::reduceOne(const Value &value) const {
  return isLogical ? combine(identity, value) : convert(value, type);
}

Reducer encke::reference::reducerOn(const std::string &name, ElementType type) {
  Reducer reducer;
  if (name == "hypot") {
    reducer.identity = zero(ElementType::Double);
    // A sum of squares with a NaN is one; `hypot` prefers infinity.
    reducer.combine = [](const Value &a, const Value &b) {
      double x = toDouble(a), y = toDouble(b);
      return makeReal(ElementType::Double, std::isnan(x) || std::isnan(y)
                                               ? x + y
                                               : std::hypot(x, y));
    };
    return reducer;
  }
  reducer.type = operatorType(name, type);
  type = reducer.type;
  if (name == "+" || name == "any" || name == "|")
    reducer.identity = zero(type);
  else if (name == "*" || name == "&")
    reducer.identity = one(type);
  else if (name == "min")
    reducer.identity = largest(type);
  else if (name == "max")
    reducer.identity = smallest(type);
  else
    throw ProgramError("L22: " + name + " does not reduce");
  reducer.isLogical = name == "|" || name == "&";
  reducer.isSum = name == "+";
  reducer.combine = [=](const Value &a, const Value &b) {
    return combine(name, convert(a, type), convert(b, type));
  };
  return reducer;
}
