//===- HoistStatements.td - declares ta-hoist-statements ---*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def HoistStatements : Pass<"ta-hoist-statements", "::mlir::ModuleOp"> {
  let summary = "compute once, before a loop, what no round of it changes";
  let description = [{
    A statement in a `for` or a `while` that reads only what is the same in each
    round stands before the loop then, with the attribute `encke.hoisted`. That
    goes for the statements that other passes made of parts, too. One in an `if`
    stays, and so do all in a program that asks for the time: its loops may be
    there to measure what stands in them. A result that is larger than all that
    it is made of, as an outer product or a constant, stays unless it saves
    several operations for each of its elements.

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
