//===- ReportStatements.td - declares ta-report-statements -*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def ReportStatements : Pass<"ta-report-statements", "::mlir::ModuleOp"> {
  let summary = "print one line for each statement of the program (-v)";
  let description = [{
    On stderr: the place of the statement, the order of its products, the operations
    and the memory that `ta-estimate-costs` noted, and whether loops or a library
    (statements with the attribute `gemm`) compute it. So

    ```mlir
    %z = ta.assign %s[i, k] sizes()
      {gemm = {columns = ["k"], inner = ["j"], loops = [], rows = ["i"]},
       encke.flops = 40 : i64, encke.peak_bytes = 32 : i64}
      : !ta.expr<[i, k] f64> -> tensor<4x4xf64> loc("a.ta":3:1)
    ```

    prints `encke: a.ta:3:1: 40 flop, 32 B at most, library`.
  }];
}
