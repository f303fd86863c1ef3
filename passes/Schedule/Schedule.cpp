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
#include "passes/Cost/SparseRows.h"
#include "passes/GuardPadding/Exact.h"
#include "passes/Schedule/Blocks.h"
#include "passes/Schedule/Clauses/Clauses.h"
#include "passes/Schedule/Conversions.h"
#include "passes/Schedule/Fills.h"
#include "passes/Schedule/Rows.h"
#include "passes/Schedule/Vectors.h"
#include "passes/Schedule/Versions.h"
#include "passes/SettleMarks/WhyNot.h"
#include "passes/Support/KernelFunctions.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_SCHEDULE
#include "passes/Schedule/Schedule.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

class Scheduler {
public:
  Scheduler(unsigned vectorBits, bool parallel)
      : vectorBits(vectorBits), parallel(parallel) {}

  /// What the program does not say. Fails after an error in what it says.
  FailureOr<Decision> decide(const Nest &nest, ScheduleAttr schedule);

private:
  void chooseWorkspace(const Nest &nest, Decision &decision);
  void chooseVectors(const Nest &nest, Decision &decision);

  unsigned vectorBits;
  bool parallel;
};

} // namespace

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
  if (appends(nest) && !getCollected(nest, order).empty()) {
    decision.workspace = collectsBlocks(nest, order)      ? Workspace::blocks
                         : fillsAlong(nest, order.back()) ? Workspace::full
                                                          : Workspace::row;
    decision.outside = firstReducing;
    return;
  }
  if (appends(nest) && !order.empty() && firstReducing == order.size() &&
      isSumOfMany(assign.getValue())) {
    decision.workspace = Workspace::terms;
    decision.outside = order.size() - 1;
    return;
  }
  // A loop at one coordinate may stand between those that reduce.
  auto isBetween = [&](ForallOp loop) {
    return loop.isDerived() &&
           !llvm::is_contained(assign.getIndices(), loop.getIndex());
  };
  size_t outside = order.size();
  if (appends(nest) || assign.getReduction() != Reduction::none)
    for (size_t number = outside; number-- != 0;) {
      if (!movesResult(nest, order[number]))
        outside = number;
      else if (!isBetween(order[number]))
        break;
    }
  if (outside != order.size())
    decision.workspace = Workspace::scalar;
  decision.outside = outside;
}

/// The iterations of the loop may run at once: they write elements of their
/// own, or tasks may collect copies of what they accumulate into.
bool encke::isParallel(const Nest &nest, ForallOp loop) {
  AssignOp assign = nest.assign;
  return !goesAlongRecords(loop) &&
         (movesResult(nest, loop) ||
          (canCollectInParts(assign) && !readsResult(nest)));
}

void Scheduler::chooseVectors(const Nest &nest, Decision &decision) {
  ArrayRef<ForallOp> order = decision.order.loops;
  if (decision.keys)
    return;
  // The one loop of each term takes turns with those of the others.
  if (order.empty() || decision.workspace == Workspace::terms ||
      (asksForPadding(nest) && llvm::any_of(nest.accesses, isPadded)))
    return;
  AssignOp assign = nest.assign;
  bool isFull = decision.workspace == Workspace::full;
  decision.vectorWidth = chooseVectorWidth(nest, order, isFull, vectorBits);
  if (!decision.vectorWidth && decision.workspace == Workspace::scalar)
    decision.vectorWidth = chooseSparseWidth(nest, order.back(), vectorBits);
  if (appends(nest) && !isFull)
    return;
  // Registers for a part of a row would have the operand come in parts, too.
  if (decision.vectorWidth && order.size() > 1 && !decision.order.streams &&
      movesResult(nest, order.back()) &&
      assign.getReduction() != Reduction::none &&
      !movesResult(nest, order[order.size() - 2]))
    decision.registers = cost::sumRegisters;
}

