//===- BlocksTest.cpp - what is done several at a time --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Blocks.h"
#include "passes/Cost/Registers.h"
#include "passes/Cost/SparseRows.h"

#include <gtest/gtest.h>

using namespace encke::cost;

TEST(BlocksTest, PanelsFitIntoTheSecondCache) {
  Target target;
  EXPECT_EQ(getBlockedBytes(target), 512 << 10);
  EXPECT_EQ(getPanelBytes(target), 256 << 10);
  target.l2Bytes /= 2;
  EXPECT_EQ(getBlockedBytes(target), 256 << 10);
  EXPECT_EQ(getPanelBytes(target), 128 << 10);
}

TEST(BlocksTest, BlocksHaveFewRowsWhereMuchIsKept) {
  EXPECT_EQ(getBlockRows(1, 4, 64, 4), 64);
  EXPECT_EQ(getBlockRows(keptBytes / 10, 4, 64, 4), 8);
  EXPECT_EQ(getBlockRows(keptBytes, 4, 64, 4), 4);   // one row would fit
  EXPECT_EQ(getBlockRows(keptBytes, 4, 64, 16), 16); // the matrix has as many
  EXPECT_EQ(getBlockRows(1, 3, 3, 3), 3);
}

TEST(BlocksTest, BlocksOfFewElementsAreNotMultiplied) {
  // Of 8 products in a pair of 2 x 2 blocks more than one has to be there, of
  // 512 in one of 8 x 8 nine.
  EXPECT_GT(getLeastOfBlocks(8) * 8, 1);
  EXPECT_LT(getLeastOfBlocks(8) * 8, 2);
  EXPECT_DOUBLE_EQ(getLeastOfBlocks(512) * 512, 9);
  // Never all of them, but of such as are no blocks.
  EXPECT_LT(getLeastOfBlocks(2), 1);
  EXPECT_GT(getLeastOfBlocks(1), 1);
}

TEST(BlocksTest, ShortRowsAreLeftToTheProcessor) {
  EXPECT_TRUE(isShortRow(7, 4, 16));
  EXPECT_FALSE(isShortRow(8, 4, 1));  // two vectors
  EXPECT_FALSE(isShortRow(7, 4, 17)); // too many iterations
}

TEST(BlocksTest, LongRowsFillTheFirstCache) {
  Target target;
  EXPECT_FALSE(isLongRow(target, 4095, 64));
  EXPECT_TRUE(isLongRow(target, 4096, 64));
  EXPECT_FALSE(isLongRow(target, 8191, 32));
  target.l1Bytes *= 2;
  EXPECT_FALSE(isLongRow(target, 4096, 64));
}

TEST(BlocksTest, SumsAreHalfOfTheRegisters) {
  Target target;
  EXPECT_EQ(getRegistersOfRows(target), 8);
  target.vectorRegisters = 32;
  EXPECT_EQ(getRegistersOfRows(target), 16);
  target.vectorRegisters = 0; // not known
  EXPECT_EQ(getRegistersOfRows(target), 8);
  EXPECT_EQ(getMostVectorsOfRow(8), 12);
  EXPECT_EQ(getThen(8), 2);
}

TEST(BlocksTest, FewSumsBecomeSets) {
  EXPECT_EQ(countSets(8, 64), 1);
  EXPECT_EQ(countSets(4, 64), 2);
  EXPECT_EQ(countSets(2, 64), 4);
  EXPECT_EQ(countSets(1, 64), 4); // no more sets than that
  EXPECT_EQ(countSets(2, 7), 1);  // short loops
  EXPECT_EQ(countSets(2, 10), 2); // iterations are shared out evenly
  EXPECT_EQ(countSets(2, 11), 1);
}

TEST(BlocksTest, CrowdsAreOfTheFirstCache) {
  Target target;
  EXPECT_EQ(getCrowdBytes(target), 16 << 10);
  EXPECT_EQ(getNearBytes(target), 1 << 20);
  EXPECT_EQ(getFarBytes(target), 8 << 20);
}
