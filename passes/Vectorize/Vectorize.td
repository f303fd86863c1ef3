//===- Vectorize.td - declares vectorize -------------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def Vectorize : Pass<"vectorize", "::mlir::ModuleOp"> {
  let summary = "SIMD code for the loops that the schedule marked";
  let description = [{
    What is decided about a loop says its attribute `#cin.loop`. One with
    `vector(w)` becomes a loop of
    step w over vectors of w elements and a scalar loop over what is left. Loads
    and stores along the loop become vector loads and stores, strided loads are
    put together, values from outside are broadcast, a carried sum becomes a
    vector of partial sums that is added up at the end.

    ```mlir
    scf.for %k = %c0 to %n step %c1 {
      %b = memref.load %B[%j, %k] : memref<?x?xf64>
      ...
    } {cin.loop = #cin.loop<vector(8)>}
    ```

    becomes

    ```mlir
    scf.for %k = %c0 to %whole step %c8 {
      %b = vector.load %B[%j, %k] : memref<?x?xf64>, vector<8xf64>
      ...
    }
    scf.for %k = %whole to %n step %c1 { ... }
    ```

    A sum, or another reduction, that such a loop carries becomes as many as
    `sums` says, of consecutive vectors, for one would wait for itself in every
    step; then one for what is left of these vectors. Where the loop adds floats to
    doubles, of which `encke.float_sum` says that they may be added up before, as
    many vectors as `terms` says are.

    A flag that each iteration sets, as for a number of which a sparse result asks
    whether it is there, is not carried: it is set where there are iterations.

    A loop that also has `registers(r)` adds to elements that the loops around it do
    not change, or multiplies them, or takes minima or maxima: those loops are run
    once for each block of r * w elements, which they carry as r vectors, so that the
    sums never go through memory. Elements whose number is known become as few blocks
    as there can be; if it is one, the loops around may do other work, as where they
    compute what is added. If they are not whole vectors, and the loop has `overlap`,
    the last one ends with them, and shares elements with the one before. Else there
    are blocks of r, of as many as `then` says, and of single vectors, and for what is
    left single elements, or with `overlap` a vector that ends with it, if sums begin
    as zero. They do where a loop before has set the elements to that, which then goes
    away. With `factored`, factors that the innermost of these loops does not change,
    as a row of the matrix of the fibre in MTTKRP, are multiplied with its sum instead
    of each of its elements. With `sums(s)`, if the only loop that carries a block has
    a known multiple of s iterations, it carries up to s sets of sums, as many as the
    registers hold, each for every s-th iteration, which are added afterwards: a sum
    need not wait for that of the iteration before. If the loop around is one over rows
    with `jammed` (`jam-rows`), a block is of r vectors of each of these.

    Floats that collect many terms lose the small ones. In registers as many as
    `terms` says are added up as floats, and these sums in doubles.

    A loop without `registers` that adds to elements in memory, in each iteration of
    the loop around to the same ones, does so for n iterations at a time where the loop
    around has `unroll(n)` and does nothing else: each element is loaded and stored
    once for these. Floats that are added to doubles are added up before.

    A loop with `registers` that carries a sum, over a row of a block, as those of
    BCSR, inside of one over the blocks, adds up along all of them: it becomes
    vectors that the loop over the blocks carries. Those of all rows of a block are
    added at once where the loop over the rows has `unroll`. Lanes for which a row of a block has no elements, as the last
    one of 4 for a block of 3 columns, are left out at the end. Blocks that are
    cut off go into scalar sums beside them.

    A loop that only sums, or takes the minimum, the maximum or the product, and
    reads elements at coordinates which it loads (a row of a sparse matrix times a
    dense vector), fills its vectors by scalar
    loads. With `few(n)`, rows of up to n elements are added up one by one; with
    `far(..)`, long ones of a tensor that no cache holds are gathered. A processor
    guesses wrong where a short row ends whose length is another one than that of
    the row before. So with `uneven(..)` before all loops `encke_loop_uneven_rows`
    looks at some of the positions around the loop, which goes through a segment of a
    level that lies between others (`segment`). Of as many of the first rows as it says, what does
    not fill a vector is read as a whole one, of which the lanes that are of the
    rows behind are dropped; the loop around stands there again for the others.
    What is left of vectors, short rows, and loops with `short`, such as
    those over what is left of a block, LLVM is told to leave as they are; those
    with `rolled`, neither to unroll nor to interleave.

    With `strict-marks`, marks that none of the loops of a forall can have are errors, at the place of the forall. Without, these loops are as they
    would be without marks.
  }];
  let options = [
    Option<"strictMarks", "strict-marks", "bool", /*default=*/"false",
           "A mark that cannot be carried out is an error">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::vector::VectorDialect", "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numVectorized", "loops", "Loops rewritten with vectors">,
    Statistic<"numBlocked", "blocked-loops",
              "Loops whose sums stay in registers across other loops">,
    Statistic<"numUnrolled", "unrolled-loops",
              "Loops without vectors of which several iterations are one">,
    Statistic<"numJoined", "joined-loops",
              "Loops that add up several iterations of the loop around at a time">
  ];
}
