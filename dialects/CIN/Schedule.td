//===- Schedule.td - what a program says about a schedule --*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_SCHEDULE
#define ENCKE_DIALECTS_CIN_SCHEDULE

include "mlir/IR/AttrTypeBase.td"

def CIN_ClauseAttr : AttrDef<CIN_Dialect, "Clause"> {
  let mnemonic = "clause";
  let summary = "one clause of a schedule (L32)";
  let description = [{
    Its name, its arguments (names and words as strings, numbers as integers, a part
    of the statement as a text of dialects/Parts.h), those with names, and its place
    in the program, for messages:

    ```mlir
    #cin.clause<vectorize(k, 8) at "spmm.ta:7:49">
    #cin.clause<search(k, gallop, ratio = 8)>
    #cin.clause<temporary("A[i, j]*B[j, k]", CSR)>
    ```
  }];
  let parameters = (ins StringRefParameter<>:$name,
    ArrayRefParameter<"::mlir::Attribute">:$arguments,
    "::mlir::DictionaryAttr":$named,
    "::mlir::LocationAttr":$loc);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CIN_ScheduleAttr : AttrDef<CIN_Dialect, "Schedule"> {
  let mnemonic = "schedule";
  let summary = "what a program says about how a statement is computed (L32)";
  let description = [{
    The clauses of the statement, in its order; loops are named by their labels. It
    stands, as `encke.schedule`, on `ta.assign`, then on the `linalg.generic` and on
    the `cin.kernel` that compute it, until `cin-decide` has done what it says:

    ```mlir
    #cin.schedule<order(i, j, k), vectorize(k, 8)>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::encke::cin::ClauseAttr">:$clauses);
  let hasCustomAssemblyFormat = 1;
}

#endif // ENCKE_DIALECTS_CIN_SCHEDULE
