//===- Value.cpp - a number of one of the element types -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Value.h"

#include <charconv>
#include <cmath>

using namespace encke;
using namespace encke::reference;

/// The order of promotion (L8).
static int rankOf(ElementType type) {
  switch (computedIn(type)) {
  case ElementType::Bool:
    return 0;
  case ElementType::Int32:
    return 1;
  case ElementType::Int64:
    return 2;
  case ElementType::Float:
    return 3;
  case ElementType::Double:
    return 4;
  default: // complex
    return 5;
  }
}

bool encke::reference::isIntegral(ElementType type) {
  return rankOf(type) <= rankOf(ElementType::Int64);
}

ElementType encke::reference::promote(ElementType a, ElementType b) {
  return rankOf(a) < rankOf(b) ? b : a;
}

ElementType encke::reference::arithmeticType(ElementType type) {
  return type == ElementType::Bool ? ElementType::Int64 : type;
}

ElementType encke::reference::floatingType(ElementType type) {
  return isIntegral(type) ? ElementType::Double : type;
}

bool encke::reference::widensTo(ElementType from, ElementType to) {
  return rankOf(from) <= rankOf(to);
}

Value encke::reference::makeInteger(ElementType type, int64_t integer) {
  Value value;
  value.type = type;
  switch (type) {
  case ElementType::Bool:
    value.integer = integer != 0;
    break;
  case ElementType::Int32:
    value.integer = static_cast<int32_t>(integer);
    break;
  case ElementType::Int64:
    value.integer = integer;
    break;
  case ElementType::Float:
    value.number = static_cast<float>(integer);
    break;
  default:
    value.number = static_cast<double>(integer);
    break;
  }
  return value;
}

Value encke::reference::makeReal(ElementType type, double real) {
  if (isIntegral(type))
    throw std::logic_error("a real number does not become an integer");
  Value value;
  value.type = type;
  value.number = type == ElementType::Float ? static_cast<float>(real) : real;
  return value;
}

Value encke::reference::makeComplex(std::complex<double> number) {
  Value value;
  value.type = ElementType::Complex;
  value.number = number;
  return value;
}

Value encke::reference::zero(ElementType type) { return makeInteger(type, 0); }

Value encke::reference::one(ElementType type) { return makeInteger(type, 1); }

Value encke::reference::convert(const Value &value, ElementType type) {
  if (value.type == type)
    return value;
  if (isIntegral(value.type))
    return makeInteger(type, value.integer);
  if (type == ElementType::Complex)
    return makeComplex(value.number);
  return makeReal(type, value.number.real());
}

/// The nearest number with so many bits behind the point of its significand,
/// ties to even; `least` is the exponent of the least normal number.
static double roundTo(double number, int bits, int least, double most) {
  if (!std::isfinite(number) || number == 0)
    return number;
  int unit = std::max(std::ilogb(number), least) - bits;
  double rounded = std::ldexp(std::nearbyint(std::ldexp(number, -unit)), unit);
  return std::abs(rounded) <= most ? rounded : std::copysign(INFINITY, number);
}

static constexpr double mostHalf = 65504;
static constexpr double mostBFloat = 0x1.fep127;

Value encke::reference::keptAs(const Value &value, ElementType stored) {
  Value kept = value;
  switch (stored) {
  case ElementType::Float16:
    kept.number = roundTo(value.number.real(), 10, -14, mostHalf);
    break;
  case ElementType::BFloat16:
    kept.number = roundTo(value.number.real(), 7, -126, mostBFloat);
    break;
  case ElementType::Int8:
    kept.integer = ((value.integer & 0xff) ^ 0x80) - 0x80; // wrapped around
    break;
  case ElementType::Int16:
    kept.integer = static_cast<int16_t>(value.integer);
    break;
  case ElementType::UInt8:
    kept.integer = static_cast<uint8_t>(value.integer);
    break;
  case ElementType::Complex64:
    kept.number = {static_cast<float>(value.number.real()),
                   static_cast<float>(value.number.imag())};
    break;
  default:
    break;
  }
  return kept;
}

bool encke::reference::isZero(const Value &value) {
  return isIntegral(value.type) ? value.integer == 0 : value.number == 0.0;
}

double encke::reference::toDouble(const Value &value) {
  return isIntegral(value.type) ? static_cast<double>(value.integer)
                                : value.number.real();
}

template <typename T, typename... Format>
static std::string textOf(T number, Format... format) {
  if (std::isnan(number))
    return "nan"; // whose sign nothing defines
  char text[64];
  auto end = std::to_chars(text, text + sizeof text, number, format...).ptr;
  return std::string(text, end);
}

std::string encke::reference::shortest(const Value &value) {
  if (isIntegral(value.type))
    return std::to_string(value.integer);
  if (value.type == ElementType::Float)
    return textOf(static_cast<float>(value.number.real()));
  std::string real = textOf(value.number.real());
  if (value.type != ElementType::Complex)
    return real;
  std::string imaginary = textOf(value.number.imag());
  return real + (imaginary[0] == '-' ? "" : "+") + imaginary + "j";
}

std::string encke::reference::shortest(const Value &value, ElementType stored) {
  if (stored == ElementType::Complex64) {
    Value part = value;
    part.type = ElementType::Float;
    std::string real = shortest(part);
    part.number = value.number.imag();
    std::string imaginary = shortest(part);
    return real + (imaginary[0] == '-' ? "" : "+") + imaginary + "j";
  }
  bool isHalf = stored == ElementType::Float16;
  if ((!isHalf && stored != ElementType::BFloat16) ||
      !std::isfinite(value.number.real()))
    return shortest(value);
  // With more digits each time, until they say the same number.
  for (int digits = 0;; ++digits) {
    std::string text =
        textOf(value.number.real(), std::chars_format::scientific, digits);
    Value read =
        makeReal(ElementType::Double, std::strtod(text.c_str(), nullptr));
    if (keptAs(read, stored).number == value.number)
      return shortest(read);
  }
}

std::string encke::reference::sixDigits(const Value &value) {
  if (isIntegral(value.type))
    return std::to_string(value.integer);
  constexpr auto general = std::chars_format::general;
  std::string real = textOf(value.number.real(), general, 6);
  if (value.type != ElementType::Complex)
    return real;
  return "(" + real + "," + textOf(value.number.imag(), general, 6) + ")";
}
