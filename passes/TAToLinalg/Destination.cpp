//===- Destination.cpp - a kernel fills what its caller gives it ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/TAToLinalg.h"

#include "passes/Support/FunctionCalls.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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

/// The tensor that a loop carries and `result`, which `maker` makes in it,
/// replaces, also when a branch yields `result`: its buffer can take the
/// result, whose sizes are the same (a loop does not change the sizes of what
/// it carries). Where what the loop carries has the modes of `result` expanded,
/// they are collapsed in its buffer, too. Null without a loop.
static Value getReplaced(Value result, Operation *maker) {
  for (OpOperand &use : result.getUses()) {
    if (isa<tensor::ExpandShapeOp>(use.getOwner()))
      return getReplaced(use.getOwner()->getResult(0), maker);
    auto yield = dyn_cast<scf::YieldOp>(use.getOwner());
    Operation *parent = yield ? yield->getParentOp() : nullptr;
    // A loop may also yield what was made before it, over and over.
    if (!parent || !parent->isProperAncestor(maker))
      continue;
    unsigned number = use.getOperandNumber();
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      return loop.getRegionIterArg(number);
    if (auto branch = dyn_cast<scf::IfOp>(parent))
      return getReplaced(branch.getResult(number), maker);
    if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      Value before = loop.getBeforeArguments()[number];
      for (auto [after, passed] :
           llvm::zip(loop.getAfterArguments(), loop.getConditionOp().getArgs()))
        if (passed == before)
          return after;
    }
  }
  return {};
}

/// What a kernel fills instead of making `type`.
static Value makeDestination(func::CallOp call, RankedTensorType type,
                             ValueRange sizes) {
  OpBuilder builder(call);
  if (Value replaced = getReplaced(call.getResult(0), call)) {
    if (replaced.getType() == type)
      return replaced;
    auto expand =
        dyn_cast<tensor::ExpandShapeOp>(*call.getResult(0).user_begin());
    if (expand && expand.getType() == replaced.getType())
      return tensor::CollapseShapeOp::create(
          builder, call.getLoc(), type, replaced, expand.getReassociation());
  }
  return bufferization::AllocTensorOp::create(builder, call.getLoc(), type,
                                              sizes);
}

void encke::passDestination(tensor::EmptyOp empty, const FunctionCalls &calls) {
  auto kernel = empty->getParentOfType<func::FuncOp>();
  if (!kernel || !kernel->hasAttr("encke.kernel"))
    return;
  std::optional<SmallVector<unsigned>> sizes =
      getParameters(kernel, empty.getDynamicSizes());
  if (!sizes)
    return;
  RankedTensorType type = empty.getType();
  std::optional<ArrayRef<func::CallOp>> users = calls.of(kernel);
  if (!users)
    return;
  for (func::CallOp call : *users) {
    SmallVector<Value> dynamic = llvm::map_to_vector(
        *sizes, [&](unsigned parameter) { return call.getOperand(parameter); });
    call->insertOperands(call.getNumOperands(),
                         makeDestination(call, type, dynamic));
  }
  if (failed(kernel.insertArgument(kernel.getNumArguments(), type, {},
                                   empty.getLoc())))
    return;
  empty.replaceAllUsesWith(kernel.getArguments().back());
  empty.erase();
}

/// Nothing but one operand of the call uses the tensor in it or after it.
static bool isLastUse(func::CallOp call, Value tensor) {
  unsigned operands = 0;
  SmallVector<Value> aliases{tensor};
  while (!aliases.empty())
    for (OpOperand &use : aliases.pop_back_val().getUses()) {
      if (isa<tensor::CollapseShapeOp>(use.getOwner())) {
        aliases.push_back(use.getOwner()->getResult(0));
        continue;
      }
      Operation *user =
          call->getBlock()->findAncestorOpInBlock(*use.getOwner());
      if (user == call)
        ++operands;
      else if (!user || !user->isBeforeInBlock(call))
        return false;
    }
  return operands == 1;
}

bool encke::mayOverwrite(Value tensor, const FunctionCalls &calls) {
  auto parameter = dyn_cast<BlockArgument>(tensor);
  auto kernel =
      parameter ? dyn_cast<func::FuncOp>(parameter.getOwner()->getParentOp())
                : func::FuncOp();
  if (!kernel || !kernel->hasAttr("encke.kernel"))
    return false;
  std::optional<ArrayRef<func::CallOp>> users = calls.of(kernel);
  return users && llvm::all_of(*users, [&](func::CallOp call) {
           Value operand = call.getOperand(parameter.getArgNumber());
           if (auto collapse = operand.getDefiningOp<tensor::CollapseShapeOp>())
             operand = collapse.getSrc();
           return operand == getReplaced(call.getResult(0), call) &&
                  isLastUse(call, operand);
         });
}
