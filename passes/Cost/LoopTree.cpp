//===- LoopTree.cpp - what loops take, as they will run -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/LoopTree.h"

#include <algorithm>

using namespace encke::cost;

/// Calls `visit` with each loop and the iterations that a thread does of it.
template <typename Visit>
static void walk(const LoopTree &tree, double times, unsigned threads,
                 Visit visit) {
  double trips = times * tree.trips;
  if (tree.isShared)
    trips /= std::max(threads, 1U);
  visit(tree, trips);
  for (const LoopTree &loop : tree.inside)
    walk(loop, trips, threads, visit);
}

double encke::cost::countVisits(const LoopTree &tree, unsigned threads) {
  double visits = 0;
  walk(tree, 1, threads, [&](const LoopTree &loop, double trips) {
    // The one around all is no loop.
    if (&loop != &tree)
      visits += trips * loop.steps;
  });
  return visits;
}

double encke::cost::getByteTime(const Target &target, double tensorBytes) {
  double rates[] = {target.l1Rate, target.l2Rate, target.l3Rate,
                    target.memoryRate};
  unsigned level = tensorBytes <= double(target.l1Bytes) ? 0
                   : tensorBytes <= getNearBytes(target) ? 1
                   : tensorBytes <= getFarBytes(target)  ? 2
                                                         : 3;
  return 1 / (rates[level] > 0 ? rates[level] : usualRates[level]);
}

double encke::cost::estimateSeconds(const Target &target, const LoopTree &tree,
                                    unsigned threads) {
  double time = 0;
  walk(tree, 1, threads, [&](const LoopTree &loop, double trips) {
    if (&loop == &tree)
      return;
    time += trips * loop.steps * stepTime / loop.width;
    for (const LoopTree::Access &access : loop.accesses)
      time += trips * access.bytes * getByteTime(target, access.tensorBytes);
  });
  return time * 1e-9;
}
