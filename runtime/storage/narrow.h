//===- narrow.h - types that are stored, not computed in --------*- C++ -*-===//
//-*-===//
//-*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Halves, small integers and complex numbers of floats (L50): a value is
// widened where it is read, and rounded once where it is stored.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_NARROW_H
#define ENCKE_RUNTIME_STORAGE_NARROW_H

#include <complex>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace encke::rt {

/// The nearest number of so many bits of exponent and significand, ties to
/// even, as bits; infinity beyond the greatest.
template <int exponentBits, int significandBits>
uint16_t roundToBits(double value) {
  constexpr int bias = (1 << (exponentBits - 1)) - 1;
  constexpr int dropped = 52 - significandBits;
  constexpr uint64_t infinity = uint64_t((1 << exponentBits) - 1)
                                << significandBits;
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  auto sign = uint16_t(bits >> 48 & 0x8000);
  bits &= ~(uint64_t(1) << 63);
  int exponent = int(bits >> 52) - 1023 + bias;
  uint64_t significand = bits & ((uint64_t(1) << 52) - 1);
  if (bits >> 52 == 0x7ff) {
    uint64_t quiet = significand ? uint64_t(1) << (significandBits - 1) : 0;
    return uint16_t(sign | infinity | quiet);
  }
  int shift = dropped;
  uint64_t kept = uint64_t(exponent > 0 ? exponent : 0) << 52 | significand;
  if (exponent <= 0) { // below the least normal number
    kept |= uint64_t(1) << 52;
    shift += 1 - exponent;
    if (shift > 63)
      return sign;
  }
  uint64_t rest = kept & ((uint64_t(1) << shift) - 1);
  uint64_t half = uint64_t(1) << (shift - 1);
  kept >>= shift;
  kept += rest > half || (rest == half && (kept & 1));
  return uint16_t(sign | (kept < infinity ? kept : infinity));
}

/// A number of 16 bits. Arithmetic with it is that of floats.
template <int exponentBits>
class NarrowFloat {
public:
  static constexpr int significandBits = 15 - exponentBits;

  NarrowFloat() = default;
  template <typename T,
            typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  NarrowFloat(T value) // NOLINT(google-explicit-constructor): as of floats
      : bits(roundToBits<exponentBits, significandBits>(double(value))) {}

  operator float() const { // NOLINT(google-explicit-constructor): exact
    constexpr int bias = (1 << (exponentBits - 1)) - 1;
    uint32_t sign = uint32_t(bits & 0x8000) << 16;
    uint32_t exponent = (bits & 0x7fff) >> significandBits;
    uint32_t significand = bits & ((1u << significandBits) - 1);
    float value;
    if (exponent == (1u << exponentBits) - 1) {
      uint32_t word = sign | 0x7f800000 | significand << (23 - significandBits);
      std::memcpy(&value, &word, sizeof(value));
      return value;
    }
    if (exponent == 0) { // significand / 2^(bias - 1 + significandBits)
      constexpr int least = 127 - (bias - 1 + significandBits);
      if constexpr (least > 0) {
        uint32_t scale = uint32_t(least) << 23;
        std::memcpy(&value, &scale, sizeof(value));
        value *= float(significand);
      } else { // also below the least normal float
        uint32_t word = significand << (23 - significandBits);
        std::memcpy(&value, &word, sizeof(value));
      }
      return sign ? -value : value;
    }
    uint32_t word = sign | (exponent + 127 - bias) << 23 |
                    significand << (23 - significandBits);
    std::memcpy(&value, &word, sizeof(value));
    return value;
  }

  static NarrowFloat ofBits(uint16_t bits) {
    NarrowFloat value;
    value.bits = bits;
    return value;
  }
  uint16_t toBits() const { return bits; }

  NarrowFloat &operator+=(float other) {
    return *this = NarrowFloat(float(*this) + other);
  }
  NarrowFloat &operator*=(float other) {
    return *this = NarrowFloat(float(*this) * other);
  }

private:
  uint16_t bits = 0;
};

using Half = NarrowFloat<5>;   // IEEE 754's binary16
using BFloat = NarrowFloat<8>; // the upper half of a float

/// An integer of 8 bits without a sign: uint8_t is the type of booleans.
class UInt8 {
public:
  UInt8() = default;
  template <typename T,
            typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  UInt8(T value) // NOLINT(google-explicit-constructor): as of integers
      : value(uint8_t(int64_t(value))) {}

  operator int32_t() const { // NOLINT(google-explicit-constructor): exact
    return value;
  }

  UInt8 &operator+=(int32_t other) { return *this = UInt8(value + other); }
  UInt8 &operator*=(int32_t other) { return *this = UInt8(value * other); }

private:
  uint8_t value = 0;
};

template <typename T>
constexpr bool isReal = std::is_floating_point_v<T> ||
                        std::is_same_v<T, Half> || std::is_same_v<T, BFloat>;

template <typename T>
constexpr bool isComplexNumber = std::is_same_v<T, std::complex<double>> ||
                                 std::is_same_v<T, std::complex<float>>;

/// Which booleans, of a byte, are not.
template <typename T>
constexpr bool isIntegerType =
    (std::is_integral_v<T> && !std::is_same_v<T, uint8_t>) ||
    std::is_same_v<T, UInt8>;

/// The number that a value is, or has two of.
template <typename T>
struct PartOf {
  using Type = T;
};
template <typename T>
struct PartOf<std::complex<T>> {
  using Type = T;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_NARROW_H
