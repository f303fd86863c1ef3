//===- WidenSums.td - declares cin-widen-sums --------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def WidenSums : Pass<"cin-widen-sums", "::mlir::ModuleOp"> {
  let summary = "collect sums of floats in doubles";
  let description = [{
    A sum of floats is collected in a double and rounded once (L21). Workspaces
    that collect one become doubles, and a loop that adds to the same elements of
    a dense result again and again gets a workspace of doubles. Products are
    widened before, so that they are exact; but not in loops of vectors, where
    it would take twice as many, and some are added up as floats before
    (`encke.float_sum` marks what may be). A loop that keeps its sums in
    registers is left alone: `vectorize` adds floats up there, in short rounds,
    and these in doubles. Before:

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
