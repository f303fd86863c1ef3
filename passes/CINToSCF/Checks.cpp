//===- Checks.cpp - what the generator cannot make code of ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"
#include "passes/CINToSCF/Loops/Merges.h"
#include "passes/SettleMarks/WhyNot.h"

#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

template <typename Op>
static LogicalResult checkParts(Op op) {
  RankedTensorType type = op.getTensor().getType().getTensor();
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format)
    return success();
  if (auto access = dyn_cast<AccessOp>(*op);
      access && !access.getLevels().empty())
    return success();
  for (unsigned level = 0; level < format->levels.size(); ++level)
    if (!fitsLevel(*format, level, op.getIndices()))
      return op.emitOpError("stands in loops over other blocks or diagonals "
                            "than those in which the tensor is stored");
  return success();
}

/// An element of a dense tensor at coordinates that are computed. No statement
/// of the kernel writes that tensor.
static bool isGather(KernelOp kernel, Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  return load &&
         !kernel->isAncestor(
             load.getMemRef().getParentBlock()->getParentOp()) &&
         !llvm::is_contained(kernel.getOutputs(), load.getMemRef());
}

/// What is no statement is generated where a statement uses it, or nowhere, so
/// it may have no effect of its own.
static LogicalResult checkBody(KernelOp kernel) {
  WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      return WalkResult(checkParts(access));
    if (auto assign = dyn_cast<AssignOp>(op))
      return WalkResult(checkParts(assign));
    if (isa<KernelOp, ForallOp, WhereOp>(op) || isMemoryEffectFree(op) ||
        isGather(kernel, op))
      return WalkResult::advance();
    op->emitOpError("not supported yet: inside a kernel");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Forms of a merge are known here, not in the dialect.
static LogicalResult checkForms(KernelOp kernel, const LoopPlanner &planner) {
  WalkResult result = kernel.walk([&](ForallOp forall) {
    StringRef name = forall.getVisit() ? forall.getVisit()->getForm() : "";
    if (name.empty())
      return WalkResult::advance();
    const MergeForm *form = findMergeForm(name);
    if (form && form != &scatterForm &&
        (forall.getVisit()->getMost() != 0 ||
         forall.getVisit()->getShortRows() != 0)) {
      forall.emitError("'most' and 'short' are for 'scatter', not for '")
          << name << "'";
      return WalkResult::interrupt();
    }
    StringRef why = form ? whyNeverMerged(*form, forall, planner)
                         : "no form of a merge has that name";
    if (why.empty())
      return WalkResult::advance();
    forall.emitError("'") << name << "' cannot be carried out: " << why;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Whoever marks a loop by hand wants to know what cannot be.
static LogicalResult checkMarks(KernelOp kernel) {
  WalkResult result = kernel.walk([](ForallOp forall) {
    StringRef mark = "vector", why;
    if (forall.getVector().value_or(1) > 1)
      why = whyNoVectors(forall);
    if (why.empty() && forall.getRegisters()) {
      mark = "registers";
      why = whyNoRegisters(forall);
    }
    if (why.empty() && forall.getParallel()) {
      mark = "parallel";
      why = whyNotParallel(forall);
    }
    if (why.empty())
      return WalkResult::advance();
    forall.emitError("'") << mark << "' cannot be carried out: " << why;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult encke::checkKernel(KernelOp kernel, const LoopPlanner &planner,
                                 bool strictMarks) {
  return success(succeeded(checkBody(kernel)) &&
                 succeeded(checkForms(kernel, planner)) &&
                 (!strictMarks || succeeded(checkMarks(kernel))));
}
