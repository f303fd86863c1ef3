//===- LoopOrder.cpp - the order of a kernel's loops ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Blocks.h"
#include "passes/Cost/Orders.h"
#include "passes/Cost/Visits.h"
#include "passes/GuardPadding/Exact.h"
#include "passes/Schedule/Chains.h"
#include "passes/Support/TensorData.h"

#include "dialects/CIN/BlockRow.h"
#include "dialects/CIN/Derived.h"
#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static RankedTensorType tensorOf(Value place) {
  return cast<PlaceType>(place.getType()).getTensor();
}

/// What was noted of the tensor.
static std::optional<TensorData> findData(AccessOp access) {
  auto kernel = access->getParentOfType<KernelOp>();
  return findTensorData(
      kernel.getOperandOf(cast<BlockArgument>(access.getTensor())));
}

double encke::getTrips(ForallOp loop) {
  std::optional<int64_t> extent = getConstantIntValue(loop.getExtent());
  return extent ? static_cast<double>(*extent) : cost::assumedSize;
}

double encke::getBytes(Type element) {
  unsigned bits =
      element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 128; // complex
  return std::max(bits / 8, 1U);
}

/// The loop is over a singleton level: it visits the one coordinate that the
/// position above has. The statement has nothing to do where there is none, or
/// there were no loops along what counts what is stored (Blocks.cpp).
static bool isOverSingleton(const Nest &nest, ForallOp loop) {
  return llvm::any_of(nest.accesses, [&](AccessOp access) {
    Format format = *getFormat(tensorOf(access.getTensor()));
    std::optional<unsigned> level = findLevelOf(access, format, loop);
    return level && asksWhatIsStored(format) &&
           hasOneCoordinate(format, *level);
  });
}

bool encke::movesResult(const Nest &nest, ForallOp loop) {
  AssignOp assign = nest.assign;
  return loop.moves(assign.getIndices()) || isOverSingleton(nest, loop);
}

bool encke::appends(const Nest &nest) {
  AssignOp assign = nest.assign;
  return bool(tensorOf(assign.getTensor()).getEncoding());
}

bool encke::appendsInBlocks(const Nest &nest) {
  if (!appends(nest))
    return false;
  AssignOp assign = nest.assign;
  std::optional<Format> format = getFormat(tensorOf(assign.getTensor()));
  if (!format || !isAppendableInBlocks(*format))
    return false;
  for (unsigned level = 0; level < format->levels.size(); ++level)
    if (!fitsLevel(*format, level, assign.getIndices()))
      return false;
  return true;
}

bool encke::readsResult(const Nest &nest) {
  AssignOp assign = nest.assign;
  return llvm::any_of(nest.accesses, [&](AccessOp access) {
    return access.getTensor() == assign.getTensor();
  });
}

bool encke::selectsElements(const Nest &nest) {
  return llvm::any_of(nest.body,
                      [](Operation *op) { return isa<FilterOp>(op); });
}

bool encke::fillsAlong(const Nest &nest, ForallOp loop) {
  return movesResult(nest, loop) && !isAlongSparse(loop.getIndex()) &&
         !selectsElements(nest);
}

/// A quotient of zeros is no zero, and in an exact kernel neither is the
/// product of a zero and infinity.
bool encke::needsPattern(const Nest &nest) {
  AssignOp assign = nest.assign;
  Reduction reduction = assign.getReduction();
  return appends(nest) || isExact(assign) ||
         (reduction != Reduction::none && reduction != Reduction::add &&
          reduction != Reduction::sub) ||
         llvm::any_of(nest.body, [](Operation *op) {
           return op->getNumRegions() != 0 ||
                  isa<arith::DivFOp, complex::DivOp>(op);
         });
}

/// A kernel in which padding may not be multiplied is hardly ever called: with
/// a conversion it has less code.
bool encke::asksForPadding(const Nest &nest) {
  return appends(nest) ? appendsInBlocks(nest)
                       : needsPattern(nest) && !isExact(nest.assign);
}

/// Contiguous in dimension `last` means step 1 in memory.
static int scoreAccess(ValueRange indices, Value index) {
  int score = 0;
  for (auto [mode, other] : llvm::enumerate(indices))
    if (other == index)
      score += mode + 1 == indices.size() ? 1 : -2;
  return score;
}

/// How well `index` suits as the innermost loop: contiguous accesses along it,
/// less those that jump.
static int scoreInnermost(const Nest &nest, Value index) {
  // A store counts twice: it reads and writes.
  AssignOp assign = nest.assign;
  int score = 2 * scoreAccess(assign.getIndices(), index);
  for (AccessOp access : nest.accesses)
    if (!tensorOf(access.getTensor()).getEncoding())
      score += scoreAccess(access.getIndices(), index);
  return score;
}

