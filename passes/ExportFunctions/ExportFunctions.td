//===- ExportFunctions.td - declares export-functions ------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def ExportFunctions : Pass<"export-functions", "::mlir::ModuleOp"> {
  let summary = "functions of a library take and give what C can";
  let description = [{
    A function with the attribute `encke.export` becomes one that the library's
    caller reaches: `encke_entry_` and its name, with the C interface of MLIR.
    Where others of the program call the function as well, it stays beside it.

    The entry has no result. It gives it to the runtime: a sparse tensor with
    encke_give_tensor; of a dense one the sizes, for which encke_give_values
    returns the memory, which may be the caller's. The kernel that makes the
    result writes there at once, if nothing else has its tensor. Operands are
    the caller's: nothing is written to them.

    ```mlir
    func.func private @def_f(%A: !llvm.ptr, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> attributes {encke.export = "f"} {
      %new = bufferization.alloc_tensor(%n) : tensor<?xf64>
      %y = call @kernel_0(%A, %x, %new) : (!llvm.ptr, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      return %y : tensor<?xf64>
    }
    ```

    becomes

    ```mlir
    func.func @encke_entry_f(%A: !llvm.ptr, %x: tensor<?xf64> {bufferization.writable = false}, %n: index) attributes {llvm.emit_c_interface} {
      ...
      call @encke_give_size(%mode, %size) : (i64, i64) -> ()
      ...
      call @encke_give_values(%slot, %type) : (!llvm.ptr, i64) -> ()
      ...
      %new = bufferization.to_tensor %buffer restrict writable : memref<?xf64> to tensor<?xf64>
      %y = call @kernel_0(%A, %x, %new) : (!llvm.ptr, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      bufferization.materialize_in_destination %y in restrict writable %buffer : (tensor<?xf64>, memref<?xf64>) -> ()
      return
    }
    ```
  }];
  let statistics = [
    Statistic<"numExported", "exported", "Functions exported">,
    Statistic<"numInPlace", "in-place", "Dense results computed where they stay">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
}
