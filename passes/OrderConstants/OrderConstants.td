//===- OrderConstants.td - declares order-constants --------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def OrderConstants : Pass<"order-constants", "::mlir::ModuleOp"> {
  let summary = "constant tensors stand, and are numbered, in the order of use";
  let description = [{
    Upstream's bufferisation goes through the functions in the order of their
    addresses in the compiler's memory. The constants of the module that it makes
    of constant tensors follow that order, and so do the numbers in their names.
    Here they get the order in which the functions name them, so that a program is
    compiled to the same code each time.

    ```mlir
    memref.global "private" constant @__constant_2xf64 : memref<2xf64> = dense<[3.0, 4.0]>
    memref.global "private" constant @__constant_2xf64_0 : memref<2xf64> = dense<[1.0, 2.0]>
    func.func @first() -> memref<2xf64> {
      %0 = memref.get_global @__constant_2xf64_0 : memref<2xf64>
      return %0 : memref<2xf64>
    }
    func.func @second() -> memref<2xf64> {
      %0 = memref.get_global @__constant_2xf64 : memref<2xf64>
      return %0 : memref<2xf64>
    }
    ```

    becomes

    ```mlir
    memref.global "private" constant @__constant_2xf64 : memref<2xf64> = dense<[1.0, 2.0]>
    memref.global "private" constant @__constant_2xf64_0 : memref<2xf64> = dense<[3.0, 4.0]>
    func.func @first() -> memref<2xf64> {
      %0 = memref.get_global @__constant_2xf64 : memref<2xf64>
      return %0 : memref<2xf64>
    }
    func.func @second() -> memref<2xf64> {
      %0 = memref.get_global @__constant_2xf64_0 : memref<2xf64>
      return %0 : memref<2xf64>
    }
    ```
  }];
}
