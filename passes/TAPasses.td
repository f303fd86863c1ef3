//===- TAPasses.td - from tensor algebra to linalg ---------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_TAPASSES
#define ENCKE_PASSES_TAPASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// ta to ta
//===----------------------------------------------------------------------===//

def MarkIntervals : Pass<"ta-mark-intervals", "::mlir::ModuleOp"> {
  let summary = "number what stands between two readings of the clock";
  let description = [{
    A statement between two readings of the clock is computed between them (L17),
    also where an equal one stands elsewhere. In a program that reads it, each
    statement and each access gets the number of its interval, by which upstream's
    CSE, and the passes of Encke that share or move computations, tell them apart.
    With `measured`, the statements between two readings are kept in the number
    that the program has, also where nobody reads what they make.

    ```mlir
    %t0 = ta.time
    %a = ta.access %x[i] : tensor<4xf64>
    %y = ta.assign %a[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
    %t1 = ta.time
    ```

    becomes

    ```mlir
    %t0 = ta.time
    %a = ta.access %x[i] {encke.interval = 1 : i64} : tensor<4xf64>
    %y = ta.assign %a[i] sizes() {encke.interval = 1 : i64, encke.measured} : !ta.expr<[i] f64> -> tensor<4xf64>
    %t1 = ta.time
    ```
  }];
  let options = [Option<"measured", "measured", "bool", "false",
    "Mark the statements between two readings">];
}

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

