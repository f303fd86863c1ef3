//===- Search.h - the best order of a product of many factors ---*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CONTRACTIONORDER_SEARCH_H
#define ENCKE_PASSES_CONTRACTIONORDER_SEARCH_H

#include "passes/Cost/Network.h"

#include <memory>

namespace encke {

/// An order: one factor, or parts that are computed each for itself and then
/// multiplied in one loop nest. A single part is a factor that is summed over
/// labels of its own.
struct OrderTree {
  FactorSet factors;
  llvm::SmallVector<std::unique_ptr<OrderTree>> parts;

  bool isFactor() const { return parts.empty(); }
  unsigned getFactor() const { return factors.find_first(); }
};

/// The order of a product that was found, and what all of it costs.
struct Order {
  std::unique_ptr<OrderTree> tree;
  Cost cost;
};

/// Finds the order of least cost: of all trees of binary joins and, where a
/// factor is sparse, ternary ones, and joins of factors as they stand; for more
/// factors than cost::exactFactors the best that a beam search meets. It joins
/// what shares a label; outer products too up to cost::outerFactors, or where
/// there is nothing else.
Order findOrder(const Network &network);

} // namespace encke

#endif // ENCKE_PASSES_CONTRACTIONORDER_SEARCH_H
