//===- NetworkTest.cpp - orders of products -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Network.h"
#include "passes/Cost/Operations.h"

#include <gtest/gtest.h>

using namespace encke;

/// A[i,j] * B[j,k] * x[k]: labels 0, 1 and 2 are i, j and k.
static Network chain(double density) {
  auto labels = [](unsigned first, unsigned second) {
    LabelSet set(3);
    set.set(first);
    set.set(second);
    return set;
  };
  Network network;
  network.sizes = {100, 200, 300};
  network.factors = {{labels(0, 1), density, density == 1, 1},
                     {labels(1, 2), 1, true, 1},
                     {labels(2, 2), 1, true, 1}};
  network.output = labels(0, 0);
  return network;
}

static Part partOf(const CostModel &model, std::initializer_list<int> factors) {
  FactorSet set(3);
  for (int factor : factors)
    set.set(unsigned(factor));
  return model.getPart(set);
}

TEST(NetworkTest, PartsKeepTheLabelsThatOthersNeed) {
  Network network = chain(1);
  CostModel model(network);
  Part product = partOf(model, {0, 1});
  EXPECT_EQ(product.labels.count(), 2U);
  EXPECT_EQ(product.elements, 100 * 300);
  EXPECT_FALSE(product.isWhole);
  Part vector = partOf(model, {1, 2});
  EXPECT_EQ(vector.elements, 200);
  EXPECT_TRUE(partOf(model, {0, 1, 2}).isWhole);
}

TEST(NetworkTest, MatrixTimesVectorComesFirst) {
  Network network = chain(1);
  CostModel model(network);
  Part a = model.getFactor(0), b = model.getFactor(1), x = model.getFactor(2);
  Cost matrices = model.join({&a, &b}, partOf(model, {0, 1}));
  Cost vector = model.join({&b, &x}, partOf(model, {1, 2}));
  EXPECT_LT(vector, matrices);
  EXPECT_EQ(countOperations(network, {&b, &x}, partOf(model, {1, 2})),
            2 * 200 * 300);
}

TEST(NetworkTest, SparseFactorsMakeSparseParts) {
  Network network = chain(1e-4);
  CostModel model(network);
  Part product = partOf(model, {0, 1});
  EXPECT_TRUE(product.isSparse);
  EXPECT_LT(product.density, cost::sparseBelow);
  // A row has an element where one of 200 is stored.
  EXPECT_NEAR(product.density, 0.02, 0.001);
}

TEST(NetworkTest, TooLargeTemporariesAreAvoided) {
  Network network = chain(1);
  network.sizes = {1e6, 2, 1e6};
  CostModel model(network);
  Part a = model.getFactor(0), b = model.getFactor(1);
  Cost cost = model.join({&a, &b}, partOf(model, {0, 1}));
  EXPECT_GE(cost.work, cost::unassemblable * cost::alwaysFits);
}
