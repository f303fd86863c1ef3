//===- SparseHandles.cpp - sparse tensors become runtime handles ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/SparseHandles/Releases.h"
#include "passes/SparseHandles/Subtensors.h"
#include "passes/Support/RuntimeCalls.h"
#include "passes/Support/TriangleParts.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_SPARSEHANDLES
#include "passes/SparseHandles/SparseHandles.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;
namespace st = mlir::sparse_tensor;

static bool foldDim(tensor::DimOp dim);

/// Upstream takes a tensor whose format only we know for a dense one, and a
/// conversion between two of them for a cast.
static bool isConversion(Operation *op) {
  if (isa<st::ConvertOp>(op))
    return true;
  auto cast = dyn_cast<tensor::CastOp>(op);
  if (!cast)
    return false;
  auto from = dyn_cast<RankedTensorType>(cast.getSource().getType());
  auto to = dyn_cast<RankedTensorType>(cast.getType());
  return from && to && from.getEncoding() != to.getEncoding();
}

namespace {

struct SparseHandles : encke::impl::SparseHandlesBase<SparseHandles> {
  void runOnOperation() override {
    if (failed(checkUses()) || failed(giveSubtensors(getOperation())))
      return signalPassFailure();
    SmallVector<UnrealizedConversionCastOp> casts;
    SmallVector<tensor::DimOp> dims;
    SmallVector<KernelOp> kernels;
    SmallVector<Operation *> conversions;
    SmallVector<tensor::EmptyOp> empties;
    SmallVector<MergeLevelsOp> merged;
    SmallVector<ShareLevelsOp> shared;
    SmallVector<Operation *> numbers;
    getOperation().walk([&](Operation *op) {
      if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op);
          cast && cast.getNumResults() == 1 && isSparse(cast.getType(0)) &&
          (cast.getNumOperands() != 1 ||
           !isa<LLVM::LLVMPointerType>(cast.getOperand(0).getType())))
        casts.push_back(cast);
      if (auto dim = dyn_cast<tensor::DimOp>(op);
          dim && isSparse(dim.getSource().getType()))
        dims.push_back(dim);
      if (auto kernel = dyn_cast<KernelOp>(op))
        kernels.push_back(kernel);
      if (isConversion(op))
        conversions.push_back(op);
      if (auto empty = dyn_cast<tensor::EmptyOp>(op);
          empty && isSparse(empty.getType()))
        empties.push_back(empty);
      if (auto merge = dyn_cast<MergeLevelsOp>(op))
        merged.push_back(merge);
      if (auto share = dyn_cast<ShareLevelsOp>(op))
        shared.push_back(share);
      if (isa<LevelSizeOp, LevelLeastOp>(op))
        numbers.push_back(op);
    });
    llvm::erase_if(dims, foldDim);
    for (KernelOp kernel : kernels)
      if (failed(giveResults(kernel)))
        return signalPassFailure();
    for (tensor::EmptyOp empty : empties)
      if (failed(makeEmpty(empty)))
        return signalPassFailure();
    for (Operation *conversion : conversions)
      if (failed(callConversion(conversion)))
        return signalPassFailure();
    for (MergeLevelsOp merge : merged)
      if (failed(callMerge(merge)))
        return signalPassFailure();
    for (ShareLevelsOp share : shared)
      if (failed(callShare(share)))
        return signalPassFailure();
    for (Operation *number : numbers)
      callNumber(number);
    for (UnrealizedConversionCastOp cast : casts)
      if (failed(replaceByHandle(cast)))
        return signalPassFailure();
    convertTypes();
    for (tensor::DimOp dim : dims)
      convertDim(dim);
    dropCasts();
    eraseUnusedParts();
    settleReleases(getOperation());
  }

  LogicalResult giveResults(KernelOp kernel);
  FailureOr<Value> newResult(KernelOp kernel, Value output);
  Value newTensorLike(KernelOp kernel, Value pattern);
  LogicalResult makeEmpty(tensor::EmptyOp empty);
  LogicalResult callConversion(Operation *conversion);
  LogicalResult callMerge(MergeLevelsOp merge);
  LogicalResult callShare(ShareLevelsOp share);
  void callNumber(Operation *number);
  FailureOr<Value> newTensor(Operation *user, RankedTensorType type);
  FailureOr<Value> newTensor(Operation *user, RankedTensorType type,
                             ValueRange dynamicSizes);
  void dropCasts();
  LogicalResult replaceByHandle(UnrealizedConversionCastOp cast);
  LogicalResult checkUses();
  void convertTypes();
  void convertDim(tensor::DimOp dim);
  void eraseUnusedParts();
};

} // namespace

static bool isPartCall(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call && (call.getCallee().starts_with("encke_positions_") ||
                  call.getCallee().starts_with("encke_coordinates_") ||
                  call.getCallee().starts_with("encke_values_"));
}

