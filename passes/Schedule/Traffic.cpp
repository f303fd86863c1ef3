//===- Traffic.cpp - what loops over dense tensors take from memory -------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors that are stored in different orders cannot all be gone through as
// they are stored. Each order of the loops is given a time: what the innermost
// loop does at each point, and the lines that its tensors take from a cache or
// from memory. A line is taken again whenever the loops come back to it, unless
// all that they touched in between fits into the cache.
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Traffic.h"
#include "passes/JamRows/Jammed.h"

#include "dialects/CIN/Rewrites.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Orders of more loops than this are not all tried.
static constexpr size_t mostLoops = 6;
/// Another order has to be that much better.
static constexpr double leastGain = 0.75;

namespace {

/// A cache of lines, or of the translations of pages: how many bytes it holds,
/// in units of so many, and the cycles for a unit that it does not hold: the
/// next one in memory, or one apart from those before.
struct Cache {
  double bytes, unit, next, apart;

  /// Eight units share a set.
  double getSets() const { return bytes / unit / 8; }
};

/// A dense tensor that the nest reads or writes.
struct Visited {
  SmallVector<unsigned> loops; ///< of each mode
  double elementBytes;
  bool isResult;

  bool isMovedBy(unsigned loop) const {
    return llvm::is_contained(loops, loop);
  }
  bool jumpsAlong(unsigned loop) const {
    return !loops.empty() &&
           llvm::is_contained(ArrayRef(loops).drop_back(), loop);
  }
};

/// What loops touch of a tensor.
struct Part {
  double elements;
  double units; ///< in which they are
  double room;  ///< bytes of a cache that these take, crowded into a few sets
};

class Model {
public:
  Model(const Nest &nest, ArrayRef<ForallOp> order);

  SmallVector<unsigned> findBest() const;
  double getCost(ArrayRef<unsigned> order) const;

private:
  std::optional<unsigned> findJammed(ArrayRef<unsigned> order) const;
  double getPointCost(ArrayRef<unsigned> order) const;
  double getTraffic(ArrayRef<unsigned> order, const Cache &cache) const;
  Part getPart(const Visited &tensor, unsigned inside,
               const Cache &cache) const;
  double getRun(const Visited &tensor, ArrayRef<unsigned> order) const;
  void add(PlaceType place, ValueRange indices, bool isResult);

  ArrayRef<ForallOp> loops; // an order's numbers are those of loops in here
  SmallVector<double> trips;
  SmallVector<bool> movesResult;
  SmallVector<Visited> tensors; // the result first
};

} // namespace

/// Fitted to the times of some ten orders each of 137 random statements with
/// two operands on a Zen 4 core: the order for which the least is expected
/// took 1.2 times as long as the best of them, in the geometric mean, and 3
/// times at most. The second cache is as small as the smallest of such cores
/// has it.
static constexpr Cache caches[] = {
    {32 << 10, 64, 8, 8}, {512 << 10, 64, 5, 12}, {64 << 12, 4096, 4, 4}};
/// What is written comes and goes.
static constexpr double resultWeight = 2;

/// Cycles for an element in a vector, for one alone, for storing one alone, and
/// for adding one to the sum before.
static constexpr double vectorCycles = 0.8, scalarCycles = 1, storeCycles = 2.5,
                        sumCycles = 4;

/// `inside` has a bit for each loop.
Part Model::getPart(const Visited &tensor, unsigned inside,
                    const Cache &cache) const {
  unsigned seen = 0;
  double run = tensor.elementBytes, rest = 1, stride = run;
  uint64_t crowd = 1;
  bool isRun = true; // modes from the last one on are contiguous
  for (unsigned loop : llvm::reverse(tensor.loops)) {
    bool isNew = (seen >> loop & 1) == 0;
    bool isInside = (inside >> loop & 1) != 0;
    isRun &= isNew && isInside;
    if (isNew && isInside)
      (isRun ? run : rest) *= trips[loop];
    // Rows as far apart as a power of two share sets.
    double units = stride / cache.unit;
    if (!isRun && isInside && units >= 1 && units == std::floor(units))
      crowd =
          std::max(crowd, std::gcd(uint64_t(std::fmod(units, cache.getSets())),
                                   uint64_t(cache.getSets())));
    stride *= trips[loop];
    seen |= 1U << loop;
  }
  double units = std::max(run / cache.unit, 1.0) * rest;
  return {run / tensor.elementBytes * rest, units,
          units * cache.unit * double(crowd)};
}

