//===- Supported.cpp - what this version can compile ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/Sema.h"
#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace encke;
using namespace encke::sema;
using llvm::Twine;

namespace {

class SupportChecker {
public:
  SupportChecker(const FunctionInfo &info, Diagnostics &diagnostics)
      : info(info), diagnostics(diagnostics) {}

  void checkFunction(const ast::Function &function);

private:
  void checkBlock(const ast::Block &block) {
    for (const ast::StmtPtr &stmt : block)
      checkStmt(*stmt);
  }
  void reject(llvm::SMRange where, const Twine &what) {
    diagnostics.notSupported(where, what);
  }

  void checkStmt(const ast::Stmt &stmt);
  void checkAssign(const ast::Assign &assign);
  void checkSchedule(const ast::Assign &assign);
  bool isWholeCall(const ast::Expr &value) const {
    const auto *call = llvm::dyn_cast<ast::Call>(&value);
    return call && !info.calls.count(call) &&
           findWholeFunction(call->name.name);
  }
  void checkExpr(const ast::Expr &expr);
  void checkNumber(const ast::Number &number);
  void checkCall(const ast::Call &call);
  const FunctionInfo &info;
  Diagnostics &diagnostics;
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void SupportChecker::checkFunction(const ast::Function &function) {
  checkBlock(function.body);
}

void SupportChecker::checkStmt(const ast::Stmt &stmt) {
  switch (stmt.getKind()) {
  case ast::Stmt::LabelDeclKind:
  case ast::Stmt::FormatDeclKind:
  case ast::Stmt::TensorDeclKind:
    return;
  case ast::Stmt::ScalarDeclKind:
    return checkExpr(*llvm::cast<ast::ScalarDecl>(stmt).init);
  case ast::Stmt::AssignKind:
    return checkAssign(llvm::cast<ast::Assign>(stmt));
  case ast::Stmt::UnpackKind: {
    const auto &unpack = llvm::cast<ast::Unpack>(stmt);
    if (!isWholeCall(*unpack.value))
      checkExpr(*unpack.value);
    return;
  }
  case ast::Stmt::ExprStmtKind:
    return checkExpr(*llvm::cast<ast::ExprStmt>(stmt).expr);
  case ast::Stmt::ForKind: {
    const auto &loop = llvm::cast<ast::For>(stmt);
    for (const ast::Expr *bound :
         {loop.lo.get(), loop.hi.get(), loop.step.get()})
      if (bound)
        checkExpr(*bound);
    return checkBlock(loop.body);
  }
  case ast::Stmt::WhileKind: {
    const auto &loop = llvm::cast<ast::While>(stmt);
    checkExpr(*loop.condition);
    return checkBlock(loop.body);
  }
  case ast::Stmt::IfKind: {
    const auto &branch = llvm::cast<ast::If>(stmt);
    checkExpr(*branch.condition);
    checkBlock(branch.thenBody);
    return checkBlock(branch.elseBody);
  }
  case ast::Stmt::ReturnKind:
  case ast::Stmt::ReorderKind:
  case ast::Stmt::DistributeKind:
  case ast::Stmt::JumpKind:
    return;
  }
}

void SupportChecker::checkAssign(const ast::Assign &assign) {
  checkSchedule(assign);
  if (assign.mask && !assign.indices.empty() &&
      labelsOf(assign.indices).empty())
    reject(assign.mask->tensor.range, "a mask for a single element");
  if (isWholeCall(*assign.value))
    return; // It takes tensors, and computes no expression.
  checkExpr(*assign.value);
}

/// L32: a schedule is about loops over the elements of a tensor.
void SupportChecker::checkSchedule(const ast::Assign &assign) {
  if (assign.schedule.empty())
    return;
  const ast::Expr &value = *assign.value;
  // Without indices, a tensor of order 0 is computed and another one copied.
  const auto *name = llvm::dyn_cast<ast::Name>(&value);
  bool isCopy = (!assign.hasIndices && name && name->tensor) ||
                asBuiltinCall(value, BuiltinKind::Convert);
  auto givesTensor = [&](const ast::Call &call) {
    auto called = info.calls.find(&call);
    return called != info.calls.end() &&
           !called->second.function->scalarResult();
  };
  llvm::SMRange where = assign.schedule.front().name.range;
  if (assign.scalar && isScalarExpr(value))
    reject(where, "the schedule of a value without loops");
  else if (isCopy || comesAsWhole(value, givesTensor))
    reject(where, "the schedule of what is no expression over labels");
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void SupportChecker::checkExpr(const ast::Expr &expr) {
  if (const auto *number = llvm::dyn_cast<ast::Number>(&expr))
    checkNumber(*number);
  else if (const auto *call = llvm::dyn_cast<ast::Call>(&expr))
    return checkCall(*call);
  forEachOperand(expr, [&](const ast::Expr &operand) { checkExpr(operand); });
}

/// An integer literal becomes a double beside one.
void SupportChecker::checkNumber(const ast::Number &number) {
  constexpr int64_t exact = int64_t(1) << std::numeric_limits<double>::digits;
  bool isInteger = number.elementType == ElementType::Int64 ||
                   number.elementType == ElementType::Int32;
  if (!isInteger && number.isInteger &&
      (number.integer > exact || number.integer < -exact))
    reject(number.range, "an integer beyond 2^53, which a double cannot hold");
}

void SupportChecker::checkCall(const ast::Call &call) {
  // What stands in a read is no expression.
  if (const Builtin *builtin = findBuiltin(call);
      builtin && builtin->kind == BuiltinKind::Read)
    return;
  for (const ast::ExprPtr &argument : call.arguments)
    checkExpr(*argument);
}

} // namespace

bool encke::checkSupported(const CheckedProgram &checked,
                           Diagnostics &diagnostics) {
  unsigned errorsBefore = diagnostics.getErrorCount();
  for (const ast::Function *function : checked.order)
    SupportChecker(checked.functions.at(function), diagnostics)
        .checkFunction(*function);
  return diagnostics.getErrorCount() == errorsBefore;
}
