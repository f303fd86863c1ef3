//===- ApplySchedule.td - declares cin-apply-schedule ------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def ApplySchedule : Pass<"cin-apply-schedule", "::mlir::ModuleOp"> {
  let summary = "do what the program says about marks, and see that all is done";
  let description = [{
    A program may say how a statement is computed (L32). What that means for the
    loops of a nest, `cin-schedule` has done; clauses that are marks take the place
    of what `cin-decide` has written: `search`, `assemble`, `prefetch`, `sums`,
    `unroll`, `jam`, and how tasks share a parallel loop.

    Then each clause must hold: a loop that lost its vectors, for example, is an
    error at the clause, which says why. The record, `encke.schedule`, is gone after
    that.

    ```mlir
    %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %B : tensor<?xf64, #V>) outs(%c = %C : tensor<?xf64, #V>) assemble(bound) attributes {encke.schedule = #cin.schedule<assemble(count), search(i, gallop)>} {
      cin.forall %i in %n visit(runs(16)) {
    ```

    becomes

    ```mlir
    %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %B : tensor<?xf64, #V>) outs(%c = %C : tensor<?xf64, #V>) {
      cin.forall %i in %n visit(gallop(16)) {
    ```
  }];
  let dependentDialects = ["::encke::cin::CINDialect"];
}
