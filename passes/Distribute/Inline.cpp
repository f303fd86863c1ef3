//===- Inline.cpp - calls become what the function does -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Distribute/Inline.h"

#include "dialects/ProgramFunction.h"
#include "passes/Cost/Processes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace encke;

/// A body that can stand in place of a call: one block that ends in a return.
static bool isPlain(func::FuncOp function) {
  return function && function.getBody().hasOneBlock() &&
         isa<func::ReturnOp>(function.getBody().front().getTerminator());
}

/// The function calls itself, maybe through others.
static bool reaches(func::FuncOp from, func::FuncOp goal, SymbolTable &symbols,
                    llvm::DenseSet<Operation *> &seen) {
  if (!from || !seen.insert(from).second)
    return false;
  bool found = false;
  from.walk([&](func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    found |= callee == goal || reaches(callee, goal, symbols, seen);
  });
  return found;
}

static unsigned countOperations(Operation *op) {
  unsigned count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

static void replace(func::CallOp call, func::FuncOp callee) {
  OpBuilder builder(call);
  Block &body = callee.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  for (auto [result, value] :
       llvm::zip(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
}

void encke::distribute::inlineCalls(func::FuncOp program) {
  auto module = program->getParentOfType<ModuleOp>();
  SymbolTable symbols(module);
  for (unsigned size = countOperations(program);;) {
    func::CallOp next;
    func::FuncOp body;
    program.walk([&](func::CallOp call) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      llvm::DenseSet<Operation *> seen;
      if (!isPlain(callee) || callee->hasAttr("encke.kernel") ||
          reaches(callee, callee, symbols, seen))
        return WalkResult::advance();
      next = call;
      body = callee;
      return WalkResult::interrupt();
    });
    if (!next)
      break;
    size += countOperations(body);
    if (size > cost::mostInlined)
      break;
    replace(next, body);
  }
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (function.isPrivate() && !function.isDeclaration() &&
        !function->hasAttr(exportAttribute) &&
        SymbolTable::symbolKnownUseEmpty(function, module))
      function.erase();
}
