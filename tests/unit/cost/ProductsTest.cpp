//===- ProductsTest.cpp - products by a library or by loops ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Products.h"

#include <gtest/gtest.h>

using namespace encke::cost;

namespace {
/// C[i,j] = A[i,k] * B[k,j], all of one size.
struct Square {
  Contracted contracted;
  Product product;
  Loops loops;

  explicit Square(double size) {
    contracted.flops = 2 * size * size * size;
    contracted.a = contracted.b = contracted.c = size * size;
    product.height = product.width = product.inner = size;
    loops.panel = loops.other = loops.reused = size * size;
    loops.last = loops.rows = loops.rounds = size;
    loops.along = size;
    loops.hasRows = true;
  }
};
} // namespace

TEST(ProductsTest, LargeProductsReachTheirRate) {
  Target target;
  Square square(4096);
  double time = getProductTime(target, square.contracted, square.product);
  double rate = square.contracted.flops / time;
  EXPECT_GT(rate, 0.9 * productRate);
  EXPECT_LT(rate, productRate);
}

TEST(ProductsTest, LoopsTakeSmallMatricesAndLibrariesLargeOnes) {
  Target target;
  Square small(64), large(2048);
  EXPECT_LT(getLoopTime(target, small.contracted, small.loops),
            getProductTime(target, small.contracted, small.product));
  EXPECT_GT(getLoopTime(target, large.contracted, large.loops),
            getProductTime(target, large.contracted, large.product));
}

TEST(ProductsTest, APanelThatMayBeLargeIsNoneForLoopsAlone) {
  Target target;
  Square square(128);
  square.loops.isReusedKnown = false;
  double alone = getLoopTime(target, square.contracted, square.loops);
  square.loops.isFused = true;
  EXPECT_LT(getLoopTime(target, square.contracted, square.loops), alone);
}

TEST(ProductsTest, TranspositionsAndCallsTakeTime) {
  Target target;
  Square square(512);
  double time = getProductTime(target, square.contracted, square.product);
  square.product.transposed = {512 * 512};
  double turned = getProductTime(target, square.contracted, square.product);
  EXPECT_GE(turned, time + transposeTime + 2 * 512 * 512 * 8 / transposeRate);
  square.product.transposed.clear();
  square.product.calls = 1000;
  EXPECT_GT(getProductTime(target, square.contracted, square.product),
            time + 999 * callTime);
}

TEST(ProductsTest, TurnedPanelsAreSlowUnlessTransposed) {
  Target target;
  Square square(64);
  double straight = getLoopTime(target, square.contracted, square.loops);
  square.loops.isTransposed = true;
  double transposed = getLoopTime(target, square.contracted, square.loops);
  EXPECT_DOUBLE_EQ(transposed,
                   straight + transposeTime + 2 * 64 * 64 * 8 / transposeRate);
  square.loops.isTransposed = false;
  square.loops.isTurned = true;
  double turned = getLoopTime(target, square.contracted, square.loops);
  EXPECT_DOUBLE_EQ(turned, square.contracted.flops / loopRate);
  // Along a label that both operands end with, or the result's other one.
  square.loops.isAlongPanel = true;
  EXPECT_LT(getLoopTime(target, square.contracted, square.loops), turned);
  square.loops.isAlongPanel = false;
  square.loops.isAlongResult = true;
  EXPECT_DOUBLE_EQ(getLoopTime(target, square.contracted, square.loops),
                   square.contracted.flops / swappedRate);
}

TEST(ProductsTest, OnlyWhatIsFarIsWorthNotStoring) {
  Target target;
  Square square(512);
  EXPECT_EQ(getSavedTime(target, square.contracted, 1000, true), 0);
  EXPECT_GT(getSavedTime(target, square.contracted, 1000, false), 0);
  EXPECT_EQ(getSavedTime(target, square.contracted, 131072, true), 0);
  EXPECT_GT(getSavedTime(target, square.contracted, 131073, true), 0);
  target.l2Bytes *= 2;
  EXPECT_EQ(getSavedTime(target, square.contracted, 131073, true), 0);
}
