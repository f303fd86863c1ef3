//===- SinkFills.td - declares cin-sink-fills --------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

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