/// The size of an empty tensor, which has no handle, is known.
static bool foldDim(tensor::DimOp dim) {
  auto empty = dim.getSource().getDefiningOp<tensor::EmptyOp>();
  std::optional<int64_t> mode = dim.getConstantIndex();
  if (!empty || !mode || !empty.getType().isDynamicDim(*mode))
    return false;
  dim.replaceAllUsesWith(empty.getDynamicSize(*mode));
  dim.erase();
  return true;
}

/// A tensor of the runtime, without sizes.
FailureOr<Value> SparseHandles::newTensor(Operation *user,
                                          RankedTensorType type) {
  std::optional<std::string> format = getStorageText(type);
  if (!format)
    return user->emitOpError("not supported yet: the storage of ") << type;
  OpBuilder builder(user);
  RuntimeCalls runtime(getOperation());
  Type pointer = LLVM::LLVMPointerType::get(&getContext());
  return runtime.call(builder, user->getLoc(), "encke_tensor_new", pointer,
                      runtime.string(builder, user->getLoc(), *format));
}

/// The runtime's tensor for a result, its sizes set. It has the sparse type
/// still, until all types change.
FailureOr<Value> SparseHandles::newTensor(Operation *user,
                                          RankedTensorType type,
                                          ValueRange dynamicSizes) {
  std::optional<std::string> format = getStorageText(type);
  if (!format)
    return user->emitOpError("not supported yet: the storage of ") << type;
  OpBuilder builder(user);
  return RuntimeCalls(getOperation())
      .newTensor(builder, user->getLoc(), *format, type, dynamicSizes);
}

FailureOr<Value> SparseHandles::newResult(KernelOp kernel, Value output) {
  auto empty = output.getDefiningOp<tensor::EmptyOp>();
  if (!empty)
    return kernel.emitOpError(
        "not supported yet: a sparse result that does not start empty");
  return newTensor(kernel, empty.getType(), empty.getDynamicSizes());
}

/// The handle that a sparse tensor will be.
static Value handleOf(OpBuilder &builder, Location loc, Value tensor) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  return UnrealizedConversionCastOp::create(builder, loc, pointer, tensor)
      .getResult(0);
}

/// One that stores the same elements, whose values are not there yet.
Value SparseHandles::newTensorLike(KernelOp kernel, Value pattern) {
  OpBuilder builder(kernel);
  Location loc = kernel.getLoc();
  Value handle = handleOf(builder, loc, pattern);
  return RuntimeCalls(getOperation())
      .call(builder, loc, "encke_tensor_like", handle.getType(), handle);
}

/// A kernel with a sparse result fills a tensor of its own: the empty one that
/// it was given may stand for several, because it is a value.
LogicalResult SparseHandles::giveResults(KernelOp kernel) {
  if (llvm::none_of(kernel.getOutputs().getTypes(), isSparse))
    return success();
  SmallVector<Value> outputs, replaced;
  SmallVector<Type> results;
  for (auto [output, result] :
       llvm::zip(kernel.getOutputs(), kernel.getResults())) {
    if (!isSparse(output.getType())) {
      outputs.push_back(output);
      results.push_back(output.getType());
      continue;
    }
    FailureOr<Value> handle =
        kernel.getNumeric() ? FailureOr<Value>(newTensorLike(kernel, output))
                            : newResult(kernel, output);
    if (failed(handle))
      return failure();
    outputs.push_back(*handle);
    result.replaceAllUsesWith(*handle);
  }
  OpBuilder builder(kernel);
  auto filled =
      KernelOp::create(builder, kernel.getLoc(), kernel.getInputs(), outputs);
  filled.setAssemblyOf(kernel);
  // The builder makes arguments for tensors; these places keep their types.
  filled.getBody().takeBody(kernel.getBody());
  auto rest = filled->result_begin();
  for (OpResult result : kernel.getResults())
    if (!isSparse(result.getType()))
      result.replaceAllUsesWith(*rest++);
  kernel.erase();
  return success();
}

/// An empty tensor that is a value itself, and not only where a kernel begins.
LogicalResult SparseHandles::makeEmpty(tensor::EmptyOp empty) {
  if (empty->use_empty())
    return success();
  FailureOr<Value> handle =
      newTensor(empty, empty.getType(), empty.getDynamicSizes());
  if (failed(handle))
    return failure();
  OpBuilder builder(empty);
  RuntimeCalls(getOperation())
      .call(builder, empty.getLoc(), "encke_result_clear", {}, *handle);
  empty.getResult().replaceAllUsesWith(*handle);
  return success();
}

