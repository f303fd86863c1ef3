//===- FactorTerms.td - declares ta-factor-terms -----------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def FactorTerms : Pass<"ta-factor-terms", "::mlir::ModuleOp"> {
  let summary = "multiply with a factor that two terms share once";
  let description = [{
    Two products over the same labels with factors in common become one, with the
    sum of what is left in a dense tensor, where that saves work by what the best
    orders of all of them cost: `A*B + A*C` becomes `A*(B+C)`, and
    `A*B*D + 2*C*B*D` becomes `(A + 2*C)*B*D`. What is left must be dense and of
    the same labels; those that are summed may have different names. That is done
    for any two terms of a sum until there are none: `A*C + B*C + A*D + B*D` is
    one product.

    ```mlir
    %p = ta.mul %a, %x : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %q = ta.mul %a, %z : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %t = ta.sum %q over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %e = ta.add %s, %t : <[i] f64>, <[i] f64> -> <[i] f64>
    ```

    becomes

    ```mlir
    %u = ta.add %x, %z : <[j] f64>, <[j] f64> -> <[j] f64>
    %v = ta.assign %u[j] sizes() : !ta.expr<[j] f64> -> tensor<50xf64>
    %w = ta.access %v[j] : tensor<50xf64>
    %p = ta.mul %a, %w : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %e = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numFactored", "factored", "Products saved">];
}
