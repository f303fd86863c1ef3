//===- FinishTeams.cpp - what OpenMP's teams still need
//--------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/Matchers.h"

namespace encke {
#define GEN_PASS_DEF_FINISHTEAMS
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;

/// The number of rounds of the one loop that the team shares, if it stands
/// before the region: i = 0, 1, ... rounds - 1.
static Value findRounds(omp::ParallelOp team) {
  omp::LoopNestOp nest;
  WalkResult result = team.walk([&](omp::LoopNestOp other) {
    if (nest)
      return WalkResult::interrupt();
    nest = other;
    return WalkResult::advance();
  });
  if (result.wasInterrupted() || !nest || nest.getLoopUpperBounds().size() != 1)
    return {};
  Value rounds = nest.getLoopUpperBounds().front();
  if (!matchPattern(nest.getLoopLowerBounds().front(), m_Zero()) ||
      !matchPattern(nest.getLoopSteps().front(), m_One()) ||
      team.getRegion().isAncestor(rounds.getParentRegion()))
    return {};
  return rounds;
}

/// Takes away stack scopes without anything on the stack, which the conversion
/// to OpenMP puts around each body: they hold one block, not control flow.
static void inlineScopes(omp::ParallelOp team) {
  team.walk([](memref::AllocaScopeOp scope) {
    if (scope.getNumResults() != 0 || !scope.getBodyRegion().hasOneBlock() ||
        scope.walk([](memref::AllocaOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      return;
    Block &body = scope.getBodyRegion().front();
    body.getTerminator()->erase();
    scope->getBlock()->getOperations().splice(scope->getIterator(),
                                              body.getOperations());
    scope.erase();
  });
}

namespace {
struct FinishTeams : encke::impl::FinishTeamsBase<FinishTeams> {
  using FinishTeamsBase::FinishTeamsBase;

  void runOnOperation() override {
    getOperation()->walk([&](omp::ParallelOp team) {
      inlineScopes(team);
      Value rounds = findRounds(team);
      if (!rounds || team.getNumThreads())
        return;
      OpBuilder builder(team);
      Value threads = arith::IndexCastOp::create(builder, team.getLoc(),
                                                 builder.getI32Type(), rounds);
      team.getNumThreadsMutable().assign(threads);
      ++numTeams;
    });
  }
};
} // namespace
