//===- TAOps.td - the operations of the ta dialect ---------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TA_TAOPS
#define ENCKE_DIALECTS_TA_TAOPS

include "dialects/TA/TADialect.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TA_Op<string mnemonic, list<Trait> traits = []>
    : Op<TA_Dialect, mnemonic, traits>;

def TA_Element : AnyTypeOf<[AnyFloat, AnySignlessInteger, UI8, AnyComplex],
                           "a number or bool">;

def LabelArrayAttr
    : TypedArrayAttrBase<StrAttr, "labels, such as [\"i\", \"j\"]">;

//===----------------------------------------------------------------------===//
// Files, sizes, tensors that come from outside
//===----------------------------------------------------------------------===//

def TA_ParameterOp : TA_Op<"parameter", [Pure,
                                         AllTypesMatch<["value", "result"]>]> {
  let summary = "the value of a parameter of the program (L59)";
  let description = [{
    What was set when the program was started, else `value`. A parameter that is a
    text is no value, but the attribute `#ta.text`, where a text stands.

    ```mlir
    %k = ta.parameter "k" default 10 : i64
    ta.write %y to #ta.text<"output", "y.mtx"> at "a.ta:9:3" : tensor<?xf64>
    ```
  }];
  let arguments = (ins StrAttr:$name, TypedAttrInterface:$value);
  let results = (outs AnyTypeOf<[I64, F64, I1]>:$result);
  let assemblyFormat = "$name `default` $value attr-dict";
}

def TA_FileOp : TA_Op<"file", [Pure]> {
  let summary = "a data file: the n-th of the command line, or a path (L12)";
  let description = [{
    `at` is the statement that names the file, for messages.

    ```mlir
    %f = ta.file 0 at "spmv.ta:9:3"
    %g = ta.file "x.mtx" at "spmv.ta:10:3"
    ```
  }];
  let arguments = (ins AnyAttrOf<[I64Attr, StrAttr, TA_TextAttr]>:$source,
    StrAttr:$at);
  let results = (outs TA_FileType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TA_SizeOp : TA_Op<"size", [AttrSizedOperandSegments]> {
  let summary = "the size of a label, from all that fixes it (L5)";
  let description = [{
    Yields the size that the static size, if any, and the headers of the files
    agree on, and with them sizes that are at hand, such as those of a function's
    parameters; sources that disagree are a run-time error that names the label.
    For file k, mode `modes[k]` of the file read with order `orders[k]` has the
    label; `origins` says what each given size is the size of. `at` names the
    places in the program: the declaration of the static size when there is one,
    the statement of each file, the place of each given size.

    ```mlir
    %n = ta.size "i" from (%f, %g) modes [0, 1] orders [2, 2]
           at ["a.ta:8:3", "a.ta:9:3"]
    %k = ta.size "k" static 32 from (%g) modes [1] orders [2]
           at ["a.ta:4:3", "a.ta:9:3"]
    %m = ta.size "m" from() modes [] orders []
           given(%a, %b) as ["dimension 1 of 'A'", "dimension 1 of 'b'"]
           at ["a.ta:3:25", "a.ta:3:52"]
    ```
  }];
  let arguments = (ins StrAttr:$label, OptionalAttr<I64Attr>:$value,
    Variadic<TA_FileType>:$files, DenseI64ArrayAttr:$modes,
    DenseI64ArrayAttr:$orders, Variadic<Index>:$given,
    OptionalAttr<StrArrayAttr>:$origins, StrArrayAttr:$at);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $label (`static` $value^)? `from` `(` $files `)` `modes` $modes
    `orders` $orders (`given` `(` $given^ `)` `as` $origins)? `at` $at attr-dict
  }];
  let hasVerifier = 1;
}

