//===- ThreadsTest.cpp - what parallel loops cost -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Threads.h"

#include <gtest/gtest.h>

using namespace encke::cost;

TEST(ThreadsTest, StepsOfDenseLoops) {
  Step step;
  EXPECT_EQ(getStepCost(step), 1);
  step.hasValues = true;
  EXPECT_EQ(getStepCost(step), valueCost);
  step.scatters = true;
  EXPECT_EQ(getStepCost(step), scatteredRowCost);
  step.hasLeader = false;
  EXPECT_EQ(getStepCost(step), streamCost);
}

TEST(ThreadsTest, ElementsOfSparseLevels) {
  Step step;
  step.isLeaders = true;
  step.restricting = 1;
  EXPECT_EQ(getElementCost(step), readCost);
  EXPECT_EQ(getElementFactor(step), 1);
  step.restricting = 2; // a merge
  EXPECT_EQ(getElementFactor(step), mergeFactor);
  step.isLeaders = false; // a fibre of another tensor
  EXPECT_EQ(getElementFactor(step), mergeFactor * assumedFibre);
  step.hasLeader = false; // its length is known
  EXPECT_EQ(getElementFactor(step), mergeFactor);
  step.scatters = true;
  EXPECT_EQ(getElementCost(step), scatterCost);
}

TEST(ThreadsTest, ProductsOfTwoCostsFit) {
  EXPECT_LT(greatestCost, INT64_MAX / greatestCost);
}

TEST(ThreadsTest, TasksOutweighTheirBeginning) {
  Target target;
  EXPECT_EQ(getLeastOfTask(target), 1 << 18);
  EXPECT_EQ(getLeastOfSharingTask(target), 1 << 20);
  target.taskTime = 4000;
  EXPECT_EQ(getLeastOfTask(target), 1 << 16);
}

TEST(ThreadsTest, ChunksAreWholeLines) {
  Target target;
  EXPECT_EQ(getRoundsOfLine(target), 16);
  target.lineBytes = 128;
  EXPECT_EQ(getRoundsOfLine(target), 32);
}
