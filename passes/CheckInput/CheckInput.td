//===- CheckInput.td - declares check-input ----------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def CheckInput : Pass<"check-input", "::mlir::ModuleOp"> {
  let summary = "report what Encke cannot compile in a module that somebody wrote";
  let description = [{
    Runs first where a text goes on from a stage. It reports types of tensors that
    Encke does not store, such as an encoding with slices, operations that belong
    before the module's stage or that no step lowers, functions of the runtime that
    are declared with another type, a program that does not begin without
    arguments, and a description of the target with numbers that cannot be. It
    changes nothing.

    ```mlir
    func.func private @encke_print_f64(i64)
    ```

    is an error: `encke_print_f64` of the runtime has the type `(f64) -> ()`.
  }];
  let options = [Option<"stage", "stage", "std::string", "\"ta\"",
                        "The stage of the module">];
}
