//===- TasksDialect.td - the tasks dialect and its types ---*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TASKS_TASKSDIALECT
#define ENCKE_DIALECTS_TASKS_TASKSDIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Tasks_Dialect : Dialect {
  let name = "tasks";
  let summary = "Loops whose iterations tasks share";
  let description = [{
    What `convert-cin-to-scf` makes of a parallel loop, and `lower-tasks` makes
    threads of, or none. The operations say what tasks do and share: they know
    nothing of tensors and levels, and nothing of how tasks are started. See
    `Rationale.md` beside this file.
  }];
  let cppNamespace = "::encke::tasks";
  let useDefaultTypePrinterParser = 1;
  // Where reductions are named, and what they are in arith.
  let dependentDialects = ["::encke::cin::CINDialect"];
}

def Tasks_PlanType : TypeDef<Tasks_Dialect, "Plan"> {
  let mnemonic = "plan";
  let summary = "how a loop is cut, and for how many tasks";
  let description = [{
    What `tasks.plan` makes, and no other operation: the iterations of a loop, cut
    into chunks of about the same size.
  }];
}

def Tasks_Use : I32EnumAttr<"Use", "what chunks do with a result", [
    I32EnumAttrCase<"count", 1>,
    I32EnumAttrCase<"fill", 2>,
    I32EnumAttrCase<"part", 3>
  ]> {
  let cppNamespace = "::encke::tasks";
}

#endif // ENCKE_DIALECTS_TASKS_TASKSDIALECT
