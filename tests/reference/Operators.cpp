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
#include <optional>

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

/// L54: halves go to the even neighbour.
static double roundEven(double x) { return std::nearbyint(x); }

static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

static const std::map<std::string, Unary> unaryFunctions = {
    {"sqrt", {std::sqrt, std::sqrt<double>}},
    {"exp", {std::exp, std::exp<double>}},
    {"log", {std::log, std::log<double>}},
    {"sin", {std::sin, std::sin<double>}},
    {"cos", {std::cos, std::cos<double>}},
    {"tanh", {std::tanh, std::tanh<double>}},
    {"sigmoid", {sigmoid, nullptr}},
    {"asin", {std::asin, nullptr}},
    {"acos", {std::acos, nullptr}},
    {"atan", {std::atan, nullptr}},
    {"sinh", {std::sinh, nullptr}},
    {"cosh", {std::cosh, nullptr}},
    {"log1p", {std::log1p, nullptr}},
    {"expm1", {std::expm1, nullptr}},
    {"log2", {std::log2, nullptr}},
    {"log10", {std::log10, nullptr}},
    {"cbrt", {std::cbrt, nullptr}},
    {"erf", {std::erf, nullptr}},
};

/// L54: of whole numbers, these are the numbers themselves, or their signs.
static const std::map<std::string, double (*)(double)> wholeFunctions = {
    {"floor", std::floor},
    {"ceil", std::ceil},
    {"round", roundEven},
    {"sign", sign},
};

static const std::map<std::string, double (*)(const Complex &)> partFunctions =
    {{"re", std::real<double>},
     {"im", std::imag<double>},
     {"arg", std::arg<double>}};

static const std::map<std::string, ElementType> casts = {
    {"double", ElementType::Double}, {"float", ElementType::Float},
    {"int", ElementType::Int64},     {"int64", ElementType::Int64},
    {"int32", ElementType::Int32},   {"bool", ElementType::Bool},
};

static bool isBitFunction(const std::string &name) {
  return name == "bitand" || name == "bitor" || name == "bitxor" ||
         name == "shl" || name == "shr";
}

size_t encke::reference::functionArity(const std::string &name) {
  if (unaryFunctions.count(name) || wholeFunctions.count(name) ||
      partFunctions.count(name) || casts.count(name) || name == "abs" ||
      name == "relu" || name == "conj" || name == "bitnot")
    return 1;
  bool isOfTwo = name == "pow" || name == "min" || name == "max" ||
                 name == "atan2" || name == "complex" || name == "div" ||
                 isBitFunction(name);
  return isOfTwo ? 2 : 0;
}

