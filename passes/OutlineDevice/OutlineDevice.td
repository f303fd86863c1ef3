//===- OutlineDevice.td - declares outline-device ----------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def OutlineDevice : Pass<"outline-device", "::mlir::ModuleOp"> {
  let summary = "make functions of a device of loops that are for one";
  let description = [{
    A loop of `scf.parallel` that is marked `encke.device` becomes a function in a
    `gpu.module` of its own, and its launch. As many threads are started as the loop
    has iterations, in blocks of 128; where these are more blocks than any device
    starts, a thread has several iterations.

    The function is given arrays only, each as a memref of one dimension, since that
    is what all devices have. Elements of tensors with more are found by the sizes.
    These, and all other numbers that are known outside of the loop, stand in one
    array of integers of 64 bits, its last argument: first how many iterations there
    are.

    ```mlir
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %x = memref.load %A[%i, %c1] : memref<?x?xf64>
      memref.store %x, %B[%i] : memref<?xf64>
      scf.reduce
    } {encke.device}
    ```

    becomes

    ```mlir
    gpu.launch_func @kernel_0_device_0::@run blocks in (%blocks, %c1, %c1) threads in (%c128, %c1, %c1) args(
    ...
    gpu.module @kernel_0_device_0 {
      gpu.func @run(%arg0: memref<?xf64>, %arg1: memref<?xf64>, %arg2: memref<?xi64>) kernel
    ```

    What a device cannot do in such a loop was to be known where it was marked. Where
    it is found here, the loop runs on the host; with `strict-marks` that is an error.
  }];
  let options = [
    Option<"strictMarks", "strict-marks", "bool", /*default=*/"false",
           "A loop that a device cannot run is an error">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numOutlined", "outlined", "Loops that a device runs">
  ];
}
