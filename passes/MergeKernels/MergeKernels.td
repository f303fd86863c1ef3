//===- MergeKernels.td - declares cin-merge-kernels --------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def MergeKernels : Pass<"cin-merge-kernels", "::mlir::ModuleOp"> {
  let summary = "kernels that differ in constants and names become one";
  let description = [{
    Kernels that do the same are one kernel, whatever their names, labels and
    places in the program are. So are those that differ in constants: each of
    these becomes a parameter, and calls pass it. All that follows is done once for
    them.

    A constant becomes a parameter only where the code for it is the same for each
    value: it is an operand of additions, subtractions, multiplications and
    divisions, or what an element of something dense is set to; and it is neither 0, 1 or -1 nor
    infinite or NaN, which are identities of operators. Constants that are equal in
    all of the kernels stay.

    ```mlir
    func.func private @scaled(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
      %c8 = arith.constant 8 : index
      %c = arith.constant 2.5 : f64
      ...
    func.func private @scaled_alike(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
      %c8 = arith.constant 8 : index
      %c = arith.constant 3.5 : f64
    ```

    become

    ```mlir
    func.func private @scaled(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %out: tensor<8xf64>, %c: f64) -> tensor<8xf64> attributes {encke.kernel} {
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numMerged", "merged", "Kernels for which another one stands">,
    Statistic<"numParameters", "parameters", "Constants that are passed">
  ];
}
