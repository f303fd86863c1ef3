//===- FetchRows.td - declares fetch-rows ------------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def FetchRows : Pass<"fetch-rows", "::mlir::ModuleOp"> {
  let summary = "ask for rows at scattered coordinates before their turn";
  let description = [{
    A loop over the elements of a sparse tensor reads rows of a dense one at the
    coordinates that it loads, as SpMM does. The processor cannot foresee where
    these are; so the loop asks for the rows of later elements that are marked so
    (`cin.prefetch`), as `cin-decide` has written it, here of the element 16 further
    on:

    ```mlir
    scf.for %p = %lo to %hi step %c1 {
      %j = memref.load %crd[%p] : memref<?xi32>
      %i = arith.index_castui %j : i32 to index
      %b = vector.load %B[%i, %k] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x8xf64>, vector<8xf64>
    ```

    becomes

    ```mlir
    %n = memref.dim %crd, %c0 : memref<?xi32>
    %last = arith.subi %n, %c1 : index
    scf.for %p = %lo to %hi step %c1 {
      %p16 = arith.addi %p, %c16 : index
      %next = arith.minui %p16, %last : index
      %c = memref.load %crd[%next] : memref<?xi32>
      %ci = arith.index_castui %c : i32 to index
      memref.prefetch %B[%ci, %k], read, locality<3>, data : memref<?x8xf64>
      %j = memref.load %crd[%p] : memref<?xi32>
      %i = arith.index_castui %j : i32 to index
      %b = vector.load %B[%i, %k] : memref<?x8xf64>, vector<8xf64>
    ```

    Where the rows of elements that follow each other are close, as those of a
    mesh, they are in a cache already, and asking takes time. So with `near` and
    `far` in the mark the loop stands there twice, and before all loops
    `encke_loop_is_scattered` looks at some of the coordinates to choose. Where a loop
    around has `twice`, that one stands there twice instead.

    With `strict-marks`, rows that no loop fetches are errors, and loops that should
    stand there twice but do not.
  }];
  let options = [
    Option<"strictMarks", "strict-marks", "bool", /*default=*/"false",
           "A mark that cannot be carried out is an error">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let statistics = [Statistic<"numFetching", "loops", "Loops that fetch rows">];
}
