//===- HoistInvariants.td - declares cin-hoist-invariants --*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def HoistInvariants : Pass<"cin-hoist-invariants", "::mlir::ModuleOp"> {
  let summary = "do before a loop what its kernels do again in each round";
  let description = [{
    Loops of the program (L30) call kernels. What a kernel does with tensors that
    the loop does not change goes into a kernel that is called once, in front of
    the loop:

    - conversions of such tensors (L28), and sparse results of them alone;
    - where the operands store the same elements each time, though their values
      change, the symbolic phase of a sparse result. In the loop its numeric phase
      is left. What a result stores is known from round to round only if it
      follows from the operands, not where a selection looks at values.

    A loop that reads the clock (L17) is left alone: it measures what its rounds do.

    The rest of the kernel gets what was made as arguments. `C[i, k] = A[i, k] *
    x[i]` in a loop that changes only x, before:

    ```mlir
    func.func private @kernel(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> attributes {encke.kernel} {
      %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
      %C = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %e : tensor<?x?xf64, #CSR>) {
    ```

    and after:

    ```mlir
    func.func private @kernel_once(%n: index, %m: index, %A: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> attributes {encke.kernel} {
      %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
      %u = cin.unknown : f64
      %P = cin.kernel symbolic ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %e : tensor<?x?xf64, #CSR>) {
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::func::FuncDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numHoisted", "hoisted", "Conversions and results taken out">,
    Statistic<"numSplit", "split", "Kernels split into their phases">
  ];
}
