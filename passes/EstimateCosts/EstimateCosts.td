//===- EstimateCosts.td - declares ta-estimate-costs -------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def EstimateCosts : Pass<"ta-estimate-costs", "::mlir::ModuleOp"> {
  let summary = "say what each statement is expected to cost";
  let description = [{
    Each statement gets the attribute `encke.flops`, the operations that it is
    expected to take, and the last of those that one statement of the program
    became also `encke.peak_bytes`, what their tensors take in memory at a time at
    most. The numbers are as good as the sizes they are made of
    (`passes/Support/Estimates.h`). All that they decide is whether a program that
    runs on small data gets loops for threads (`driver/Compiler.cpp`).

    ```mlir
    %y = ta.assign %s[i] sizes() {encke.flops = 40 : i64, encke.peak_bytes = 32 : i64} : !ta.expr<[i] f64> -> tensor<4xf64>
    ```
  }];
  let options = [
    Option<"noteData", "note-data", "bool", "false",
           "Note on statements and accesses what is known of their tensors' data">
  ];
}
