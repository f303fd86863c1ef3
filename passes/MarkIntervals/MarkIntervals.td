//===- MarkIntervals.td - declares ta-mark-intervals -------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def MarkIntervals : Pass<"ta-mark-intervals", "::mlir::ModuleOp"> {
  let summary = "number what stands between two readings of the clock";
  let description = [{
    A statement between two readings of the clock is computed between them (L17),
    also where an equal one stands elsewhere. In a program that reads it, each
    statement and each access gets the number of its interval, by which upstream's
    CSE, and the passes of Encke that share or move computations, tell them apart.
    With `measured`, the statements between two readings are kept in the number
    that the program has, also where nobody reads what they make.

    ```mlir
    %t0 = ta.time
    %a = ta.access %x[i] : tensor<4xf64>
    %y = ta.assign %a[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
    %t1 = ta.time
    ```

    becomes

    ```mlir
    %t0 = ta.time
    %a = ta.access %x[i] {encke.interval = 1 : i64} : tensor<4xf64>
    %y = ta.assign %a[i] sizes() {encke.interval = 1 : i64, encke.measured} : !ta.expr<[i] f64> -> tensor<4xf64>
    %t1 = ta.time
    ```
  }];
  let options = [Option<"measured", "measured", "bool", "false",
    "Mark the statements between two readings">];
}
