//===- LinalgToGemm.td - declares convert-linalg-to-gemm ---*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def LinalgToGemm : Pass<"convert-linalg-to-gemm", "::mlir::ModuleOp"> {
  let summary = "dense work of the runtime library, from linalg";
  let description = [{
    A `linalg.generic` that `ta-dense-layout` marked (`encke.gemm`) becomes a `cin.gemm`;
    where it adds to zeros, the zeros are not written. One that only copies a
    dense tensor with its modes in another order becomes a `cin.transpose`.

    ```mlir
    %zero = linalg.fill ins(%0 : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
    %c = linalg.generic {indexing_maps = [#ik, #kj, #ij], ...}
        ins(%a, %b : ...) outs(%zero : tensor<?x?xf64>)
        attrs = {encke.gemm = {columns = ["j"], inner = ["k"], loops = [],
                 rows = ["i"]}, encke.labels = ["i", "j", "k"]} { ... }
    ```

    becomes

    ```mlir
    %c = cin.gemm rows ["i"] columns ["j"] inner ["k"] loops []
      ins(%a ["i", "k"], %b ["k", "j"] : ...) outs(%empty ["i", "j"] : ...)
      scaled %one : f64 -> tensor<?x?xf64>
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect"
  ];
}
