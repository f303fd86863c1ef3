//===- AskFinite.td - declares cin-ask-finite --------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def AskFinite : Pass<"cin-ask-finite", "::mlir::ModuleOp"> {
  let summary = "guards of calls become questions and branches";
  let description = [{
    What `cin-guard-padding` has said of calls, and later passes have kept, becomes
    code. Of what a loop does not change, it is asked before the loop.

    ```mlir
    %m = cin.largest %x : tensor<?xf64>
    %most = arith.constant 1.7976931348623157E+308 : f64
    %finite = arith.cmpf ole, %m, %most : f64
    %y = scf.if %finite -> (tensor<?xf64>) {
      %0 = func.call @kernel_0(%A, %x, %b) : ...
      scf.yield %0 : tensor<?xf64>
    } else {
      %0 = func.call @kernel_0_exact(%A, %x, %b) : ...
      scf.yield %0 : tensor<?xf64>
    }
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::func::FuncDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [Statistic<"numAsked", "asked", "Calls that ask">];
}
