//===- SemaStmts.cpp - statements and blocks ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace encke;
using namespace encke::sema;

void FunctionChecker::check() {
  declareParameters();
  scopes.emplace_back();
  checkSignature();
  checkBlock(function.body);
  finishSizes();
}

void FunctionChecker::finishSizes() {
  sizes.finish();
  for (const std::string &label : labelOrder)
    info.labelGroup[label] = sizes.groupOf(labels[label].size, info.groups);
  for (const ast::TensorDecl *tensor : tensorOrder) {
    llvm::SmallVector<unsigned> groups;
    for (SizeTable::Node node : dimensionNodes[tensor])
      groups.push_back(sizes.groupOf(node, info.groups));
    info.tensorGroups[tensor] = std::move(groups);
  }
  finishReorders();
  finishDistribute();
}

void FunctionChecker::checkBlock(ast::Block &block) {
  scopes.emplace_back();
  for (size_t at = 0; at != block.size(); ++at) {
    Parts parts = splitPart(*block[at]);
    for (ast::StmtPtr &before : parts.before) {
      ast::Stmt &stmt = *before;
      block.insert(block.begin() + at++, std::move(before));
      if (!llvm::isa<ast::TensorDecl>(stmt)) // which is declared
        checkStmt(stmt);
    }
    checkStmt(*block[at]);
    for (ast::StmtPtr &after : parts.after) {
      block.insert(block.begin() + ++at, std::move(after));
      checkStmt(*block[at]);
    }
  }
  scopes.pop_back();
}

void FunctionChecker::checkStmt(ast::Stmt &stmt) {
  computations.emplace_back();
  switch (stmt.getKind()) {
  case ast::Stmt::LabelDeclKind:
    return checkLabelDecl(llvm::cast<ast::LabelDecl>(stmt));
  case ast::Stmt::FormatDeclKind:
    return; // L33: outside functions only (Sema.cpp)
  case ast::Stmt::TensorDeclKind:
    return checkTensorDecl(llvm::cast<ast::TensorDecl>(stmt),
                           /*isParameter=*/false);
  case ast::Stmt::ScalarDeclKind:
    return checkScalarDecl(llvm::cast<ast::ScalarDecl>(stmt));
  case ast::Stmt::AssignKind:
    return checkAssign(llvm::cast<ast::Assign>(stmt));
  case ast::Stmt::UnpackKind:
    return checkUnpack(llvm::cast<ast::Unpack>(stmt));
  case ast::Stmt::ExprStmtKind: {
    ast::Expr &expr = *llvm::cast<ast::ExprStmt>(stmt).expr;
    if (auto *call = llvm::dyn_cast<ast::Call>(&expr))
      return checkStatementCall(*call);
    if (checkExpr(expr))
      diagnostics.error(diag::unused_value, expr.range,
                        "the value is not used");
    return;
  }
  case ast::Stmt::ForKind:
    return checkFor(llvm::cast<ast::For>(stmt));
  case ast::Stmt::WhileKind: {
    auto &loop = llvm::cast<ast::While>(stmt);
    checkCondition(*loop.condition);
    return checkLoopBody(loop.body, loop.jumps);
  }
  case ast::Stmt::IfKind: {
    auto &branch = llvm::cast<ast::If>(stmt);
    checkCondition(*branch.condition);
    checkBlock(branch.thenBody);
    return checkBlock(branch.elseBody);
  }
  case ast::Stmt::ReturnKind:
    return checkReturn(llvm::cast<ast::Return>(stmt));
  case ast::Stmt::ReorderKind:
    return checkReorder(llvm::cast<ast::Reorder>(stmt));
  case ast::Stmt::DistributeKind:
    return checkDistribute(llvm::cast<ast::Distribute>(stmt));
  case ast::Stmt::JumpKind:
    return checkJump(llvm::cast<ast::Jump>(stmt));
  }
}

//===----------------------------------------------------------------------===//
// Single values
//===----------------------------------------------------------------------===//

bool FunctionChecker::checkScalarValue(ast::Expr &value) {
  if (!checkExpr(value))
    return false;
  std::vector<std::string> free = varyingLabels(value);
  if (!free.empty()) {
    diagnostics
        .error(diag::scalar_needed, value.range,
               "a single value is needed here, but this varies "
               "over " +
                   quoteList(free))
        .help(value.elementType == ElementType::Bool
                  ? "ANY(...) is whether one is true, ALL(...) whether all are"
                  : "SUM(...) adds all elements");
    return false;
  }
  return placeSums(value, {}, diagnostics) && assignLabels(value, diagnostics);
}

void FunctionChecker::checkCondition(ast::Expr &condition) {
  if (checkScalarValue(condition) && condition.elementType != ElementType::Bool)
    diagnostics
        .error(diag::bool_needed, condition.range,
               "a condition must be bool, but this is " +
                   toString(condition.elementType))
        .help(comparisonHelp);
}

void FunctionChecker::checkLoopBound(ast::Expr &bound) {
  if (checkScalarValue(bound) &&
      !widensTo(bound.elementType, ElementType::Int64))
    diagnostics.error(diag::integer_needed, bound.range,
                      "a loop counts in integers, but this is " +
                          toString(bound.elementType));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void FunctionChecker::checkLoopBody(ast::Block &body, ast::Jumps &jumps) {
  llvm::SaveAndRestore<ast::Jumps *> inner(loop, &jumps);
  jumps.leaves.type = jumps.stops.type = ElementType::Bool;
  checkBlock(body);
}

void FunctionChecker::checkJump(ast::Jump &jump) {
  jump.loop = loop;
  if (!loop)
    diagnostics.error(diag::jump_outside_loop, jump.range,
                      llvm::Twine(jump.isBreak ? "'break'" : "'continue'") +
                          " stands in no loop");
}

void FunctionChecker::checkFor(ast::For &loop) {
  for (ast::Expr *bound : {loop.lo.get(), loop.hi.get(), loop.step.get()})
    if (bound)
      checkLoopBound(*bound);
  const auto *step = llvm::dyn_cast_or_null<ast::Number>(loop.step.get());
  if (step && step->isInteger && step->integer == 0)
    diagnostics.error(diag::zero_step, step->range,
                      "the step of a loop cannot be 0");

  scopes.emplace_back();
  Symbol symbol;
  symbol.kind = Symbol::LoopVariable;
  loop.counter.name = loop.variable;
  loop.counter.type = ElementType::Int64;
  symbol.scalar = &loop.counter;
  declare(loop.variable, symbol);
  checkLoopBody(loop.body, loop.jumps);
  scopes.pop_back();
}
