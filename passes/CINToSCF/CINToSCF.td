//===- CINToSCF.td - declares convert-cin-to-scf -----------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def CINToSCF : Pass<"convert-cin-to-scf", "::mlir::ModuleOp"> {
  let summary = "generate loops over levels from bufferised cin kernels";
  let description = [{
    Which coordinates a forall visits follows from the levels along its variable
    and the operations of the statements (iteration lattices; Kjolstad et al., "The
    Tensor Algebra Compiler", section 5). Where every coordinate is visited, the
    loop runs over coordinates; where one compressed level decides, over that
    level's positions; where several do, there is a merging loop for each point
    of the lattice, with a case for each set of tensors that may be present. As
    `visit(..)` says, such a merge has a second form, for when one level is far
    longer than another: what both have is skipped through by searches, or there is
    a loop over the short one, in which what the long one has between its
    coordinates follows in runs. Levels whose coordinates are fixed are located or
    searched. So are those that `visit(..)` says to look up, or they are found in
    the marks of a row workspace, or in a directory of an outermost level, which is
    made in front of the loops (`Loops/Directories.cpp`). Where a tensor is absent, what depends
    on it drops out.

    On a diagonal, a row's column is known: the loop over the rows begins and ends
    where the columns do. `together(9, 3)` adds nine diagonals in one loop over the
    rows of a strip, if they have all of these; else three, or one
    (`Loops/Diagonals.cpp`).

    A register workspace is carried through the loops; on its way into a sparse
    result it also remembers whether anything was assigned to it. A row workspace
    is an array of values, one of marks and a list of coordinates, which is
    sorted before it is read in order. A full one that its consumer only copies has
    the memory of that part of the result. A sparse result is appended to: the loops are
    generated twice, to count the coordinates of each level and, with arrays of
    that size, to fill them in. Where a bound is far easier to find than the number
    of coordinates, they are only counted if the runtime does not want to make
    arrays of that size, which are cut at the end (`Sinks/Bounds.cpp`).

    A parallel loop becomes tasks (the dialect `tasks`, which `lower-tasks` lowers).
    It is cut into chunks of about the same number of stored elements, and a task
    takes one after the other, with row workspaces of its own; so results do not
    depend on which task takes what. A row that is longer than a chunk is cut, too,
    where its result is a sum along it. What all iterations accumulate into, each
    task has a copy of; chunks are dealt out in a fixed order then. For a sparse
    result the elements of each chunk are counted, and a scan of the counts says
    where each of them fills in its own.

    Buffers are declared distinct, so that no alias check stands in an inner
    loop, and aligned to 64 bytes. What a forall is marked with becomes the
    attribute `#cin.loop` of its loops, in which `segment` says that one goes through
    a segment of a compressed level of an operand, behind which others lie.

    The plan of each loop comes from the text of the kernel (`dialects/CIN/Plan.h`). It is
    carried out by parts (`Generator.h`): `Loops` has loops over levels, and the values
    in them; `Sinks` what becomes of what is computed: workspaces, and a sparse result,
    which runs over the statements bound, count and fill in; `Tasks` parallel loops.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %next = arith.addi %i, %c1 : index
      %lo32 = memref.load %pos[%i] : memref<?xi32>
      %lo = arith.index_castui %lo32 : i32 to index
      %hi32 = memref.load %pos[%next] : memref<?xi32>
      %hi = arith.index_castui %hi32 : i32 to index
      %w = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (f64) {
        %j32 = memref.load %crd[%p] : memref<?xi32>
        %j = arith.index_castui %j32 : i32 to index
        ...
        scf.yield %t : f64
      }
      ...
    }
    ```
  }];
  let options = [
    Option<"strictMarks", "strict-marks", "bool", /*default=*/"false",
           "A mark that cannot be carried out is an error">
  ];
  let dependentDialects = [
    "::encke::tasks::TasksDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    // What takes away buffers asserts that parallel loops own none.
    "::mlir::cf::ControlFlowDialect"
  ];
}
