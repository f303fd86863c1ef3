//===- PartsTest.cpp - tests for the text of parts ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Parts.h"

#include "gtest/gtest.h"

using namespace encke;

static PartText a() { return PartText::element("A", {"i", "j"}); }
static PartText b() { return PartText::element("B", {"j"}); }
static PartText c() { return PartText::element("C", {"j"}); }

TEST(PartsTest, WhatCommutesStandsInOneOrder) {
  EXPECT_EQ(PartText::product(b(), a()).toText(), "A[i, j]*B[j]");
  EXPECT_EQ(PartText::product(c(), PartText::product(b(), a())).toText(),
            PartText::product(PartText::product(a(), b()), c()).toText());
  EXPECT_EQ(PartText::sum(c(), b()).toText(), "B[j] + C[j]");
}

TEST(PartsTest, ParenthesesStandWhereTheySaySomething) {
  PartText sum = PartText::sum(b(), c());
  EXPECT_EQ(PartText::product(sum, a()).toText(), "(B[j] + C[j])*A[i, j]");
  EXPECT_EQ(PartText::sum(PartText::product(b(), c()), b()).toText(),
            "(B[j]*C[j]) + B[j]");
  EXPECT_EQ(sum.toFactor(), "(B[j] + C[j])");
  EXPECT_EQ(b().toFactor(), "B[j]");
}

TEST(PartsTest, WhatDoesNotCommuteStays) {
  EXPECT_EQ(PartText::quotient(b(), c()).toText(), "B[j]/C[j]");
  EXPECT_NE(PartText::quotient(b(), c()).toText(),
            PartText::quotient(c(), b()).toText());
  EXPECT_EQ(PartText::sum(b(), PartText::negation(c())).toText(),
            "-C[j] + B[j]");
  EXPECT_EQ(PartText::call("exp", {b()}).toText(), "exp(B[j])");
  EXPECT_EQ(PartText::number(0.5).toText(), "0.5");
}

TEST(PartsTest, LabelsAndWordsAreNoParts) {
  EXPECT_TRUE(isPart(a().toText()));
  EXPECT_FALSE(isPart("i/64"));
  EXPECT_FALSE(isPart("dense"));
}

TEST(PartsTest, ProductsHaveFactors) {
  PartText sum = PartText::sum(b(), c());
  EXPECT_EQ(splitFactors(PartText::product(sum, a()).toText()).size(), 2U);
  EXPECT_EQ(splitFactors(sum.toText()).size(), 1U);
  EXPECT_EQ(splitFactors(
                PartText::quotient(PartText::product(a(), b()), c()).toText())
                .size(),
            1U);
}
