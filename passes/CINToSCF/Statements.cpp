//===- Statements.cpp - the statements of a kernel ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Statements.h"
#include "passes/CINToSCF/Loops/Loops.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Sinks.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// Some statement that sees the place writes it.
static bool isAssigned(Value place) {
  return llvm::any_of(place.getUsers(),
                      [](Operation *user) { return isa<AssignOp>(user); });
}

LogicalResult Statements::run(Block &block, Scope &scope) {
  for (Operation &op : block) {
    LogicalResult result = success();
    if (auto forall = dyn_cast<ForallOp>(op))
      result = loops.run(forall, scope);
    else if (auto where = dyn_cast<WhereOp>(op))
      result = sink->where(where, scope);
    else if (auto assign = dyn_cast<AssignOp>(op))
      result = sink->assign(assign, scope);
    else if (auto access = dyn_cast<AccessOp>(op))
      result = success(!sink->hasMemory() || !isAssigned(access.getTensor()) ||
                       succeeded(values.evaluate(access, scope)));
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult Statements::run(Block &block, Sink &into, Scope &scope) {
  llvm::SaveAndRestore<Sink *> saved(sink, &into);
  return run(block, scope);
}
