//===- TrafficTest.cpp - orders of dense loops ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Traffic.h"

#include <gtest/gtest.h>

using namespace encke::cost;

/// C[i,j] = A[j,i]: loops 0 and 1 are i and j.
static DenseNest transposition(double rows, double columns) {
  DenseNest nest;
  nest.trips = {rows, columns};
  nest.tensors = {{{0, 1}, 8}, {{1, 0}, 8}};
  return nest;
}

/// C[i,j] += A[i,k] * B[k,j]: loops 0, 1 and 2 are i, j and k.
static DenseNest product(double size) {
  DenseNest nest;
  nest.trips = {size, size, size};
  nest.tensors = {{{0, 1}, 8}, {{0, 2}, 8}, {{2, 1}, 8}};
  return nest;
}

TEST(TrafficTest, KnowsWhichLoopsMoveATensor) {
  DenseNest nest = product(10);
  EXPECT_TRUE(nest.movesResult(0));
  EXPECT_FALSE(nest.movesResult(2));
  EXPECT_TRUE(nest.tensors[1].jumpsAlong(0));
  EXPECT_FALSE(nest.tensors[1].jumpsAlong(2));
}

TEST(TrafficTest, SumsAlongTheResultAreTheUsualOrder) {
  Target target;
  // i, k, j: rows of C and B go through vectors, four rows at a time.
  DenseNest nest = product(1000);
  double best = getCycles(target, nest, {0, 2, 1});
  EXPECT_LT(best, getCycles(target, nest, {0, 1, 2}));
  EXPECT_LT(best, getCycles(target, nest, {1, 2, 0}));
  auto order = findBestOrder(target, nest);
  ASSERT_TRUE(order);
  EXPECT_EQ(order->back(), 1U);
}

TEST(TrafficTest, AGoodOrderStays) {
  Target target;
  DenseNest nest;
  nest.trips = {1000, 1000};
  nest.tensors = {{{0, 1}, 8}, {{0, 1}, 8}};
  EXPECT_FALSE(findBestOrder(target, nest));
  EXPECT_LT(getCycles(target, nest, {0, 1}), getCycles(target, nest, {1, 0}));
}

TEST(TrafficTest, JumpsCostMoreThanTheyWouldInACache) {
  Target target;
  double small = getCycles(target, transposition(30, 30), {0, 1}) / 900;
  double large =
      getCycles(target, transposition(3000, 3000), {0, 1}) / 9'000'000;
  EXPECT_GT(large, 2 * small);
}

TEST(TrafficTest, LargerCachesTakeNoLonger) {
  Target small, large;
  small.l2Bytes = 128 << 10;
  for (double size : {100, 300, 1000}) {
    DenseNest nest = product(size);
    EXPECT_LE(getCycles(large, nest, {0, 1, 2}),
              getCycles(small, nest, {0, 1, 2}));
  }
  EXPECT_LT(getCycles(large, product(200), {0, 1, 2}),
            getCycles(small, product(200), {0, 1, 2}));
}
