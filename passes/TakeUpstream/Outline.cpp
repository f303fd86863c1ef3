//===- Outline.cpp - linalg operations become kernels ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/TA/Encoding.h"
#include "passes/Support/KernelFunctions.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;

/// Goes into the kernel with what uses it: constants, the empty tensor that a
/// sparse result begins as, and what a dense one is filled with first.
static bool movesInto(Operation *op) {
  if (!op)
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return !isa<TensorType>(op->getResult(0).getType());
  if (isa<tensor::EmptyOp>(op))
    return isSparse(op->getResult(0).getType());
  return isa<linalg::FillOp>(op) && op->getNumResults() == 1 &&
         op->getResult(0).hasOneUse() && !op->hasAttr(loopsAttribute);
}

namespace {
/// The operations of one kernel in order, and the values that they use from
/// outside.
struct Contents {
  llvm::SetVector<Operation *> inside;
  llvm::SetVector<Value> outside;

  void add(Operation *op);
  void addOperand(Value operand);
};
} // namespace

void Contents::addOperand(Value operand) {
  Operation *producer = operand.getDefiningOp();
  if (movesInto(producer))
    add(producer);
  else
    outside.insert(operand);
}

void Contents::add(Operation *op) {
  if (inside.contains(op))
    return;
  for (Value operand : op->getOperands())
    addOperand(operand);
  // The body may use values from around the operation.
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!op->isAncestor(operand.getParentRegion()->getParentOp()))
          addOperand(operand);
    });
  inside.insert(op);
}

/// `erased` gets what is gone.
static void outline(Operation *op, SymbolTable &symbols,
                    SmallPtrSetImpl<Operation *> &erased) {
  Contents contents;
  contents.add(op);
  OpBuilder builder(op);
  func::FuncOp kernel =
      makeKernel(op->getLoc(), symbols,
                 ValueRange(contents.outside.getArrayRef()).getTypes(),
                 op->getResultTypes());
  Block *body = kernel.addEntryBlock();
  IRMapping mapping;
  for (auto [value, argument] :
       llvm::zip(contents.outside, body->getArguments()))
    mapping.map(value, argument);
  builder.setInsertionPointToStart(body);
  for (Operation *inside : contents.inside)
    builder.clone(*inside, mapping);
  SmallVector<Value> results;
  for (Value result : op->getResults())
    results.push_back(mapping.lookup(result));
  func::ReturnOp::create(builder, op->getLoc(), results);
  builder.setInsertionPoint(op);
  auto call = func::CallOp::create(builder, op->getLoc(), kernel,
                                   contents.outside.getArrayRef());
  op->replaceAllUsesWith(call.getResults());
  for (Operation *inside : llvm::reverse(contents.inside))
    if (isOpTriviallyDead(inside)) {
      erased.insert(inside);
      inside->erase();
    }
}

void upstream::outlineLinalg(ModuleOp module) {
  SymbolTable symbols(module);
  SmallVector<Operation *> operations;
  module.walk([&](linalg::LinalgOp op) {
    auto function = op->getParentOfType<func::FuncOp>();
    if (function && !function->hasAttr("encke.kernel") &&
        !op->hasAttr(loopsAttribute) && op.hasPureTensorSemantics())
      operations.push_back(op);
  });
  // A fill goes with what uses it, which comes behind.
  SmallPtrSet<Operation *, 16> erased;
  for (Operation *op : llvm::reverse(operations))
    if (!erased.contains(op) && !op->use_empty())
      outline(op, symbols, erased);
}
