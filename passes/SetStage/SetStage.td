//===- SetStage.td - declares set-stage --------------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def SetStage : Pass<"set-stage", "::mlir::ModuleOp"> {
  let summary = "record in the module which stage of the pipeline it is";
  let description = [{
    Sets the module's `encke.stage` attribute, by which the driver knows where
    to continue with a text that `--emit` printed.

    ```mlir
    module attributes {encke.stage = "cin"} { ... }
    ```
  }];
  let options = [Option<"stage", "stage", "std::string", "", "The stage">];
}
