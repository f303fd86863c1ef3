//===- Generator.cpp - tensors and statements of a kernel -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

LogicalResult KernelGenerator::run() {
  if (failed(openPlaces()))
    return failure();
  declareDistinct();
  Scope scope;
  if (failed(generate(kernel.getBlock(), scope)))
    return failure();
  kernel.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

LogicalResult KernelGenerator::openPlaces() {
  for (BlockArgument place : kernel.getBlock().getArguments()) {
    RankedTensorType type = cast<PlaceType>(place.getType()).getTensor();
    Value operand = kernel.getOperandOf(place);
    auto storage = std::make_unique<Storage>();
    if (!type.getEncoding()) {
      if (!isa<MemRefType>(operand.getType()))
        return kernel.emitOpError("must be bufferised first");
      storage->buffer = operand;
    } else if (place.getArgNumber() >= kernel.getInputs().size()) {
      return kernel.emitOpError("not supported yet: a sparse result");
    } else if (failed(openSparse(*storage, operand, type))) {
      return failure();
    }
    storages[place] = std::move(storage);
  }
  return success();
}

/// Takes the level arrays out of the runtime's tensor.
LogicalResult KernelGenerator::openSparse(Storage &storage, Value handle,
                                          RankedTensorType type) {
  Location loc = kernel.getLoc();
  std::optional<Format> format = getFormat(type);
  if (!format || !format->maps.empty() ||
      !llvm::all_of(format->levels, canGenerate))
    return kernel.emitOpError("not supported yet: the storage of ") << type;
  storage.format = *format;
  unsigned posWidth = getPositionWidth(type);
  unsigned crdWidth = getCoordinateWidth(type);
  auto number = [&](int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  };
  for (auto [level, levelType] : llvm::enumerate(format->levels)) {
    Value size =
        runtime.call(builder, loc, "encke_tensor_size", builder.getI64Type(),
                     {handle, number(format->levelToMode[level])});
    LevelArrays arrays;
    arrays.size =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size);
    if (levelType != LevelType::Dense) {
      arrays.positions = runtime.array(
          builder, loc, "encke_get_positions", builder.getIntegerType(posWidth),
          {handle, number(level), number(posWidth / 8)});
      arrays.coordinates =
          runtime.array(builder, loc, "encke_get_coordinates",
                        builder.getIntegerType(crdWidth),
                        {handle, number(level), number(crdWidth / 8)});
    }
    storage.levels.push_back(makeLevel(levelType, arrays));
  }
  storage.values =
      runtime.array(builder, loc, "encke_get_values", type.getElementType(),
                    {handle, number(getRuntimeType(type.getElementType()))});
  return success();
}

