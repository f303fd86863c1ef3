//===- LevelOps.td - levels that tensors have in common ----*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the kernels of the program, before sparse tensors become handles.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_LEVELOPS
#define ENCKE_DIALECTS_CIN_LEVELOPS

def CIN_MergeLevelsOp : CIN_Op<"merge_levels", [Pure]> {
  let summary = "a sparse tensor whose outermost levels are one";
  let description = [{
    The positions of the innermost of these levels are the coordinates of the
    first mode, which has all of them; the modes of the other levels follow in
    their order. If there are no others, it is the array of values. Nothing is
    moved: the same arrays are seen in another way.

    ```mlir
    %f = cin.merge_levels 2 of %X : tensor<?x?x?xf64, #CSF> -> tensor<?x?xf64, #CSR>
    %v = cin.merge_levels 3 of %X : tensor<?x?x?xf64, #CSF> -> tensor<?xf64>
    ```
  }];
  let arguments = (ins I64Attr:$levels, AnyRankedTensor:$source);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat =
    "$levels `of` $source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def CIN_ShareLevelsOp : CIN_Op<"share_levels", [MemoryEffects<[MemAlloc]>]> {
  let summary = "a sparse tensor with the outermost levels of another";
  let description = [{
    A new tensor that stores an element for each position of these levels, which
    are all that it has. Its values come along as a dense tensor, not set yet;
    nobody reads the sparse one but the `cin.with_values` that says what became of
    them.

    ```mlir
    %e, %v = cin.share_levels 2 of %X : tensor<?x?x?xf64, #CSF> -> tensor<?x?xf64, #DCSR>, tensor<?xf64>
    ```
  }];
  let arguments = (ins I64Attr:$levels, AnyRankedTensor:$source);
  let results = (outs AnyRankedTensor:$tensor, AnyRankedTensor:$values);
  let assemblyFormat = [{
    $levels `of` $source attr-dict `:` type($source) `->` type($tensor) `,`
    type($values)
  }];
  let hasVerifier = 1;
}

def CIN_WithValuesOp : CIN_Op<"with_values", [
    Pure, AllTypesMatch<["tensor", "result"]>]> {
  let summary = "a sparse tensor whose values have been computed";
  let description = [{
    The tensor of a `cin.share_levels`, with these values. They are what was made of
    the values that it brought along, so that they are in their place already.

    ```mlir
    %Y = cin.with_values %v1 in %e : tensor<?xf64> in tensor<?x?xf64, #DCSR>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$values, AnyRankedTensor:$tensor);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $values `in` $tensor attr-dict `:` type($values) `in` type($result)
  }];
  let hasVerifier = 1;
}

class CIN_LevelNumberOp<string mnemonic> : CIN_Op<mnemonic, [Pure]> {
  let arguments = (ins I64Attr:$level, AnyRankedTensor:$tensor);
  let results = (outs Index:$result);
  let assemblyFormat = "$level `of` $tensor attr-dict `:` type($tensor)";
  let hasVerifier = 1;
}

def CIN_LevelSizeOp : CIN_LevelNumberOp<"level_size"> {
  let summary = "the number of coordinates of a level";
  let description = [{
    Of a level that counts what is stored, it is known once the tensor is there.

    ```mlir
    %n = cin.level_size 0 of %A : tensor<?x?xf64, #DIA>
    ```
  }];
}

def CIN_LevelLeastOp : CIN_LevelNumberOp<"level_least"> {
  let summary = "the value of a level's expression at its coordinate 0";
  let description = [{
    A level of `j - i` stores coordinates from 0 on; this is what they stand for
    less than they are.

    ```mlir
    %least = cin.level_least 0 of %A : tensor<?x?xf64, #DIA>
    ```
  }];
}

def CIN_SubtensorOp : CIN_Op<"subtensor", [Pure]> {
  let summary = "what a sparse tensor stores below a position";
  let description = [{
    The outermost levels are dense: one coordinate for each of them, which is
    within its mode, tells a position. What lies below it is seen as a tensor of
    the other modes. Nothing is moved.

    ```mlir
    %r = cin.subtensor %A[%i] : tensor<?x?xf64, #CSR> -> tensor<?xf64, #CSF>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, Variadic<Index>:$coordinates);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source `[` $coordinates `]` attr-dict `:` type($source) "
                       "`->` type($result)";
  let hasVerifier = 1;
}

def CIN_ViewOp : CIN_Op<"view", [Pure, AttrSizedOperandSegments]> {
  let summary = "level arrays as a sparse tensor";
  let description = [{
    What a kernel is given of a tensor in place of its handle: the position
    above the first level, the size of each level, and the arrays of positions
    and coordinates of each level, as far as it has them, followed by the values.

    ```mlir
    %r = cin.view below(%p) sizes(%n) arrays(%pos, %crd, %val : memref<?xi32>, memref<?xi32>, memref<?xf64>) : !llvm.ptr
    ```
  }];
  let arguments = (ins Index:$below, Variadic<Index>:$sizes,
                       Variadic<AnyMemRef>:$arrays);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    `below` `(` $below `)` `sizes` `(` $sizes `)`
    `arrays` `(` $arrays `:` type($arrays) `)` attr-dict `:` type($result)
  }];
}

#endif // ENCKE_DIALECTS_CIN_LEVELOPS
