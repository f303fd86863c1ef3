//===- Iterate.cpp - loops over spaces of levels --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iterator is the position that it stands at in the last level of its space.
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;
namespace st = mlir::sparse_tensor;

/// The position of an iterator that a loop has made.
static Value positionOf(Value iterator) {
  auto cast = iterator.getDefiningOp<UnrealizedConversionCastOp>();
  return cast && cast.getNumOperands() == 1 &&
                 cast.getOperand(0).getType().isIndex()
             ? cast.getOperand(0)
             : Value();
}

/// The arrays of one level: where positions below one of the level above begin
/// and end, and coordinates.
Value StorageLowering::levelArray(Operation *op, bool positions, Value tensor,
                                  int64_t level) {
  auto type = cast<RankedTensorType>(toStored(tensor.getType()));
  unsigned width =
      positions ? getPositionWidth(type) : getCoordinateWidth(type);
  Location loc = op->getLoc();
  return runtime.array(
      builder, loc, positions ? "encke_get_positions" : "encke_get_coordinates",
      builder.getIntegerType(width),
      {handleOf(loc, tensor), integer(loc, level), integer(loc, width / 8)},
      slotFor(op));
}

/// Integers of arrays have no sign.
static Value load(OpBuilder &builder, Location loc, Value array, Value at) {
  Value number = memref::LoadOp::create(builder, loc, array, at);
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      number);
}

LogicalResult StorageLowering::lowerIterate(st::IterateOp op) {
  Location loc = op.getLoc();
  auto space = op.getIterSpace().getDefiningOp<st::ExtractIterSpaceOp>();
  if (!space)
    return op.emitOpError(
        "not supported yet: a space that comes from elsewhere");
  Value tensor = space.getTensor();
  auto type = cast<RankedTensorType>(toStored(tensor.getType()));
  std::optional<Format> format = getFormat(type);
  if (!format)
    return op.emitOpError("not supported yet: ") << sayWhyUnsupported(type);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value position = zero;
  if (Value parent = space.getParentIter()) {
    position = positionOf(parent);
    if (!position)
      return op.emitOpError(
          "not supported yet: an iterator that comes from elsewhere");
  }
  SmallVector<scf::ForOp> loops;
  SmallVector<Value> coordinates, carried(op.getInitArgs());
  auto begin = [&](Value lo, Value hi) {
    auto loop = scf::ForOp::create(builder, loc, lo, hi, one, carried);
    if (!loop.getBody()->empty())
      loop.getBody()->getTerminator()->erase();
    carried = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
    loops.push_back(loop);
    builder.setInsertionPointToEnd(loop.getBody());
    return loop.getInductionVar();
  };
  auto [first, last] = space.getLvlRange();
  for (auto level = int64_t(first); level != int64_t(last); ++level) {
    LevelType kind = format->levels[size_t(level)];
    bool isLast = level + 1 == int64_t(last);
    bool endsInner = isLast && size_t(last) != format->levels.size();
    if (kind.isDense() || kind.isBatch()) {
      Value size =
          toIndex(loc, call(loc, "encke_level_size", builder.getI64Type(),
                            {handleOf(loc, tensor), integer(loc, level)}));
      Value coordinate = begin(zero, size);
      position = arith::AddIOp::create(
          builder, loc, arith::MulIOp::create(builder, loc, position, size),
          coordinate);
      coordinates.push_back(coordinate);
      continue;
    }
    if (!(kind.hasPositions() || kind.isSingle()) ||
        (endsInner && kind.mayRepeat()))
      return op.emitOpError(
          "not supported yet: a loop over a level of this type, or one that "
          "ends where coordinates repeat");
    Value crd = levelArray(op, /*positions=*/false, tensor, level);
    if (kind.hasPositions()) {
      Value pos = levelArray(op, /*positions=*/true, tensor, level);
      Value next = arith::AddIOp::create(builder, loc, position, one);
      position = begin(load(builder, loc, pos, position),
                       load(builder, loc, pos, next));
    }
    coordinates.push_back(load(builder, loc, crd, position));
  }
  if (loops.empty())
    position = begin(zero, one); // one element
  Value iterator = UnrealizedConversionCastOp::create(
                       builder, loc, op.getIterator().getType(), position)
                       .getResult(0);
  Block &body = op.getRegion().front();
  for (auto [argument, value] : llvm::zip(op.getRegionIterArgs(), carried))
    argument.replaceAllUsesWith(value);
  for (auto [number, value] : llvm::enumerate(coordinates))
    if (std::optional<BlockArgument> used = op.getLvlCrd(number))
      used->replaceAllUsesWith(value);
  op.getIterator().replaceAllUsesWith(iterator);
  auto yield = cast<st::YieldOp>(body.getTerminator());
  SmallVector<Value> yielded(yield.getResults());
  yield.erase();
  Block *into = loops.back().getBody();
  into->getOperations().splice(into->end(), body.getOperations());
  replaceByLoops(op, loops, yielded);
  return success();
}

LogicalResult StorageLowering::lowerExtractValue(st::ExtractValOp op) {
  Location loc = op.getLoc();
  Value position = positionOf(op.getIterator());
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  Type stored = toStoredElement(type.getElementType());
  if (!position || getElementSuffix(stored).empty())
    return op.emitOpError("not supported yet: the value at this iterator");
  Value values = runtime.array(
      builder, loc, "encke_get_values", stored,
      {handleOf(loc, op.getTensor()), integer(loc, getRuntimeType(stored))},
      slotFor(op));
  Value value = memref::LoadOp::create(builder, loc, values, position);
  op.replaceAllUsesWith(narrow(builder, loc, value, type.getElementType()));
  op.erase();
  return success();
}

/// Loops around others first; then what asks for their positions.
LogicalResult StorageLowering::lowerIterations() {
  SmallVector<st::IterateOp> iterations;
  module.walk<WalkOrder::PreOrder>(
      [&](st::IterateOp op) { iterations.push_back(op); });
  for (st::IterateOp op : iterations) {
    builder.setInsertionPoint(op);
    if (failed(lowerIterate(op)))
      return failure();
  }
  SmallVector<st::ExtractValOp> values;
  module.walk([&](st::ExtractValOp op) { values.push_back(op); });
  for (st::ExtractValOp op : values) {
    builder.setInsertionPoint(op);
    if (failed(lowerExtractValue(op)))
      return failure();
  }
  SmallVector<Operation *> unused;
  module.walk([&](Operation *op) {
    bool isSpace = isa<st::ExtractIterSpaceOp>(op) ||
                   (isa<UnrealizedConversionCastOp>(op) &&
                    isa<st::IteratorType>(op->getResultTypes().front()));
    if (isSpace)
      unused.push_back(op);
  });
  for (Operation *op : llvm::reverse(unused))
    if (op->use_empty())
      op->erase();
  return success();
}
