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
  case BinaryOp::Mod:
    return "%";
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

ParamDecl::Value makeParamValue(rt::ParameterKind kind, std::string text) {
  ParamDecl::Value value;
  if (kind == rt::ParameterKind::Whole)
    value.integer = rt::parseWhole(text.c_str()).value_or(0);
  else if (kind == rt::ParameterKind::Real)
    value.number = rt::parseReal(text.c_str()).value_or(0);
  else if (kind == rt::ParameterKind::Truth)
    value.integer = rt::parseTruth(text.c_str()).value_or(false);
  value.text = std::move(text);
  return value;
}

bool Assign::copies() const {
  const Expr *copied = value.get();
  if (const auto *transpose = llvm::dyn_cast<Transpose>(copied))
    copied = transpose->operand.get();
  const auto *access = llvm::dyn_cast<Access>(copied);
  // L56: an element is a single value.
  bool isElement = access && !access->indices.empty() && access->labels.empty();
  return op == AssignOp::Set && access && !isElement &&
         access->summed.empty() && !keepsZeros;
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

bool Assign::fillsBlock() const {
  if (!hasIndices || indices.empty())
    return true;
  auto countUses = [&](const std::string &label) {
    unsigned uses = 0;
    forEachLabel(indices,
                 [&](const Identifier &used) { uses += used.name == label; });
    return uses;
  };
  bool isBlock = false;
  for (const Index &index : indices) {
    if (!index.isLabel())
      continue;
    if (countUses(index.name) > 1)
      return false;
    isBlock = true;
  }
  return isBlock;
}

bool Assign::empties() const {
  const auto *number = llvm::dyn_cast<Number>(value.get());
  return op == AssignOp::Set && number && number->value == 0;
}

static void forEachLabelOf(const Expr &value,
                           llvm::function_ref<void(const Identifier &)> visit) {
  if (const auto *name = llvm::dyn_cast<Name>(&value)) {
    if (name->isLabel)
      visit({name->name, name->range});
  } else if (const auto *access = llvm::dyn_cast<Access>(&value)) {
    forEachLabel(access->indices, visit);
  } else if (const auto *unary = llvm::dyn_cast<Unary>(&value)) {
    forEachLabelOf(*unary->operand, visit);
  } else if (const auto *binary = llvm::dyn_cast<Binary>(&value)) {
    forEachLabelOf(*binary->lhs, visit);
    forEachLabelOf(*binary->rhs, visit);
  } else if (const auto *call = llvm::dyn_cast<Call>(&value)) {
    for (const ExprPtr &argument : call->arguments)
      forEachLabelOf(*argument, visit);
  }
}

void forEachLabel(const Index &index,
                  llvm::function_ref<void(const Identifier &)> visit) {
  if (index.isLabel())
    visit(index);
  else
    forEachLabelOf(*index.value, visit);
}

void forEachLabel(const std::vector<Index> &indices,
                  llvm::function_ref<void(const Identifier &)> visit) {
  for (const Index &index : indices)
    forEachLabel(index, visit);
}

/// Those of a statement itself, not of what is inside of it.
static void forEachOwnExpression(const Stmt &stmt,
                                 llvm::function_ref<void(Expr &)> visit) {
  auto visitOne = [&](const ExprPtr &expr) {
    if (expr)
      visit(*expr);
  };
  if (const auto *decl = llvm::dyn_cast<ScalarDecl>(&stmt)) {
    visitOne(decl->init);
  } else if (const auto *assign = llvm::dyn_cast<Assign>(&stmt)) {
    visitOne(assign->value);
  } else if (const auto *call = llvm::dyn_cast<ExprStmt>(&stmt)) {
    visitOne(call->expr);
  } else if (const auto *loop = llvm::dyn_cast<For>(&stmt)) {
    visitOne(loop->lo);
    visitOne(loop->hi);
    visitOne(loop->step);
  } else if (const auto *loop = llvm::dyn_cast<While>(&stmt)) {
    visitOne(loop->condition);
  } else if (const auto *branch = llvm::dyn_cast<If>(&stmt)) {
    visitOne(branch->condition);
  } else if (const auto *returned = llvm::dyn_cast<Return>(&stmt)) {
    for (const ExprPtr &value : returned->values)
      visitOne(value);
  } else if (const auto *unpack = llvm::dyn_cast<Unpack>(&stmt)) {
    visitOne(unpack->value);
  }
}

static void visitWithParts(Expr &expr, llvm::function_ref<void(Expr &)> visit) {
  visit(expr);
  forEachOperand(expr, [&](Expr &operand) { visitWithParts(operand, visit); });
}

void forEachExpression(const Block &block,
                       llvm::function_ref<void(Expr &)> visit) {
  forEachStatement(block, [&](Stmt &stmt) {
    forEachOwnExpression(stmt,
                         [&](Expr &expr) { visitWithParts(expr, visit); });
  });
}

void forEachOperand(Expr &expr, llvm::function_ref<void(Expr &)> visit) {
  if (auto *unary = llvm::dyn_cast<Unary>(&expr)) {
    visit(*unary->operand);
  } else if (auto *binary = llvm::dyn_cast<Binary>(&expr)) {
    visit(*binary->lhs);
    visit(*binary->rhs);
  } else if (auto *semiring = llvm::dyn_cast<Semiring>(&expr)) {
    visit(*semiring->lhs);
    visit(*semiring->rhs);
  } else if (auto *call = llvm::dyn_cast<Call>(&expr)) {
    for (ExprPtr &argument : call->arguments)
      visit(*argument);
    for (NamedArgument &named : call->named)
      visit(*named.value);
  } else if (auto *selection = llvm::dyn_cast<Selection>(&expr)) {
    visit(*selection->value);
    visit(*selection->condition);
  } else if (auto *transpose = llvm::dyn_cast<Transpose>(&expr)) {
    visit(*transpose->operand);
  } else if (auto *literal = llvm::dyn_cast<Literal>(&expr)) {
    for (ExprPtr &element : literal->elements)
      visit(*element);
  } else if (auto *sparse = llvm::dyn_cast<SparseLiteral>(&expr)) {
    for (SparseLiteral::Entry &entry : sparse->entries) {
      for (ExprPtr &coordinate : entry.coordinates)
        visit(*coordinate);
      visit(*entry.value);
    }
  }
}

void forEachOperand(const Expr &expr,
                    llvm::function_ref<void(const Expr &)> visit) {
  forEachOperand(const_cast<Expr &>(expr),
                 [&](Expr &operand) { visit(operand); });
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
