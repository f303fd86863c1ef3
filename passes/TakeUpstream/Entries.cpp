//===- Entries.cpp - elements visited and put in --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;
namespace st = mlir::sparse_tensor;

//===----------------------------------------------------------------------===//
// Visits
//===----------------------------------------------------------------------===//

/// Moves the body of a foreach to the end of a loop's block, with these values
/// of its arguments. Returns what it yields.
static SmallVector<Value> moveBody(st::ForeachOp op, Block *into,
                                   ValueRange arguments) {
  Block &body = op.getRegion().front();
  auto yield = cast<st::YieldOp>(body.getTerminator());
  SmallVector<Value> yielded(yield.getResults());
  yield.erase();
  for (Value &value : yielded)
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getOwner() == &body)
      value = arguments[argument.getArgNumber()];
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  into->getOperations().splice(into->end(), body.getOperations());
  return yielded;
}

/// A loop over the positions of a sparse tensor, in the order of its levels.
LogicalResult StorageLowering::lowerForeach(st::ForeachOp op) {
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  if (!isSparse(type)) {
    lowerDenseForeach(op);
    return success();
  }
  Location loc = op.getLoc();
  auto stored = cast<RankedTensorType>(toStored(type));
  if (getElementSuffix(stored.getElementType()).empty())
    return op.emitOpError("not supported yet: elements of type ")
           << type.getElementType();
  Value list = call(loc, "encke_list_positions", pointer(),
                    handleOf(loc, op.getTensor()));
  SmallVector<Value> columns;
  for (int64_t mode = 0; mode != type.getRank(); ++mode)
    columns.push_back(runtime.array(
        builder, loc, "encke_get_coordinates", builder.getI64Type(),
        {list, integer(loc, mode), integer(loc, 8)}, slotFor(op)));
  Value values = runtime.array(
      builder, loc, "encke_get_values", stored.getElementType(),
      {list, integer(loc, getRuntimeType(stored.getElementType()))},
      slotFor(op));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value count = toIndex(
      loc, call(loc, "encke_position_total", builder.getI64Type(), list));
  auto loop =
      scf::ForOp::create(builder, loc, zero, count, one, op.getInitArgs());
  Block *block = loop.getBody();
  if (!block->empty())
    block->getTerminator()->erase();
  builder.setInsertionPointToStart(block);
  SmallVector<Value> arguments;
  for (Value column : columns)
    arguments.push_back(
        toIndex(loc, memref::LoadOp::create(builder, loc, column,
                                            loop.getInductionVar())));
  Value value =
      memref::LoadOp::create(builder, loc, values, loop.getInductionVar());
  arguments.push_back(narrow(builder, loc, value, type.getElementType()));
  llvm::append_range(arguments, loop.getRegionIterArgs());
  SmallVector<Value> yielded = moveBody(op, block, arguments);
  builder.setInsertionPointToEnd(block);
  scf::YieldOp::create(builder, loc, yielded);
  builder.setInsertionPointAfter(loop);
  call(loc, "encke_tensor_free", {}, list);
  op.replaceAllUsesWith(loop.getResults());
  op.erase();
  return success();
}

/// Loops over all elements of a dense tensor, in the order that is asked for.
void StorageLowering::lowerDenseForeach(st::ForeachOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  AffineMap order =
      op.getOrder().value_or(builder.getMultiDimIdentityMap(type.getRank()));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<OpenLoop> loops;
  SmallVector<Value> coordinates(type.getRank());
  SmallVector<Value> carried(op.getInitArgs());
  for (AffineExpr expr : order.getResults()) {
    unsigned mode = cast<AffineDimExpr>(expr).getPosition();
    Value size = tensor::DimOp::create(builder, loc, op.getTensor(), mode);
    coordinates[mode] = beginLoop(loc, {zero, size}, loops, carried);
  }
  SmallVector<Value> arguments = coordinates;
  arguments.push_back(
      tensor::ExtractOp::create(builder, loc, op.getTensor(), coordinates));
  llvm::append_range(arguments, carried);
  if (loops.empty()) { // one element
    SmallVector<Value> yielded;
    auto once = scf::ExecuteRegionOp::create(builder, loc, op.getResultTypes());
    Block *block = builder.createBlock(&once.getRegion());
    yielded = moveBody(op, block, arguments);
    builder.setInsertionPointToEnd(block);
    scf::YieldOp::create(builder, loc, yielded);
    op.replaceAllUsesWith(once.getResults());
    op.erase();
    return;
  }
  SmallVector<Value> yielded = moveBody(op, loops.back().body, arguments);
  replaceByLoops(op, loops, yielded);
}

