//===- SparseHandles.cpp - sparse tensors become runtime handles ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"
#include "passes/Support/RuntimeCalls.h"

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace encke {
#define GEN_PASS_DEF_SPARSEHANDLES
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

static bool isSparse(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getEncoding();
}

namespace {

struct SparseHandles : encke::impl::SparseHandlesBase<SparseHandles> {
  void runOnOperation() override {
    if (failed(checkResults()))
      return signalPassFailure();
    SmallVector<UnrealizedConversionCastOp> casts;
    SmallVector<tensor::DimOp> dims;
    getOperation().walk([&](Operation *op) {
      if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op);
          cast && cast.getNumResults() == 1 && isSparse(cast.getType(0)))
        casts.push_back(cast);
      if (auto dim = dyn_cast<tensor::DimOp>(op);
          dim && isSparse(dim.getSource().getType()))
        dims.push_back(dim);
    });
    for (UnrealizedConversionCastOp cast : casts)
      if (failed(replaceByHandle(cast)))
        return signalPassFailure();
    convertTypes();
    for (tensor::DimOp dim : dims)
      convertDim(dim);
    eraseUnusedParts();
  }

  LogicalResult checkResults();
  LogicalResult replaceByHandle(UnrealizedConversionCastOp cast);
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

LogicalResult SparseHandles::checkResults() {
  WalkResult result = getOperation().walk([](encke::cin::KernelOp kernel) {
    if (llvm::none_of(kernel.getOutputs().getTypes(), isSparse))
      return WalkResult::advance();
    kernel.emitOpError("not supported yet: a sparse result");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// The parts must all come from one runtime tensor.
LogicalResult SparseHandles::replaceByHandle(UnrealizedConversionCastOp cast) {
  Value handle;
  for (Value part : cast.getInputs()) {
    if (isa<sparse_tensor::StorageSpecifierType>(part.getType()))
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
