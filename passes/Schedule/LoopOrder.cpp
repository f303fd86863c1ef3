//===- LoopOrder.cpp - the order of a kernel's loops ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/LoopOrder.h"
#include "passes/Cost/Orders.h"
#include "passes/Cost/Visits.h"
#include "passes/GuardPadding/Exact.h"

#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

#include <limits>

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

/// The index variables of a sparse tensor, in the order of its levels.
struct Chain {
  cin::AccessOp access; // null for the result
  llvm::SmallVector<cin::ForallOp> loops;
  /// Those over dense levels inside of blocks: all coordinates have a position
  /// there, so they may be before loops over levels in between.
  llvm::SmallVector<cin::ForallOp> located;
  /// The format has levels that no loop of the nest can run over.
  bool isForeign = false;

  void add(cin::ForallOp loop) {
    if (!llvm::is_contained(loops, loop))
      loops.push_back(loop);
  }
};

} // namespace

static RankedTensorType tensorOf(Value place) {
  return cast<PlaceType>(place.getType()).getTensor();
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

bool encke::movesResult(const Nest &nest, ForallOp loop) {
  AssignOp assign = nest.assign;
  return loop.moves(assign.getIndices());
}

bool encke::appends(const Nest &nest) {
  AssignOp assign = nest.assign;
  return bool(tensorOf(assign.getTensor()).getEncoding());
}

bool encke::readsResult(const Nest &nest) {
  AssignOp assign = nest.assign;
  return llvm::any_of(nest.accesses, [&](AccessOp access) {
    return access.getTensor() == assign.getTensor();
  });
}

/// Zeros of a dense level below a compressed one, and of slots, are padding
/// (L47), which a sum does not notice. A zero that is stored there is noted
/// apart, by the runtime alone.
static bool hasPadding(const Format &format) {
  bool below = false;
  for (auto [level, type] : llvm::enumerate(format.levels)) {
    if (format.isSlot(level) || (below && type == LevelType::Dense))
      return true;
    below |= type != LevelType::Dense;
  }
  // Where all levels are dense, but one has an index map, zeros are padding,
  // too.
  return !format.maps.empty() && format.levels.back() == LevelType::Dense;
}

bool encke::isPadded(AccessOp access) {
  RankedTensorType tensor = tensorOf(access.getTensor());
  std::optional<Format> format = getFormat(tensor);
  return tensor.getEncoding() && format && hasPadding(*format);
}

static bool selects(const Nest &nest) {
  return llvm::any_of(nest.body, [](Operation *op) {
    return isa<sparse_tensor::SelectOp>(op);
  });
}

bool encke::fillsAlong(const Nest &nest, ForallOp loop) {
  return movesResult(nest, loop) && !isAlongSparse(loop.getIndex()) &&
         !selects(nest);
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

/// Adds the loops along a level, or says that there is none.
static void addLevel(Chain &chain, const Format &format, unsigned level,
                     ValueRange indices) {
  bool fits = fitsLevel(format, level, indices);
  chain.isForeign |= !fits;
  LevelMap map = format.map(level);
  ForallOp loop = forallOf(indices[format.levelToMode[level]]);
  switch (map.kind) {
  case LevelMap::Slot: // together with the level below
    return;
  case LevelMap::Whole:
    // A result is appended to along its levels.
    chain.isForeign |=
        !chain.access && (loop.getWithin() || loop.getDiagonal());
    chain.add(loop);
    return;
  case LevelMap::Block:
    chain.add(loop.getWithin() ? forallOf(loop.getWithin()) : loop);
    return;
  case LevelMap::Inside:
    chain.add(loop);
    if (format.levels[level] == LevelType::Dense)
      chain.located.push_back(loop);
    return;
  case LevelMap::Diagonal:
    if (!fits)
      return;
    if (Value strips = forallOf(loop.getRow()).getWithin())
      chain.add(forallOf(strips));
    chain.add(forallOf(loop.getDiagonal()));
  }
}

static std::optional<Chain> getChain(const Nest &nest, Value place,
                                     ValueRange indices, AccessOp access,
                                     bool needsPattern) {
  RankedTensorType tensor = tensorOf(place);
  std::optional<Format> format = getFormat(tensor);
  if (!tensor.getEncoding() || !format)
    return std::nullopt;
  bool isFilled =
      !access && !selects(nest) && fillsDenseLevels(nest.assign, *format);
  bool pads = needsPattern && hasPadding(*format) && !isFilled;
  bool fits = access || format->storesWholeModes();
  Chain chain{access, {}, {}, pads || !fits};
  // In a nest without diagonals, the usual order is that of the modes.
  auto diagonals = format->getDiagonalModes();
  if (!diagonals || forallOf(indices[diagonals->second]).getDiagonal())
    for (unsigned level = 0; level < format->levels.size(); ++level)
      addLevel(chain, *format, level, indices);
  else
    chain.isForeign = true;
  for (Value index : indices)
    chain.add(forallOf(index));
  return chain;
}

/// Those of the distinct sparse operands, and of the result if it is sparse.
static SmallVector<Chain> getChains(const Nest &nest) {
  SmallVector<Chain> chains;
  for (AccessOp access : nest.accesses) {
    bool known = llvm::any_of(chains, [&](const Chain &chain) {
      AccessOp other = chain.access;
      return other.getTensor() == access.getTensor() &&
             other.getIndices() == access.getIndices();
    });
    if (!known)
      if (auto chain = getChain(nest, access.getTensor(), access.getIndices(),
                                access, needsPattern(nest)))
        chains.push_back(*chain);
  }
  AssignOp assign = nest.assign;
  if (auto chain = getChain(nest, assign.getTensor(), assign.getIndices(), {},
                            /*needsPattern=*/true))
    chains.push_back(*chain);
  return chains;
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

/// What the model has to know.
static cost::SparseNest describe(const Nest &nest, ArrayRef<Chain> chains,
                                 ArrayRef<ForallOp> loops) {
  cost::SparseNest sparse;
  for (ForallOp loop : loops) {
    cost::SparseNest::Loop described;
    if (std::optional<uint64_t> width = loop.getWidth())
      described.trips = static_cast<double>(*width);
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

  void extend(SmallVectorImpl<ForallOp> &order);
  Cost getCost(ArrayRef<ForallOp> order);
  const Nest &nest;
  ArrayRef<Chain> chains;
  SmallVector<ForallOp> loops;
  cost::SparseNest sparse;
  SmallVector<ForallOp> best;
  Cost bestCost;
};

} // namespace

/// A sparse result needs, at most, a workspace along its last loop.
bool encke::canAssemble(const Nest &nest, ArrayRef<ForallOp> order) {
  if (!appends(nest))
    return true;
  unsigned after = 0;
  bool reduces = false;
  for (ForallOp loop : order) {
    reduces |= !movesResult(nest, loop);
    after += reduces && movesResult(nest, loop);
  }
  return after <= 1;
}

Search::Cost Search::getCost(ArrayRef<ForallOp> order) {
  if (!canAssemble(nest, order))
    return {};
  Cost cost;
  cost.visits = cost::countVisits(sparse, numbersOf(order, loops));
  if (!order.empty())
    cost.score = scoreInnermost(nest, ForallOp(order.back()).getIndex());
  return cost;
}

/// Depth first, in the naive order, so that of equal orders the first wins.
void Search::extend(SmallVectorImpl<ForallOp> &order) {
  if (order.size() == loops.size()) {
    Cost cost = getCost(order);
    if (best.empty() || cost < bestCost) {
      best.assign(order.begin(), order.end());
      bestCost = cost;
    }
    return;
  }
  for (ForallOp loop : loops) {
    bool isEarly = loop.getWithin() &&
                   !llvm::is_contained(order, forallOf(loop.getWithin()));
    if (loop.getRow())
      isEarly = order.empty() || order.back() != forallOf(loop.getRow()) ||
                !llvm::is_contained(order, forallOf(loop.getDiagonal()));
    if (isEarly || llvm::is_contained(order, loop))
      continue;
    order.push_back(loop);
    extend(order);
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
    extend(order);
    result.loops = best;
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
  LoopOrder order;
  order.loops.assign(loops.begin(), loops.end());
  SmallVector<Chain> chains = getChains(nest);
  Search(nest, chains).addConversions(order);
  return order;
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
