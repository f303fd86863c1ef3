//===- Visits.cpp - coordinates that sparse loops visit -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Visits.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace encke::cost;

/// The loops are among the others, in this order.
static bool areInOrder(ArrayRef<unsigned> loops, ArrayRef<unsigned> order) {
  const auto *at = order.begin();
  for (unsigned loop : loops) {
    at = std::find(at, order.end(), loop);
    if (at == order.end())
      return false;
  }
  return true;
}

bool SparseNest::Chain::follows(ArrayRef<unsigned> order) const {
  SmallVector<unsigned> stored = loops;
  erase_if(stored, [&](unsigned loop) { return is_contained(located, loop); });
  return areInOrder(stored, order) && areInOrder(located, order);
}

/// Of so many places, those that have one of the elements, which are where they
/// happen to be.
static double countFilled(double places, double elements) {
  return places * -std::expm1(elements * std::log1p(-1 / std::max(places, 2.)));
}

double encke::cost::countInFibre(double outside, unsigned loops, double trips,
                                 double elements) {
  if (elements == 0)
    return std::min(trips, loops == 0 ? assumedSize : assumedSegment);
  // The outermost level has all coordinates, as the rows of a matrix in CSR.
  if (loops == 0)
    return std::min(trips, elements);
  double visited =
      loops == 1 ? std::min(outside, elements) : countFilled(outside, elements);
  return countFilled(outside * trips, elements) / visited;
}

/// How many coordinates of the loop at that depth a chain has for each of those
/// of its loops that are outside.
static double getTrips(const SparseNest &nest, const SparseNest::Chain &chain,
                       ArrayRef<unsigned> order, size_t depth) {
  double trips = nest.loops[order[depth]].trips, outside = 1;
  unsigned loops = 0;
  for (unsigned outer : order.take_front(depth))
    if (is_contained(chain.loops, outer)) {
      outside *= nest.loops[outer].trips;
      ++loops;
    }
  return countInFibre(outside, loops, trips, chain.elements);
}

/// How often the loop at that depth runs: the level of a sparse operand
/// restricts it, if those above are outside.
static double getTrips(const SparseNest &nest, ArrayRef<unsigned> order,
                       size_t depth) {
  unsigned loop = order[depth];
  double trips = nest.loops[loop].trips;
  for (const SparseNest::Chain &chain : nest.chains) {
    if (chain.isResult || !is_contained(chain.loops, loop))
      continue;
    // One that does not follow is converted, and follows then.
    trips = std::min(trips, getTrips(nest, chain, order, depth));
  }
  return trips;
}

double encke::cost::countVisits(const SparseNest &nest,
                                ArrayRef<unsigned> order) {
  double visits = 0, product = 1, stores = 1;
  bool isInBlocks = false;
  for (auto [depth, number] : enumerate(order)) {
    const SparseNest::Loop &loop = nest.loops[number];
    product *= getTrips(nest, order, depth);
    isInBlocks |= loop.isWithin;
    if (loop.movesResult)
      stores = product;
    // A few steps inside of a block are steps of what is inside of them.
    if (!loop.isWithin || depth + 1 == order.size())
      visits += product;
  }
  // Loops within blocks are the ones that may be outside of those that reduce.
  if (isInBlocks)
    visits += stores;
  bool isKnown = none_of(nest.chains, [](const SparseNest::Chain &chain) {
    return !chain.isResult && chain.elements == 0;
  });
  // What is converted in any order should be so in its own one: along the rows
  // of a matrix, sums need not be in memory.
  // A product of sparse tensors stores more elements than these.
  for (const SparseNest::Chain &chain : nest.chains) {
    if (chain.follows(order))
      continue;
    double elements = chain.elements != 0 ? chain.elements : assumedElements;
    if (chain.isResult)
      elements = isKnown ? stores : std::max(stores, elements);
    visits += chain.isForeign ? 1 : convertedElement * elements;
  }
  return visits;
}
