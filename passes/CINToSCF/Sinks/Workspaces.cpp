//===- Workspaces.cpp - memory of workspaces ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Tasks/ParallelLoops.h"
#include "passes/Support/Buffers.h"

#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

Value encke::generator::allocateFor(OpBuilder &builder, WhereOp where,
                                    Type element, Location loc) {
  return allocateManually(
      builder, loc,
      MemRefType::get(where.getWorkspaceType().getTensor().getShape(), element),
      where.getSizes());
}

LogicalResult Workspaces::open(Operation *around) {
  auto loop = dyn_cast<ForallOp>(around);
  WalkResult walked = around->walk([&](WhereOp where) {
    RankedTensorType type = where.getWorkspaceType().getTensor();
    if (type.getRank() == 0 || chunkedLoopAround(where) != loop ||
        result.isMadeInPlace(where))
      return WalkResult::advance();
    for (Value size : where.getSizes())
      if (kernel->isAncestor(size.getParentBlock()->getParentOp())) {
        where.emitOpError("not supported yet: a workspace whose size is "
                          "computed in the kernel");
        return WalkResult::interrupt();
      }
    if (type.getEncoding())
      rows[where] = std::make_unique<Row>(rowKind.open(where));
    else
      buffers[where] =
          allocateFor(builder, where, type.getElementType(), kernel.getLoc());
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

void Workspaces::close(Operation *around) {
  auto loop = dyn_cast<ForallOp>(around);
  auto free = [&](Operation *where, ValueRange memory) {
    if (chunkedLoopAround(where) != loop)
      return;
    for (Value buffer : llvm::make_filter_range(
             memory, [](Value buffer) { return buffer != nullptr; }))
      freeManually(builder, kernel.getLoc(), buffer);
  };
  for (auto &[where, row] : rows)
    free(where, {row->values, row->marks, row->list, row->history});
  for (auto &[where, buffer] : buffers)
    free(where, buffer);
}

Row *Workspaces::findRow(Value place) {
  auto *found = rows.find(whereOf(place));
  return found == rows.end() ? nullptr : found->second.get();
}
