//===- Arrays.cpp - the arrays of a tensor --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensorStorageLayout.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensorType.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;
namespace st = mlir::sparse_tensor;

/// Of an integer or an index.
static unsigned widthOf(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

static int64_t bytesOf(Type type) { return (widthOf(type) + 7) / 8; }

//===----------------------------------------------------------------------===//
// Arrays of a tensor
//===----------------------------------------------------------------------===//

Value StorageLowering::integersOf(Operation *op, bool positions, Value handle,
                                  int64_t level, unsigned width,
                                  MemRefType type) {
  Location loc = op->getLoc();
  auto array = [&](Type element) {
    return runtime.array(
        builder, loc,
        positions ? "encke_get_positions" : "encke_get_coordinates", element,
        {handle, integer(loc, level), integer(loc, width / 8)}, slotFor(op));
  };
  Type element = type.getElementType();
  Value result;
  if (widthOf(element) == width) {
    result = array(element);
  } else {
    Value stored = array(builder.getIntegerType(width));
    Value count = memref::DimOp::create(builder, loc, stored, 0);
    result = memref::AllocOp::create(
        builder, loc, MemRefType::get({ShapedType::kDynamic}, element), count);
    SmallVector<Value> arguments = {
        handle, integer(loc, level),
        RuntimeCalls::pointerTo(builder, loc, result), toInteger(loc, count),
        integer(loc, bytesOf(element))};
    if (!positions)
      arguments.push_back(integer(loc, 1));
    call(loc, positions ? "encke_copy_positions" : "encke_copy_coordinates",
         builder.getI64Type(), arguments);
  }
  if (result.getType() != type)
    result = memref::CastOp::create(builder, loc, type, result);
  return result;
}

void StorageLowering::lowerPositions(st::ToPositionsOp op) {
  auto type = cast<RankedTensorType>(toStored(op.getTensor().getType()));
  op.replaceAllUsesWith(
      integersOf(op, /*positions=*/true, handleOf(op.getLoc(), op.getTensor()),
                 int64_t(op.getLevel()), getPositionWidth(type),
                 cast<MemRefType>(op.getType())));
  op.erase();
}

void StorageLowering::lowerCoordinates(st::ToCoordinatesOp op) {
  auto type = cast<RankedTensorType>(toStored(op.getTensor().getType()));
  op.replaceAllUsesWith(
      integersOf(op, /*positions=*/false, handleOf(op.getLoc(), op.getTensor()),
                 int64_t(op.getLevel()), getCoordinateWidth(type),
                 cast<MemRefType>(op.getType())));
  op.erase();
}

/// Coordinates of the levels from `first` on, those of one element together,
/// are copied to `target`. Returns how many there are.
static Value copyTogether(RuntimeCalls &runtime, OpBuilder &builder,
                          Location loc, Value handle, int64_t first,
                          int64_t levels, Value target, Value room,
                          Type element) {
  int64_t stride = levels - first;
  Value count;
  for (int64_t level = first; level != levels; ++level) {
    Value start = LLVM::GEPOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
        builder.getIntegerType(8 * unsigned(bytesOf(element))), target,
        ArrayRef<LLVM::GEPArg>{int32_t(level - first)});
    count = runtime.call(
        builder, loc, "encke_copy_coordinates", builder.getI64Type(),
        {handle, RuntimeCalls::integer(builder, loc, level), start, room,
         RuntimeCalls::integer(builder, loc, bytesOf(element)),
         RuntimeCalls::integer(builder, loc, stride)});
  }
  return arith::MulIOp::create(builder, loc, count,
                               RuntimeCalls::integer(builder, loc, stride));
}

void StorageLowering::lowerCoordinatesBuffer(st::ToCoordinatesBufferOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getType());
  auto encoding = st::getSparseTensorEncoding(op.getTensor().getType());
  int64_t levels = encoding.getLvlRank();
  int64_t first = int64_t(encoding.getAoSCOOStart());
  Value handle = handleOf(loc, op.getTensor());
  Value count = call(loc, "encke_position_total", builder.getI64Type(), handle);
  Value all = toIndex(loc, arith::MulIOp::create(builder, loc, count,
                                                 integer(loc, levels - first)));
  Value buffer = memref::AllocOp::create(
      builder, loc,
      MemRefType::get({ShapedType::kDynamic}, type.getElementType()), all);
  copyTogether(runtime, builder, loc, handle, first, levels,
               RuntimeCalls::pointerTo(builder, loc, buffer), count,
               type.getElementType());
  if (buffer.getType() != type)
    buffer = memref::CastOp::create(builder, loc, type, buffer);
  op.replaceAllUsesWith(buffer);
  op.erase();
}

