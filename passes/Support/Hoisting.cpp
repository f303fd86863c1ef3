//===- Hoisting.cpp - what is asked once, before loops --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Hoisting.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

Value encke::getItself(Value memref) {
  while (auto distinct = memref.getDefiningOp<memref::DistinctObjectsOp>())
    memref = distinct->getOperand(cast<OpResult>(memref).getResultNumber());
  return memref;
}

Operation *encke::findPlaceBeforeLoops(
    Operation *op, llvm::function_ref<bool(LoopLikeOpInterface)> isReady) {
  Operation *place = op;
  for (Operation *around = op->getParentOp();
       isa<LoopLikeOpInterface, scf::IfOp>(around);
       around = around->getParentOp()) {
    auto loop = dyn_cast<LoopLikeOpInterface>(around);
    if (loop && !isReady(loop))
      break;
    if (loop)
      place = around;
  }
  return place;
}
