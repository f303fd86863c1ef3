//===- Tensors.cpp - tensors read, written, converted and reshaped --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;
namespace st = mlir::sparse_tensor;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

LogicalResult StorageLowering::lowerNew(st::NewOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  if (!isa<LLVM::LLVMPointerType>(op.getSource().getType()))
    return op.emitOpError("not supported yet: a tensor from anything but the "
                          "path of a file, of the type !llvm.ptr");
  Value where = place(loc);
  Value file = call(loc, "encke_file_path", pointer(), {op.getSource(), where});
  SmallVector<Value> sizes;
  for (int64_t mode = 0; mode != type.getRank(); ++mode) {
    std::string label = "dimension " + std::to_string(mode + 1);
    Value size = call(loc, "encke_size_begin", pointer(),
                      runtime.string(builder, loc, label));
    if (!type.isDynamicDim(mode))
      call(loc, "encke_size_static", {},
           {size, integer(loc, type.getDimSize(mode)), where});
    call(loc, "encke_size_file", {},
         {size, file, integer(loc, mode), integer(loc, type.getRank()), where});
    Value known = call(loc, "encke_size_end", builder.getI64Type(), size);
    if (type.isDynamicDim(mode))
      sizes.push_back(toIndex(loc, known));
  }
  FailureOr<Value> handle = newTensor(op, type, sizes);
  if (failed(handle))
    return failure();
  call(loc, "encke_read", {}, {*handle, file, integer(loc, 0), where});
  op.replaceAllUsesWith(tensorOf(loc, type, *handle));
  op.erase();
  return success();
}

LogicalResult StorageLowering::lowerOut(st::OutOp op) {
  Location loc = op.getLoc();
  if (!isa<LLVM::LLVMPointerType>(op.getDest().getType()))
    return op.emitOpError("not supported yet: output to anything but the path "
                          "of a file, of the type !llvm.ptr");
  call(loc, "encke_out", {},
       {handleOf(loc, op.getTensor()), op.getDest(), place(loc)});
  op.erase();
  return success();
}

void StorageLowering::lowerPrint(st::PrintOp op) {
  auto encoding = st::getSparseTensorEncoding(op.getTensor().getType());
  Location loc = op.getLoc();
  call(loc, "encke_print_arrays", {},
       {handleOf(loc, op.getTensor()),
        integer(loc, int64_t(encoding.getAoSCOOStart()))});
  op.erase();
}

//===----------------------------------------------------------------------===//
// Other storage
//===----------------------------------------------------------------------===//

static std::string allOf(int64_t rank) {
  std::string text;
  for (int64_t mode = 0; mode != rank; ++mode)
    text += mode ? " :" : ":";
  return text;
}

/// What comes from a dense tensor, or stays sparse, is converted later.
LogicalResult StorageLowering::lowerConvert(st::ConvertOp op) {
  Location loc = op.getLoc();
  Value source = op.getSource();
  auto from = cast<RankedTensorType>(source.getType());
  auto to = cast<RankedTensorType>(op.getType());
  if (!isSparse(from) && isSparse(to)) {
    Type element = toStoredElement(from.getElementType());
    op.getSourceMutable().assign(castDense(loc, source, element));
    return success();
  }
  if (isSparse(to))
    return success();
  Value result;
  if (isSparse(from)) {
    Value handle = handleOf(loc, source);
    result = makeDense(loc, to, sizesLike(loc, to, source), [&](Value view) {
      call(loc, "encke_slice", {},
           {view, handle, runtime.string(builder, loc, allOf(to.getRank())),
            place(loc)});
    });
  } else {
    result = from == to
                 ? source
                 : tensor::CastOp::create(builder, loc, to, source).getResult();
  }
  op.replaceAllUsesWith(result);
  op.erase();
  return success();
}

/// Coordinates are in the order of the levels of the result.
LogicalResult StorageLowering::lowerReorder(st::ReorderCOOOp op) {
  auto convert = st::ConvertOp::create(
      builder, op.getLoc(), op.getResultCoo().getType(), op.getInputCoo());
  op.replaceAllUsesWith(convert.getResult());
  op.erase();
  return success();
}

