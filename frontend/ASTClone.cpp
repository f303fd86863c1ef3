//===- ASTClone.cpp - copies of functions ---------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function whose parameters leave their format to the caller is checked once
// for each kind of argument, on a copy of its own (L31).
//
//===----------------------------------------------------------------------===//

#include "frontend/ASTClone.h"

using namespace encke;
using namespace encke::ast;

static ExprPtr clone(const ExprPtr &expr);
static Block clone(const Block &block);
static std::vector<Index> clone(const std::vector<Index> &indices);

static std::vector<ExprPtr> clone(const std::vector<ExprPtr> &exprs) {
  std::vector<ExprPtr> copies;
  for (const ExprPtr &expr : exprs)
    copies.push_back(clone(expr));
  return copies;
}

static std::vector<NamedArgument>
clone(const std::vector<NamedArgument> &arguments) {
  std::vector<NamedArgument> copies;
  for (const NamedArgument &named : arguments)
    copies.push_back({named.name, clone(named.value)});
  return copies;
}

static ExprPtr cloneKind(const Expr &expr) {
  llvm::SMRange range = expr.range;
  switch (expr.getKind()) {
  case Expr::NumberKind: {
    const auto &number = llvm::cast<Number>(expr);
    auto copy = std::make_unique<Number>(range);
    copy->value = number.value;
    copy->integer = number.integer;
    copy->isInteger = number.isInteger;
    return copy;
  }
  case Expr::BoolKind:
    return std::make_unique<Bool>(range, llvm::cast<Bool>(expr).value);
  case Expr::StringKind:
    return std::make_unique<String>(range, llvm::cast<String>(expr).value);
  case Expr::NameKind:
    return std::make_unique<Name>(range, llvm::cast<Name>(expr).name);
  case Expr::AccessKind: {
    const auto &access = llvm::cast<Access>(expr);
    auto copy = std::make_unique<Access>(range);
    copy->name = access.name;
    copy->indices = clone(access.indices);
    return copy;
  }
  case Expr::UnaryKind: {
    const auto &unary = llvm::cast<Unary>(expr);
    return std::make_unique<Unary>(range, unary.op, clone(unary.operand));
  }
  case Expr::BinaryKind: {
    const auto &binary = llvm::cast<Binary>(expr);
    return std::make_unique<Binary>(range, binary.op, clone(binary.lhs),
                                    clone(binary.rhs));
  }
  case Expr::SemiringKind: {
    const auto &semiring = llvm::cast<Semiring>(expr);
    auto copy = std::make_unique<Semiring>(range, clone(semiring.lhs),
                                           clone(semiring.rhs));
    copy->reduce = semiring.reduce;
    copy->combine = semiring.combine;
    copy->isUnion = semiring.isUnion;
    return copy;
  }
  case Expr::CallKind: {
    const auto &call = llvm::cast<Call>(expr);
    auto copy = std::make_unique<Call>(range);
    copy->name = call.name;
    copy->over = call.over;
    copy->hasLabels = call.hasLabels;
    copy->isOwn = call.isOwn;
    copy->arguments = clone(call.arguments);
    copy->named = clone(call.named);
    return copy;
  }
  case Expr::SelectionKind: {
    const auto &selection = llvm::cast<Selection>(expr);
    return std::make_unique<Selection>(range, clone(selection.value),
                                       clone(selection.condition));
  }
  case Expr::TransposeKind: {
    const auto &transpose = llvm::cast<Transpose>(expr);
    auto copy = std::make_unique<Transpose>(range);
    copy->operand = clone(transpose.operand);
    copy->target = transpose.target;
    return copy;
  }
  case Expr::LiteralKind: {
    auto copy = std::make_unique<Literal>(range);
    copy->elements = clone(llvm::cast<Literal>(expr).elements);
    return copy;
  }
  case Expr::SparseLiteralKind: {
    auto copy = std::make_unique<SparseLiteral>(range);
    for (const SparseLiteral::Entry &entry :
         llvm::cast<SparseLiteral>(expr).entries)
      copy->entries.push_back(
          {clone(entry.coordinates), clone(entry.value), entry.range});
    return copy;
  }
  }
  return nullptr;
}

static ExprPtr clone(const ExprPtr &expr) {
  return expr ? cloneKind(*expr) : nullptr;
}

static std::vector<Index> clone(const std::vector<Index> &indices) {
  std::vector<Index> copy;
  for (const Index &index : indices)
    copy.push_back(index.isLabel() ? Index(Identifier(index))
                                   : Index(clone(index.value)));
  return copy;
}

static FormatSpec clone(const FormatSpec &spec) {
  FormatSpec copy;
  for (const FormatSpec::Part &part : spec.parts)
    copy.parts.push_back(part);
  copy.braces = spec.braces;
  copy.isHybrid = spec.isHybrid;
  copy.range = spec.range;
  copy.value = spec.value;
  return copy;
}

static std::unique_ptr<TensorDecl> clone(const TensorDecl &tensor) {
  auto copy = std::make_unique<TensorDecl>(tensor.range);
  copy->type = tensor.type;
  copy->name = tensor.name;
  copy->dimensions = tensor.dimensions;
  copy->spec = clone(tensor.spec);
  return copy;
}

