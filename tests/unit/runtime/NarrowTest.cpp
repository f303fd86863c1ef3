//===- NarrowTest.cpp - tests of numbers of 16 bits -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/narrow.h"
#include "io/element.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace encke::rt;

namespace {

class TextSink : public Sink {
public:
  bool put(const char *from, size_t length) override {
    text.append(from, length);
    return true;
  }
  bool flush() override { return true; }

  std::string text;
};

template <typename T>
std::string textOf(T value) {
  TextSink sink;
  {
    Output out(sink, "a text");
    putShortest(out, value);
    out.flush();
  }
  return sink.text;
}

/// The value by IEEE 754's definition.
template <typename T>
double valueOf(uint16_t bits) {
  constexpr int exponentBits = 15 - T::significandBits;
  constexpr int bias = (1 << (exponentBits - 1)) - 1;
  int exponent = bits >> T::significandBits & ((1 << exponentBits) - 1);
  int significand = bits & ((1 << T::significandBits) - 1);
  double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == (1 << exponentBits) - 1)
    return significand ? std::numeric_limits<double>::quiet_NaN()
                       : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0)
    return sign * std::ldexp(significand, 1 - bias - T::significandBits);
  return sign * std::ldexp(significand + (1 << T::significandBits),
                           exponent - bias - T::significandBits);
}

template <typename T>
class NarrowFloatTest : public testing::Test {};

using Types = testing::Types<Half, BFloat>;
TYPED_TEST_SUITE(NarrowFloatTest, Types);

TYPED_TEST(NarrowFloatTest, EachNumberIsRead) {
  for (uint32_t bits = 0; bits != 0x10000; ++bits) {
    double expected = valueOf<TypeParam>(uint16_t(bits));
    float value = TypeParam::ofBits(uint16_t(bits));
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(value)) << bits;
      EXPECT_TRUE(std::isnan(float(TypeParam(value)))) << bits;
      continue;
    }
    EXPECT_EQ(value, expected) << bits;
    EXPECT_EQ(TypeParam(value).toBits(), bits);
  }
}

TYPED_TEST(NarrowFloatTest, RoundsToTheNearest) {
  for (uint16_t bits = 0; std::isfinite(valueOf<TypeParam>(bits)); ++bits) {
    double low = valueOf<TypeParam>(bits);
    double high = valueOf<TypeParam>(bits + 1);
    if (!std::isfinite(high)) // as if the exponent had no end
      high = 2 * low - valueOf<TypeParam>(bits - 1);
    double middle = (low + high) / 2;
    uint16_t even = bits & 1 ? bits + 1 : bits;
    EXPECT_EQ(TypeParam(middle).toBits(), even);
    EXPECT_EQ(TypeParam(std::nextafter(middle, 0.0)).toBits(), bits);
    EXPECT_EQ(TypeParam(std::nextafter(middle, high)).toBits(), bits + 1);
    EXPECT_EQ(TypeParam(-middle).toBits(), even | 0x8000);
  }
}

TYPED_TEST(NarrowFloatTest, ExtremesAreRounded) {
  EXPECT_TRUE(std::isinf(float(TypeParam(1e300))));
  EXPECT_EQ(TypeParam(-1e-300).toBits(), 0x8000);
  EXPECT_EQ(TypeParam(std::numeric_limits<double>::denorm_min()).toBits(), 0);
  EXPECT_TRUE(std::isnan(float(TypeParam(std::nan("")))));
}

TYPED_TEST(NarrowFloatTest, TextReadsBack) {
  for (uint32_t bits = 0; bits != 0x10000; ++bits) {
    auto value = TypeParam::ofBits(uint16_t(bits));
    if (!std::isfinite(float(value)))
      continue;
    std::string text = textOf(value);
    EXPECT_EQ(TypeParam(std::stod(text)).toBits(), bits) << text;
  }
}

TEST(Half, HasTheFewestDigits) {
  auto text = [](double value) { return textOf(Half(value)); };
  EXPECT_EQ(text(0.1), "0.1");
  EXPECT_EQ(text(1.0 / 3), "0.3333");
  EXPECT_EQ(text(65504), "65500");
  EXPECT_EQ(text(-0.0), "-0");
  EXPECT_EQ(text(1e9), "inf");
}

} // namespace
