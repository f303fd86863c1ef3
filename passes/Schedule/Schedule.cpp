//===- Schedule.cpp - choose loop order, workspaces, vector loops ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The policy works on a kernel in the naive form: one nest of foralls around
// one assignment. It decides on a new order and marks, and builds the nest
// anew. Kernels of another form were written by someone who decided already.
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"
#include "passes/Schedule/Conversions.h"
#include "passes/Schedule/LoopOrder.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Terms.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

namespace encke {
#define GEN_PASS_DEF_SCHEDULE
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Vectors held in registers by a loop that accumulates: enough independent
/// sums to hide the latency of a fused multiply-add, and few enough to leave
/// registers for the operands. Four was the fastest for SpMM with 32 columns.
static constexpr int64_t registerCount = 4;

namespace {

/// How partial sums are collected on their way into the result.
enum class Workspace {
  none,
  scalar,
  row,
  terms ///< A row, filled by each term of a sum in turn.
};

/// A sparse operand whose row the innermost of its loops would meet again in
/// each iteration of a loop around: a mask, mostly. It is put into a row of its
/// own first, in which its coordinates are looked up.
struct RowOperand {
  AccessOp access;
  ForallOp along;
  size_t outside; // how many loops are outside of the row
};

/// What was decided. Index variables are the foralls of the naive nest.
struct Decision {
  LoopOrder order;
  Workspace workspace = Workspace::none;
  /// How many loops are outside of the workspace.
  size_t outside = 0;
  SmallVector<RowOperand> rowOperands;
  std::optional<int64_t> vectorWidth; // of the innermost loop
  bool registers = false; // its elements stay in registers across reductions
  bool parallel = false;  // the outermost loop
};

class Scheduler {
public:
  Scheduler(unsigned vectorBits, bool parallel)
      : vectorBits(vectorBits), parallel(parallel) {}

  std::optional<Nest> match(KernelOp kernel);
  Decision decide(const Nest &nest);

private:
  std::optional<int64_t> chooseVectorWidth(const Nest &nest, ForallOp loop);
  std::optional<int64_t> chooseGatherWidth(const Nest &nest, ForallOp loop);
  void chooseWorkspace(const Nest &nest, Decision &decision);
  void findRowOperands(const Nest &nest, Decision &decision);

