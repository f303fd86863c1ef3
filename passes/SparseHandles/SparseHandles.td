//===- SparseHandles.td - declares sparse-handles ----------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def SparseHandles : Pass<"sparse-handles", "::mlir::ModuleOp"> {
  let summary = "sparse tensors become pointers to the runtime's tensor";
  let description = [{
    A value of a sparse tensor type becomes an `!llvm.ptr` to the runtime's
    `encke_tensor`, in functions, calls, loops and as an operand of
    `cin.kernel`, whose body keeps the tensor type and so the storage. The cast
    from the parts of a tensor that was read becomes the handle they came from.

    ```mlir
    %values = call @encke_values_f64(%handle) : (!llvm.ptr) -> memref<?xf64>
    %A = builtin.unrealized_conversion_cast %pos, %crd, %values, %specifier
      : ... to tensor<?x?xf64, #CSR>
    %y = call @kernel_0(%A, %x) : ...
    ```

    becomes `%y = call @kernel_0(%handle, %x)`. A kernel with a sparse result
    fills a new tensor of the runtime, and a `sparse_tensor.convert` becomes a
    call of the runtime's conversion.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::bufferization::BufferizationDialect"
  ];
}
