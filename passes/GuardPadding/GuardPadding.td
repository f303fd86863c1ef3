//===- GuardPadding.td - declares cin-guard-padding --------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def GuardPadding : Pass<"cin-guard-padding", "::mlir::ModuleOp"> {
  let summary = "ask whether padding is multiplied by finite numbers only";
  let description = [{
    A kernel over a format with padding multiplies zeros that are no elements
    (L47). That changes nothing, unless they meet infinity or what is not a number
    (L28). So a call of such a kernel gets a guard: a function of its operands that
    says whether all factors of padding are finite, and another kernel, marked
    `encke.exact`, for which `cin-schedule` converts operands with padding. It is
    seldom called, so it has neither vector nor parallel loops. The
    function computes a bound of each factor from the largest magnitudes in dense
    tensors. Where none is known, as of a logarithm, the kernel itself is exact.

    ```mlir
    %y = call @kernel_0(%A, %x, %b) : ...
    ```

    becomes

    ```mlir
    %y = call @kernel_0(%A, %x, %b) {encke.finite = @kernel_0_finite, encke.otherwise = @kernel_0_exact} : ...
    func.func private @kernel_0_finite(%A: ..., %x: tensor<?xf64>, ...) -> i1 {
      %m = cin.largest %x : tensor<?xf64>
      %most = arith.constant 1.7976931348623157E+308 : f64
      %finite = arith.cmpf ole, %m, %most : f64
      return %finite : i1
    }
    ```

    Conversions of operands that `cin-schedule` will convert anyway are no reason
    to ask. With `--finite` this pass does not run.
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect"
  ];
  let statistics = [
    Statistic<"numGuarded", "guarded", "Kernels with a guard">,
    Statistic<"numExact", "exact", "Kernels without padding">
  ];
}