def ShareSums : Pass<"ta-share-sums", "::mlir::ModuleOp"> {
  let summary = "compute once what several statements sum";
  let description = [{
    A sum without absent elements that stands more than once in statements of one
    block, as a term or as the argument of a function, becomes a statement of its
    own; so does one that a loop changes nothing of, in a statement that it does
    change. Where it stands in a factor, or under a mask, it stays: another factor
    may restrict it. (Whole statements that are the same, and the same parts that
    `ta-order-products` makes, are one after upstream's CSE.)

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

def FactorTerms : Pass<"ta-factor-terms", "::mlir::ModuleOp"> {
  let summary = "multiply with a factor that two terms share once";
  let description = [{
    Two products over the same labels with factors in common become one, with the
    sum of what is left in a dense tensor, where that saves work by what the best
    orders of all of them cost: `A*B + A*C` becomes `A*(B+C)`, and
    `A*B*D + 2*C*B*D` becomes `(A + 2*C)*B*D`. What is left must be dense and of
    the same labels; those that are summed may have different names. That is done
    for any two terms of a sum until there are none: `A*C + B*C + A*D + B*D` is
    one product.

    ```mlir
    %p = ta.mul %a, %x : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %q = ta.mul %a, %z : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %t = ta.sum %q over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %e = ta.add %s, %t : <[i] f64>, <[i] f64> -> <[i] f64>
    ```

    becomes

    ```mlir
    %u = ta.add %x, %z : <[j] f64>, <[j] f64> -> <[j] f64>
    %v = ta.assign %u[j] sizes() : !ta.expr<[j] f64> -> tensor<50xf64>
    %w = ta.access %v[j] : tensor<50xf64>
    %p = ta.mul %a, %w : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %e = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numFactored", "factored", "Products saved">];
}

def ContractionOrder : Pass<"ta-order-products", "::mlir::ModuleOp"> {
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
    tensors the order with the fewest floating-point operations wins, and of several the one with the smallest temporaries; none
    is larger than what the statement reads or writes, or 2 GiB. With sparse
    factors the cost also counts what it takes to assemble temporaries, so that
    products such as SDDMM and MTTKRP stay one loop nest. The number of elements
    of a sparse product is estimated as if the elements of its factors were
    anywhere with the same probability. A temporary is sparse when less than a
    quarter of it would be stored, and always when what it does not store matters.
    A mask stays on the last product.

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

def Normalize : Pass<"ta-normalize", "::mlir::ModuleOp"> {
  let summary = "bring every statement into a sum of terms";
  let description = [{
    Rewrites the value of each `ta.assign` into a sum of terms. A term is a
    tree without reductions, summed over its labels at its root. Products are
    distributed over sums only where a sparse operand or a summation stands
    inside, and only as long as the terms together are not much longer than the
    product: elementwise it then stays one term, whose loop merges what its sums
    add, and else its sums are computed first. What cannot be a part of a term (the argument of a function or a
    divisor that sums, a summed factor that would be computed again along
    another label, what is widened after it was summed) becomes a statement of
    its own, into a dense tensor; into a sparse one where what it does not store
    must be left out, as inside a reduction (L22). Inside of something with an
    element everywhere nothing is left out, and the tensor is dense for the
    identity of the reduction in it (L43). In a sum, or a function, of two that
    has an element where either has one, the reduction goes into both: the values
    are those over the dense tensor, under a mask of the expression over the
    sparse one.

    A reduction other than the sum is the whole value of a statement of its
    own, and so is its accumulation into the old value. A mask on a sum
    becomes one on what is summed, and so does one on any reduction whose result
    is sparse; a dense result is zero outside of a mask, not the identity.

    The value of a sparse tensor stays one expression, from which the pattern
    follows (L27). Only its reductions are taken out, where they are not the
    whole value, into sparse tensors; and parts of a sum of more operands than a
    loop can well merge.

    `y[i] = relu(A[i,j] * x[j] + b[i])` before:

    ```mlir
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %e = ta.add %s, %b : <[i] f64>, <[i] f64> -> <[i] f64>
    %r = ta.apply "relu"(%e) : !ta.expr<[i] f64> -> <[i] f64>
    %y = ta.assign %r[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
    ```

    and after:

    ```mlir
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %e = ta.add %s, %b : <[i] f64>, <[i] f64> -> <[i] f64>
    %t = ta.assign %e[i] sizes(%m) : !ta.expr<[i] f64> -> tensor<?xf64>
    %a = ta.access %t[i] : tensor<?xf64>
    %r = ta.apply "relu"(%a) : !ta.expr<[i] f64> -> <[i] f64>
    %y = ta.assign %r[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
    ```

    Where a sparse factor, dividend or mask guards the part, it is computed only
    where that one has elements, and is as sparse. Of a function's argument only
    the sums then become statements, so that nothing dense is made for a value
    that is needed at few points. `P[i,j] = A[i,j] * exp(X[i,f] * Y[j,f])`
    before:

    ```mlir
    %s = ta.sum %p over [f] : !ta.expr<[i, f, j] f64> -> !ta.expr<[i, j] f64>
    %e = ta.apply "exp"(%s) : !ta.expr<[i, j] f64> -> <[i, j] f64>
    %m = ta.mul %a, %e : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
    %P = ta.assign %m[i, j] sizes(%n, %k) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>
    ```

    and after:

    ```mlir
    %m = ta.mask %p by %a : <[i, f, j] f64>, <[i, j] f64> -> <[i, f, j] f64>
    %s = ta.sum %m over [f] : !ta.expr<[i, f, j] f64> -> !ta.expr<[i, j] f64>
    %T = ta.assign %s[i, j] sizes(%i, %j) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>
    %t = ta.access %T[i, j] : tensor<?x?xf64, #CSR>
    %e = ta.apply "exp"(%t) : !ta.expr<[i, j] f64> -> <[i, j] f64>
    %q = ta.mul %a, %e : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
    %P = ta.assign %q[i, j] sizes(%n, %k) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numTemporaries", "temporaries",
              "Statements made for parts of others">
  ];
}

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

def HoistStatements : Pass<"ta-hoist-statements", "::mlir::ModuleOp"> {
  let summary = "compute once, before a loop, what no round of it changes";
  let description = [{
    A statement in a `for` or a `while` that reads only what is the same in each
    round stands before the loop then, with the attribute `encke.hoisted`. That
    goes for the statements that other passes made of parts, too. One in an `if`
    stays, and so do all in a program that asks for the time: its loops may be
    there to measure what stands in them. A result that is larger than all that it is made of, as an outer
    product or a constant, stays unless it saves several operations for each of
    its elements.

    ```mlir
    %r = scf.for %t = %lo to %hi step %one iter_args(%x = %start) -> (tensor<?xf64>) : i64 {
      %a = ta.access %A[i, j] : tensor<?x?xf64>
      %b = ta.access %B[j, k] : tensor<?x?xf64>
      %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
      %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
      %C = ta.assign %s[i, k] sizes(%n, %n) : !ta.expr<[i, k] f64> -> tensor<?x?xf64>
      ...
    }
    ```

    becomes

    ```mlir
    %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
    %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
    %C = ta.assign %s[i, k] sizes(%n, %n) {encke.hoisted} : !ta.expr<[i, k] f64> -> tensor<?x?xf64>
    %r = scf.for %t = %lo to %hi step %one iter_args(%x = %start) -> (tensor<?xf64>) : i64 {
      ...
    }
    ```
  }];
  let statistics = [
    Statistic<"numHoisted", "hoisted", "Statements taken out of loops">
  ];
}

def EstimateCosts : Pass<"ta-estimate-costs", "::mlir::ModuleOp"> {
  let summary = "say what each statement is expected to cost";
  let description = [{
    Each statement gets the attribute `encke.flops`, the operations that it is
    expected to take, and the last of those that one statement of the program
    became also `encke.peak_bytes`, what their tensors take in memory at a time at
    most. The numbers are as good as the sizes they are made of
    (`passes/Support/Estimates.h`). All that they decide is whether a program that
    runs on small data gets loops for threads (`driver/Compiler.cpp`).

    ```mlir
    %y = ta.assign %s[i] sizes() {encke.flops = 40 : i64, encke.peak_bytes = 32 : i64} : !ta.expr<[i] f64> -> tensor<4xf64>
    ```
  }];
}

def ReportStatements : Pass<"ta-report-statements", "::mlir::ModuleOp"> {
  let summary = "print one line for each statement of the program (-v)";
  let description = [{
    On stderr: the place of the statement, the order of its products, the operations
    and the memory that `ta-estimate-costs` noted, and whether loops or a library
    (statements with the attribute `gemm`) compute it.
  }];
}

def OutlineKernels : Pass<"ta-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "make each tensor statement a kernel, a function of its own";
  let description = [{
    A kernel takes the tensors, scalars and sizes that its statement uses and
    yields the statement's tensor; it does no input or output. What is left in
    the program is orchestration.

    ```mlir
    func.func @encke_program() {
      ...
      %y = call @kernel_0(%A, %x, %n)
        : (tensor<?x?xf64, #CSR>, tensor<?xf64>, index) -> tensor<?xf64>
      ta.print %y as "y" : tensor<?xf64>
      return
    }
    func.func private @kernel_0(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>,
        %n: index) -> tensor<?xf64>
        attributes {encke.kernel, llvm.emit_c_interface} {
      ...
      %y = ta.assign %s[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
      return %y : tensor<?xf64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let statistics = [Statistic<"numKernels", "kernels", "Kernels outlined">];
}

//===----------------------------------------------------------------------===//
// ta to linalg
//===----------------------------------------------------------------------===//

def TAToLinalg : Pass<"convert-ta-to-linalg", "::mlir::ModuleOp"> {
  let summary = "ta to upstream dialects: linalg, and calls of the runtime";
  let description = [{
    Each term of a kernel's statement (see `ta-normalize`) becomes one
    `linalg.generic` that accumulates onto the terms before it; the first one
    starts from the old value, from a dense term, or from a fill with zero. The
    tensor that a kernel fills is its last parameter, allocated by its callers,
    unless it updates an old value. A sparse result is made in the kernel by
    one `linalg.generic`.
    Plain arithmetic has the meaning that upstream's sparse compiler gives it:
    products intersect patterns, sums unite them. What else happens to absent
    elements is said by operations of the sparse_tensor dialect. A reduction of
    stored elements is a `sparse_tensor.reduce`, whose `encke.operator` names
    the operator in its region.
    Reads, prints and writes become calls of the runtime's C interface. A sparse
    tensor that was read enters as
    `builtin.unrealized_conversion_cast %pos, %crd, %values, %specifier`, which
    is upstream's own convention for the parts of a sparse tensor. The module
    gets a `@main` that runs the program with the files that the environment
    names.
    Loops and functions of the program stay as they are. The kernel whose result
    a loop carries fills the buffer of the value that it replaces; at the end of
    each round the runtime frees the tensors that it made, except those that the
    loop carries on.

    ```mlir
    #ij = affine_map<(d0, d1) -> (d0, d1)>
    #j = affine_map<(d0, d1) -> (d1)>
    #i = affine_map<(d0, d1) -> (d0)>
    ...
    %y = linalg.generic {
        indexing_maps = [#ij, #j, #i],
        iterator_types = ["parallel", "reduction"]}
        ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>)
        outs(%zero : tensor<?xf64>) attrs = {encke.labels = ["i", "j"]} {
      ^bb0(%a: f64, %b: f64, %out: f64):
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %out, %p : f64
        linalg.yield %s : f64
    } -> tensor<?xf64>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::sparse_tensor::SparseTensorDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"timing", "timing", "bool", "false",
           "Tell the runtime when a statement begins (--time)">
  ];
}

#endif // ENCKE_PASSES_TAPASSES
