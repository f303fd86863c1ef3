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

#include "dialects/CIN/CINDialect.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

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

/// A kernel in the naive form.
struct Nest {
  SmallVector<ForallOp> foralls; // outermost first
  SmallVector<Operation *> body; // of the innermost one
  AssignOp assign;
  SmallVector<AccessOp> accesses;
};

/// What was decided. Index variables are the foralls of the naive nest.
struct Decision {
  SmallVector<ForallOp> order;
  /// The innermost loops that only reduce, when their sum goes through a
  /// register: how many.
  unsigned reducing = 0;
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
  void rebuild(KernelOp kernel, const Nest &nest, const Decision &decision);

private:
  SmallVector<ForallOp> chooseOrder(const Nest &nest);
  ForallOp chooseInnermost(const Nest &nest, ArrayRef<ForallOp> candidates);
  std::optional<int64_t> chooseVectorWidth(const Nest &nest, ForallOp loop);

  unsigned vectorBits;
  bool parallel;
};

} // namespace

static RankedTensorType getTensor(PlaceType place) { return place.getTensor(); }

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
    } else if (op.getNumRegions() != 0) {
      return std::nullopt;
    }
  }
  if (!nest.assign)
    return std::nullopt;
  return nest;
}

static ForallOp forallOf(Value index) {
  return cast<ForallOp>(index.getParentBlock()->getParentOp());
}

/// Each sparse tensor's index variables in the order of its levels; then the
/// others. Where two tensors disagree the first one wins, and the generator
/// says that it cannot follow the second.
SmallVector<ForallOp> Scheduler::chooseOrder(const Nest &nest) {
  llvm::SetVector<Operation *> order;
  for (AccessOp access : nest.accesses) {
    RankedTensorType tensor = getTensor(access.getTensor().getType());
    std::optional<Format> format = getFormat(tensor);
    if (!tensor.getEncoding() || !format)
      continue;
    for (unsigned mode : format->levelToMode)
      order.insert(forallOf(access.getIndices()[mode]));
  }
  SmallVector<ForallOp> dense;
  for (ForallOp forall : nest.foralls)
    if (!order.contains(forall))
      dense.push_back(forall);
  ForallOp innermost =
      dense.empty() ? ForallOp() : chooseInnermost(nest, dense);
  for (ForallOp forall : dense)
    if (forall != innermost)
      order.insert(forall);
  if (innermost)
    order.insert(innermost);
  SmallVector<ForallOp> result;
  for (Operation *op : order)
    result.push_back(cast<ForallOp>(op));
  return result;
}

/// Contiguous in dimension `last` means step 1 in memory.
static int scoreAccess(ValueRange indices, Value index) {
  int score = 0;
  for (auto [mode, other] : llvm::enumerate(indices))
    if (other == index)
      score += mode + 1 == indices.size() ? 1 : -2;
  return score;
}

ForallOp Scheduler::chooseInnermost(const Nest &nest,
                                    ArrayRef<ForallOp> candidates) {
  ForallOp best;
  int bestScore = 0;
  for (ForallOp forall : candidates) {
    Value index = forall.getIndex();
    // A store counts twice: it reads and writes.
    AssignOp assign = nest.assign;
    int score = 2 * scoreAccess(assign.getIndices(), index);
    for (AccessOp access : nest.accesses)
      if (!getTensor(access.getTensor().getType()).getEncoding())
        score += scoreAccess(access.getIndices(), index);
    if (!best || score >= bestScore) {
      best = forall;
      bestScore = score;
    }
  }
  return best;
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

Decision Scheduler::decide(const Nest &nest) {
  Decision decision;
  decision.order = chooseOrder(nest);
  AssignOp assign = nest.assign;
  auto writes = [&](ForallOp forall) {
    return llvm::is_contained(assign.getIndices(), forall.getIndex());
  };
  if (assign.getReduction() != Reduction::none)
    for (ForallOp forall : llvm::reverse(decision.order)) {
      if (writes(forall))
        break;
      ++decision.reducing;
    }
  if (!decision.order.empty()) {
    decision.vectorWidth = chooseVectorWidth(nest, decision.order.back());
    decision.parallel = parallel && writes(decision.order.front());
  }
  size_t depth = decision.order.size();
  if (decision.vectorWidth && depth > 1 && writes(decision.order.back())) {
    decision.registers = assign.getReduction() != Reduction::none &&
                         !writes(decision.order[depth - 2]);
  }
  return decision;
}

/// Builds the nest of the decision in front of the old one.
void Scheduler::rebuild(KernelOp kernel, const Nest &nest,
                        const Decision &decision) {
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointToStart(&kernel.getBlock());
  IRMapping mapping;
  size_t outer = decision.order.size() - decision.reducing;
  AssignOp assign = nest.assign;
  Location loc = assign.getLoc();
  Value workspace;
  Reduction reduction = assign.getReduction();
  for (size_t depth = 0; depth < decision.order.size(); ++depth) {
    ForallOp old = decision.order[depth];
    if (depth == outer) {
      auto type = RankedTensorType::get({}, assign.getValue().getType());
      auto where = WhereOp::create(builder, loc, type, ValueRange());
      builder.setInsertionPointToStart(&where.getConsumer().front());
      Value sum = AccessOp::create(
          builder, loc, where.getConsumer().getArgument(0), ValueRange());
      SmallVector<Value> target;
      for (Value index : assign.getIndices())
        target.push_back(mapping.lookup(index));
      AssignOp::create(builder, loc, assign.getTensor(), target, reduction,
                       sum);
      builder.setInsertionPointToStart(&where.getProducer().front());
      workspace = where.getProducer().getArgument(0);
    }
    auto forall = ForallOp::create(builder, old.getLoc(), old.getExtent(),
                                   old.getLabelAttr());
    if (depth + 1 == decision.order.size() && decision.vectorWidth)
      forall.setVector(*decision.vectorWidth);
    if (depth + 1 == decision.order.size() && decision.registers)
      forall.setRegisters(registerCount);
    if (depth == 0)
      forall.setParallel(decision.parallel);
    mapping.map(old.getIndex(), forall.getIndex());
    builder.setInsertionPointToStart(&forall.getBlock());
  }
  for (Operation *op : nest.body)
    if (op != assign)
      builder.clone(*op, mapping);
  Value value = mapping.lookupOrDefault(assign.getValue());
  if (workspace)
    AssignOp::create(builder, loc, workspace, ValueRange(), Reduction::add,
                     value);
  else
    builder.clone(*assign, mapping);
  if (nest.foralls.empty()) {
    for (Operation *op : llvm::reverse(nest.body))
      op->erase();
  } else {
    ForallOp outermost = nest.foralls.front();
    outermost.erase();
  }
}

namespace {
struct Schedule : encke::impl::ScheduleBase<Schedule> {
  using ScheduleBase::ScheduleBase;

  void runOnOperation() override {
    Scheduler scheduler(vectorBits, parallel);
    getOperation().walk([&](KernelOp kernel) {
      std::optional<Nest> nest = scheduler.match(kernel);
      if (!nest || nest->foralls.empty())
        return;
      Decision decision = scheduler.decide(*nest);
      scheduler.rebuild(kernel, *nest, decision);
      numWorkspaces += decision.reducing != 0;
      numVector += decision.vectorWidth.has_value();
      numParallel += decision.parallel;
    });
  }
};
} // namespace
