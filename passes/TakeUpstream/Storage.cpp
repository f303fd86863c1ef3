//===- Storage.cpp - what no kernel computes ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/TA/Encoding.h"
#include "passes/Support/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;
namespace st = mlir::sparse_tensor;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Buffers are freed where they end.
static bool isDeallocation(Operation *op) {
  return isa<bufferization::DeallocTensorOp>(op) ||
         (isa<memref::DeallocOp>(op) &&
          !op->hasAttr(
              bufferization::BufferizationDialect::kManualDeallocation));
}

static bool touchesSparse(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isSparse) ||
         llvm::any_of(op->getResultTypes(), isSparse);
}

/// Operations of upstream's own lowering, which say how it stores tensors.
static LogicalResult refuse(Operation *op) {
  InFlightDiagnostic error = op->emitOpError("not supported yet: '")
                             << op->getName() << "'";
  if (isa<st::ExtractIterSpaceOp>(op))
    error << " for anything but sparse_tensor.iterate "
             "and sparse_tensor.coiterate";
  return error;
}

/// A slice is what it is of the tensor that it is taken from: without one, a
/// type alone says nothing.
static LogicalResult checkSlices(Operation *op) {
  bool passesOn = isa<tensor::ExtractSliceOp, CallOpInterface,
                      RegionBranchOpInterface, UnrealizedConversionCastOp>(op);
  for (Type type : op->getResultTypes())
    if (auto encoding = st::getSparseTensorEncoding(type);
        encoding && isa<TensorType>(type) && encoding.isSlice() && !passesOn)
      return op->emitOpError(
          "not supported yet: a tensor of a type with slices "
          "that is not made by tensor.extract_slice");
  return success();
}

LogicalResult StorageLowering::run() {
  if (failed(lowerIterations()))
    return failure();
  SmallVector<Operation *> operations;
  module.walk([&](Operation *op) {
    auto function = op->getParentOfType<func::FuncOp>();
    if (!function || !function->hasAttr("encke.kernel"))
      operations.push_back(op);
  });
  for (Operation *op : operations)
    if (failed(checkSlices(op)))
      return failure();
  for (Operation *op : operations) {
    builder.setInsertionPoint(op);
    if (failed(lower(op)))
      return failure();
  }
  return success();
}

