//===- LowerChecks.td - declares lower-checks --------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def LowerChecks : Pass<"lower-checks", "::mlir::ModuleOp"> {
  let summary = "checks of single values become branches";
  let description = [{
    A value that a program may not compute with, such as a number that an integer
    cannot hold, ends it with a run-time error (L54). The runtime is told the
    place, that of the operation.

    ```mlir
    %y = ta.check %x if %fits, "the value does not fit 'int'" : f64 loc("p.ta":4:3)
    ```

    becomes

    ```mlir
    %true = arith.constant true
    %fails = arith.xori %fits, %true : i1
    scf.if %fails {
      %0 = llvm.mlir.addressof @encke_text_0 : !llvm.ptr
      %1 = llvm.mlir.addressof @encke_text_1 : !llvm.ptr
      func.call @encke_fail(%0, %1) : (!llvm.ptr, !llvm.ptr) -> ()
    }
    ```

    and the value is `%x`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numChecks", "checks", "Checks that became branches">
  ];
}