/// The runtime converts (L28, L35). A dense source is seen through its buffer.
LogicalResult SparseHandles::callConversion(Operation *conversion) {
  auto type = cast<RankedTensorType>(conversion->getResult(0).getType());
  // A kernel's result is its handle already.
  auto sourceType =
      dyn_cast<RankedTensorType>(conversion->getOperand(0).getType());
  std::optional<std::string> format = getStorageText(type);
  if (!format || !isSparse(type))
    return conversion->emitOpError("not supported yet: a conversion to ")
           << type;
  OpBuilder builder(conversion);
  Location loc = conversion->getLoc();
  RuntimeCalls runtime(getOperation());
  Type pointer = LLVM::LLVMPointerType::get(&getContext());
  Value source = conversion->getOperand(0);
  if (sourceType && isSparse(sourceType))
    source = handleOf(builder, loc, source);
  else if (sourceType)
    source = runtime.view(
        builder, loc,
        bufferization::ToBufferOp::create(
            builder, loc,
            MemRefType::get(sourceType.getShape(), sourceType.getElementType()),
            source, /*readOnly=*/true));
  Value text = runtime.string(builder, loc, *format);
  // The statement that runs is known (passes/MarkPlaces): equal kernels are
  // one.
  Value where = LLVM::ZeroOp::create(builder, loc, pointer), result;
  if (auto part = conversion->getAttrOfType<StringAttr>(partAttribute))
    result =
        runtime.call(builder, loc, "encke_symmetric_part", pointer,
                     {source, text, runtime.string(builder, loc, part), where});
  else
    result = runtime.call(builder, loc, "encke_convert", pointer,
                          {source, text, where});
  conversion->getResult(0).replaceAllUsesWith(result);
  conversion->erase();
  return success();
}

/// The values of a runtime tensor, which they stay.
static Value getValues(OpBuilder &builder, Location loc, RuntimeCalls &runtime,
                       Value handle, Type element) {
  return runtime.array(
      builder, loc, "encke_get_values", element,
      {handle, RuntimeCalls::integer(builder, loc, getRuntimeType(element))});
}

/// All levels: the values, as a tensor that nobody changes. Else another view
/// of the same arrays, for as long as the kernel runs.
LogicalResult SparseHandles::callMerge(MergeLevelsOp merge) {
  OpBuilder builder(merge);
  Location loc = merge.getLoc();
  RuntimeCalls runtime(getOperation());
  Value source = handleOf(builder, loc, merge.getSource());
  auto type = cast<RankedTensorType>(merge.getType());
  Value result;
  if (isSparse(type)) {
    FailureOr<Value> view = newTensor(merge, type);
    if (failed(view))
      return failure();
    runtime.call(builder, loc, "encke_tensor_merge_levels", {},
                 {*view, source,
                  RuntimeCalls::integer(builder, loc, merge.getLevels())});
    OpBuilder end(merge->getBlock()->getTerminator());
    runtime.call(end, loc, "encke_tensor_free", {}, *view);
    result = *view;
  } else {
    result = bufferization::ToTensorOp::create(
        builder, loc, type,
        getValues(builder, loc, runtime, source, type.getElementType()),
        /*restrict=*/true);
  }
  merge.replaceAllUsesWith(result);
  merge.erase();
  return success();
}

/// The values are computed where the new tensor has them.
LogicalResult SparseHandles::callShare(ShareLevelsOp share) {
  OpBuilder builder(share);
  Location loc = share.getLoc();
  RuntimeCalls runtime(getOperation());
  FailureOr<Value> tensor =
      newTensor(share, cast<RankedTensorType>(share.getTensor().getType()));
  if (failed(tensor))
    return failure();
  runtime.call(builder, loc, "encke_tensor_share_levels", {},
               {*tensor, handleOf(builder, loc, share.getSource()),
                RuntimeCalls::integer(builder, loc, share.getLevels())});
  auto type = cast<RankedTensorType>(share.getValues().getType());
  Value buffer =
      getValues(builder, loc, runtime, *tensor, type.getElementType());
  share.getValues().replaceAllUsesWith(bufferization::ToTensorOp::create(
      builder, loc, type, buffer, /*restrict=*/true, /*writable=*/true));
  for (Operation *user :
       llvm::make_early_inc_range(share.getTensor().getUsers())) {
    auto with = dyn_cast<WithValuesOp>(user);
    if (!with)
      return user->emitOpError("reads a tensor whose values are not set: it "
                               "needs a cin.with_values");
    OpBuilder behind(with);
    auto put = bufferization::MaterializeInDestinationOp::create(
        behind, with.getLoc(), with.getValues(), buffer);
    put.setWritable(true);
    put.setRestrict(false);
    with.replaceAllUsesWith(*tensor);
    with.erase();
  }
  share.erase();
  return success();
}

