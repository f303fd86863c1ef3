//===- Traffic.cpp - what an order of dense loops takes -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Traffic.h"
#include "passes/Cost/Blocks.h"
#include "passes/Cost/Orders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

using namespace llvm;
using namespace encke::cost;

using Tensor = DenseNest::Tensor;

namespace {

/// What loops touch of a tensor.
struct Part {
  double elements;
  double units; ///< in which they are
  double room;  ///< bytes of a cache that these take, crowded into a few sets
};

class Model {
public:
  Model(const Target &target, const DenseNest &nest)
      : nest(nest), caches(getCaches(target)) {}

  SmallVector<unsigned> findBest() const;
  double getCost(ArrayRef<unsigned> order) const;

private:
  std::optional<unsigned> findJammed(ArrayRef<unsigned> order) const;
  double getPointCost(ArrayRef<unsigned> order) const;
  double getTraffic(ArrayRef<unsigned> order, const Cache &cache) const;
  Part getPart(const Tensor &tensor, unsigned inside, const Cache &cache) const;
  double getRun(const Tensor &tensor, ArrayRef<unsigned> order) const;

  const DenseNest &nest;
  std::array<Cache, 3> caches;
};

} // namespace

std::array<Cache, 3> encke::cost::getCaches(const Target &target) {
  auto line = double(target.lineBytes);
  return {{{double(target.l1Bytes), line, 8, 8},
           {std::min(double(target.l2Bytes), smallestSecond), line, 5, 12},
           {64 << 12, 4096, 4, 4}}};
}

bool Tensor::isMovedBy(unsigned loop) const {
  return is_contained(loops, loop);
}

bool Tensor::jumpsAlong(unsigned loop) const {
  return !loops.empty() && is_contained(ArrayRef(loops).drop_back(), loop);
}

/// `inside` has a bit for each loop.
Part Model::getPart(const Tensor &tensor, unsigned inside,
                    const Cache &cache) const {
  unsigned seen = 0;
  double run = tensor.elementBytes, rest = 1, stride = run;
  uint64_t crowd = 1;
  bool isRun = true; // modes from the last one on are contiguous
  for (unsigned loop : reverse(tensor.loops)) {
    bool isNew = (seen >> loop & 1) == 0;
    bool isInside = (inside >> loop & 1) != 0;
    isRun &= isNew && isInside;
    if (isNew && isInside)
      (isRun ? run : rest) *= nest.trips[loop];
    // Rows as far apart as a power of two share sets.
    double units = stride / cache.unit;
    if (!isRun && isInside && units >= 1 && units == std::floor(units))
      crowd =
          std::max(crowd, std::gcd(uint64_t(std::fmod(units, cache.getSets())),
                                   uint64_t(cache.getSets())));
    stride *= nest.trips[loop];
    seen |= 1U << loop;
  }
  double units = std::max(run / cache.unit, 1.0) * rest;
  return {run / tensor.elementBytes * rest, units,
          units * cache.unit * double(crowd)};
}

/// How many elements the innermost loops visit one after the other as they
/// stand in memory.
double Model::getRun(const Tensor &tensor, ArrayRef<unsigned> order) const {
  double run = 1;
  size_t mode = tensor.loops.size();
  for (unsigned loop : reverse(order)) {
    if (mode != 0 && tensor.loops[mode - 1] == loop) {
      run *= nest.trips[loop];
      --mode;
    } else if (tensor.isMovedBy(loop)) {
      break;
    }
  }
  return run;
}

/// The loop over rows around those that sum, with the innermost one along the
/// result and along what all rows read: several rows are taken at once, with
/// sums in registers.
std::optional<unsigned> Model::findJammed(ArrayRef<unsigned> order) const {
  unsigned innermost = order.back();
  const Tensor &result = nest.tensors.front();
  if (!result.isMovedBy(innermost) ||
      any_of(nest.tensors, [&](const Tensor &tensor) {
        return tensor.jumpsAlong(innermost);
      }))
    return std::nullopt;
  ArrayRef<unsigned> outer = order.drop_back();
  while (!outer.empty() && !nest.movesResult(outer.back()))
    outer = outer.drop_back();
  bool sums = outer.size() + 1 < order.size();
  if (!sums || outer.empty() || nest.trips[outer.back()] < 2)
    return std::nullopt;
  bool isShared = any_of(nest.tensors, [&](const Tensor &tensor) {
    return tensor.isMovedBy(innermost) && !tensor.isMovedBy(outer.back());
  });
  return isShared ? std::optional(outer.back()) : std::nullopt;
}

/// A loop that jumps through a tensor takes its elements one by one; those of
/// an operand that the loop around does not move are put together before.
double Model::getPointCost(ArrayRef<unsigned> order) const {
  unsigned innermost = order.back(), around = order[order.size() - 2];
  double jumps = 0, along = 0;
  for (const Tensor &tensor : nest.tensors) {
    bool isKept = !nest.isResult(tensor) && !tensor.isMovedBy(around);
    if (tensor.jumpsAlong(innermost) && !isKept)
      ++jumps;
    else if (tensor.isMovedBy(innermost))
      ++along;
  }
  if (findJammed(order)) // which loads and stores no sums
    return vectorCycles * (along - 1);
  if (jumps == 0)
    return vectorCycles * (along + 1);
  double loads = scalarCycles * (jumps + along);
  if (nest.tensors.front().jumpsAlong(innermost))
    loads += storeCycles;
  return nest.movesResult(innermost) ? loads : std::max(loads, sumCycles);
}

