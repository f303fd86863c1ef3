//===- Rewrite.td - declares cin-rewrite -------------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def Rewrite : Pass<"cin-rewrite", "::mlir::ModuleOp"> {
  let summary = "one rewrite of concrete index notation, wherever it is legal";
  let description = [{
    Applies one of the patterns of `dialects/CIN/Rewrites.h` once to each
    operation that it could begin at, but not again inside of what it changed, and
    says in a remark why where it does not apply. For looking at the rewrites
    alone: the policy applies the same ones. The rules, of Kjolstad et al.,
    sections 3.3, 4.1 and 4.2: `reorder-foralls`, `hoist-forall-of-consumer`,
    `sink-forall-into-consumer`, `hoist-forall-of-both`,
    `sink-forall-into-both`, `nest-where-in-producer`, `nest-where-in-consumer`,
    `swap-producers`; `precompute`, `sink-forall-into-producer`, `assign-once`;
    `reuse-result`. And `take-out-factors`.

    `rule=precompute`, of a product whose sum over k is asked for as a row over j:

    ```mlir
    cin.forall %i in %n {
      cin.forall %k in %l {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%k, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %j] += %2 {encke.precompute = ["j"]} : !cin.place<tensor<?x?xf64>>
        }
      }
    }
    ```

    becomes

    ```mlir
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%m) {
        cin.forall %j in %m {
          %0 = cin.access %w[%j] : !cin.place<tensor<?xf64>>
          cin.assign %c[%i, %j] += %0 : !cin.place<tensor<?x?xf64>>
        }
      } producer {
        cin.forall %k in %l {
          cin.forall %j in %m {
            %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %b[%k, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[%j] += %2 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
    ```
  }];
  let dependentDialects = ["::encke::cin::CINDialect"];
  let options = [
    Option<"rule", "rule", "std::string", "", "The rewrite">,
    Option<"at", "at", "std::string", "",
           "Only at foralls of this label, where the rule begins at a forall">
  ];
}