FailureOr<Decision> Scheduler::decide(const Nest &nest, ScheduleAttr schedule) {
  Decision decision;
  NestSchedule told{nest, schedule, decision};
  decision.order = chooseLoopOrder(nest);
  if (failed(applyClauses(Step::order, told)))
    return failure();
  chooseWorkspace(nest, decision);
  if (failed(applyClauses(Step::workspace, told)))
    return failure();
  ArrayRef<ForallOp> order = decision.order.loops;
  bool hasRounds = decision.workspace != Workspace::terms || order.size() > 1;
  if (parallel && !order.empty() && hasRounds &&
      isParallel(nest, order.front()))
    decision.parallel.push_back(order.front());
  if (failed(applyClauses(Step::threads, told)))
    return failure();
  if (!parallel)
    decision.parallel.clear();
  chooseVectors(nest, decision);
  // The loop over tiles is no loop that goes on with the same elements.
  if (findClause(schedule, "tile"))
    decision.registers = 0;
  if (failed(applyClauses(Step::vectors, told)))
    return failure();
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
                                       AssignOp assign,
                                       const Decision &decision,
                                       Value expression,
                                       ArrayRef<Value> indices) {
  WorkspaceRequest request{assign, expression, {}};
  if (decision.workspace != Workspace::scalar) {
    request.full = decision.workspace == Workspace::full;
    request.compressed = decision.workspace == Workspace::row;
    request.keys = decision.keys;
    request.indices.assign(indices.begin(), indices.end());
  }
  if (decision.workspace == Workspace::blocks) {
    request.compressed = true;
    request.blocks = request.indices;
    request.indices.assign(assign.getIndices().begin(),
                           assign.getIndices().end());
  }
  return precompute(rewriter, request);
}

/// The indices of the result along which a workspace would go.
static SmallVector<Value> getMovedInside(const Nest &nest,
                                         const Decision &decision) {
  SmallVector<Value> indices;
  for (ForallOp loop :
       ArrayRef(decision.order.loops).drop_front(decision.outside))
    if (movesResult(nest, loop))
      indices.push_back(loop.getIndex());
  return indices;
}

/// `innermost` is the loop around the assignment that computes.
static void addMarks(const Decision &decision, ForallOp innermost) {
  if (decision.vectorWidth)
    innermost.setVector(*decision.vectorWidth);
  if (decision.registers)
    innermost.setRegisters(decision.registers);
  for (ForallOp loop : decision.parallel)
    loop.setParallel(true);
}

/// Rewrites the naive nest into what was decided. A workspace goes along the
/// indices `moved`.
static LogicalResult apply(const Nest &nest, const Decision &decision,
                           ArrayRef<Value> moved, ScheduleAttr schedule,
                           bool multipliesRows, ScheduleCounts &counts) {
  AssignOp assign = nest.assign;
  PatternRewriter rewriter(assign.getContext());
  if (failed(reorder(rewriter, nest, decision.order.loops)))
    return assign.emitError("loops that cannot be exchanged");
  if (hasPartWorkspaces(schedule, assign)) {
    // Loops with marks cannot be moved: the outermost one gets its own now.
    auto kernel = assign->getParentOfType<KernelOp>();
    std::string parallel = joinLabels(decision.parallel);
    if (failed(applyPartWorkspaces(kernel, schedule)))
      return failure();
    auto outermost =
        dyn_cast_if_present<ForallOp>(getOnlyStatement(kernel.getBlock()));
    if (outermost && outermost.getLabel().value_or("") == parallel)
      outermost.setParallel(true);
    return success();
  }
  if (decision.workspace == Workspace::terms) {
    addMarks(decision, decision.order.loops.back());
    collectTerms(assign, decision.order.loops.back());
    return success();
  }
  bool isOneRow = decision.workspace == Workspace::row && decision.outside == 0;
  Value expression = isOneRow ? findUnmasked(assign) : assign.getValue();
  // The workspace of the result is inside of the rows that its consumer sees.
  bool isInBlocks = decision.workspace == Workspace::blocks;
  if (decision.workspace != Workspace::none && !isInBlocks &&
      expression == assign.getValue()) {
    putOperandsIntoRows(assign, decision.outside);
    expression = assign.getValue();
  }
  AssignOp producing = assign;
  if (decision.workspace != Workspace::none) {
    FailureOr<WhereOp> where =
        addWorkspace(rewriter, assign, decision, expression, moved);
    if (failed(where))
      return assign.emitError("no workspace can be introduced");
    assign = getModifying(where->getConsumer().front());
    producing = getModifying(where->getProducer().front());
  }
  // Only what goes into a sparse result more than once is left as it is.
  (void)AssignOnce(rewriter.getContext()).matchAndRewrite(assign, rewriter);
  if (decision.workspace == Workspace::row)
    maskAgain(assign, producing);
  bool isFilled = decision.workspace == Workspace::full ||
                  decision.workspace == Workspace::dense;
  auto innermost = isFilled ? producing->getParentOfType<ForallOp>()
                            : decision.order.loops.back();
  if (decision.vectorWidth || decision.registers || !multipliesRows)
    putOperandsIntoRows(producing);
  else if (!isInBlocks)
    multiplyRows(rewriter, producing, counts.rowProducts);
  addMarks(decision, innermost);
  return success();
}

