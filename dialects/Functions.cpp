//===- Functions.cpp - the table of elementwise functions -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Functions.h"

#include <algorithm>
#include <cmath>

using namespace encke;
using F = ElementwiseFunction;

static constexpr bool keepsZero = true, isQuotient = true;

static double power(double x, double y) { return std::pow(x, y); }
static double smaller(double x, double y) { return y < x ? y : x; }
static double larger(double x, double y) { return x < y ? y : x; }
static double angle(double y, double x) { return std::atan2(y, x); }
static double either(double x, double y) { return x != 0 ? x : y; }
static double both(double x, double y) { return x != 0 && y != 0 ? 1 : 0; }
static double first(double x, double) { return x; }
static double unless(double x, double y) { return y != 0 ? 0 : x; }
static double isEqual(double x, double y) { return x == y; }
static double isNotEqual(double x, double y) { return x != y; }
static double isLess(double x, double y) { return x < y; }
static double isLessEqual(double x, double y) { return x <= y; }
static double isGreater(double x, double y) { return x > y; }
static double isGreaterEqual(double x, double y) { return x >= y; }

static constexpr ElementwiseFunction functions[] = {
    {"abs", 1, keepsZero, F::Any, F::Magnitude, F::Reserved},
    {"cos", 1, !keepsZero, F::Floating, F::Same, F::Reserved},
    {"exp", 1, !keepsZero, F::Floating, F::Same, F::Reserved},
    {"log", 1, !keepsZero, F::Floating, F::Same, F::Reserved},
    {"max", 2, keepsZero, F::Ordered, F::Same, F::Reserved, larger},
    {"min", 2, keepsZero, F::Ordered, F::Same, F::Reserved, smaller},
    {"pow", 2, !keepsZero, F::Floating, F::Same, F::Reserved, power},
    {"relu", 1, keepsZero, F::Ordered, F::Same, F::Reserved},
    {"sigmoid", 1, !keepsZero, F::RealFloating, F::Same, F::Reserved},
    {"sin", 1, keepsZero, F::Floating, F::Same, F::Reserved},
    {"sqrt", 1, keepsZero, F::Floating, F::Same, F::Reserved},
    {"tanh", 1, keepsZero, F::Floating, F::Same, F::Reserved},

    // L54
    {"acos", 1, !keepsZero, F::RealFloating, F::Same, F::GivesWay},
    {"asin", 1, keepsZero, F::RealFloating, F::Same, F::GivesWay},
    {"atan", 1, keepsZero, F::RealFloating, F::Same, F::GivesWay},
    {"atan2", 2, keepsZero, F::RealFloating, F::Same, F::GivesWay, angle},
    {"cbrt", 1, keepsZero, F::RealFloating, F::Same, F::GivesWay},
    {"ceil", 1, keepsZero, F::Real, F::Same, F::GivesWay},
    {"cosh", 1, !keepsZero, F::RealFloating, F::Same, F::GivesWay},
    {"erf", 1, keepsZero, F::RealFloating, F::Same, F::GivesWay},
    {"expm1", 1, keepsZero, F::RealFloating, F::Same, F::GivesWay},
    {"floor", 1, keepsZero, F::Real, F::Same, F::GivesWay},
    {"log10", 1, !keepsZero, F::RealFloating, F::Same, F::GivesWay},
    {"log1p", 1, keepsZero, F::RealFloating, F::Same, F::GivesWay},
    {"log2", 1, !keepsZero, F::RealFloating, F::Same, F::GivesWay},
    {"round", 1, keepsZero, F::Real, F::Same, F::GivesWay},
    {"sign", 1, keepsZero, F::Real, F::Same, F::GivesWay},
    {"sinh", 1, keepsZero, F::RealFloating, F::Same, F::GivesWay},

    {"arg", 1, keepsZero, F::Complex, F::ToDouble, F::GivesWay},
    {"conj", 1, keepsZero, F::Complex, F::Same, F::GivesWay},
    {"im", 1, keepsZero, F::Complex, F::ToDouble, F::GivesWay},
    {"re", 1, keepsZero, F::Complex, F::ToDouble, F::GivesWay},

    // The names of types, which are no names of functions.
    {"bool", 1, keepsZero, F::Any, F::ToBool, F::Reserved},
    {"complex", 2, keepsZero, F::Double, F::ToComplex, F::Reserved, either},
    {"double", 1, keepsZero, F::Real, F::ToDouble, F::Reserved},
    {"float", 1, keepsZero, F::Real, F::ToFloat, F::Reserved},
    {"int", 1, keepsZero, F::Real, F::ToInt64, F::Reserved},
    {"int32", 1, keepsZero, F::Real, F::ToInt32, F::Reserved},
    {"int64", 1, keepsZero, F::Real, F::ToInt64, F::Reserved},

    {"bitand", 2, keepsZero, F::Whole, F::Same, F::GivesWay, both},
    {"bitnot", 1, !keepsZero, F::Whole, F::Same, F::GivesWay},
    {"bitor", 2, keepsZero, F::Whole, F::Same, F::GivesWay, either},
    {"bitxor", 2, keepsZero, F::Whole, F::Same, F::GivesWay, either},
    {"div", 2, keepsZero, F::Whole, F::Same, F::GivesWay, nullptr, isQuotient},
    {"shl", 2, keepsZero, F::Whole, F::Same, F::GivesWay, first},
    {"shr", 2, keepsZero, F::Whole, F::Same, F::GivesWay, first},

    // L64. The condition is of the type of the sides, like all operands of a
    // function. `x if c` is 0 where c is not, `x unless c` where it is.
    {choiceName, 3, keepsZero, F::Any, F::Same},
    {"if", 2, keepsZero, F::Any, F::Same, F::Internal, both},
    {"unless", 2, keepsZero, F::Any, F::Same, F::Internal, unless},

    {"and", 2, keepsZero, F::Bool, F::ToBool},
    {"eq", 2, !keepsZero, F::Any, F::ToBool, F::Internal, isEqual},
    {"ge", 2, !keepsZero, F::Ordered, F::ToBool, F::Internal, isGreaterEqual},
    {"gt", 2, keepsZero, F::Ordered, F::ToBool, F::Internal, isGreater},
    {"le", 2, !keepsZero, F::Ordered, F::ToBool, F::Internal, isLessEqual},
    {"lt", 2, keepsZero, F::Ordered, F::ToBool, F::Internal, isLess},
    {"ne", 2, keepsZero, F::Any, F::ToBool, F::Internal, isNotEqual},
    {"not", 1, !keepsZero, F::Bool, F::ToBool},
    {"or", 2, keepsZero, F::Bool, F::ToBool},
    {"to_float", 1, keepsZero, F::Double, F::ToFloat},
};

