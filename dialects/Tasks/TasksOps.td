//===- TasksOps.td - the operations of the tasks dialect ---*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TASKS_TASKSOPS
#define ENCKE_DIALECTS_TASKS_TASKSOPS

include "dialects/Tasks/TasksDialect.td"
include "mlir/Dialect/LLVMIR/LLVMTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Tasks_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tasks_Dialect, mnemonic, traits>;

/// Positions or coordinates, as a level has them.
def Tasks_Integers : MemRefRankOf<[I8, I16, I32, I64], [1]>;
/// A tensor of the runtime.
def Tasks_Tensor : Type<LLVM_AnyPointer.predicate, "a tensor of the runtime",
                        "::mlir::LLVM::LLVMPointerType">,
                   BuildableType<"::mlir::LLVM::LLVMPointerType::get("
                                 "$_builder.getContext())">;
/// A row for each chunk, a column for each number.
def Tasks_Counts : MemRefRankOf<[Index], [2]>;

//===----------------------------------------------------------------------===//
// Before the tasks
//===----------------------------------------------------------------------===//

def Tasks_PlanOp : Tasks_Op<"plan", [AttrSizedOperandSegments]> {
  let summary = "how many tasks a loop is worth, and how it is cut";
  let description = [{
    The iterations `lo` ... `hi - 1` are cut into chunks of about the same number of
    elements, `chunks` of them for each task; into one if one task does all.
    How many tasks there are the runtime says: each element costs `cost`, and
    each task visits or copies `extra` ones besides its own. `weights` grows by
    the elements of each iteration, from `weights[lo]` on; without it a iteration is one
    element, and short chunks begin at multiples of `unit` iterations.

    Tasks take one chunk after the other, the next that nobody has. In a plan
    that is `deal`, each task has fixed ones instead, so that what it adds up
    depends on nothing but the number of tasks.

    With `coordinates`, iterations are positions of a level, and chunks are said by
    coordinates: where each begins, that of its first position. The first chunk
    begins at 0, and the last one ends at `extent`.

    ```mlir
    %p = tasks.plan %c0 to %n cost(%c) weights(%pos : memref<?xi32>) chunks(16)
    ...
    %q = tasks.plan deal %lo to %hi cost(%c) extra(%size) weights(%pos : memref<?xi32>) chunks(16)
    ...
    %r = tasks.plan %lo to %hi cost(%c) coordinates(%crd : memref<?xi32> to %n) chunks(64) unit(4)
    ```
  }];
  let arguments = (ins UnitAttr:$deal, Index:$lo, Index:$hi, Index:$cost,
    Optional<Index>:$extra, Optional<Tasks_Integers>:$weights,
    Optional<Tasks_Integers>:$coordinates, Optional<Index>:$extent,
    I64Attr:$chunks, DefaultValuedAttr<I64Attr, "1">:$unit);
  let results = (outs Tasks_PlanType:$plan);
  let assemblyFormat = [{
    (`deal` $deal^)? $lo `to` $hi `cost` `(` $cost `)` (`extra` `(` $extra^ `)`)?
    (`weights` `(` $weights^ `:` type($weights) `)`)?
    (`coordinates` `(` $coordinates^ `:` type($coordinates) `to` $extent `)`)?
    `chunks` `(` $chunks `)` (`unit` `(` $unit^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def Tasks_NumberOp : Tasks_Op<"number", [Pure]> {
  let summary = "how many tasks there are";
  let arguments = (ins Tasks_PlanType:$plan);
  let results = (outs Index:$number);
  let assemblyFormat = "`of` $plan attr-dict";
  let hasVerifier = 1;
}

def Tasks_ElementsOp : Tasks_Op<"elements"> {
  let summary = "how many elements and iterations a loop has";
  let description = [{
    ```mlir
    %e = tasks.elements %c0 to %n weights(%pos : memref<?xi32>)
    ```
  }];
  let arguments = (ins Index:$lo, Index:$hi, Optional<Tasks_Integers>:$weights);
  let results = (outs Index:$number);
  let assemblyFormat = [{
    $lo `to` $hi (`weights` `(` $weights^ `:` type($weights) `)`)? attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// The tasks
//===----------------------------------------------------------------------===//

def Tasks_RunOp : Tasks_Op<"run", [
    SingleBlock, RecursiveMemoryEffects]> {
  let summary = "tasks that share a loop";
  let description = [{
    Each task runs the region once, all of them perhaps at once. In it stands one
    loop over chunks, `tasks.chunks` or `tasks.pieces`; what is before it a task
    does before its first chunk, what is behind it, after its last.

    What the tasks yield is combined with `inits`, in the order of the tasks: a
    sum in registers. Each begins with what the reduction leaves as it is.

    ```mlir
    tasks.run %p {
      tasks.chunks {
      ^bb0(%first: index, %last: index):
        ...
        tasks.yield
      }
      tasks.yield
    }
    ...
    %s = tasks.run %p collect(%s0 by ["add"] : f64) {
      %t = tasks.chunks init(%zero : f64) {
      ^bb0(%first: index, %last: index, %before: f64):
        ...
        tasks.yield %after : f64
      } -> f64
      tasks.yield %t : f64
    } -> f64
    ```
  }];
  let arguments = (ins Tasks_PlanType:$plan, Variadic<AnyType>:$inits,
    OptionalAttr<StrArrayAttr>:$reductions);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $plan (`collect` `(` $inits^ `by` $reductions `:` type($inits) `)`)?
    $body (`->` type($results)^)? attr-dict
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$plan,
                   CArg<"::mlir::ValueRange", "{}">:$inits,
                   CArg<"::llvm::ArrayRef<::encke::cin::Reduction>", "{}">:$reductions)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Block &getBlock() { return getBody().front(); }
    PlanOp getPlanOp();
    /// The loop over chunks: a ChunksOp or a PiecesOp.
    ::mlir::Operation *getLoop();
    /// The first operation of a kind that a task does itself, or null.
    template <typename Op>
    Op find() {
      auto range = getBlock().getOps<Op>();
      return range.empty() ? Op() : *range.begin();
    }
  }];
}

def Tasks_ChunksOp : Tasks_Op<"chunks", [
    SingleBlock, RecursiveMemoryEffects, AttrSizedOperandSegments,
    HasParent<"RunOp">]> {
  let summary = "one chunk after the other";
  let description = [{
    The region for each chunk that the task has: iterations `first` ... `last - 1`.
    In a plan that is `deal`, values go on from one chunk to the next, as in
    `scf.for`.

    Chunks of a sparse result append to it. They `count` what they append: the
    region yields the numbers, and they become the chunk's row of counts. Then
    they `fill` it in: the region is told where the chunk begins, what
    `tasks.scan` has made of its row. Or they append to a `part` of the result
    that the task has for itself: the region is told where in the result the
    chunk begins, and how far that is behind the place in the part where its
    elements go; it yields where the chunk ends.

    ```mlir
    tasks.chunks count in %counts : memref<?x2xindex> {
    ^bb0(%first: index, %last: index):
      ...
      tasks.yield %rows, %elements : index, index
    }
    ...
    tasks.chunks fill in %counts : memref<?x2xindex> {
    ^bb0(%first: index, %last: index, %row: index, %element: index):
      tasks.yield
    }
    ...
    tasks.chunks part in %mine : !llvm.ptr {
    ^bb0(%first: index, %last: index, %begin: index, %shift: index):
      ...
      tasks.yield %end : index
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inits,
    OptionalAttr<Tasks_Use>:$use, Optional<AnyType>:$result);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`init` `(` $inits^ `:` type($inits) `)`)?
    ($use^ `in` $result `:` type($result))?
    $body (`->` type($results)^)? attr-dict
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$inits)>,
    OpBuilder<(ins "::encke::tasks::Use":$use, "::mlir::Value":$result,
                   "unsigned":$count)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Block &getBlock() { return getBody().front(); }
    /// What is behind first and last.
    ::mlir::Block::BlockArgListType getMore() {
      return getBlock().getArguments().drop_front(2);
    }
  }];
}

def Tasks_PiecesOp : Tasks_Op<"pieces", [
    SingleBlock, RecursiveMemoryEffects, HasParent<"RunOp">]> {
  let summary = "one chunk after the other, of which rows have pieces";
  let description = [{
    As `tasks.chunks`, for iterations whose result is a sum along a row: the elements
    of iteration `r` are `ends[r]` ... `ends[r + 1] - 1`, and are collected at
    `into[r, ...]`. A row that is longer than a chunk is cut, too. The region
    sees `ends` and `into` as they are for a part of a chunk: of a piece, its own
    segment, and the place that collects it. Where iterations are positions,
    `coordinates` has the rows.

    ```mlir
    tasks.pieces %pos, %y by "add" : memref<?xi32>, memref<?xf64> {
    ^bb0(%first: index, %last: index, %ends: memref<?xi32, strided<[1], offset: ?>>,
         %into: memref<?xf64, strided<[1], offset: ?>>):
      tasks.yield
    }
    ```
  }];
  let arguments = (ins Tasks_Integers:$ends, AnyStridedMemRef:$into,
    StrAttr:$reduction, Optional<Tasks_Integers>:$coordinates);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $ends `,` $into `by` $reduction `:` type($ends) `,` type($into)
    (`coordinates` `(` $coordinates^ `:` type($coordinates) `)`)?
    $body attr-dict
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$ends, "::mlir::Value":$into,
                   "::encke::cin::Reduction":$reduction,
                   "::mlir::Value":$coordinates)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Block &getBlock() { return getBody().front(); }
  }];
}

def Tasks_YieldOp : Tasks_Op<"yield", [
    Pure, Terminator,
    ParentOneOf<["RunOp", "ChunksOp", "PiecesOp"]>]> {
  let summary = "ends a task, or a chunk";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ }]>];
}

//===----------------------------------------------------------------------===//
// What a task has for itself
//===----------------------------------------------------------------------===//

def Tasks_CopyOp : Tasks_Op<"copy", [HasParent<"RunOp">]> {
  let summary = "what the task accumulates into";
  let description = [{
    The first task has the buffer itself, each other one a copy, which begins
    with what the reduction leaves as it is. When all have ended, the buffer takes
    up the copies in the order of the tasks. `unless` a condition holds, under
    which all have the buffer: each of them owns elements (`tasks.own`).

    ```mlir
    %mine = tasks.copy %y by "add" : memref<?xf64> as memref<?xf64, strided<[1], offset: ?>>
    ```
  }];
  let arguments = (ins AnyStridedMemRef:$buffer, StrAttr:$reduction,
    Optional<I1>:$unless);
  let results = (outs AnyStridedMemRef:$mine);
  let assemblyFormat = [{
    $buffer `by` $reduction (`unless` $unless^)? attr-dict
    `:` type($buffer) `as` type($mine)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$buffer, "::encke::cin::Reduction":$reduction,
                   "::mlir::Value":$unless)>
  ];
}

def Tasks_OwnOp : Tasks_Op<"own", [HasParent<"RunOp">]> {
  let summary = "the coordinates that the task owns";
  let description = [{
    If the condition holds, each task goes through all chunks, but in them only
    through the coordinates `lo` ... `hi - 1` of a mode. The mode has `size`
    coordinates. They are shared out so that each task has about the same number of
    `coordinates`, or, without these, of the mode. Otherwise the coordinates of
    each task are all.

    ```mlir
    %lo, %hi = tasks.own %size if %condition coordinates(%crd : memref<?xi32>)
    ```
  }];
  let arguments = (ins Index:$size, I1:$condition,
    Optional<Tasks_Integers>:$coordinates);
  let results = (outs Index:$lo, Index:$hi);
  let assemblyFormat = [{
    $size `if` $condition (`coordinates` `(` $coordinates^ `:`
    type($coordinates) `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def Tasks_PartOp : Tasks_Op<"part", [HasParent<"RunOp">]> {
  let summary = "the part of a sparse result that the task makes";
  let description = [{
    A tensor of the runtime's like the result, for what the task appends, unless it
    appends to the result itself; with `room`, both have room for as much as there may
    be. `counts` has what is known of each chunk (the runtime's `encke_part`).

    ```mlir
    %mine = tasks.part of %c in %counts room(%r) : memref<?x5xindex>
    ```
  }];
  let arguments = (ins Tasks_Tensor:$tensor, Tasks_Counts:$counts, I1:$room);
  let results = (outs Tasks_Tensor:$mine);
  let assemblyFormat = [{
    `of` $tensor `in` $counts `room` `(` $room `)` attr-dict `:` type($counts)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Sparse results
//===----------------------------------------------------------------------===//

def Tasks_CountsOp : Tasks_Op<"counts", [MemoryEffects<[MemAlloc]>]> {
  let summary = "room for what each chunk appends";
  let description = [{
    Whoever makes it frees it.

    ```mlir
    %counts = tasks.counts %p : memref<?x2xindex>
    ```
  }];
  let arguments = (ins Tasks_PlanType:$plan);
  let results = (outs Tasks_Counts:$counts);
  let assemblyFormat = "$plan attr-dict `:` type($counts)";
  let hasVerifier = 1;
}

def Tasks_ScanOp : Tasks_Op<"scan"> {
  let summary = "where each chunk begins";
  let description = [{
    The numbers of the first columns become the sums of those above them. The
    results are the sums of all.

    ```mlir
    %rows, %elements = tasks.scan %p, %counts : memref<?x2xindex>
    ```
  }];
  let arguments = (ins Tasks_PlanType:$plan, Tasks_Counts:$counts);
  let results = (outs Variadic<Index>:$totals);
  let assemblyFormat = [{
    $plan `,` $counts attr-dict `:` type($counts) `->` type($totals)
  }];
  let hasVerifier = 1;
}

def Tasks_JoinOp : Tasks_Op<"join"> {
  let summary = "puts parts of a sparse result into their places";
  let description = [{
    Those that tasks have made (`tasks.part`). The result is how many elements
    there are.

    ```mlir
    %elements = tasks.join %p of %c in %counts : memref<?x5xindex>
    ```
  }];
  let arguments = (ins Tasks_PlanType:$plan, Tasks_Tensor:$tensor,
    Tasks_Counts:$counts);
  let results = (outs Index:$elements);
  let assemblyFormat = [{
    $plan `of` $tensor `in` $counts attr-dict `:` type($counts)
  }];
  let hasVerifier = 1;
}

#endif // ENCKE_DIALECTS_TASKS_TASKSOPS
