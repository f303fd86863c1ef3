//===- ExpandFunctions.td - declares expand-functions ------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def ExpandFunctions : Pass<"expand-functions", "::mlir::ModuleOp"> {
  let summary = "exp, log, tanh, sin, cos as arithmetic, of vectors too";
  let description = [{
    A call of the C library takes one number at a time, and everything that a loop
    holds in vector registers to memory and back. Instead, the arguments are
    reduced to a small interval, where a polynomial has the function's values.
    A double is off by less than one unit in its last place (tanh: 2.3, third
    powers: 1.3, fourth ones: 1.91), a float, which is rounded from a double, by at
    most 0.504. Each element is computed alike, whether in a vector or behind the
    last one: results do not depend on how a loop is cut into parts.

    Of sin and cos, arguments beyond 2^20 are left to the library, in a branch. Third
    and fourth powers are products.
    The target must multiply and add in one instruction.

    ```mlir
    %y = math.sin %x : vector<8xf64>
    ```

    becomes

    ```mlir
    ...
    %r = scf.if %any -> (vector<8xf64>) {
      %s = math.sin %x : vector<8xf64>
      %z = arith.select %large, %s, %p : vector<8xi1>, vector<8xf64>
      scf.yield %z : vector<8xf64>
    } else {
      scf.yield %p : vector<8xf64>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let statistics = [
    Statistic<"numExpanded", "expanded", "Functions of numbers and vectors">
  ];
}
