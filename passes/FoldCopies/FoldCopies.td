//===- FoldCopies.td - declares ta-fold-copies -------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def FoldCopies : Pass<"ta-fold-copies", "::mlir::ModuleOp"> {
  let summary = "read a dense tensor instead of a copy or transposition of it";
  let description = [{
    A statement that only copies a dense tensor, with its dimensions in any order,
    and whose result only other statements read, is not needed: they read the
    tensor itself, with the labels in its order.

    ```mlir
    %a = ta.access %A[i, j] : tensor<4x5xf64>
    %T = ta.assign %a[j, i] sizes() : !ta.expr<[i, j] f64> -> tensor<5x4xf64>
    %t = ta.access %T[k, l] : tensor<5x4xf64>
    ```

    becomes

    ```mlir
    %t = ta.access %A[l, k] : tensor<4x5xf64>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numFolded", "folded", "Copies not made">];
}
