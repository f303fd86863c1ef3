//===- Parts.cpp - parts of a statement's expression ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Parts.h"

#include "frontend/AST.h"

#include "llvm/ADT/SmallVectorExtras.h"

using namespace encke;

static std::optional<PartText> partOf(const ast::Binary &binary) {
  std::optional<PartText> lhs = partOf(*binary.lhs), rhs = partOf(*binary.rhs);
  if (!lhs || !rhs)
    return std::nullopt;
  switch (binary.op) {
  case ast::BinaryOp::Add:
    return PartText::sum(*lhs, *rhs);
  case ast::BinaryOp::Sub:
    return PartText::sum(*lhs, PartText::negation(*rhs));
  case ast::BinaryOp::Mul:
  case ast::BinaryOp::ElementwiseMul:
    return PartText::product(*lhs, *rhs);
  case ast::BinaryOp::Div:
    return PartText::quotient(*lhs, *rhs);
  default:
    return std::nullopt;
  }
}

static std::optional<PartText> partOf(const ast::Call &call) {
  llvm::SmallVector<PartText> arguments;
  for (const ast::ExprPtr &argument : call.arguments) {
    std::optional<PartText> part = partOf(*argument);
    if (!part)
      return std::nullopt;
    arguments.push_back(*part);
  }
  if (call.hasLabels)
    return std::nullopt;
  return PartText::call(call.name.name, arguments);
}

std::optional<PartText> encke::partOf(const ast::Expr &expr) {
  if (const auto *access = llvm::dyn_cast<ast::Access>(&expr))
    return PartText::element(
        access->name.name,
        llvm::map_to_vector(access->indices, [](const ast::Index &index) {
          return ast::textOf(index.range);
        }));
  if (const auto *number = llvm::dyn_cast<ast::Number>(&expr))
    return PartText::number(number->value);
  if (const auto *call = llvm::dyn_cast<ast::Call>(&expr))
    return ::partOf(*call);
  if (const auto *binary = llvm::dyn_cast<ast::Binary>(&expr))
    return ::partOf(*binary);
  const auto *unary = llvm::dyn_cast<ast::Unary>(&expr);
  if (!unary || unary->op != ast::UnaryOp::Negate)
    return std::nullopt;
  std::optional<PartText> operand = partOf(*unary->operand);
  return operand ? std::optional(PartText::negation(*operand)) : std::nullopt;
}