double Model::getTraffic(ArrayRef<unsigned> order, const Cache &cache) const {
  // The outermost loop of which an iteration touches no more than the cache
  // holds: the next one finds what it needs again.
  unsigned inside = (1U << order.size()) - 1, whole = inside;
  double iterations = 1;
  std::optional<unsigned> jammed = findJammed(order);
  for (unsigned loop : order) {
    whole = inside;
    inside &= ~(1U << loop);
    double room = 0;
    for (const Tensor &tensor : nest.tensors)
      room += getPart(tensor, inside, cache).room;
    if (room <= cache.bytes)
      break;
    iterations *= loop == jammed
                      ? std::ceil(nest.trips[loop] / double(jammedRows))
                      : nest.trips[loop];
  }
  double cycles = 0;
  for (const Tensor &tensor : nest.tensors) {
    Part part = getPart(tensor, whole, cache);
    double runs = std::min(part.units, part.elements / getRun(tensor, order));
    cycles += (part.units * cache.next + runs * (cache.apart - cache.next)) *
              (nest.isResult(tensor) ? resultWeight : 1);
  }
  return iterations * cycles;
}

double Model::getCost(ArrayRef<unsigned> order) const {
  double points = 1;
  for (double trip : nest.trips)
    points *= trip;
  double cycles = points * getPointCost(order);
  for (const Cache &cache : caches)
    cycles += getTraffic(order, cache);
  return cycles;
}

/// Of equal ones the first, in the order that was given.
SmallVector<unsigned> Model::findBest() const {
  SmallVector<unsigned> order = to_vector(seq<unsigned>(0, nest.trips.size()));
  SmallVector<unsigned> best = order;
  double bestCost = getCost(order);
  while (std::next_permutation(order.begin(), order.end())) {
    double cost = getCost(order);
    if (cost >= bestCost)
      continue;
    bestCost = cost;
    best = order;
  }
  return best;
}

double encke::cost::getCycles(const Target &target, const DenseNest &nest,
                              ArrayRef<unsigned> order) {
  return Model(target, nest).getCost(order);
}

/// The operand that has all loops. Null without one, with several that are
/// stored in different orders, and where another tensor would be jumped through
/// along its last mode.
static const Tensor *findStream(const DenseNest &nest) {
  const Tensor *stream = nullptr;
  for (const Tensor &tensor : nest.tensors) {
    bool isWhole =
        tensor.loops.size() == nest.trips.size() &&
        all_of(seq<unsigned>(0, nest.trips.size()),
               [&](unsigned loop) { return tensor.isMovedBy(loop); });
    if (!isWhole || nest.isResult(tensor))
      continue;
    if (stream && stream->loops != tensor.loops)
      return nullptr;
    stream = &tensor;
  }
  bool isAlong = stream && none_of(nest.tensors, [&](const Tensor &tensor) {
                   return tensor.jumpsAlong(stream->loops.back());
                 });
  return isAlong ? stream : nullptr;
}

static std::optional<SmallVector<unsigned>>
followStream(const Target &target, const DenseNest &nest) {
  const Tensor *stream = findStream(nest);
  if (!stream)
    return std::nullopt;
  SmallVector<unsigned> order = stream->loops;
  double space = stream->elementBytes;
  for (double trips : nest.trips)
    space *= trips;
  auto moves = [&](unsigned loop) { return nest.movesResult(loop); };
  auto *reducing = find_if_not(order, moves);
  if (!isStream(target, space, nest.trips[order.back()]) ||
      reducing == order.end())
    return std::nullopt;
  for (;; ++reducing) {
    double live = stream->elementBytes;
    for (unsigned loop : ArrayRef(reducing, order.end()))
      live *= moves(loop) ? nest.trips[loop] : 1;
    auto *moved = std::find_if(reducing, order.end(), moves);
    if (live <= getNearBytes(target) || moved == order.end() ||
        moved + 1 == order.end())
      return order;
    std::rotate(reducing, moved, moved + 1);
  }
}

DenseOrder encke::cost::chooseOrder(const Target &target,
                                    const DenseNest &nest) {
  if (std::optional<SmallVector<unsigned>> order = followStream(target, nest))
    return {*order, /*streams=*/true};
  SmallVector<unsigned> given = to_vector(seq<unsigned>(0, nest.trips.size()));
  if (given.size() < 2 || given.size() > mostSearchedDense)
    return {given};
  Model model(target, nest);
  SmallVector<unsigned> best = model.findBest();
  bool isBetter = model.getCost(best) <= leastGain * model.getCost(given);
  return {isBetter ? best : given};
}
