//===- AskFinite.cpp - guards of calls become questions -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/GuardPadding/Exact.h"

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SetVector.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_ASKFINITE
#include "passes/AskFinite/AskFinite.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// Of what a loop does not change, it is asked before the loop.
static void moveOutOfLoops(Operation *op) {
  while (auto loop = dyn_cast<LoopLikeOpInterface>(op->getParentOp())) {
    bool isInvariant = llvm::all_of(op->getOperands(), [&](Value operand) {
      return !loop->isAncestor(operand.getParentBlock()->getParentOp());
    });
    if (!isInvariant)
      return;
    op->moveBefore(loop);
  }
}

/// The answer, found before the call.
static Value emitQuestion(OpBuilder &builder, func::FuncOp question,
                          ValueRange operands) {
  Block &body = question.front();
  IRMapping mapping;
  mapping.map(body.getArguments(), operands);
  for (Operation &op : body.without_terminator())
    moveOutOfLoops(builder.clone(op, mapping));
  return mapping.lookup(body.getTerminator()->getOperand(0));
}

/// Both calls write into the buffer that the first one was given.
static void expand(func::CallOp call, const Guard &guard) {
  func::FuncOp question = guard.question, exact = guard.exact;
  OpBuilder builder(call);
  Location loc = call.getLoc();
  ValueRange operands =
      call.getOperands().take_front(question.getNumArguments());
  Value isFinite = emitQuestion(builder, question, operands);
  auto branch = scf::IfOp::create(builder, loc, call.getResultTypes(), isFinite,
                                  /*withElseRegion=*/true);
  call.replaceAllUsesWith(branch.getResults());
  dropGuard(call);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc, call.getResults());
  call->moveBefore(branch.thenBlock(), branch.thenBlock()->begin());
  builder.setInsertionPointToStart(branch.elseBlock());
  auto otherwise = func::CallOp::create(builder, loc, exact, operands);
  scf::YieldOp::create(builder, loc, otherwise.getResults());
}

namespace {
struct AskFinite : encke::impl::AskFiniteBase<AskFinite> {
  void runOnOperation() override {
    SmallVector<std::pair<func::CallOp, Guard>> guarded;
    llvm::SetVector<Operation *> questions;
    getOperation().walk([&](func::CallOp call) {
      if (std::optional<Guard> guard = getGuard(call)) {
        guarded.push_back({call, *guard});
        questions.insert(guard->question);
      }
    });
    for (auto &[call, guard] : guarded)
      expand(call, guard);
    for (Operation *question : questions)
      question->erase();
    numAsked = guarded.size();
  }
};
} // namespace
