//===- ContractionOrder.td - declares ta-contraction-order -*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def ContractionOrder : Pass<"ta-contraction-order", "::mlir::ModuleOp"> {
  let summary = "choose the order in which many factors are multiplied";
  let description = [{
    Takes a tree of products and sums for what it means, one product that is
    summed once, and computes it in the order that costs least. What is computed
    first becomes a statement of its own, into a temporary. So does a factor
    that is summed over labels of its own, and a function of tensors that would
    be computed again along other labels: with a sparse factor of the same
    labels, where there is one. Among dense factors so does any sum of tensors
    that there are far more operations than elements of. Numbers are multiplied
    with each other, and then with the smallest factor.

    The search is exhaustive up to ten factors: dynamic programming over the
    sets of factors, where a set is the product of two others or, if a factor is
    sparse, of three, or of its factors in one loop nest. Beyond ten it is a beam
    search, beyond 32 one that joins only what shares a label. Among dense
    tensors the order with the fewest floating-point operations wins, and of
    several the one with the smallest temporaries; none is larger than what the
    statement reads or writes, or 2 GiB. With sparse factors the cost also
    counts what it takes to assemble temporaries, so that products such as SDDMM
    and MTTKRP stay one loop nest. The number of elements of a sparse product is
    estimated as if the elements of its factors were anywhere with the same
    probability. A temporary is sparse when less than a quarter of it would be
    stored, and always when what it does not store matters. A mask stays on the
    last product.

    A factor that is a sum with products in it is multiplied out where that takes
    less, with what it is multiplied with first: `(A*B + C)*D*x` is
    `A*(B*(D*x)) + C*(D*x)`. Else, among dense factors, what sums in itself is
    computed apart, and so is what a loop of the program does not change beside
    what it does. What a dense tensor of the block holds already is read from it,
    whatever the labels are called.

    Sizes are taken from the types, from the headers of files if they are there
    when the program is compiled, and are assumed otherwise
    (`passes/Support/Estimates.h`). In a loop of the program, what it changes
    nothing of costs its rounds' part, since `ta-hoist-statements` takes that out.

    The same goes for the products of other semirings in which the second operator
    distributes over the first: min and + of floating-point numbers, max and +,
    min and max, or and and.

    `y[i] = A[i,j] * B[j,k] * x[k]` before, as a product of two matrices and a
    vector:

    ```mlir
    %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
    %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
    %q = ta.mul %s, %x : <[i, k] f64>, <[k] f64> -> <[i, k] f64>
    %r = ta.sum %q over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
    %y = ta.assign %r[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
    ```

    and after, as two products of a matrix and a vector:

    ```mlir
    %p = ta.mul %b, %x : <[j, k] f64>, <[k] f64> -> <[j, k] f64>
    %s = ta.sum %p over [k] : !ta.expr<[j, k] f64> -> !ta.expr<[j] f64>
    %t = ta.assign %s[j] sizes() {encke.order = "[j,k]*[k]"} : !ta.expr<[j] f64> -> tensor<200xf64>
    %u = ta.access %t[j] : tensor<200xf64>
    %q = ta.mul %a, %u : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %r = ta.sum %q over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %y = ta.assign %r[i] sizes() {encke.order = "[i,j]*([j,k]*[k])"} : !ta.expr<[i] f64> -> tensor<300xf64>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numTemporaries", "temporaries",
              "Statements made for parts of products">
  ];
}
