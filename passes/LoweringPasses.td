//===- LoweringPasses.td - index notation to threads -------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_LOWERINGPASSES
#define ENCKE_PASSES_LOWERINGPASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// cin to scf
//===----------------------------------------------------------------------===//

def SparseHandles : Pass<"sparse-tensors-to-handles", "::mlir::ModuleOp"> {
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

def SeparateBuffers : Pass<"separate-loop-buffers", "::mlir::ModuleOp"> {
  let summary = "what a loop leaves in two tensors is in two buffers";
  let description = [{
    Bufferisation takes the results of a loop for buffers of their own, and so does
    each round with what it is given. After `D[i] = A[i];` in the loop, both tensors
    may be the same buffer, and a change of A would be one of D. Such a tensor is
    copied into the buffer that the loop has for it, and where a condition decides,
    only where that holds.

    ```mlir
    %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%A = %a, %D = %d) -> (tensor<8xf64>, tensor<8xf64>) {
      %A1 = func.call @kernel_0(%A) : (tensor<8xf64>) -> tensor<8xf64>
      scf.yield %A1, %A1 : tensor<8xf64>, tensor<8xf64>
    }
    ```

    becomes

    ```mlir
    %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%A = %a, %D = %d) -> (tensor<8xf64>, tensor<8xf64>) {
      %A1 = func.call @kernel_0(%A) : (tensor<8xf64>) -> tensor<8xf64>
      %D1 = linalg.copy ins(%A1 : tensor<8xf64>) outs(%D : tensor<8xf64>) -> tensor<8xf64>
      scf.yield %A1, %D1 : tensor<8xf64>, tensor<8xf64>
    }
    ```
  }];
  let statistics = [
    Statistic<"copies", "copies", "Tensors that are copied for a loop">
  ];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::linalg::LinalgDialect"
  ];
}

