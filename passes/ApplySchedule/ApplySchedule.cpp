//===- ApplySchedule.cpp - clauses that are marks, and all others ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ApplySchedule/Marks.h"

#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_APPLYSCHEDULE
#include "passes/ApplySchedule/ApplySchedule.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {
struct MarkClause {
  StringLiteral name;
  /// Sets the marks, or sees that they are still there.
  LogicalResult (*apply)(ClauseAttr clause, KernelOp kernel);
};
} // namespace

/// That of the loops of the nest, which stand.
static LogicalResult isDone(ClauseAttr, KernelOp) { return success(); }

/// A kernel that is fused does not have the clause any more (cin-fuse-kernels).
static LogicalResult refuseFused(ClauseAttr clause, KernelOp) {
  return emitError(clause.getLoc())
         << "the statement cannot be fused with the one before: they share no "
            "outer loop in which each element is made where it is read";
}

/// In the order in which they are applied, however they are written.
static constexpr MarkClause markClauses[] = {
    {"grouped", isDone},
    {"convert", isDone},
    {"symmetric", isDone},
    {"tile", isDone},
    {"order", isDone},
    {"workspace", isDone},
    {"fused", refuseFused},
    {"separate", isDone},
    {"positions", isDone},
    {"serial", isDone},
    {"vectorize", applyVectorize},
    {"registers", applyRegisters},
    {"sums", applySums},
    {"unroll", applyUnroll},
    {"jam", applyJam},
    {"search", applySearch},
    {"assemble", applyAssemble},
    {"renumber", applyRenumber},
    {"parallel", applyParallel},
    {"prefetch", applyPrefetch},
};

SmallVector<ForallOp> encke::findLoops(ClauseAttr clause, KernelOp kernel) {
  StringRef label = getLabels(clause).front();
  SmallVector<ForallOp> loops;
  kernel.walk([&](ForallOp forall) {
    if (forall.getLabel() == label)
      loops.push_back(forall);
  });
  return loops;
}

void encke::moveToClause(Operation *op, ClauseAttr clause) {
  op->setLoc(clause.getLoc());
}

static LogicalResult apply(ClauseAttr clause, const MarkClause &known,
                           KernelOp kernel) {
  if (failed(known.apply(clause, kernel)))
    return failure();
  std::string complaint = getComplaint(kernel);
  if (complaint.empty())
    return success();
  return refuse(clause) << "the loop " << complaint;
}

/// The rows that a tile goes through are too short to be asked for early,
/// unless the program says so.
static void forgetRows(KernelOp kernel) {
  kernel.walk([](AccessOp access) { access.removePrefetchAttr(); });
  kernel.walk([](AssignOp assign) { assign.removePrefetchAttr(); });
  kernel.walk([](ForallOp forall) { forall.setTwice(false); });
}

static LogicalResult applySchedule(KernelOp kernel, ScheduleAttr schedule) {
  if (findClause(schedule, "tile"))
    forgetRows(kernel);
  for (ClauseAttr clause : schedule.getClauses())
    if (llvm::none_of(markClauses, [&](const MarkClause &known) {
          return known.name == clause.getName();
        }))
      return emitError(clause.getLoc())
             << "not supported yet: '" << clause.getName() << "'";
  for (const MarkClause &known : markClauses)
    for (ClauseAttr clause : findClauses(schedule, known.name))
      if (failed(apply(clause, known, kernel)))
        return failure();
  return success();
}

namespace {
struct ApplySchedule : encke::impl::ApplyScheduleBase<ApplySchedule> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([](KernelOp kernel) {
      ScheduleAttr schedule = getSchedule(kernel);
      if (!schedule)
        return WalkResult::advance();
      LogicalResult result = applySchedule(kernel, schedule);
      setSchedule(kernel, {});
      return WalkResult(result);
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
