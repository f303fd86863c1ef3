//===- RowProductsTest.cpp - products of sparse rows that are added up ----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/RowProducts.h"

#include "gtest/gtest.h"

using namespace encke::cost;

namespace {

/// Of a tensor with so many elements a fibre, and factors of which these shares
/// are stored.
bool pays(double elements, double added, double row) {
  return getGainOfSumming(elements * added, row,
                          [](double value) { return value; }) > 0;
}

TEST(RowProductsTest, PayWhereRowsAreFull) {
  EXPECT_TRUE(pays(50, 0.25, 0.25));
  EXPECT_TRUE(pays(3, 0.25, 0.25));
  EXPECT_TRUE(pays(10, 0.5, 0.5));
}

TEST(RowProductsTest, DoNotPayWhereNextToNothingIsMultiplied) {
  EXPECT_FALSE(pays(10, 0.02, 0.02));
  EXPECT_FALSE(pays(1, 0.005, 0.005));
  // Sums are made of which next to none is needed.
  EXPECT_FALSE(pays(50, 0.5, 0.02));
  // The other way round they are needed.
  EXPECT_TRUE(pays(100, 0.1, 0.5));
  EXPECT_TRUE(pays(1, 0.02, 0.5));
  EXPECT_FALSE(pays(1, 0.25, 0.25));
}

TEST(RowProductsTest, AreNoMatterWhereThereAreNone) {
  EXPECT_FALSE(pays(0.0 / 0.0, 0.5, 0.5));
  EXPECT_FALSE(pays(10, 0.5, 0));
}

} // namespace