//===----------------------------------------------------------------------===//
// Insertions
//===----------------------------------------------------------------------===//

void StorageLowering::put(Location loc, Value handle, ValueRange indices,
                          Value value) {
  for (Value index : indices)
    call(loc, "encke_put_coordinate", {}, {handle, toInteger(loc, index)});
  Value stored = widen(builder, loc, value);
  Type type = stored.getType();
  if (isa<ComplexType>(type))
    call(loc, "encke_put_c128", {},
         {handle, complex::ReOp::create(builder, loc, stored),
          complex::ImOp::create(builder, loc, stored)});
  else if (type.isF64() || type.isF32())
    call(loc, type.isF64() ? "encke_put_f64" : "encke_put_f32", {},
         {handle, stored});
  else if (type.isInteger(1))
    call(loc, "encke_put_i64", {},
         {handle,
          arith::ExtUIOp::create(builder, loc, builder.getI64Type(), stored)});
  else
    call(loc, "encke_put_i64", {},
         {handle, type.isInteger(64)
                      ? stored
                      : arith::ExtSIOp::create(builder, loc,
                                               builder.getI64Type(), stored)
                            .getResult()});
}

/// Nobody asks for the tensor once the insertion has changed it.
static bool isLastUse(Operation *insert, Value tensor) {
  return llvm::all_of(tensor.getUsers(), [&](Operation *user) {
    Operation *here = insert->getBlock()->findAncestorOpInBlock(*user);
    bool isBefore = here && here != insert && here->isBeforeInBlock(insert) &&
                    !isa<tensor::InsertOp, st::CompressOp>(user);
    return user == insert || isBefore ||
           insideMutuallyExclusiveRegions(insert, user);
  });
}

static LogicalResult checkInsertion(Operation *op, Value tensor) {
  Type element = cast<RankedTensorType>(tensor.getType()).getElementType();
  if (getElementSuffix(toStoredElement(element)).empty())
    return op->emitOpError("not supported yet: elements of type ") << element;
  if (!isLastUse(op, tensor))
    return op->emitOpError("not supported yet: an insertion into a tensor that "
                           "is used elsewhere, too");
  return success();
}

/// The tensor is changed, so nobody may ask for what it was before.
LogicalResult StorageLowering::lowerInsert(tensor::InsertOp op) {
  Location loc = op.getLoc();
  Value tensor = op.getDest();
  if (!isSparse(tensor.getType()))
    return success();
  if (failed(checkInsertion(op, tensor)))
    return failure();
  put(loc, handleOf(loc, tensor), op.getIndices(), op.getScalar());
  op.replaceAllUsesWith(tensor);
  op.erase();
  return success();
}

/// Room for a row of the last level, which has nothing yet.
void StorageLowering::lowerExpand(st::ExpandOp op) {
  Location loc = op.getLoc();
  auto encoding = st::getSparseTensorEncoding(op.getTensor().getType());
  Value size = levelSize(loc, op.getTensor(), encoding.getLvlRank() - 1);
  auto make = [&](Value result, bool isCleared) {
    auto type = cast<MemRefType>(result.getType());
    Type element = type.getElementType();
    Value buffer = memref::AllocOp::create(
        builder, loc, MemRefType::get({ShapedType::kDynamic}, element), size);
    if (isCleared) {
      auto loop = scf::ForOp::create(builder, loc, indexOf(loc, 0), size,
                                     indexOf(loc, 1));
      OpBuilder inside(loop.getBody()->getTerminator());
      memref::StoreOp::create(inside, loc, emitZero(inside, loc, element),
                              buffer, loop.getInductionVar());
    }
    if (buffer.getType() != type)
      buffer = memref::CastOp::create(builder, loc, type, buffer);
    result.replaceAllUsesWith(buffer);
  };
  make(op.getValues(), true);
  make(op.getFilled(), true);
  make(op.getAdded(), false);
  op.getCount().replaceAllUsesWith(indexOf(loc, 0));
  op.erase();
}

