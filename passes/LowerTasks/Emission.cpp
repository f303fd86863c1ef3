//===- Emission.cpp - what the lowering of tasks emits again and again ----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/LowerTasks/Lowering.h"

#include "dialects/CIN/Reductions.h"
#include "passes/Cost/Threads.h"
#include "passes/Support/Buffers.h"
#include "passes/Support/TargetSpec.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::lowering;
using namespace encke::tasks;

Place::Place(ModuleOp module, bool serial)
    : runtime(module), target(getTarget(module)), serial(serial),
      builder(module), loc(module.getLoc()) {}

Value Emission::constant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value Emission::integer(Value index) {
  return RuntimeCalls::toInteger(builder, loc, index);
}

Value Emission::pointerTo(Value buffer) {
  return RuntimeCalls::pointerTo(builder, loc, buffer);
}

Value Emission::allocate(MemRefType type, ValueRange sizes) {
  auto alloc = allocateManually(builder, loc, type, sizes);
  place.allocations.push_back(alloc);
  return alloc;
}

void Emission::free(Value buffer) { freeManually(builder, loc, buffer); }

void Emission::setWeights(Plan &plan, Value array) {
  if (!array) {
    plan.weights = LLVM::ZeroOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
    return;
  }
  plan.weights = pointerTo(array);
  plan.weightBytes =
      cast<MemRefType>(array.getType()).getElementTypeBitWidth() / 8;
}

Value Emission::countTasks(const Plan &plan, Value cost, Value extra) {
  auto number = [&](int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  };
  Value tasks = runtime.call(
      builder, loc, "encke_loop_tasks", builder.getI64Type(),
      {plan.weights, number(plan.weightBytes), integer(plan.lo),
       integer(plan.hi), integer(cost), number(cost::roundCost),
       number(cost::getLeastOfTask(target)), integer(extra),
       number(cost::copiedCost), number(cost::getLeastOfSharingTask(target))});
  return RuntimeCalls::toIndex(builder, loc, tasks);
}

void Emission::forEachTask(Value tasks, function_ref<void(Value)> body) {
  Value zero = constant(0), one = constant(1);
  if (serial)
    return body(zero);
  auto loop = scf::ParallelOp::create(builder, loc, zero, tasks, one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVars().front());
}

/// The iteration with which the chunk begins.
Value Emission::splitAt(const Plan &plan, Value chunk) {
  Value begin = runtime.call(
      builder, loc, "encke_loop_split", builder.getI64Type(),
      {plan.weights, RuntimeCalls::integer(builder, loc, plan.weightBytes),
       integer(plan.lo), integer(plan.hi), integer(chunk), integer(plan.chunks),
       RuntimeCalls::integer(builder, loc, cost::getRoundsOfLine(target)),
       RuntimeCalls::integer(builder, loc, plan.unit)});
  return RuntimeCalls::toIndex(builder, loc, begin);
}

/// The coordinate at a position, or -1 after the last one.
Value Emission::coordinateAt(const Plan &plan, Value coordinates,
                             Value position) {
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       position, plan.hi);
  auto load = scf::IfOp::create(
      builder, loc, inside,
      [&](OpBuilder &body, Location) {
        Value stored = memref::LoadOp::create(body, loc, coordinates, position);
        // Never negative.
        Value index = arith::IndexCastUIOp::create(body, loc,
                                                   body.getIndexType(), stored);
        scf::YieldOp::create(body, loc, index);
      },
      [&](OpBuilder &body, Location) {
        Value none = arith::ConstantIndexOp::create(body, loc, -1);
        scf::YieldOp::create(body, loc, none);
      });
  return load.getResult(0);
}

SmallVector<Value> Emission::inlineBlock(Block &block, ValueRange arguments) {
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  Operation *yield = block.getTerminator();
  builder.getInsertionBlock()->getOperations().splice(
      builder.getInsertionPoint(), block.getOperations(), block.begin(),
      yield->getIterator());
  return llvm::to_vector(yield->getOperands());
}

Value Emission::allocateSeveral(Value count, Value buffer, int64_t first) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> sizes = {count};
  SmallVector<int64_t> shape = {ShapedType::kDynamic};
  for (int64_t mode = first; mode < type.getRank(); ++mode) {
    shape.push_back(type.getDimSize(mode));
    if (type.isDynamicDim(mode))
      sizes.push_back(memref::DimOp::create(builder, loc, buffer, mode));
  }
  return allocate(MemRefType::get(shape, type.getElementType()), sizes);
}

Value Emission::viewOne(Value several, MemRefType type, Value number) {
  SmallVector<OpFoldResult> offsets = {number}, sizes, strides;
  sizes.push_back(builder.getIndexAttr(1));
  for (int64_t mode = 1; mode <= type.getRank(); ++mode) {
    offsets.push_back(builder.getIndexAttr(0));
    sizes.push_back(memref::getMixedSize(builder, loc, several, mode));
  }
  strides.assign(sizes.size(), builder.getIndexAttr(1));
  auto view = memref::SubViewOp::inferRankReducedResultType(
      type.getShape(), cast<MemRefType>(several.getType()), offsets, sizes,
      strides);
  return memref::SubViewOp::create(builder, loc, cast<MemRefType>(view),
                                   several, offsets, sizes, strides);
}

void Emission::setAll(Value buffer, cin::Reduction reduction) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  Value start = cin::emitIdentity(builder, loc, reduction, element);
  forEachElement(builder, loc, buffer, [&](OpBuilder &body, ValueRange at) {
    memref::StoreOp::create(body, loc, start, buffer, at);
  });
}

void Emission::combineInto(Value into, Value from, cin::Reduction reduction,
                           Value lo, Value hi) {
  auto combine = [&](OpBuilder &body, ValueRange at) {
    Value old = memref::LoadOp::create(body, loc, into, at);
    Value more = memref::LoadOp::create(body, loc, from, at);
    Value both = cin::emitReduction(body, loc, reduction, old, more);
    memref::StoreOp::create(body, loc, both, into, at);
  };
  forEachElement(builder, loc, into, combine, lo, hi);
}
