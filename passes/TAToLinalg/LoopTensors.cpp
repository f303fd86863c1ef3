//===- LoopTensors.cpp - loops free the tensors that they make ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops run in constant memory: at the end of an iteration the runtime frees
// the tensors that were made since the loop began, but for those that go on.
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/TAToLinalg.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/TA/Encoding.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace encke;

bool encke::callsProgram(func::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  return !callee.isExternal() && !callee->hasAttr("encke.kernel");
}

static bool callMakesTensors(func::CallOp call) {
  StringRef name = call.getCallee();
  return name.starts_with("encke_view_") || name == "encke_tensor_new" ||
         callsProgram(call) || llvm::any_of(call.getResultTypes(), isSparse);
}

/// True when an iteration of the loop may make tensors of the runtime. Control
/// flow hands tensors on, and a subtensor is seen where it is.
static bool makesTensors(Operation *loop) {
  WalkResult result = loop->walk([&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    bool makes = call ? callMakesTensors(call)
                      : !isa<RegionBranchOpInterface, cin::SubtensorOp>(op) &&
                            llvm::any_of(op->getResultTypes(), isSparse);
    return makes ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

static void freeInLoop(LoopLikeOpInterface loop, RuntimeCalls &runtime) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  Value start = runtime.call(builder, loc, "encke_tensors_made",
                             builder.getI64Type(), {});
  Operation *end = loop.getLoopRegions().back()->back().getTerminator();
  builder.setInsertionPoint(end);
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  for (Value carried : end->getOperands())
    if (isSparse(carried.getType()))
      runtime.call(
          builder, loc, "encke_tensor_keep", {},
          UnrealizedConversionCastOp::create(builder, loc, pointer, carried)
              .getResult(0));
  runtime.call(builder, loc, "encke_tensors_free", {}, start);
}

void encke::freeTensorsInLoops(ModuleOp module, RuntimeCalls &runtime) {
  module.walk([&](LoopLikeOpInterface loop) {
    auto function = loop->getParentOfType<func::FuncOp>();
    if (!function->hasAttr("encke.kernel") && makesTensors(loop))
      freeInLoop(loop, runtime);
  });
}
