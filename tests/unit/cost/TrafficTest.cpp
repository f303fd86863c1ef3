//===- TrafficTest.cpp - orders of dense loops ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Traffic.h"

#include <gtest/gtest.h>

using namespace encke::cost;

using Loops = llvm::SmallVector<unsigned>;

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
  DenseOrder order = chooseOrder(target, nest);
  EXPECT_EQ(order.loops.back(), 1U);
  EXPECT_FALSE(order.streams);
}

TEST(TrafficTest, AGoodOrderStays) {
  Target target;
  DenseNest nest;
  nest.trips = {1000, 1000};
  nest.tensors = {{{0, 1}, 8}, {{0, 1}, 8}};
  EXPECT_EQ(chooseOrder(target, nest).loops, Loops({0, 1}));
  EXPECT_LT(getCycles(target, nest, {0, 1}), getCycles(target, nest, {1, 0}));
}

/// C[d,e] += A[a,d,e]: loops 0, 1 and 2 are d, e and a.
static DenseNest sumOfSlices(double slices, double rows, double columns) {
  DenseNest nest;
  nest.trips = {rows, columns, slices};
  nest.tensors = {{{0, 1}, 8}, {{2, 0, 1}, 8}};
  return nest;
}

TEST(TrafficTest, WhatComesFromMemoryComesAsItIsStored) {
  Target target;
  DenseOrder order = chooseOrder(target, sumOfSlices(100, 100, 50));
  EXPECT_TRUE(order.streams);
  EXPECT_EQ(order.loops, Loops({2, 0, 1}));
  // Rows too short to stream, and an operand that a cache holds.
  EXPECT_FALSE(chooseOrder(target, sumOfSlices(10000, 100, 7)).streams);
  EXPECT_FALSE(chooseOrder(target, sumOfSlices(10, 100, 50)).streams);
  // A larger cache holds more.
  target.l2Bytes *= 8;
  EXPECT_FALSE(chooseOrder(target, sumOfSlices(100, 100, 50)).streams);
}

TEST(TrafficTest, ALargeResultIsSummedPartByPart) {
  Target target;
  DenseOrder order = chooseOrder(target, sumOfSlices(20, 300, 2000));
  EXPECT_TRUE(order.streams);
  EXPECT_EQ(order.loops, Loops({0, 2, 1}));
}

TEST(TrafficTest, StreamsAreOneForAllTensors) {
  Target target;
  DenseNest nest = sumOfSlices(100, 100, 50);
  nest.tensors.push_back({{2, 0, 1}, 8}); // in the same order
  EXPECT_TRUE(chooseOrder(target, nest).streams);
  nest.tensors.back().loops = {0, 2, 1};
  EXPECT_FALSE(chooseOrder(target, nest).streams);
  nest.tensors.back().loops = {1, 0}; // jumped through
  EXPECT_FALSE(chooseOrder(target, nest).streams);
  // Without a sum each element is there once.
  DenseNest copy;
  copy.trips = {1000, 1000};
  copy.tensors = {{{0, 1}, 8}, {{0, 1}, 8}};
  EXPECT_FALSE(chooseOrder(target, copy).streams);
}

TEST(TrafficTest, OrdersOfManyLoopsAreNotSearched) {
  Target target;
  DenseNest nest;
  nest.trips.assign(7, 20);
  nest.tensors = {{{6, 5, 4, 3, 2, 1, 0}, 8}};
  EXPECT_EQ(chooseOrder(target, nest).loops, Loops({0, 1, 2, 3, 4, 5, 6}));
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
