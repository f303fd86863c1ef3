//===- DenseOrder.cpp - the order of loops over dense tensors -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Orders.h"
#include "passes/Cost/Traffic.h"
#include "passes/Schedule/LoopOrder.h"
#include "passes/Support/TargetSpec.h"

#include "dialects/CIN/Rewrites.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// What the model has to know of the nest, whose loops are numbered as in
/// `order`.
static cost::DenseNest describe(const Nest &nest, ArrayRef<ForallOp> order) {
  cost::DenseNest dense;
  for (ForallOp loop : order)
    dense.trips.push_back(std::max(getTrips(loop), 1.0));
  auto add = [&](PlaceType place, ValueRange indices) {
    cost::DenseNest::Tensor tensor;
    for (Value index : indices)
      tensor.loops.push_back(llvm::find(order, forallOf(index)) -
                             order.begin());
    tensor.elementBytes = getBytes(place.getTensor().getElementType());
    dense.tensors.push_back(std::move(tensor));
  };
  AssignOp assign = nest.assign;
  add(assign.getTensor().getType(), assign.getIndices());
  for (AccessOp access : nest.accesses)
    add(access.getTensor().getType(), access.getIndices());
  return dense;
}

/// Loops within blocks or along diagonals have their places.
static bool isFixed(const Nest &nest, ArrayRef<ForallOp> loops) {
  return loops.empty() || !canReorder(nest) ||
         llvm::any_of(loops, [](ForallOp loop) {
           return loop.getWithin() || loop.isDerived();
         });
}

LoopOrder encke::chooseDenseOrder(const Nest &nest, ArrayRef<ForallOp> usual) {
  LoopOrder result;
  result.loops.assign(usual.begin(), usual.end());
  if (isFixed(nest, usual))
    return result;
  cost::DenseOrder order =
      cost::chooseOrder(getTarget(usual.front()), describe(nest, usual));
  result.streams = order.streams;
  for (auto [loop, number] : llvm::zip_equal(result.loops, order.loops))
    loop = usual[number];
  return result;
}

SmallVector<RankedOrder> encke::rankDenseOrders(const Nest &nest,
                                                ArrayRef<ForallOp> chosen) {
  SmallVector<RankedOrder> ranked;
  if (isFixed(nest, chosen) || chosen.size() > cost::mostSearchedDense)
    return ranked;
  cost::Target target = getTarget(chosen.front());
  cost::DenseNest dense = describe(nest, chosen);
  auto numbers = llvm::to_vector(llvm::seq<unsigned>(0, chosen.size()));
  for (auto [loop, trips] : llvm::zip(chosen, dense.trips))
    trips = std::max(findTrips(nest, loop), 1.0);
  auto rank = [&](ArrayRef<unsigned> numbers) {
    RankedOrder order{{}, cost::getCycles(target, dense, numbers)};
    for (unsigned number : numbers)
      order.order.loops.push_back(chosen[number]);
    return order;
  };
  // As they are numbered is as they were chosen.
  RankedOrder own = rank(numbers);
  do {
    RankedOrder order = rank(numbers);
    auto *at = llvm::find_if(ranked, [&](const RankedOrder &other) {
      return order.cost < other.cost;
    });
    ranked.insert(at, std::move(order));
    if (ranked.size() > cost::mostRanked)
      ranked.pop_back();
  } while (std::next_permutation(numbers.begin(), numbers.end()));
  if (llvm::none_of(ranked, [&](const RankedOrder &order) {
        return order.order.loops == own.order.loops;
      }))
    ranked.push_back(std::move(own));
  return ranked;
}
