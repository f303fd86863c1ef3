//===- Prefetch.cpp - rows that are asked for before their turn -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop along a sparse level reads rows of dense tensors at the coordinates
// that are stored there. A processor cannot foresee where these are.
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/SparseRows.h"
#include "passes/Cost/Target.h"
#include "passes/Decide/Decide.h"
#include "passes/SettleMarks/WhyNot.h"
#include "passes/Support/TargetSpec.h"

#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The loop goes from one coordinate to the next.
static bool goesStraight(ForallOp forall) {
  return !forall.isDerived() && whyNotStraight(forall).empty() &&
         llvm::all_of(findStoredAlong(forall), [&](AccessOp access) {
           Format format = *getFormat(access.getTensor().getType().getTensor());
           unsigned level = findLevelAlong(access, forall)->number;
           return getUniqueLevels(format)[level] &&
                  !hasOneCoordinate(format, level);
         });
}

/// The loop goes along the one sparse level that it has to look at.
static bool isAlongLevel(ForallOp forall) {
  return findStoredAlong(forall).size() == 1 && goesStraight(forall) &&
         !goesThroughRecords(forall) && !forall.getWithin();
}

/// The access goes along a row, in vectors, at the coordinate of the loop.
/// Where other loops inside of that one move the row it is another one's.
template <typename Op>
static bool readsRow(Op access, ForallOp forall) {
  RankedTensorType type = access.getTensor().getType().getTensor();
  Operation *owner = access.getTensor().getParentBlock()->getParentOp();
  if (type.getEncoding() || type.getRank() < 2 || !owner->isAncestor(forall))
    return false;
  auto indices = access.getIndices();
  ForallOp along = forallOf(indices.back());
  return along && along.getVector().value_or(1) > 1 &&
         findStoredAlong(along).empty() && forall->isProperAncestor(along) &&
         llvm::is_contained(indices.drop_back(), forall.getIndex()) &&
         llvm::all_of(indices.drop_back(), [&](Value index) {
           ForallOp loop = forallOf(index);
           return loop && loop->isAncestor(forall);
         });
}

/// The loop goes through fibres, of which each element of the loop around has
/// some.
static bool hasSegments(ForallOp forall) {
  return llvm::any_of(findStoredAlong(forall), [&](AccessOp access) {
    return findLevelAlong(access, forall)->type.hasPositions();
  });
}

/// Floats that stay in registers are added up in groups (L21), which are
/// short.
static bool goesInGroups(ForallOp forall) {
  bool goes = false;
  for (auto inner : forall.getOps<ForallOp>())
    inner.walk([&](AssignOp assign) {
      auto type = dyn_cast<FloatType>(assign.getValue().getType());
      goes |= inner.getRegisters() && type && type.getWidth() < 64 &&
              getCollecting(assign.getReduction()) == Reduction::add &&
              !forall.moves(assign.getIndices());
    });
  return goes;
}

/// Around a loop that goes through one row after the other there is little to
/// gain from two versions, but where it goes through fibres, which may be
/// short, there is.
static ForallOp findNest(ForallOp forall) {
  ForallOp nest;
  bool hasFibres = goesInGroups(forall);
  for (auto around = forall->getParentOfType<ForallOp>();
       around && goesStraight(around) &&
       isSmallEnoughTwice(around, /*inVectors=*/true);
       around = around->getParentOfType<ForallOp>()) {
    if (hasFibres)
      nest = around;
    hasFibres |= hasSegments(around);
  }
  return nest;
}

SmallVector<Operation *> encke::findRowsAlong(ForallOp forall) {
  SmallVector<Operation *> rows;
  if (!isAlongLevel(forall))
    return rows;
  forall.walk([&](AccessOp access) {
    if (readsRow(access, forall))
      rows.push_back(access);
  });
  forall.walk([&](AssignOp assign) {
    if (assign.getReduction() != Reduction::none && readsRow(assign, forall))
      rows.push_back(assign);
  });
  return rows;
}

void encke::decidePrefetches(KernelOp kernel) {
  cost::Target target = getTarget(kernel);
  auto mark = PrefetchAttr::get(
      kernel.getContext(), cost::rowsAhead, cost::mostLines, cost::fewElements,
      int64_t(cost::getNearBytes(target)), int64_t(cost::getFarBytes(target)));
  // Loops inside come first; one around them has fewer rows to fetch.
  llvm::SmallPtrSet<Operation *, 8> around;
  kernel.walk([&](ForallOp forall) {
    if (around.contains(forall))
      return;
    SmallVector<Operation *> rows = findRowsAlong(forall);
    if (rows.empty())
      return;
    bool asks = false;
    auto decide = [&](auto element) {
      if (!element.getPrefetch())
        element.setPrefetchAttr(mark);
      asks |= element.getPrefetch()->getFar() != 0;
    };
    for (Operation *row : rows)
      llvm::TypeSwitch<Operation *>(row).Case<AccessOp, AssignOp>(decide);
    for (Operation *op = forall->getParentOp(); op; op = op->getParentOp())
      around.insert(op);
    if (ForallOp nest = asks ? findNest(forall) : ForallOp())
      nest.setTwice(true);
  });
}
