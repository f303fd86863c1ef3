//===- LowerTasks.td - declares lower-tasks ----------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def LowerTasks : Pass<"lower-tasks", "::mlir::ModuleOp"> {
  let summary = "make threads, or none, of tasks";
  let description = [{
    Tasks (the dialect `tasks`) become an `scf.parallel` over their numbers, in
    which a task takes one chunk after the other. Chunks have about the same number
    of elements, and results do not depend on which task takes what. Where they
    would, as in sums of floating-point numbers, chunks are dealt out in a fixed
    order, and what the tasks have added up is combined in that of the tasks. How
    many tasks there are, and where a chunk begins, the runtime says.

    ```mlir
    %p = tasks.plan %c0 to %n cost(%c) chunks(16)
    tasks.run %p {
      tasks.chunks {
      ^bb0(%first: index, %last: index):
        ...
        tasks.yield
      }
      tasks.yield
    }
    ```

    becomes

    ```mlir
    %tasks64 = call @encke_loop_tasks(
    ...
    scf.parallel (%task) = (%c0) to (%tasks) step (%c1) {
      %done = scf.while : () -> index {
        %taken64 = memref.atomic_rmw addi %c1_i64, %taken[%c0] : (i64, memref<1xi64>) -> i64
        %chunk = arith.index_cast %taken64 : i64 to index
        %left = arith.cmpi ult, %chunk, %chunks : index
        scf.condition(%left) %chunk : index
      } do {
      ^bb0(%chunk: index):
        %first64 = func.call @encke_loop_split(
        ...
        scf.yield
      }
      scf.reduce
    }
    ```

    To `serial`, there is one task, which has one chunk, and the regions stand
    where the operations stood.
  }];
  let options = [
    Option<"to", "to", "TasksTo", /*default=*/"TasksTo::Parallel",
           "What becomes of tasks",
           [{::llvm::cl::values(
             clEnumValN(TasksTo::Serial, "serial", "one task"),
             clEnumValN(TasksTo::Parallel, "parallel", "loops of scf.parallel")
           )}]>
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numRuns", "runs", "Loops that tasks share">
  ];
}
