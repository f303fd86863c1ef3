//===- VisitsTest.cpp - orders of loops over sparse tensors ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Visits.h"

#include <gtest/gtest.h>

using namespace encke::cost;

/// C[i,k] = A[i,j] * B[j,k]: loops 0, 1 and 2 are i, j and k.
static SparseNest product() {
  SparseNest nest;
  nest.loops.resize(3);
  nest.loops[0].movesResult = nest.loops[2].movesResult = true;
  nest.chains.resize(3);
  nest.chains[0].loops = {0, 1};
  nest.chains[1].loops = {1, 2};
  nest.chains[2].loops = {0, 2};
  nest.chains[2].isResult = true;
  return nest;
}

TEST(VisitsTest, TensorsFollowTheOrderOfTheirLevels) {
  SparseNest::Chain chain;
  chain.loops = {0, 2};
  EXPECT_TRUE(chain.follows({0, 1, 2}));
  EXPECT_FALSE(chain.follows({2, 0, 1}));
  EXPECT_FALSE(chain.follows({0, 1}));
  // Where all coordinates have a position, the loop may be before.
  chain.located = {2};
  EXPECT_TRUE(chain.follows({2, 1, 0}));
}

TEST(VisitsTest, GustavsonsOrderVisitsWhatIsThere) {
  // Rows, their elements, and the rows of these.
  double rows = assumedSize, elements = rows * assumedSegment;
  EXPECT_EQ(countVisits(product(), {0, 1, 2}),
            rows + elements + elements * assumedSegment);
}

TEST(VisitsTest, ConversionsCost) {
  SparseNest nest = product();
  double gustavson = countVisits(nest, {0, 1, 2});
  double inner = countVisits(nest, {0, 2, 1}); // B by columns
  EXPECT_GT(inner, gustavson + convertedElement * assumedElements / 2);
  // What no loop can run over is converted in any order.
  nest.chains[1].isForeign = true;
  EXPECT_EQ(countVisits(nest, {0, 2, 1}),
            inner - convertedElement * assumedElements + 1);
}

TEST(VisitsTest, StepsWithinBlocksAreFew) {
  // y[i] = A[i,j] in blocks of four rows: the blocks of rows, a row, columns.
  SparseNest nest;
  nest.loops.resize(3);
  nest.loops[0].movesResult = nest.loops[1].movesResult = true;
  nest.loops[1].trips = 4;
  nest.loops[1].isWithin = true;
  nest.chains.resize(1);
  nest.chains[0].loops = {0, 2, 1};
  nest.chains[0].located = {1};
  double blocks = assumedSize, elements = blocks * assumedSegment * 4;
  EXPECT_EQ(countVisits(nest, {0, 2, 1}),
            blocks + elements / 4 + elements + elements);
  // Outside of the loop that reduces it saves the stores.
  EXPECT_LT(countVisits(nest, {0, 1, 2}), countVisits(nest, {0, 2, 1}));
}

TEST(VisitsTest, NumbersOfTheDataTakeThePlaceOfAssumptions) {
  // A has 3 elements in each of 100 rows and 50 columns, B 8 in 50 and 400.
  SparseNest nest = product();
  nest.loops[0].trips = 100;
  nest.loops[1].trips = 50;
  nest.loops[2].trips = 400;
  nest.chains[0].elements = 300;
  nest.chains[1].elements = 400;
  // Some elements have the same place, as they are drawn at random.
  EXPECT_NEAR(countVisits(nest, {0, 1, 2}), 100 + 300 + 300 * 8, 150);
  // B by columns has one element in each, then ten, of which A allows three;
  // and its own elements are converted.
  double inner = countVisits(nest, {0, 2, 1});
  nest.chains[1].elements = 4000;
  EXPECT_NEAR(countVisits(nest, {0, 2, 1}) - inner,
              100 * 400 * (3 - 1) + convertedElement * 3600, 5000);
}
