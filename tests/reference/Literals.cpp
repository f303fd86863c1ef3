//===- Literals.cpp - numbers and arithmetic on them (L46) ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Literals.h"

#include "tests/reference/Frame.h"

#include <limits>
#include <map>

using namespace encke;
using namespace encke::reference;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

TypedOperation encke::reference::negation(ElementType type) {
  type = arithmeticType(type);
  TypedOperation times = operatorOn("*", type);
  Value minusOne = makeInteger(type, -1);
  return {type, [=](const std::vector<Value> &a) {
            return times.apply({a[0], minusOne});
          }};
}

std::string encke::reference::arithmeticName(ast::BinaryOp op) {
  switch (op) {
  case ast::BinaryOp::Add:
    return "+";
  case ast::BinaryOp::Sub:
    return "-";
  case ast::BinaryOp::Mul:
  case ast::BinaryOp::ElementwiseMul:
    return "*";
  case ast::BinaryOp::Div:
    return "/";
  case ast::BinaryOp::Mod:
    return "%";
  default:
    return "";
  }
}

/// The constant that a name is (L64), if the program has nothing of that name.
static std::optional<double> constantOf(const ast::Expr &expr, Frame &frame) {
  static const std::map<std::string, double> constants = {
      {"inf", std::numeric_limits<double>::infinity()},
      {"nan", std::numeric_limits<double>::quiet_NaN()},
      {"pi", 3.14159265358979323846}};
  auto *name = dyn_cast<ast::Name>(&expr);
  auto found = name ? constants.find(name->name) : constants.end();
  if (found == constants.end() || frame.find(name->name))
    return std::nullopt;
  return found->second;
}

bool encke::reference::isLiteral(const ast::Expr &expr, Frame &frame) {
  if (isa<ast::Number>(&expr) || constantOf(expr, frame))
    return true;
  if (auto *unary = dyn_cast<ast::Unary>(&expr))
    return unary->op == ast::UnaryOp::Negate &&
           isLiteral(*unary->operand, frame);
  auto *binary = dyn_cast<ast::Binary>(&expr);
  return binary && binary->op != ast::BinaryOp::Mod &&
         !arithmeticName(binary->op).empty() &&
         isLiteral(*binary->lhs, frame) && isLiteral(*binary->rhs, frame);
}

/// The type that a literal has by itself.
static ElementType literalType(const ast::Expr &expr) {
  if (auto *number = dyn_cast<ast::Number>(&expr))
    return number->isInteger ? ElementType::Int64 : ElementType::Double;
  if (isa<ast::Name>(&expr)) // a constant
    return ElementType::Double;
  if (auto *unary = dyn_cast<ast::Unary>(&expr))
    return literalType(*unary->operand);
  auto *binary = cast<ast::Binary>(&expr);
  if (binary->op == ast::BinaryOp::Div)
    return ElementType::Double;
  return promote(literalType(*binary->lhs), literalType(*binary->rhs));
}

Value encke::reference::literalValue(const ast::Expr &expr, ElementType type,
                                     Frame &frame) {
  if (std::optional<double> constant = constantOf(expr, frame))
    return convert(makeReal(ElementType::Double, *constant), type);
  if (auto *number = dyn_cast<ast::Number>(&expr))
    return number->isInteger
               ? makeInteger(type, number->integer)
               : convert(makeReal(ElementType::Double, number->value), type);
  if (auto *unary = dyn_cast<ast::Unary>(&expr))
    return negation(type).apply({literalValue(*unary->operand, type, frame)});
  auto *binary = cast<ast::Binary>(&expr);
  return operatorOn(arithmeticName(binary->op), type)
      .apply({literalValue(*binary->lhs, type, frame),
              literalValue(*binary->rhs, type, frame)});
}

/// True when every integer of a literal is an int32.
static bool fitsInt32(const ast::Expr &literal) {
  if (isa<ast::Name>(&literal))
    return true;
  if (auto *number = dyn_cast<ast::Number>(&literal))
    return number->integer == static_cast<int32_t>(number->integer);
  if (auto *unary = dyn_cast<ast::Unary>(&literal))
    return fitsInt32(*unary->operand);
  auto *binary = cast<ast::Binary>(&literal);
  return fitsInt32(*binary->lhs) && fitsInt32(*binary->rhs);
}

ElementType encke::reference::adaptedType(const ast::Expr &literal,
                                          std::optional<ElementType> other) {
  ElementType own = literalType(literal);
  if (!other || *other == ElementType::Bool)
    return own;
  if (*other == ElementType::Int32 && !fitsInt32(literal))
    return own;
  return isIntegral(*other) && !isIntegral(own) ? own : *other;
}
