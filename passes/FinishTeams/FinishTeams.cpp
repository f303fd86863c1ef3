//===- FinishTeams.cpp - what OpenMP's teams still need -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_FINISHTEAMS
#include "passes/FinishTeams/FinishTeams.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// The one loop that the team shares, if its rounds are i = 0, 1, ... n - 1,
/// where n stands before the region.
static omp::LoopNestOp findTasks(omp::ParallelOp team) {
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
      team.getRegion().isAncestor(rounds.getParentRegion()) ||
      !nest.getRegion().hasOneBlock() || nest.getLoopInclusive())
    return {};
  // Nothing is asked of the sharing, and nothing waits for its end but the end
  // of the team.
  auto sharing = dyn_cast<omp::WsloopOp>(nest->getParentOp());
  if (!sharing || sharing->getNumOperands() != 0 ||
      sharing.getRegion().getNumArguments() != 0 ||
      !isa_and_present<omp::TerminatorOp>(sharing->getNextNode()))
    return {};
  return nest;
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

/// Each thread takes the task of its own number, and further ones where there
/// are fewer threads than asked for. That needs neither the bounds of a
/// thread's share nor a barrier besides that at the end of the team.
static void takeOwnTasks(omp::LoopNestOp nest) {
  Location loc = nest.getLoc();
  OpBuilder builder(nest->getParentOp());
  auto ask = [&](StringRef what) -> Value {
    Type i32 = builder.getI32Type();
    RuntimeCalls runtime(nest->getParentOfType<ModuleOp>());
    Value number = runtime.call(builder, loc, what, i32, {});
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      number);
  };
  Value first = ask("omp_get_thread_num"), step = ask("omp_get_num_threads");
  auto loop = scf::ForOp::create(builder, loc, first,
                                 nest.getLoopUpperBounds().front(), step);
  Block &body = nest.getRegion().front();
  body.getTerminator()->erase();
  body.getArgument(0).replaceAllUsesWith(loop.getInductionVar());
  loop.getBody()->getOperations().splice(loop.getBody()->begin(),
                                         body.getOperations());
  nest->getParentOp()->erase();
}

namespace {
struct FinishTeams : encke::impl::FinishTeamsBase<FinishTeams> {
  using FinishTeamsBase::FinishTeamsBase;

  void runOnOperation() override {
    getOperation()->walk([&](omp::ParallelOp team) {
      inlineScopes(team);
      omp::LoopNestOp tasks = findTasks(team);
      if (!tasks || team.getNumThreads())
        return;
      OpBuilder builder(team);
      Value threads = arith::IndexCastOp::create(
          builder, team.getLoc(), builder.getI32Type(),
          tasks.getLoopUpperBounds().front());
      team.getNumThreadsMutable().assign(threads);
      takeOwnTasks(tasks);
      ++numTeams;
    });
  }
};
} // namespace
