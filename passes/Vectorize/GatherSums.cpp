//===- GatherSums.cpp - sums along a sparse level, by gathers -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for p = lo to hi { s += a[p] * x[crd[p]] }   with vectors of w elements: the
// loads at p are contiguous, those at crd[p] are gathers. Rows are short, so
// there is no second loop for what is left: the last step masks lanes out.
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

class GatherSums {
public:
  GatherSums(scf::ForOp loop, int64_t width)
      : loop(loop), width(width), builder(loop) {}

  bool match();
  void run();

private:
  bool matchLoad(memref::LoadOp load);
  bool isVarying(Value value) const { return varying.contains(value); }
  VectorType vectorOf(Type type) { return VectorType::get(width, type); }
  Value zero(Type type) {
    return arith::ConstantOp::create(builder, loop.getLoc(),
                                     builder.getZeroAttr(vectorOf(type)));
  }
  Value vectorize(Operation &op, IRMapping &mapping, Value mask);
  SmallVector<Value> gather();
  Value load(memref::LoadOp load, const IRMapping &mapping, Value mask);

  scf::ForOp loop;
  int64_t width;
  OpBuilder builder;
  llvm::DenseSet<Value> varying;
  bool gathers = false;
};

} // namespace

/// Only the last index may move along the loop: by the counter, or by what was
/// loaded there.
bool GatherSums::matchLoad(memref::LoadOp load) {
  Type element = load.getType();
  if (!load.getMemRefType().getLayout().isIdentity() || !hasVector(element) ||
      element.isInteger(1))
    return false;
  if (load.getIndices().empty())
    return true;
  for (Value index : load.getIndices().drop_back())
    if (isVarying(index))
      return false;
  Value last = load.getIndices().back();
  gathers |= isVarying(last) && last != loop.getInductionVar();
  return true;
}

/// A lane that is masked out computes something all the same, so nothing may
/// trap.
bool GatherSums::match() {
  varying.insert(loop.getInductionVar());
  varying.insert(loop.getRegionIterArgs().begin(),
                 loop.getRegionIterArgs().end());
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (load ? !matchLoad(load) : !isPure(&op))
      return false;
    if (llvm::none_of(op.getOperands(),
                      [&](Value value) { return isVarying(value); }))
      continue;
    if (!load && (!OpTrait::hasElementwiseMappableTraits(&op) ||
                  !llvm::all_of(op.getOperandTypes(), hasVector) ||
                  !llvm::all_of(op.getResultTypes(), hasVector) ||
                  llvm::is_contained(op.getOperands(), loop.getInductionVar())))
      return false;
    varying.insert(op.getResults().begin(), op.getResults().end());
  }
  return gathers && loop.getNumResults() != 0 && carriesSums(loop);
}

Value GatherSums::load(memref::LoadOp load, const IRMapping &mapping,
                       Value mask) {
  Location loc = load.getLoc();
  VectorType type = vectorOf(load.getType());
  SmallVector<Value> indices =
      llvm::map_to_vector(load.getIndices(), [&](Value index) {
        return mapping.lookupOrDefault(index);
      });
  Value none = zero(load.getType());
  if (!isa<VectorType>(indices.back().getType()))
    return vector::MaskedLoadOp::create(builder, loc, type, load.getMemRef(),
                                        indices, mask, none);
  Value at = indices.back();
  indices.back() = arith::ConstantIndexOp::create(builder, loc, 0);
  return vector::GatherOp::create(builder, loc, type, load.getMemRef(), indices,
                                  at, mask, none);
}

Value GatherSums::vectorize(Operation &op, IRMapping &mapping, Value mask) {
  if (auto element = dyn_cast<memref::LoadOp>(op))
    return load(element, mapping, mask);
  SmallVector<Value> operands =
      llvm::map_to_vector(op.getOperands(), [&](Value operand) -> Value {
        Value mapped = mapping.lookupOrDefault(operand);
        if (isa<VectorType>(mapped.getType()))
          return mapped;
        return vector::BroadcastOp::create(builder, op.getLoc(),
                                           vectorOf(mapped.getType()), mapped);
      });
  OperationState state(op.getLoc(), op.getName(), operands,
                       vectorOf(op.getResult(0).getType()), op.getAttrs());
  return builder.create(state)->getResult(0);
}

/// The sums of the loop, by gathers.
SmallVector<Value> GatherSums::gather() {
  Location loc = loop.getLoc();
  SmallVector<Value> zeros;
  for (Value initial : loop.getInitArgs())
    zeros.push_back(zero(initial.getType()));
  Value step = arith::ConstantIndexOp::create(builder, loc, width);
  auto sums = scf::ForOp::create(builder, loc, loop.getLowerBound(),
                                 loop.getUpperBound(), step, zeros);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(sums.getBody());
  Value left = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                     sums.getInductionVar());
  Value mask = vector::CreateMaskOp::create(
      builder, loc, vectorOf(builder.getI1Type()), left);
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), sums.getInductionVar());
  mapping.map(loop.getRegionIterArgs(), sums.getRegionIterArgs());
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (isVarying(op.getResult(0)))
      mapping.map(op.getResult(0), vectorize(op, mapping, mask));
    else
      builder.clone(op, mapping);
  }
  SmallVector<Value> yielded;
  for (auto [value, sum] :
       llvm::zip(loop.getYieldedValues(), sums.getRegionIterArgs()))
    yielded.push_back(arith::SelectOp::create(builder, loc, mask,
                                              mapping.lookup(value), sum));
  scf::YieldOp::create(builder, loc, yielded);
  builder.setInsertionPointAfter(sums);
  SmallVector<Value> results;
  for (auto [sum, initial] : llvm::zip(sums.getResults(), loop.getInitArgs()))
    results.push_back(emitSumOfLanes(builder, loc, sum, initial));
  return results;
}

/// A row that is no longer than a vector is added up one by one: most of the
/// lanes would be masked out, and the sum of the lanes costs as much again.
void GatherSums::run() {
  Location loc = loop.getLoc();
  Value length = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                       loop.getLowerBound());
  Value isLong = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ugt, length,
      arith::ConstantIndexOp::create(builder, loc, width));
  auto either = scf::IfOp::create(builder, loc, loop.getResultTypes(), isLong,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(&either.getThenRegion().front());
  SmallVector<Value> sums = gather();
  scf::YieldOp::create(builder, loc, sums);
  builder.setInsertionPointToStart(&either.getElseRegion().front());
  Operation *oneByOne = builder.clone(*loop);
  oneByOne->removeAttr("encke.vector");
  scf::YieldOp::create(builder, loc, oneByOne->getResults());
  loop.replaceAllUsesWith(either.getResults());
  loop.erase();
}

bool encke::sumByGathers(scf::ForOp loop, int64_t width) {
  GatherSums sums(loop, width);
  if (!sums.match())
    return false;
  sums.run();
  return true;
}
