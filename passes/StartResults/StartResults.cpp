//===- StartResults.cpp - set what results start from ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Schedule.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/Schedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/SetVector.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_STARTRESULTS
#include "passes/StartResults/StartResults.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Whatever the statement does with the place, it does with the row that the
/// loop is at.
static bool staysInRow(Value place, ForallOp loop) {
  auto isOwnRow = [&](OperandRange indices) {
    return !indices.empty() && indices.front() == loop.getIndex() &&
           !llvm::is_contained(indices.drop_front(), loop.getIndex());
  };
  return llvm::all_of(place.getUsers(), [&](Operation *user) {
    if (auto assign = dyn_cast<AssignOp>(user))
      return isOwnRow(assign.getIndices());
    auto access = dyn_cast<AccessOp>(user);
    return access && isOwnRow(access.getIndices());
  });
}

/// The outermost loop of the kernel, if it goes through all rows of the result.
static ForallOp findLoopOverRows(KernelOp kernel) {
  auto loop =
      dyn_cast_if_present<ForallOp>(getOnlyStatement(kernel.getBlock()));
  if (!loop || loop.getVector() || loop.getWithin() || !visitsAll(loop))
    return {};
  BlockArgument place = kernel.getOutputArguments().front();
  bool isDense = !cast<PlaceType>(place.getType()).getTensor().getEncoding();
  return isDense && staysInRow(place, loop) ? loop : ForallOp();
}

/// The loop that the kernel has over all of a mode of its result; null if it
/// has none.
static ForallOp findLoopOverMode(KernelOp kernel, size_t mode) {
  for (Operation *user : kernel.getOutputArguments().front().getUsers())
    if (auto assign = dyn_cast<AssignOp>(user)) {
      ForallOp loop = forallOf(assign.getIndices()[mode]);
      if (loop && !loop.getWithin() && !loop.isDerived() && visitsAll(loop))
        return loop;
    }
  return {};
}

/// The fill's loops run to where the kernel's do, so that one can see that both
/// have the same elements.
static void shareExtents(KernelOp fill, KernelOp kernel) {
  for (Operation *user : fill.getOutputArguments().front().getUsers())
    if (auto assign = dyn_cast<AssignOp>(user))
      for (auto [mode, index] : llvm::enumerate(assign.getIndices()))
        if (ForallOp loop = findLoopOverMode(kernel, mode))
          forallOf(index).getExtentMutable().assign(loop.getExtent());
}

/// The label of a mode of the kernel's result, if it has one.
static StringAttr getLabelOfMode(KernelOp kernel, size_t mode) {
  for (Operation *user : kernel.getOutputArguments().front().getUsers())
    if (auto assign = dyn_cast<AssignOp>(user))
      if (ForallOp loop = forallOf(assign.getIndices()[mode]))
        return loop.getLabelAttr();
  return {};
}

/// A kernel in front of this one that sets each element of what that starts
/// from, in the naive form.
static KernelOp createFill(KernelOp kernel) {
  OpBuilder builder(kernel);
  Location loc = kernel.getLoc();
  Value start = emitStart(builder, kernel);
  Value output = kernel.getOutputs().front();
  auto fill = KernelOp::create(builder, loc, ValueRange(), output);
  SmallVector<Value> extents, indices;
  int64_t rank = cast<RankedTensorType>(output.getType()).getRank();
  builder.setInsertionPoint(fill);
  for (int64_t mode = 0; mode < rank; ++mode)
    extents.push_back(builder.createOrFold<tensor::DimOp>(loc, output, mode));
  builder.setInsertionPointToStart(&fill.getBlock());
  for (auto [mode, extent] : llvm::enumerate(extents)) {
    auto loop =
        ForallOp::create(builder, loc, extent, getLabelOfMode(kernel, mode));
    indices.push_back(loop.getIndex());
    builder.setInsertionPointToStart(&loop.getBlock());
  }
  AssignOp::create(builder, loc, fill.getOutputArguments().front(), indices,
                   Reduction::none, start);
  return fill;
}

/// Iterations of an outermost loop of the kernel accumulate into the same
/// elements.
static bool isShared(KernelOp kernel) {
  return kernel
      .walk([](ForallOp forall) {
        return forall->getParentOfType<ForallOp>() || !findSharing(forall)
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// The first task goes on with what another kernel has filled for this one, so
/// it fills that alone: none of it lies in another processor's cache.
static void fillInOneTask(KernelOp kernel) {
  KernelOp fill = getFill(kernel);
  if (fill && isShared(kernel))
    fill.walk([](ForallOp forall) { forall.setParallel(false); });
}

/// Puts what the fill does in an iteration of its outermost loop at the begin
/// of one of `rows`.
static void sink(KernelOp fill, ForallOp fillRows, KernelOp kernel,
                 ForallOp rows) {
  shareExtents(fill, kernel);
  IRMapping mapping;
  mapping.map(fillRows.getIndex(), rows.getIndex());
  mapping.map(fill.getOutputArguments().front(),
              kernel.getOutputArguments().front());
  auto builder = OpBuilder::atBlockBegin(&rows.getBlock());
  for (Operation &op : fillRows.getBlock())
    builder.clone(op, mapping);
  fill.erase();
}

namespace {
struct StartResults : encke::impl::StartResultsBase<StartResults> {
  using StartResultsBase::StartResultsBase;

  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    llvm::SetVector<Operation *> changed;
    for (KernelOp kernel : kernels) {
      if (kernel.getFromIdentity()) {
        changed.insert(kernel->getParentOp());
        if (failed(start(kernel)))
          return signalPassFailure();
      }
      fillInOneTask(kernel);
    }
    // Constants and sizes that the kernel has, too, or that nobody needs.
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance;
    for (Operation *around : changed)
      eliminateCommonSubExpressions(rewriter, dominance, around);
  }

  LogicalResult start(KernelOp kernel) {
    if (!isa<RankedTensorType>(kernel.getOutputs().front().getType()))
      return kernel.emitOpError(
          "must start its result before it is bufferised");
    Reduction reduction = *getStart(kernel);
    bool isZero = reduction == Reduction::none || reduction == Reduction::add;
    KernelOp fill = createFill(kernel);
    kernel.setFromIdentity(false);
    ScheduleCounts counts;
    setSchedule(fill, restrictToFill(getSchedule(kernel)));
    if (failed(scheduleKernel(fill, vectorBits, parallel, counts)))
      return failure();
    ForallOp fillRows = isZero ? findLoopOverRows(fill) : ForallOp();
    ForallOp rows = fillRows ? findLoopOverRows(kernel) : ForallOp();
    if (rows) {
      sink(fill, fillRows, kernel, rows);
      ++numSunk;
      return success();
    }
    kernel.getOutputsMutable().assign(fill.getResult(0));
    return success();
  }
};
} // namespace
