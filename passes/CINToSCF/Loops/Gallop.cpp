//===- Gallop.cpp - skip through what two streams have in common ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/MergeLoops.h"
#include "passes/CINToSCF/Loops/Merges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

static StringRef whyNot(ForallOp forall, const LoopPlan &plan) {
  if (StringRef why = whyNotTwo(forall, plan); !why.empty())
    return why;
  return plan.domain.getPoints().size() == 1
             ? ""
             : "it visits what one of the streams has alone";
}

/// Both iterators go on to the larger coordinate, or past it where both are
/// there.
static void skip(MergeLoops &loops, PlannedLoop &plan, Scope &scope) {
  OpBuilder &builder = loops.builder;
  SmallVector<Iterator *> both = MergeLoops::visitedOf(plan);
  Value target = arith::MaxUIOp::create(builder, loops.loc, both[0]->coordinate,
                                        both[1]->coordinate);
  Value meet = arith::AndIOp::create(builder, loops.loc, both[0]->present,
                                     both[1]->present);
  Value past = arith::IndexCastUIOp::create(builder, loops.loc,
                                            builder.getIndexType(), meet);
  target = arith::AddIOp::create(builder, loops.loc, target, past);
  for (Iterator *iterator : both)
    scope.state[MergeLoops::positionOf(*iterator)] =
        loops.gallop(*iterator, target);
}

LogicalResult encke::skipThrough(MergeLoops &loops, Scope &scope) {
  LatticePoint both{loops.plan.getVisited(), false};
  auto step = [&](PlannedLoop &plan, Scope &behind) {
    skip(loops, plan, behind);
  };
  return loops.loopOverPoint(both, step, scope);
}

static LogicalResult emit(MergeLoops &loops) {
  LatticePoint both{loops.plan.getVisited(), false};
  return loops.emitIf(
      loops.compareLengths().areNear, loops.scope,
      [&](Scope &inner) { return loops.loopOverPoint(both, nullptr, inner); },
      [&](Scope &inner) { return skipThrough(loops, inner); });
}

const MergeForm encke::gallopForm{"gallop", "step by step", "both are searched",
                                  whyNot, emit};
