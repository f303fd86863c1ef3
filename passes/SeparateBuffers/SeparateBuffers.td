//===- SeparateBuffers.td - declares separate-buffers ------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def SeparateBuffers : Pass<"separate-buffers", "::mlir::ModuleOp"> {
  let summary = "what a loop leaves in two tensors is in two buffers";
  let description = [{
    Bufferisation takes the results of a loop for buffers of their own, and so does
    each round with what it is given. After `D[i] = A[i];` in the loop, both tensors
    may be the same buffer, and a change of A would be one of D. Such a tensor is
    copied into the buffer that the loop has for it, and where a condition decides,
    only where that holds. So is a tensor that was there before the loop, which the
    next round would update.

    ```mlir
    %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%A = %a, %D = %d) -> (tensor<8xf64>, tensor<8xf64>) {
      %A1 = func.call @kernel_0(%A) : (tensor<8xf64>) -> tensor<8xf64>
      scf.yield %A1, %A1 : tensor<8xf64>, tensor<8xf64>
    }
    ```

    becomes

    ```mlir
    %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%A = %a, %D = %d) -> (tensor<8xf64>, tensor<8xf64>) {
      %A1 = func.call @kernel_0(%A) : (tensor<8xf64>) -> tensor<8xf64>
      %D1 = linalg.copy ins(%A1 : tensor<8xf64>) outs(%D : tensor<8xf64>) -> tensor<8xf64>
      scf.yield %A1, %D1 : tensor<8xf64>, tensor<8xf64>
    }
    ```
  }];
  let statistics = [
    Statistic<"copies", "copies", "Tensors that are copied for a loop">
  ];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::linalg::LinalgDialect"
  ];
}
