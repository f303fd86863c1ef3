//===- VisitMark.td - how a loop goes along streams --------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_VISITMARK
#define ENCKE_DIALECTS_CIN_VISITMARK

include "dialects/CIN/CINDialect.td"

def CIN_VisitAttr : AttrDef<CIN_Dialect, "Visit"> {
  let mnemonic = "visit";
  let summary = "how a loop goes along the streams that lie along it";
  let description = [{
    A stream is an element of a sparse tensor of which a level with coordinates
    lies along the loop. The streams of a loop have numbers, from 0 on, in the
    order in which the accesses stand in its body; those of one element are one
    stream. The mark is for the case that all tensors are present. Where some
    are absent it holds for the others.

    ```mlir
    cin.forall %j in %n visit(lookup = [1 by marks, 2 by directory(8)]) { ... }
    cin.forall %j in %n visit(merge = branch, runs(16)) { ... }
    ```

    - `lookup`: at the coordinates that the others have, these streams are only
      looked up. `by marks`: in a row workspace, where one look tells. `by
      search`: by halving. `by directory(p)`: in a directory of the outermost
      level of a tensor, made in front of all loops, which says where a
      coordinate can only be. It has at most p places for each coordinate of
      the first stream that is visited, as that is how often it is used, or
      one. All searches in the level use it.
    - `merge = branch`: which streams of a merge go on is left to the branches
      into its cases, as far as these tell. Otherwise it is selected by
      comparing coordinates. What is only counted is always selected.
    - `NAME(r)`: a second form of a merge of two streams, which is chosen at run
      time where one of them has r times as many positions as the other. The
      names are those of `passes/CINToSCF/Loops/Merges.h`: `gallop` searches in both
      for the larger coordinate, `runs` goes along the shorter one.
    - `scatter(r, most = n, short = s)` is `gallop(r)`, but for streams of about the
      same length. One of them says in an array where it has each coordinate, and the
      other one looks there, if there are n coordinates at most and the streams do not
      begin and end alike. Where a look at some rows in front of the loops finds most of
      them alike, and not many more than s elements in one, all are stepped through
      (`encke_loop_rows_are_alike`). Without `most` or `short` neither is asked.

    Without a mark all streams are visited, and stepped through by selects.
  }];
  let parameters = (ins ArrayRefParameter<"::encke::cin::Lookup">:$lookups,
    "bool":$branches, StringRefParameter<>:$form, "int64_t":$ratio,
    "int64_t":$most, "int64_t":$shortRows);
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<::encke::cin::Lookup>":$lookups,
                     "bool":$branches, "::llvm::StringRef":$form,
                     "int64_t":$ratio), [{
      return $_get($_ctxt, lookups, branches, form, ratio, 0, 0);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // ENCKE_DIALECTS_CIN_VISITMARK