LogicalResult StorageLowering::lower(Operation *op) {
  if (isDeallocation(op)) {
    // Whether it can be freed is known where handles stand for tensors.
    if (!isSparse(op->getOperand(0).getType()))
      op->erase();
    return success();
  }
  if (auto check = dyn_cast<cf::AssertOp>(op)) {
    lowerAssert(check);
    return success();
  }
  if (auto callee = dyn_cast<func::CallOp>(op);
      callee && callee.getCallee() == "getTensorFilename")
    return lowerFilename(callee);
  if (!touchesSparse(op) &&
      !isa_and_present<st::SparseTensorDialect>(op->getDialect()))
    return success();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](st::NewOp o) { return lowerNew(o); })
      .Case([&](st::OutOp o) { return lowerOut(o); })
      .Case([&](st::PrintOp o) { return lowerPrint(o), success(); })
      .Case([&](st::ConvertOp o) { return lowerConvert(o); })
      .Case([&](st::ConcatenateOp o) { return lowerConcatenate(o); })
      .Case([&](st::ReorderCOOOp o) { return lowerReorder(o); })
      .Case<tensor::ReshapeOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](auto o) { return lowerReshape(o); })
      .Case([&](tensor::ExtractSliceOp o) { return lowerExtractSlice(o); })
      .Case([&](st::ToSliceOffsetOp o) {
        return lowerSliceNumber(o, o.getSlice(), o.getDim().getSExtValue(),
                                /*isOffset=*/true);
      })
      .Case([&](st::ToSliceStrideOp o) {
        return lowerSliceNumber(o, o.getSlice(), o.getDim().getSExtValue(),
                                /*isOffset=*/false);
      })
      .Case([&](st::CrdTranslateOp o) { return lowerCrdTranslate(o); })
      .Case([&](st::ForeachOp o) { return lowerForeach(o); })
      .Case([&](tensor::InsertOp o) { return lowerInsert(o); })
      .Case([&](st::ExpandOp o) { return lowerExpand(o), success(); })
      .Case([&](st::CompressOp o) { return lowerCompress(o); })
      .Case([&](st::ReinterpretMapOp o) { return lowerReinterpret(o); })
      .Case([&](tensor::ExtractOp o) { return lowerExtract(o); })
      .Case([&](st::LoadOp o) { return lowerLoad(o), success(); })
      .Case<tensor::EmptyOp, bufferization::AllocTensorOp>(
          [&](auto o) { return lowerEmpty(o); })
      .Case([&](st::ToPositionsOp o) { return lowerPositions(o), success(); })
      .Case(
          [&](st::ToCoordinatesOp o) { return lowerCoordinates(o), success(); })
      .Case([&](st::ToCoordinatesBufferOp o) {
        return lowerCoordinatesBuffer(o), success();
      })
      .Case([&](st::ToValuesOp o) { return lowerValues(o), success(); })
      .Case([&](st::AssembleOp o) { return lowerAssemble(o); })
      .Case([&](st::DisassembleOp o) { return lowerDisassemble(o); })
      .Case([&](st::NumberOfEntriesOp o) {
        Value count =
            call(o.getLoc(), "encke_position_total", builder.getI64Type(),
                 handleOf(o.getLoc(), o.getTensor()));
        o.replaceAllUsesWith(toIndex(o.getLoc(), count));
        return o.erase(), success();
      })
      .Case([&](st::LvlOp o) {
        Value size = call(o.getLoc(), "encke_level_size", builder.getI64Type(),
                          {handleOf(o.getLoc(), o.getSource()),
                           toInteger(o.getLoc(), o.getIndex())});
        o.replaceAllUsesWith(toIndex(o.getLoc(), size));
        return o.erase(), success();
      })
      .Case([&](st::HasRuntimeLibraryOp o) {
        o.replaceAllUsesWith(
            arith::ConstantOp::create(builder, o.getLoc(),
                                      builder.getBoolAttr(false))
                .getResult());
        return o.erase(), success();
      })
      // Inside of linalg operations, or lowered by upstream's own pass.
      .Case<st::BinaryOp, st::UnaryOp, st::SelectOp, st::ReduceOp, st::YieldOp,
            st::SortOp, st::PushBackOp>([](auto) { return success(); })
      // Later, with their type.
      .Case<st::StorageSpecifierInitOp, st::SetStorageSpecifierOp,
            st::GetStorageSpecifierOp>([](auto) { return success(); })
      .Default([](Operation *other) {
        return isa_and_present<st::SparseTensorDialect>(other->getDialect())
                   ? refuse(other)
                   : success();
      });
}

