//===- AST.cpp - the parse tree of a .ta program --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/AST.h"

#include "dialects/Clauses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace encke::ast {

llvm::StringRef toString(UnaryOp op) {
  switch (op) {
  case UnaryOp::Negate:
    return "-";
  case UnaryOp::Not:
    return "!";
  }
  return "";
}

llvm::StringRef toString(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "+";
  case BinaryOp::Sub:
    return "-";
  case BinaryOp::Mul:
    return "*";
  case BinaryOp::ElementwiseMul:
    return ".*";
  case BinaryOp::Div:
    return "/";
  case BinaryOp::Less:
    return "<";
  case BinaryOp::LessEqual:
    return "<=";
  case BinaryOp::Greater:
    return ">";
  case BinaryOp::GreaterEqual:
    return ">=";
  case BinaryOp::Equal:
    return "==";
  case BinaryOp::NotEqual:
    return "!=";
  case BinaryOp::And:
    return "&&";
  case BinaryOp::Or:
    return "||";
  }
  return "";
}

bool Assign::copies() const {
  const Expr *copied = value.get();
  if (const auto *transpose = llvm::dyn_cast<Transpose>(copied))
    copied = transpose->operand.get();
  return op == AssignOp::Set && llvm::isa<Access>(copied) &&
         copied->summed.empty();
}

llvm::SmallVector<const Directive *>
Assign::clausesWhen(const Directive *when) const {
  llvm::SmallVector<const Directive *> clauses;
  auto isReplaced = [&](llvm::StringRef name) {
    return when && llvm::any_of(when->clauses, [&](const Directive &inner) {
             return inner.name.name == name || exclude(inner.name.name, name);
           });
  };
  for (const Directive &clause : schedule)
    if (clause.name.name != "when" && !isReplaced(clause.name.name))
      clauses.push_back(&clause);
  if (when)
    for (const Directive &inner : when->clauses)
      clauses.push_back(&inner);
  return clauses;
}

bool Assign::empties() const {
  const auto *number = llvm::dyn_cast<Number>(value.get());
  return op == AssignOp::Set && number && number->value == 0;
}

void forEachStatement(const Block &block,
                      llvm::function_ref<void(Stmt &)> visit) {
  for (const StmtPtr &statement : block) {
    visit(*statement);
    if (auto *loop = llvm::dyn_cast<For>(statement.get())) {
      forEachStatement(loop->body, visit);
    } else if (auto *loop = llvm::dyn_cast<While>(statement.get())) {
      forEachStatement(loop->body, visit);
    } else if (auto *branch = llvm::dyn_cast<If>(statement.get())) {
      forEachStatement(branch->thenBody, visit);
      forEachStatement(branch->elseBody, visit);
    }
  }
}

} // namespace encke::ast
