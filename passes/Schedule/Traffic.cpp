//===- Traffic.cpp - loops by what comes from memory ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Traffic.h"
#include "passes/Cost/Orders.h"
#include "passes/Cost/Traffic.h"
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

std::optional<SmallVector<ForallOp>>
encke::saveTraffic(const Nest &nest, ArrayRef<ForallOp> order) {
  if (order.size() < 2 || order.size() > cost::mostSearchedDense ||
      !canReorder(nest))
    return std::nullopt;
  std::optional<SmallVector<unsigned>> best =
      cost::findBestOrder(getTarget(order.front()), describe(nest, order));
  if (!best)
    return std::nullopt;
  return llvm::map_to_vector(*best, [&](unsigned loop) { return order[loop]; });
}