/// The loops' numbers among those that are ordered.
static SmallVector<unsigned> numbersOf(ArrayRef<ForallOp> some,
                                       ArrayRef<ForallOp> loops) {
  return llvm::map_to_vector(some, [&](ForallOp loop) {
    return unsigned(llvm::find(loops, loop) - loops.begin());
  });
}

/// How many coordinates the level has that a loop goes along which is not one
/// over a mode; none of other loops.
static std::optional<double> findLevelTrips(const Nest &nest, ForallOp loop) {
  for (AccessOp access : nest.accesses) {
    ValueRange indices = access.getIndices();
    Format format = *getFormat(tensorOf(access.getTensor()));
    std::optional<unsigned> level = findLevelOf(access, format, loop);
    if (!level || llvm::is_contained(indices, loop.getIndex()))
      continue;
    return countCoordinates(format, *level,
                            [&](unsigned mode) {
                              return findTrips(nest, forallOf(indices[mode]));
                            })
        .value_or(cost::assumedSegment);
  }
  return std::nullopt;
}

double encke::findTrips(const Nest &nest, ForallOp loop) {
  if (std::optional<double> trips = findLevelTrips(nest, loop))
    return *trips;
  for (AccessOp access : nest.accesses)
    for (auto [mode, index] : llvm::enumerate(access.getIndices())) {
      ForallOp other = forallOf(index);
      bool isInBlocks =
          other.getWithin() && forallOf(other.getWithin()) == loop;
      if (other != loop && !isInBlocks)
        continue;
      std::optional<TensorData> data = findData(access);
      if (data && mode < data->sizes.size())
        return isInBlocks ? std::ceil(data->sizes[mode] /
                                      static_cast<double>(*other.getWidth()))
                          : data->sizes[mode];
    }
  AssignOp assign = nest.assign;
  auto function = assign->getParentOfType<func::FuncOp>();
  std::optional<TensorData> made =
      function && function.getNumResults() == 1
          ? readTensorData(function.getResultAttr(0, dataAttribute))
          : std::nullopt;
  if (made && made->sizes.size() == assign.getIndices().size())
    for (auto [size, index] : llvm::zip(made->sizes, assign.getIndices()))
      if (forallOf(index) == loop)
        return size;
  return getTrips(loop);
}

/// The same with the numbers of the data, as far as they are noted.
static void addData(cost::SparseNest &sparse, const Nest &nest,
                    ArrayRef<Chain> chains, ArrayRef<ForallOp> loops) {
  for (auto [loop, described] : llvm::zip(loops, sparse.loops))
    if (!described.isWithin && !ForallOp(loop).getAt())
      described.trips = findTrips(nest, loop);
  for (auto [chain, described] : llvm::zip(chains, sparse.chains))
    if (chain.access)
      if (std::optional<TensorData> data = findData(chain.access))
        described.elements = std::max(data->stored, 1.0);
}

/// What the model has to know.
static cost::SparseNest describe(const Nest &nest, ArrayRef<Chain> chains,
                                 ArrayRef<ForallOp> loops) {
  cost::SparseNest sparse;
  for (ForallOp loop : loops) {
    cost::SparseNest::Loop described;
    if (std::optional<uint64_t> width = loop.getWidth())
      described.trips = static_cast<double>(*width);
    if (std::optional<double> trips = findLevelTrips(nest, loop))
      described.trips = *trips;
    if (loop.getAt())
      described.trips = 1;
    described.isWithin = bool(loop.getWithin());
    described.movesResult = movesResult(nest, loop);
    sparse.loops.push_back(described);
  }
  for (const Chain &chain : chains)
    sparse.chains.push_back({numbersOf(chain.loops, loops),
                             numbersOf(chain.located, loops), !chain.access,
                             chain.isForeign});
  return sparse;
}

namespace {

/// Tries the orders of the loops that sparse tensors take part in.
class Search {
public:
  Search(const Nest &nest, ArrayRef<Chain> chains)
      : nest(nest), chains(chains) {
    for (ForallOp loop : nest.foralls)
      if (llvm::any_of(chains, [&](const Chain &chain) {
            return llvm::is_contained(chain.loops, loop);
          }))
        loops.push_back(loop);
    sparse = describe(nest, chains, loops);
  }

