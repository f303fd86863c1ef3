//===- FunctionCalls.cpp - who calls the functions of a module ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/FunctionCalls.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace encke;

FunctionCalls::FunctionCalls(ModuleOp module) {
  auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion());
  isKnown = uses.has_value();
  if (!isKnown)
    return;
  for (SymbolTable::SymbolUse use : *uses) {
    StringAttr name = use.getSymbolRef().getRootReference();
    if (auto call = dyn_cast<func::CallOp>(use.getUser()))
      calls[name].push_back(call);
    else
      usedOtherwise.insert(name);
  }
}

std::optional<ArrayRef<func::CallOp>>
FunctionCalls::of(func::FuncOp function) const {
  StringAttr name = function.getNameAttr();
  if (!isKnown || usedOtherwise.contains(name))
    return std::nullopt;
  auto found = calls.find(name);
  return found == calls.end() ? ArrayRef<func::CallOp>() : found->second;
}
