//===- JamRows.td - declares jam-rows ----------------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def JamRows : Pass<"jam-rows", "::mlir::ModuleOp"> {
  let summary = "multiply several rows by a matrix at once";
  let description = [{
    A loop over rows computes a row, multiplies it by a dense matrix, and goes on
    with the result, as a fused layer of a graph neural network does. The product
    of one row loads each element of the matrix for one multiplication. So where
    the loop is marked (`jam(rows = 4)`, which `cin-decide` has written), four rows
    are computed, then multiplied together, then gone on with. The loop of the
    product that does so has `product(registers = 16)`: sixteen vectors of sums stay
    in registers, four of each row.

    ```mlir
    scf.for %i = %c0 to %whole step %c4 {
      scf.for %r = %c0 to %c4 step %c1 {
        %row = arith.addi %i, %r : index
        ...
      }
      scf.for %r = %c0 to %c4 step %c1 {
        ...
        scf.for %l = %c0 to %c16 step %c1 {
          memref.store %zero, %y[%r, %l] : memref<4x16xf64>
        } {cin.loop = #cin.loop<vector(8)>}
      }
      scf.for %k = %c0 to %c32 step %c1 {
        scf.for %r = %c0 to %c4 step %c1 {
          ...
          scf.for %l = %c0 to %c16 step %c1 {
            %h = memref.load %H[%r, %k] : memref<4x32xf64>
            %w = memref.load %W[%k, %l] : memref<32x16xf64>
            ...
          } {cin.loop = #cin.loop<vector(8) registers(4)>}
        } {cin.loop = #cin.loop<jammed>}
      }
      scf.for %r = %c0 to %c4 step %c1 {
        ...
      }
    }
    ```

    Of rows that are marked (`cin.next`), each iteration fetches a piece of the next
    four, too, which lie one behind the other: a processor is
    ahead of a loop that reads one row after the other, but not of four at once.

    A large matrix, or one of which nobody knows, would come from far for each four
    rows. So with `block` in the mark up to so many rows are computed, or as many as
    `kept` bytes hold, and multiplied by one panel of it after the other, four at a
    time, if the product says of how many `elements` these are and how `width`:

    ```mlir
    %left = arith.subi %whole, %i : index
    %atmost = arith.minsi %left, %c64 : index
    ...
    scf.for %k0 = %c0 to %c8000 step %c2048 {
      %end = arith.addi %k0, %c2048 : index
      %k1 = arith.minsi %end, %c8000 : index
      scf.for %q = %c0 to %count step %c4 {
        scf.for %k = %k0 to %k1 step %c1 {
          scf.for %r = %c0 to %c4 step %c1 {
            %group = arith.addi %q, %r : index
            %row = arith.addi %i, %group : index
            ...
          } {cin.loop = #cin.loop<jammed>}
        }
      }
    }
    ```

    What a row keeps between these parts, and nobody else sees, has as many rows
    then; memory that a part writes must be that part's alone else. Two or three
    rows that are left over are a block of their own if that is known; else they go
    through the loop as it was. `vectorize` keeps the sums
    of all four rows in registers. The loop is one that ends with the same sums in
    another order of rows: those of `cin.forall`, whose iterations do not see each
    other.

    With `strict-marks`, marks that no loop at their place can have are errors.
  }];
  let options = [
    Option<"strictMarks", "strict-marks", "bool", /*default=*/"false",
           "A mark that cannot be carried out is an error">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numJammed", "jammed-loops",
              "Loops of which several rows are multiplied at once">
  ];
}
