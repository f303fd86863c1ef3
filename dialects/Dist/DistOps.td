//===- DistOps.td - the operations of the dist dialect -----*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_DIST_DISTOPS
#define ENCKE_DIALECTS_DIST_DISTOPS

include "dialects/Dist/DistDialect.td"
include "dialects/TA/TADialect.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Dist_Op<string mnemonic, list<Trait> traits = []>
    : Op<Dist_Dialect, mnemonic, !listconcat([Pure], traits)>;

//===----------------------------------------------------------------------===//
// Who has what
//===----------------------------------------------------------------------===//

def Dist_CutOp : Dist_Op<"cut"> {
  let summary = "a range of the coordinates of a mode for each process";
  let description = [{
    All processes have the tensor as a whole. The ranges have about as many of its
    elements each.

    ```mlir
    %d = dist.cut %A mode 0 at "a.ta:9:3" : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, I64Attr:$mode, StrAttr:$at);
  let results = (outs Dist_RowsType:$result);
  let assemblyFormat =
    "$tensor `mode` $mode `at` $at attr-dict `:` type($tensor)";
  let hasVerifier = 1;
}

class Dist_EffectOp<string mnemonic> : Op<Dist_Dialect, mnemonic>;

def Dist_JoinOp : Dist_EffectOp<"join"> {
  let summary = "the ranges that the parts of all processes make";
  let description = [{
    Each process brings tensors with so many coordinates of its own, which follow
    those of the process before it: what callers of a function do. All sizes are to
    be the same; `names` says what has them.

    ```mlir
    %d = dist.join(%n, %m) as ["dimension 1 of 'A'", "dimension 1 of 'x'"] at "a.ta:1:5"
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes, StrArrayAttr:$names,
    StrAttr:$at);
  let results = (outs Dist_RowsType:$result);
  let assemblyFormat = "`(` $sizes `)` `as` $names `at` $at attr-dict";
  let hasVerifier = 1;
}

def Dist_LabelOp : Dist_EffectOp<"label"> {
  let summary = "by which label the program is to be distributed (L61)";
  let description = [{
    All coordinates that the program says are of this range, of `size`. What
    runs on one process ignores it.

    ```mlir
    dist.label "i" size %n at "a.ta:9:3"
    ```
  }];
  let arguments = (ins StrAttr:$label, Index:$size, StrAttr:$at);
  let assemblyFormat = "$label `size` $size `at` $at attr-dict";
}

def Dist_CutFileOp : Dist_EffectOp<"cut_file"> {
  let summary = "the same of a tensor that is in a file";
  let description = [{
    Each process reads a share of the lines. What is left of them is for the
    `dist.read_part` that follows. The mode has `size` coordinates; the rest of
    the type is that of the tensor.

    ```mlir
    %d = dist.cut_file %f "full" mode 0 size %n at "a.ta:9:3"
      : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins TA_FileType:$file, StrAttr:$selector, I64Attr:$mode,
    Index:$size, TypeAttrOf<AnyRankedTensor>:$tensor, StrAttr:$at);
  let results = (outs Dist_RowsType:$result);
  let assemblyFormat = [{
    $file $selector `mode` $mode `size` $size `at` $at attr-dict `:` $tensor
  }];
  let hasVerifier = 1;
}

def Dist_ReadPartOp : Dist_EffectOp<"read_part"> {
  let summary = "what a file has at the coordinates that a process owns";
  let description = [{
    As `ta.read` and `dist.restrict`, but no process has the whole: each reads a
    share of the lines, and sends what it does not own to the owners. `sizes`
    holds the dynamic dimensions but that of the mode.

    ```mlir
    %B = dist.read_part %f "full" by %d mode 0 sizes(%m) at "a.ta:9:3"
      : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins TA_FileType:$file, StrAttr:$selector,
    Dist_RowsType:$rows, I64Attr:$mode, Variadic<Index>:$sizes, StrAttr:$at);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $file $selector `by` $rows `mode` $mode `sizes` `(` $sizes `)` `at` $at
    attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Dist_GhostsOp : Dist_Op<"ghosts"> {
  let summary = "the same ranges, with ghosts";
  let description = [{
    The ghosts of a process are the coordinates of others that its part of the
    tensor stores in the mode. Their owners are told.

    ```mlir
    %g = dist.ghosts %d of %B mode 1 at "a.ta:9:3" : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins Dist_RowsType:$rows, AnyRankedTensor:$tensor,
    I64Attr:$mode, StrAttr:$at);
  let results = (outs Dist_RowsType:$result);
  let assemblyFormat = [{
    $rows `of` $tensor `mode` $mode `at` $at attr-dict `:` type($tensor)
  }];
  let hasVerifier = 1;
}

def Dist_ExtentOp : Dist_Op<"extent"> {
  let summary = "how many coordinates this process has, with ghosts";
  let description = [{
    ```mlir
    %n = dist.extent %g
    ```
  }];
  let arguments = (ins Dist_RowsType:$rows);
  let results = (outs Index:$result);
  let assemblyFormat = "$rows attr-dict";
}

def Dist_TotalOp : Dist_Op<"total"> {
  let summary = "how many coordinates all processes own together";
  let description = [{
    ```mlir
    %n = dist.total %d
    ```
  }];
  let arguments = (ins Dist_RowsType:$rows);
  let results = (outs Index:$result);
  let assemblyFormat = "$rows attr-dict";
}

//===----------------------------------------------------------------------===//
// Parts of tensors
//===----------------------------------------------------------------------===//

class Dist_MoveOp<string mnemonic, string what> : Dist_Op<mnemonic> {
  let summary = what;
  let arguments = (ins AnyRankedTensor:$tensor, Dist_RowsType:$rows,
    I64Attr:$mode, StrAttr:$at);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $tensor `by` $rows `mode` $mode `at` $at attr-dict
    `:` type($tensor) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Dist_RestrictOp
    : Dist_MoveOp<"restrict", "what a tensor has at coordinates of a process"> {
  let description = [{
    The mode has the numbers of the coordinates then. Nothing is sent.

    ```mlir
    %B = dist.restrict %A by %d mode 0 at "a.ta:9:3"
      : tensor<?x?xf64, #CSR> -> tensor<?x?xf64, #CSR>
    ```
  }];
}

def Dist_GatherOp : Dist_MoveOp<"gather", "the parts of all processes, for all"> {
  let description = [{
    With `first` they are for the first process, which prints and writes; the
    others get a tensor of those sizes with nothing in it.

    ```mlir
    %y = dist.gather %z by %d mode 0 at "a.ta:9:3" : tensor<?xf64> -> tensor<30xf64>
    %p = dist.gather %z by %d mode 0 first at "a.ta:9:3" : tensor<?xf64> -> tensor<30xf64>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, Dist_RowsType:$rows,
    I64Attr:$mode, StrAttr:$at, UnitAttr:$first);
  let assemblyFormat = [{
    $tensor `by` $rows `mode` $mode (`first` $first^)? `at` $at attr-dict
    `:` type($tensor) `->` type($result)
  }];
}

def Dist_WriteOp : Dist_EffectOp<"write"> {
  let summary = "the parts of all processes, to one file (L14)";
  let description = [{
    Each process writes its part of the text where these follow each other.

    ```mlir
    dist.write %z by %d mode 0 to "y.mtx" at "a.ta:9:3" : tensor<?xf64>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, Dist_RowsType:$rows,
    I64Attr:$mode, AnyAttrOf<[StrAttr, TA_TextAttr]>:$path, StrAttr:$at);
  let assemblyFormat = [{
    $tensor `by` $rows `mode` $mode `to` $path `at` $at attr-dict
    `:` type($tensor)
  }];
  let hasVerifier = 1;
}

def Dist_ExchangeOp
    : Dist_MoveOp<"exchange", "a process's own part, with its ghosts"> {
  let description = [{
    What is at the ghosts their owners send.

    ```mlir
    %y = dist.exchange %x by %g mode 0 at "a.ta:9:3" : tensor<?xf64> -> tensor<?xf64>
    ```
  }];
}

def Dist_BeginOp : Dist_EffectOp<"begin"> {
  let summary = "what an exchange sends, under way";
  let description = [{
    Of the `dist.exchange` of the same dense tensor by the same ghosts that follows,
    which waits for the rest. What stands between the two is computed meanwhile.

    ```mlir
    dist.begin %x by %g mode 0 at "a.ta:9:3" : tensor<?xf64>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, Dist_RowsType:$rows,
    I64Attr:$mode, StrAttr:$at);
  let assemblyFormat =
    "$tensor `by` $rows `mode` $mode `at` $at attr-dict `:` type($tensor)";
  let hasVerifier = 1;
}

def Dist_InnerOp : Dist_Op<"inner"> {
  let summary = "the coordinates of a process that need no ghosts";
  let description = [{
    Of the part `tensor` of a process, the longest run of coordinates of `mode` at
    which no element is at a ghost in mode `along`. The results cut the own
    coordinates, counted from 0, in those before the run, the run, and those behind
    it, as if of three processes.

    ```mlir
    %a, %b, %c = dist.inner %B by %g mode 0 along 1 at "a.ta:9:3" : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, Dist_RowsType:$rows,
    I64Attr:$mode, I64Attr:$along, StrAttr:$at);
  let results = (outs Dist_RowsType:$before, Dist_RowsType:$inner,
    Dist_RowsType:$behind);
  let assemblyFormat = [{
    $tensor `by` $rows `mode` $mode `along` $along `at` $at attr-dict
    `:` type($tensor)
  }];
  let hasVerifier = 1;
}

def Dist_StackOp : Dist_Op<"stack"> {
  let summary = "dense tensors one behind the other, along a mode";
  let description = [{
    ```mlir
    %y = dist.stack(%a, %b) mode 0 : tensor<?xf64>, tensor<?xf64> -> tensor<?xf64>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$tensors, I64Attr:$mode);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat =
    "`(` $tensors `)` `mode` $mode attr-dict `:` type($tensors) `->` type($result)";
  let hasVerifier = 1;
}

def Dist_AllReduceOp
    : Dist_Op<"all_reduce", [AllTypesMatch<["tensor", "result"]>]> {
  let summary = "what all processes have computed, combined";
  let description = [{
    Dense tensors, element by element, in the order of the processes, by `add mul
    min max and or`.

    ```mlir
    %s = dist.all_reduce "add" %t at "a.ta:9:3" : tensor<f64>
    ```
  }];
  let arguments = (ins StrAttr:$function, AnyRankedTensor:$tensor, StrAttr:$at);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $function $tensor `at` $at attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Dist_AgreeOp : Dist_Op<"agree", [AllTypesMatch<["value", "result"]>]> {
  let summary = "the value of the first process, for all";
  let description = [{
    By which a loop or a branch goes on: what processes round differently must not
    part them.

    ```mlir
    %b = dist.agree %c : i1
    ```
  }];
  let arguments = (ins AnyTypeOf<[I1, I64, Index]>:$value);
  let results = (outs AnyTypeOf<[I1, I64, Index]>:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // ENCKE_DIALECTS_DIST_DISTOPS
