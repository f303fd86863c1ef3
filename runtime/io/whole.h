//===- whole.h - whole numbers in decimal texts -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A double does not tell which integer a text says, or whether it says one:
// 0.99999999999999999999 is read as 1. The double of a short text does.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_WHOLE_H
#define ENCKE_RUNTIME_IO_WHOLE_H

#include <cmath>
#include <cstdint>

namespace encke::rt {

enum class Wholeness { Whole, Fraction, TooLarge };

/// Reads the decimal number from `p` to `end`, which std::from_chars has taken
/// for one, by all its digits. Sets `value` if it is a whole number that fits.
Wholeness parseWhole(const char *p, const char *end, int64_t &value);

/// True when a text of `length` characters that is read as `value` may say a
/// number near it. Numbers of up to 15 digits are different doubles, unless
/// they are too small for doubles: of these a 0 may be left, and the shortest
/// of them has six characters, 1e-324.
inline bool isRounded(int64_t length, double value) {
  return length > (value == 0 ? 5 : 15);
}

/// True when a text that is read as `value`, and is not rounded, says the whole
/// number that `value` is.
inline bool saysWhole(double value) {
  return std::fabs(value) < 1e15 && value == double(int64_t(value));
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_WHOLE_H
