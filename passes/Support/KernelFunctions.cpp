//===- KernelFunctions.cpp - functions that kernels are -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/KernelFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

static std::string nextName(SymbolTable &symbols) {
  for (unsigned number = 0;; ++number) {
    std::string name = "kernel_" + std::to_string(number);
    if (!symbols.lookup(name))
      return name;
  }
}

func::FuncOp encke::makeKernel(Location loc, SymbolTable &symbols,
                               TypeRange arguments, TypeRange results) {
  Builder builder(loc.getContext());
  auto kernel = func::FuncOp::create(
      loc, nextName(symbols), builder.getFunctionType(arguments, results));
  kernel.setPrivate();
  kernel->setAttr("encke.kernel", builder.getUnitAttr());
  kernel->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                  builder.getUnitAttr());
  symbols.insert(kernel);
  return kernel;
}

func::FuncOp
encke::takeOwnKernel(func::CallOp call, SymbolTable &symbols,
                     llvm::function_ref<bool(func::FuncOp)> isWanted) {
  auto function = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!function || function.isDeclaration() ||
      !function->hasAttr("encke.kernel") || !function.isPrivate() ||
      !isWanted(function))
    return {};
  auto uses = SymbolTable::getSymbolUses(function, symbols.getOp());
  if (!uses || llvm::hasSingleElement(*uses))
    return uses ? function : func::FuncOp();
  func::FuncOp own = function.clone();
  symbols.insert(own);
  own->moveAfter(function);
  call.setCallee(own.getName());
  return own;
}
