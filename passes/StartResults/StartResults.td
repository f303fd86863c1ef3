//===- StartResults.td - declares cin-start-results --------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def StartResults : Pass<"cin-start-results", "::mlir::ModuleOp"> {
  let summary = "set what results start from, where they are accumulated into";
  let description = [{
    A dense result that starts `from identity` is set to that by a kernel in front,
    scheduled as any other. Where the one outermost loop of what accumulates goes
    through all rows of a result that starts from zero, each iteration sets its row,
    which is then in a cache, or never leaves the registers. SpMM, before:

    ```mlir
    %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x32xf64>)
                    outs(%c = %C : tensor<?x32xf64>) from identity {
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
  let statistics = [Statistic<"numSunk", "sunk", "Starts that became part of a loop">];
}