/// Bufferisation gives every output a buffer that no input shares; said here,
/// LLVM need not check it in the loops.
void KernelGenerator::declareDistinct() {
  auto bufferOf = [&](BlockArgument place) -> Value & {
    Storage &storage = *storages[place];
    return storage.isSparse() ? storage.values : storage.buffer;
  };
  for (BlockArgument output : kernel.getOutputArguments())
    for (BlockArgument input : kernel.getInputArguments()) {
      Value &a = bufferOf(output), &b = bufferOf(input);
      auto distinct = memref::DistinctObjectsOp::create(
          builder, kernel.getLoc(), ValueRange({a, b}));
      a = distinct.getResult(0);
      b = distinct.getResult(1);
    }
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

LogicalResult KernelGenerator::generate(Block &block, Scope &scope) {
  for (Operation &op : block) {
    LogicalResult result = success();
    if (auto forall = dyn_cast<ForallOp>(op))
      result = generateForall(forall, scope);
    else if (auto where = dyn_cast<WhereOp>(op))
      result = generateWhere(where, scope);
    else if (auto access = dyn_cast<AccessOp>(op))
      result = generateAccess(access, scope);
    else if (auto assign = dyn_cast<AssignOp>(op))
      result = generateAssign(assign, scope);
    else
      result = generateOther(op, scope);
    if (failed(result))
      return failure();
  }
  return success();
}

static SmallVector<Value> mapAll(const IRMapping &mapping, ValueRange values) {
  return llvm::map_to_vector(
      values, [&](Value value) { return mapping.lookupOrDefault(value); });
}

WhereOp KernelGenerator::registerOf(Value place) {
  auto where = dyn_cast<WhereOp>(place.getParentBlock()->getParentOp());
  if (!where || where.getWorkspaceType().getTensor().getRank() != 0)
    return {};
  return where;
}

bool KernelGenerator::isOpen(Value place, const Scope &scope) {
  if (WhereOp where = registerOf(place))
    return scope.registers.count(where);
  return storages.count(place);
}

LogicalResult KernelGenerator::generateAccess(AccessOp access, Scope &scope) {
  if (!isOpen(access.getTensor(), scope))
    return access.emitOpError("reads a place of another kernel");
  Location loc = access.getLoc();
  Value result;
  if (WhereOp where = registerOf(access.getTensor())) {
    result = scope.registers.lookup(where);
  } else if (const Storage &storage = storageOf(access.getTensor());
             storage.isSparse()) {
    SmallVector<Value> positions = scope.positions.lookup(access);
    if (positions.size() != storage.levels.size())
      return access.emitOpError("stands outside the loops of its indices");
    result =
        memref::LoadOp::create(builder, loc, storage.values, positions.back());
  } else {
    result = memref::LoadOp::create(builder, loc, storage.buffer,
                                    mapAll(scope.values, access.getIndices()));
  }
  scope.values.map(access.getResult(), result);
  return success();
}

Value KernelGenerator::combine(Location loc, Reduction reduction, Value old,
                               Value value) {
  bool isFloat = isa<FloatType>(value.getType());
  auto contract = arith::FastMathFlags::contract;
  if (reduction == Reduction::add)
    return isFloat ? arith::AddFOp::create(builder, loc, old, value, contract)
                         .getResult()
                   : arith::AddIOp::create(builder, loc, old, value);
  if (reduction == Reduction::sub)
    return isFloat ? arith::SubFOp::create(builder, loc, old, value, contract)
                         .getResult()
                   : arith::SubIOp::create(builder, loc, old, value);
  return value;
}

LogicalResult KernelGenerator::generateAssign(AssignOp assign, Scope &scope) {
  if (!isOpen(assign.getTensor(), scope))
    return assign.emitOpError("writes a place of another kernel");
  Location loc = assign.getLoc();
  Value value = scope.values.lookupOrDefault(assign.getValue());
  Reduction reduction = assign.getReduction();
  if (WhereOp where = registerOf(assign.getTensor())) {
    Value &current = scope.registers[where];
    current = combine(loc, reduction, current, value);
    return success();
  }
  Value buffer = storageOf(assign.getTensor()).buffer;
  SmallVector<Value> indices = mapAll(scope.values, assign.getIndices());
  if (reduction != Reduction::none)
    value =
        combine(loc, reduction,
                memref::LoadOp::create(builder, loc, buffer, indices), value);
  memref::StoreOp::create(builder, loc, value, buffer, indices);
  return success();
}

/// Says that a buffer's life is as written.
static constexpr StringLiteral manualDeallocation =
    bufferization::BufferizationDialect::kManualDeallocation;

/// A register starts as zero and is threaded through the producer; a larger
/// workspace is a buffer of its own.
LogicalResult KernelGenerator::generateWhere(WhereOp where, Scope &scope) {
  Location loc = where.getLoc();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  Value buffer;
  if (type.getRank() == 0) {
    scope.registers[where] = zero;
  } else {
    auto alloc = memref::AllocOp::create(
        builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
        mapAll(scope.values, where.getSizes()), builder.getI64IntegerAttr(64));
    alloc->setAttr(manualDeallocation, builder.getUnitAttr());
    buffer = alloc;
    Value first = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    SmallVector<Value> lo(type.getRank(), first), step(type.getRank(), one), hi;
    for (int64_t mode = 0; mode < type.getRank(); ++mode)
      hi.push_back(memref::DimOp::create(builder, loc, buffer, mode));
    scf::buildLoopNest(builder, loc, lo, hi, step,
                       [&](OpBuilder &body, Location, ValueRange at) {
                         memref::StoreOp::create(body, loc, zero, buffer, at);
                       });
    for (Region *region : {&where.getProducer(), &where.getConsumer()}) {
      auto storage = std::make_unique<Storage>();
      storage->buffer = buffer;
      storages[region->getArgument(0)] = std::move(storage);
    }
  }
  if (failed(generate(where.getProducer().front(), scope)) ||
      failed(generate(where.getConsumer().front(), scope)))
    return failure();
  if (buffer)
    memref::DeallocOp::create(builder, loc, buffer)
        ->setAttr(manualDeallocation, builder.getUnitAttr());
  return success();
}

/// Scalar arithmetic. Contraction to fused multiply-add is always allowed.
LogicalResult KernelGenerator::generateOther(Operation &op, Scope &scope) {
  if (op.getNumRegions() != 0)
    return op.emitOpError("not supported yet: inside a kernel");
  Operation *clone = builder.clone(op, scope.values);
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(clone))
    clone->setAttr(fast.getFastMathAttrName(),
                   arith::FastMathFlagsAttr::get(
                       builder.getContext(), arith::FastMathFlags::contract));
  return success();
}
