//===- Schedule.cpp - choose loop order, workspaces, vector loops ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The policy works on a kernel in the naive form: one nest of foralls around
// one assignment. It decides on an order, a workspace and marks, and carries
// that out by the rewrites of concrete index notation
// (dialects/CIN/Rewrites.h). Kernels of another form were written by someone
// who decided already.
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Schedule.h"
#include "passes/Cost/Registers.h"
#include "passes/GuardPadding/Exact.h"
#include "passes/Schedule/Blocks.h"
#include "passes/Schedule/Conversions.h"
#include "passes/Schedule/Fills.h"
#include "passes/Schedule/LoopOrder.h"
#include "passes/Schedule/Rows.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/MathExtras.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_SCHEDULE
#include "passes/Schedule/Schedule.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

/// How partial sums are collected on their way into the result.
enum class Workspace {
  none,
  scalar,
  row,
  full, ///< A row of which all is assigned, or nothing.
  terms ///< A row, filled by each term of a sum in turn.
};

/// What was decided. Index variables are the foralls of the naive nest.
struct Decision {
  LoopOrder order;
  Workspace workspace = Workspace::none;
  /// How many loops are outside of the workspace.
  size_t outside = 0;
  std::optional<int64_t> vectorWidth; // of the innermost loop
  bool registers = false; // its elements stay in registers across reductions
  bool parallel = false;  // the outermost loop
};

class Scheduler {
public:
  Scheduler(unsigned vectorBits, bool parallel)
      : vectorBits(vectorBits), parallel(parallel) {}

  Decision decide(const Nest &nest);

private:
  std::optional<int64_t>
  chooseVectorWidth(const Nest &nest, ArrayRef<ForallOp> order, bool intoRow);
  std::optional<int64_t> chooseSparseWidth(const Nest &nest, ForallOp loop);
  void chooseWorkspace(const Nest &nest, Decision &decision);
  bool isParallel(const Nest &nest, ForallOp outermost);

  unsigned vectorBits;
  bool parallel;
};

} // namespace

static RankedTensorType getTensor(PlaceType place) { return place.getTensor(); }

std::optional<Nest> encke::matchNest(KernelOp kernel) {
  Nest nest;
  Block *block = &kernel.getBlock();
  while (llvm::hasSingleElement(*block)) {
    auto forall = dyn_cast<ForallOp>(block->front());
    if (!forall || forall.isMarked())
      break;
    nest.foralls.push_back(forall);
    block = &forall.getBlock();
  }
  for (Operation &op : *block) {
    nest.body.push_back(&op);
    if (auto access = dyn_cast<AccessOp>(op))
      nest.accesses.push_back(access);
    else if (auto assign = dyn_cast<AssignOp>(op)) {
      if (nest.assign)
        return std::nullopt;
      nest.assign = assign;
    } else if (isa<ForallOp, WhereOp>(op)) {
      return std::nullopt;
    }
  }
  if (!nest.assign)
    return std::nullopt;
  return nest;
}

/// Elements of the mode stand side by side: the innermost level has all of
/// them.
static bool isContiguous(RankedTensorType tensor, size_t mode) {
  std::optional<Format> format = getFormat(tensor);
  if (!tensor.getEncoding() || !format)
    return mode + 1 == static_cast<size_t>(tensor.getRank());
  size_t last = format->levels.size() - 1;
  LevelMap::Kind kind = format->map(last).kind;
  return format->levels[last] == LevelType::Dense &&
         format->levelToMode[last] == mode &&
         (kind == LevelMap::Whole || kind == LevelMap::Inside);
}

/// What a block leaves is not worth a loop of its own. A sum along blocks of an
/// odd width has lanes without elements instead (passes/Vectorize/BlockSums).
static int64_t fitToBlock(int64_t width, int64_t block, bool isSum) {
  width = std::min(width, int64_t(llvm::PowerOf2Ceil(uint64_t(block))));
  if (isSum && block % 2 != 0)
    return block > 1 ? width : 1;
  while (block % width != 0)
    width /= 2;
  return width;
}