void StorageLowering::lowerValues(st::ToValuesOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getType());
  Value handle = handleOf(loc, op.getTensor());
  Type stored = toStoredElement(type.getElementType());
  Value values = runtime.array(builder, loc, "encke_get_values", stored,
                               {handle, integer(loc, getRuntimeType(stored))},
                               slotFor(op));
  if (stored != type.getElementType()) {
    Value tensor = bufferization::ToTensorOp::create(
        builder, loc, RankedTensorType::get({ShapedType::kDynamic}, stored),
        values,
        /*restrict=*/true);
    Value cast = castDense(loc, tensor, type.getElementType());
    values = bufferization::ToBufferOp::create(
        builder, loc,
        MemRefType::get({ShapedType::kDynamic}, type.getElementType()), cast);
  }
  if (values.getType() != type)
    values = memref::CastOp::create(builder, loc, type, values);
  op.replaceAllUsesWith(values);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Arrays of others
//===----------------------------------------------------------------------===//

namespace {
/// One array of a tensor, as upstream lists them.
struct Field {
  st::SparseTensorFieldKind kind;
  int64_t level;
};
} // namespace

/// Those of levels, in upstream's order; then come the values.
static SmallVector<Field> getFields(st::SparseTensorEncodingAttr encoding) {
  SmallVector<Field> fields;
  st::StorageLayout(encoding).foreachField([&](st::FieldIndex,
                                               st::SparseTensorFieldKind kind,
                                               st::Level level, st::LevelType) {
    if (kind == st::SparseTensorFieldKind::PosMemRef ||
        kind == st::SparseTensorFieldKind::CrdMemRef)
      fields.push_back({kind, int64_t(level)});
    return true;
  });
  return fields;
}

/// How many levels from this one on have one array of coordinates together.
static int64_t countTogether(st::SparseTensorEncodingAttr encoding,
                             int64_t level) {
  int64_t levels = encoding.getLvlRank();
  return level == int64_t(encoding.getAoSCOOStart()) ? levels - level : 1;
}

static bool isOrdered(st::SparseTensorEncodingAttr encoding) {
  return llvm::all_of(encoding.getLvlTypes(), [](st::LevelType level) {
    return st::isOrderedLT(level);
  });
}

static bool hasBatch(st::SparseTensorEncodingAttr encoding) {
  return encoding.getBatchLvlRank() != 0;
}

LogicalResult StorageLowering::lowerAssemble(st::AssembleOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  auto encoding = st::getSparseTensorEncoding(type);
  if (!type.hasStaticShape())
    return op.emitOpError("not supported yet: a tensor of unknown sizes from "
                          "arrays");
  if (hasBatch(encoding))
    return op.emitOpError("not supported yet: arrays of batches");
  SmallVector<Field> fields = getFields(encoding);
  if (fields.size() != op.getLevels().size())
    return op.emitOpError("a tensor of this type has ")
           << fields.size() << " arrays of levels, not "
           << op.getLevels().size();
  FailureOr<Value> handle = newTensor(op, type, {});
  if (failed(handle))
    return failure();
  auto bufferOf = [&](Value tensor) -> Value {
    auto array = cast<RankedTensorType>(tensor.getType());
    auto buffer = bufferization::ToBufferOp::create(
        builder, loc, MemRefType::get(array.getShape(), array.getElementType()),
        tensor, /*readOnly=*/true);
    buffer->setAttr("encke.use",
                    builder.getStringAttr("u" + std::to_string(uses++)));
    return buffer;
  };
  auto countOf = [&](Value buffer) {
    return toInteger(loc, memref::DimOp::create(builder, loc, buffer, 0));
  };
  for (auto [field, tensor] : llvm::zip(fields, op.getLevels())) {
    Value buffer = bufferOf(tensor);
    auto array = cast<MemRefType>(buffer.getType());
    Value address = RuntimeCalls::pointerTo(builder, loc, buffer);
    Value bytes = integer(loc, bytesOf(array.getElementType()));
    if (field.kind == st::SparseTensorFieldKind::PosMemRef) {
      call(loc, "encke_assemble_positions", {},
           {*handle, integer(loc, field.level), address, countOf(buffer),
            bytes});
      continue;
    }
    int64_t together = countTogether(encoding, field.level);
    for (int64_t n = 0; n != together; ++n) {
      Value start = LLVM::GEPOp::create(
          builder, loc, pointer(),
          builder.getIntegerType(8 * unsigned(bytesOf(array.getElementType()))),
          address, ArrayRef<LLVM::GEPArg>{int32_t(n)});
      call(loc, "encke_assemble_coordinates", {},
           {*handle, integer(loc, field.level + n), start, countOf(buffer),
            bytes, integer(loc, together)});
    }
  }
  Value values = bufferOf(
      castDense(loc, op.getValues(), toStoredElement(type.getElementType())));
  call(loc, "encke_assemble_values", {},
       {*handle, RuntimeCalls::pointerTo(builder, loc, values),
        countOf(values)});
  call(loc, "encke_assemble_finish", {},
       {*handle, integer(loc, isOrdered(encoding)), place(loc)});
  op.replaceAllUsesWith(tensorOf(loc, type, *handle));
  op.erase();
  return success();
}