def GemmToCalls : Pass<"convert-gemm-to-calls", "::mlir::ModuleOp"> {
  let summary = "dense work as calls of the runtime library";
  let description = [{
    `cin.gemm` and `cin.transpose` on buffers become calls of the runtime's C
    interface. What the labels are is a constant array. A `linalg.copy` becomes a
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

def CINToSCF : Pass<"convert-cin-to-scf", "::mlir::ModuleOp"> {
  let summary = "generate loops over levels from bufferised cin kernels";
  let description = [{
    Which coordinates a forall visits follows from the levels along its variable
    and the operations of the statements (iteration lattices; Kjolstad et al., "The
    Tensor Algebra Compiler", section 5). Where every coordinate is visited, the
    loop runs over coordinates; where one compressed level decides, over that
    level's positions; where several do, there is a merging loop for each point
    of the lattice, with a case for each set of tensors that may be present. An
    innermost merge of two levels that both have to be there has a second form, for
    when one is far longer than the other: it is skipped through by searches. So
    have other merges of two vectors: a loop over the short one, in which what the
    long one has between its coordinates follows in runs. Levels whose coordinates
    are fixed are located or searched; those of a row workspace are looked up,
    where another level says which, and so are those of an outermost level inside
    of another loop, by searches: in a directory of that level, which is made in
    front of the loops (`Directories.cpp`). Where a tensor is absent, what depends
    on it drops out.

    On a diagonal, a row's column is known: the loop over the rows begins and ends
    where the columns do. Where a matrix's diagonals only add to elements in
    memory, nine of them, or three, are added in one loop over the rows of a
    strip, if they have all of these (`Diagonals.cpp`).

    A register workspace is carried through the loops; on its way into a sparse
    result it also remembers whether anything was assigned to it. A row workspace
    is an array of values, one of marks and a list of coordinates, which is
    sorted before it is read in order. A full one that its consumer only copies has
    the memory of that part of the result. A sparse result is appended to: the loops are
    generated twice, to count the coordinates of each level and, with arrays of
    that size, to fill them in. Where a bound is far easier to find than the number
    of coordinates, they are only counted if the runtime does not want to make
    arrays of that size, which are cut at the end (`Bounds.cpp`).

    A parallel loop becomes an `scf.parallel` over tasks. It is cut into chunks
    of about the same number of stored elements, and a task takes one after the
    other, with row workspaces of its own; so results do not depend on which
    task takes what. A row that is longer than a chunk is cut, too, where its
    result is a sum along it: the sums of its further pieces are added at the
    end. What all iterations accumulate into, each task but the first has a
    copy of; chunks are dealt out in a fixed order then, and the copies combined
    in that of the tasks. For a sparse result the elements of each chunk are
    counted, and a scan of the counts says where each of them fills in its own.

    Buffers are declared distinct, so that no alias check stands in an inner
    loop, and aligned to 64 bytes. What a forall is marked with becomes attributes
    of the loop; `encke.segment` says that it goes through a segment of a compressed level
    of an operand, behind which others lie.

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
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    // What takes away buffers asserts that parallel loops own none.
    "::mlir::cf::ControlFlowDialect"
  ];
}

def MarkFreedBuffers : Pass<"mark-freed-buffers", "::mlir::ModuleOp"> {
  let summary = "a buffer that a kernel frees is not freed again";
  let description = [{
    A kernel frees the buffers of its workspaces where it ends, and both operations
    say so by upstream's `bufferization.manual_deallocation`. An allocation loses it
    when its sizes turn out to be constant; here it gets it back from the other one,
    before upstream says where all others are freed.

    ```mlir
    %alloc = memref.alloc() : memref<4xf64>
    memref.store %x, %alloc[%i] : memref<4xf64>
    memref.dealloc %alloc {bufferization.manual_deallocation} : memref<4xf64>
    ```

    becomes

    ```mlir
    %alloc = memref.alloc() {bufferization.manual_deallocation} : memref<4xf64>
    memref.store %x, %alloc[%i] : memref<4xf64>
    memref.dealloc %alloc {bufferization.manual_deallocation} : memref<4xf64>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// scf to vector
//===----------------------------------------------------------------------===//

def JamRows : Pass<"jam-rows", "::mlir::ModuleOp"> {
  let summary = "multiply several rows by a matrix at once";
  let description = [{
    A loop over rows computes a row, multiplies it by a dense matrix, and goes on
    with the result, as a fused layer of a graph neural network does. The product
    of one row loads each element of the matrix for one multiplication. So four
    rows are computed, then multiplied together, then gone on with:

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
        } {encke.vector = 8 : i64}
      }
      scf.for %k = %c0 to %c32 step %c1 {
        scf.for %r = %c0 to %c4 step %c1 {
          ...
          scf.for %l = %c0 to %c16 step %c1 {
            %h = memref.load %H[%r, %k] : memref<4x32xf64>
            %w = memref.load %W[%k, %l] : memref<32x16xf64>
            ...
          } {encke.registers = 4 : i64, encke.vector = 8 : i64}
        } {encke.jam}
      }
      scf.for %r = %c0 to %c4 step %c1 {
        ...
      }
    }
    ```

    Where the rows are those of a tensor that may be far away, each round fetches a
    piece of the next four, too, which lie one behind the other: a processor is
    ahead of a loop that reads one row after the other, but not of four at once.

    A matrix that has more than 512 KB, or of which nobody knows, would come from
    far for each four rows. So up to 64 rows are computed, or as many as 64 MB hold,
    and multiplied by one panel of it after the other, four at a time:

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
          } {encke.jam}
        }
      }
    }
    ```

    What a row keeps between these parts, and nobody else sees, has as many rows
    then; memory that a part writes must be that part's alone else. Two or three
    rows that are left over are a block of their own if that is known; else they go
    through the loop as it was. `vectorize-marked-loops` keeps the sums
    of all four rows in registers. The loop is one that ends with the same sums in
    another order of rows: those of `cin.forall`, whose iterations do not see each
    other.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numJammed", "jammed-loops",
              "Loops of which several rows are multiplied at once">
  ];
}

def Vectorize : Pass<"vectorize-marked-loops", "::mlir::ModuleOp"> {
  let summary = "SIMD code for the loops that the schedule marked";
  let description = [{
    A loop `scf.for` with the attribute `encke.vector = w` becomes a loop of
    step w over vectors of w elements and a scalar loop over what is left. Loads
    and stores along the loop become vector loads and stores, strided loads are
    put together, values from outside are broadcast, a carried sum becomes a
    vector of partial sums that is added up at the end.

    ```mlir
    scf.for %k = %c0 to %n step %c1 {
      %b = memref.load %B[%j, %k] : memref<?x?xf64>
      ...
    } {encke.vector = 8}
    ```

    becomes

    ```mlir
    scf.for %k = %c0 to %whole step %c8 {
      %b = vector.load %B[%j, %k] : memref<?x?xf64>, vector<8xf64>
      ...
    }
    scf.for %k = %whole to %n step %c1 { ... }
    ```

    A sum, or another reduction, that such a loop carries becomes four, of consecutive vectors, for one
    would wait for itself in every step; then one for what is left of four
    vectors.

    A loop that also has `encke.registers = r` adds to elements that the loops
    around it do not change: those loops are run once for each block of r * w
    elements, which they carry as r vectors, so that the sums never go through
    memory. Elements whose number is known become as few blocks as there can be, one
    where it has no more than r + r / 2 vectors, which leaves some registers; if it
    is one of up to r, the loops around may do other work, as where they compute
    what is added. If they are not whole vectors, the last one ends with them, and
    shares elements with the one before. Else there are blocks of r, of r / 4, and
    of single vectors, and for what is left a vector that ends with it, if sums
    begin as zero, or single elements. Sums begin as zero where a loop before has set the
    elements to that, which then goes away. Factors that the innermost of these
    loops does not change, as a row of the matrix of the fibre in MTTKRP, are
    multiplied with its sum instead of each of its elements. Where a block has at
    most four vectors and the only loop that carries them has an even number of rounds,
    known and eight at least, it carries two or four sets of them, each for every second
    or fourth round, which are added afterwards: a sum need not wait for that of the
    round before. If the loop around is one over rows with `encke.jam` (`jam-rows`), a
    block is of r vectors of each of these.

    A loop without `encke.registers` that adds to elements in memory, in each round of
    the loop around to the same ones, does so for four rounds at a time, if it is all
    that the loop around does and the elements are known to take 32 KB or more: each
    is loaded and stored once for four rounds.

    Floats that collect many terms lose the small ones. In registers, sixteen terms
    at a time are added up as floats (32 of a loop that is known to be longer), and
    these sums in doubles. Where a loop adds floats to doubles, of which
    `encke.float_sum` says that they may be added up before, four vectors, or four
    rounds of the loop around, are.

    A loop over a row of a block, as those of BCSR, that is inside of one over
    the blocks adds up along all of them: it becomes vectors that the loop over
    the blocks carries, and those of up to eight sums, the rows of a block, are
    added at once. Lanes for which a row of a block has no elements, as the last
    one of 4 for a block of 3 columns, are left out at the end. Blocks that are
    cut off go into scalar sums beside them.

    A loop that only sums, or takes the minimum, the maximum or the product, and
    reads elements at coordinates which it loads (a row of a sparse matrix times a
    dense vector), fills its vectors by scalar
    loads. Rows no longer than two vectors are added up one by one; rows of more
    than 128 elements, of a tensor that no cache holds, are gathered. A processor
    guesses wrong where a short row ends whose length is another one than that of
    the row before. So before all loops `encke_loop_uneven_rows` looks at some of the
    positions around a loop with `encke.segment`, which goes through a segment of a
    level that lies between others. Of as many of the first rows as it says, what does
    not fill a vector is read as a whole one, of which the lanes that are of the
    rows behind are dropped; the loop around stands there again for the others. What is left
    of vectors, short rows, and loops with `encke.short`, such as those over what
    is left of a block, LLVM is told to leave as they are; those with `encke.rolled`,
    neither to unroll nor to interleave.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::vector::VectorDialect", "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numVectorized", "loops", "Loops rewritten with vectors">,
    Statistic<"numBlocked", "blocked-loops",
              "Loops whose sums stay in registers across other loops">,
    Statistic<"numJoined", "joined-loops",
              "Loops that add up several rounds of the loop around at a time">
  ];
}

def FetchRows : Pass<"fetch-rows", "::mlir::ModuleOp"> {
  let summary = "ask for rows at scattered coordinates before their turn";
  let description = [{
    A loop over the elements of a sparse tensor reads rows of a dense one at the
    coordinates that it loads, as SpMM does. The processor cannot foresee where
    these are; so the loop asks for the row of the element 16 further on:

    ```mlir
    scf.for %p = %lo to %hi step %c1 {
      %j = memref.load %crd[%p] : memref<?xi32>
      %i = arith.index_castui %j : i32 to index
      %b = vector.load %B[%i, %k] : memref<?x8xf64>, vector<8xf64>
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
    mesh, they are in a cache already, and asking takes time. So the loop stands
    there twice, and before all loops `encke_loop_is_scattered` looks at some of
    the coordinates to choose. Of nested loops that read rows the innermost is
    taken. Where it is inside of a loop over fibres, all of the nest stands there
    twice, if it is not large.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let statistics = [Statistic<"numFetching", "loops", "Loops that fetch rows">];
}

//===----------------------------------------------------------------------===//
// vector to omp
//===----------------------------------------------------------------------===//

def ExpandFunctions : Pass<"expand-functions", "::mlir::ModuleOp"> {
  let summary = "exp, log, tanh, sin, cos as arithmetic, of vectors too";
  let description = [{
    A call of the C library takes one number at a time, and everything that a loop
    holds in vector registers to memory and back. Instead, the arguments are
    reduced to a small interval, where a polynomial has the function's values.
    A double is off by less than one unit in its last place (tanh: 2.3, third
    powers: 1.3, fourth ones: 1.91), a float, which is rounded from a double, by at
    most 0.504. Each element is computed alike, whether in a vector or behind the
    last one: results do not depend on how a loop is cut into parts.

    Of sin and cos, arguments beyond 2^20 are left to the library, in a branch. Third
    and fourth powers are products.
    The target must multiply and add in one instruction.

    ```mlir
    %y = math.sin %x : vector<8xf64>
    ```

    becomes

    ```mlir
    ...
    %r = scf.if %any -> (vector<8xf64>) {
      %s = math.sin %x : vector<8xf64>
      %z = arith.select %large, %s, %p : vector<8xi1>, vector<8xf64>
      scf.yield %z : vector<8xf64>
    } else {
      scf.yield %p : vector<8xf64>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let statistics = [
    Statistic<"numExpanded", "expanded", "Functions of numbers and vectors">
  ];
}

def FinishLLVM : Pass<"finish-llvm", "::mlir::ModuleOp"> {
  let summary = "booleans as bytes, annotations where LLVM reads them, slots at the entry";
  let description = [{
    A boolean in memory is a byte, 0 or 1, as the runtime has it. LLVM knows no
    more of an `i1` there than that it may be a byte: it neither fills an array of
    them at once nor copies them in vectors, as it does with `i8`.

    ```mlir
    %mark = llvm.load %p : !llvm.ptr -> i1
    llvm.store %mark, %q : i1, !llvm.ptr
    ```

    becomes

    ```mlir
    %byte = llvm.load %p : !llvm.ptr -> i8
    %mark = llvm.trunc %byte : i8 to i1
    %stored = llvm.zext %mark : i1 to i8
    llvm.store %stored, %q : i8, !llvm.ptr
    ```

    A function that is called only where padding may not be multiplied
    (`encke.seldom`, from `cin-guard-padding`) is compiled for size, which takes less
    time.

    What a loop says about its unrolling has come to its back edge as an attribute
    like any other; it becomes the branch's own, which LLVM is told.

    ```mlir
    llvm.br ^bb1(%next : i64) {llvm.loop_annotation = #annotation}
    ```

    becomes

    ```mlir
    llvm.br ^bb1(%next : i64) {loop_annotation = #annotation}
    ```

    A memory reference whose address a call is given is on the stack, from where it
    goes when the function returns. In a loop, each round would leave one. It is
    made at the entry instead, of the function or of what a thread does.

    ```mlir
    ^bb2:
      %slot = llvm.alloca %one x !llvm.struct<(ptr, ptr, i64)> : (i64) -> !llvm.ptr
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numBools", "booleans", "Booleans loaded or stored as bytes">,
    Statistic<"numAnnotations", "annotations", "Loops whose annotation was kept">,
    Statistic<"numSlots", "slots", "Memory references made at the entry">
  ];
}

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

def FinishTeams : Pass<"finish-omp-teams", "::mlir::ModuleOp"> {
  let summary = "a thread for each task of a parallel loop, no stack scopes";
  let description = [{
    The rounds of a parallel loop of Encke's are tasks that share its work, no
    more of them than are worth a thread (`convert-cin-to-scf`). A team with a
    thread for each neither wakes threads that find no work nor, for a single
    task, any at all. A thread takes the task of its own number, so nothing has to
    be shared out; should there be fewer threads than tasks, it takes others, too.

    ```mlir
    omp.parallel {
      omp.wsloop {
        omp.loop_nest (%task) : index = (%c0) to (%tasks) step (%c1) {
          memref.alloca_scope {
    ```

    becomes

    ```mlir
    %threads = arith.index_cast %tasks : index to i32
    omp.parallel num_threads(%threads : i32) {
      %number = func.call @omp_get_thread_num() : () -> i32
      %first = arith.index_cast %number : i32 to index
      %team = func.call @omp_get_num_threads() : () -> i32
      %step = arith.index_cast %team : i32 to index
      scf.for %task = %first to %tasks step %step {
    ```

    The scope goes because nothing in it is on the stack, and because the
    control flow of the next step could not stand in it.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numTeams", "teams", "Teams given a number of threads">
  ];
}

//===----------------------------------------------------------------------===//
// Bookkeeping
//===----------------------------------------------------------------------===//

def CheckInput : Pass<"check-input", "::mlir::ModuleOp"> {
  let summary = "report what Encke cannot compile in a module that somebody wrote";
  let description = [{
    Runs first where a text goes on from a stage. It reports types of tensors that
    Encke does not store, such as an encoding with slices, operations that belong
    before the module's stage or that no step lowers, functions of the runtime that
    are declared with another type, and a program that does not begin without
    arguments. It changes nothing.

    ```mlir
    func.func private @encke_print_f64(i64)
    ```

    is an error: `encke_print_f64` of the runtime has the type `(f64) -> ()`.
  }];
  let options = [Option<"stage", "stage", "std::string", "\"ta\"",
                        "The stage of the module">];
}

def SetStage : Pass<"encke-set-stage", "::mlir::ModuleOp"> {
  let summary = "record in the module which stage of the pipeline it is";
  let description = [{
    Sets the module's `encke.stage` attribute, by which the driver knows where
    to continue with a text that `--emit` printed.

    ```mlir
    module attributes {encke.stage = "cin"} { ... }
    ```
  }];
  let options = [Option<"stage", "stage", "std::string", "", "The stage">];
}

#endif // ENCKE_PASSES_LOWERINGPASSES
