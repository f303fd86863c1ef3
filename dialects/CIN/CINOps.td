//===- CINOps.td - the operations of the cin dialect -------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_CINOPS
#define ENCKE_DIALECTS_CIN_CINOPS

include "dialects/CIN/CINDialect.td"
include "dialects/CIN/VisitMark.td"
include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class CIN_Op<string mnemonic, list<Trait> traits = []>
    : Op<CIN_Dialect, mnemonic, traits>;

def CIN_KernelOp : CIN_Op<"kernel", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    AttrSizedOperandSegments, SingleBlock, NoTerminator,
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, [
      "bufferizesToMemoryRead", "bufferizesToMemoryWrite",
      "bufferizesToElementwiseAccess", "getAliasingValues", "bufferize"]>]> {
  let summary = "statements in concrete index notation over some tensors";
  let description = [{
    The statements of the body run in order (the paper's sequence). They see
    each input and each output as a `!cin.place` argument. An output starts
    with the value of its operand and ends as the corresponding result; no
    input may be written. A sparse output starts empty. After bufferisation the
    operands are buffers, or handles of the runtime's tensors, and there are no
    results.

    The assembly of a sparse result can stand apart from the computation of its
    values. A `symbolic` kernel makes what its output stores, without values,
    which nobody may read; a `numeric` one takes that as its output and computes
    the values:

    ```mlir
    %p = cin.kernel symbolic ins(%a = %A : tensor<?xf64, #V>)
                             outs(%c = %empty : tensor<?xf64, #V>) {
      ...
    } -> tensor<?xf64, #V>
    %y = cin.kernel numeric ins(%a = %A : tensor<?xf64, #V>)
                            outs(%c = %p : tensor<?xf64, #V>) {
      ...
    } -> tensor<?xf64, #V>
    ```

    A dense output `from identity` starts as what its increments leave as it is,
    whatever its operand holds: zero for `+=`, infinity for `min=`, and zero where
    the body only sets elements. `cin-start-results` writes down where that is set.

    A `device` kernel runs on a device, which has a memory of its own: each iteration
    of its outermost loops is a thread there. These are `parallel`, write elements of
    their own into dense outputs, and what is between is in registers.

    ```mlir
    %y2 = cin.kernel device ins(%a = %A : tensor<?x?xf64, #CSR>)
                            outs(%c = %y : tensor<?xf64>) {
      cin.forall %i in %n parallel {
        ...
      }
    } -> tensor<?xf64>
    ```

    How long the arrays of a sparse result are is counted first, by the kernel's
    loops without the values; or an output `assemble(bound)` gets arrays that are
    as long as what it stores is at most, which are cut at the end. Where there
    is no room for these, it is counted.

    ```mlir
    %y1 = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>,
                         %b = %x : tensor<?xf64>)
                     outs(%c = %y : tensor<?xf64>) {
      cin.forall %i in %n {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
        }
      }
    } -> tensor<?xf64>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, Variadic<AnyType>:$outputs,
    UnitAttr:$symbolic, UnitAttr:$numeric, UnitAttr:$device,
    UnitAttr:$fromIdentity,
    DefaultValuedAttr<CIN_Assemble, "::encke::cin::Assemble::count">:$assemble);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$inputs, "::mlir::ValueRange":$outputs)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Block &getBlock() { return getBody().front(); }
    /// The arguments that stand for the inputs, and for the outputs.
    ::mlir::Block::BlockArgListType getInputArguments();
    ::mlir::Block::BlockArgListType getOutputArguments();
    /// The outputs that are tensors or buffers; a sparse result is a handle
    /// after bufferisation.
    ::mlir::MutableOperandRange getDpsInitsMutable();
    /// The kernel makes only the pattern of its output, or only the values.
    bool isOnePhase() { return getSymbolic() || getNumeric(); }
    /// How this kernel's result is made is as in the other one.
    void setAssemblyOf(KernelOp other) {
      setSymbolic(other.getSymbolic());
      setNumeric(other.getNumeric());
      setDevice(other.getDevice());
      setFromIdentity(other.getFromIdentity());
      setAssemble(other.getAssemble());
    }
    /// The operand that a body argument stands for.
    ::mlir::Value getOperandOf(::mlir::BlockArgument argument) {
      return getOperand(argument.getArgNumber());
    }
  }];
}

def CIN_ForallOp : CIN_Op<"forall", [
    AttrSizedOperandSegments, SingleBlock, NoTerminator, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, [
      "getAsmBlockArgumentNames"]>]> {
  let summary = "for every coordinate of an index variable";
  let description = [{
    The body, for each value of the index variable from 0 to the extent. Which
    coordinates are really visited follows from the levels of the tensors that
    it accesses. `parallel`: the iterations may run at once. Each writes elements
    of its own, or all accumulate into dense ones that they do not read: then
    each task has a copy of these, and the copies are combined in the order of
    the tasks. How tasks share the loop may be said behind it: `parallel(share =
    pieces, by = nnz)` (`Sharing.td`). A mark that the loop cannot have is an
    error (`Rationale.md`, "Marks"). The name of the index variable is the program's
    label; it is kept as `label`.

    - `visit(..)`: which of the sparse tensors along the loop are only looked up,
      and how the others are merged (`VisitMark.td`).
    - `vector(w)`: w consecutive iterations are one SIMD step. What is left of
      these is done one by one; with `tail = overlap`, on a loop with registers,
      in one that ends with the last element, and begins before others end. Its
      elements are known to be so many, or begin as zero.
    - `registers(r)`, on a vector loop that accumulates inside loops which
      reduce: r such steps stay in registers across those loops. Where it is known
      how many there are, there are as few blocks as can be.
    - `then(q)`, with `registers`: where that is not known, there are blocks of q
      steps for what is left of those of r; then single ones.
    - `factored`, with `registers`: factors that the loop around does not change
      are multiplied with its sum, instead of each of its elements.
    - `terms(n)`, on a vector loop that adds up floats, or adds floats to doubles:
      n terms are added up as floats, and these sums in doubles.
    - `sums(s)`, on a vector loop that adds up: s sums, or sets of them, take
      turns, for one would wait for itself in each iteration. With `registers`, a
      block of fewer vectors has as many sets as there are registers for.
    - `unroll(n)`, on a loop that holds one vector loop, which adds to the same
      elements in each iteration: n iterations are done at once, and each element is
      loaded and stored once for all of them. On an innermost loop without vectors,
      n iterations are one.
    - `few(n)`, on a vector loop that adds up along rows of a sparse tensor: rows
      of up to n elements are added up one by one.
    - `far(..)`, `uneven(..)` on such a loop, `jam(..)` on one over rows, and
      `product(..)` on what multiplies these (`VectorMarks.td`).
    - `together(9, 3)`, on a loop over diagonals that only adds to elements in
      memory: nine of them are added up in one loop over the rows of a strip, if
      they have all of these; else three, or one.
    - `twice`, on a loop around one with rows that are asked for before their turn,
      where it is asked whether they are far away: the answer chooses between two
      such loops.

    A forall `within %b(w)` visits only the coordinates of block `%b`, of w
    coordinates each: from `%b * w` on, below the extent. `%b` is the variable
    of a forall around, over the blocks. So two loops run over the elements of a
    matrix that is stored in blocks, and two over the blocks:

    ```mlir
    cin.forall %ib in %p {
      cin.forall %jb in %q {
        cin.forall %i in %n within %ib(4) {
          cin.forall %j in %m within %jb(2) {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
            cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
    ```

    A forall `at map(%l, ...)[%s, ...]` visits one coordinate at most: what the
    affine map makes of index variables of foralls around, and of numbers from
    outside of the kernel, where it is in the extent. So there is a forall for
    each level of a matrix in any format, whose coordinates the map takes back to
    those of a mode. The access names the levels' variables:

    ```mlir
    cin.forall %l0 in %skews {
      cin.forall %j in %m {
        cin.forall %i in %n at affine_map<(d0, d1) -> (d0 - d1)>(%l0, %j) {
          %0 = cin.access %a[%i, %j] levels(%l0, %j) : !cin.place<tensor<?x?xf64, #Skew>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
    ```

    The column of diagonal `%d` in row `%i` is `%d + %i - (rows - 1)`: diagonals
    count from the lower left corner on. So loops run over the elements of a
    matrix that is stored by diagonals, with `#column` for
    `affine_map<(d0, d1)[s0] -> (d0 + d1 - s0 + 1)>`:

    ```mlir
    cin.forall %d in %diagonals {
      cin.forall %i in %n {
        cin.forall %j in %m at #column(%d, %i)[%n] {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
    ```
  }];
  let arguments = (ins Index:$extent, Optional<Index>:$within,
    Variadic<Index>:$given, OptionalAttr<AffineMapAttr>:$at,
    OptionalAttr<I64Attr>:$width, OptionalAttr<StrAttr>:$label,
    OptionalAttr<CIN_VisitAttr>:$visit,
    UnitAttr:$parallel, OptionalAttr<CIN_SharingAttr>:$sharing,
    OptionalAttr<I64Attr>:$vector, UnitAttr:$overlap,
    OptionalAttr<I64Attr>:$registers, OptionalAttr<I64Attr>:$then,
    OptionalAttr<I64Attr>:$sums, OptionalAttr<I64Attr>:$terms,
    UnitAttr:$factored, OptionalAttr<I64Attr>:$unroll,
    OptionalAttr<I64Attr>:$few, OptionalAttr<CIN_FarAttr>:$far,
    OptionalAttr<CIN_UnevenAttr>:$uneven, OptionalAttr<CIN_JamAttr>:$jam,
    OptionalAttr<CIN_ProductAttr>:$product,
    OptionalAttr<DenseI64ArrayAttr>:$together, UnitAttr:$twice);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$extent,
                   CArg<"::mlir::StringAttr", "{}">:$label)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Block &getBlock() { return getBody().front(); }
    ::mlir::BlockArgument getIndex() { return getBlock().getArgument(0); }
    /// The loop changes the element with these indices: one is its variable,
    /// or runs within the blocks that it visits; two are those of a place on the
    /// diagonals that it visits.
    bool moves(::mlir::ValueRange indices);
    /// The loop visits one coordinate at most, which loops around tell.
    bool isDerived() { return bool(getAtAttr()); }
    /// The operands of `at`: index variables, and numbers from outside.
    ::mlir::OperandRange getGivenIndices();
    ::mlir::OperandRange getGivenNumbers();
    /// Lets the loop visit one coordinate.
    void setPlace(::mlir::AffineMap map, ::mlir::ValueRange given);
    /// Lets the loop, over columns, visit the one that a diagonal has in a row.
    void setOnDiagonal(ForallOp diagonals, ForallOp rows);
    /// The index variables of the loops over diagonals and over rows that tell
    /// the column of this one; null where it visits another coordinate.
    ::mlir::Value getDiagonal();
    ::mlir::Value getRow();
    /// Of a loop over rows: the loop on a diagonal of them that it holds, or
    /// null.
    ForallOp getOnDiagonal();
    /// Iterations of the loop, which is around the assignment, may write the
    /// same element.
    bool shares(AssignOp assign);
    /// A loop with marks was placed by someone who decided already.
    bool isMarked();
    /// Another forall over the same coordinates.
    static ForallOp createAlong(::mlir::OpBuilder &builder, ForallOp forall);
  }];
}

def CIN_WhereOp : CIN_Op<"where", [
    SingleBlock, NoTerminator, RecursiveMemoryEffects]> {
  let summary = "a consumer that uses a workspace which a producer fills";
  let description = [{
    The workspace (`!cin.place`; dynamic dimensions take their sizes from
    `sizes`) starts as the identity of the producer's assignments (zero for
    `+=`), the producer fills it, then the consumer reads it. It lives for this
    statement only. A workspace of order 0 is a register. One of order 1 and
    compressed is a dense row that remembers which elements were assigned: the
    consumer's loop visits those, in order. A dense one that is `full` remembers
    whether anything was assigned: then all of it was, and else the consumer
    does nothing.

    What the producer did not assign is absent: the consumer does nothing there,
    as with an element that a sparse tensor lacks. A workspace that is `filled`
    stands for a dense tensor instead: each element is present, and one that the
    producer did not assign is the identity. `Rationale.md` has the rule.

    An assignment to a row that remembers asks whether its coordinate is listed
    already. It branches on that; or, with `marks(select)`, it writes the coordinate
    behind the list in any case, and counts it if it is new; or, with
    `marks(learn)`, each execution does what was right for the rows before.
    A row that is only looked up needs no list: with `marks(stamp)`, each
    element has the number of the execution that assigned it last. Nor does one
    that a numeric kernel copies into its result, which stores what the row has:
    with `marks(gather)`, it is read at the coordinates of the result.

    With `marks(hash)` the workspace is a hash table of what was assigned, of any
    order and size, whose levels are all compressed. Before it is read, it is put in
    order. With `marks(sorted)` it is a list of what was assigned, of any order, too,
    in which each element has its place from the start.

    What the consumer visits need not be in order where it is `unsorted`: the result,
    then, lists its elements as they came, which all that reads it must allow.

    A workspace in the format of a sparse result in blocks is a row of them
    (`BlockRow.h`). Loops around are at one coordinate of each outermost level. It
    lists the blocks that were assigned to, and says of each of their elements
    whether it was, so that its accesses are `stored`.

    A row is as long as its mode, which may have billions of coordinates of which
    few occur. With `renumber(..)` (`VectorMarks.td`), those that occur are numbered
    anew for the kernel, where that is worth it.

    ```mlir
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %s = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    } producer {
      cin.forall %j in %m { ... }
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes, UnitAttr:$full,
    UnitAttr:$filled, UnitAttr:$unsorted,
    DefaultValuedAttr<CIN_ListMarks, "::encke::cin::ListMarks::branch">:$marks,
    OptionalAttr<CIN_RenumberAttr>:$renumber);
  let regions = (region SizedRegion<1>:$consumer, SizedRegion<1>:$producer);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::RankedTensorType":$workspace,
                   "::mlir::ValueRange":$sizes)>
  ];
  let extraClassDeclaration = [{
    ::encke::cin::PlaceType getWorkspaceType();
    /// It holds what was assigned by keys, rather than in a row.
    bool isKeyed() {
      return getMarks() == ::encke::cin::ListMarks::hash ||
             getMarks() == ::encke::cin::ListMarks::sorted;
    }
  }];
}

def CIN_AccessOp : CIN_Op<"access", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "an element of a tensor";
  let description = [{
    The element at coordinates that are index variables, one a dimension. Zero
    where a sparse tensor stores nothing. The row that it is in may be asked for
    before its turn (`prefetch(..)`, `next(..)`, `VectorMarks.td`).

    `levels(%l, ...)`: the variables of the loops over the levels of the tensor,
    outermost first, slots left out. Those of modes that no level stores as they
    are come from them (`cin.forall .. at`). Without, they are the indices, the
    blocks that these are within, and the diagonals that they are on.

    `stored`: padding of the tensor is not there (L47): each position is asked
    whether it is an element. Without, padding is there, and zero (`Padding.h`).
  }];
  let arguments = (ins CIN_PlaceType:$tensor, Variadic<Index>:$indices,
    Variadic<Index>:$levels,
    OptionalAttr<CIN_PrefetchAttr>:$prefetch, OptionalAttr<CIN_NextAttr>:$next);
  let results = (outs AnyType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$tensor, "::mlir::ValueRange":$indices)>
  ];
}

def CIN_AssignOp : CIN_Op<"assign", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "sets or accumulates into an element";
  let description = [{
    Of what accumulates, the row may be asked for before its turn, as that of an
    access (`prefetch(..)`).
  }];
  let arguments = (ins CIN_PlaceType:$tensor, Variadic<Index>:$indices,
    CIN_Reduction:$reduction, AnyType:$value,
    OptionalAttr<CIN_PrefetchAttr>:$prefetch);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$tensor, "::mlir::ValueRange":$indices,
                   "::encke::cin::Reduction":$reduction,
                   "::mlir::Value":$value), [{
      build($_builder, $_state, tensor, indices, reduction, value,
            ::encke::cin::PrefetchAttr());
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CIN_UnknownOp : CIN_Op<"unknown", [Pure]> {
  let summary = "a scalar that nobody needs";
  let description = [{
    Stands in a symbolic kernel for what only its values would be computed from.

    ```mlir
    %x = cin.unknown : f64
    ```
  }];
  let results = (outs AnyType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def CIN_FilterOp : CIN_Op<"filter", [Pure,
                                     AllTypesMatch<["value", "result"]>]> {
  let summary = "a value that is present where a condition holds (L38, L52)";
  let description = [{
    The one pattern that depends on values. A condition that is absent does not
    hold.

    ```mlir
    %y0 = cin.filter %x if %large : f64
    ```
  }];
  let arguments = (ins AnyType:$value, I1:$condition);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$value `if` $condition attr-dict `:` type($value)";
}

include "dialects/CIN/LevelOps.td"
include "dialects/CIN/LibraryOps.td"

#endif // ENCKE_DIALECTS_CIN_CINOPS
