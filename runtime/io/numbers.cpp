//===- numbers.cpp - numbers as a file has them in bytes ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace encke::rt {

/// The low `bytes` bytes of the result are those at the place, in the order of
/// this machine.
uint64_t Numbers::bits(int64_t n, uint32_t bytes, uint32_t offset) const {
  const char *at = data + n * step * int64_t(numberType.bytes) + offset;
  uint64_t word = 0;
  switch (bytes) {
  case 1:
    return static_cast<unsigned char>(*at);
  case 2: {
    uint16_t half;
    std::memcpy(&half, at, 2);
    return numberType.swapped ? __builtin_bswap16(half) : half;
  }
  case 4: {
    uint32_t narrow;
    std::memcpy(&narrow, at, 4);
    return numberType.swapped ? __builtin_bswap32(narrow) : narrow;
  }
  default:
    std::memcpy(&word, at, 8);
    return numberType.swapped ? __builtin_bswap64(word) : word;
  }
}

int64_t Numbers::signedAt(int64_t n) const {
  uint64_t word = bits(n, numberType.bytes, 0);
  uint32_t unused = 64 - 8 * numberType.bytes;
  return int64_t(word << unused) >> unused;
}

/// The number of IEEE 754's binary16.
static double fromHalf(uint64_t bits) {
  uint64_t exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent == 31 ? (fraction ? NAN : INFINITY)
                 : exponent == 0
                     ? std::ldexp(double(fraction), -24)
                     : std::ldexp(double(1024 + fraction), int(exponent) - 25);
  return bits >> 15 ? -value : value;
}

double Numbers::realAt(int64_t n, uint32_t bytes, uint32_t offset) const {
  uint64_t word = bits(n, bytes, offset);
  if (bytes == 2)
    return fromHalf(word);
  if (bytes == 4) {
    auto narrow = uint32_t(word);
    float number;
    std::memcpy(&number, &narrow, sizeof(number));
    return number;
  }
  double number;
  std::memcpy(&number, &word, sizeof(number));
  return number;
}

double Numbers::real(int64_t n) const {
  switch (numberType.kind) {
  case NumberType::Integer:
    return double(signedAt(n));
  case NumberType::Unsigned:
    return double(bits(n, numberType.bytes, 0));
  case NumberType::Real:
    return realAt(n, numberType.bytes, 0);
  case NumberType::Complex:
    break;
  }
  return realAt(n, numberType.bytes / 2, 0);
}

double Numbers::imaginary(int64_t n) const {
  return realAt(n, numberType.bytes / 2, numberType.bytes / 2);
}

bool Numbers::toInteger(int64_t n, int64_t &value) const {
  if (numberType.kind == NumberType::Integer) {
    value = signedAt(n);
    return true;
  }
  if (numberType.kind == NumberType::Unsigned) {
    uint64_t word = bits(n, numberType.bytes, 0);
    value = int64_t(word);
    return word <= uint64_t(INT64_MAX);
  }
  double number = real(n);
  if (std::isnan(number) || number < -0x1p63 || number >= 0x1p63)
    return false;
  value = int64_t(number);
  return double(value) == number;
}

//===----------------------------------------------------------------------===//
// Many at once
//===----------------------------------------------------------------------===//

template <typename T>
static T load(const char *at, bool swapped) {
  char bytes[sizeof(T)];
  T number;
  std::memcpy(bytes, at, sizeof(T));
  if (swapped)
    std::reverse(bytes, bytes + sizeof(T));
  std::memcpy(&number, bytes, sizeof(T));
  return number;
}

/// Calls body(T()) for the type T of so many bytes; false where none is.
template <typename... Types, typename Body>
static bool withOneOf(uint32_t bytes, Body body) {
  return ((bytes == sizeof(Types) && (body(Types()), true)) || ...);
}

/// Calls body(T()) where numbers of the type are those of a type of C++.
template <typename Body>
static bool withType(const NumberType &type, Body body) {
  switch (type.kind) {
  case NumberType::Integer:
    return withOneOf<int8_t, int16_t, int32_t, int64_t>(type.bytes, body);
  case NumberType::Unsigned:
    return withOneOf<uint8_t, uint16_t, uint32_t, uint64_t>(type.bytes, body);
  case NumberType::Real:
    return withOneOf<float, double>(type.bytes, body);
  case NumberType::Complex:
    break;
  }
  return false;
}

/// Numbers of type T that are so many bytes apart.
template <typename T, typename To>
static void convert(const char *from, int64_t apart, bool swapped, int64_t many,
                    To *into) {
  constexpr auto width = int64_t(sizeof(T));
  if (apart == width && !swapped)
    for (int64_t n = 0; n != many; ++n)
      into[n] = To(+load<T>(from + n * width, false));
  else
    for (int64_t n = 0; n != many; ++n)
      into[n] = To(+load<T>(from + n * apart, swapped));
}

void Numbers::reals(int64_t first, int64_t many, double *into) const {
  int64_t apart = step * int64_t(numberType.bytes);
  bool isKnown = withType(numberType, [&](auto number) {
    convert<decltype(number)>(data + first * apart, apart, numberType.swapped,
                              many, into);
  });
  for (int64_t n = 0; n != many && !isKnown; ++n)
    into[n] = real(first + n);
}

bool Numbers::integers(int64_t first, int64_t many, int64_t *into) const {
  int64_t apart = step * int64_t(numberType.bytes);
  bool fit = true;
  if (!numberType.isWhole()) {
    for (int64_t n = 0; n != many && fit; ++n)
      fit = toInteger(first + n, into[n]);
    return fit;
  }
  withType(numberType, [&](auto number) {
    using T = decltype(number);
    if constexpr (!std::is_floating_point_v<T>)
      convert<T>(data + first * apart, apart, numberType.swapped, many, into);
  });
  bool mayBePast =
      numberType.kind == NumberType::Unsigned && numberType.bytes == 8;
  for (int64_t n = 0; n != many && mayBePast; ++n)
    fit &= into[n] >= 0;
  return fit;
}

const char *Numbers::placeOf(int64_t n, NumberType::Kind kind,
                             uint32_t bytes) const {
  bool isSame = numberType.kind == kind && numberType.bytes == bytes &&
                !numberType.swapped && step == 1;
  return isSame ? data + n * int64_t(bytes) : nullptr;
}

std::string Numbers::text(int64_t n) const {
  if (numberType.kind == NumberType::Integer)
    return std::to_string(signedAt(n));
  if (numberType.kind == NumberType::Unsigned)
    return std::to_string(bits(n, numberType.bytes, 0));
  char buffer[32];
  return std::string(buffer, std::to_chars(buffer, buffer + 32, real(n)).ptr);
}

} // namespace encke::rt