/// Every access must be contiguous along the innermost loop or not depend on
/// it; the row of the result is. A vector that is the same in all rounds of the
/// loop around may be put together from strided elements, outside of that.
std::optional<int64_t> Scheduler::chooseVectorWidth(const Nest &nest,
                                                    ArrayRef<ForallOp> order,
                                                    bool intoRow) {
  ForallOp loop = order.back();
  Value index = loop.getIndex();
  Value around =
      order.size() > 1 ? ForallOp(order[order.size() - 2]).getIndex() : Value();
  bool dense = true;
  auto check = [&](PlaceType place, ValueRange indices, bool isLoaded) {
    RankedTensorType tensor = getTensor(place);
    bool isSame = isLoaded && around && !llvm::is_contained(indices, around);
    for (auto [mode, other] : llvm::enumerate(indices))
      if (other == index)
        dense &=
            isContiguous(tensor, mode) || (isSame && !tensor.getEncoding());
  };
  AssignOp assign = nest.assign;
  if (!intoRow)
    check(assign.getTensor().getType(), assign.getIndices(), false);
  for (AccessOp access : nest.accesses)
    check(access.getTensor().getType(), access.getIndices(), true);
  Type element = assign.getValue().getType();
  if (!dense || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() < 8 ||
      element.getIntOrFloatBitWidth() > vectorBits)
    return std::nullopt;
  int64_t width = vectorBits / element.getIntOrFloatBitWidth();
  // Not wider than the loop is long, where that is known.
  if (std::optional<int64_t> extent = getConstantIntValue(loop.getExtent()))
    while (width > std::max<int64_t>(*extent, 1))
      width /= 2;
  if (std::optional<uint64_t> block = loop.getWidth())
    width = fitToBlock(width, int64_t(*block), !movesResult(nest, loop));
  return width > 1 ? std::optional<int64_t>(width) : std::nullopt;
}

/// What may be done in any order.
static bool isReordered(Reduction reduction) {
  return reduction == Reduction::add || reduction == Reduction::mul ||
         reduction == Reduction::min || reduction == Reduction::max;
}

/// A reduction along the last level of one sparse operand takes elements of
/// dense ones at its coordinates, one by one.
std::optional<int64_t> Scheduler::chooseSparseWidth(const Nest &nest,
                                                    ForallOp loop) {
  AssignOp assign = nest.assign;
  Type element = assign.getValue().getType();
  if (!isReordered(assign.getReduction()) || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() < 32)
    return std::nullopt;
  unsigned sparse = 0, gathered = 0;
  for (AccessOp access : nest.accesses) {
    RankedTensorType tensor = getTensor(access.getTensor().getType());
    size_t last = tensor.getRank() - 1;
    if (tensor.getEncoding()) {
      Format format = *getFormat(tensor);
      if (format.levels.back() == LevelType::Dense)
        return std::nullopt;
      last = format.levelToMode.back();
    }
    for (auto [mode, index] : llvm::enumerate(access.getIndices())) {
      if (index != loop.getIndex())
        continue;
      if (mode != last)
        return std::nullopt;
      ++(tensor.getEncoding() ? sparse : gathered);
    }
  }
  if (sparse != 1 || gathered == 0)
    return std::nullopt;
  int64_t width = std::min(vectorBits, cost::mostGatheredBits) /
                  element.getIntOrFloatBitWidth();
  return width > 1 ? std::optional(width) : std::nullopt;
}

