//===- Distribute.td - declares ta-distribute --------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def Distribute : Pass<"ta-distribute", "::mlir::ModuleOp"> {
  let summary = "give each of several processes a part of the program's tensors";
  let description = [{
    One range of coordinates is cut: that of the outermost mode of the sparse tensor
    with the most elements, or the one that `dist.label` names, which is erased.
    What has a mode of that size, as far as the program says so, may be distributed
    by it.

    - A statement whose result has a label of that size is computed by each process
      for the coordinates that it owns. Operands with the label are restricted to
      them. An operand that is accessed by another label of the same size, one that
      a sparse tensor with the first label confines, gets the coordinates of others
      that this tensor stores as ghosts; the tensor is renumbered.
    - A statement that sums or reduces over the label into a dense result is
      computed by each process for its part, and the results are combined.
    - All else is computed by all processes, of whole tensors, which are gathered.

    Which label of a statement is taken is that of most of what is distributed
    already. Tensors that loops and branches carry are distributed where they can
    be. Conditions and bounds are those of the first process. Calls of functions
    that do not call themselves are replaced by their bodies first. A tensor that is
    read and of which nothing but own parts is asked comes from shares of the file;
    what is only printed is gathered on the first process. In a function that a
    library has (`encke.export`) the callers' parts say what is cut, and results are
    parts where they can be.

    ```mlir
    %A = ta.read %f sizes(%n, %n) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
    %x = ta.random sizes(%n) at "a.ta:10:3" : tensor<?xf64>
    %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
    %b = ta.access %x[j] : tensor<?xf64>
    %p = ta.mul %a, %b : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %y = ta.assign %s[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
    ta.print %y as "y" : tensor<?xf64>
    ```

    becomes

    ```mlir
    %d = dist.cut_file %f "full" mode 0 size %n at "a.ta:9:3" : tensor<?x?xf64, #CSR>
    %m = dist.extent %d
    %B = dist.read_part %f "full" by %d mode 0 sizes(%n) at "a.ta:9:3" : tensor<?x?xf64, #CSR>
    ...
    %y = ta.assign %s[i] sizes(%m) : !ta.expr<[i] f64> -> tensor<?xf64>
    %z = dist.gather %y by %d mode 0 first at ... : tensor<?xf64> -> tensor<?xf64>
    ta.print %z as "y" : tensor<?xf64>
    ```
  }];
  let options = [
    Option<"report", "report", "bool", "false",
           "Say on stderr what is distributed, and what becomes of statements">,
    Option<"note", "note", "bool", "false",
           "Note the same on the module, for those who explain">,
    Option<"overlap", "overlap", "bool", "false",
           "In loops, compute what needs no ghosts while they are under way">,
    Option<"reproducible", "reproducible", "bool", "false",
           "Share no sum whose rounding depends on who adds up what">
  ];
  let dependentDialects = ["::encke::dist::DistDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numLocal", "local", "Statements that each process computes in part">,
    Statistic<"numReduced", "reduced", "Statements whose results are combined">,
    Statistic<"numReplicated", "replicated", "Statements that all compute">
  ];
}
