//===- LoopTreeTest.cpp - what loops take, as they will run ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/LoopTree.h"

#include <gtest/gtest.h>

using namespace encke::cost;

namespace {

/// Rows of some elements each.
LoopTree rows(double count, double elements) {
  LoopTree tree, outer, inner;
  inner.trips = elements;
  outer.trips = count;
  outer.inside = {inner};
  tree.inside = {outer};
  return tree;
}

TEST(LoopTreeTest, IterationsAreMultiplied) {
  EXPECT_EQ(countVisits(LoopTree(), 1), 0);
  EXPECT_EQ(countVisits(rows(100, 5), 1), 100 + 500);
  // Loops behind each other are added.
  LoopTree twice = rows(100, 5);
  twice.inside.push_back(twice.inside.front());
  EXPECT_EQ(countVisits(twice, 1), 2 * 600);
  // Where two tensors are gone through for each element.
  LoopTree merged = rows(100, 5);
  merged.inside.front().inside.front().steps = 2;
  EXPECT_EQ(countVisits(merged, 1), 100 + 1000);
}

TEST(LoopTreeTest, ThreadsShareWhatIsInside) {
  LoopTree tree = rows(100, 5);
  tree.inside.front().isShared = true;
  EXPECT_EQ(countVisits(tree, 2), 50 + 250);
  EXPECT_EQ(countVisits(tree, 0), 600);
}

TEST(LoopTreeTest, VectorsSaveStepsAndNoBytes) {
  Target target;
  LoopTree tree = rows(1000, 1000);
  double scalar = estimateSeconds(target, tree, 1);
  EXPECT_GT(scalar, 0.5e-3);
  EXPECT_LT(scalar, 1e-3);
  LoopTree::Access access;
  access.tensorBytes = 1e9;
  tree.inside.front().inside.front().accesses = {access};
  double moved = estimateSeconds(target, tree, 1) - scalar;
  tree.inside.front().inside.front().width = 4;
  EXPECT_NEAR(estimateSeconds(target, tree, 1), scalar / 4 + moved,
              0.01 * scalar);
}

TEST(LoopTreeTest, BytesComeFromWhereTheyFit) {
  Target target;
  double last = 0;
  for (double bytes : {1e4, 5e5, 4e6, 1e9}) {
    double time = getByteTime(target, bytes);
    EXPECT_GT(time, last);
    last = time;
  }
  target.memoryRate = 100;
  EXPECT_EQ(getByteTime(target, 1e9), 0.01);
}

} // namespace
