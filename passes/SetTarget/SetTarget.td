//===- SetTarget.td - declares set-target ------------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def SetTarget : Pass<"set-target", "::mlir::ModuleOp"> {
  let summary = "record in the module which machine it is for";
  let description = [{
    Reads a file as `encke --print-target` prints it, and describes the target on the
    module, by upstream's attribute. What the file does not say is as the module
    had it, or as the reference target has it. `encke` does the same
    with `--target`, and with the machine that it runs on.

    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" =
      ... "L2_cache_size_in_bytes" = 2097152 : i64, ...
    ```
  }];
  let options = [Option<"file", "file", "std::string", "", "The target's file">];
  let dependentDialects = ["::mlir::DLTIDialect"];
}
