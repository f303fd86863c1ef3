//===- Sharing.td - how tasks share a parallel loop --------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_SHARING
#define ENCKE_DIALECTS_CIN_SHARING

def CIN_Share : I32EnumAttr<"Share", "what tasks have of the result", [
    I32EnumAttrCase<"plain", 0>, I32EnumAttrCase<"own", 1>,
    I32EnumAttrCase<"copy", 2>, I32EnumAttrCase<"owner", 3>,
    I32EnumAttrCase<"pieces", 4>
  ]> {
  let cppNamespace = "::encke::cin";
}

def CIN_SharingAttr : AttrDef<CIN_Dialect, "Sharing"> {
  let mnemonic = "sharing";
  let summary = "how tasks share a parallel loop";
  let description = [{
    Stands on a `cin.forall`, in the parentheses behind `parallel`:
    `parallel(share = pieces, by = nnz, chunks = 16)`. What is not written has its
    plainest form.

    - `share = own`: each iteration writes elements of its own. Iterations that
      append to a sparse result do; where in it they begin, its assembly says.
    - `share = copy`: all accumulate into the same elements. Each task but the first
      has a copy of these, and the copies are combined in the order of the tasks.
    - `share = owner(m)`: the same; but if copies would be larger than what the loop
      visits, each task goes through all of the loop, and inside of it only through
      the coordinates along mode `m` of the result that it owns.
    - `share = pieces`: each iteration writes a row that is a sum along a row of a
      tensor, and rows that are longer than a chunk are summed in pieces.
    - `by = nnz`: chunks have about the same number of elements of the tensor over
      whose rows the loop runs, else (`count`) of iterations.
    - `deal`: each task has chunks in a fixed order, instead of taking the next one
      that is left. Where results are combined it is so anyway.
    - `chunks = n`: for each task. `unit = n`: by count, short chunks have a multiple
      of so many iterations.
    - `extra = n`: elements that take a task as long as what it does besides.
  }];
  let parameters = (ins EnumParameter<CIN_Share>:$share, "int64_t":$mode,
    "bool":$byElements, "bool":$deal, "int64_t":$chunks, "int64_t":$unit,
    "int64_t":$extra);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// `(share = pieces, …)`, in parentheses or others; null after an error.
    static SharingAttr parseWords(::mlir::AsmParser &parser,
                                  ::mlir::AsmParser::Delimiter delimiter);
    void printWords(::mlir::AsmPrinter &printer);
    /// It says nothing.
    bool isPlain();
  }];
}

#endif // ENCKE_DIALECTS_CIN_SHARING
