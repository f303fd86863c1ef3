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
  void checkLabels(const ast::LabelDecl &decl);
  void checkAssign(const ast::Assign &assign);
  void checkSchedule(const ast::Assign &assign);
  void checkSliceTarget(const ast::Assign &assign,
                        const ast::TensorDecl &tensor);
  bool isWholeValue(const ast::Expr &value) const;
  bool isWholeCall(const ast::Expr &value) const {
    const auto *call = llvm::dyn_cast<ast::Call>(&value);
    return call && !info.calls.count(call) &&
           findWholeFunction(call->name.name);
  }
  void checkSlices(const ast::TensorDecl &tensor,
                   llvm::ArrayRef<ast::Index> indices);

  void checkExpr(const ast::Expr &expr);
  void checkNumber(const ast::Number &number);
  void checkCall(const ast::Call &call);
  const FunctionInfo &info;
  Diagnostics &diagnostics;
  llvm::StringSet<> rangeLabels;
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
    return checkLabels(llvm::cast<ast::LabelDecl>(stmt));
  case ast::Stmt::FormatDeclKind:
  case ast::Stmt::TensorDeclKind:
    return;
  case ast::Stmt::ScalarDeclKind:
    return checkExpr(*llvm::cast<ast::ScalarDecl>(stmt).init);
  case ast::Stmt::AssignKind:
    return checkAssign(llvm::cast<ast::Assign>(stmt));
  case ast::Stmt::UnpackKind: {
    const auto &unpack = llvm::cast<ast::Unpack>(stmt);
    for (const std::unique_ptr<ast::Assign> &target : unpack.targets)
      if (target->tensor)
        checkSlices(*target->tensor, target->indices);
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
  case ast::Stmt::JumpKind:
    return;
  }
}

void SupportChecker::checkLabels(const ast::LabelDecl &decl) {
  if (decl.extent.kind == ast::Extent::Range ||
      decl.extent.kind == ast::Extent::Computed)
    for (const ast::Identifier &name : decl.names)
      rangeLabels.insert(name.name);
}

void SupportChecker::checkAssign(const ast::Assign &assign) {
  checkSchedule(assign);
  if (assign.tensor)
    checkSliceTarget(assign, *assign.tensor);
  if (isWholeCall(*assign.value))
    return; // It takes tensors, and computes no expression.
  checkExpr(*assign.value);
}

/// A value that comes from elsewhere as a whole: a file, a function.
bool SupportChecker::isWholeValue(const ast::Expr &value) const {
  auto called = info.calls.find(llvm::dyn_cast<ast::Call>(&value));
  return (called != info.calls.end() &&
          !called->second.function->scalarResult()) ||
         llvm::isa<ast::Literal, ast::SparseLiteral>(&value) ||
         isWholeCall(value) || asBuiltinCall(value, BuiltinKind::Read) ||
         asBuiltinCall(value, BuiltinKind::Random) ||
         asBuiltinCall(value, BuiltinKind::Permutation);
}

/// L32: a schedule is about loops over the elements of a tensor.
void SupportChecker::checkSchedule(const ast::Assign &assign) {
  if (assign.schedule.empty())
    return;
  const ast::Expr &value = *assign.value;
  bool isCopy =
      !assign.hasIndices || asBuiltinCall(value, BuiltinKind::Convert);
  llvm::SMRange where = assign.schedule.front().name.range;
  if (assign.scalar)
    reject(where, "the schedule of a scalar");
  else if (isCopy || isWholeValue(value))
    reject(where, "the schedule of what is no expression over labels");
}

/// L39: values can be computed into a slice of a tensor.
void SupportChecker::checkSliceTarget(const ast::Assign &assign,
                                      const ast::TensorDecl &tensor) {
  const ast::Expr &value = *assign.value;
  if (isWholeValue(value) || assign.mask)
    checkSlices(tensor, assign.indices);
  if (assign.mask && !assign.fillsBlock())
    reject(assign.mask->tensor.range, "a mask for a diagonal");
}

/// L6: a range label away from the dimension it was declared for.
void SupportChecker::checkSlices(const ast::TensorDecl &tensor,
                                 llvm::ArrayRef<ast::Index> indices) {
  for (auto [index, dimension] : llvm::zip(indices, tensor.dimensions)) {
    bool isOwn = dimension.kind == ast::Dimension::Label &&
                 dimension.label == index.name;
    if (!index.isLabel() || (rangeLabels.contains(index.name) && !isOwn))
      reject(index.range, "a slice as the target of this");
  }
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
  const Builtin *builtin = findBuiltin(call);
  if (!builtin) {
    for (const ast::ExprPtr &argument : call.arguments)
      checkExpr(*argument);
    return;
  }
  switch (builtin->kind) {
  case BuiltinKind::Read:
  case BuiltinKind::Random:
  case BuiltinKind::Permutation:
    return; // Their arguments are not expressions.
  case BuiltinKind::Print:
  case BuiltinKind::Write:
    // A whole tensor is handed on; nothing is computed.
    if (const auto *access =
            llvm::dyn_cast<ast::Access>(call.arguments.front().get());
        access && !labelsOf(access->indices).empty())
      return checkSlices(*access->tensor, access->indices);
    break;
  default:
    break;
  }
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
