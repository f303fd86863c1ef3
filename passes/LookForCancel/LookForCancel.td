//===- LookForCancel.td - declares look-for-cancel ---------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def LookForCancel : Pass<"look-for-cancel", "::mlir::ModuleOp"> {
  let summary = "long loops of a library see that their call is cancelled";
  let description = [{
    The caller of a library's function may cancel the call from another thread.
    Each statement looks for that before it begins (mark-places). In a module of a
    library (`encke.library`), loops of kernels look, too. A look in every round could
    be measured; so a loop's rounds are taken in pieces, and a look is between
    two of these:

    ```mlir
    scf.for %i = %lo to %hi step %c1 {
      scf.for %j = %lo to %hi step %c1 {
        scf.for %k = %lo to %hi step %c1 {
          func.call @body(%i, %j, %k) : (index, index, index) -> ()
        }
      }
    }
    ```

    becomes

    ```mlir
    %c16 = arith.constant 16 : index
    %piece = arith.muli %c1, %c16 : index
    scf.for %first = %lo to %hi step %piece {
      func.call @encke_look_for_cancel() : () -> ()
      %next = arith.addi %first, %piece : index
      %last = arith.minsi %next, %hi : index
      scf.for %i = %first to %last step %c1 {
        scf.for %j = %lo to %hi step %c1 {
          scf.for %k = %lo to %hi step %c1 {
            func.call @body(%i, %j, %k) : (index, index, index) -> ()
          }
        }
      }
    }
    ```

    It is done to the outermost loops with two or more inside of each other, also
    within parallel ones, and within those of few rounds. Rows and
    their elements alone are left as they are: pieces could be measured there, and
    they take no longer than to read the operands once.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops that look">
  ];
}
