//===- OutlineKernels.td - declares ta-outline-kernels -----*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

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