  LoopOrder run();
  LoopOrder takeOrder(ArrayRef<ForallOp> order);
  /// The best orders, with what is converted for them, by the numbers of the
  /// data; and `chosen`.
  SmallVector<RankedOrder> rank(ArrayRef<ForallOp> chosen);
  /// What the order of all loops asks to be stored in another one.
  void addConversions(LoopOrder &order);

private:
  struct Cost {
    double visits = std::numeric_limits<double>::infinity();
    int score = 0;

    bool operator<(const Cost &other) const {
      return visits != other.visits ? visits < other.visits
                                    : score > other.score;
    }
  };

  using Visitor = llvm::function_ref<void(ArrayRef<ForallOp>, Cost)>;
  void extend(SmallVectorImpl<ForallOp> &order, Visitor visit);
  Cost getCost(ArrayRef<ForallOp> order);
  const Nest &nest;
  ArrayRef<Chain> chains;
  SmallVector<ForallOp> loops;
  cost::SparseNest sparse;
};

} // namespace

SmallVector<ForallOp> encke::getCollected(const Nest &nest,
                                          ArrayRef<ForallOp> order) {
  SmallVector<ForallOp> inside;
  bool reduces = false;
  for (ForallOp loop : order) {
    bool moves = movesResult(nest, loop);
    reduces |= !moves;
    if (reduces && moves)
      inside.push_back(loop);
  }
  return inside;
}

bool encke::collectsBlocks(const Nest &nest, ArrayRef<ForallOp> order) {
  SmallVector<ForallOp> inside = getCollected(nest, order);
  if (inside.empty() || !appendsInBlocks(nest))
    return false;
  AssignOp assign = nest.assign;
  std::optional<BlockRow> row = BlockRow::find(
      *getFormat(tensorOf(assign.getTensor())), assign.getIndices(),
      [&](ForallOp loop) { return llvm::is_contained(inside, loop); });
  return row && row->elements <= cost::mostOfBlock;
}

/// A sparse result needs, at most, a workspace along its last loop, or one that
/// is a row of its blocks.
bool encke::canAssemble(const Nest &nest, ArrayRef<ForallOp> order,
                        bool inTable) {
  if (!appends(nest) || inTable)
    return true;
  SmallVector<ForallOp> inside = getCollected(nest, order);
  if (!appendsInBlocks(nest))
    return inside.size() <= 1;
  return inside.empty() || collectsBlocks(nest, order);
}

Search::Cost Search::getCost(ArrayRef<ForallOp> order) {
  // There are no loops over blocks where something has to be converted.
  if (!canAssemble(nest, order) ||
      (appendsInBlocks(nest) && !takeOrder(order).converted.empty()))
    return {};
  Cost cost;
  cost.visits = cost::countVisits(sparse, numbersOf(order, loops));
  if (!order.empty())
    cost.score = scoreInnermost(nest, ForallOp(order.back()).getIndex());
  return cost;
}

/// The loop is derived, from loops that are there.
static bool isGiven(ForallOp loop, ArrayRef<ForallOp> order) {
  return loop.getAt() && llvm::all_of(loop.getGivenIndices(), [&](Value index) {
           return llvm::is_contained(order, forallOf(index));
         });
}

/// Depth first, in the naive order, so that of equal orders the first wins.
void Search::extend(SmallVectorImpl<ForallOp> &order, Visitor visit) {
  if (order.size() == loops.size())
    return visit(order, getCost(order));
  for (ForallOp loop : loops) {
    bool isEarly = loop.getWithin() &&
                   !llvm::is_contained(order, forallOf(loop.getWithin()));
    // The column of a diagonal comes behind the row.
    if (loop.getAt())
      isEarly = !isGiven(loop, order) ||
                (loop.getRow() && order.back() != forallOf(loop.getRow()));
    if (!loop.getAt() && llvm::any_of(loops, [&](ForallOp other) {
          return !llvm::is_contained(order, other) && isGiven(other, order);
        }))
      continue; // one that is given is next
    if (isEarly || llvm::is_contained(order, loop))
      continue;
    order.push_back(loop);
    extend(order, visit);
    order.pop_back();
  }
}

/// The foralls may be nested in any order (ReorderForalls): each iteration has
/// an element of its own, or it increments.
bool encke::canReorder(const Nest &nest) {
  AssignOp assign = nest.assign;
  return (!readsResult(nest) && assign.getReduction() != Reduction::none) ||
         llvm::all_of(nest.foralls,
                      [&](ForallOp loop) { return movesResult(nest, loop); });
}

