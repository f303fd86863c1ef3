//===- RegisterBlocks.cpp - sums that stay in registers -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for j { for k { C[i, k] += a(j) * B(j, k) } }   becomes, block by block of k,
//
// c = C[i, block]; for j carrying c { c += a(j) * B(j, block) }; C[i, block] =
// c
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace encke;

namespace {

class RegisterBlocker {
public:
  RegisterBlocker(scf::ForOp inner, LoopVectorizer &vectorizer, int64_t width)
      : inner(inner), vectorizer(vectorizer), width(width), builder(inner) {}

  bool match();
  void run(int64_t registers);

private:
  bool matchAccumulation();
  bool canCarryAcross(scf::ForOp loop);
  void emitBlocks(Value lo, Value hi, int64_t vectors);
  SmallVector<Value> emitNest(scf::ForOp loop, IRMapping mapping,
                              ValueRange sums, ArrayRef<Value> counters);
  SmallVector<Value> emitBody(const IRMapping &mapping, ValueRange sums,
                              ArrayRef<Value> counters);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, inner.getLoc(), value);
  }

  scf::ForOp inner; // over k
  LoopVectorizer &vectorizer;
  int64_t width;
  OpBuilder builder;
  // The accumulation: store(combine(load, addend)).
  memref::LoadOp load;
  memref::StoreOp store;
  Operation *combiner = nullptr;
  scf::ForOp outer; // the outermost loop that reduces
};

} // namespace

/// The body's only store adds to what it loads from the same element.
bool RegisterBlocker::matchAccumulation() {
  for (Operation &op : inner.getBody()->without_terminator()) {
    auto candidate = dyn_cast<memref::StoreOp>(op);
    if (!candidate)
      continue;
    if (store)
      return false;
    store = candidate;
  }
  if (!store || !inner.getInitArgs().empty())
    return false;
  combiner = store.getValue().getDefiningOp();
  if (!isa_and_present<arith::AddFOp, arith::SubFOp, arith::AddIOp,
                       arith::SubIOp>(combiner) ||
      !combiner->hasOneUse())
    return false;
  load = combiner->getOperand(0).getDefiningOp<memref::LoadOp>();
  return load && load->hasOneUse() && load.getMemRef() == store.getMemRef() &&
         load.getIndices() == store.getIndices() &&
         load->getBlock() == inner.getBody();
}

/// The loop does nothing but lead to the inner loop: it reads and computes, and
/// it reads nothing that the inner loop writes.
bool RegisterBlocker::canCarryAcross(scf::ForOp loop) {
  if (!loop.getInitArgs().empty())
    return false;
  unsigned nested = 0;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (op.getNumRegions() != 0) {
      ++nested;
      if (!isa<scf::ForOp>(op))
        return false;
    } else if (auto read = dyn_cast<memref::LoadOp>(op)) {
      if (read.getMemRef() == store.getMemRef())
        return false;
    } else if (!isPure(&op)) {
      return false;
    }
  }
  return nested == 1;
}

bool RegisterBlocker::match() {
  if (!matchAccumulation())
    return false;
  auto isOutside = [](Value value, scf::ForOp loop) {
    return loop.isDefinedOutsideOfLoop(value);
  };
  for (auto loop = dyn_cast<scf::ForOp>(inner->getParentOp()); loop;
       loop = dyn_cast<scf::ForOp>(loop->getParentOp())) {
    bool fixed = isOutside(store.getMemRef(), loop) &&
                 isOutside(inner.getLowerBound(), loop) &&
                 isOutside(inner.getUpperBound(), loop) &&
                 isOutside(inner.getStep(), loop);
    for (Value index : store.getIndices())
      fixed &= index == inner.getInductionVar() || isOutside(index, loop);
    if (!fixed || !canCarryAcross(loop))
      break;
    outer = loop;
  }
  return bool(outer);
}

