//===- TakeUpstream.td - declares take-upstream ------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def TakeUpstream : Pass<"take-upstream", "::mlir::ModuleOp"> {
  let summary = "upstream's IR, as its front ends write it, to Encke's";
  let description = [{
    Runs first on a module that may come from elsewhere. Each `linalg` operation
    outside of a kernel becomes a kernel, a function that Encke compiles by itself,
    and what stands before it as its result is made: see `outlineLinalg`. Operations
    of the `sparse_tensor` dialect that no kernel computes become calls of the
    runtime, or loops over what a tensor stores. Types lose what says only how
    upstream would store a tensor: an order of coordinates that is not kept, narrow
    positions, slices, which are tensors of their own. The function `main` becomes
    the program.

    With `call`, the program reads the tensors that a function of that name takes
    from the data files, its numbers from the command line, and prints what it
    returns.

    ```mlir
    func.func @main() {
      %c = arith.constant 2.0 : f64
      %x = call @given() : () -> tensor<4xf64>
      %y = linalg.fill ins(%c : f64) outs(%x : tensor<4xf64>) -> tensor<4xf64>
      call @taken(%y) : (tensor<4xf64>) -> ()
      return
    }
    ```

    becomes

    ```mlir
    func.func @encke_program() {
      %x = call @given() : () -> tensor<4xf64>
      %y = call @kernel_0(%x) : (tensor<4xf64>) -> tensor<4xf64>
      call @taken(%y) : (tensor<4xf64>) -> ()
      return
    }
    ...
    func.func private @kernel_0(%x: tensor<4xf64>) -> tensor<4xf64> attributes {encke.kernel, llvm.emit_c_interface} {
      %c = arith.constant 2.000000e+00 : f64
      %y = linalg.fill ins(%c : f64) outs(%x : tensor<4xf64>) -> tensor<4xf64>
      return %y : tensor<4xf64>
    }
    ```

    A module that Encke has printed stays as it is.
  }];
  let options = [Option<"call", "call", "std::string", "\"\"",
                        "The function that the program calls">];
  let dependentDialects = [
    "::encke::ta::TADialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::sparse_tensor::SparseTensorDialect", "::mlir::tensor::TensorDialect"
  ];
}
