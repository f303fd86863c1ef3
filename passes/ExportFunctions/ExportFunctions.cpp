//===- ExportFunctions.cpp - functions that others call -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sparse tensors are addresses of the runtime's here, dense ones are tensors
// still: what is said of their buffers holds for all that follows.
//
//===----------------------------------------------------------------------===//

#include "dialects/ProgramFunction.h"
#include "passes/Support/RuntimeCalls.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_EXPORTFUNCTIONS
#include "passes/ExportFunctions/ExportFunctions.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

namespace {

/// One function that becomes an entry.
class Exporter {
public:
  Exporter(func::FuncOp function, ModuleOp module)
      : function(function), runtime(module), builder(function) {}

  void run(StringRef name);
  bool isInPlace() const { return inPlace; }

private:
  void give(Value result, Location loc);
  void giveTensor(Value tensor, Location loc);
  void giveScalar(Value scalar, Location loc);
  Value makeBuffer(RankedTensorType type, ArrayRef<Value> sizes, Location loc);
  Value getValues(Type element, Location loc);

  func::FuncOp function;
  RuntimeCalls runtime;
  OpBuilder builder;
  bool inPlace = false;
};

} // namespace

/// The allocation that is made for `tensor` alone, if its sizes are known where
/// it stands in each run of the function: what a kernel is called for that
/// writes the tensor.
static bufferization::AllocTensorOp findAllocation(Value tensor) {
  while (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    tensor = cast.getSource();
  auto call = tensor.getDefiningOp<func::CallOp>();
  if (!call || !tensor.hasOneUse() || call.getNumResults() != 1 ||
      !isa<func::FuncOp>(call->getParentOp()))
    return {};
  bufferization::AllocTensorOp found;
  for (Value operand : call.getOperands()) {
    auto allocation = operand.getDefiningOp<bufferization::AllocTensorOp>();
    if (!allocation || operand.getType() != tensor.getType())
      continue;
    if (found) // which of them is the result's is not known
      return {};
    found = allocation;
  }
  if (!found || !found->hasOneUse() || found.getCopy() ||
      found->getParentOp() != call->getParentOp())
    return {};
  return found;
}

/// The runtime's memory for the values of the result: a memref<?xT>.
Value Exporter::getValues(Type element, Location loc) {
  Value type = RuntimeCalls::integer(builder, loc, getRuntimeType(element));
  return runtime.array(builder, loc, "encke_give_values", element, type);
}

/// The buffer of a dense result.
Value Exporter::makeBuffer(RankedTensorType type, ArrayRef<Value> sizes,
                           Location loc) {
  for (auto [mode, size] : llvm::enumerate(sizes))
    runtime.call(builder, loc, "encke_give_size", {},
                 {RuntimeCalls::integer(builder, loc, mode),
                  RuntimeCalls::toInteger(builder, loc, size)});
  Value values = getValues(type.getElementType(), loc);
  SmallVector<OpFoldResult> shape, strides(sizes.size());
  OpFoldResult stride = builder.getIndexAttr(1);
  for (auto [mode, size] : llvm::enumerate(sizes))
    shape.push_back(type.isDynamicDim(mode)
                        ? OpFoldResult(size)
                        : builder.getIndexAttr(type.getDimSize(mode)));
  auto asValue = [&](OpFoldResult number) -> Value {
    if (auto value = dyn_cast<Value>(number))
      return value;
    int64_t constant = cast<IntegerAttr>(cast<Attribute>(number)).getInt();
    return arith::ConstantIndexOp::create(builder, loc, constant);
  };
  for (size_t mode = sizes.size(); mode-- != 0;) {
    strides[mode] = stride;
    if (mode == 0)
      break;
    if (auto known = getConstantIntValue(stride),
        size = getConstantIntValue(shape[mode]);
        known && size)
      stride = builder.getIndexAttr(*known * *size);
    else
      stride = OpFoldResult(arith::MulIOp::create(builder, loc, asValue(stride),
                                                  asValue(shape[mode]))
                                .getResult());
  }
  auto plain = MemRefType::get(type.getShape(), type.getElementType());
  Value buffer = memref::ReinterpretCastOp::create(
      builder, loc, values, builder.getIndexAttr(0), shape, strides);
  if (buffer.getType() != plain)
    buffer = memref::CastOp::create(builder, loc, plain, buffer);
  return buffer;
}

static SmallVector<Value> sizesOf(OpBuilder &builder, Value tensor,
                                  Location loc) {
  SmallVector<Value> sizes;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t mode = 0; mode != rank; ++mode)
    sizes.push_back(tensor::DimOp::create(builder, loc, tensor, mode));
  return sizes;
}