llvm::ArrayRef<ElementwiseFunction> encke::allFunctions() { return functions; }

const ElementwiseFunction *encke::lookupFunction(llvm::StringRef name) {
  const ElementwiseFunction *found = std::find_if(
      std::begin(functions), std::end(functions),
      [&](const ElementwiseFunction &entry) { return entry.name == name; });
  return found == std::end(functions) ? nullptr : found;
}

static bool isFloating(ElementType type) {
  return type == ElementType::Float || type == ElementType::Double ||
         type == ElementType::Complex;
}

std::optional<ElementType>
ElementwiseFunction::computesIn(ElementType type) const {
  ElementType floating = isFloating(type) ? type : ElementType::Double;
  bool isTaken = true;
  switch (operands) {
  case Any:
    break;
  case Ordered:
  case Real:
    isTaken = type != ElementType::Complex;
    break;
  case RealFloating:
    isTaken = type != ElementType::Complex;
    type = floating;
    break;
  case Floating:
    type = floating;
    break;
  case Whole:
    isTaken = !isFloating(type);
    if (type == ElementType::Bool)
      type = ElementType::Int64;
    break;
  case Double:
    isTaken = type != ElementType::Complex;
    type = ElementType::Double;
    break;
  case Complex:
    type = ElementType::Complex;
    break;
  case Bool:
    isTaken = type == ElementType::Bool;
    break;
  }
  return isTaken ? std::optional(type) : std::nullopt;
}

ElementType ElementwiseFunction::resultOf(ElementType type) const {
  switch (result) {
  case Same:
    return type;
  case Magnitude:
    return type == ElementType::Complex ? ElementType::Double : type;
  case ToBool:
    return ElementType::Bool;
  case ToInt32:
    return ElementType::Int32;
  case ToInt64:
    return ElementType::Int64;
  case ToFloat:
    return ElementType::Float;
  case ToDouble:
    return ElementType::Double;
  case ToComplex:
    return ElementType::Complex;
  }
  return type;
}

bool ElementwiseFunction::keepsZeroWith(double number, bool isFirst) const {
  return isFirst ? atNumbers(number, 0) == 0 : atNumbers(0, number) == 0;
}
