//===- TakeOutFactors.td - declares cin-take-out-factors ---*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

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