LogicalResult StorageLowering::lowerDisassemble(st::DisassembleOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  auto encoding = st::getSparseTensorEncoding(type);
  if (hasBatch(encoding))
    return op.emitOpError("not supported yet: arrays of batches");
  if (type.getElementType() != toStoredElement(type.getElementType()))
    return op.emitOpError("not supported yet: values of type ")
           << type.getElementType();
  SmallVector<Field> fields = getFields(encoding);
  if (fields.size() != op.getOutLevels().size())
    return op.emitOpError("a tensor of this type has ")
           << fields.size() << " arrays of levels, not "
           << op.getOutLevels().size();
  Value handle = handleOf(loc, op.getTensor());
  // The caller's arrays are values: what is filled are copies of them.
  auto bufferOf = [&](Value tensor) -> Value {
    auto array = cast<RankedTensorType>(tensor.getType());
    return memref::AllocOp::create(
        builder, loc, MemRefType::get(array.getShape(), array.getElementType()),
        sizesLike(loc, array, tensor), builder.getI64IntegerAttr(64));
  };
  auto give = [&](Value result, Value buffer) {
    result.replaceAllUsesWith(bufferization::ToTensorOp::create(
        builder, loc, cast<TensorType>(result.getType()), buffer,
        /*restrict=*/true, /*writable=*/true));
  };
  auto giveLength = [&](Value result, Value length) {
    Value number = length;
    if (result.getType().isIndex())
      number = toIndex(loc, length);
    else if (result.getType().getIntOrFloatBitWidth() < 64)
      number = arith::TruncIOp::create(builder, loc, result.getType(), length);
    result.replaceAllUsesWith(number);
  };
  for (auto [n, field] : llvm::enumerate(fields)) {
    Value buffer = bufferOf(op.getOutLevels()[n]);
    auto array = cast<MemRefType>(buffer.getType());
    Value room = toInteger(loc, memref::DimOp::create(builder, loc, buffer, 0));
    Value address = RuntimeCalls::pointerTo(builder, loc, buffer);
    Value length;
    if (field.kind == st::SparseTensorFieldKind::PosMemRef) {
      length = call(loc, "encke_copy_positions", builder.getI64Type(),
                    {handle, integer(loc, field.level), address, room,
                     integer(loc, bytesOf(array.getElementType()))});
    } else {
      int64_t together = countTogether(encoding, field.level);
      length = copyTogether(runtime, builder, loc, handle, field.level,
                            field.level + together, address, room,
                            array.getElementType());
    }
    give(op.getRetLevels()[n], buffer);
    giveLength(op.getLvlLens()[n], length);
  }
  Value buffer = bufferOf(op.getOutValues());
  Value room = toInteger(loc, memref::DimOp::create(builder, loc, buffer, 0));
  Value length =
      call(loc, "encke_copy_values", builder.getI64Type(),
           {handle, RuntimeCalls::pointerTo(builder, loc, buffer), room});
  give(op.getRetValues(), buffer);
  giveLength(op.getValLen(), length);
  op.erase();
  return success();
}
