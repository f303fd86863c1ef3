//===- OutlineKernels.cpp - make each tensor statement a function ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/KernelFunctions.h"
#include "passes/Support/TensorData.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SetVector.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "passes/OutlineKernels/OutlineKernels.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// What moves into the kernel: the expression, and constants.
static bool movesInto(Operation *op) {
  if (!op)
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  return op->getNumResults() == 1 && isa<ExprType>(op->getResult(0).getType());
}

/// Collects the operations of the statement in order, and the values from
/// outside that they use.
static void collect(Operation *op, llvm::SetVector<Operation *> &inside,
                    llvm::SetVector<Value> &outside) {
  if (inside.contains(op))
    return;
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (movesInto(producer))
      collect(producer, inside, outside);
    else
      outside.insert(operand);
  }
  inside.insert(op);
}

static void outline(AssignOp statement, SymbolTable &symbols) {
  llvm::SetVector<Operation *> inside;
  llvm::SetVector<Value> outside;
  collect(statement, inside, outside);

  OpBuilder builder(statement.getContext());
  func::FuncOp kernel = makeKernel(statement.getLoc(), symbols,
                                   ValueRange(outside.getArrayRef()).getTypes(),
                                   statement.getType());

  Block *body = kernel.addEntryBlock();
  IRMapping mapping;
  for (auto [value, argument] : llvm::zip(outside, body->getArguments()))
    mapping.map(value, argument);
  builder.setInsertionPointToStart(body);
  for (Operation *op : inside) {
    builder.clone(*op, mapping);
    // What is known of a tensor is so of the argument.
    auto access = dyn_cast<AccessOp>(op);
    Attribute data = access ? access->getAttr(dataAttribute) : Attribute();
    if (!data)
      continue;
    Value tensor = access.getTensor();
    if (auto argument = dyn_cast<BlockArgument>(mapping.lookup(tensor)))
      kernel.setArgAttr(argument.getArgNumber(), dataAttribute, data);
  }
  if (Attribute data = statement->getAttr(dataAttribute))
    kernel.setResultAttr(0, dataAttribute, data);
  func::ReturnOp::create(builder, statement.getLoc(),
                         mapping.lookup(statement.getResult()));

  builder.setInsertionPoint(statement);
  auto call = func::CallOp::create(builder, statement.getLoc(), kernel,
                                   outside.getArrayRef());
  statement.replaceAllUsesWith(call.getResult(0));
  statement.erase();
}

/// Expressions that no statement uses any more.
static void eraseDeadExpressions(ModuleOp module) {
  SmallVector<Operation *> expressions;
  module.walk([&](Operation *op) {
    if (movesInto(op))
      expressions.push_back(op);
  });
  for (Operation *op : llvm::reverse(expressions))
    if (isOpTriviallyDead(op))
      op->erase();
}

namespace {
struct OutlineKernels : encke::impl::OutlineKernelsBase<OutlineKernels> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<AssignOp> statements;
    getOperation().walk([&](AssignOp op) {
      auto function = op->getParentOfType<func::FuncOp>();
      if (function && !function->hasAttr("encke.kernel"))
        statements.push_back(op);
    });
    for (AssignOp statement : statements) {
      outline(statement, symbols);
      ++numKernels;
    }
    eraseDeadExpressions(getOperation());
  }
};
} // namespace
