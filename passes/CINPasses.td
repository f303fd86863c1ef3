//===- CINPasses.td - from linalg to index notation --------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINPASSES
#define ENCKE_PASSES_CINPASSES

include "mlir/Pass/PassBase.td"

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
    `sink-forall-into-producer`, `assign-once`; `reuse-result`. And
    `take-out-factors`.

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

def GuardPadding : Pass<"cin-guard-padding", "::mlir::ModuleOp"> {
  let summary = "ask whether padding is multiplied by finite numbers only";
  let description = [{
    A kernel over a format with padding multiplies zeros that are no elements
    (L47). That changes nothing, unless they meet infinity or what is not a number
    (L28). So a call of such a kernel gets a guard: a function of its operands that
    says whether all factors of padding are finite, and another kernel, marked
    `encke.exact`, for which `cin-schedule` converts operands with padding. It is
    seldom called, so it has neither vector nor parallel loops. The
    function computes a bound of each factor from the largest magnitudes in dense
    tensors. Where none is known, as of a logarithm, the kernel itself is exact.

    ```mlir
    %y = call @kernel_0(%A, %x, %b) : ...
    ```

    becomes

    ```mlir
    %y = call @kernel_0(%A, %x, %b) {encke.finite = @kernel_0_finite, encke.otherwise = @kernel_0_exact} : ...
    func.func private @kernel_0_finite(%A: ..., %x: tensor<?xf64>, ...) -> i1 {
      %m = cin.largest %x : tensor<?xf64>
      %most = arith.constant 1.7976931348623157E+308 : f64
      %finite = arith.cmpf ole, %m, %most : f64
      return %finite : i1
    }
    ```

    Conversions of operands that `cin-schedule` will convert anyway are no reason
    to ask. With `--finite` this pass does not run.
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect"
  ];
  let statistics = [
    Statistic<"numGuarded", "guarded", "Kernels with a guard">,
    Statistic<"numExact", "exact", "Kernels without padding">
  ];
}

def Schedule : Pass<"cin-schedule", "::mlir::ModuleOp"> {
  let summary = "choose loop order, workspaces, vector and parallel loops";
  let description = [{
    The policy: the one place where these decisions are made.

    - Order: the index variables of sparse tensors first, in storage order; then
      the dense ones, innermost the one along which the most accesses are
      contiguous. Where several sparse tensors disagree, the order that visits
      the least coordinates, and the others are converted (L28). Loops along
      which an operand is stored in blocks are split into one over blocks and one
      within a block. Where a matrix is stored by diagonals, they become loops
      over strips of rows, over the diagonals, over the rows of a strip, and the
      column there: 2048 rows, so that the strips of vectors stay in a cache, or
      64 where another loop is inside.
    - Order of loops over dense tensors only: these cannot all be gone through as
      they are stored, if they are stored in different orders. So another order
      is taken, if three quarters of the time or less are expected of it, by what
      the innermost loop does and by the lines that come from each cache and from
      memory. A sum through one large operand goes in the order of that.
    - Workspace: where the innermost loops only reduce, their sum goes through a
      workspace of order 0, a register (Kjolstad et al., section 4.1). Where a
      loop that reduces is outside of one that moves the element of a sparse
      result, as in Gustavson's matrix product, a row collects the elements; a
      full one, if no sparse operand runs along it: then all elements of the row
      are there, or none. A sparse operand that all these loops meet anew, such as
      a mask, is put into a row of its own first, in which its coordinates are
      looked up. A complemented mask of a vector is not: what was collected is
      looked up in it.
    - Fill: a result that is zero at first, and to each element of which one sum
      is added from a register, is set instead, and needs no zeros.
    - Vector: the innermost loop, when each access is contiguous along it or
      does not depend on it. Where it accumulates into the result inside loops
      that reduce, vectors of the result stay in registers across them. Or
      where it sums along the last level of one sparse operand, whose
      coordinates are taken from dense ones.
    - Parallel: the outermost loop, when each iteration writes elements of its
      own.

    The naive kernel of `convert-linalg-to-cin` becomes:

    ```mlir
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m vector(4) {
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
    Statistic<"numFills", "fills", "Fills with zeros that were dropped">,
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
    elementwise function is applied to each row as it is made. What both kernels
    read is read by one then, which another one may make: the largest elements,
    exponentials, sums and quotients of a softmax become one nest. Where the
    elements start as something else than a workspace does, a number or what is
    computed of dense tensors, it is taken into the workspace before this is read;
    and a kernel that collects a number from all its loops shares them as others
    do.

    Each element is computed once, in the iteration that reads it: no work is
    done twice. SIMD loops are shared where both are; of dense tensors, one that is
    beside a loop with others inside is no SIMD loop then. Where a loop that both
    would share does not enclose the other one's whole nest, the kernels stay
    apart; and where a loop of the program makes the same sparse tensor each time,
    which is hoisted.

    A dense tensor stores everything, also when it is never made: its workspace is
    `filled` where the first kernel may skip what a sparse tensor lacks and the
    second one would notice (`dialects/CIN/Rationale.md`, "What a workspace holds").
    Where a register would then be read at each coordinate along a sparse level,
    the kernels stay apart.

    `t[i] = A[i,j] * x[j]` and `y[i] = t[i] * t[i]` in one loop:

    ```mlir
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() filled {
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

def MergeLevels : Pass<"cin-merge-levels", "::mlir::ModuleOp"> {
  let summary = "loop over positions where nobody asks for coordinates";
  let description = [{
    A kernel reads one sparse tensor, and some of its outermost levels only to get
    to what is below: their coordinates are those of the result, which stores what
    the tensor stores, or nobody's. Then their loops become one, over the positions
    of the innermost of these levels (the `fuse` and `pos` of Senanayake et al., "A
    Sparse Iteration Space Transformation Framework for Sparse Tensor Algebra",
    OOPSLA 2020), and the result shares the tensor's arrays. The new kernel is
    scheduled as others are (`cin-schedule`). `Y[i, j] = X[i, j, k] * v[k]`, before:

    ```mlir
    %e = tensor.empty(%n, %m) : tensor<?x?xf64, #DCSR>
    %Y = cin.kernel ins(%a = %X : tensor<?x?x?xf64, #CSF>, %b = %v : tensor<?xf64>)
                    outs(%c = %e : tensor<?x?xf64, #DCSR>) {
      cin.forall %i in %n {
        cin.forall %j in %m {
          cin.where %w : !cin.place<tensor<f64>> sizes() {
            %0 = cin.access %w[] : !cin.place<tensor<f64>>
            cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #DCSR>>
          } producer {
            cin.forall %k in %l {
              %0 = cin.access %a[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
              %1 = cin.access %b[%k] : !cin.place<tensor<?xf64>>
              %2 = arith.mulf %0, %1 : f64
              cin.assign %w[] += %2 : !cin.place<tensor<f64>>
            }
          }
        }
      }
    } -> tensor<?x?xf64, #DCSR>
    ```

    and after:

    ```mlir
    %x = cin.merge_levels 2 of %X : tensor<?x?x?xf64, #CSF> -> tensor<?x?xf64, #CSR>
    %p = tensor.dim %x, %c0 : tensor<?x?xf64, #CSR>
    %e, %y = cin.share_levels 2 of %X : tensor<?x?x?xf64, #CSF> -> tensor<?x?xf64, #DCSR>, tensor<?xf64>
    %v1 = cin.kernel ins(%a = %x : tensor<?x?xf64, #CSR>, %b = %v : tensor<?xf64>)
                     outs(%c = %y : tensor<?xf64>) {
      cin.forall %i_j in %p {
        cin.where %w : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %w[] : !cin.place<tensor<f64>>
          cin.assign %c[%i_j] = %0 : !cin.place<tensor<?xf64>>
        } producer {
          cin.forall %k in %l vector(4) {
            %0 = cin.access %a[%i_j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %b[%k] : !cin.place<tensor<?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[] += %2 : !cin.place<tensor<f64>>
          }
        }
      }
    } -> tensor<?xf64>
    %Y = cin.with_values %v1 in %e : tensor<?xf64> in tensor<?x?xf64, #DCSR>
    ```

    Where those are all levels, as in `B[i, j] = 2 * A[i, j]` or the sum of the
    squares of A, the loop is one over an array of values. It may then be over
    those of several tensors that are known to store the same places, since
    kernels before made one with the pattern of the other.

    If somebody asks for coordinates, a result that stores what the tensor stores,
    in the same format, has that pattern from the start: the kernel is a numeric
    one. So is `B[i, j] = A[i, j] * x[i]`:

    ```mlir
    %B = cin.kernel numeric ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>)
                            outs(%c = %A : tensor<?x?xf64, #CSR>) {
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Bits of a SIMD register; 0 leaves loops scalar">,
    Option<"parallel", "parallel", "bool", "false",
           "Mark loops that may run in parallel">
  ];
  let statistics = [
    Statistic<"numMerged", "merged", "Kernels over positions">,
    Statistic<"numShared", "shared", "Results with the pattern of an operand">
  ];
}

def SinkFills : Pass<"cin-sink-fills", "::mlir::ModuleOp"> {
  let summary = "set rows to zero where what follows adds to them";
  let description = [{
    A dense result that a kernel adds to is set to zero before, by a kernel of
    its own. Where the one outermost loop of the former goes through all rows of
    the result, each iteration sets its row, which is then in a cache, or never
    leaves the registers. Loops over the row get the extents that the kernel has
    for them, so that later passes see that they go through the same elements.
    SpMM, before:

    ```mlir
    %z = cin.kernel ins() outs(%a = %C : tensor<?x32xf64>) {
      cin.forall %i in %n parallel {
        cin.forall %k in %c32 vector(4) {
          cin.assign %a[%i, %k] = %zero : !cin.place<tensor<?x32xf64>>
        }
      }
    } -> tensor<?x32xf64>
    %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x32xf64>)
                    outs(%c = %z : tensor<?x32xf64>) {
      cin.forall %i in %n parallel {
        cin.forall %j in %m {
    ```

    and after:

    ```mlir
    %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x32xf64>)
                    outs(%c = %C : tensor<?x32xf64>) {
      cin.forall %i in %n parallel {
        cin.forall %k in %c32 vector(4) {
          cin.assign %c[%i, %k] = %zero : !cin.place<tensor<?x32xf64>>
        }
        cin.forall %j in %m {
    ```

    A loop that visits only rows that a sparse tensor stores, or blocks of them,
    does not reach each row.
  }];
  let dependentDialects = ["::encke::cin::CINDialect"];
  let statistics = [Statistic<"numSunk", "sunk", "Fills that became part of a loop">];
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

    A loop that reads the clock (L17) is left alone: it measures what its rounds do.

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

def TakeOutFactors : Pass<"cin-take-out-factors", "::mlir::ModuleOp"> {
  let summary = "multiply a sum by the factors that all its terms have";
  let description = [{
    A register collects the sum of products. Factors that the loops around the
    products do not move multiply the register, once. What is summed up of
    `S[i, j] * Q[i, k] * K[j, k]`, before:

    ```mlir
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %p[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
    } producer {
      cin.forall %k in %c32 vector(8) {
        %0 = cin.access %s[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %q[%i, %k] : !cin.place<tensor<?x32xf64>>
        %2 = cin.access %r[%j, %k] : !cin.place<tensor<?x32xf64>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %w[] += %4 : !cin.place<tensor<f64>>
      }
    }
    ```

    and after:

    ```mlir
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      %1 = cin.access %s[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
      %2 = arith.mulf %1, %0 : f64
      cin.assign %p[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
    } producer {
      cin.forall %k in %c32 vector(8) {
        %0 = cin.access %q[%i, %k] : !cin.place<tensor<?x32xf64>>
        %1 = cin.access %r[%j, %k] : !cin.place<tensor<?x32xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %w[] += %2 : !cin.place<tensor<f64>>
      }
    }
    ```

    The sum must have a term, whatever the tensors store, or the factor be a
    finite constant: `d[i] * A[i, j]` of an empty row is zero also where `d[i]` is
    infinite. This comes last: other passes want to see that the register alone
    becomes the element.
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect"
  ];
  let statistics = [
    Statistic<"numTakenOut", "taken-out", "Sums that are multiplied instead of their terms">
  ];
}

def WidenSums : Pass<"cin-widen-sums", "::mlir::ModuleOp"> {
  let summary = "collect sums of floats in doubles";
  let description = [{
    A sum of floats is collected in a double and rounded once (L21). Workspaces
    that collect one become doubles, and a loop that adds to the same elements of
    a dense result again and again gets a workspace of doubles. Products are
    widened before, so that they are exact; but not in loops of vectors, where
    it would take twice as many, and some are added up as floats before
    (`encke.float_sum` marks what may be). A loop that keeps its sums in registers is left
    alone: `vectorize-marked-loops` adds floats up there, in short rounds, and
    these in doubles. Before:

    ```mlir
    cin.where %w : !cin.place<tensor<f32>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f32>>
      cin.assign %y[%i] = %0 : !cin.place<tensor<?xf32>>
    } producer {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf32, #CSR>>
        %1 = cin.access %x[%j] : !cin.place<tensor<?xf32>>
        %2 = arith.mulf %0, %1 : f32
        cin.assign %w[] += %2 : !cin.place<tensor<f32>>
      }
    }
    ```

    and after:

    ```mlir
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      %1 = arith.truncf %0 : f64 to f32
      cin.assign %y[%i] = %1 : !cin.place<tensor<?xf32>>
    } producer {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf32, #CSR>>
        %1 = cin.access %x[%j] : !cin.place<tensor<?xf32>>
        %2 = arith.extf %0 : f32 to f64
        %3 = arith.extf %1 : f32 to f64
        %4 = arith.mulf %2, %3 : f64
        cin.assign %w[] += %4 : !cin.place<tensor<f64>>
      }
    }
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect"
  ];
  let statistics = [
    Statistic<"numWidened", "widened", "Workspaces of floats that became doubles">
  ];
}

def AskFinite : Pass<"cin-ask-finite", "::mlir::ModuleOp"> {
  let summary = "guards of calls become questions and branches";
  let description = [{
    What `cin-guard-padding` has said of calls, and later passes have kept, becomes
    code. Of what a loop does not change, it is asked before the loop.

    ```mlir
    %m = cin.largest %x : tensor<?xf64>
    %most = arith.constant 1.7976931348623157E+308 : f64
    %finite = arith.cmpf ole, %m, %most : f64
    %y = scf.if %finite -> (tensor<?xf64>) {
      %0 = func.call @kernel_0(%A, %x, %b) : ...
      scf.yield %0 : tensor<?xf64>
    } else {
      %0 = func.call @kernel_0_exact(%A, %x, %b) : ...
      scf.yield %0 : tensor<?xf64>
    }
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::func::FuncDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [Statistic<"numAsked", "asked", "Calls that ask">];
}

#endif // ENCKE_PASSES_CINPASSES
