//===- decimal.h - digits and decimal numbers, fast -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Digits are read eight at a time, as the bytes of one 64-bit number. A decimal
// number of up to 19 digits w, scaled by a power of ten whose power of five
// fits 64 bits, is rounded from one exact product or quotient: std::from_chars
// gives the same double, more slowly, and is for all other numbers.
//
// All functions may look at `readAhead` bytes behind the text they read.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_DECIMAL_H
#define ENCKE_RUNTIME_IO_DECIMAL_H

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace encke::rt {

constexpr size_t readAhead = 8;

/// Eight bytes of a text, of which the digits have become their values.
struct EightBytes {
  explicit EightBytes(const char *p) {
    std::memcpy(&bytes, p, sizeof(bytes));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    bytes ^= '0' * each; // all but digits exceed 9
    others = (((bytes & 0x7f * each) + 0x76 * each) | bytes) & 0x80 * each;
  }

  bool areDigits() const { return others == 0; }
  /// How many digits come before the first other byte, which there is.
  uint32_t count() const { return uint32_t(__builtin_ctzll(others)) / 8; }
  /// The number of the first `count` digits, 1 to 8.
  uint32_t number(uint32_t count) const {
    uint64_t pairs = bytes << (64 - 8 * count); // zeros before the digits
    pairs = pairs * 10 + (pairs >> 8);
    constexpr uint64_t mask = 0x000000ff000000ff;
    uint64_t all = (pairs & mask) * (100 + (uint64_t(1000000) << 32)) +
                   (pairs >> 16 & mask) * (1 + (uint64_t(10000) << 32));
    return uint32_t(all >> 32);
  }

private:
  static constexpr uint64_t each = 0x0101010101010101;
  uint64_t bytes;
  uint64_t others; ///< the high bit of each byte that is no digit
};

/// Appends the digits at p to `number`, modulo 2^64. Returns their end.
[[gnu::always_inline]] inline const char *appendDigits(const char *p,
                                                       uint64_t &number) {
  static constexpr uint32_t powers[] = {1,     10,     100,     1000,
                                        10000, 100000, 1000000, 10000000};
  for (;;) {
    EightBytes bytes(p);
    if (bytes.areDigits()) {
      number = number * 100000000 + bytes.number(8);
      p += 8;
    } else if (uint32_t count = bytes.count()) {
      number = number * powers[count] + bytes.number(count);
      return p + count;
    } else {
      return p;
    }
  }
}

/// The powers of five that fit 64 bits, times the power of two that makes the
/// highest bit one.
constexpr int largestPower = 27;
struct PowersOfFive {
  uint64_t power[largestPower + 1] = {};
  int shift[largestPower + 1] = {};
  /// floor((2^128 - 1) / power) - 2^64, to divide by multiplying.
  uint64_t reciprocal[largestPower + 1] = {};
  constexpr PowersOfFive() {
    uint64_t five = 1;
    for (int n = 0; n != largestPower + 1; ++n, five *= 5) {
      shift[n] = __builtin_clzll(five);
      power[n] = five << shift[n];
      reciprocal[n] = uint64_t(~static_cast<unsigned __int128>(0) / power[n]);
    }
  }
};

/// Divides high * 2^64 + low, high < divisor, by a divisor whose highest bit is
/// one and whose reciprocal is floor((2^128 - 1) / divisor) - 2^64. Moeller and
/// Granlund, Improved Division by Invariant Integers, algorithm 4: a division
/// of 128 by 64 bits costs as much as all else that a number takes.
inline uint64_t divide(uint64_t high, uint64_t low, uint64_t divisor,
                       uint64_t reciprocal, uint64_t &remainder) {
  auto estimate = static_cast<unsigned __int128>(reciprocal) * high;
  estimate += (static_cast<unsigned __int128>(high) << 64) | low;
  auto quotient = uint64_t(estimate >> 64) + 1;
  remainder = low - quotient * divisor;
  if (remainder > uint64_t(estimate)) {
    --quotient;
    remainder += divisor;
  }
  if (__builtin_expect(remainder >= divisor, 0)) {
    ++quotient;
    remainder -= divisor;
  }
  return quotient;
}

/// digits * 10^exponent, rounded to nearest, for an exponent of at most
/// `largestPower` either way.
inline double scaleDecimal(uint64_t digits, int exponent) {
  static constexpr PowersOfFive five;
  if (digits == 0)
    return 0;
  int shift = __builtin_clzll(digits);
  digits <<= shift;
  int n = exponent < 0 ? -exponent : exponent;
  uint64_t power = five.power[n];
  int powerShift = five.shift[n];
  // The result is `most`, 63 or 64 bits of which the lowest says whether there
  // are any below, times 2^binary.
  uint64_t most;
  bool below;
  int binary = exponent - shift;
  if (exponent < 0) {
    uint64_t remainder;
    most =
        divide(digits >> 1, digits << 63, power, five.reciprocal[n], remainder);
    below = remainder != 0;
    binary += powerShift - 63;
  } else {
    auto product = static_cast<unsigned __int128>(digits) * power;
    most = uint64_t(product >> 64);
    below = uint64_t(product) != 0;
    binary += 64 - powerShift;
  }
  most = most >> 1 | (most & 1) | below; // as a signed number, which converts
  uint64_t scale = uint64_t(1023 + binary + 1) << 52;
  double power2;
  std::memcpy(&power2, &scale, sizeof(power2));
  return double(int64_t(most)) * power2;
}

/// Reads a decimal number at p. Returns its end, or null when it is not one of
/// the common ones: up to 19 digits, and not very large or small.
[[gnu::always_inline]] inline const char *parseDecimal(const char *p,
                                                       double &value) {
  bool negative = *p == '-';
  p += negative;
  const char *start = p;
  uint64_t number = 0;
  for (uint8_t digit; (digit = uint8_t(*p - '0')) <= 9; ++p)
    number = number * 10 + digit;
  constexpr int64_t mostDigits = 19; // that fit 64 bits
  int64_t whole = p - start, exponent = 0;
  if (whole > mostDigits)
    return nullptr;
  int64_t digits = number == 0 ? 0 : whole; // zeros before all others are none
  if (*p == '.') {
    const char *fraction = ++p;
    p = appendDigits(p, number);
    exponent = fraction - p;
    digits -= exponent;
  }
  if (whole - exponent == 0 || digits > mostDigits)
    return nullptr;
  if ((*p | 0x20) == 'e') {
    bool down = p[1] == '-';
    p += down || p[1] == '+' ? 2 : 1;
    EightBytes bytes(p);
    uint32_t count = bytes.areDigits() ? 8 : bytes.count();
    if (count == 0 || count > 4)
      return nullptr;
    p += count;
    int64_t power = bytes.number(count);
    exponent += down ? -power : power;
  }
  if (exponent < -largestPower || exponent > largestPower)
    return nullptr;
  double magnitude = scaleDecimal(number, int(exponent));
  value = negative ? -magnitude : magnitude;
  return p;
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_DECIMAL_H