def TA_ReadOp : TA_Op<"read"> {
  let summary = "reads a tensor from a file (L12, L13)";
  let description = [{
    Packs the file's entries into the result's format. `sizes` holds the
    dynamic dimensions of the result. The selector is one of full,
    strict_lower, lower, strict_upper, upper.

    ```mlir
    %A = ta.read %f sizes(%n, %m) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins TA_FileType:$file, Variadic<Index>:$sizes,
    StrAttr:$selector, StrAttr:$at);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $file `sizes` `(` $sizes `)` $selector `at` $at attr-dict
    `:` type($result)
  }];
  let hasVerifier = 1;
}

def TA_RandomOp : TA_Op<"random", [AttrSizedOperandSegments]> {
  let summary = "a tensor of uniform random numbers in [0, 1) (L15, L57)";
  let description = [{
    The running program counts seeds: without one of its own the operation takes
    the next. It has an effect for that reason: a loop gets other numbers each
    time. With a density, which is from 0 to 1 or a run-time error at `at`, that
    share of the elements is stored, at random places.

    ```mlir
    %A = ta.random sizes(%n) at "a.ta:9:3" : tensor<?xf64>
    %B = ta.random seed 7 density %d sizes(%n, %n) at "a.ta:10:3"
      : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$seed, Optional<F64>:$density,
    Variadic<Index>:$sizes, StrAttr:$at);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    (`seed` $seed^)? (`density` $density^)? `sizes` `(` $sizes `)` `at` $at
    attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

class TA_PlacesOp<string mnemonic, list<Trait> traits = []>
    : TA_Op<mnemonic, !listconcat([Pure, AttrSizedOperandSegments], traits)> {
  code placesDeclaration = [{
    /// The values of tables are the last symbols of the map.
    unsigned getFirstTable() { return getScalars().size(); }
    bool isClipped(unsigned mode) {
      return getClipped() && ::llvm::is_contained(*getClipped(), mode);
    }
  }];
}

def TA_SliceOp : TA_PlacesOp<"slice"> {
  let summary = "the elements of a tensor at places (L6, L53, L56, L63)";
  let description = [{
    The element of the result at coordinates d0, d1, ... is that of the tensor at
    the coordinates that the map gives. Its symbols are the scalars, and behind
    them the elements that the tables have at the coordinates of `tables ... at`.
    A coordinate beyond the tensor is a run-time error at `at`; in the modes that
    are `clipped` nothing is there. `sizes` holds the dynamic dimensions of the
    result.

    ```mlir
    %s = ta.slice %A by affine_map<(d0, d1) -> (d0 * 3 + 2, d1)> sizes(%m)
      at "a.ta:9:3" : tensor<?x?xf64, #CSR> -> tensor<3x?xf64, #CSR>
    %r = ta.slice %A by affine_map<(d0)[s0] -> (s0, d0)> scalars(%t) sizes(%m)
      at "a.ta:9:3" : tensor<?x?xf64, #CSR> -> tensor<?xf64, #CU>
    %g = ta.slice %v by affine_map<(d0)[s0] -> (s0)>
      tables(%p at [affine_map<(d0) -> (d0)>] : tensor<?xi64>) sizes(%n)
      at "a.ta:9:3" : tensor<?xf64> -> tensor<?xf64>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, AffineMapAttr:$map,
    Variadic<Index>:$scalars, Variadic<AnyRankedTensor>:$tables,
    OptionalAttr<AffineMapArrayAttr>:$table_maps, Variadic<Index>:$sizes,
    OptionalAttr<DenseI64ArrayAttr>:$clipped, StrAttr:$at);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $tensor `by` $map (`scalars` `(` $scalars^ `)`)?
    (`tables` `(` $tables^ `at` $table_maps `:` type($tables) `)`)?
    `sizes` `(` $sizes `)` (`clipped` $clipped^)? `at` $at
    attr-dict `:` type($tensor) `->` type($result)
  }];
  let extraClassDeclaration = placesDeclaration;
  let hasVerifier = 1;
}

def TA_InsertOp : TA_PlacesOp<"insert", [AllTypesMatch<["tensor", "result"]>]> {
  let summary = "a tensor with other values at places (L6, L39, L56, L63)";
  let description = [{
    The elements of `value` are put where `ta.slice` would take them from; what
    is stored at other places stays, and at these places nothing else does. Two
    values for one place are a run-time error. With `combine` an operator takes
    both what is there and the new value, one after the other in the order of
    their coordinates in `value`; what is absent on one side takes no part, and
    `sub` of what is absent gives the negative; `erase` leaves nothing there.

    ```mlir
    %B = ta.insert %v into %A by affine_map<(d0, d1) -> (d0 * 3 + 2, d1)>
      at "a.ta:9:3" : tensor<3x?xf64> into tensor<?x?xf64>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value, AnyRankedTensor:$tensor,
    AffineMapAttr:$map, Variadic<Index>:$scalars,
    Variadic<AnyRankedTensor>:$tables,
    OptionalAttr<AffineMapArrayAttr>:$table_maps,
    OptionalAttr<DenseI64ArrayAttr>:$clipped, OptionalAttr<StrAttr>:$combine,
    StrAttr:$at);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $value `into` $tensor `by` $map (`scalars` `(` $scalars^ `)`)?
    (`tables` `(` $tables^ `at` $table_maps `:` type($tables) `)`)?
    (`clipped` $clipped^)? (`combine` $combine^)? `at` $at
    attr-dict `:` type($value) `into` type($tensor)
  }];
  let extraClassDeclaration = placesDeclaration;
  let hasVerifier = 1;
}

def TA_WholeOp : TA_Op<"whole", [Pure, AttrSizedOperandSegments]> {
  let summary = "a function of whole tensors (L57, L58, L65)";
  let description = [{
    `reshape cumsum sort argsort top` of one tensor, `solve cholesky qr svd eigh`
    of dense matrices, `elements` of a matrix of coordinates, a row for each, and
    a vector of values. `number` is the mode that cumsum and those behind it go
    along, `count` how many `top` takes. `sizes` holds the dynamic dimensions of
    the results.

    ```mlir
    %v = ta.whole "reshape"(%A) sizes(%n) at "a.ta:9:3"
      : tensor<?x?xf64> -> tensor<?xf64>
    ```
  }];
  let arguments = (ins StrAttr:$function, Variadic<AnyRankedTensor>:$tensors,
    DefaultValuedAttr<I64Attr, "0">:$mode,
    DefaultValuedAttr<I64Attr, "0">:$count, Variadic<Index>:$sizes,
    StrAttr:$at);
  let results = (outs Variadic<AnyRankedTensor>:$parts);
  let assemblyFormat = [{
    $function `(` $tensors `)` (`mode` $mode^)? (`count` $count^)?
    `sizes` `(` $sizes `)` `at` $at attr-dict
    `:` type($tensors) `->` type($parts)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Reordered labels
//===----------------------------------------------------------------------===//

def TA_OrderingOp : TA_Op<"ordering"> {
  let summary = "how a label's coordinates are numbered in memory (L36)";
  let description = [{
    As in the files, until a `ta.reorder` sets it. Each is an object of its own,
    which lives until the function returns.

    ```mlir
    %i = ta.ordering "i"
    ```
  }];
  let arguments = (ins StrAttr:$label);
  let results = (outs TA_OrderingType:$result);
  let assemblyFormat = "$label attr-dict";
}

def TA_ReorderOp : TA_Op<"reorder", [AttrSizedOperandSegments]> {
  let summary = "sets orderings by the elements of a tensor (L36)";
  let description = [{
    Mode `modes[k]` of the tensor goes by `orderings[k]`. One that is set
    already stays as it is. `number` is that of rounds (lexi) or parts
    (partition), 0 when it is left open. Tensors that are in memory are brought
    into the new order by `ta.permute`, which follows.

    By "auto" (L66) `beside` are the bytes that a coordinate has in dense
    tensors that are used with the tensor, as far as they are known.

    ```mlir
    ta.reorder %i, %j by "lexi" 0 of %A modes [0, 1] at "a.ta:9:3"
      : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins Variadic<TA_OrderingType>:$orderings, StrAttr:$method,
    I64Attr:$number, AnyRankedTensor:$tensor, DenseI64ArrayAttr:$modes,
    Variadic<Index>:$beside, StrAttr:$at);
  let assemblyFormat = [{
    $orderings `by` $method $number `of` $tensor `modes` $modes
    (`beside` $beside^)? `at` $at attr-dict `:` type($tensor)
  }];
  let hasVerifier = 1;
}

def TA_PermuteOp : TA_Op<"permute", [AllTypesMatch<["tensor", "result"]>]> {
  let summary = "a tensor with its coordinates renumbered (L36)";
  let description = [{
    Mode `modes[k]` goes by `orderings[k]`: with "in" from the order of the
    files into that of memory, with "out" back, with "again" as "in", but only
    by those orderings that the `ta.reorder` before has set.

    ```mlir
    %B = ta.permute %A "in" by %i, %j modes [0, 1] at "a.ta:9:3"
      : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, StrAttr:$direction,
    Variadic<TA_OrderingType>:$orderings, DenseI64ArrayAttr:$modes,
    StrAttr:$at);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $tensor $direction `by` $orderings `modes` $modes `at` $at attr-dict
    `:` type($result)
  }];
  let hasVerifier = 1;
}

def TA_DecomposeOp : TA_Op<"decompose", [Pure]> {
  let summary = "the parts of a hybrid tensor (L34)";
  let description = [{
    A part for each condition, with the elements for which it holds and none
    before, and one with those for which none holds. The conditions are over the
    modes d0, d1, ...; their queries ask the whole tensor.

    ```mlir
    %0:2 = ta.decompose %A by ["count(d0/64,d1-d0)>=32"] at "a.ta:9:3"
      : tensor<?x?xf64, #CSR> -> tensor<?x?xf64, #DIA>, tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, StrArrayAttr:$conditions,
    StrAttr:$at);
  let results = (outs Variadic<AnyRankedTensor>:$parts);
  let assemblyFormat = [{
    $tensor `by` $conditions `at` $at attr-dict
    `:` type($tensor) `->` type($parts)
  }];
  let hasVerifier = 1;
}

def TA_AskOp : TA_Op<"ask", [Pure]> {
  let summary = "a question about what tensors store (L32)";
  let description = [{
    The answer says which of two schedules a statement has.

    ```mlir
    %uneven = ta.ask "uneven" %A : tensor<?x?xf64, #CSR>
    %large = ta.ask "stored" %A least 1000 : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins StrAttr:$question, Variadic<AnyRankedTensor>:$tensors,
    DefaultValuedAttr<I64Attr, "0">:$least);
  let results = (outs I1:$answer);
  let assemblyFormat = [{
    $question $tensors (`least` $least^)? attr-dict `:` type($tensors)
  }];
  let hasVerifier = 1;
}

def TA_CoordinatesOp : TA_Op<"coordinates", [Pure]> {
  let summary = "the coordinates of a label: 0, 1, ... (L36, L51)";
  let description = [{
    In the order of memory these are the new numbers.

    ```mlir
    %p = ta.coordinates sizes(%n) : tensor<?xi64>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "`sizes` `(` $sizes `)` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

def TA_AccessOp : TA_Op<"access", [Pure]> {
  let summary = "a tensor's elements at labels";
  let description = [{
    One label a dimension; a repeated label is a diagonal (L40).

    ```mlir
    %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, LabelArrayAttr:$indices);
  let results = (outs TA_ExprType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$tensor,
                   "::llvm::ArrayRef<::mlir::StringAttr>":$labels)>
  ];
}

def TA_ScalarOp : TA_Op<"scalar", [Pure]> {
  let summary = "a scalar as an expression over no label";
  let arguments = (ins TA_Element:$value);
  let results = (outs TA_ExprType:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Value":$value)>];
  let hasVerifier = 1;
}

class TA_BinaryOp<string mnemonic, string what, list<Trait> traits = []>
    : TA_Op<mnemonic, !listconcat([Pure], traits)> {
  let summary = what;
  let arguments = (ins TA_ExprType:$lhs, TA_ExprType:$rhs);
  let results = (outs TA_ExprType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs)>
  ];
  let hasVerifier = 1;
}

def TA_AddOp : TA_BinaryOp<"add", "the sum, over the same labels"> {
  let description = [{
    Both sides vary over the same labels: where the program leaves one out
    (L20), `ta.repeat` stands in between.
  }];
}
def TA_SubOp : TA_BinaryOp<"sub", "the difference, over the same labels">;
def TA_MulOp : TA_BinaryOp<"mul", "the product, over the union of the labels">;
def TA_DivOp
    : TA_BinaryOp<"div", "the quotient, over the union of the labels (L45)">;

def TA_CastOp : TA_Op<"cast", [Pure]> {
  let summary = "the same value in a wider element type (L8)";
  let description = [{
    Wider means later in the order i1, i32, i64, f32, f64, complex<f64>. Between
    a type that tensors are stored in (f16 and bf16, i8, i16 and ui8, complex<f32>)
    and the one in which it is computed (f32, i32, complex<f64>) it goes both
    ways; what is stored is rounded, integers wrap around (L50). No other
    operation converts, but for the function `to_float` of `ta.apply`, which
    rounds a double: the norm of floats is computed in doubles.

    ```mlir
    %d = ta.cast %n : <[i] i32> -> <[i] f64>
    ```
  }];
  let arguments = (ins TA_ExprType:$operand);
  let results = (outs TA_ExprType:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` type($operand) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$operand, "::mlir::Type":$elementType)>
  ];
  let hasVerifier = 1;
}

def TA_NegOp : TA_Op<"neg", [Pure, SameOperandsAndResultType]> {
  let summary = "the negative";
  let arguments = (ins TA_ExprType:$operand);
  let results = (outs TA_ExprType:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def TA_ApplyOp : TA_Op<"apply", [Pure]> {
  let summary = "an elementwise function, comparison or connective (L17, L26)";
  let description = [{
    The functions are those of `dialects/Functions.cpp`, by their names in the
    language: of one expression, such as `abs`, or of two, such as `pow`, over the
    union of their labels. `eq ne lt le gt ge` compare two expressions, `and or
    not` connect truth values; the result of these is of i1.

    ```mlir
    %r = ta.apply "relu"(%e) : !ta.expr<[i] f64> -> <[i] f64>
    %c = ta.apply "lt"(%e, %r) : !ta.expr<[i] f64>, !ta.expr<[i] f64> -> <[i] i1>
    ```
  }];
  let arguments = (ins StrAttr:$function, Variadic<TA_ExprType>:$operands);
  let results = (outs TA_ExprType:$result);
  let assemblyFormat = [{
    $function `(` $operands `)` attr-dict `:` type($operands) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$function,
                   "::mlir::ValueRange":$operands)>
  ];
  let hasVerifier = 1;
}

def TA_CheckOp : TA_Op<"check", [NoMemoryEffect,
                                 AllTypesMatch<["value", "result"]>]> {
  let summary = "a value, or the end of the program (L54)";
  let description = [{
    The value where the condition holds. Where it does not, the program ends with a
    run-time error at the place of the operation. It stands where single values are
    computed, also in loops, and does not move: what nobody computes is not
    checked. `lower-checks` makes a branch of it.

    ```mlir
    %y = ta.check %x if %fits, "the value does not fit 'int'" : f64
    ```
  }];
  let arguments = (ins AnyType:$value, I1:$condition, StrAttr:$message);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $value `if` $condition `,` $message attr-dict `:` type($value)
  }];
  let hasFolder = 1;
}

def TA_SumOp : TA_Op<"sum", [Pure]> {
  let summary = "the sum over labels, which the result no longer has (L19)";
  let description = [{
    ```mlir
    %s = ta.sum %e over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    ```
  }];
  let arguments = (ins TA_ExprType:$operand, LabelArrayAttr:$over);
  let results = (outs TA_ExprType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$operand,
                   "::llvm::ArrayRef<::mlir::StringAttr>":$labels)>
  ];
}

def TA_ReduceOp : TA_Op<"reduce", [Pure]> {
  let summary = "a reduction other than the sum over labels (L25, L42)";
  let description = [{
    `min max mul any and or` over the labels, which the result no longer has.
    Elements that a sparse operand does not store take no part (L43). Where
    nothing takes part the result has no element; a dense tensor that it goes
    into holds the identity of the operator there (L42, L48).

    ```mlir
    %m = ta.reduce "max" %e over [j]
           : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    ```
  }];
  let arguments = (ins StrAttr:$function, TA_ExprType:$operand,
    LabelArrayAttr:$over);
  let results = (outs TA_ExprType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$function, "::mlir::Value":$operand,
                   "::llvm::ArrayRef<::mlir::StringAttr>":$labels)>
  ];
}

def TA_CombineOp : TA_Op<"combine", [Pure]> {
  let summary = "an operator over the intersection or the union (L22)";
  let description = [{
    `add sub mul div min max first second any pair and or` of two expressions,
    over the union of their labels. With `intersection` the result has an
    element where both operands have one; with `union` where one has, and a
    lone one passes through unchanged (L42). A semiring product is a
    combination that is reduced.

    ```mlir
    %p = ta.combine "add" intersection %a, %x
           : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %y = ta.reduce "min" %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    ```
  }];
  let arguments = (ins StrAttr:$function, UnitAttr:$is_union,
    TA_ExprType:$lhs, TA_ExprType:$rhs);
  let results = (outs TA_ExprType:$result);
  let assemblyFormat = [{
    $function (`union` $is_union^) : (`intersection`)? $lhs `,` $rhs attr-dict
    `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$function, "bool":$isUnion,
                   "::mlir::Value":$lhs, "::mlir::Value":$rhs)>
  ];
  let hasVerifier = 1;
}

def TA_MaskOp : TA_Op<"mask", [Pure]> {
  let summary = "an expression where another one has elements (L23, L41)";
  let description = [{
    The elements of `value` at the points where `mask` has one, whatever its
    value is; with `not` at the points where it has none. The mask varies over
    labels of the value.

    ```mlir
    %c = ta.mask %e by %m : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
    %d = ta.mask %e by not %m : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
    ```
  }];
  let arguments = (ins TA_ExprType:$value, UnitAttr:$complement,
    TA_ExprType:$mask);
  let results = (outs TA_ExprType:$result);
  let assemblyFormat = [{
    $value `by` (`not` $complement^)? $mask attr-dict
    `:` type($value) `,` type($mask) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$mask,
                   "bool":$complement)>
  ];
  let hasVerifier = 1;
}

def TA_FilterOp : TA_Op<"filter", [Pure]> {
  let summary = "the elements for which a condition holds (L52)";
  let description = [{
    The elements of `value` at the points where the condition is true. Where the
    condition has no element it does not hold. It varies over labels of the value.

    ```mlir
    %c = ta.filter %e if %large : <[i, k] f64>, <[i] i1> -> <[i, k] f64>
    ```
  }];
  let arguments = (ins TA_ExprType:$value, TA_ExprType:$condition);
  let results = (outs TA_ExprType:$result);
  let assemblyFormat = [{
    $value `if` $condition attr-dict
    `:` type($value) `,` type($condition) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$condition)>
  ];
  let hasVerifier = 1;
}

def TA_StoredOp : TA_Op<"stored", [Pure]> {
  let summary = "1 where an expression has an element (L25)";
  let description = [{
    The result has an element, of the value 1, where the operand has one; its
    sum counts the stored elements.

    ```mlir
    %o = ta.stored %a : <[i, j] f64> -> <[i, j] i64>
    ```
  }];
  let arguments = (ins TA_ExprType:$operand);
  let results = (outs TA_ExprType:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` type($operand) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$operand, "::mlir::Type":$elementType)>
  ];
  let hasVerifier = 1;
}

def TA_RepeatOp : TA_Op<"repeat", [Pure]> {
  let summary = "the same value all along further labels (L20)";
  let description = [{
    `sizes` gives the size of each new label.

    ```mlir
    %r = ta.repeat %b along [j](%m) : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
    ```
  }];
  let arguments = (ins TA_ExprType:$operand, LabelArrayAttr:$along,
    Variadic<Index>:$sizes);
  let results = (outs TA_ExprType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$operand,
                   "::llvm::ArrayRef<::mlir::StringAttr>":$labels,
                   "::mlir::ValueRange":$sizes)>
  ];
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

def TA_AssignOp : TA_Op<"assign", [AlwaysSpeculatable,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "the tensor whose elements are an expression's values (L18)";
  let description = [{
    Dimension d of the result has label `indices[d]`; `sizes` holds the result's
    dynamic dimensions. `C[i,k] += e` is the assignment of `C[i,k] + e`, with
    the old C as an operand. With `gemm` the sum in it is computed by matrix
    products of these labels (`dialects/TA/Gemm.h`). A dense tensor alone, or
    what a mask leaves of it, goes into a sparse result by its nonzeros (L38),
    but with `zeros` as it is. It has no effect, but with the attribute
    `encke.measured`, when it stands between two readings of the clock (L17):
    then it is neither dropped nor one with another that computes the same.

    ```mlir
    %C = ta.assign %e[i, k] sizes(%n) : !ta.expr<[i, k] f64> -> tensor<?x32xf64>
    ```
  }];
  let arguments = (ins TA_ExprType:$value, LabelArrayAttr:$indices,
    Variadic<Index>:$sizes, OptionalAttr<DictionaryAttr>:$gemm,
    UnitAttr:$zeros);
  let results = (outs AnyRankedTensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$value,
                   "::llvm::ArrayRef<::mlir::StringAttr>":$labels,
                   "::mlir::ValueRange":$sizes)>
  ];
}

def TA_PrintOp : TA_Op<"print"> {
  let summary = "prints a tensor or a scalar (L16)";
  let arguments = (ins AnyTypeOf<[AnyRankedTensor, TA_Element]>:$value,
    StrAttr:$name);
  let assemblyFormat = "$value `as` $name attr-dict `:` type($value)";
}

class TA_LineOp<string mnemonic, string what> : TA_Op<mnemonic> {
  let summary = what;
  let hasVerifier = 1;
}

def TA_PrintLineOp
    : TA_LineOp<"print_line", "prints texts and single values in a line (L59)"> {
  let description = [{
    Of `parts` each is a text, or `unit` for the next one of `values`; a space
    stands between two of them.

    ```mlir
    ta.print_line ["residual", unit](%r) : f64
    ```
  }];
  let arguments = (ins ArrayAttr:$parts, Variadic<TA_Element>:$values);
  let assemblyFormat =
    "$parts (`(` $values^ `)` `:` type($values))? attr-dict";
}

def TA_FailOp : TA_LineOp<"fail", "ends the program with an error (L59)"> {
  let description = [{
    Its message is a line as `ta.print_line` has it. What follows does not run.

    ```mlir
    ta.fail ["no convergence after", unit, "rounds"](%n) : i64 at "a.ta:9:3"
    ```
  }];
  let arguments = (ins ArrayAttr:$parts, Variadic<TA_Element>:$values,
    StrAttr:$at);
  let assemblyFormat = [{
    $parts (`(` $values^ `)` `:` type($values))? `at` $at attr-dict
  }];
}

def TA_WriteOp : TA_Op<"write"> {
  let summary = "writes a tensor to a .mtx or .tns file, atomically (L14)";
  let arguments = (ins AnyRankedTensor:$value,
    AnyAttrOf<[StrAttr, TA_TextAttr]>:$path, StrAttr:$at);
  let assemblyFormat = "$value `to` $path `at` $at attr-dict `:` type($value)";
}

def TA_RoundsOp : TA_Op<"rounds"> {
  let summary = "how often a loop from lo to hi in steps runs (L30)";
  let description = [{
    The number of t = lo, lo + step, ... below hi, or above it where the step is
    negative. A step of 0 is a run-time error at `at`.

    ```mlir
    %n = ta.rounds %lo to %hi step %s at "a.ta:9:3"
    ```
  }];
  let arguments = (ins I64:$lo, I64:$hi, I64:$step, StrAttr:$at);
  let results = (outs I64:$result);
  let assemblyFormat = "$lo `to` $hi `step` $step `at` $at attr-dict";
}

def TA_TimeOp : TA_Op<"time"> {
  let summary = "seconds since an arbitrary point (L17)";
  let results = (outs F64:$result);
  let assemblyFormat = "attr-dict";
}

def TA_PrintElapsedOp : TA_Op<"print_elapsed"> {
  let summary = "prints the seconds between two times (L17)";
  let arguments = (ins F64:$from, F64:$to);
  let assemblyFormat = "$from `to` $to attr-dict";
}

#endif // ENCKE_DIALECTS_TA_TAOPS
