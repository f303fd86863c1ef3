//===- Releases.cpp - tensors that a module frees -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/SparseHandles/Releases.h"

#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace encke;

static bool isHandle(Type type) { return isa<LLVM::LLVMPointerType>(type); }

/// A tensor that nobody else has: of the runtime, or the result of a function
/// that makes it.
static bool isMadeBy(func::CallOp call, Value handle, ModuleOp module) {
  StringRef name = call.getCallee();
  if (name == "encke_tensor_new" || name == "encke_convert")
    return true;
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function || function.isExternal())
    return false;
  unsigned number = cast<OpResult>(handle).getResultNumber();
  bool isMade = true;
  function.walk([&](func::ReturnOp result) {
    auto maker = result.getOperand(number).getDefiningOp<func::CallOp>();
    isMade &= maker && maker.getCallee() == "encke_tensor_new";
  });
  return isMade;
}

/// What it returns has nothing of the tensor. Arrays that tensors share are
/// counted; a reference to one is not.
static bool keepsNothing(Operation *user, ModuleOp module) {
  auto call = dyn_cast<func::CallOp>(user);
  if (!call || call.getCallee().starts_with("encke_get_") ||
      call.getCallee() == "encke_tensor_keep" ||
      call.getCallee() == "encke_tensor_free" ||
      call.getCallee() == "encke_tensor_merge_levels")
    return false;
  auto function = module.lookupSymbol<func::FuncOp>(call.getCallee());
  bool isOurs = function && (!function.isExternal() ||
                             call.getCallee().starts_with("encke_"));
  return isOurs && llvm::all_of(call.getResults(), [&](Value result) {
           Type type = result.getType();
           return type.isIntOrIndexOrFloat() || isa<ComplexType>(type) ||
                  (isHandle(type) && isMadeBy(call, result, module));
         });
}

static bool isLastUse(Operation *release, ModuleOp module) {
  Value handle = release->getOperand(0);
  auto maker = handle.getDefiningOp<func::CallOp>();
  Block *block = release->getBlock();
  if (!maker || maker->getBlock() != block || !isMadeBy(maker, handle, module))
    return false;
  return llvm::all_of(handle.getUsers(), [&](Operation *user) {
    if (user == release)
      return true;
    Operation *here = block->findAncestorOpInBlock(*user);
    return here && here->isBeforeInBlock(release) && keepsNothing(user, module);
  });
}

void encke::settleReleases(ModuleOp module) {
  SmallVector<Operation *> releases;
  module.walk([&](bufferization::DeallocTensorOp op) {
    if (isHandle(op.getTensor().getType()))
      releases.push_back(op);
  });
  RuntimeCalls runtime(module);
  for (Operation *release : releases) {
    OpBuilder builder(release);
    if (isLastUse(release, module))
      runtime.call(builder, release->getLoc(), "encke_tensor_free", {},
                   release->getOperands());
    release->erase();
  }
}
