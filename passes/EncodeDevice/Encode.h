//===- Encode.h - code for devices ------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_ENCODEDEVICE_ENCODE_H
#define ENCKE_PASSES_ENCODEDEVICE_ENCODE_H

#include "passes/EncodeDevice/DeviceCode.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace mlir {
class OpPassManager;
}

namespace encke {

/// What a gpu.module becomes.
struct EncodedDevice {
  std::string code; ///< For the driver.
  std::string text; ///< For people.
};

/// Upstream's passes run on a copy in a module of its own, which is a part of
/// the one around.
using RunPasses = llvm::function_ref<mlir::LogicalResult(mlir::OpPassManager &,
                                                         mlir::Operation *)>;

/// Leaves the module as it is. Fails after an error.
mlir::FailureOr<EncodedDevice> encodeDevice(mlir::gpu::GPUModuleOp module,
                                            DeviceCode to, RunPasses run);

/// Of a copy that is alone in a module, which they change.
mlir::FailureOr<EncodedDevice> encodeSPIRV(mlir::gpu::GPUModuleOp copy,
                                           RunPasses run);
mlir::FailureOr<EncodedDevice> encodePTX(mlir::gpu::GPUModuleOp copy,
                                         RunPasses run);

} // namespace encke

#endif // ENCKE_PASSES_ENCODEDEVICE_ENCODE_H