/// The greatest value of a map of sizes, in each of its results: the sizes of
/// what it leads to.
static SmallVector<Value> mapSizes(OpBuilder &builder, Location loc,
                                   AffineMap map, ArrayRef<Value> sizes) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> last, mapped;
  for (Value size : sizes)
    last.push_back(arith::SubIOp::create(builder, loc, size, one));
  for (unsigned n = 0; n != map.getNumResults(); ++n) {
    Value most =
        affine::AffineApplyOp::create(builder, loc, map.getSubMap({n}), last);
    mapped.push_back(arith::AddIOp::create(builder, loc, most, one));
  }
  return mapped;
}

/// The same arrays, read with other maps.
LogicalResult StorageLowering::lowerReinterpret(st::ReinterpretMapOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getDest().getType());
  Value source = handleOf(loc, op.getSource());
  auto encoding = st::getSparseTensorEncoding(type);
  SmallVector<Value> sizes;
  if (!type.hasStaticShape()) {
    SmallVector<Value> levels;
    for (st::Level level = 0; level != encoding.getLvlRank(); ++level)
      levels.push_back(levelSize(loc, op.getSource(), int64_t(level)));
    AffineMap map = encoding.getLvlToDim();
    if (!map)
      map = builder.getMultiDimIdentityMap(unsigned(type.getRank()));
    SmallVector<Value> all = mapSizes(builder, loc, map, levels);
    for (int64_t mode = 0; mode != type.getRank(); ++mode)
      if (type.isDynamicDim(mode))
        sizes.push_back(all[size_t(mode)]);
  }
  FailureOr<Value> handle = newTensor(op, type, sizes);
  if (failed(handle))
    return failure();
  call(loc, "encke_reinterpret", {}, {*handle, source, place(loc)});
  op.replaceAllUsesWith(tensorOf(loc, type, *handle));
  op.erase();
  return success();
}

/// A sum of sizes along one mode.
LogicalResult StorageLowering::lowerConcatenate(st::ConcatenateOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  int64_t along = int64_t(op.getDimension());
  auto sizeOf = [&](Value tensor, int64_t mode) -> Value {
    return tensor::DimOp::create(builder, loc, tensor, mode);
  };
  SmallVector<Value> offsets;
  Value offset = arith::ConstantIndexOp::create(builder, loc, 0);
  for (Value input : op.getInputs()) {
    offsets.push_back(offset);
    offset = arith::AddIOp::create(builder, loc, offset, sizeOf(input, along));
  }
  SmallVector<Value> sizes;
  for (int64_t mode = 0; mode != type.getRank(); ++mode)
    if (type.isDynamicDim(mode))
      sizes.push_back(mode == along ? offset
                                    : sizeOf(op.getInputs().front(), mode));
  auto fill = [&](Value handle) {
    if (!isSparse(type))
      call(loc, "encke_tensor_zero", {}, handle);
    for (auto [input, start] : llvm::zip(op.getInputs(), offsets))
      call(loc, "encke_put_all", {},
           {handle, handleOf(loc, input), integer(loc, along),
            toInteger(loc, start)});
    call(loc, "encke_finish", {}, handle);
  };
  FailureOr<Value> result = makeTensor(op, type, sizes, fill);
  if (failed(result))
    return failure();
  op.replaceAllUsesWith(*result);
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Other shapes
//===----------------------------------------------------------------------===//

/// The sizes of the result that its type does not tell.
static SmallVector<Value> getSizes(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> sizes;
  auto collect = [&](auto sizeOf) {
    for (int64_t mode = 0; mode != type.getRank(); ++mode)
      if (type.isDynamicDim(mode))
        sizes.push_back(sizeOf(mode));
  };
  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op)) {
    collect([&](int64_t mode) -> Value {
      Value at = arith::ConstantIndexOp::create(builder, loc, mode);
      Value size =
          tensor::ExtractOp::create(builder, loc, reshape.getShape(), at);
      if (size.getType().isIndex())
        return size;
      return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                        size);
    });
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    SmallVector<OpFoldResult> shape = expand.getMixedOutputShape();
    collect([&](int64_t mode) {
      return getValueOrCreateConstantIndexOp(builder, loc, shape[mode]);
    });
  } else {
    auto collapse = cast<tensor::CollapseShapeOp>(op);
    auto groups = collapse.getReassociationIndices();
    collect([&](int64_t mode) {
      Value product = arith::ConstantIndexOp::create(builder, loc, 1);
      for (int64_t part : groups[size_t(mode)]) {
        Value size =
            tensor::DimOp::create(builder, loc, collapse.getSrc(), part);
        product = arith::MulIOp::create(builder, loc, product, size);
      }
      return product;
    });
  }
  return sizes;
}