LoopOrder Search::run() {
  LoopOrder result;
  if (!canReorder(nest)) {
    result.loops = nest.foralls;
  } else if (loops.size() <= cost::mostSearched) {
    SmallVector<ForallOp> order;
    Cost best;
    extend(order, [&](ArrayRef<ForallOp> found, Cost cost) {
      if (!result.loops.empty() && !(cost < best))
        return;
      result.loops.assign(found.begin(), found.end());
      best = cost;
    });
  } else {
    // The chains one after the other; a sparse result's loops come first, so
    // that it needs no workspace.
    llvm::SetVector<Operation *> order;
    for (ForallOp loop : loops)
      if (appends(nest) && movesResult(nest, loop))
        order.insert(loop);
    for (const Chain &chain : chains)
      for (ForallOp loop : chain.loops) {
        if (loop.getWithin())
          order.insert(forallOf(loop.getWithin()));
        order.insert(loop);
      }
    for (Operation *loop : order)
      result.loops.push_back(cast<ForallOp>(loop));
  }
  addConversions(result);
  return result;
}

SmallVector<RankedOrder> Search::rank(ArrayRef<ForallOp> chosen) {
  addData(sparse, nest, chains, loops);
  SmallVector<std::pair<Cost, RankedOrder>> ranked;
  SmallVector<ForallOp> order, own;
  if (canReorder(nest) && loops.size() <= cost::mostSearched)
    extend(order, [&](ArrayRef<ForallOp> found, Cost cost) {
      if (std::isinf(cost.visits))
        return;
      // Behind those that cost as much.
      auto *at = llvm::find_if(
          ranked, [&](const auto &other) { return cost < other.first; });
      ranked.insert(at, {cost, {takeOrder(found), cost.visits}});
      if (ranked.size() > cost::mostRanked)
        ranked.pop_back();
    });
  llvm::copy_if(chosen, std::back_inserter(own),
                [&](ForallOp loop) { return llvm::is_contained(loops, loop); });
  auto found =
      llvm::map_to_vector(ranked, [](const auto &pair) { return pair.second; });
  bool isThere = llvm::any_of(found, [&](const RankedOrder &ranked) {
    return ranked.order.loops == own;
  });
  if (double visits = getCost(own).visits; !isThere && !std::isinf(visits))
    found.push_back({takeOrder(own), visits});
  return found;
}

LoopOrder Search::takeOrder(ArrayRef<ForallOp> order) {
  LoopOrder result;
  result.loops.assign(order.begin(), order.end());
  addConversions(result);
  return result;
}

void Search::addConversions(LoopOrder &order) {
  SmallVector<ForallOp> own;
  llvm::copy_if(order.loops, std::back_inserter(own),
                [&](ForallOp loop) { return llvm::is_contained(loops, loop); });
  SmallVector<unsigned> numbers = numbersOf(own, loops);
  for (auto [chain, described] : llvm::zip(chains, sparse.chains)) {
    if (!chain.isForeign && described.follows(numbers))
      continue;
    if (chain.access)
      order.converted.push_back(chain.access);
    else
      order.convertsResult = true;
  }
}

LoopOrder encke::takeLoopOrder(const Nest &nest, ArrayRef<ForallOp> loops) {
  SmallVector<Chain> chains = getChains(nest);
  return Search(nest, chains).takeOrder(loops);
}

SmallVector<RankedOrder> encke::rankLoopOrders(const Nest &nest,
                                               ArrayRef<ForallOp> chosen) {
  SmallVector<Chain> chains = getChains(nest);
  if (chains.empty())
    return rankDenseOrders(nest, chosen);
  SmallVector<RankedOrder> ranked = Search(nest, chains).rank(chosen);
  // Those that no sparse tensor takes part in are inside of the others.
  for (RankedOrder &order : ranked)
    for (ForallOp loop : chosen)
      if (!llvm::is_contained(order.order.loops, loop))
        order.order.loops.push_back(loop);
  return ranked;
}

/// Dense loops go inside those of sparse tensors, the best innermost.
LoopOrder encke::chooseLoopOrder(const Nest &nest) {
  SmallVector<Chain> chains = getChains(nest);
  LoopOrder result = Search(nest, chains).run();
  SmallVector<ForallOp> dense;
  for (ForallOp forall : nest.foralls)
    if (!llvm::is_contained(result.loops, forall))
      dense.push_back(forall);
  ForallOp innermost;
  int bestScore = 0;
  for (ForallOp forall : dense) {
    int score = scoreInnermost(nest, forall.getIndex());
    if (innermost && score < bestScore)
      continue;
    innermost = forall;
    bestScore = score;
  }
  for (ForallOp forall : dense)
    if (forall != innermost)
      result.loops.push_back(forall);
  if (innermost)
    result.loops.push_back(innermost);
  return chains.empty() ? chooseDenseOrder(nest, result.loops) : result;
}