void Exporter::giveTensor(Value tensor, Location loc) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Value buffer;
  if (bufferization::AllocTensorOp allocation = findAllocation(tensor)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(allocation);
    auto made = cast<RankedTensorType>(allocation.getType());
    SmallVector<Value> sizes;
    for (int64_t mode = 0; mode != made.getRank(); ++mode)
      sizes.push_back(made.isDynamicDim(mode)
                          ? allocation.getDynamicSize(builder, mode)
                          : arith::ConstantIndexOp::create(
                                builder, loc, made.getDimSize(mode)));
    buffer = makeBuffer(made, sizes, loc);
    Value target = bufferization::ToTensorOp::create(
        builder, loc, made, buffer, /*restrict=*/true, /*writable=*/true);
    allocation.replaceAllUsesWith(target);
    allocation->erase();
    while (auto cast = tensor.getDefiningOp<tensor::CastOp>())
      tensor = cast.getSource();
    inPlace = true;
  } else {
    buffer = makeBuffer(type, sizesOf(builder, tensor, loc), loc);
  }
  bufferization::MaterializeInDestinationOp::create(
      builder, loc, TypeRange(), tensor, buffer, /*restrict=*/true,
      /*writable=*/true);
}

void Exporter::giveScalar(Value scalar, Location loc) {
  Type element = scalar.getType();
  if (element.isIndex()) {
    scalar = RuntimeCalls::toInteger(builder, loc, scalar);
    element = scalar.getType();
  }
  Value values = getValues(element, loc);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  memref::StoreOp::create(builder, loc, scalar, values, zero);
}

void Exporter::give(Value result, Location loc) {
  if (isa<LLVM::LLVMPointerType>(result.getType()))
    runtime.call(builder, loc, "encke_give_tensor", {}, result);
  else if (isa<TensorType>(result.getType()))
    giveTensor(result, loc);
  else
    giveScalar(result, loc);
}

void Exporter::run(StringRef name) {
  for (BlockArgument argument : function.getArguments())
    if (isa<TensorType>(argument.getType()))
      function.setArgAttr(argument.getArgNumber(), "bufferization.writable",
                          builder.getBoolAttr(false));
  // A function returns where it ends.
  Operation *end = function.getBody().back().getTerminator();
  builder.setInsertionPoint(end);
  for (Value result : end->getOperands())
    give(result, end->getLoc());
  func::ReturnOp::create(builder, end->getLoc());
  end->erase();
  function.setFunctionType(builder.getFunctionType(
      function.getFunctionType().getInputs(), TypeRange()));
  function.removeResAttrsAttr();
  function->removeAttr(exportAttribute);
  function.setName((exportPrefix + name).str());
  function.setPublic();
  function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    builder.getUnitAttr());
}

namespace {
struct ExportFunctions : encke::impl::ExportFunctionsBase<ExportFunctions> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
      auto name = function->getAttrOfType<StringAttr>(exportAttribute);
      if (!name || function.isExternal())
        continue;
      func::FuncOp entry = function;
      if (!SymbolTable::symbolKnownUseEmpty(function, module)) {
        entry = function.clone();
        entry.setName((exportPrefix + name.getValue()).str());
        symbols.insert(entry);
        function->removeAttr(exportAttribute);
      }
      Exporter exporter(entry, module);
      exporter.run(name.getValue());
      module->setAttr(libraryAttribute, UnitAttr::get(&getContext()));
      ++numExported;
      numInPlace += exporter.isInPlace();
    }
  }
};
} // namespace
