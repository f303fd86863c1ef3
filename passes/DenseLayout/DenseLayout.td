//===- DenseLayout.td - declares ta-dense-layout -----------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def DenseLayout : Pass<"ta-dense-layout", "::mlir::ModuleOp"> {
  let summary = "labels that are one loop, transpositions, matrix products";
  let description = [{
    Decides how the dense tensors of a statement lie in memory: which labels are gone
    along as one, which tensors are transposed, and what a library multiplies.

    *Labels.* Two labels that are neighbours in every tensor of a statement that has
    them, all of them dense, and that no reduction separates, become one, where one of
    them has so few coordinates that a loop along it is hardly worth its beginning, or
    cannot be shared out evenly to tasks. A label with one coordinate is dropped. The
    statement then reads its tensors with these modes collapsed, and its result is
    expanded again; neither moves an element. A tensor that one statement makes and
    others read is collapsed in all of them alike or in none, so that
    `cin-fuse-kernels` still finds their loops to be the same. Small statements stay as
    they are. `C[c,d] = A[a,b,c,d] * B[a,b]` before:

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

    Then each term of a statement has a layout chosen: as loops, or, where a model
    expects them to take less, as matrix products.

    *Loops.* The loops of a sum, or of another reduction, should go along all tensors
    as they are stored. How they go is said by a dense operand that has all labels,
    since it is larger than the others: in the order of its modes; and where sparse
    operands take part, by these: the label that only dense tensors have is innermost.
    Where all are dense and none has all labels, as in a product of matrices or of
    distances between points, the result's last label is; in dense statements without
    sums, as an outer product, it is, too, if it has 32 coordinates. Dense factors, and
    a dense result, that have the innermost label, but not as their last one, are
    transposed by statements of their own, the result from a tensor in the order of the
    loops: no order of the loops would go along all of them. The loops have to visit at
    least four times as many points as the tensor has elements, or twice as many where
    it is so large that each jump goes to memory; twelve times as many where the result
    says how they go. `C[e,d] = A[a,d,e] * X[e,a]` before:

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

    *Matrix products.* A contraction of two dense tensors whose labels are in the left
    one and the result (rows), in the right one and the result (columns), in both and
    not in the result (inner), or in all three, may become matrix products: `gemm` on
    its `ta.assign` says which labels are what. Labels of one kind that are neighbours
    in each tensor that has them are one dimension, without any work; what is not so
    becomes a loop around the products, or the tensor is transposed by a statement of
    its own. A model compares: time of the products by their sizes, time to transpose,
    time of loops. (Springer and Bientinesi, "Design of a high-performance GEMM-like
    Tensor-Tensor Multiplication", describe the alternatives; this is their TTGT and LoG
    in one search.) Factors that are scalars, and what the product is added to, are part
    of the products. Other terms of the sum become a statement in front.
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

    What stays loops: contractions that are small, or so thin that the products would
    take longer; labels of another kind; element types that BLAS does not have. Also
    products with a matrix, or a part of a tensor, that stays in a cache while rows of
    the other operand are multiplied by it, several at a time (`jam-rows`): loops do
    these as fast, and may be fused with what makes the rows or reads the result. With
    `fuse`, which says that kernels become one where they can (`cin-fuse-kernels`), what
    is read row by row need not be stored by loops; then that may also outweigh that
    loops are slower with a matrix no cache holds, or of unknown size.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let options = [
    Option<"fuse", "fuse", "bool", /*default=*/"true",
           "Kernels become one where they can">
  ];
  let statistics = [
    Statistic<"numCollapsed", "collapsed", "Statements with fewer labels">,
    Statistic<"numProducts", "products", "Contractions that BLAS does">,
    Statistic<"numTranspositions", "transpositions", "Tensors transposed">
  ];
}
