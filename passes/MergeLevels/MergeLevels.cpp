//===- MergeLevels.cpp - loops over positions instead of coordinates ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `fuse` and `pos` of Senanayake et al., "A Sparse Iteration Space
// Transformation Framework for Sparse Tensor Algebra" (OOPSLA 2020), where
// nobody asks for the coordinates: loops over the outermost levels of a sparse
// tensor become one over their positions. A result that stores an element for
// each of these has the same levels, so it shares the tensor's arrays, and only
// values are left to compute. Where somebody does ask, the result may share
// them all the same.
//
// Statements that could be one kernel have been so by now: a result that is
// made where it is read stores nothing.
//
//===----------------------------------------------------------------------===//

#include "passes/MergeLevels/Candidate.h"
#include "passes/MergeLevels/PatternOrigins.h"
#include "passes/Schedule/Schedule.h"

#include "dialects/CIN/LevelOps.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Schedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringExtras.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_MERGELEVELS
#include "passes/MergeLevels/MergeLevels.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

/// Builds the kernel over positions in front of the one over coordinates.
class Merger {
public:
  explicit Merger(MergeCandidate &candidate)
      : candidate(candidate), builder(candidate.kernel),
        loc(candidate.kernel.getLoc()) {}

  /// Returns the kernel over positions; the other one is erased.
  KernelOp run();

private:
  StringAttr getLabel();
  ForallOp openLoop(Block &block, Value extent, StringAttr label);
  Value merge(Value tensor);
  KernelOp buildKernel(Value output);
  void buildBody(KernelOp merged);

  MergeCandidate &candidate;
  OpBuilder builder;
  Location loc;
  Value source; ///< Its levels merged.
  Value positions;
};

} // namespace

/// Of the labels of the loops: "i_j".
StringAttr Merger::getLabel() {
  std::string label;
  for (unsigned level = 0; level < candidate.levels; ++level)
    if (std::optional<StringRef> part = candidate.loopOf(level).getLabel())
      label += (label.empty() ? "" : "_") + part->str();
  return label.empty() ? StringAttr() : builder.getStringAttr(label);
}

ForallOp Merger::openLoop(Block &block, Value extent, StringAttr label) {
  builder.setInsertionPointToEnd(&block);
  return ForallOp::create(builder, loc, extent, label);
}

/// One loop over the positions around those that are left.
void Merger::buildBody(KernelOp merged) {
  IRMapping mapping;
  mapping.map(candidate.kernel.getBlock().getArguments(),
              merged.getBlock().getArguments());
  ForallOp loop = openLoop(merged.getBlock(), positions, getLabel());
  Value position = loop.getIndex();
  for (ForallOp old : candidate.foralls)
    if (!candidate.isMerged(old)) {
      loop = openLoop(loop.getBlock(), old.getExtent(), old.getLabelAttr());
      mapping.map(old.getIndex(), loop.getIndex());
    }
  builder.setInsertionPointToEnd(&loop.getBlock());
  for (Operation &op : *candidate.body) {
    auto access = dyn_cast<AccessOp>(op);
    if (access && candidate.isSource(access)) {
      SmallVector<Value> indices{position};
      for (Value index : access.getIndices())
        if (!candidate.isMerged(forallOf(index)))
          indices.push_back(mapping.lookup(index));
      mapping.map(access.getResult(),
                  AccessOp::create(builder, access.getLoc(),
                                   mapping.lookup(access.getTensor()), indices)
                      .getResult());
    } else if (&op != candidate.producing) {
      builder.clone(op, mapping);
    }
  }
  AssignOp::create(
      builder, candidate.assign.getLoc(), merged.getOutputArguments().front(),
      candidate.isSparseResult() ? ValueRange(position) : ValueRange(),
      candidate.reduces() ? candidate.producing.getReduction()
                          : Reduction::none,
      mapping.lookupOrDefault(candidate.producing.getValue()));
}

/// The source or a twin of it, its levels merged.
Value Merger::merge(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return MergeLevelsOp::create(builder, loc,
                               getMergedType(type, candidate.levels),
                               candidate.levels, tensor);
}

KernelOp Merger::buildKernel(Value output) {
  SmallVector<Value> inputs(candidate.kernel.getInputs());
  llvm::replace(inputs, candidate.source, source);
  for (Value twin : candidate.twins)
    llvm::replace(inputs, twin, merge(twin));
  auto merged = KernelOp::create(builder, loc, inputs, output);
  KernelOp kernel = candidate.kernel;
  for (auto [from, to] : llvm::zip(kernel.getBlock().getArguments(),
                                   merged.getBlock().getArguments()))
    to.setLoc(from.getLoc());
  OpBuilder::InsertionGuard guard(builder);
  buildBody(merged);
  return merged;
}

