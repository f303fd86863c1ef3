//===- SinkFills.cpp - set rows to zero where they are added to -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_SINKFILLS
#include "passes/SinkFills/SinkFills.h.inc"
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
      if (loop && !loop.getWithin() && !loop.getDiagonal() && !loop.getRow() &&
          visitsAll(loop))
        return loop;
    }
  return {};
}

/// The fill's loops run to where the kernel's do, so that one can see that both
/// have the same elements. Until then both said the same size in ways of their
/// own.
static void shareExtents(KernelOp fill, KernelOp kernel) {
  for (Operation *user : fill.getOutputArguments().front().getUsers())
    if (auto assign = dyn_cast<AssignOp>(user))
      for (auto [mode, index] : llvm::enumerate(assign.getIndices()))
        if (ForallOp loop = findLoopOverMode(kernel, mode))
          forallOf(index).getExtentMutable().assign(loop.getExtent());
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
  fill->getResult(0).replaceAllUsesWith(fill.getOutputs().front());
  fill.erase();
}

namespace {
struct SinkFills : encke::impl::SinkFillsBase<SinkFills> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    // A fill stands before what starts from it, so that none of those to come
    // is erased.
    for (KernelOp kernel : kernels) {
      KernelOp fill = getFill(kernel);
      if (!fill || !isZeroFill(fill))
        continue;
      ForallOp fillRows = findLoopOverRows(fill);
      ForallOp rows = fillRows ? findLoopOverRows(kernel) : ForallOp();
      if (!rows)
        continue;
      sink(fill, fillRows, kernel, rows);
      ++numSunk;
    }
  }
};
} // namespace
