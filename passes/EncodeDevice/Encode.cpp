//===- Encode.cpp - code for devices --------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/EncodeDevice/Encode.h"
#include "passes/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace encke;

FailureOr<EncodedDevice> encke::encodeDevice(gpu::GPUModuleOp module,
                                             DeviceCode to, RunPasses run) {
  OpBuilder builder(module);
  auto around = ModuleOp::create(builder, module.getLoc());
  llvm::scope_exit remove([&] { around.erase(); });
  builder.setInsertionPointToStart(around.getBody());
  auto copy = cast<gpu::GPUModuleOp>(builder.clone(*module));
  OpPassManager passes(ModuleOp::getOperationName());
  passes.addPass(createExpandFunctions());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  if (failed(run(passes, around)))
    return failure();
  return to == DeviceCode::PTX ? encodePTX(copy, run) : encodeSPIRV(copy, run);
}
