//===- OrdersTest.cpp - which loops, and how much code --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Orders.h"
#include "passes/Cost/CodeSize.h"
#include "passes/Cost/Operations.h"

#include <gtest/gtest.h>

using namespace encke::cost;

TEST(OrdersTest, TransposingHasToPay) {
  EXPECT_TRUE(isWorthTransposing(Along::Sparse, 100, 400));
  EXPECT_FALSE(isWorthTransposing(Along::Sparse, 100, 399));
  EXPECT_TRUE(isWorthTransposing(Along::Stored, 100, 400));
  EXPECT_FALSE(isWorthTransposing(Along::Result, 100, 1199));
  EXPECT_TRUE(isWorthTransposing(Along::Result, 100, 1200));
  // Jumps through what comes from memory cost more.
  double far = farElements + 1;
  EXPECT_TRUE(isWorthTransposing(Along::Stored, far, 2 * far));
  EXPECT_FALSE(isWorthTransposing(Along::Sparse, far, 2 * far));
}

TEST(OrdersTest, StreamsComeFromMemory) {
  Target target;
  EXPECT_FALSE(isStream(target, 1 << 20, 100));
  EXPECT_TRUE(isStream(target, (1 << 20) + 1, 100));
  EXPECT_FALSE(isStream(target, 1 << 24, 7)); // short rows
  target.l2Bytes *= 2;
  EXPECT_FALSE(isStream(target, (1 << 20) + 1, 100));
}

TEST(OrdersTest, MergesHaveFewCases) {
  EXPECT_FALSE(isTooManyCases(15, 1));
  EXPECT_TRUE(isTooManyCases(16, 1));
  // Two operands on three levels, three on two.
  EXPECT_FALSE(isTooManyCases(3, 3));
  EXPECT_FALSE(isTooManyCases(7, 2));
  EXPECT_TRUE(isTooManyCases(7, 3));
  EXPECT_FALSE(isTooManyCases(0, 0));
}

TEST(OrdersTest, LittleWorkHasOneThread) {
  EXPECT_TRUE(isLittle(99'999, 799'999));
  EXPECT_FALSE(isLittle(100'000, 0));
  EXPECT_FALSE(isLittle(0, 800'000));
}

TEST(OrdersTest, TensorsBeforeLoopsMustSaveSomething) {
  EXPECT_TRUE(isWorthKeeping(100, 100, 0)); // no larger than an operand
  EXPECT_FALSE(isWorthKeeping(101, 100, 403));
  EXPECT_TRUE(isWorthKeeping(101, 100, 404));
  EXPECT_FALSE(isWorthKeeping(2 * alwaysFits, 100, 1e12));
}

TEST(OrdersTest, FactoringPaysForWhatItStores) {
  EXPECT_TRUE(isWorthFactoring(141, 100, 10));
  EXPECT_FALSE(isWorthFactoring(140, 100, 10));
}
