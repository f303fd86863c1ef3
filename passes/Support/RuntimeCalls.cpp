//===- RuntimeCalls.cpp - calls of the runtime library --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/RuntimeCalls.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace encke;

Value RuntimeCalls::call(OpBuilder &builder, Location loc, StringRef name,
                         TypeRange result, ValueRange arguments) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    function = func::FuncOp::create(
        builder, module.getLoc(), name,
        builder.getFunctionType(arguments.getTypes(), result));
    function.setPrivate();
    auto isBuffer = [](Type type) { return isa<BaseMemRefType>(type); };
    if (llvm::any_of(arguments.getTypes(), isBuffer) ||
        llvm::any_of(result, isBuffer))
      function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                        builder.getUnitAttr());
  }
  auto call = func::CallOp::create(builder, loc, function, arguments);
  return call.getNumResults() ? call.getResult(0) : Value();
}

void RuntimeCalls::checkBuffer(OpBuilder &builder, Location loc, StringRef what,
                               int64_t bytes, ValueRange sizes) {
  callWithList(builder, loc, "encke_buffer_check",
               {string(builder, loc, what), integer(builder, loc, bytes)},
               sizes);
}

void RuntimeCalls::callWithList(OpBuilder &builder, Location loc,
                                StringRef name, ArrayRef<Value> arguments,
                                ValueRange list) {
  SmallVector<Value> all(arguments);
  all.push_back(integer(builder, loc, list.size()));
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(builder.getContext()),
        llvm::to_vector(ValueRange(all).getTypes()), /*isVarArg=*/true);
    function = LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
  }
  llvm::append_range(all, list);
  LLVM::CallOp::create(builder, loc, function, all);
}

/// A memref that a call returned would count as allocated by it, and be freed.
static Type getDescriptorType(MLIRContext *context) {
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = IntegerType::get(context, 64);
  Type one = LLVM::LLVMArrayType::get(i64, 1);
  return LLVM::LLVMStructType::getLiteral(context,
                                          {pointer, pointer, i64, one, one});
}

Value RuntimeCalls::descriptor(OpBuilder &builder, Location loc) {
  MLIRContext *context = builder.getContext();
  return LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(context),
      getDescriptorType(context), integer(builder, loc, 1));
}

Value RuntimeCalls::array(OpBuilder &builder, Location loc, StringRef name,
                          Type elementType, ValueRange arguments, Value slot) {
  if (!slot)
    slot = descriptor(builder, loc);
  SmallVector<Value> all = {slot};
  llvm::append_range(all, arguments);
  call(builder, loc, name, {}, all);
  Value loaded = LLVM::LoadOp::create(
      builder, loc, getDescriptorType(builder.getContext()), slot);
  return UnrealizedConversionCastOp::create(
             builder, loc, MemRefType::get({ShapedType::kDynamic}, elementType),
             loaded)
      .getResult(0);
}

Value RuntimeCalls::viewHere(OpBuilder &builder, Location loc, Value buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  Value unranked = memref::CastOp::create(
      builder, loc, UnrankedMemRefType::get(element, Attribute()), buffer);
  return call(builder, loc, ("encke_view_" + getElementSuffix(element)).str(),
              LLVM::LLVMPointerType::get(builder.getContext()), unranked);
}

Value RuntimeCalls::view(OpBuilder &builder, Location loc, Value buffer) {
  Operation *parent = builder.getBlock()->getParentOp();
  if (isa<LoopLikeOpInterface>(parent) ||
      parent->getParentOfType<LoopLikeOpInterface>())
    return viewInFunction(builder, loc, buffer);
  return viewHere(builder, loc, buffer);
}

/// An unranked memory reference has its sizes on the stack, where a loop would
/// leave them in each round: a function has a stack frame of its own.
Value RuntimeCalls::viewInFunction(OpBuilder &builder, Location loc,
                                   Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Type element = type.getElementType();
  SmallVector<int64_t> shape(type.getRank(), ShapedType::kDynamic);
  auto general = MemRefType::get(shape, element);
  std::string name =
      ("view_" + getElementSuffix(element) + "_" + Twine(type.getRank())).str();
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(module.getBody());
    function = func::FuncOp::create(
        builder, loc, name,
        builder.getFunctionType(
            general, LLVM::LLVMPointerType::get(builder.getContext())));
    function.setPrivate();
    Block *entry = function.addEntryBlock();
    builder.setInsertionPointToStart(entry);
    func::ReturnOp::create(builder, loc,
                           viewHere(builder, loc, entry->getArgument(0)));
  }
  if (type != general)
    buffer = memref::CastOp::create(builder, loc, general, buffer);
  return func::CallOp::create(builder, loc, function, buffer).getResult(0);
}

int64_t encke::getSelectorNumber(StringRef name) {
  return llvm::StringSwitch<int64_t>(name)
      .Case("strict_lower", 1)
      .Case("lower", 2)
      .Case("strict_upper", 3)
      .Case("upper", 4)
      .Default(0);
}

Value RuntimeCalls::newTensor(OpBuilder &builder, Location loc,
                              StringRef format, RankedTensorType type,
                              ValueRange dynamicSizes) {
  Value tensor = call(builder, loc, "encke_tensor_new",
                      LLVM::LLVMPointerType::get(builder.getContext()),
                      string(builder, loc, format));
  unsigned dynamic = 0;
  for (int64_t mode = 0; mode < type.getRank(); ++mode) {
    Value size = type.isDynamicDim(mode)
                     ? toInteger(builder, loc, dynamicSizes[dynamic++])
                     : integer(builder, loc, type.getDimSize(mode));
    call(builder, loc, "encke_tensor_set_size", {},
         {tensor, integer(builder, loc, mode), size});
  }
  return tensor;
}

/// The address of a constant, of which the module has one.
Value RuntimeCalls::constant(OpBuilder &builder, Location loc, Type type,
                             Attribute value) {
  LLVM::GlobalOp global;
  unsigned count = 0;
  for (auto other : module.getOps<LLVM::GlobalOp>()) {
    ++count;
    if (other.getValueOrNull() == value && other.getGlobalType() == type)
      global = other;
  }
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    StringRef name = isa<StringAttr>(value) ? "encke_text_" : "encke_words_";
    global =
        LLVM::GlobalOp::create(builder, module.getLoc(), type,
                               /*isConstant=*/true, LLVM::Linkage::Internal,
                               (name + Twine(count)).str(), value);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value RuntimeCalls::string(OpBuilder &builder, Location loc, StringRef text) {
  std::string terminated = text.str() + '\0';
  return constant(
      builder, loc,
      LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size()),
      builder.getStringAttr(terminated));
}

Value RuntimeCalls::integers(OpBuilder &builder, Location loc,
                             ArrayRef<int32_t> values) {
  return constant(builder, loc,
                  LLVM::LLVMArrayType::get(builder.getI32Type(), values.size()),
                  builder.getI32TensorAttr(values));
}

Value RuntimeCalls::integer(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

Value RuntimeCalls::toInteger(OpBuilder &builder, Location loc, Value index) {
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
}

Value RuntimeCalls::toIndex(OpBuilder &builder, Location loc, Value integer) {
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    integer);
}

Value RuntimeCalls::pointerTo(OpBuilder &builder, Location loc, Value buffer) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      toInteger(builder, loc, address));
}
