//===- InlineKernels.td - declares inline-kernels ----------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def InlineKernels : Pass<"inline-kernels", "::mlir::ModuleOp"> {
  let summary = "small kernels are part of the loops that call them";
  let description = [{
    A loop of a program over elements or rows, as that of a triangular solve, calls a
    kernel in each iteration. Kernels are compiled apart from each other, so no
    inliner sees such a call later. What takes its place here is the body of a
    kernel of few operations, without parallel or marked loops, that takes no memory
    of the stack.

    ```mlir
    scf.for %t = %c0 to %n step %c1 {
      %a = memref.load %x[%t] : memref<?xf64>
      func.call @kernel(%a, %y) : (f64, memref<f64>) -> ()
    }
    ```

    becomes, where the kernel stores the number,

    ```mlir
    scf.for %t = %c0 to %n step %c1 {
      %a = memref.load %x[%t] : memref<?xf64>
      memref.store %a, %y[] : memref<f64>
    }
    ```
  }];
  let statistics = [
    Statistic<"numInlined", "calls", "Number of calls inlined">
  ];
}
