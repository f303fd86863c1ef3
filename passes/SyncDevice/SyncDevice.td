//===- SyncDevice.td - declares sync-device ----------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def SyncDevice : Pass<"sync-device", "::mlir::ModuleOp"> {
  let summary = "let the host ask before it looks at what a device may have";
  let description = [{
    What a kernel on a device has computed stays there until the host needs it, and
    what it was given stays as well (`runtime/device/residency.h`). So wherever a
    function that starts kernels does something else with an array, or with a tensor
    of the runtime, `encke_device_touch` comes before: it brings the newest version to
    the host, and if the host may write, that of the device is worth nothing any more.

    What has no kernel of a device in it, a loop or a call of another function, is one
    thing: all that it uses is asked for in front of it. A function that only reads an
    argument, does not write it.

    ```mlir
    gpu.launch_func @device::@run blocks in (%b, %c1, %c1) threads in (%t, %c1, %c1) args(%x : memref<?xf64>)
    %0 = memref.load %x[%c0] : memref<?xf64>
    ```

    becomes

    ```mlir
    gpu.launch_func @device::@run blocks in (%b, %c1, %c1) threads in (%t, %c1, %c1) args(%x : memref<?xf64>)
    %address = memref.extract_aligned_pointer_as_index %x : memref<?xf64> -> index
    ...
    call @encke_device_touch(%pointer, %bytes, %c0_i64) : (!llvm.ptr, i64, i64) -> ()
    %0 = memref.load %x[%c0] : memref<?xf64>
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect"
  ];
  let statistics = [
    Statistic<"numTouches", "touches", "Places where the host asks">
  ];
}
