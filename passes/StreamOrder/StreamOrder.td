//===- StreamOrder.td - declares ta-stream-order -----------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def StreamOrder : Pass<"ta-stream-order", "::mlir::ModuleOp"> {
  let summary = "transpose dense tensors that loops would jump through";
  let description = [{
    The loops of a sum, or of another reduction, should go along all tensors as they
    are stored. How they go is said by a dense operand that has all labels, since it
    is larger than the others: in the order of its modes; and where sparse operands
    take part, by these: the label that only dense tensors have is innermost. Where
    all are dense and none has all labels, as in a product of matrices or of
    distances between points, the result's last label is; in dense statements without
    sums, as an outer product, it is, too, if it has 32 coordinates. Dense factors,
    and a dense result, that have the innermost label, but not as their last one, are
    transposed by statements of their own, the result from a tensor in the order of
    the loops: no order of the loops would go along all of them.

    The loops have to visit at least four times as many points as the tensor has
    elements, or twice as many where it is so large that each jump goes to memory;
    twelve times as many where the result says how they go. Matrix products (`gemm`)
    choose for themselves, see `ta-ttgt`.

    `C[e,d] = A[a,d,e] * X[e,a]` before:

    ```mlir
    %x = ta.access %X[e, a] : tensor<64x16xf64>
    %p = ta.mul %a, %x : <[a, d, e] f64>, <[e, a] f64> -> <[a, d, e] f64>
    %s = ta.sum %p over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
    %C = ta.assign %s[e, d] sizes() : !ta.expr<[d, e] f64> -> tensor<64x31xf64>
    ```

    and after:

    ```mlir
    %x = ta.access %X[e, a] : tensor<64x16xf64>
    %Y = ta.assign %x[a, e] sizes() : !ta.expr<[e, a] f64> -> tensor<16x64xf64>
    %y = ta.access %Y[a, e] : tensor<16x64xf64>
    %p = ta.mul %a, %y : <[a, d, e] f64>, <[a, e] f64> -> <[a, d, e] f64>
    %s = ta.sum %p over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
    %T = ta.assign %s[d, e] sizes() : !ta.expr<[d, e] f64> -> tensor<31x64xf64>
    %t = ta.access %T[d, e] : tensor<31x64xf64>
    %C = ta.assign %t[e, d] sizes() : !ta.expr<[d, e] f64> -> tensor<64x31xf64>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numTranspositions", "transpositions", "Tensors transposed">
  ];
}
