//===- Streams.cpp - loops that go through a dense operand ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Streams.h"
#include "passes/Cost/Orders.h"
#include "passes/Support/TargetSpec.h"

#include "dialects/CIN/Rewrites.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The operand that has all loops of a nest over dense tensors. Null without
/// one, with several that are stored in different orders, and where another
/// operand would be jumped through along its last mode.
static AccessOp findStream(const Nest &nest) {
  AccessOp stream;
  for (AccessOp access : nest.accesses) {
    llvm::SmallPtrSet<Operation *, 8> loops;
    for (Value index : access.getIndices())
      loops.insert(forallOf(index));
    if (loops.size() != nest.foralls.size() ||
        access.getIndices().size() != loops.size())
      continue;
    if (stream && stream.getIndices() != access.getIndices())
      return {};
    stream = access;
  }
  if (!stream)
    return {};
  auto jumps = [&](ValueRange indices) {
    return !indices.empty() &&
           llvm::is_contained(indices.drop_back(), stream.getIndices().back());
  };
  AssignOp assign = nest.assign;
  bool isAlong = !jumps(assign.getIndices()) &&
                 llvm::none_of(nest.accesses, [&](AccessOp access) {
                   return jumps(access.getIndices());
                 });
  return isAlong ? stream : AccessOp();
}

std::optional<SmallVector<ForallOp>> encke::followStream(const Nest &nest) {
  AccessOp stream = findStream(nest);
  if (!stream || !canReorder(nest) || appends(nest))
    return std::nullopt;
  cost::Target target = getTarget(stream);
  double bytes = getBytes(stream.getType());
  SmallVector<ForallOp> order;
  double space = bytes;
  for (Value index : stream.getIndices()) {
    ForallOp loop = forallOf(index);
    if (loop.getWithin() || loop.getDiagonal() || loop.getRow())
      return std::nullopt;
    order.push_back(loop);
    space *= getTrips(loop);
  }
  if (!cost::isStream(target, space, getTrips(order.back())))
    return std::nullopt;
  auto moves = [&](ForallOp loop) { return movesResult(nest, loop); };
  auto *reducing = llvm::find_if_not(order, moves);
  if (reducing == order.end())
    return std::nullopt;
  for (;; ++reducing) {
    double live = bytes;
    for (ForallOp loop : ArrayRef(reducing, order.end()))
      live *= moves(loop) ? getTrips(loop) : 1;
    auto *moved = std::find_if(reducing, order.end(), moves);
    if (live <= cost::getNearBytes(target) || moved == order.end() ||
        moved + 1 == order.end())
      return order;
    std::rotate(reducing, moved, moved + 1);
  }
}
