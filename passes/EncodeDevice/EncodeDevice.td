//===- EncodeDevice.td - declares encode-device ------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def EncodeDevice : Pass<"encode-device", "::mlir::ModuleOp"> {
  let summary = "make code for a device, and calls that start it";
  let description = [{
    Each `gpu.module` becomes a constant with what the device's driver is given:
    SPIR-V for Vulkan, PTX for CUDA. Both are made of the same functions by upstream's
    conversions; exp and its like become arithmetic before, by `expand-functions`, as
    on the host. PTX is for the oldest processors that have all that is used, since
    the driver compiles it for its own.

    A launch becomes a call of the runtime, which is given the arrays: where each
    begins, its bytes, and whether the kernel writes to it.

    ```mlir
    gpu.launch_func @kernel_0_device_0::@run blocks in (%b, %c1, %c1) threads in (%c128, %c1, %c1) args(%x : memref<?xf64>)
    ```

    becomes

    ```mlir
    call @encke_device_launch(%vulkan, %code, %bytes, %blocks, %threads, %arrays, %one)
    ```
  }];
  let options = [
    Option<"to", "to", "DeviceCode", /*default=*/"DeviceCode::SPIRV",
           "What the device is given",
           [{::llvm::cl::values(
             clEnumValN(DeviceCode::SPIRV, "spirv", "SPIR-V, for Vulkan"),
             clEnumValN(DeviceCode::PTX, "ptx", "PTX, for CUDA")
           )}]>
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::spirv::SPIRVDialect"
  ];
  let statistics = [
    Statistic<"numEncoded", "encoded", "Functions of a device">
  ];
}
