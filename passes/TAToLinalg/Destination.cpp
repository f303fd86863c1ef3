//===- Destination.cpp - a kernel fills what its caller gives it ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/TAToLinalg.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace encke;

/// The parameters that the sizes are, or none when a size is something else.
static std::optional<SmallVector<unsigned>> getParameters(func::FuncOp kernel,
                                                          ValueRange sizes) {
  SmallVector<unsigned> parameters;
  for (Value size : sizes) {
    auto parameter = dyn_cast<BlockArgument>(size);
    if (!parameter || parameter.getOwner() != &kernel.getBody().front())
      return std::nullopt;
    parameters.push_back(parameter.getArgNumber());
  }
  return parameters;
}

void encke::passDestination(tensor::EmptyOp empty) {
  auto kernel = empty->getParentOfType<func::FuncOp>();
  if (!kernel || !kernel->hasAttr("encke.kernel"))
    return;
  std::optional<SmallVector<unsigned>> sizes =
      getParameters(kernel, empty.getDynamicSizes());
  if (!sizes)
    return;
  RankedTensorType type = empty.getType();
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(kernel, kernel->getParentOp());
  if (!uses)
    return;
  for (SymbolTable::SymbolUse use : *uses) {
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!call)
      continue;
    OpBuilder builder(call);
    SmallVector<Value> dynamic = llvm::map_to_vector(
        *sizes, [&](unsigned parameter) { return call.getOperand(parameter); });
    Value destination = bufferization::AllocTensorOp::create(
        builder, call.getLoc(), type, dynamic);
    call->insertOperands(call.getNumOperands(), destination);
  }
  if (failed(kernel.insertArgument(kernel.getNumArguments(), type, {},
                                   empty.getLoc())))
    return;
  empty.replaceAllUsesWith(kernel.getArguments().back());
  empty.erase();
}