/// The empty tensor that a result began with.
static void eraseUnused(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && isOpTriviallyDead(op))
    op->erase();
}

KernelOp Merger::run() {
  KernelOp kernel = candidate.kernel;
  auto levels = builder.getI64IntegerAttr(candidate.levels);
  source = merge(candidate.source);
  positions = tensor::DimOp::create(builder, loc, source, 0);
  Value output = kernel.getOutputs().front();
  ShareLevelsOp shared;
  if (candidate.isSparseResult()) {
    RankedTensorType type = candidate.getResultType();
    auto values =
        RankedTensorType::get(ShapedType::kDynamic, type.getElementType());
    shared = ShareLevelsOp::create(builder, loc, type, values, levels,
                                   candidate.source);
    output = shared.getValues();
  }
  KernelOp merged = buildKernel(output);
  merged.setFromIdentity(kernel.getFromIdentity() ||
                         (candidate.reduces() && candidate.startsAnew()));
  Value result = merged.getResult(0);
  if (shared)
    result = WithValuesOp::create(builder, loc, shared.getTensor().getType(),
                                  result, shared.getTensor());
  kernel.getResult(0).replaceAllUsesWith(result);
  output = kernel.getOutputs().front();
  kernel.erase();
  eraseUnused(output);
  return merged;
}

/// The result has the arrays of the operand, in which its elements are found
/// anew.
static void takePattern(MergeCandidate &candidate) {
  KernelOp kernel = candidate.kernel;
  Value output = kernel.getOutputs().front();
  kernel.setNumeric(true);
  kernel.setOperand(kernel.getInputs().size(), candidate.source);
  eraseUnused(output);
}

/// The program asks for a loop over positions along these labels, and no
/// others.
static LogicalResult
checkPositions(ClauseAttr clause,
               const std::optional<MergeCandidate> &candidate) {
  SmallVector<StringRef> labels;
  bool canMerge = candidate && candidate->canMerge();
  for (unsigned level = 0; canMerge && level < candidate->levels; ++level)
    labels.push_back(candidate->loopOf(level).getLabel().value_or("?"));
  if (!canMerge)
    return refuse(clause) << "other elements than those of one sparse tensor, "
                             "or their coordinates, are needed along the loops";
  if (getLabels(clause) != labels)
    return refuse(clause) << "the positions that a loop can go over are those "
                             "along "
                          << llvm::join(labels, ", ");
  return success();
}

/// Says of the kernel over positions what is left to say.
static void giveRest(ScheduleAttr schedule, KernelOp merged) {
  if (!schedule)
    return;
  SmallVector<ClauseAttr> rest;
  llvm::copy_if(
      schedule.getClauses(), std::back_inserter(rest),
      [](ClauseAttr clause) { return clause.getName() != "positions"; });
  if (!rest.empty())
    setSchedule(merged, ScheduleAttr::get(merged.getContext(), rest));
}

namespace {
struct MergeLevels : encke::impl::MergeLevelsBase<MergeLevels> {
  using MergeLevelsBase::MergeLevelsBase;

  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    ScheduleCounts counts;
    PatternOrigins origins(getOperation());
    for (KernelOp kernel : kernels) {
      ScheduleAttr schedule = getSchedule(kernel);
      ClauseAttr positions = findClause(schedule, "positions");
      std::optional<MergeCandidate> candidate =
          matchCandidate(kernel, &origins);
      // The program says something about the loops, which stay. What they store
      // may be known all the same.
      if (!positions && isAboutLoops(schedule)) {
        if (candidate && !findClause(schedule, "assemble") &&
            candidate->hasPatternOfSource()) {
          takePattern(*candidate);
          ++numShared;
        }
        continue;
      }
      if (positions && failed(checkPositions(positions, candidate)))
        return signalPassFailure();
      if (candidate && candidate->canMerge()) {
        KernelOp merged = Merger(*candidate).run();
        giveRest(schedule, merged);
        if (failed(scheduleKernel(merged, vectorBits, parallel, counts)))
          return signalPassFailure();
        ++numMerged;
      } else if (candidate && candidate->hasPatternOfSource()) {
        takePattern(*candidate);
        ++numShared;
      }
    }
  }
};
} // namespace