/// Padding of what was not converted would count: it is asked for.
static void askForPadding(const Nest &nest) {
  if (asksForPadding(nest))
    for (AccessOp access : nest.accesses)
      if (isPadded(access))
        setAsksForPadding(access);
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

/// The best orders of loops, for people (Schedule.h).
static void noteOrders(KernelOp kernel, const Nest &nest,
                       const Decision &decision) {
  Builder builder(kernel.getContext());
  SmallVector<Attribute> notes;
  bool isSparse = llvm::any_of(nest.accesses, [](AccessOp access) {
    return isSparsePlace(access.getTensor());
  });
  for (const RankedOrder &ranked : rankLoopOrders(nest, decision.order.loops)) {
    SmallVector<Attribute> converted;
    for (AccessOp access : ranked.order.converted)
      converted.push_back(builder.getStringAttr(
          describeElement(access.getTensor(), access.getIndices())));
    if (ranked.order.convertsResult)
      converted.push_back(builder.getStringAttr("the result"));
    notes.push_back(builder.getDictionaryAttr({
        {"order", builder.getStringAttr(joinLabels(ranked.order.loops))},
        {isSparse || appends(nest) ? "visits" : "cycles",
         builder.getF64FloatAttr(ranked.cost)},
        {"converts", builder.getArrayAttr(converted)},
        {"chosen",
         builder.getBoolAttr(ranked.order.loops == decision.order.loops)},
    }));
  }
  if (notes.empty())
    return;
  kernel->setAttr(ordersAttribute, builder.getArrayAttr(notes));
  if (decision.order.streams)
    kernel->setAttr(streamsAttribute, builder.getUnitAttr());
}

/// Both matrices are stored by rows.
static std::optional<SparseProduct>
findSparseProduct(const Nest &nest, const Decision &decision) {
  ArrayRef<ForallOp> loops = decision.order.loops;
  if (decision.workspace != Workspace::row || nest.accesses.size() != 2 ||
      loops.size() != 3 || decision.order.convertsResult ||
      !decision.order.converted.empty())
    return std::nullopt;
  std::array<Value, 2> places;
  for (AccessOp access : nest.accesses) {
    std::optional<Format> format =
        getFormat(cast<PlaceType>(access.getTensor().getType()).getTensor());
    if (!format || format->levelText() != Format::named("CSR", 2)->levelText())
      return std::nullopt;
    for (size_t first : {0, 1})
      if (forallOf(access.getIndices()[0]) == loops[first] &&
          forallOf(access.getIndices()[1]) == loops[first + 1])
        places[first] = access.getTensor();
  }
  std::optional<int64_t> size =
      getConstantIntValue(ForallOp(loops[2]).getExtent());
  if (!places[0] || !places[1] || movesResult(nest, loops[1]) ||
      (size && *size < cost::keyedMode))
    return std::nullopt;
  return SparseProduct{places[0], places[1]};
}

/// Each element of a padded operand is asked for.
static std::optional<BlockProduct> findBlockProduct(const Nest &nest,
                                                    const Decision &decision) {
  if (decision.workspace != Workspace::blocks)
    return std::nullopt;
  BlockProduct product;
  for (AccessOp access : nest.accesses)
    if (isPadded(access))
      product.padded.push_back(access.getTensor());
  for (ForallOp loop : nest.foralls)
    if (std::optional<uint64_t> width = loop.getWidth())
      product.products *= static_cast<double>(*width);
  return product;
}

LogicalResult encke::scheduleKernel(KernelOp kernel, unsigned vectorBits,
                                    bool parallel, ScheduleCounts &counts,
                                    bool notesOrders, const ScheduleWay &way) {
  counts.rowProducts.clear();
  counts.product.reset();
  counts.blockProduct.reset();
  ScheduleAttr schedule = getSchedule(kernel);
  if (failed(convertAsTold(kernel)))
    return failure();
  if (findClause(schedule, "symmetric")) {
    FailureOr<KernelOp> diagonal = multiplySymmetric(kernel, parallel);
    // Rows of one element make no vectors.
    return failed(diagonal)
               ? failure()
               : scheduleKernel(*diagonal, /*vectorBits=*/0, parallel, counts);
  }
  std::optional<Nest> nest = matchNest(kernel);
  if (!nest || nest->foralls.empty())
    return success();
  if (failed(tileAsTold(*nest, schedule)))
    return failure();
  if (way.goesAlongBlocks)
    splitLoops(*nest);
  // What is hardly ever called has little code.
  if (isSeldomCalled(kernel)) {
    vectorBits = 0;
    parallel = false;
  }
  if (auto function = kernel->getParentOfType<func::FuncOp>();
      function && function->hasAttr(rowsAttribute))
    parallel = false;
  FailureOr<Decision> decided =
      Scheduler(vectorBits, parallel).decide(*nest, schedule);
  if (failed(decided))
    return failure();
  Decision &decision = *decided;
  if (way.keys && decision.workspace == Workspace::row)
    decision.keys = way.keys;
  counts.product = findSparseProduct(*nest, decision);
  counts.blockProduct = findBlockProduct(*nest, decision);
  if (notesOrders)
    noteOrders(kernel, *nest, decision);
  counts.conversions += decision.order.converted.size();
  counts.conversions += decision.order.convertsResult;
  SmallVector<unsigned> modes = getResultOrder(*nest, decision);
  SmallVector<std::string> why;
  if (notesOrders)
    for (AccessOp access : decision.order.converted)
      why.push_back(whyConverted(*nest, access));
  std::string whyResult;
  if (notesOrders && decision.order.convertsResult)
    whyResult = whyResultConverted(*nest);
  // What is asked of the nest's accesses comes before they are rewritten.
  SmallVector<Value> moved = getMovedInside(*nest, decision);
  convertOperands(kernel, decision.order, why);
  askForPadding(*nest);
  if (failed(
          apply(*nest, decision, moved, schedule, way.multipliesRows, counts)))
    return failure();
  if (schedule)
    if (std::string complaint = getComplaint(kernel); !complaint.empty())
      return emitError(schedule.getClauses().front().getLoc())
             << "this schedule cannot be had: a loop " << complaint;
  if (decision.order.convertsResult)
    convertResult(kernel, modes, whyResult);
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
    SymbolTableCollection symbols;
    SymbolUserMap users(symbols, getOperation());
    for (KernelOp kernel : kernels) {
      Versions versions(kernel);
      if (failed(
              scheduleKernel(kernel, vectorBits, parallel, counts, noteOrders)))
        return signalPassFailure();
      ScheduleWay way;
      KernelOp other = versions.make(counts, users, way);
      if (other && failed(scheduleKernel(other, vectorBits, parallel, counts,
                                         noteOrders, way)))
        return signalPassFailure();
    }
    numWorkspaces = counts.workspaces;
    numConversions = counts.conversions;
    numFills = counts.fills;
    numVector = counts.vectors;
    getOperation().walk(
        [&](ForallOp forall) { numParallel += forall.getParallel(); });
  }
};
} // namespace
