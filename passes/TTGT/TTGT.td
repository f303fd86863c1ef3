//===- TTGT.td - declares ta-ttgt --------------------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def TTGT : Pass<"ta-ttgt", "::mlir::ModuleOp"> {
  let summary = "dense contractions as transpositions and matrix products";
  let description = [{
    A contraction of two dense tensors whose labels are in the left one and the
    result (rows), in the right one and the result (columns), in both and not in
    the result (inner), or in all three, becomes matrix products: `gemm` on its
    `ta.assign` says which labels are what. Labels of one kind that are
    neighbours in each tensor that has them are one dimension, without any work;
    what is not so becomes a loop around the products, or the tensor is
    transposed by a statement of its own. A model chooses: time of the products by
    their sizes, time to transpose. (Springer and Bientinesi, "Design of a
    high-performance GEMM-like Tensor-Tensor Multiplication", describe the
    alternatives; this is their TTGT and LoG in one search.)

    Factors that are scalars, and what the product is added to, are part of the
    products. Other terms of the sum become a statement in front.

    What stays loops: contractions that are small, or so thin that the products
    would take longer; labels of another kind; element types that BLAS does not
    have. Also products with a matrix, or a part of a tensor, that stays in a cache
    while rows of the other operand are multiplied by it, several at a time
    (`jam-rows`): loops do these as fast, and may be fused with what makes the rows
    or reads the result. With `fuse`, which says that kernels become one where they
    can (`cin-fuse-kernels`), what is read row by row need not be stored by loops;
    then that may also outweigh that loops are slower with a matrix no cache holds,
    or of unknown size.

    `C[a,b,c] = A[a,e,b] * B[e,c]` before:

    ```mlir
    %s = ta.sum %p over [e] : !ta.expr<[a, e, b, c] f64> -> !ta.expr<[a, b, c] f64>
    %C = ta.assign %s[a, b, c] sizes() : !ta.expr<[a, b, c] f64> -> tensor<640x640x640xf64>
    ```

    and after, with a product for each `a`:

    ```mlir
    %s = ta.sum %p over [e] : !ta.expr<[a, e, b, c] f64> -> !ta.expr<[a, b, c] f64>
    %C = ta.assign %s[a, b, c] sizes() {gemm = {columns = ["c"], inner = ["e"],
           loops = ["a"], rows = ["b"]}} : !ta.expr<[a, b, c] f64> -> tensor<640x640x640xf64>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let options = [
    Option<"fuse", "fuse", "bool", /*default=*/"true",
           "Kernels become one where they can">
  ];
  let statistics = [
    Statistic<"numContractions", "contractions", "Contractions that BLAS does">,
    Statistic<"numTranspositions", "transpositions", "Tensors transposed">
  ];
}