/// The body of the inner loop for one vector at each counter.
SmallVector<Value> RegisterBlocker::emitBody(const IRMapping &mapping,
                                             ValueRange sums,
                                             ArrayRef<Value> counters) {
  SmallVector<Value> results;
  for (auto [sum, counter] : llvm::zip(sums, counters)) {
    IRMapping vectors = mapping;
    vectors.map(inner.getInductionVar(), counter);
    vectors.map(load.getResult(), sum);
    for (Operation &op : inner.getBody()->without_terminator())
      if (&op != load && &op != store)
        vectorizer.vectorizeOp(builder, vectors, op);
    results.push_back(vectors.lookup(store.getValue()));
  }
  return results;
}

/// The loops from `loop` down to the inner one, carrying the sums.
SmallVector<Value> RegisterBlocker::emitNest(scf::ForOp loop, IRMapping mapping,
                                             ValueRange sums,
                                             ArrayRef<Value> counters) {
  if (loop == inner)
    return emitBody(mapping, sums, counters);
  auto copy = scf::ForOp::create(builder, loop.getLoc(),
                                 mapping.lookupOrDefault(loop.getLowerBound()),
                                 mapping.lookupOrDefault(loop.getUpperBound()),
                                 mapping.lookupOrDefault(loop.getStep()), sums);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(copy.getBody());
  mapping.map(loop.getInductionVar(), copy.getInductionVar());
  SmallVector<Value> carried(copy.getRegionIterArgs());
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto next = dyn_cast<scf::ForOp>(op))
      carried = emitNest(next, mapping, carried, counters);
    else
      builder.clone(op, mapping);
  }
  scf::YieldOp::create(builder, loop.getLoc(), carried);
  return SmallVector<Value>(copy.getResults());
}

/// for k = lo to hi in steps of whole blocks.
void RegisterBlocker::emitBlocks(Value lo, Value hi, int64_t vectors) {
  Location loc = inner.getLoc();
  auto blocks =
      scf::ForOp::create(builder, loc, lo, hi, constant(vectors * width));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(blocks.getBody());
  SmallVector<Value> counters, sums;
  auto indicesAt = [&](Value counter) {
    return llvm::map_to_vector(store.getIndices(), [&](Value index) {
      return index == inner.getInductionVar() ? counter : index;
    });
  };
  for (int64_t vector = 0; vector < vectors; ++vector) {
    counters.push_back(arith::AddIOp::create(
        builder, loc, blocks.getInductionVar(), constant(vector * width)));
    sums.push_back(vector::LoadOp::create(
        builder, loc, vectorizer.vectorOf(load.getType()), load.getMemRef(),
        indicesAt(counters.back())));
  }
  SmallVector<Value> results = emitNest(outer, IRMapping(), sums, counters);
  for (auto [counter, result] : llvm::zip(counters, results))
    vector::StoreOp::create(builder, loc, result, store.getMemRef(),
                            indicesAt(counter));
}

/// Blocks of `registers` vectors, then single vectors, then the old loops for
/// what is left.
void RegisterBlocker::run(int64_t registers) {
  Location loc = inner.getLoc();
  builder.setInsertionPoint(outer);
  Value lo = inner.getLowerBound(), hi = inner.getUpperBound();
  auto roundDown = [&](Value from, int64_t unit) -> Value {
    Value count = arith::SubIOp::create(builder, loc, hi, from);
    Value rest = arith::RemSIOp::create(builder, loc, count, constant(unit));
    return arith::SubIOp::create(builder, loc, hi, rest);
  };
  Value blocksEnd = roundDown(lo, registers * width);
  emitBlocks(lo, blocksEnd, registers);
  Value vectorsEnd = roundDown(blocksEnd, width);
  emitBlocks(blocksEnd, vectorsEnd, 1);
  Value isLeft = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       vectorsEnd, hi);
  auto rest = scf::IfOp::create(builder, loc, isLeft, /*withElseRegion=*/false);
  outer->moveBefore(rest.thenYield());
  inner.getLowerBoundMutable().assign(vectorsEnd);
}

bool encke::blockRegisters(scf::ForOp loop, LoopVectorizer &vectorizer,
                           int64_t width, int64_t registers) {
  RegisterBlocker blocker(loop, vectorizer, width);
  if (!blocker.match())
    return false;
  blocker.run(registers);
  return true;
}
