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

/// Different numbers of up to so many digits are different doubles, unless they
/// are too small for doubles.
constexpr int64_t exactLength = 15;

/// How a text of `length` characters, read as `value`, counts against
/// exactLength. A 0 may be all that is left of a number too small, which takes
/// at least six characters to write: 1e-324.
inline int64_t lengthOfValue(int64_t length, double value) {
  return value == 0 ? length + exactLength - 5 : length;
}

/// True when a text of that lengthOfValue, read as `value`, says just the whole
/// number that `value` is.
inline bool saysWhole(double value, int64_t length) {
  return length <= exactLength && std::fabs(value) < 1e15 &&
         value == double(int64_t(value));
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_WHOLE_H