LogicalResult StorageLowering::lowerReshape(Operation *op) {
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Value source = handleOf(loc, op->getOperand(0));
  SmallVector<Value> sizes = getSizes(builder, op);
  auto fill = [&](Value handle) {
    runtime.callWithList(builder, loc, "encke_whole",
                         {runtime.string(builder, loc, "reshape"),
                          integer(loc, 0), integer(loc, 0), place(loc),
                          integer(loc, 1)},
                         {handle, source});
  };
  FailureOr<Value> result = makeTensor(op, type, sizes, fill);
  if (failed(result))
    return failure();
  op->getResult(0).replaceAllUsesWith(*result);
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// A slice is a tensor of its own. For each of its modes the coordinate in the
/// source is offset + stride * coordinate.
LogicalResult StorageLowering::lowerExtractSlice(tensor::ExtractSliceOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  auto source = cast<RankedTensorType>(op.getSource().getType());
  if (!isSparse(source))
    return success();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<Value> sizes, places{integer(loc, 0)};
  auto asInteger = [&](OpFoldResult number) {
    return toInteger(loc,
                     getValueOrCreateConstantIndexOp(builder, loc, number));
  };
  int64_t part = 0;
  for (int64_t mode = 0; mode != source.getRank(); ++mode) {
    places.push_back(asInteger(op.getMixedOffsets()[mode]));
    places.push_back(integer(loc, 0));
    Value stride = asInteger(op.getMixedStrides()[mode]);
    for (int64_t m = 0; m != type.getRank(); ++m)
      places.push_back(!dropped.test(mode) && m == part ? stride
                                                        : integer(loc, 0));
    if (dropped.test(mode))
      continue;
    if (type.isDynamicDim(part))
      sizes.push_back(getValueOrCreateConstantIndexOp(
          builder, loc, op.getMixedSizes()[mode]));
    ++part;
  }
  Value from = handleOf(loc, op.getSource());
  auto fill = [&](Value handle) {
    runtime.callWithList(builder, loc, "encke_select",
                         {handle, from, place(loc)}, places);
  };
  FailureOr<Value> result = makeTensor(op, type, sizes, fill);
  if (failed(result))
    return failure();
  slices[*result] = {op.getMixedOffsets(), op.getMixedStrides()};
  op.replaceAllUsesWith(*result);
  op.erase();
  return success();
}

/// As the type says, or else the operation that made the slice.
LogicalResult StorageLowering::lowerSliceNumber(Operation *op, Value slice,
                                                int64_t dim, bool isOffset) {
  auto encoding = st::getSparseTensorEncoding(slice.getType());
  Location loc = op->getLoc();
  std::optional<uint64_t> known = isOffset
                                      ? encoding.getStaticDimSliceOffset(dim)
                                      : encoding.getStaticDimSliceStride(dim);
  Value result;
  if (known) {
    result = arith::ConstantIndexOp::create(builder, loc, int64_t(*known));
  } else if (auto found = slices.find(slice); found != slices.end()) {
    const auto &[offsets, strides] = found->second;
    result = getValueOrCreateConstantIndexOp(
        builder, loc, (isOffset ? offsets : strides)[size_t(dim)]);
  } else {
    return op->emitOpError("not supported yet: of a slice that is made "
                           "elsewhere");
  }
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return success();
}

/// The map of an encoding, between coordinates of dimensions and of levels.
LogicalResult StorageLowering::lowerCrdTranslate(st::CrdTranslateOp op) {
  auto encoding = op.getEncoder();
  AffineMap map = op.getDirection() == st::CrdTransDirectionKind::dim2lvl
                      ? encoding.getDimToLvl()
                      : encoding.getLvlToDim();
  for (auto [n, result] : llvm::enumerate(op.getOutCrds())) {
    Value value = op.getInCrds()[n];
    if (map)
      value = affine::AffineApplyOp::create(
          builder, op.getLoc(), map.getSubMap({unsigned(n)}), op.getInCrds());
    result.replaceAllUsesWith(value);
  }
  op.erase();
  return success();
}