void StorageLowering::lowerAssert(cf::AssertOp op) {
  Location loc = op.getLoc();
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value fails = arith::XOrIOp::create(builder, loc, op.getArg(), yes);
  auto branch =
      scf::IfOp::create(builder, loc, fails, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  call(loc, "encke_fail", {},
       {place(loc), runtime.string(builder, loc, op.getMsg())});
  op.erase();
}

/// The path of a tensor's file.
LogicalResult StorageLowering::lowerFilename(func::CallOp op) {
  Location loc = op.getLoc();
  if (op.getNumOperands() != 1 || !op.getOperand(0).getType().isIndex() ||
      op.getNumResults() != 1 ||
      !isa<LLVM::LLVMPointerType>(op.getResult(0).getType()))
    return op.emitOpError("'getTensorFilename' has the type (index) -> "
                          "!llvm.ptr");
  op.getResult(0).replaceAllUsesWith(
      call(loc, "encke_tensor_filename", pointer(),
           {toInteger(loc, op.getOperand(0)), place(loc)}));
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Tensors of the runtime
//===----------------------------------------------------------------------===//

Value StorageLowering::place(Location loc) {
  std::string text = getPlace(loc);
  if (text.empty())
    return LLVM::ZeroOp::create(builder, loc, pointer());
  return runtime.string(builder, loc, text);
}

Value StorageLowering::slotFor(Operation *op) {
  OpBuilder::InsertionGuard guard(builder);
  auto function = op->getParentOfType<FunctionOpInterface>();
  builder.setInsertionPointToStart(&function.getFunctionBody().front());
  return runtime.descriptor(builder, op->getLoc());
}

FailureOr<Value> StorageLowering::newTensor(Operation *op, Type type,
                                            ValueRange dynamicSizes) {
  auto stored = cast<RankedTensorType>(toStored(type));
  std::string why = sayWhyUnsupported(stored);
  std::optional<std::string> format = getStorageText(stored);
  if (!format || !why.empty())
    return op->emitOpError("not supported yet: ")
           << (why.empty() ? "the storage" : why) << ", in " << type;
  return runtime.newTensor(builder, op->getLoc(), *format, stored,
                           dynamicSizes);
}

Value StorageLowering::tensorOf(Location loc, Type type, Value handle) {
  return UnrealizedConversionCastOp::create(builder, loc, type, handle)
      .getResult(0);
}

Value StorageLowering::handleOf(Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (isSparse(type))
    return UnrealizedConversionCastOp::create(builder, loc, pointer(), tensor)
        .getResult(0);
  tensor = castDense(loc, tensor, toStoredElement(type.getElementType()));
  type = cast<RankedTensorType>(tensor.getType());
  auto buffer = bufferization::ToBufferOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
      tensor, /*readOnly=*/true);
  // As it is here, and not as it was at another use.
  buffer->setAttr("encke.use",
                  builder.getStringAttr("u" + std::to_string(uses++)));
  return runtime.view(builder, loc, buffer);
}

Value StorageLowering::castDense(Location loc, Value tensor, Type element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == element)
    return tensor;
  auto result = RankedTensorType::get(type.getShape(), element);
  Value empty = tensor::EmptyOp::create(builder, loc, result,
                                        sizesLike(loc, result, tensor));
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  bool widens = toStoredElement(type.getElementType()) == element;
  auto cast = linalg::GenericOp::create(
      builder, loc, result, tensor, empty, ArrayRef{map, map}, loops,
      [&](OpBuilder &inner, Location at, ValueRange arguments) {
        Value value = widens ? widen(inner, at, arguments.front())
                             : narrow(inner, at, arguments.front(), element);
        linalg::YieldOp::create(inner, at, value);
      });
  return cast.getResult(0);
}

Value StorageLowering::makeDense(Location loc, RankedTensorType type,
                                 ValueRange dynamicSizes,
                                 function_ref<void(Value)> fill) {
  Type element = type.getElementType();
  auto stored =
      RankedTensorType::get(type.getShape(), toStoredElement(element));
  Value buffer = memref::AllocOp::create(
      builder, loc, MemRefType::get(stored.getShape(), stored.getElementType()),
      dynamicSizes, builder.getI64IntegerAttr(64));
  fill(runtime.view(builder, loc, buffer));
  Value tensor = bufferization::ToTensorOp::create(
      builder, loc, stored, buffer, /*restrict=*/true, /*writable=*/true);
  return castDense(loc, tensor, element);
}

FailureOr<Value> StorageLowering::makeTensor(Operation *op,
                                             RankedTensorType type,
                                             ValueRange dynamicSizes,
                                             function_ref<void(Value)> fill) {
  Location loc = op->getLoc();
  if (!isSparse(type))
    return makeDense(loc, type, dynamicSizes, fill);
  FailureOr<Value> handle = newTensor(op, type, dynamicSizes);
  if (failed(handle))
    return failure();
  fill(*handle);
  return tensorOf(loc, type, *handle);
}

SmallVector<Value> StorageLowering::sizesLike(Location loc, Type type,
                                              Value tensor) {
  SmallVector<Value> sizes;
  auto shape = cast<RankedTensorType>(type);
  for (int64_t mode = 0; mode != shape.getRank(); ++mode)
    if (shape.isDynamicDim(mode))
      sizes.push_back(tensor::DimOp::create(builder, loc, tensor, mode));
  return sizes;
}
