//===- TAToLinalg.cpp - ta to upstream dialects ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/TAToLinalg.h"

#include "passes/Support/FunctionCalls.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_TATOLINALG
#include "passes/TAToLinalg/TAToLinalg.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

namespace {
struct TAToLinalg : encke::impl::TAToLinalgBase<TAToLinalg> {
  using TAToLinalgBase::TAToLinalgBase;

  void runOnOperation() override {
    SmallVector<ta::AssignOp> statements;
    getOperation().walk([&](ta::AssignOp op) { statements.push_back(op); });
    FunctionCalls calls(getOperation());
    SmallVector<cin::ClauseAttr> clauses;
    DenseSet<Attribute> heeded;
    for (ta::AssignOp statement : statements) {
      if (cin::ScheduleAttr schedule = cin::getSchedule(statement))
        llvm::append_range(clauses, schedule.getClauses());
      FailureOr<tensor::EmptyOp> empty =
          lowerStatement(statement, calls, heeded);
      if (failed(empty))
        return signalPassFailure();
      if (*empty)
        passDestination(*empty, calls);
    }
    if (failed(checkClauses(clauses, heeded)))
      return signalPassFailure();
    eraseExpressions();
    if (failed(lowerProgram(getOperation(), timing)))
      return signalPassFailure();
  }

  /// Nothing that a program says about loops is lost on the way to these.
  static LogicalResult checkClauses(ArrayRef<cin::ClauseAttr> clauses,
                                    const DenseSet<Attribute> &heeded) {
    for (cin::ClauseAttr clause : clauses)
      if (!heeded.contains(clause.getLoc()))
        return emitError(clause.getLoc())
               << "'" << toText(clause)
               << "' has no effect: what is left of the statement has no such "
                  "loops";
    return success();
  }

  /// The expressions of statements that are gone, users first.
  void eraseExpressions() {
    SmallVector<Operation *> expressions;
    getOperation().walk([&](Operation *op) {
      if (op->getNumResults() == 1 &&
          isa<ta::ExprType>(op->getResult(0).getType()))
        expressions.push_back(op);
    });
    for (Operation *op : llvm::reverse(expressions))
      if (isOpTriviallyDead(op))
        op->erase();
  }
};
} // namespace
