//===- ExpandBFloat16.td - declares expand-bfloat16 --------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def ExpandBFloat16 : Pass<"expand-bfloat16", "::mlir::ModuleOp"> {
  let summary = "rounds to bfloat16 by arithmetic on bits";
  let description = [{
    Where a processor has no instruction for it, LLVM calls a function that the
    compiler's runtime library may lack. What is rounded from a double goes
    through a float.

    ```mlir
    %y = arith.truncf %x : f32 to bf16
    ```

    becomes operations on the 32 bits of `%x`, of which the upper 16 are kept.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numExpanded", "expanded", "Operations that were expanded">
  ];
}
