//===- DenseOrder.cpp - the order of loops over dense tensors -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

LoopOrder encke::chooseDenseOrder(const Nest &nest, ArrayRef<ForallOp> usual) {
  LoopOrder result;
  result.loops.assign(usual.begin(), usual.end());
  bool isDerived = llvm::any_of(usual, [](ForallOp loop) {
    return loop.getWithin() || loop.getDiagonal() || loop.getRow();
  });
  if (usual.empty() || isDerived || !canReorder(nest))
    return result;
  cost::DenseOrder order =
      cost::chooseOrder(getTarget(usual.front()), describe(nest, usual));
  result.streams = order.streams;
  for (auto [loop, number] : llvm::zip_equal(result.loops, order.loops))
    loop = usual[number];
  return result;
}