/// What was added to such a row is put into the tensor, and the row is empty
/// again.
LogicalResult StorageLowering::lowerCompress(st::CompressOp op) {
  Location loc = op.getLoc();
  Value tensor = op.getTensor();
  if (failed(checkInsertion(op, tensor)))
    return failure();
  auto encoding = st::getSparseTensorEncoding(tensor.getType());
  auto loop = scf::ForOp::create(builder, loc, indexOf(loc, 0), op.getCount(),
                                 indexOf(loc, 1));
  builder.setInsertionPointToStart(loop.getBody());
  Value column = memref::LoadOp::create(builder, loc, op.getAdded(),
                                        loop.getInductionVar());
  Value value = memref::LoadOp::create(builder, loc, op.getValues(), column);
  SmallVector<Value> levels(op.getLvlCoords());
  levels.push_back(column);
  SmallVector<Value> coordinates = levels;
  if (AffineMap map = encoding.getLvlToDim()) {
    coordinates.clear();
    for (unsigned n = 0; n != map.getNumResults(); ++n)
      coordinates.push_back(affine::AffineApplyOp::create(
          builder, loc, map.getSubMap({n}), levels));
  }
  put(loc, handleOf(loc, tensor), coordinates, value);
  memref::StoreOp::create(builder, loc, emitZero(builder, loc, value.getType()),
                          op.getValues(), column);
  Value no = emitZero(builder, loc, builder.getI1Type());
  memref::StoreOp::create(builder, loc, no, op.getFilled(), column);
  op.replaceAllUsesWith(tensor);
  op.erase();
  return success();
}

/// One element, which is looked up.
LogicalResult StorageLowering::lowerExtract(tensor::ExtractOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  if (!isSparse(type))
    return success();
  Type element = type.getElementType();
  SmallVector<Value> places{integer(loc, 0)};
  for (Value index : op.getIndices()) {
    places.push_back(toInteger(loc, index));
    places.push_back(integer(loc, 0));
  }
  Value handle = handleOf(loc, op.getTensor());
  Value found =
      makeDense(loc, RankedTensorType::get({}, element), {}, [&](Value view) {
        runtime.callWithList(builder, loc, "encke_select",
                             {view, handle, place(loc)}, places);
      });
  op.replaceAllUsesWith(
      tensor::ExtractOp::create(builder, loc, found, ValueRange()).getResult());
  op.erase();
  return success();
}

void StorageLowering::lowerLoad(st::LoadOp op) {
  Value tensor = op.getTensor();
  if (op.getHasInserts() && isSparse(tensor.getType()))
    call(op.getLoc(), "encke_finish", {}, handleOf(op.getLoc(), tensor));
  op.replaceAllUsesWith(tensor);
  op.erase();
}

/// What linalg operations begin with stays as it is; anything else is a tensor
/// that may be changed.
LogicalResult StorageLowering::lowerEmpty(Operation *op) {
  auto isResult = [](OpOperand &use) {
    auto linalg = dyn_cast<linalg::LinalgOp>(use.getOwner());
    return linalg && linalg.isDpsInit(&use);
  };
  Value empty = op->getResult(0);
  auto alloc = dyn_cast<bufferization::AllocTensorOp>(op);
  if (alloc && alloc.getCopy()) {
    Location loc = op->getLoc();
    auto type = cast<RankedTensorType>(toStored(empty.getType()));
    std::optional<std::string> format = getStorageText(type);
    if (!format)
      return op->emitOpError("not supported yet: the storage of ")
             << empty.getType();
    Value copy = call(loc, "encke_convert", pointer(),
                      {handleOf(loc, alloc.getCopy()),
                       runtime.string(builder, loc, *format), place(loc)});
    empty.replaceAllUsesWith(tensorOf(loc, empty.getType(), copy));
    op->erase();
    return success();
  }
  if (llvm::all_of(empty.getUses(), isResult)) {
    if (!alloc)
      return success();
    empty.replaceAllUsesWith(tensor::EmptyOp::create(
        builder, op->getLoc(), empty.getType(), alloc.getDynamicSizes()));
    op->erase();
    return success();
  }
  ValueRange sizes = op->getOperands();
  FailureOr<Value> handle = newTensor(op, empty.getType(), sizes);
  if (failed(handle))
    return failure();
  call(op->getLoc(), "encke_result_clear", {}, *handle);
  Value made = tensorOf(op->getLoc(), empty.getType(), *handle);
  empty.replaceUsesWithIf(made, [&](OpOperand &use) { return !isResult(use); });
  if (alloc && !empty.use_empty())
    empty.replaceAllUsesWith(
        tensor::EmptyOp::create(builder, op->getLoc(), empty.getType(), sizes));
  if (alloc)
    op->erase();
  return success();
}
