//===- SemaTypes.cpp - element types of expressions -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/Support/MathExtras.h"

using namespace encke;
using namespace encke::sema;

/// The order of promotion: a value of a type can become any later one (L8).
static unsigned rankOf(ElementType type) {
  switch (computedIn(type)) {
  case ElementType::Bool:
    return 0;
  case ElementType::Int32:
    return 1;
  case ElementType::Int64:
    return 2;
  case ElementType::Float:
    return 3;
  case ElementType::Double:
    return 4;
  default: // complex
    return 5;
  }
}

static bool isFloating(ElementType type) {
  return rankOf(type) >= rankOf(ElementType::Float);
}

bool sema::isWhole(ElementType type) {
  return type == ElementType::Int64 || type == ElementType::Int32;
}

bool sema::widensTo(ElementType from, ElementType to) {
  return rankOf(from) <= rankOf(to);
}

ElementType sema::toFloating(ElementType type) {
  return isFloating(type) ? type : ElementType::Double;
}

std::optional<double> sema::findConstant(llvm::StringRef name) {
  if (name == "inf")
    return std::numeric_limits<double>::infinity();
  if (name == "nan")
    return std::numeric_limits<double>::quiet_NaN();
  if (name == "pi")
    return llvm::numbers::pi;
  return std::nullopt;
}

bool sema::isLiteral(const ast::Expr &expr) {
  const auto *name = llvm::dyn_cast<ast::Name>(&expr);
  if (llvm::isa<ast::Number>(&expr) || (name && name->constant))
    return true;
  if (const auto *unary = llvm::dyn_cast<ast::Unary>(&expr))
    return unary->op == ast::UnaryOp::Negate && isLiteral(*unary->operand);
  const auto *binary = llvm::dyn_cast<ast::Binary>(&expr);
  if (!binary)
    return false;
  switch (binary->op) {
  case ast::BinaryOp::Add:
  case ast::BinaryOp::Sub:
  case ast::BinaryOp::Mul:
  case ast::BinaryOp::ElementwiseMul:
  case ast::BinaryOp::Div:
    return isLiteral(*binary->lhs) && isLiteral(*binary->rhs);
  default:
    return false;
  }
}

/// Every integer in the literal is one of the type.
static bool fits(const ast::Expr &expr, ElementType type) {
  if (type != ElementType::Int32)
    return true;
  if (const auto *number = llvm::dyn_cast<ast::Number>(&expr))
    return !number->isInteger || llvm::isInt<32>(number->integer);
  bool ok = true;
  forEachOperand(expr,
                 [&](const ast::Expr &operand) { ok &= fits(operand, type); });
  return ok;
}

static void setLiteralType(ast::Expr &expr, ElementType type) {
  expr.elementType = type;
  forEachOperand(expr,
                 [&](ast::Expr &operand) { setLiteralType(operand, type); });
}

void sema::adaptLiteral(ast::Expr &expr, ElementType type) {
  if (auto *selection = llvm::dyn_cast<ast::Selection>(&expr)) {
    adaptLiteral(*selection->value, type);
    selection->elementType = selection->value->elementType;
    return;
  }
  // A whole number can take any type but bool; one with a fraction, or a
  // quotient, only a floating type.
  if (!isLiteral(expr) || type == ElementType::Bool || !fits(expr, type))
    return;
  if (isFloating(type) || !isFloating(expr.elementType))
    setLiteralType(expr, type);
}

ElementType sema::promote(ast::Expr &lhs, ast::Expr &rhs) {
  if (isLiteral(lhs) && !isLiteral(rhs))
    adaptLiteral(lhs, rhs.elementType);
  else if (isLiteral(rhs) && !isLiteral(lhs))
    adaptLiteral(rhs, lhs.elementType);
  ElementType result = widensTo(lhs.elementType, rhs.elementType)
                           ? rhs.elementType
                           : lhs.elementType;
  // Two literals of different types become literals of one type.
  adaptLiteral(lhs, result);
  adaptLiteral(rhs, result);
  return result;
}
