//===- Phases.cpp - a kernel as a symbolic and a numeric one --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/HoistInvariants/Phases.h"

#include "dialects/CIN/Presence.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

bool encke::hasPatternOfOperands(KernelOp kernel) {
  if (kernel.isOnePhase() || kernel.getOutputs().size() != 1 ||
      !isSparsePlace(kernel.getOutputArguments().front()) ||
      !kernel.getOutputs().front().getDefiningOp<tensor::EmptyOp>())
    return false;
  // Which zeros of blocks are elements is said with the values.
  if (!getFormat(cast<RankedTensorType>(kernel.getOutputs().front().getType()))
           ->storesWholeModes())
    return false;
  // A workspace in memory that is no row has no pattern, only values.
  return !kernel
              .walk([](Operation *op) {
                auto where = dyn_cast<WhereOp>(op);
                bool isBuffer =
                    where &&
                    where.getWorkspaceType().getTensor().getRank() != 0 &&
                    !where.getWorkspaceType().getTensor().getEncoding();
                return isa<FilterOp>(op) || isBuffer ? WalkResult::interrupt()
                                                     : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Something that stands for a value which is not needed.
static Value makeUnknown(OpBuilder &builder, Value value) {
  return UnknownOp::create(builder, value.getLoc(), value.getType());
}

/// The body without what only the values come from: dense tensors, and scalars
/// from outside.
static void dropValues(KernelOp kernel) {
  OpBuilder outside(kernel);
  kernel.walk([&](AccessOp access) {
    auto *owner = access.getTensor().getParentBlock()->getParentOp();
    if (owner != kernel || isSparsePlace(access.getTensor()))
      return;
    access.replaceAllUsesWith(makeUnknown(outside, access.getResult()));
    access.erase();
  });
  kernel.getBody().walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      bool isInside = kernel.getBody().isAncestor(value.getParentRegion());
      if (!isInside && !value.getType().isIndex() &&
          !value.getDefiningOp<UnknownOp>() &&
          !matchPattern(value, m_Constant()))
        operand.set(makeUnknown(outside, value));
    }
  });
}

KernelOp encke::splitPhases(KernelOp kernel,
                            llvm::function_ref<Value(Value)> patternOf) {
  OpBuilder builder(kernel);
  auto symbolic = cast<KernelOp>(builder.clone(*kernel));
  symbolic.setSymbolic(true);
  kernel.setNumeric(true);
  kernel.setOperand(kernel.getInputs().size(), symbolic.getResult(0));
  dropValues(symbolic);
  for (unsigned number = symbolic.getInputs().size(); number-- != 0;) {
    BlockArgument place = symbolic.getBlock().getArgument(number);
    if (place.use_empty()) {
      symbolic.getInputsMutable().erase(number);
      symbolic.getBlock().eraseArgument(number);
    } else {
      symbolic.setOperand(number, patternOf(symbolic.getOperand(number)));
    }
  }
  return symbolic;
}