/// What the runtime's tensor says of one of its levels.
void SparseHandles::callNumber(Operation *number) {
  OpBuilder builder(number);
  Location loc = number->getLoc();
  auto size = dyn_cast<LevelSizeOp>(number);
  uint64_t level =
      size ? size.getLevel() : cast<LevelLeastOp>(number).getLevel();
  Value handle = handleOf(builder, loc, number->getOperand(0));
  Value result =
      RuntimeCalls(getOperation())
          .call(builder, loc, size ? "encke_level_size" : "encke_level_least",
                builder.getI64Type(),
                {handle, RuntimeCalls::integer(builder, loc, int64_t(level))});
  number->replaceAllUsesWith(
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), result));
  number->erase();
}

/// The parts must all come from one runtime tensor.
LogicalResult SparseHandles::replaceByHandle(UnrealizedConversionCastOp cast) {
  Value handle;
  for (Value part : cast.getInputs()) {
    if (isa<st::StorageSpecifierType>(part.getType()))
      continue;
    if (isa<LLVM::LLVMPointerType>(part.getType())) {
      handle = part; // of a format that is not taken apart
      continue;
    }
    Operation *call = part.getDefiningOp();
    if (!call || !isPartCall(call) || (handle && call->getOperand(0) != handle))
      return cast.emitOpError("not supported yet: a sparse tensor from parts "
                              "that are not those of one runtime tensor");
    handle = call->getOperand(0);
  }
  if (!handle)
    return cast.emitOpError("makes a sparse tensor of nothing");
  cast.getResult(0).replaceAllUsesWith(handle);
  cast.erase();
  return success();
}

/// Becomes something else here, or passes sparse values on as they are.
static bool isKnown(Operation *op) {
  return isa<UnrealizedConversionCastOp, st::ConvertOp, tensor::CastOp,
             tensor::DimOp, tensor::EmptyOp, arith::SelectOp, CallOpInterface,
             bufferization::DeallocTensorOp, RegionBranchOpInterface,
             BranchOpInterface, RegionBranchTerminatorOpInterface>(op) ||
         op->hasTrait<OpTrait::ReturnLike>() ||
         isa_and_present<CINDialect>(op->getDialect());
}

/// Any other operation would find a pointer where it expects a tensor.
LogicalResult SparseHandles::checkUses() {
  WalkResult result = getOperation().walk([](Operation *op) {
    if (isKnown(op) || (llvm::none_of(op->getOperandTypes(), isSparse) &&
                        llvm::none_of(op->getResultTypes(), isSparse)))
      return WalkResult::advance();
    op->emitOpError("not supported yet: '")
        << op->getName() << "' on a sparse tensor";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Every other operation passes sparse values on as they are, so changing the
/// types of all of them at once keeps the module consistent.
void SparseHandles::convertTypes() {
  Type pointer = LLVM::LLVMPointerType::get(&getContext());
  auto convert = [&](Type type) { return isSparse(type) ? pointer : type; };
  getOperation().walk([&](Operation *op) {
    for (OpResult result : op->getResults())
      result.setType(convert(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(convert(argument.getType()));
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      FunctionType type = function.getFunctionType();
      SmallVector<Type> inputs = llvm::map_to_vector(type.getInputs(), convert);
      SmallVector<Type> results =
          llvm::map_to_vector(type.getResults(), convert);
      function.setFunctionType(
          FunctionType::get(&getContext(), inputs, results));
    }
  });
}

void SparseHandles::convertDim(tensor::DimOp dim) {
  OpBuilder builder(dim);
  Location loc = dim.getLoc();
  RuntimeCalls runtime(getOperation());
  Value mode = arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                          dim.getIndex());
  Value size = runtime.call(builder, loc, "encke_tensor_size",
                            builder.getI64Type(), {dim.getSource(), mode});
  dim.replaceAllUsesWith(
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size)
          .getResult());
  dim.erase();
}

/// What were casts between types of one tensor, or of a tensor and its handle.
void SparseHandles::dropCasts() {
  SmallVector<Operation *> casts;
  getOperation().walk([&](Operation *op) {
    if (isa<tensor::CastOp, UnrealizedConversionCastOp>(op) &&
        op->getNumOperands() == 1 && op->getNumResults() == 1 &&
        isa<LLVM::LLVMPointerType>(op->getOperand(0).getType()) &&
        op->getOperand(0).getType() == op->getResult(0).getType())
      casts.push_back(op);
  });
  for (Operation *cast : casts) {
    cast->getResult(0).replaceAllUsesWith(cast->getOperand(0));
    cast->erase();
  }
}

/// The calls that took a tensor apart only to put it together again.
void SparseHandles::eraseUnusedParts() {
  SmallVector<Operation *> operations;
  getOperation().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { operations.push_back(op); });
  // What is inside an operation goes before it.
  for (Operation *op : llvm::reverse(operations))
    if (op->use_empty() && (isPartCall(op) || isOpTriviallyDead(op)))
      op->erase();
}
