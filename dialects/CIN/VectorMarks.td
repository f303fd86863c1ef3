//===- VectorMarks.td - marks of what is done in vectors ---*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_VECTORMARKS
#define ENCKE_DIALECTS_CIN_VECTORMARKS

include "mlir/IR/AttrTypeBase.td"

/// Numbers with names, in parentheses behind a word: `far(row = 128, ..)`. All
/// are at least what is said there.
class CIN_Mark<string name, string word> : AttrDef<CIN_Dialect, name> {
  let mnemonic = word;
  let assemblyFormat = "`(` struct(params) `)`";
  let genVerifyDecl = 1;
}

def CIN_FarAttr : CIN_Mark<"Far", "far"> {
  let summary = "how long rows of a large sparse tensor are added up";
  let description = [{
    On a loop with vectors that adds up along rows of a sparse tensor. A row of
    more than `row` elements, of a tensor with more than `all` of them, comes from
    memory. So elements at its coordinates are gathered in one instruction, what
    is `ahead` elements further is fetched, and `vectors` vectors are added up
    at a time.
  }];
  let parameters = (ins "int64_t":$row, "int64_t":$all, "int64_t":$vectors,
    "int64_t":$ahead);
}

def CIN_UnevenAttr : CIN_Mark<"Uneven", "uneven"> {
  let summary = "rows whose lengths a processor cannot foresee";
  let description = [{
    On a loop with vectors that adds up along rows of a sparse tensor, inside of
    one over these rows. Before all loops it is asked how many of the first rows
    have lengths that change from row to row: of tensors of more than `rows`
    rows, that are not as long as `length`. In these rows nothing depends on how
    many elements do not fill a vector: lanes behind the row are dropped, and
    rows of up to two vectors of `lanes` elements are added up in these.
  }];
  let parameters = (ins "int64_t":$rows, "int64_t":$length, "int64_t":$lanes);
}

def CIN_PrefetchAttr : CIN_Mark<"Prefetch", "prefetch"> {
  let summary = "rows of a dense tensor that are asked for before their turn";
  let description = [{
    On an access to a dense tensor, or an assignment that accumulates. One of its
    indices but the last is the variable of a loop along a sparse level. That loop
    asks for the row of the element `ahead` of its own, for `lines` lines of it at
    most. With `near` and
    `far`, only where the answer to a question before all loops is that rows come
    from far away: of tensors of more than `few` elements, by the bytes between
    rows that follow each other.
  }];
  let parameters = (ins "int64_t":$ahead, "int64_t":$lines,
    DefaultValuedParameter<"int64_t", "0">:$few,
    DefaultValuedParameter<"int64_t", "0">:$near,
    DefaultValuedParameter<"int64_t", "0">:$far);
}

def CIN_JamAttr : CIN_Mark<"Jam", "jam"> {
  let summary = "rows that are multiplied by a matrix at once";
  let description = [{
    On a loop over rows, each of which is multiplied by a dense matrix: what is
    before the product is done for `rows` rows, then the product, which loads an
    element of the matrix once for all of them, then what is after it. Which
    product that is says its loop, with `product`; of several the first one, and
    with what is after it the next. With `block`, up to so many rows are
    computed, if `kept` bytes hold what is kept for them, but as many as the
    matrix is known to have, and are multiplied by one panel of the matrix after
    the other.
  }];
  let parameters = (ins "int64_t":$rows,
    DefaultValuedParameter<"int64_t", "0">:$block,
    DefaultValuedParameter<"int64_t", "0">:$kept);
}

def CIN_ProductAttr : CIN_Mark<"Product", "product"> {
  let summary = "a matrix by which several rows are multiplied at once";
  let description = [{
    On the innermost loop of a product, which has `registers`, inside of a loop
    with `jam`. So many vectors of all rows that are multiplied at once stay in
    `registers`, as many of each. With `elements`, the product goes through
    panels of the matrix of about so many: along all of a row of the matrix if
    that is known to be no longer than `width`, else for as much of it, and so
    along all rows of the matrix, or as many as make up a panel. If the elements
    are floats, no more than `most` panels add to one of the result.
  }];
  let parameters = (ins "int64_t":$registers,
    DefaultValuedParameter<"int64_t", "0">:$elements,
    DefaultValuedParameter<"int64_t", "0">:$width,
    DefaultValuedParameter<"int64_t", "0">:$most);
}

def CIN_RenumberAttr : CIN_Mark<"Renumber", "renumber"> {
  let summary = "coordinates along a row that are numbered anew";
  let description = [{
    On a compressed workspace, where all that is accessed along it is stored by
    coordinates, the result, too. A mode of more than `size` coordinates, of which
    one in `ratio` occurs at most, is numbered anew before all loops, for this
    workspace and those along the same coordinates; the result gets its coordinates
    afterwards.
  }];
  let parameters = (ins "int64_t":$size, "int64_t":$ratio);
}

def CIN_NextAttr : CIN_Mark<"Next", "next"> {
  let summary = "rows that are asked for while those before are multiplied";
  let description = [{
    On an access to a row of a dense tensor that a loop with `jam` multiplies:
    in each iteration the loop asks for a piece of the rows that come next, to be held
    by the first cache (`cache = 1`) or the second.
  }];
  let parameters = (ins "int64_t":$cache);
}

#endif // ENCKE_DIALECTS_CIN_VECTORMARKS