bool encke::reference::isFloatingFunction(const std::string &name) {
  return unaryFunctions.count(name) || name == "pow" || name == "atan2" ||
         name == "complex";
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

static void requireReal(const std::string &name, ElementType type) {
  if (type == ElementType::Complex)
    throw ProgramError("L54: " + name + " takes real numbers");
}

static ElementType wholeType(const std::string &name, ElementType type) {
  if (!isIntegral(type))
    throw ProgramError("L54: " + name + " takes whole numbers");
  return arithmeticType(type);
}

/// L54: to an integer the fraction is cut off.
static Value cast(const Value &value, ElementType to) {
  if (to == ElementType::Bool)
    return makeInteger(to, !isZero(value));
  if (to == ElementType::Float || to == ElementType::Double)
    return makeReal(to, toDouble(value));
  bool isNarrow = to == ElementType::Int32;
  double limit = isNarrow ? 0x1p31 : 0x1p63;
  if (isIntegral(value.type)) {
    if (isNarrow && value.integer != static_cast<int32_t>(value.integer))
      throw DataError("L54: a number that does not fit int32");
    return makeInteger(to, value.integer);
  }
  double whole = std::trunc(value.number.real());
  if (std::isnan(whole) || whole < -limit || whole >= limit)
    throw DataError("L54: a number that does not fit an integer");
  return makeInteger(to, static_cast<int64_t>(whole));
}

/// L54: beyond the width nothing is left, or the sign.
static Value bitOperation(const std::string &name, const Value &a,
                          const Value &b) {
  int64_t x = a.integer, y = b.integer;
  int64_t width = a.type == ElementType::Int32 ? 32 : 64;
  bool isBeyond = y < 0 || y >= width;
  if (name == "bitand")
    x &= y;
  else if (name == "bitor")
    x |= y;
  else if (name == "bitxor")
    x ^= y;
  else if (name == "shl")
    x = isBeyond ? 0 : static_cast<int64_t>(static_cast<uint64_t>(x) << y);
  else
    x = isBeyond ? (x < 0 ? -1 : 0) : x >> y;
  return makeInteger(a.type, x);
}

/// The functions of L54; none for any other.
static std::optional<TypedOperation> newFunctionOn(const std::string &name,
                                                   ElementType type) {
  if (auto whole = wholeFunctions.find(name); whole != wholeFunctions.end()) {
    requireReal(name, type);
    return TypedOperation{
        type, [=](const Values &a) {
          Value x = convert(a[0], type);
          if (!isIntegral(type))
            return makeReal(type, whole->second(x.number.real()));
          return name == "sign"
                     ? makeInteger(type, (x.integer > 0) - (x.integer < 0))
                     : x;
        }};
  }
  if (auto part = partFunctions.find(name); part != partFunctions.end())
    return TypedOperation{ElementType::Double, [=](const Values &a) {
                            Value z = convert(a[0], ElementType::Complex);
                            return makeReal(ElementType::Double,
                                            part->second(z.number));
                          }};
  if (name == "conj")
    return TypedOperation{ElementType::Complex, [](const Values &a) {
                            Value z = convert(a[0], ElementType::Complex);
                            return makeComplex(std::conj(z.number));
                          }};
  if (name == "complex") {
    requireReal(name, type);
    return TypedOperation{ElementType::Complex, [](const Values &a) {
                            return makeComplex(
                                {toDouble(a[0]), toDouble(a[1])});
                          }};
  }
  if (auto to = casts.find(name); to != casts.end()) {
    if (to->second != ElementType::Bool)
      requireReal(name, type);
    return TypedOperation{
        to->second, [=](const Values &a) { return cast(a[0], to->second); }};
  }
  if (name == "atan2") {
    requireReal(name, type);
    ElementType result = floatingType(type);
    return TypedOperation{
        result, [=](const Values &a) {
          return makeReal(result, std::atan2(toDouble(a[0]), toDouble(a[1])));
        }};
  }
  if (name == "bitnot" || isBitFunction(name)) {
    ElementType result = wholeType(name, type);
    return TypedOperation{
        result, [=](const Values &a) {
          Value x = convert(a[0], result);
          return a.size() == 1 ? makeInteger(result, ~x.integer)
                               : bitOperation(name, x, convert(a[1], result));
        }};
  }
  return std::nullopt;
}

TypedOperation encke::reference::functionOn(const std::string &name,
                                            ElementType type) {
  if (std::optional<TypedOperation> found = newFunctionOn(name, type))
    return *found;
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

/// L54: rounded down, or what that leaves, which has the sign of the divisor.
static Value floorQuotient(const std::string &name, const Value &a,
                           const Value &b) {
  if (b.integer == 0)
    throw DataError("L54: division by zero");
  if (b.integer == -1) // which may not overflow
    return name == "%" ? zero(a.type) : negate(a);
  int64_t quotient = a.integer / b.integer, rest = a.integer % b.integer;
  if (rest != 0 && (rest < 0) != (b.integer < 0)) {
    --quotient;
    rest += b.integer;
  }
  return makeInteger(a.type, name == "%" ? rest : quotient);
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
  if (name == "div" || name == "%")
    return floorQuotient(name, a, b);
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
  if (name == "div" || name == "%")
    return wholeType(name, type);
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
