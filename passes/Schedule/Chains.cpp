//===- Chains.cpp - the loops that sparse tensors want --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Chains.h"

#include "dialects/CIN/Derived.h"
#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static RankedTensorType tensorOf(Value place) {
  return cast<PlaceType>(place.getType()).getTensor();
}

bool encke::isPadded(AccessOp access) {
  RankedTensorType tensor = tensorOf(access.getTensor());
  std::optional<Format> format = getFormat(tensor);
  return tensor.getEncoding() && format && format->hasPadding();
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
    chain.isForeign |= !chain.access && (loop.getWithin() || loop.isDerived());
    chain.add(loop);
    return;
  case LevelMap::Block:
    chain.add(loop.getWithin() ? forallOf(loop.getWithin()) : loop);
    return;
  case LevelMap::Inside:
    chain.add(loop);
    if (chain.access && format.levels[level].isDense())
      chain.located.push_back(loop);
    return;
  case LevelMap::General: // no loop goes along it
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
  bool isFilled = !access && !selectsElements(nest) &&
                  fillsDenseLevels(nest.assign, *format);
  bool pads = needsPattern && format->hasPadding() && !isFilled &&
              !asksForPadding(nest);
  bool fits = access ? !format->hasInnerParts() : isAppendable(*format);
  Chain chain{access, {}, {}, pads || !fits};
  // In a nest without diagonals, the usual order is that of the modes.
  auto diagonals = format->getDiagonalModes();
  if (access && !access.getLevels().empty())
    chain.loops = getLoopsByLevels(access);
  else if (!diagonals || forallOf(indices[diagonals->second]).getDiagonal())
    for (unsigned level = 0; level < format->levels.size(); ++level)
      addLevel(chain, *format, level, indices);
  else
    chain.isForeign = true;
  for (Value index : indices)
    chain.add(forallOf(index));
  return chain;
}

SmallVector<Chain> encke::getChains(const Nest &nest) {
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