/// Innermost loops that only reduce go through a register (Kjolstad et al.,
/// section 4.1). A sparse result, to which elements are appended in order,
/// needs a row to collect them in when a loop that reduces is further out.
void Scheduler::chooseWorkspace(const Nest &nest, Decision &decision) {
  AssignOp assign = nest.assign;
  ArrayRef<ForallOp> order = decision.order.loops;
  size_t firstReducing = 0;
  while (firstReducing < order.size() &&
         movesResult(nest, order[firstReducing]))
    ++firstReducing;
  if (appends(nest) && firstReducing != order.size() &&
      llvm::any_of(order.drop_front(firstReducing),
                   [&](ForallOp loop) { return movesResult(nest, loop); })) {
    bool isFull = fillsAlong(nest, order.back());
    decision.workspace = isFull ? Workspace::full : Workspace::row;
    decision.outside = firstReducing;
    return;
  }
  if (appends(nest) && !order.empty() && firstReducing == order.size() &&
      isSumOfMany(assign.getValue())) {
    decision.workspace = Workspace::terms;
    decision.outside = order.size() - 1;
    return;
  }
  size_t outside = order.size();
  if (appends(nest) || assign.getReduction() != Reduction::none)
    while (outside != 0 && !movesResult(nest, order[outside - 1]))
      --outside;
  if (outside != order.size())
    decision.workspace = Workspace::scalar;
  decision.outside = outside;
}

/// The iterations of the outermost loop may run at once: they write elements of
/// their own, or tasks may collect copies of what they accumulate into.
bool Scheduler::isParallel(const Nest &nest, ForallOp outermost) {
  AssignOp assign = nest.assign;
  return parallel && (movesResult(nest, outermost) ||
                      (canCollectInParts(assign) && !readsResult(nest)));
}

Decision Scheduler::decide(const Nest &nest) {
  Decision decision;
  decision.order = chooseLoopOrder(nest);
  chooseWorkspace(nest, decision);
  ArrayRef<ForallOp> order = decision.order.loops;
  if (order.empty())
    return decision;
  AssignOp assign = nest.assign;
  decision.parallel = isParallel(nest, order.front());
  if (decision.workspace == Workspace::terms) {
    // The one loop of each term takes turns with those of the others.
    decision.parallel &= order.size() > 1;
    return decision;
  }
  bool isFull = decision.workspace == Workspace::full;
  decision.vectorWidth = chooseVectorWidth(nest, order, isFull);
  if (!decision.vectorWidth && decision.workspace == Workspace::scalar)
    decision.vectorWidth = chooseSparseWidth(nest, order.back());
  if (appends(nest) && !isFull)
    return decision;
  // Registers for a part of a row would have the operand come in parts, too.
  decision.registers = decision.vectorWidth && order.size() > 1 &&
                       !decision.order.streams &&
                       movesResult(nest, order.back()) &&
                       assign.getReduction() != Reduction::none &&
                       !movesResult(nest, order[order.size() - 2]);
  return decision;
}

//===----------------------------------------------------------------------===//
// Carrying it out
//===----------------------------------------------------------------------===//

/// Nests the loops in the order that was chosen, by exchanges of neighbours.
static LogicalResult reorder(PatternRewriter &rewriter, const Nest &nest,
                             ArrayRef<ForallOp> order) {
  ReorderForalls exchange(rewriter.getContext());
  SmallVector<ForallOp> loops(nest.foralls);
  for (size_t depth = 0; depth < order.size(); ++depth)
    for (size_t at = llvm::find(loops, order[depth]) - loops.begin();
         at > depth; --at) {
      if (failed(exchange.matchAndRewrite(loops[at - 1], rewriter)))
        return failure();
      std::swap(loops[at - 1], loops[at]);
    }
  return success();
}

/// The sum goes through a register, or through a row along the one loop inside
/// that moves the element of the result.
static FailureOr<WhereOp> addWorkspace(PatternRewriter &rewriter,
                                       const Nest &nest,
                                       const Decision &decision,
                                       Value expression) {
  AssignOp assign = nest.assign;
  WorkspaceRequest request{assign, expression, {}};
  if (decision.workspace != Workspace::scalar) {
    request.full = decision.workspace == Workspace::full;
    request.compressed = !request.full;
    for (ForallOp loop :
         ArrayRef(decision.order.loops).drop_front(decision.outside))
      if (movesResult(nest, loop))
        request.indices.push_back(loop.getIndex());
  }
  return precompute(rewriter, request);
}