static std::unique_ptr<ScalarDecl> clone(const ScalarDecl &scalar) {
  auto copy = std::make_unique<ScalarDecl>(scalar.range);
  copy->name = scalar.name;
  copy->init = clone(scalar.init);
  copy->type = scalar.type;
  return copy;
}

static std::unique_ptr<LabelDecl> clone(const LabelDecl &decl) {
  auto copy = std::make_unique<LabelDecl>(decl.range);
  copy->names = decl.names;
  copy->extent = decl.extent;
  copy->lo = clone(decl.lo);
  copy->hi = clone(decl.hi);
  copy->step = clone(decl.step);
  return copy;
}

static Directive clone(const Directive &directive) {
  Directive copy;
  copy.name = directive.name;
  copy.range = directive.range;
  copy.arguments = clone(directive.arguments);
  copy.named = clone(directive.named);
  for (const Directive &inner : directive.clauses)
    copy.clauses.push_back(clone(inner));
  return copy;
}

static std::unique_ptr<Assign> clone(const Assign &assign) {
  auto copy = std::make_unique<Assign>(assign.range);
  copy->target = assign.target;
  copy->indices = clone(assign.indices);
  copy->hasIndices = assign.hasIndices;
  copy->mask = assign.mask;
  copy->op = assign.op;
  copy->accumulate = assign.accumulate;
  copy->opRange = assign.opRange;
  copy->value = clone(assign.value);
  for (const Directive &directive : assign.schedule)
    copy->schedule.push_back(clone(directive));
  return copy;
}

static std::unique_ptr<Unpack> clone(const Unpack &unpack) {
  auto copy = std::make_unique<Unpack>(unpack.range);
  for (const std::unique_ptr<Assign> &target : unpack.targets)
    copy->targets.push_back(clone(*target));
  copy->value = clone(unpack.value);
  return copy;
}

static std::unique_ptr<For> clone(const For &loop) {
  auto copy = std::make_unique<For>(loop.range);
  copy->variable = loop.variable;
  copy->lo = clone(loop.lo);
  copy->hi = clone(loop.hi);
  copy->step = clone(loop.step);
  copy->body = clone(loop.body);
  return copy;
}

static StmtPtr clone(const Stmt &stmt) {
  switch (stmt.getKind()) {
  case Stmt::LabelDeclKind:
    return clone(llvm::cast<LabelDecl>(stmt));
  case Stmt::FormatDeclKind:
    return std::make_unique<FormatDecl>(llvm::cast<FormatDecl>(stmt));
  case Stmt::TensorDeclKind:
    return clone(llvm::cast<TensorDecl>(stmt));
  case Stmt::ScalarDeclKind:
    return clone(llvm::cast<ScalarDecl>(stmt));
  case Stmt::AssignKind:
    return clone(llvm::cast<Assign>(stmt));
  case Stmt::UnpackKind:
    return clone(llvm::cast<Unpack>(stmt));
  case Stmt::ExprStmtKind:
    return std::make_unique<ExprStmt>(stmt.range,
                                      clone(llvm::cast<ExprStmt>(stmt).expr));
  case Stmt::ForKind:
    return clone(llvm::cast<For>(stmt));
  case Stmt::WhileKind: {
    const auto &loop = llvm::cast<While>(stmt);
    auto copy = std::make_unique<While>(stmt.range);
    copy->condition = clone(loop.condition);
    copy->body = clone(loop.body);
    return copy;
  }
  case Stmt::IfKind: {
    const auto &branch = llvm::cast<If>(stmt);
    auto copy = std::make_unique<If>(stmt.range);
    copy->condition = clone(branch.condition);
    copy->thenBody = clone(branch.thenBody);
    copy->elseBody = clone(branch.elseBody);
    return copy;
  }
  case Stmt::ReturnKind: {
    auto copy = std::make_unique<Return>(stmt.range);
    copy->values = clone(llvm::cast<Return>(stmt).values);
    return copy;
  }
  case Stmt::ReorderKind:
    return std::make_unique<Reorder>(llvm::cast<Reorder>(stmt));
  case Stmt::DistributeKind:
    return std::make_unique<Distribute>(llvm::cast<Distribute>(stmt));
  case Stmt::JumpKind:
    return std::make_unique<Jump>(llvm::cast<Jump>(stmt));
  }
  return nullptr;
}

static Block clone(const Block &block) {
  Block copies;
  for (const StmtPtr &stmt : block)
    copies.push_back(clone(*stmt));
  return copies;
}

std::vector<Index> encke::ast::cloneIndices(const std::vector<Index> &indices) {
  return clone(indices);
}

std::unique_ptr<Function> encke::ast::cloneFunction(const Function &function) {
  auto copy = std::make_unique<Function>();
  copy->name = function.name;
  for (const Parameter &parameter : function.parameters) {
    Parameter cloned;
    if (parameter.tensor)
      cloned.tensor = clone(*parameter.tensor);
    else
      cloned.scalar = clone(*parameter.scalar);
    copy->parameters.push_back(std::move(cloned));
  }
  for (const Result &result : function.results)
    copy->results.push_back(
        {result.tensor ? clone(*result.tensor) : nullptr, result.scalar});
  copy->body = clone(function.body);
  copy->range = function.range;
  copy->file = function.file;
  copy->isImported = function.isImported;
  return copy;
}
