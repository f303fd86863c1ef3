//===- ShareSums.td - declares ta-share-sums ---------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def ShareSums : Pass<"ta-share-sums", "::mlir::ModuleOp"> {
  let summary = "compute once what several statements sum";
  let description = [{
    A sum without absent elements that stands more than once in statements of one
    block, as a term or as the argument of a function, becomes a statement of its
    own; so does one that a loop changes nothing of, in a statement that it does
    change. Where it stands in a factor, or under a mask, it stays: another factor
    may restrict it. (Whole statements that are the same, and the same parts that
    `ta-contraction-order` makes, are one after upstream's CSE.)

    ```mlir
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
    %e = ta.add %s, %b : <[i] f64>, <[i] f64> -> <[i] f64>
    %z = ta.assign %e[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
    ```

    becomes

    ```mlir
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %t = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
    %a = ta.access %t[i] : tensor<4xf64>
    %y = ta.assign %a[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
    %e = ta.add %a, %b : <[i] f64>, <[i] f64> -> <[i] f64>
    %z = ta.assign %e[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numShared", "shared", "Sums that are shared">];
}
