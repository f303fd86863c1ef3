//===- EncodeDevice.cpp - code for a device, and its launches -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/EncodeDevice/Encode.h"
#include "passes/Support/DeviceLoops.h"
#include "passes/Support/RuntimeCalls.h"

#include "encke/device.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_ENCODEDEVICE
#include "passes/EncodeDevice/EncodeDevice.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// What the kernel does with an argument.
static int64_t useOf(BlockArgument array, Value given) {
  // Numbers, which are on the stack, are others in each launch.
  while (auto view = given.getDefiningOp<ViewLikeOpInterface>())
    given = view.getViewSource();
  if (given.getDefiningOp<memref::AllocaOp>())
    return ENCKE_DEVICE_ONCE;
  bool isWritten = llvm::any_of(array.getUsers(), [&](Operation *user) {
    auto store = dyn_cast<memref::StoreOp>(user);
    return store && store.getMemRef() == array;
  });
  return isWritten ? ENCKE_DEVICE_WRITTEN : ENCKE_DEVICE_READ;
}

namespace {
/// Launches become calls.
class Launches {
public:
  Launches(ModuleOp module, DeviceCode to) : runtime(module), to(to) {}

  void lower(gpu::LaunchFuncOp launch, gpu::GPUFuncOp function,
             LLVM::GlobalOp code);

private:
  void describe(OpBuilder &builder, Value list, Type type, unsigned number,
                Value array, int64_t use);

  RuntimeCalls runtime;
  DeviceCode to;
};
} // namespace

/// An encke_device_array.
void Launches::describe(OpBuilder &builder, Value list, Type type,
                        unsigned number, Value array, int64_t use) {
  Location loc = array.getLoc();
  auto integer = [&](int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  };
  auto buffer = cast<MemRefType>(array.getType());
  Value length = memref::DimOp::create(builder, loc, array, 0);
  Value bytes = arith::MulIOp::create(
      builder, loc, RuntimeCalls::toInteger(builder, loc, length),
      integer(buffer.getElementTypeBitWidth() / 8));
  Value fields[] = {RuntimeCalls::pointerTo(builder, loc, array), bytes,
                    integer(use)};
  for (auto [field, value] : llvm::enumerate(fields)) {
    LLVM::GEPArg at[] = {int32_t(number), int32_t(field)};
    Value place = LLVM::GEPOp::create(builder, loc, list.getType(), type, list,
                                      ArrayRef<LLVM::GEPArg>(at));
    LLVM::StoreOp::create(builder, loc, value, place);
  }
}

void Launches::lower(gpu::LaunchFuncOp launch, gpu::GPUFuncOp function,
                     LLVM::GlobalOp code) {
  OpBuilder builder(launch);
  Location loc = launch.getLoc();
  auto integer = [&](int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  };
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type word = builder.getI64Type();
  Type type = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                               {pointer, word, word});
  OperandRange arrays = launch.getKernelOperands();
  // Once in the function, not in each iteration of a loop around.
  auto around = launch->getParentOfType<func::FuncOp>();
  OpBuilder front = OpBuilder::atBlockBegin(&around.getBody().front());
  Value list = LLVM::AllocaOp::create(
      front, loc, pointer, type,
      RuntimeCalls::integer(front, loc, int64_t(arrays.size())));
  for (auto [number, array] : llvm::enumerate(arrays))
    describe(builder, list, type, number, array,
             useOf(function.getArgument(number), array));
  Value text = LLVM::AddressOfOp::create(builder, loc, code);
  auto bytes = cast<LLVM::LLVMArrayType>(code.getType()).getNumElements();
  auto index = [&](Value value) {
    return RuntimeCalls::toInteger(builder, loc, value);
  };
  runtime.call(
      builder, loc, "encke_device_launch", {},
      {integer(to == DeviceCode::PTX ? ENCKE_DEVICE_CUDA : ENCKE_DEVICE_VULKAN),
       text, integer(int64_t(bytes)), index(launch.getGridSizeX()),
       index(launch.getBlockSizeX()), list, integer(int64_t(arrays.size()))});
  launch.erase();
}

/// A constant with the bytes, which stands at a word of SPIR-V's.
static LLVM::GlobalOp makeConstant(gpu::GPUModuleOp module, StringRef code) {
  OpBuilder builder(module);
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), code.size());
  return LLVM::GlobalOp::create(builder, module.getLoc(), type,
                                /*isConstant=*/true, LLVM::Linkage::Internal,
                                (module.getName() + "_code").str(),
                                builder.getStringAttr(code), alignof(uint32_t));
}

namespace {
struct EncodeDevice : encke::impl::EncodeDeviceBase<EncodeDevice> {
  using EncodeDeviceBase::EncodeDeviceBase;

  void runOnOperation() override {
    auto run = [&](OpPassManager &passes, Operation *op) {
      return runPipeline(passes, op);
    };
    llvm::DenseMap<StringAttr, gpu::GPUModuleOp> modules;
    llvm::DenseMap<StringAttr, LLVM::GlobalOp> codes;
    for (auto module :
         llvm::to_vector(getOperation().getOps<gpu::GPUModuleOp>())) {
      FailureOr<EncodedDevice> encoded = encodeDevice(module, to, run);
      if (failed(encoded))
        return signalPassFailure();
      modules[module.getNameAttr()] = module;
      codes[module.getNameAttr()] = makeConstant(module, encoded->code);
      ++numEncoded;
    }
    Launches launches(getOperation(), to);
    SmallVector<gpu::LaunchFuncOp> all;
    getOperation().walk(
        [&](gpu::LaunchFuncOp launch) { all.push_back(launch); });
    for (gpu::LaunchFuncOp launch : all) {
      StringAttr name = launch.getKernelModuleName();
      auto function = dyn_cast_or_null<gpu::GPUFuncOp>(
          modules.contains(name)
              ? modules[name].lookupSymbol(launch.getKernelName())
              : nullptr);
      if (!function) {
        launch.emitError("launches a function that no gpu.module has");
        return signalPassFailure();
      }
      launches.lower(launch, function, codes[name]);
    }
    for (auto [name, module] : modules)
      module.erase();
    getOperation()->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }
};
} // namespace
