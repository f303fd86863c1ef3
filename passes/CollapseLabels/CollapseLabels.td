//===- CollapseLabels.td - declares ta-collapse-labels -----*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def CollapseLabels : Pass<"ta-collapse-labels", "::mlir::ModuleOp"> {
  let summary = "go along neighbouring labels in one loop";
  let description = [{
    Two labels that are neighbours in every tensor of a statement that has them,
    all of them dense, and that no reduction separates, become one, where one of
    them has so few coordinates that a loop along it is hardly worth its
    beginning, or cannot be shared out evenly to tasks. A label with one
    coordinate is dropped. The statement then reads its tensors with these modes
    collapsed, and its result is expanded again; neither moves an element.

    A tensor that one statement makes and others read is collapsed in all of them
    alike or in none, so that `cin-fuse-kernels` still finds their loops to be
    the same. Small statements stay as they are.

    `C[c,d] = A[a,b,c,d] * B[a,b]` before:

    ```mlir
    %a = ta.access %A[a, b, c, d] : tensor<90x70x40x5xf64>
    %b = ta.access %B[a, b] : tensor<90x70xf64>
    %p = ta.mul %a, %b : <[a, b, c, d] f64>, <[a, b] f64> -> <[a, b, c, d] f64>
    %s = ta.sum %p over [a, b] : !ta.expr<[a, b, c, d] f64> -> !ta.expr<[c, d] f64>
    %C = ta.assign %s[c, d] sizes() : !ta.expr<[c, d] f64> -> tensor<40x5xf64>
    ```

    and after:

    ```mlir
    %0 = tensor.collapse_shape %A [[0], [1], [2, 3]] : tensor<90x70x40x5xf64> into tensor<90x70x200xf64>
    %a = ta.access %0[a, b, c_d] : tensor<90x70x200xf64>
    %b = ta.access %B[a, b] : tensor<90x70xf64>
    %p = ta.mul %a, %b : <[a, b, c_d] f64>, <[a, b] f64> -> <[a, b, c_d] f64>
    %s = ta.sum %p over [a, b] : !ta.expr<[a, b, c_d] f64> -> !ta.expr<[c_d] f64>
    %1 = ta.assign %s[c_d] sizes() : !ta.expr<[c_d] f64> -> tensor<200xf64>
    %C = tensor.expand_shape %1 [[0, 1]] output_shape [40, 5] : tensor<200xf64> into tensor<40x5xf64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numCollapsed", "collapsed", "Statements with fewer labels">
  ];
}
