//===- whole.cpp - whole numbers in decimal texts -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/whole.h"

#include <charconv>
#include <cstdlib>
#include <string>

namespace encke::rt {

/// The power of ten behind an "e". One that fits no integer is as good as any
/// that is longer than a text can be.
static int64_t parsePower(const char *p, const char *end) {
  constexpr int64_t huge = int64_t(1) << 60;
  int64_t power = 0;
  bool negative = *p == '-';
  auto code = std::from_chars(p + (*p == '+'), end, power).ec;
  if (code == std::errc::result_out_of_range || std::abs(power) > huge)
    return negative ? -huge : huge;
  return power;
}

Wholeness parseWhole(const char *p, const char *end, int64_t &value) {
  bool negative = *p == '-';
  p += negative;
  std::string digits;
  int64_t power = 0; // of ten, of the last digit
  bool afterPoint = false;
  for (; p != end && *p != 'e' && *p != 'E'; ++p) {
    if (*p == '.') {
      afterPoint = true;
    } else {
      digits += *p;
      power -= afterPoint;
    }
  }
  if (p != end)
    power += parsePower(p + 1, end);

  value = 0;
  size_t last = digits.find_last_not_of('0');
  if (last == std::string::npos)
    return Wholeness::Whole;
  power += int64_t(digits.size() - (last + 1));
  digits = digits.substr(0, last + 1).erase(0, digits.find_first_not_of('0'));
  if (power < 0)
    return Wholeness::Fraction;
  constexpr int64_t mostDigits = 19; // of an int64
  if (int64_t(digits.size()) + power > mostDigits)
    return Wholeness::TooLarge;
  digits.append(size_t(power), '0');
  digits.insert(0, negative ? "-" : "");
  const char *begin = digits.data();
  auto code = std::from_chars(begin, begin + digits.size(), value).ec;
  return code == std::errc() ? Wholeness::Whole : Wholeness::TooLarge;
}

} // namespace encke::rt
