//===- MarkPlaces.td - declares mark-places ----------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def MarkPlaces : Pass<"mark-places", "::mlir::ModuleOp"> {
  let summary = "tell the runtime which statement runs";
  let description = [{
    What goes wrong while a program runs names the statement (L37). Some of the
    runtime's functions are given its place; those that allocate memory or convert
    a tensor are called from everywhere. Before what may fail in a function of the
    program, and where the place is not the one of what ran before, the place goes
    to the runtime, which keeps it until it has the next. Nothing is added within
    kernels: they are part of the statement that calls them.

    ```mlir
    %A = memref.alloc() : memref<9xf64> loc("p.ta":4:3)
    call @kernel_0(%A) : (memref<9xf64>) -> () loc("p.ta":4:3)
    call @kernel_1(%A) : (memref<9xf64>) -> () loc("p.ta":5:3)
    ```

    becomes

    ```mlir
    %0 = llvm.mlir.addressof @encke_text_0 : !llvm.ptr
    call @encke_mark_place(%0) : (!llvm.ptr) -> ()
    %A = memref.alloc() : memref<9xf64>
    call @kernel_0(%A) : (memref<9xf64>) -> ()
    %1 = llvm.mlir.addressof @encke_text_1 : !llvm.ptr
    call @encke_mark_place(%1) : (!llvm.ptr) -> ()
    call @kernel_1(%A) : (memref<9xf64>) -> ()
    ```
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect"
  ];
  let statistics = [
    Statistic<"numPlaces", "places", "Places given to the runtime">
  ];
}