/// How many elements the innermost loops visit one after the other as they
/// stand in memory.
double Model::getRun(const Visited &tensor, ArrayRef<unsigned> order) const {
  double run = 1;
  size_t mode = tensor.loops.size();
  for (unsigned loop : llvm::reverse(order)) {
    if (mode != 0 && tensor.loops[mode - 1] == loop) {
      run *= trips[loop];
      --mode;
    } else if (tensor.isMovedBy(loop)) {
      break;
    }
  }
  return run;
}

void Model::add(PlaceType place, ValueRange indices, bool isResult) {
  Visited tensor;
  for (Value index : indices)
    tensor.loops.push_back(llvm::find(loops, forallOf(index)) - loops.begin());
  tensor.elementBytes = getBytes(place.getTensor().getElementType());
  tensor.isResult = isResult;
  tensors.push_back(std::move(tensor));
}

Model::Model(const Nest &nest, ArrayRef<ForallOp> order) : loops(order) {
  for (ForallOp loop : loops) {
    trips.push_back(std::max(getTrips(loop), 1.0));
    movesResult.push_back(encke::movesResult(nest, loop));
  }
  AssignOp assign = nest.assign;
  add(assign.getTensor().getType(), assign.getIndices(), /*isResult=*/true);
  for (AccessOp access : nest.accesses)
    add(access.getTensor().getType(), access.getIndices(), /*isResult=*/false);
}

/// The loop over rows around those that sum, with the innermost one along the
/// result and along what all rows read: several rows are taken at once, with
/// sums in registers.
std::optional<unsigned> Model::findJammed(ArrayRef<unsigned> order) const {
  unsigned innermost = order.back();
  const Visited &result = tensors.front();
  if (!result.isMovedBy(innermost) ||
      llvm::any_of(tensors, [&](const Visited &tensor) {
        return tensor.jumpsAlong(innermost);
      }))
    return std::nullopt;
  ArrayRef<unsigned> outer = order.drop_back();
  while (!outer.empty() && !movesResult[outer.back()])
    outer = outer.drop_back();
  bool sums = outer.size() + 1 < order.size();
  if (!sums || outer.empty() || trips[outer.back()] < 2)
    return std::nullopt;
  bool isShared = llvm::any_of(tensors, [&](const Visited &tensor) {
    return tensor.isMovedBy(innermost) && !tensor.isMovedBy(outer.back());
  });
  return isShared ? std::optional(outer.back()) : std::nullopt;
}

/// A loop that jumps through a tensor takes its elements one by one; those of
/// an operand that the loop around does not move are put together before.
double Model::getPointCost(ArrayRef<unsigned> order) const {
  unsigned innermost = order.back(), around = order[order.size() - 2];
  double jumps = 0, along = 0;
  for (const Visited &tensor : tensors) {
    bool isKept = !tensor.isResult && !tensor.isMovedBy(around);
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
  if (tensors.front().jumpsAlong(innermost))
    loads += storeCycles;
  return movesResult[innermost] ? loads : std::max(loads, sumCycles);
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
    for (const Visited &tensor : tensors)
      room += getPart(tensor, inside, cache).room;
    if (room <= cache.bytes)
      break;
    iterations *= loop == jammed ? std::ceil(trips[loop] / double(jammedRows))
                                 : trips[loop];
  }
  double cycles = 0;
  for (const Visited &tensor : tensors) {
    Part part = getPart(tensor, whole, cache);
    double runs = std::min(part.units, part.elements / getRun(tensor, order));
    cycles += (part.units * cache.next + runs * (cache.apart - cache.next)) *
              (tensor.isResult ? resultWeight : 1);
  }
  return iterations * cycles;
}

double Model::getCost(ArrayRef<unsigned> order) const {
  double points = 1;
  for (double trip : trips)
    points *= trip;
  double cycles = points * getPointCost(order);
  for (const Cache &cache : caches)
    cycles += getTraffic(order, cache);
  return cycles;
}

/// Of equal ones the first, in the order that was given.
SmallVector<unsigned> Model::findBest() const {
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(0, loops.size()));
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

std::optional<SmallVector<ForallOp>>
encke::saveTraffic(const Nest &nest, ArrayRef<ForallOp> order) {
  if (order.size() < 2 || order.size() > mostLoops || !canReorder(nest))
    return std::nullopt;
  Model model(nest, order);
  SmallVector<unsigned> best = model.findBest();
  SmallVector<unsigned> given =
      llvm::to_vector(llvm::seq<unsigned>(0, order.size()));
  if (model.getCost(best) > leastGain * model.getCost(given))
    return std::nullopt;
  return llvm::map_to_vector(best, [&](unsigned loop) { return order[loop]; });
}
