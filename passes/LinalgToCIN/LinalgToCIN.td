//===- LinalgToCIN.td - declares convert-linalg-to-cin -----*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def LinalgToCIN : Pass<"convert-linalg-to-cin", "::mlir::ModuleOp"> {
  let summary = "linalg to concrete index notation, in its naive form";
  let description = [{
    Each `linalg.generic` or `linalg.fill` becomes a `cin.kernel`: one forall
    for each loop dimension, in the order of the dimensions, around one
    assignment. A body that adds to its output becomes `+=`, and so for the other
    reductions: `-=`, `*=`, `min=`, `max=`, `or=`, `and=`, and `any=` for one that keeps
    either value. With a sparse operand, for which what is not stored is a zero to
    `linalg`, only `+=` and `-=` are that simple; another reduction is recognised as a
    `sparse_tensor.reduce`, which is over what is stored.

    ```mlir
    %y = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>)
                    outs(%c = %zero : tensor<?xf64>) {
      cin.forall %i in %n {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
        }
      }
    } -> tensor<?xf64>
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::sparse_tensor::SparseTensorDialect", "::mlir::tensor::TensorDialect"
  ];
}
