//===- TAToLinalg.td - declares convert-ta-to-linalg -------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def TAToLinalg : Pass<"convert-ta-to-linalg", "::mlir::ModuleOp"> {
  let summary = "ta to upstream dialects: linalg, and calls of the runtime";
  let description = [{
    Each term of a kernel's statement (see `ta-normalize`) becomes one
    `linalg.generic` that accumulates onto the terms before it; the first one
    starts from the old value, from a dense term, or from a fill with zero. The
    tensor that a kernel fills is its last parameter, allocated by its callers,
    unless it updates an old value. A sparse result is made in the kernel by
    one `linalg.generic`.
    Plain arithmetic has the meaning that upstream's sparse compiler gives it:
    products intersect patterns, sums unite them. What else happens to absent
    elements is said by operations of the sparse_tensor dialect. A reduction of
    stored elements is a `sparse_tensor.reduce`, whose `encke.operator` names
    the operator in its region.
    Reads, prints and writes become calls of the runtime's C interface. A sparse
    tensor that was read enters as
    `builtin.unrealized_conversion_cast %pos, %crd, %values, %specifier`, which
    is upstream's own convention for the parts of a sparse tensor. The module
    gets a `@main` that runs the program with the files that the environment
    names.
    Loops and functions of the program stay as they are. The kernel whose result
    a loop carries fills the buffer of the value that it replaces; at the end of
    each round the runtime frees the tensors that it made, except those that the
    loop carries on.

    ```mlir
    #ij = affine_map<(d0, d1) -> (d0, d1)>
    #j = affine_map<(d0, d1) -> (d1)>
    #i = affine_map<(d0, d1) -> (d0)>
    ...
    %y = linalg.generic {
        indexing_maps = [#ij, #j, #i],
        iterator_types = ["parallel", "reduction"]}
        ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>)
        outs(%zero : tensor<?xf64>) attrs = {encke.labels = ["i", "j"]} {
      ^bb0(%a: f64, %b: f64, %out: f64):
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %out, %p : f64
        linalg.yield %s : f64
    } -> tensor<?xf64>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::sparse_tensor::SparseTensorDialect",
    "::mlir::tensor::TensorDialect", "::encke::cin::CINDialect"
  ];
  let options = [
    Option<"timing", "timing", "bool", "false",
           "Tell the runtime when a statement begins (--time)">
  ];
}