/// `innermost` is the loop around the assignment that computes.
static void addMarks(const Decision &decision, ForallOp innermost) {
  if (decision.vectorWidth)
    innermost.setVector(*decision.vectorWidth);
  if (decision.registers)
    innermost.setRegisters(cost::sumRegisters);
  ForallOp outermost = decision.order.loops.front();
  outermost.setParallel(decision.parallel);
}

/// Rewrites the naive nest into what was decided.
static LogicalResult apply(const Nest &nest, const Decision &decision) {
  AssignOp assign = nest.assign;
  PatternRewriter rewriter(assign.getContext());
  if (failed(reorder(rewriter, nest, decision.order.loops)))
    return assign.emitError("loops that cannot be exchanged");
  if (decision.workspace == Workspace::terms) {
    addMarks(decision, decision.order.loops.back());
    collectTerms(assign, decision.order.loops.back());
    return success();
  }
  bool isOneRow = decision.workspace == Workspace::row && decision.outside == 0;
  Value expression = isOneRow ? findUnmasked(assign) : assign.getValue();
  // The workspace of the result is inside of the rows that its consumer sees.
  if (expression == assign.getValue()) {
    putOperandsIntoRows(assign, decision.outside);
    expression = assign.getValue();
  }
  AssignOp producing = assign;
  if (decision.workspace != Workspace::none) {
    FailureOr<WhereOp> where =
        addWorkspace(rewriter, nest, decision, expression);
    if (failed(where))
      return assign.emitError("no workspace can be introduced");
    assign = getModifying(where->getConsumer().front());
    producing = getModifying(where->getProducer().front());
  }
  // Only what goes into a sparse result more than once is left as it is.
  (void)AssignOnce(rewriter.getContext()).matchAndRewrite(assign, rewriter);
  if (decision.workspace == Workspace::row)
    maskAgain(assign, producing);
  putOperandsIntoRows(producing);
  addMarks(decision, decision.workspace == Workspace::full
                         ? producing->getParentOfType<ForallOp>()
                         : decision.order.loops.back());
  return success();
}

/// The modes of a sparse result in the order of the loops that write them.
static SmallVector<unsigned> getResultOrder(const Nest &nest,
                                            const Decision &decision) {
  AssignOp assign = nest.assign;
  SmallVector<unsigned> modes;
  for (ForallOp loop : decision.order.loops)
    for (auto [mode, index] : llvm::enumerate(assign.getIndices()))
      if (forallOf(index) == loop)
        modes.push_back(mode);
  return modes;
}

LogicalResult encke::scheduleKernel(KernelOp kernel, unsigned vectorBits,
                                    bool parallel, ScheduleCounts &counts) {
  std::optional<Nest> nest = matchNest(kernel);
  if (!nest || nest->foralls.empty())
    return success();
  splitLoops(*nest);
  // What is hardly ever called has little code.
  if (isSeldomCalled(kernel)) {
    vectorBits = 0;
    parallel = false;
  }
  Decision decision = Scheduler(vectorBits, parallel).decide(*nest);
  counts.conversions += decision.order.converted.size();
  counts.conversions += decision.order.convertsResult;
  SmallVector<unsigned> modes = getResultOrder(*nest, decision);
  convertOperands(kernel, decision.order);
  if (failed(apply(*nest, decision)))
    return failure();
  if (decision.order.convertsResult)
    convertResult(kernel, modes);
  else
    counts.fills += setInsteadOfAdding(kernel);
  counts.workspaces += decision.workspace != Workspace::none;
  counts.vectors += decision.vectorWidth.has_value();
  return success();
}

namespace {
struct Schedule : encke::impl::ScheduleBase<Schedule> {
  using ScheduleBase::ScheduleBase;

  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    ScheduleCounts counts;
    for (KernelOp kernel : kernels)
      if (failed(scheduleKernel(kernel, vectorBits, parallel, counts)))
        return signalPassFailure();
    numWorkspaces = counts.workspaces;
    numConversions = counts.conversions;
    numFills = counts.fills;
    numVector = counts.vectors;
    getOperation().walk(
        [&](ForallOp forall) { numParallel += forall.getParallel(); });
  }
};
} // namespace
