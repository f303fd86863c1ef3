//===- SettleMarks.td - declares cin-settle-marks ----------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def SettleMarks : Pass<"cin-settle-marks", "::mlir::ModuleOp"> {
  let summary = "take marks away that no loop can have";
  let description = [{
    `cin-schedule` marks a loop before kernels are fused, which goes by these
    marks. Some then turn out to be none that the loop can have: registers hold
    no sums across a loop that merges sparse tensors, nor more of them than there are
    across a loop that does something else, too; truth values have no vectors. What this leaves is carried out,
    so that the printed text says what is done and can be read back, where a mark
    that cannot be carried out is an error (`strict-marks`).

    ```mlir
    cin.forall %j in %m {
      cin.forall %k in %c32 vector(4) registers(8) {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %d[%j] : !cin.place<tensor<?xf64, #V>>
    ```

    becomes

    ```mlir
    cin.forall %j in %m {
      cin.forall %k in %c32 vector(4) {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %d[%j] : !cin.place<tensor<?xf64, #V>>
    ```
  }];
  let dependentDialects = ["::encke::cin::CINDialect"];
  let statistics = [
    Statistic<"numTaken", "taken", "Marks that were taken away">
  ];
}
