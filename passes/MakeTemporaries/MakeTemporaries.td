//===- MakeTemporaries.td - declares ta-make-temporaries ---*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def MakeTemporaries : Pass<"ta-make-temporaries", "::mlir::ModuleOp"> {
  let summary = "store the parts of statements that the program wants stored";
  let description = [{
    The clause `temporary(PART, FORMAT)` of a statement (L32): the part is computed by
    a statement of its own, into a tensor of that format. The part is some factors of
    a product, or all of what a function, a sum or a product is made of. It is
    summed over the labels that nothing else in its product has. The statement is
    computed in loops of its own then (`separate`), unless it says `fused`.

    ```mlir
    %3 = ta.mul %0, %2 : <[i, j] f64>, <[k] f64> -> <[i, j, k] f64>
    %4 = ta.mul %3, %1 : <[i, j, k] f64>, <[j, k] f64> -> <[i, j, k] f64>
    %5 = ta.sum %4 over [j, k] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i] f64>
    %y = ta.assign %5[i] sizes() {encke.schedule = #cin.schedule<serial, temporary("A[i, j]*B[j, k]", CSR)>} : !ta.expr<[i] f64> -> tensor<4xf64>
    ```

    becomes, with A and B for %0 and %1,

    ```mlir
    %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
    %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
    ```

    A dense tensor has elements everywhere. Where it matters what a part of sparse
    tensors lacks, as in a sparse result, it is refused.
  }];
  let dependentDialects = ["::encke::cin::CINDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numTemporaries", "temporaries", "Statements made for parts">
  ];
}
