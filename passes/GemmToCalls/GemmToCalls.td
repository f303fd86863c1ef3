//===- GemmToCalls.td - declares convert-gemm-to-calls -----*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def GemmToCalls : Pass<"convert-gemm-to-calls", "::mlir::ModuleOp"> {
  let summary = "dense work as calls of the runtime library";
  let description = [{
    `cin.gemm`, `cin.transpose` and `cin.scatter` on buffers become calls of the
    runtime's C interface. What the labels are is a constant array. A `linalg.copy` becomes a
    `memref.copy`.

    ```mlir
    cin.transpose modes [1, 0] ins(%a : memref<8x9xf64>) outs(%b : memref<9x8xf64>)
    ```

    becomes

    ```mlir
    %0 = memref.cast %a : memref<8x9xf64> to memref<*xf64>
    %1 = memref.cast %b : memref<9x8xf64> to memref<*xf64>
    %2 = llvm.mlir.addressof @encke_words_0 : !llvm.ptr
    call @encke_transpose_f64(%0, %1, %2) : (memref<*xf64>, memref<*xf64>, !llvm.ptr) -> ()
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect"
  ];
}
