//===- Decide.td - declares cin-decide ---------------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def Decide : Pass<"cin-decide", "::mlir::ModuleOp"> {
  let summary = "write down what is left open about how kernels run";
  let description = [{
    The last decisions about a kernel, whose loops stand by now. Each is a word on
    an operation of `cin`; where one is written already, it stays. A word that is
    missing after this pass means the plainest way: what is below `cin` does what is
    written, and chooses nothing.

    - With `device`, `device` on a kernel that a device can run with a thread for each
      iteration of its outermost loops; nothing else is decided about it
      (`Decide/Device.cpp`).
    - `assemble(bound)`, on a sparse result: where a bound of what it stores is far
      easier to find than the number, because loops merge, or because rows are
      collected in workspaces (`Decide/Assembly.cpp`).
    - `marks(stamp)`, on a compressed workspace that is looked up only.
      `marks(learn)`, on another one that a product fills, row after
      row: whether its coordinates can be foreseen, which decides if a branch on
      them pays, the rows before tell. `renumber(..)`, where few of a long mode's
      coordinates may occur.
    - `sums`, `terms`, `few`, `far`, `uneven`, `unroll`, and `registers` of the rows
      of blocks, on loops with vectors and around these: how they add up
      (`Decide/Vectors.cpp`).
      With `few-stored`, neither `far` nor `uneven`, nor a `prefetch`, nor a second
      form of a merge: caches hold the data, and code that is run once is compiled for
      longer than it runs.
    - `registers`, `then`, `tail`, `terms` and `factored`, on loops whose sums stay in
      registers: how these are divided into blocks, and what of a product is left for
      the loop around (`Decide/Registers.cpp`). `cin-schedule` has said that there are
      registers; a block that can have all vectors has some more.
    - `visit(..)`, on a loop along sparse tensors: which of them are only looked
      up, and how; whether a merge branches into its cases, and what other form
      it has where one tensor may be far longer than another
      (`Decide/Visit.cpp`).
    - `prefetch`, on accesses to rows of dense tensors at coordinates of a sparse
      level, and `twice`, on the loop that is chosen for it (`Decide/Prefetch.cpp`).
    - `together`, on loops over diagonals: how many of them are added up at once
      (`Decide/Diagonals.cpp`).
    - `jam`, on loops over rows that are multiplied by a matrix, `product` on the loop
      that does so, and `next`, on what these rows are read from (`Decide/Jam.cpp`).
    - `parallel(..)`: how tasks share a parallel loop (`Decide/Sharing.cpp`). Chunks
      have about the same number of elements where the loop runs over rows of a sparse
      tensor. Rows are summed in pieces where that can be. What all add to is copied,
      or owned where fibres lie below it.

    ```mlir
    %r = cin.kernel ins(...) outs(%c = %C : tensor<?x?xf64, #CSR>) {
      cin.forall %i in %n {
        cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%m) {
    ```

    becomes

    ```mlir
    %r = cin.kernel ins(...) outs(%c = %C : tensor<?x?xf64, #CSR>) assemble(bound) {
      cin.forall %i in %n {
        cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%m) marks(learn) renumber(size = 65536, ratio = 8) {
    ```
  }];
  let options = [
    Option<"fewStored", "few-stored", "bool", /*default=*/"false",
           "The data hold little: no loop is compiled for what comes from "
           "memory, or for rows that a processor cannot foresee, or twice">,
    Option<"device", "device", "bool", /*default=*/"false",
           "There is a device, which runs what it can">,
    Option<"report", "report", "bool", /*default=*/"false",
           "Say on stderr which kernels the device runs, and why others not">
  ];
  let dependentDialects = ["::encke::cin::CINDialect"];
}
