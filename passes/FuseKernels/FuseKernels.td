//===- FuseKernels.td - declares cin-fuse-kernels ----------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

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
