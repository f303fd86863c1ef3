//===- FinishLLVM.td - declares finish-llvm ----------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def FinishLLVM : Pass<"finish-llvm", "::mlir::ModuleOp"> {
  let summary = "booleans as bytes, annotations where LLVM reads them, slots at the entry";
  let description = [{
    A boolean in memory is a byte, 0 or 1, as the runtime has it. LLVM knows no
    more of an `i1` there than that it may be a byte: it neither fills an array of
    them at once nor copies them in vectors, as it does with `i8`.

    ```mlir
    %mark = llvm.load %p : !llvm.ptr -> i1
    llvm.store %mark, %q : i1, !llvm.ptr
    ```

    becomes

    ```mlir
    %byte = llvm.load %p : !llvm.ptr -> i8
    %mark = llvm.trunc %byte : i8 to i1
    %stored = llvm.zext %mark : i1 to i8
    llvm.store %stored, %q : i8, !llvm.ptr
    ```

    A function that is called only where padding may not be multiplied
    (`encke.seldom`, from `cin-guard-padding`) is compiled for size, which takes less
    time.

    What a loop says about its unrolling has come to its back edge as an attribute
    like any other; it becomes the branch's own, which LLVM is told.

    ```mlir
    llvm.br ^bb1(%next : i64) {llvm.loop_annotation = #annotation}
    ```

    becomes

    ```mlir
    llvm.br ^bb1(%next : i64) {loop_annotation = #annotation}
    ```

    A memory reference whose address a call is given is on the stack, from where it
    goes when the function returns. In a loop, each round would leave one. It is
    made at the entry instead, of the function or of what a thread does.

    ```mlir
    ^bb2:
      %slot = llvm.alloca %one x !llvm.struct<(ptr, ptr, i64)> : (i64) -> !llvm.ptr
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numBools", "booleans", "Booleans loaded or stored as bytes">,
    Statistic<"numAnnotations", "annotations", "Loops whose annotation was kept">,
    Statistic<"numSlots", "slots", "Memory references made at the entry">
  ];
}
