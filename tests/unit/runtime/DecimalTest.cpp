//===- DecimalTest.cpp - numbers as texts ---------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// std::from_chars and strtod say what is right.
//
//===----------------------------------------------------------------------===//

#include "io/decimal.h"
#include "io/whole.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <random>
#include <string>

using namespace encke::rt;

namespace {

/// Reads `text`, which a blank follows; fails where the value is not that of
/// from_chars. False when it is not one of the common numbers.
bool reads(const std::string &text) {
  std::string padded = text + " 99999999";
  double value = -1, expected = -2;
  const char *after = parseDecimal(padded.c_str(), value);
  if (!after)
    return false;
  EXPECT_EQ(after - padded.c_str(), int64_t(text.size())) << text;
  std::from_chars(text.data(), text.data() + text.size(), expected);
  EXPECT_EQ(value, expected) << text;
  EXPECT_EQ(std::signbit(value), std::signbit(expected)) << text;
  return true;
}

TEST(Decimal, Common) {
  for (const char *text : {"0",
                           "-0",
                           "0.0",
                           "1",
                           "-1",
                           "7.",
                           ".5",
                           "-.5",
                           "00012",
                           "12345678",
                           "123456789",
                           "0.1",
                           "-0.1234567890123456",
                           "9007199254740993",
                           "9007199254740992.5",
                           "1e5",
                           "1E-5",
                           "2.5e+3",
                           "1e27",
                           "1e-27",
                           "1.2345678901234567e-01",
                           "-9.9999999999999999e+09",
                           "9999999999999999999",
                           "0.0000000000000000001",
                           "1e0000"})
    EXPECT_TRUE(reads(text)) << text;
}

TEST(Decimal, LeavesTheOthers) {
  for (const char *text : {"",
                           "-",
                           ".",
                           "-.",
                           "+1",
                           "x",
                           "inf",
                           "nan",
                           "1e",
                           "1e+",
                           "1e-x",
                           "e5",
                           "12345678901234567890",
                           "0.12345678901234567890",
                           "18446744073709551616",
                           "36893488147419103232.5",
                           "1e28",
                           "1e-28",
                           "1.5e-27",
                           "1e00000",
                           "1e99999999999999999999"})
    EXPECT_FALSE(reads(text)) << text;
}

TEST(Decimal, StopsAtOtherCharacters) {
  double value = 0;
  for (const char *text :
       {"12x     ", "12\0345678", "12\n345678", "12/45678", "12:45678",
        "12\xff"
        "5678 ",
        "12\xb0"
        "5678 "}) {
    std::string padded(text, 10);
    EXPECT_EQ(parseDecimal(padded.c_str(), value), padded.c_str() + 2) << text;
    EXPECT_EQ(value, 12);
  }
}

TEST(Decimal, RandomNumbersInEveryNotation) {
  std::mt19937_64 engine(1);
  int64_t common = 0;
  for (int n = 0; n != 200000; ++n) {
    auto bits = engine();
    double number =
        double(int64_t(bits)) * std::pow(10, int(engine() % 40) - 20);
    char text[64];
    std::snprintf(text, sizeof(text), n % 3 == 0 ? "%.*e" : "%.*g",
                  int(engine() % 18), number);
    common += reads(text);
    auto *end = std::to_chars(text, text + sizeof(text), number).ptr;
    common += reads(std::string(text, end));
  }
  EXPECT_GT(common, 250000);
}

// Exactly between two doubles, and one unit of the last digit on either side.
TEST(Decimal, Halfway) {
  std::mt19937_64 engine(2);
  for (int n = 0; n != 100000; ++n) {
    // 54 bits with the lowest set, over a power of two: few enough digits.
    int shift = int(engine() % 4);
    uint64_t odd = (uint64_t(1) << 53 | engine() >> 11) | 1;
    uint64_t whole = odd >> shift, rest = odd & ((uint64_t(1) << shift) - 1);
    static const char *const eighths[] = {"",  "125", "25", "375",
                                          "5", "625", "75", "875"};
    std::string text = std::to_string(whole);
    text += "." + std::string(eighths[rest << (3 - shift)]);
    EXPECT_TRUE(reads(text)) << text;
    EXPECT_TRUE(reads(std::to_string(odd - 1)));
    EXPECT_TRUE(reads(std::to_string(odd)));
    EXPECT_TRUE(reads(std::to_string(odd + 1)));
    EXPECT_TRUE(reads(std::to_string(odd) + "e5"));
  }
}

TEST(Decimal, Digits) {
  std::mt19937_64 engine(3);
  for (int n = 0; n != 100000; ++n) {
    uint64_t expected = engine() >> engine() % 64;
    std::string text = std::to_string(expected) + "|0000000";
    uint64_t number = 0;
    const char *after = appendDigits(text.c_str(), number);
    EXPECT_EQ(number, expected);
    EXPECT_EQ(*after, '|');
  }
}

/// The whole number that `text` says, or why there is none.
std::string whole(const std::string &text) {
  int64_t value = 0;
  switch (parseWhole(text.data(), text.data() + text.size(), value)) {
  case Wholeness::Whole:
    return std::to_string(value);
  case Wholeness::Fraction:
    return "a fraction";
  case Wholeness::TooLarge:
    break;
  }
  return "too large";
}

TEST(Decimal, WholeNumbersByAllTheirDigits) {
  for (const char *text : {"0", "-0.0", ".0", "0e5", "0.00e-99999999999999999"})
    EXPECT_EQ(whole(text), "0") << text;
  for (const char *text :
       {"120", "120.", "00120.000", "12e1", "1.2E+2", ".12e3", "1200e-1",
        "12000000000000000000000000e-23", "0.00000000000000000000012e24"})
    EXPECT_EQ(whole(text), "120") << text;
  EXPECT_EQ(whole("9007199254740993.0"), "9007199254740993");
  EXPECT_EQ(whole("9.223372036854775807e18"), "9223372036854775807");
  EXPECT_EQ(whole("-9223372036854775808.0"), "-9223372036854775808");
  for (const char *text :
       {"9223372036854775808.0", "-9223372036854775809.0", "1e19", "1e400",
        "1e99999999999999999999", "99999999999999999999.5e1"})
    EXPECT_EQ(whole(text), "too large") << text;
  for (const char *text :
       {"0.99999999999999999999", "9007199254740992.5", "1e-400", "12e-1",
        "1e-99999999999999999999", "1.5", "99999999999999999999.5"})
    EXPECT_EQ(whole(text), "a fraction") << text;
}

} // namespace
