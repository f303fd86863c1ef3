//===- numbers.cpp - numbers as a file has them in bytes ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/numbers.h"

#include <charconv>
#include <cmath>
#include <cstring>

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

std::string Numbers::text(int64_t n) const {
  if (numberType.kind == NumberType::Integer)
    return std::to_string(signedAt(n));
  if (numberType.kind == NumberType::Unsigned)
    return std::to_string(bits(n, numberType.bytes, 0));
  char buffer[32];
  return std::string(buffer, std::to_chars(buffer, buffer + 32, real(n)).ptr);
}

} // namespace encke::rt
