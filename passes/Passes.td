//===- Passes.td - every pass of Encke, in pipeline order --*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_PASSES
#define ENCKE_PASSES_PASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// ta to ta
//===----------------------------------------------------------------------===//

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
    own. Where it is a factor, or under a mask, it stays: another factor may
    restrict it. (Whole statements that are the same, and the same parts that
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
    Two sums of products over the same labels with a factor in common become one,
    with the sum of what is left in a dense tensor, where that saves work by the
    estimate of `passes/Support/Estimates.h`: `A*B + A*C` becomes `A*(B+C)`. What
    is left must be dense and of the same labels.

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
    be computed again along other labels.

    The search is exhaustive up to ten factors: dynamic programming over the
    sets of factors, where a set is the product of two others or, if a factor is
    sparse, of three, or of its factors in one loop nest. Beyond ten it is a beam
    search. Among dense tensors the order with the fewest floating-point
    operations wins, and of several the one with the smallest temporaries; none
    is larger than what the statement reads or writes, or 2 GiB. With sparse
    factors the cost also counts what it takes to assemble temporaries, so that
    products such as SDDMM and MTTKRP stay one loop nest. The number of elements
    of a sparse product is estimated as if the elements of its factors were
    anywhere with the same probability. A temporary is sparse when less than a
    quarter of it would be stored, and always when what it does not store matters.
    A mask stays on the last product.

    Sizes are taken from the types, from the headers of files if they are there
    when the program is compiled, and are assumed otherwise
    (`passes/Support/Estimates.h`).

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
    inside. What cannot be a part of a term (the argument of a function or a
    divisor that sums, a summed factor that would be computed again along
    another label, what is widened after it was summed) becomes a statement of
    its own, into a dense tensor; into a sparse one where what it does not store
    must be left out, as inside a reduction (L22).

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
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numTemporaries", "temporaries",
              "Statements made for parts of others">
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
    have.

    `C[a,b,c] = A[a,e,b] * B[e,c]` before:

    ```mlir
    %s = ta.sum %p over [e] : !ta.expr<[a, e, b, c] f64> -> !ta.expr<[a, b, c] f64>
    %C = ta.assign %s[a, b, c] sizes() : !ta.expr<[a, b, c] f64> -> tensor<64x64x64xf64>
    ```

    and after, with a product for each `a`:

    ```mlir
    %s = ta.sum %p over [e] : !ta.expr<[a, e, b, c] f64> -> !ta.expr<[a, b, c] f64>
    %C = ta.assign %s[a, b, c] sizes() {gemm = {columns = ["c"], inner = ["e"],
           loops = ["a"], rows = ["b"]}} : !ta.expr<[a, b, c] f64> -> tensor<64x64x64xf64>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numContractions", "contractions", "Contractions that BLAS does">,
    Statistic<"numTranspositions", "transpositions", "Tensors transposed">
  ];
}

def EstimateCosts : Pass<"ta-estimate-costs", "::mlir::ModuleOp"> {
  let summary = "say what each statement is expected to cost";
  let description = [{
    Each statement gets the attribute `encke.flops`, the operations that it is
    expected to take, and the last of those that one statement of the program
    became also `encke.peak_bytes`, what their tensors take in memory at a time at
    most. The numbers are as good as the sizes they are made of
    (`passes/Support/Estimates.h`); nothing is decided by them.

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

//===----------------------------------------------------------------------===//
// linalg to cin
//===----------------------------------------------------------------------===//

def LinalgToGemm : Pass<"convert-linalg-to-gemm", "::mlir::ModuleOp"> {
  let summary = "dense work of the runtime library, from linalg";
  let description = [{
    A `linalg.generic` that `ta-ttgt` marked (`encke.gemm`) becomes a `cin.gemm`;
    where it adds to zeros, the zeros are not written. One that only copies a
    dense tensor with its modes in another order becomes a `cin.transpose`.

    ```mlir
    %zero = linalg.fill ins(%0 : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
    %c = linalg.generic {indexing_maps = [#ik, #kj, #ij], ...}
        ins(%a, %b : ...) outs(%zero : tensor<?x?xf64>)
        attrs = {encke.gemm = {columns = ["j"], inner = ["k"], loops = [],
                 rows = ["i"]}, encke.labels = ["i", "j", "k"]} { ... }
    ```

    becomes

    ```mlir
    %c = cin.gemm rows ["i"] columns ["j"] inner ["k"] loops []
      ins(%a ["i", "k"], %b ["k", "j"] : ...) outs(%empty ["i", "j"] : ...)
      scaled %one : f64 -> tensor<?x?xf64>
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect"
  ];
}

def LinalgToCIN : Pass<"convert-linalg-to-cin", "::mlir::ModuleOp"> {
  let summary = "linalg to concrete index notation, in its naive form";
  let description = [{
    Each `linalg.generic` or `linalg.fill` becomes a `cin.kernel`: one forall
    for each loop dimension, in the order of the dimensions, around one
    assignment. A body that adds to its output becomes `+=`, and so for the other
    reductions: `-=`, `*=`, `min=`, `max=`, `or=`, `and=`, and `any=` for one that keeps
    either value. With a sparse operand, for which what is not stored is a zero to
    `linalg`, only `+=` and `-=` are that simple; another reduction is recognised as a
    `sparse_tensor.reduce`, which is over what is stored.

    ```mlir
    %y = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>)
                    outs(%c = %zero : tensor<?xf64>) {
      cin.forall %i in %n {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
        }
      }
    } -> tensor<?xf64>
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::sparse_tensor::SparseTensorDialect", "::mlir::tensor::TensorDialect"
  ];
}

def Rewrite : Pass<"cin-rewrite", "::mlir::ModuleOp"> {
  let summary = "one rewrite of concrete index notation, wherever it is legal";
  let description = [{
    Applies one of the patterns of `dialects/CIN/Rewrites.h` once to each
    operation that it could begin at, but not again inside of what it changed, and
    says in a remark why where it does not apply. For looking at the rewrites alone: the policy applies the same ones.
    The rules, of Kjolstad et al., sections 3.3, 4.1 and 4.2:
    `reorder-foralls`, `hoist-forall-of-consumer`, `sink-forall-into-consumer`,
    `hoist-forall-of-both`, `sink-forall-into-both`, `nest-where-in-producer`,
    `nest-where-in-consumer`, `swap-producers`; `precompute`,
    `sink-forall-into-producer`, `assign-once`; `reuse-result`.

    `rule=precompute`, of a product whose sum over k is asked for as a row over j:

    ```mlir
    cin.forall %i in %n {
      cin.forall %k in %l {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%k, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %j] += %2 {encke.precompute = ["j"]} : !cin.place<tensor<?x?xf64>>
        }
      }
    }
    ```

    becomes

    ```mlir
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%m) {
        cin.forall %j in %m {
          %0 = cin.access %w[%j] : !cin.place<tensor<?xf64>>
          cin.assign %c[%i, %j] += %0 : !cin.place<tensor<?x?xf64>>
        }
      } producer {
        cin.forall %k in %l {
          cin.forall %j in %m {
            %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %b[%k, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[%j] += %2 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
    ```
  }];
  let dependentDialects = ["::encke::cin::CINDialect"];
  let options = [
    Option<"rule", "rule", "std::string", "", "The rewrite">,
    Option<"at", "at", "std::string", "",
           "Only at foralls of this label, where the rule begins at a forall">
  ];
}

def Schedule : Pass<"cin-schedule", "::mlir::ModuleOp"> {
  let summary = "choose loop order, workspaces, vector and parallel loops";
  let description = [{
    The policy: the one place where these decisions are made.

    - Order: the index variables of sparse tensors first, in storage order; then
      the dense ones, innermost the one along which the most accesses are
      contiguous. Where several sparse tensors disagree, the order that visits
      the least coordinates, and the others are converted (L28).
    - Workspace: where the innermost loops only reduce, their sum goes through a
      workspace of order 0, a register (Kjolstad et al., section 4.1). Where a
      loop that reduces is outside of one that moves the element of a sparse
      result, as in Gustavson's matrix product, a row collects the elements.
    - Vector: the innermost loop, when each access is contiguous along it or
      does not depend on it. Where it accumulates into the result inside loops
      that reduce, four vectors of the result stay in registers across them.
    - Parallel: the outermost loop, when each iteration writes elements of its
      own.

    The naive kernel of `convert-linalg-to-cin` becomes:

    ```mlir
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m {
          ...
          cin.assign %w[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect",
    "::mlir::sparse_tensor::SparseTensorDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Bits of a SIMD register; 0 leaves loops scalar">,
    Option<"parallel", "parallel", "bool", "false",
           "Mark loops that may run in parallel">
  ];
  let statistics = [
    Statistic<"numWorkspaces", "workspaces", "Workspaces introduced">,
    Statistic<"numConversions", "conversions", "Tensors converted to fit">,
    Statistic<"numVector", "vector-loops", "Loops marked as vector">,
    Statistic<"numParallel", "parallel-loops", "Loops marked as parallel">
  ];
}

def FuseKernels : Pass<"cin-fuse-kernels", "::mlir::ModuleOp"> {
  let summary = "compute a tensor where the one kernel that reads it does";
  let description = [{
    A tensor that one scheduled kernel makes and one other kernel reads, and that
    nothing else needs, is not made where both can share their outer loops: those
    whose indices are the first ones of the tensor wherever it is written or
    read. What is left of it is a workspace in a `cin.where` inside these loops, a
    register, or a row of a dense tensor. So SpMM and a product with a dense
    matrix (a layer of a graph neural network) become one nest with a row in
    between, SDDMM and SpMM (attention) one with a single number, and an
    elementwise function is applied to each row as it is made.

    Each element is computed once, in the iteration that reads it: no work is
    done twice. Where a loop that both would share does not enclose the other
    one's whole nest, or is a SIMD loop, the kernels stay apart.

    `t[i] = A[i,j] * x[j]` and `y[i] = t[i] * t[i]` in one loop:

    ```mlir
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %t = cin.access %w[] : !cin.place<tensor<f64>>
        %p = arith.mulf %t, %t : f64
        cin.assign %y[%i] = %p : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m {
          %a = cin.access %A[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %x = cin.access %v[%j] : !cin.place<tensor<?xf64>>
          %q = arith.mulf %a, %x : f64
          cin.assign %w[] += %q : !cin.place<tensor<f64>>
        }
      }
    }
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::func::FuncDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [Statistic<"numFused", "fused", "Kernels that became parts">];
}

def HoistInvariants : Pass<"cin-hoist-invariants", "::mlir::ModuleOp"> {
  let summary = "do before a loop what its kernels do again in each round";
  let description = [{
    Loops of the program (L30) call kernels. What a kernel does with tensors that
    the loop does not change goes into a kernel that is called once, in front of
    the loop:

    - conversions of such tensors (L28), and sparse results of them alone;
    - where the operands store the same elements each time, though their values
      change, the symbolic phase of a sparse result. In the loop its numeric phase
      is left. What a result stores is known from round to round only if it
      follows from the operands, not where a selection looks at values.

    The rest of the kernel gets what was made as arguments. `C[i, k] = A[i, k] *
    x[i]` in a loop that changes only x, before:

    ```mlir
    func.func private @kernel(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> attributes {encke.kernel} {
      %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
      %C = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %e : tensor<?x?xf64, #CSR>) {
    ```

    and after:

    ```mlir
    func.func private @kernel_once(%n: index, %m: index, %A: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> attributes {encke.kernel} {
      %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
      %u = cin.unknown : f64
      %P = cin.kernel symbolic ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %e : tensor<?x?xf64, #CSR>) {
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::func::FuncDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numHoisted", "hoisted", "Conversions and results taken out">,
    Statistic<"numSplit", "split", "Kernels split into their phases">
  ];
}

//===----------------------------------------------------------------------===//
// cin to scf
//===----------------------------------------------------------------------===//

def SparseHandles : Pass<"sparse-tensors-to-handles", "::mlir::ModuleOp"> {
  let summary = "sparse tensors become pointers to the runtime's tensor";
  let description = [{
    A value of a sparse tensor type becomes an `!llvm.ptr` to the runtime's
    `encke_tensor`, in functions, calls, loops and as an operand of
    `cin.kernel`, whose body keeps the tensor type and so the storage. The cast
    from the parts of a tensor that was read becomes the handle they came from.

    ```mlir
    %values = call @encke_values_f64(%handle) : (!llvm.ptr) -> memref<?xf64>
    %A = builtin.unrealized_conversion_cast %pos, %crd, %values, %specifier
      : ... to tensor<?x?xf64, #CSR>
    %y = call @kernel_0(%A, %x) : ...
    ```

    becomes `%y = call @kernel_0(%handle, %x)`. A kernel with a sparse result
    fills a new tensor of the runtime, and a `sparse_tensor.convert` becomes a
    call of the runtime's conversion.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::bufferization::BufferizationDialect"
  ];
}

def GemmToCalls : Pass<"convert-gemm-to-calls", "::mlir::ModuleOp"> {
  let summary = "dense work as calls of the runtime library";
  let description = [{
    `cin.gemm` and `cin.transpose` on buffers become calls of the runtime's C
    interface. What the labels are is a constant array.

    ```mlir
    cin.transpose modes [1, 0] ins(%a : memref<8x9xf64>) outs(%b : memref<9x8xf64>)
    ```

    becomes

    ```mlir
    %0 = memref.cast %a : memref<8x9xf64> to memref<*xf64>
    %1 = memref.cast %b : memref<9x8xf64> to memref<*xf64>
    %2 = llvm.mlir.addressof @encke_words_0 : !llvm.ptr
    call @encke_transpose_f64(%0, %1, %2) : (memref<*xf64>, memref<*xf64>, !llvm.ptr) -> ()
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def CINToSCF : Pass<"convert-cin-to-scf", "::mlir::ModuleOp"> {
  let summary = "generate loops over levels from bufferised cin kernels";
  let description = [{
    Which coordinates a forall visits follows from the levels along its variable
    and the operations of the statements (iteration lattices; Kjolstad et al., "The
    Tensor Algebra Compiler", section 5). Where every coordinate is visited, the
    loop runs over coordinates; where one compressed level decides, over that
    level's positions; where several do, there is a merging loop for each point
    of the lattice, with a case for each set of tensors that may be present. Levels
    whose coordinates are fixed are located or searched. Where a tensor is absent,
    what depends on it drops out.

    A register workspace is carried through the loops; on its way into a sparse
    result it also remembers whether anything was assigned to it. A row workspace
    is an array of values, one of marks and a list of coordinates, which is
    sorted before it is read. A sparse result is appended to: the loops are
    generated twice, to count the coordinates of each level and, with arrays of
    that size, to fill them in.

    A parallel loop becomes an `scf.parallel` over tasks. It is cut into chunks
    of about the same number of stored elements, and a task takes one after the
    other, with row workspaces of its own; so results do not depend on which
    task takes what. For a sparse result the elements of each chunk are
    counted, and a scan of the counts says where each of them fills in its own.

    Buffers are declared distinct, so that no alias check stands in an inner
    loop, and aligned to 64 bytes.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %next = arith.addi %i, %c1 : index
      %lo32 = memref.load %pos[%i] : memref<?xi32>
      %lo = arith.index_castui %lo32 : i32 to index
      %hi32 = memref.load %pos[%next] : memref<?xi32>
      %hi = arith.index_castui %hi32 : i32 to index
      %w = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (f64) {
        %j32 = memref.load %crd[%p] : memref<?xi32>
        %j = arith.index_castui %j32 : i32 to index
        ...
        scf.yield %t : f64
      }
      ...
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    // What takes away buffers asserts that parallel loops own none.
    "::mlir::cf::ControlFlowDialect"
  ];
}

//===----------------------------------------------------------------------===//
// scf to vector
//===----------------------------------------------------------------------===//

def Vectorize : Pass<"vectorize-marked-loops", "::mlir::ModuleOp"> {
  let summary = "SIMD code for the loops that the schedule marked";
  let description = [{
    A loop `scf.for` with the attribute `encke.vector = w` becomes a loop of
    step w over vectors of w elements and a scalar loop over what is left. Loads
    and stores along the loop become vector loads and stores, values from
    outside are broadcast, a carried sum becomes a vector of partial sums that
    is added up at the end.

    ```mlir
    scf.for %k = %c0 to %n step %c1 {
      %b = memref.load %B[%j, %k] : memref<?x?xf64>
      ...
    } {encke.vector = 8}
    ```

    becomes

    ```mlir
    scf.for %k = %c0 to %whole step %c8 {
      %b = vector.load %B[%j, %k] : memref<?x?xf64>, vector<8xf64>
      ...
    }
    scf.for %k = %whole to %n step %c1 { ... }
    ```

    A loop that also has `encke.registers = r` adds to elements that the loops
    around it do not change: those loops are run once for each block of r * w
    elements, which they carry as r vectors (then for single vectors, then for
    what is left), so that the sums never go through memory.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numVectorized", "loops", "Loops rewritten with vectors">,
    Statistic<"numBlocked", "blocked-loops",
              "Loops whose sums stay in registers across other loops">
  ];
}

//===----------------------------------------------------------------------===//
// vector to omp
//===----------------------------------------------------------------------===//

def FinishTeams : Pass<"finish-omp-teams", "::mlir::ModuleOp"> {
  let summary = "as many threads as a parallel loop has rounds, no stack scopes";
  let description = [{
    The rounds of a parallel loop of Encke's are tasks that share its work, no
    more of them than are worth a thread (`convert-cin-to-scf`). A team with a
    thread for each neither wakes threads that find no work nor, for a single
    task, any at all.

    ```mlir
    omp.parallel {
      omp.wsloop {
        omp.loop_nest (%task) : index = (%c0) to (%tasks) step (%c1) {
          memref.alloca_scope {
    ```

    becomes

    ```mlir
    %threads = arith.index_cast %tasks : index to i32
    omp.parallel num_threads(%threads : i32) {
      omp.wsloop {
        omp.loop_nest (%task) : index = (%c0) to (%tasks) step (%c1) {
    ```

    The scope goes because nothing in it is on the stack, and because the
    control flow of the next step could not stand in it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numTeams", "teams", "Teams given a number of threads">
  ];
}

//===----------------------------------------------------------------------===//
// Bookkeeping
//===----------------------------------------------------------------------===//

def SetStage : Pass<"encke-set-stage", "::mlir::ModuleOp"> {
  let summary = "record in the module which stage of the pipeline it is";
  let description = [{
    Sets the module's `encke.stage` attribute, by which the driver knows where
    to continue with a text that `--emit` printed.

    ```mlir
    module attributes {encke.stage = "cin"} { ... }
    ```
  }];
  let options = [Option<"stage", "stage", "std::string", "", "The stage">];
}

#endif // ENCKE_PASSES_PASSES
