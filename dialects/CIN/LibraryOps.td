//===- LibraryOps.td - dense work for the runtime library --*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_LIBRARYOPS
#define ENCKE_DIALECTS_CIN_LIBRARYOPS

/// Tensors before bufferisation, then buffers and no result.
class CIN_LibraryOp<string mnemonic, list<Trait> traits = []>
  : CIN_Op<mnemonic, traits # [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, [
      "bufferizesToMemoryRead", "bufferizesToMemoryWrite",
      "bufferizesToElementwiseAccess", "getAliasingValues", "bufferize"]>]>;

def CIN_GemmOp : CIN_LibraryOp<"gemm"> {
  let summary = "loops of matrix products over dense tensors";
  let description = [{
    Multiplies the two inputs, whose modes have labels, sums over the labels that
    the output lacks, and multiplies by `scaled`. The output is set or, with
    `accumulate`, added to. For each point of `loops` it is one matrix product of
    `rows`, `columns` and `inner`; the labels in such a group are neighbours in
    each tensor that has them, so that the group is one dimension there.

    ```mlir
    %c1 = cin.gemm rows ["a", "b"] columns ["d"] inner ["e"] loops []
      ins(%a ["a", "b", "e"], %b ["d", "e"] : tensor<8x9x7xf64>, tensor<6x7xf64>)
      outs(%c ["a", "b", "d"] : tensor<8x9x6xf64>) scaled %one : f64
      -> tensor<8x9x6xf64>
    ```
  }];
  let arguments = (ins AnyType:$a, AnyType:$b, AnyType:$c, AnyType:$scale,
    StrArrayAttr:$labelsA, StrArrayAttr:$labelsB, StrArrayAttr:$labelsC,
    StrArrayAttr:$rows, StrArrayAttr:$columns, StrArrayAttr:$inner,
    StrArrayAttr:$loops, UnitAttr:$accumulate);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `rows` $rows `columns` $columns `inner` $inner `loops` $loops
    `ins` `(` $a $labelsA `,` $b $labelsB `:` type($a) `,` type($b) `)`
    `outs` `(` $c $labelsC `:` type($c) `)` `scaled` $scale `:` type($scale)
    (`accumulate` $accumulate^)? attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getCMutable(); }
  }];
}

def CIN_TransposeOp : CIN_LibraryOp<"transpose"> {
  let summary = "a dense tensor with its modes in another order";
  let description = [{
    Mode m of the output is mode `modes[m]` of the input.

    ```mlir
    %b1 = cin.transpose modes [1, 0] ins(%a : tensor<8x9xf64>)
      outs(%b : tensor<9x8xf64>) -> tensor<9x8xf64>
    ```
  }];
  let arguments = (ins AnyType:$input, AnyType:$output,
    DenseI32ArrayAttr:$modes);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `modes` $modes `ins` `(` $input `:` type($input) `)`
    `outs` `(` $output `:` type($output) `)` attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputMutable();
    }
  }];
}

def CIN_ScatterOp : CIN_LibraryOp<"scatter", [AttrSizedOperandSegments]> {
  let summary = "puts elements into a dense tensor, where tables tell";
  let description = [{
    Combines each element of `values` with the element of the output at its
    place. `numbers` tell the places as encke_select takes them: for each mode of
    the output an offset, 1 where it is clipped and 0 where not, a factor for
    each mode of the values, and one for each table. A table has the modes of the
    values that its map names. `combine` is an operator, "sub", or "" where an
    element is replaced. What is wrong is told with `place`.

    ```mlir
    %w1 = cin.scatter "add" ins(%u : tensor<9xf64>)
      tables(%p : tensor<9xi64>) maps [affine_map<(d0) -> (d0)>]
      at(%zero, %zero, %zero, %one) outs(%w : tensor<?xf64>)
      place "f.ta:3:3" -> tensor<?xf64>
    ```
  }];
  let arguments = (ins StrAttr:$combine, AnyType:$values,
    Variadic<AnyType>:$tables, AffineMapArrayAttr:$maps,
    Variadic<I64>:$numbers, AnyType:$output, StrAttr:$place);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    $combine `ins` `(` $values `:` type($values) `)`
    `tables` `(` ($tables^ `:` type($tables))? `)` `maps` $maps
    `at` `(` $numbers `)` `outs` `(` $output `:` type($output) `)`
    `place` $place attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputMutable();
    }
  }];
}

def CIN_LargestOp : CIN_Op<"largest", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, [
      "bufferizesToMemoryRead", "bufferizesToMemoryWrite",
      "getAliasingValues", "bufferize"]>]> {
  let summary = "the largest magnitude in a tensor";
  let description = [{
    That of the elements of a dense tensor, or of the values that a sparse one
    stores: infinity where one is infinite or not a number, and 0 where there is
    none. Of complex numbers it is that of their parts.

    ```mlir
    %m = cin.largest %x : tensor<?xf64>
    ```
  }];
  let arguments = (ins AnyType:$tensor);
  let results = (outs F64:$result);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor)";
  let hasVerifier = 1;
}

#endif // ENCKE_DIALECTS_CIN_LIBRARYOPS
