//===- FinishTeams.td - declares finish-teams --------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def FinishTeams : Pass<"finish-teams", "::mlir::ModuleOp"> {
  let summary = "a thread for each task of a parallel loop, no stack scopes";
  let description = [{
    The rounds of a parallel loop of Encke's are tasks that share its work, no
    more of them than are worth a thread (`convert-cin-to-scf`). A team with a
    thread for each neither wakes threads that find no work nor, for a single
    task, any at all. A thread takes the task of its own number, so nothing has to
    be shared out; should there be fewer threads than tasks, it takes others, too.

    ```mlir
    omp.parallel {
      omp.wsloop {
        omp.loop_nest (%task) : index = (%c0) to (%tasks) step (%c1) {
          memref.alloca_scope {
    ```

    becomes

    ```mlir
    %threads = arith.index_cast %tasks : index to i32
    omp.parallel num_threads(%threads : i32) {
      %number = func.call @omp_get_thread_num() : () -> i32
      %first = arith.index_cast %number : i32 to index
      %team = func.call @omp_get_num_threads() : () -> i32
      %step = arith.index_cast %team : i32 to index
      scf.for %task = %first to %tasks step %step {
    ```

    The scope goes because nothing in it is on the stack, and because the
    control flow of the next step could not stand in it.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numTeams", "teams", "Teams given a number of threads">
  ];
}
