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

static constexpr bool keepsZero = true;

static double power(double x, double y) { return std::pow(x, y); }
static double smaller(double x, double y) { return y < x ? y : x; }
static double larger(double x, double y) { return x < y ? y : x; }

static constexpr ElementwiseFunction functions[] = {
    {"abs", 1, keepsZero, F::Any, F::Magnitude, F::Reserved},
    {"cos", 1, !keepsZero, F::Floating, F::Same, F::Reserved},
    {"exp", 1, !keepsZero, F::Floating, F::Same, F::Reserved},
    {"log", 1, !keepsZero, F::Floating, F::Same, F::Reserved},
    {"max", 2, keepsZero, F::Ordered, F::Same, F::Reserved, larger},
    {"min", 2, keepsZero, F::Ordered, F::Same, F::Reserved, smaller},
    {"pow", 2, !keepsZero, F::Floating, F::Same, F::Reserved, power},
    {"relu", 1, keepsZero, F::Ordered, F::Same, F::Reserved},
    {"sigmoid", 1, !keepsZero, F::Real, F::Same, F::Reserved},
    {"sin", 1, keepsZero, F::Floating, F::Same, F::Reserved},
    {"sqrt", 1, keepsZero, F::Floating, F::Same, F::Reserved},
    {"tanh", 1, keepsZero, F::Floating, F::Same, F::Reserved},

    {"and", 2, keepsZero, F::Bool, F::Truth},
    {"eq", 2, !keepsZero, F::Any, F::Truth},
    {"ge", 2, !keepsZero, F::Ordered, F::Truth},
    {"gt", 2, keepsZero, F::Ordered, F::Truth},
    {"le", 2, !keepsZero, F::Ordered, F::Truth},
    {"lt", 2, keepsZero, F::Ordered, F::Truth},
    {"ne", 2, keepsZero, F::Any, F::Truth},
    {"not", 1, !keepsZero, F::Bool, F::Truth},
    {"or", 2, keepsZero, F::Bool, F::Truth},
    {"to_float", 1, keepsZero, F::Double, F::Rounded},
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
  bool isComplex = type == ElementType::Complex;
  ElementType floating = isFloating(type) ? type : ElementType::Double;
  switch (operands) {
  case Any:
    return type;
  case Ordered:
    return isComplex ? std::nullopt : std::optional(type);
  case Real:
    return isComplex ? std::nullopt : std::optional(floating);
  case Floating:
    return floating;
  case Double:
    return isComplex ? std::nullopt : std::optional(ElementType::Double);
  case Bool:
    return type == ElementType::Bool ? std::optional(type) : std::nullopt;
  }
  return std::nullopt;
}

ElementType ElementwiseFunction::resultOf(ElementType type) const {
  switch (result) {
  case Same:
    return type;
  case Truth:
    return ElementType::Bool;
  case Magnitude:
    return type == ElementType::Complex ? ElementType::Double : type;
  case Rounded:
    return ElementType::Float;
  }
  return type;
}

bool ElementwiseFunction::keepsZeroWith(double number, bool isFirst) const {
  return isFirst ? atNumbers(number, 0) == 0 : atNumbers(0, number) == 0;
}