  unsigned vectorBits;
  bool parallel;
};

} // namespace

static RankedTensorType getTensor(PlaceType place) { return place.getTensor(); }

static bool isSparse(Value place) {
  return bool(cast<PlaceType>(place.getType()).getTensor().getEncoding());
}

/// `innermost` and the assignment are all that the loops hold.
std::optional<Nest> Scheduler::match(KernelOp kernel) {
  Nest nest;
  Block *block = &kernel.getBlock();
  while (llvm::hasSingleElement(*block)) {
    auto forall = dyn_cast<ForallOp>(block->front());
    if (!forall || forall.getParallel() || forall.getVector())
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

/// Every access must be contiguous along the loop or not depend on it.
std::optional<int64_t> Scheduler::chooseVectorWidth(const Nest &nest,
                                                    ForallOp loop) {
  Value index = loop.getIndex();
  bool dense = true;
  auto check = [&](PlaceType place, ValueRange indices) {
    RankedTensorType tensor = getTensor(place);
    for (auto [mode, other] : llvm::enumerate(indices))
      if (other == index)
        dense &= !tensor.getEncoding() && mode + 1 == indices.size();
  };
  AssignOp assign = nest.assign;
  check(assign.getTensor().getType(), assign.getIndices());
  for (AccessOp access : nest.accesses)
    check(access.getTensor().getType(), access.getIndices());
  Type element = assign.getValue().getType();
  if (!dense || !element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 8)
    return std::nullopt;
  int64_t width = vectorBits / element.getIntOrFloatBitWidth();
  // Not wider than the loop is long, where that is known.
  if (std::optional<int64_t> extent = getConstantIntValue(loop.getExtent()))
    while (width > std::max<int64_t>(*extent, 1))
      width /= 2;
  return width > 1 ? std::optional<int64_t>(width) : std::nullopt;
}

/// A sum along the last level of one sparse operand takes elements of dense
/// ones at its coordinates. Half a kilobit of gathers is no faster than 256
/// bits; less is no faster than scalar code.
std::optional<int64_t> Scheduler::chooseGatherWidth(const Nest &nest,
                                                    ForallOp loop) {
  constexpr unsigned gatherBits = 256;
  AssignOp assign = nest.assign;
  Type element = assign.getValue().getType();
  if (vectorBits < gatherBits || assign.getReduction() != Reduction::add ||
      !element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 32)
    return std::nullopt;
  unsigned sparse = 0, gathered = 0;
  for (AccessOp access : nest.accesses) {
    RankedTensorType tensor = getTensor(access.getTensor().getType());
    size_t last = tensor.getRank() - 1;
    if (tensor.getEncoding())
      last = getFormat(tensor)->levelToMode.back();
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
  return gatherBits / element.getIntOrFloatBitWidth();
}

/// The summands of a value: what is added to the others, and what is
/// subtracted.
static void findTerms(Value value, bool negative,
                      SmallVectorImpl<std::pair<Value, bool>> &terms) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<arith::AddFOp, arith::AddIOp, complex::AddOp,
                      arith::SubFOp, arith::SubIOp, complex::SubOp>(op)) {
    bool subtracts = isa<arith::SubFOp, arith::SubIOp, complex::SubOp>(op);
    findTerms(op->getOperand(0), negative, terms);
    findTerms(op->getOperand(1), negative != subtracts, terms);
  } else if (isa_and_present<arith::NegFOp, complex::NegOp>(op)) {
    findTerms(op->getOperand(0), !negative, terms);
  } else {
    terms.push_back({value, negative});
  }
}

static bool readsSparse(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_if_present<AccessOp>(op))
    return isSparse(access.getTensor());
  return op && llvm::any_of(op->getOperands(), readsSparse);
}

static bool isSumOfMany(Value value) {
  SmallVector<std::pair<Value, bool>> terms;
  findTerms(value, /*negative=*/false, terms);
  return !value.getType().isInteger(1) &&
         llvm::count_if(terms, [](const auto &term) {
           return readsSparse(term.first);
         }) >= minCollectedTerms;
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
    decision.workspace = Workspace::row;
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

/// Only where another operand says which coordinates to look up.
void Scheduler::findRowOperands(const Nest &nest, Decision &decision) {
  ArrayRef<ForallOp> order = decision.order.loops;
  auto depthOf = [&](Value index) -> size_t {
    return llvm::find(order, forallOf(index)) - order.begin();
  };
  auto follow = [&](AccessOp access) -> RowOperand {
    SmallVector<size_t> depths = llvm::map_to_vector(
        access.getIndices(), [&](Value index) { return depthOf(index); });
    llvm::sort(depths);
    size_t outside = depths.size() > 1 ? depths[depths.size() - 2] + 1 : 0;
    return {access, order[depths.back()], outside};
  };
  SmallVector<RowOperand> rows;
  SmallVector<ForallOp> driven;
  for (AccessOp access : nest.accesses) {
    if (!isSparse(access.getTensor()) || access.getIndices().empty())
      continue;
    RowOperand row = follow(access);
    bool meetsAgain =
        llvm::find(order, row.along) - order.begin() > ptrdiff_t(row.outside);
    if (meetsAgain)
      rows.push_back(row);
    else
      driven.push_back(row.along);
  }
  for (const RowOperand &row : rows)
    if (llvm::is_contained(driven, row.along))
      decision.rowOperands.push_back(row);
}

Decision Scheduler::decide(const Nest &nest) {
  Decision decision;
  decision.order = chooseLoopOrder(nest);
  chooseWorkspace(nest, decision);
  ArrayRef<ForallOp> order = decision.order.loops;
  if (order.empty())
    return decision;
  AssignOp assign = nest.assign;
  findRowOperands(nest, decision);
  decision.vectorWidth = chooseVectorWidth(nest, order.back());
  if (!decision.vectorWidth && decision.workspace == Workspace::scalar)
    decision.vectorWidth = chooseGatherWidth(nest, order.back());
  decision.parallel = parallel && movesResult(nest, order.front());
  if (appends(nest))
    return decision;
  decision.registers = decision.vectorWidth && order.size() > 1 &&
                       movesResult(nest, order.back()) &&
                       assign.getReduction() != Reduction::none &&
                       !movesResult(nest, order[order.size() - 2]);
  return decision;
}

//===----------------------------------------------------------------------===//
// The new nest
//===----------------------------------------------------------------------===//

namespace {

/// Builds the nest of the decision in front of the old one.
class Rebuilder {
public:
  Rebuilder(KernelOp kernel, const Nest &nest, const Decision &decision)
      : nest(nest), decision(decision), builder(kernel.getContext()),
        loc(AssignOp(nest.assign).getLoc()) {
    builder.setInsertionPointToStart(&kernel.getBlock());
  }

  void run();

private:
  void openLoop(size_t depth);
  void openRow(AssignOp assign);
  void openRowOperand(const RowOperand &row);
  WhereOp makeRow(ForallOp along, Type element);
  ForallOp openAlong(ForallOp along);
  Value maskAgain(AssignOp assign, Value element);
  void openScalar(AssignOp assign);
  void buildStatement();
  void buildTerms(AssignOp assign);
  Value cloneTree(Value value);
  Value negate(Value value);
  SmallVector<Value> target();

  const Nest &nest;
  const Decision &decision;
  OpBuilder builder;
  Location loc;
  IRMapping mapping;
  Value workspace;
  /// The rows of the row operands, and along what.
  llvm::DenseMap<Operation *, std::pair<Value, ForallOp>> rowOf;
};

} // namespace

SmallVector<Value> Rebuilder::target() {
  AssignOp assign = nest.assign;
  return llvm::map_to_vector(
      assign.getIndices(), [&](Value index) { return mapping.lookup(index); });
}

void Rebuilder::openLoop(size_t depth) {
  ForallOp old = decision.order.loops[depth];
  auto forall = ForallOp::create(builder, old.getLoc(), old.getExtent(),
                                 old.getLabelAttr());
  if (depth + 1 == decision.order.loops.size() && decision.vectorWidth)
    forall.setVector(*decision.vectorWidth);
  if (depth + 1 == decision.order.loops.size() && decision.registers)
    forall.setRegisters(registerCount);
  if (depth == 0)
    forall.setParallel(decision.parallel);
  mapping.map(old.getIndex(), forall.getIndex());
  builder.setInsertionPointToStart(&forall.getBlock());
}

/// How a sparse result takes what a workspace has collected: it starts empty,
/// so nothing is there to combine with.
static Reduction getConsuming(AssignOp assign) {
  return isSparse(assign.getTensor()) ? Reduction::none : assign.getReduction();
}

/// What reduces and does not say how may take any of the values.
static Reduction getProducing(AssignOp assign) {
  return assign.getReduction() == Reduction::none
             ? Reduction::any
             : getCollecting(assign.getReduction());
}

/// The difference from nothing.
Value Rebuilder::negate(Value value) {
  Value zero = emitIdentity(builder, loc, Reduction::add, value.getType());
  return emitReduction(builder, loc, Reduction::sub, zero, value);
}

void Rebuilder::openScalar(AssignOp assign) {
  auto type = RankedTensorType::get({}, assign.getValue().getType());
  auto where = WhereOp::create(builder, loc, type, ValueRange());
  builder.setInsertionPointToStart(&where.getConsumer().front());
  Value sum = AccessOp::create(builder, loc, where.getConsumer().getArgument(0),
                               ValueRange());
  if (isSparse(assign.getTensor()) && assign.getReduction() == Reduction::sub)
    sum = negate(sum);
  AssignOp::create(builder, loc, assign.getTensor(), target(),
                   getConsuming(assign), sum);
  builder.setInsertionPointToStart(&where.getProducer().front());
  workspace = where.getProducer().getArgument(0);
}

/// A row workspace as long as the loop.
WhereOp Rebuilder::makeRow(ForallOp along, Type element) {
  Format compressed;
  compressed.levels.push_back(LevelType::CompressedUnique);
  compressed.levelToMode.push_back(0);
  std::optional<int64_t> size = getConstantIntValue(along.getExtent());
  RankedTensorType type =
      getTensorType(compressed, size.value_or(ShapedType::kDynamic), element,
                    /*indexWidth=*/32);
  SmallVector<Value> sizes;
  if (!size)
    sizes.push_back(along.getExtent());
  return WhereOp::create(builder, loc, type, sizes);
}

ForallOp Rebuilder::openAlong(ForallOp along) {
  auto forall = ForallOp::create(builder, along.getLoc(), along.getExtent(),
                                 along.getLabelAttr());
  mapping.map(along.getIndex(), forall.getIndex());
  builder.setInsertionPointToStart(&forall.getBlock());
  return forall;
}

void Rebuilder::openRowOperand(const RowOperand &row) {
  AccessOp access = row.access;
  WhereOp where = makeRow(row.along, access.getType());
  builder.setInsertionPointToStart(&where.getProducer().front());
  ForallOp forall = openAlong(row.along);
  Operation *element = builder.clone(*access, mapping);
  AssignOp::create(builder, loc, where.getProducer().getArgument(0),
                   ValueRange(forall.getIndex()), Reduction::none,
                   element->getResult(0));
  builder.setInsertionPointToStart(&where.getConsumer().front());
  rowOf[access] = {where.getConsumer().getArgument(0), row.along};
}

/// Only where both are, the left one.
static bool isMask(sparse_tensor::BinaryOp binary) {
  if (binary.getLeftIdentity() || !binary.getLeftRegion().empty() ||
      binary.getRightIdentity() || !binary.getRightRegion().empty() ||
      binary.getOverlapRegion().empty())
    return false;
  Block &block = binary.getOverlapRegion().front();
  return block.front().getNumOperands() == 1 &&
         block.front().getOperand(0) == block.getArgument(0);
}

/// What a mask has let into the row is found in the order of the mask's row,
/// which need not be sorted.
Value Rebuilder::maskAgain(AssignOp assign, Value element) {
  auto mask = assign.getValue().getDefiningOp<sparse_tensor::BinaryOp>();
  auto access = mask ? mask.getY().getDefiningOp<AccessOp>() : AccessOp();
  bool isRow = llvm::any_of(
      decision.rowOperands,
      [&](const RowOperand &row) { return row.access == access; });
  if (!access || !isRow || !isMask(mask))
    return element;
  IRMapping here = mapping;
  here.map(mask.getX(), element);
  here.map(mask.getY(), builder.clone(*access, mapping)->getResult(0));
  return builder.clone(*mask, here)->getResult(0);
}

/// Along the one loop inside that moves the element of the result.
void Rebuilder::openRow(AssignOp assign) {
  ForallOp along;
  for (ForallOp loop :
       ArrayRef(decision.order.loops).drop_front(decision.outside))
    if (movesResult(nest, loop))
      along = loop;
  WhereOp where = makeRow(along, assign.getValue().getType());
  builder.setInsertionPointToStart(&where.getConsumer().front());
  ForallOp forall = openAlong(along);
  Value element =
      AccessOp::create(builder, loc, where.getConsumer().getArgument(0),
                       ValueRange(forall.getIndex()));
  element = maskAgain(assign, element);
  if (assign.getReduction() == Reduction::sub)
    element = negate(element);
  AssignOp::create(builder, loc, assign.getTensor(), target(),
                   getConsuming(assign), element);
  builder.setInsertionPointToStart(&where.getProducer().front());
  workspace = where.getProducer().getArgument(0);
}

void Rebuilder::buildStatement() {
  AssignOp assign = nest.assign;
  for (Operation *op : nest.body) {
    if (auto access = dyn_cast<AccessOp>(op); access && rowOf.count(access)) {
      auto [row, along] = rowOf[access];
      Value index = mapping.lookup(along.getIndex());
      mapping.map(access.getResult(),
                  AccessOp::create(builder, loc, row, index));
    } else if (op != assign) {
      builder.clone(*op, mapping);
    }
  }
  Value value = mapping.lookupOrDefault(assign.getValue());
  SmallVector<Value> indices;
  if (!workspace) {
    Reduction reduction = getConsuming(assign);
    if (isSparse(assign.getTensor()) && assign.getReduction() == Reduction::sub)
      value = negate(value);
    AssignOp::create(builder, loc, assign.getTensor(), target(), reduction,
                     value);
    return;
  }
  if (decision.workspace == Workspace::row)
    for (ForallOp loop :
         ArrayRef(decision.order.loops).drop_front(decision.outside))
      if (movesResult(nest, loop))
        indices.push_back(mapping.lookup(loop.getIndex()));
  AssignOp::create(builder, loc, workspace, indices, getProducing(assign),
                   value);
}

Value Rebuilder::cloneTree(Value value) {
  Operation *op = value.getDefiningOp();
  if (mapping.contains(value) || !op || !llvm::is_contained(nest.body, op))
    return mapping.lookupOrDefault(value);
  for (Value operand : op->getOperands())
    cloneTree(operand);
  return builder.clone(*op, mapping)->getResult(0);
}

/// A loop for each term. The workspace's row is along the last loop.
void Rebuilder::buildTerms(AssignOp assign) {
  SmallVector<std::pair<Value, bool>> terms;
  findTerms(assign.getValue(), assign.getReduction() == Reduction::sub, terms);
  ForallOp along = decision.order.loops.back();
  WhereOp where = makeRow(along, assign.getValue().getType());
  builder.setInsertionPointToStart(&where.getConsumer().front());
  ForallOp forall = openAlong(along);
  Value element =
      AccessOp::create(builder, loc, where.getConsumer().getArgument(0),
                       ValueRange(forall.getIndex()));
  AssignOp::create(builder, loc, assign.getTensor(), target(), Reduction::none,
                   element);
  IRMapping outside = mapping;
  for (auto [term, negative] : terms) {
    mapping = outside;
    builder.setInsertionPointToEnd(&where.getProducer().front());
    ForallOp loop = openAlong(along);
    Value value = cloneTree(term);
    AssignOp::create(builder, loc, where.getProducer().getArgument(0),
                     ValueRange(loop.getIndex()), Reduction::add,
                     negative ? negate(value) : value);
  }
}

void Rebuilder::run() {
  size_t depth = 0;
  auto openRows = [&]() {
    for (const RowOperand &row : decision.rowOperands)
      if (row.outside == depth)
        openRowOperand(row);
  };
  for (; depth < decision.outside; ++depth) {
    openRows();
    openLoop(depth);
  }
  if (decision.workspace == Workspace::scalar)
    openScalar(nest.assign);
  else if (decision.workspace == Workspace::row)
    openRow(nest.assign);
  if (decision.workspace == Workspace::terms) {
    buildTerms(nest.assign);
  } else {
    for (; depth < decision.order.loops.size(); ++depth) {
      openRows();
      openLoop(depth);
    }
    buildStatement();
  }
  if (nest.foralls.empty()) {
    for (Operation *op : llvm::reverse(nest.body))
      op->erase();
  } else {
    ForallOp outermost = nest.foralls.front();
    outermost.erase();
  }
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

namespace {
struct Schedule : encke::impl::ScheduleBase<Schedule> {
  using ScheduleBase::ScheduleBase;

  void runOnOperation() override {
    Scheduler scheduler(vectorBits, parallel);
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    for (KernelOp kernel : kernels) {
      std::optional<Nest> nest = scheduler.match(kernel);
      if (!nest || nest->foralls.empty())
        continue;
      Decision decision = scheduler.decide(*nest);
      numConversions += decision.order.converted.size();
      numConversions += decision.order.convertsResult;
      SmallVector<unsigned> modes = getResultOrder(*nest, decision);
      convertOperands(kernel, decision.order);
      Rebuilder(kernel, *nest, decision).run();
      if (decision.order.convertsResult)
        convertResult(kernel, modes);
      numWorkspaces += decision.workspace != Workspace::none;
      numVector += decision.vectorWidth.has_value();
      numParallel += decision.parallel;
    }
  }
};
} // namespace
