//===- LowerToTAExpr.cpp - expressions to the ta dialect ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/LowerToTAImpl.h"
#include "frontend/SemaBuiltins.h"

#include "dialects/TA/Functions.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

bool encke::isScalarExpr(const ast::Expr &expr) {
  if (isa<ast::Access>(expr))
    return false;
  if (auto *name = dyn_cast<ast::Name>(&expr))
    return name->scalar;
  if (auto *unary = dyn_cast<ast::Unary>(&expr))
    return isScalarExpr(*unary->operand);
  if (auto *binary = dyn_cast<ast::Binary>(&expr))
    return isScalarExpr(*binary->lhs) && isScalarExpr(*binary->rhs);
  if (auto *transpose = dyn_cast<ast::Transpose>(&expr))
    return isScalarExpr(*transpose->operand);
  // A function of the program gives a single value, whatever it takes.
  if (auto *call = dyn_cast<ast::Call>(&expr))
    return !sema::findBuiltin(call->name.name) ||
           llvm::all_of(call->arguments, [](const ast::ExprPtr &argument) {
             return isScalarExpr(*argument);
           });
  return true;
}

Value FunctionLowering::lowerScalarExpr(const ast::Expr &expr) {
  Location where = loc(expr.range);
  if (auto *number = dyn_cast<ast::Number>(&expr))
    return arith::ConstantOp::create(builder, where,
                                     builder.getF64FloatAttr(number->value));
  if (auto *name = dyn_cast<ast::Name>(&expr)) {
    Value value = scalars.lookup(name->scalar);
    if (value.getType().isInteger())
      return arith::SIToFPOp::create(builder, where, builder.getF64Type(),
                                     value);
    return value;
  }
  if (auto *unary = dyn_cast<ast::Unary>(&expr))
    return arith::NegFOp::create(builder, where,
                                 lowerScalarExpr(*unary->operand));
  if (auto *binary = dyn_cast<ast::Binary>(&expr)) {
    Value lhs = lowerScalarExpr(*binary->lhs);
    Value rhs = lowerScalarExpr(*binary->rhs);
    switch (binary->op) {
    case ast::BinaryOp::Add:
      return arith::AddFOp::create(builder, where, lhs, rhs);
    case ast::BinaryOp::Sub:
      return arith::SubFOp::create(builder, where, lhs, rhs);
    case ast::BinaryOp::Div:
      return arith::DivFOp::create(builder, where, lhs, rhs);
    default:
      return arith::MulFOp::create(builder, where, lhs, rhs);
    }
  }
  if (auto *call = dyn_cast<ast::Call>(&expr)) {
    if (info.calls.count(call))
      return lowerCall(*call).getResult(0);
    if (call->name.name == "getTime")
      return TimeOp::create(builder, where, builder.getF64Type());
    SmallVector<Value> operands;
    for (const ast::ExprPtr &argument : call->arguments)
      operands.push_back(lowerScalarExpr(*argument));
    // A reduction of a scalar is that scalar.
    if (!lookupFunction(call->name.name))
      return operands.front();
    return emitFunction(builder, where, call->name.name, operands);
  }
  return {};
}

Value FunctionLowering::lowerToScalar(const ast::Expr &expr) {
  if (isScalarExpr(expr))
    return lowerScalarExpr(expr);
  Location where = loc(expr.range);
  Value value = lowerExpr(expr);
  // Whatever labels are left are summed: the left side has none (L19, L48).
  auto type = cast<ExprType>(value.getType());
  if (!type.getLabels().empty())
    value = SumOp::create(builder, where, value, type.getLabels());
  auto tensorType = RankedTensorType::get({}, type.getElementType());
  Value tensor = AssignOp::create(builder, where, tensorType, value,
                                  ArrayRef<StringAttr>(), ValueRange());
  return tensor::ExtractOp::create(builder, where, tensor, ValueRange());
}

Value FunctionLowering::lowerExpr(const ast::Expr &expr) {
  if (isScalarExpr(expr))
    return ScalarOp::create(builder, loc(expr.range), lowerScalarExpr(expr));
  Value value = lowerExprNode(expr);
  // L19: what the checker found to be summed over exactly this expression.
  SmallVector<StringAttr> over;
  for (const std::string &name : expr.summed)
    if (cast<ExprType>(value.getType()).hasLabel(label(name)))
      over.push_back(label(name));
  if (over.empty())
    return value;
  return SumOp::create(builder, loc(expr.range), value, over);
}

Value FunctionLowering::lowerExprNode(const ast::Expr &expr) {
  Location where = loc(expr.range);
  if (auto *access = dyn_cast<ast::Access>(&expr))
    return lowerAccess(*access);
  // A bare order-0 tensor.
  if (auto *name = dyn_cast<ast::Name>(&expr))
    return AccessOp::create(builder, where, tensors.lookup(name->tensor),
                            ArrayRef<StringAttr>());
  if (auto *unary = dyn_cast<ast::Unary>(&expr)) {
    Value operand = lowerExpr(*unary->operand);
    return NegOp::create(builder, where, operand.getType(), operand);
  }
  if (auto *binary = dyn_cast<ast::Binary>(&expr))
    return lowerBinary(*binary);
  // Labels say where an element is, so a transposition changes nothing (L24).
  if (auto *transpose = dyn_cast<ast::Transpose>(&expr))
    return lowerExpr(*transpose->operand);
  return lowerCallExpr(cast<ast::Call>(expr));
}

Value FunctionLowering::lowerBinary(const ast::Binary &binary) {
  Location where = loc(binary.range);
  Value lhs = lowerExpr(*binary.lhs), rhs = lowerExpr(*binary.rhs);
  if (binary.op == ast::BinaryOp::Div)
    return DivOp::create(builder, where, lhs, rhs);
  if (binary.op != ast::BinaryOp::Add && binary.op != ast::BinaryOp::Sub)
    return MulOp::create(builder, where, lhs, rhs);
  // L20: each side repeats along the labels of the other.
  auto widen = [&](Value value, Value other) {
    SmallVector<StringAttr> all(cast<ExprType>(other.getType()).getLabels());
    return repeatAlong(
        value, all, [&](size_t k) { return sizeOfLabel(all[k]); }, where);
  };
  Value left = widen(lhs, rhs), right = widen(rhs, lhs);
  if (binary.op == ast::BinaryOp::Add)
    return AddOp::create(builder, where, left, right);
  return SubOp::create(builder, where, left, right);
}

/// An elementwise function, or a SUM, whose labels the checker has put into
/// `summed`.
Value FunctionLowering::lowerCallExpr(const ast::Call &call) {
  SmallVector<Value> operands;
  for (const ast::ExprPtr &argument : call.arguments)
    operands.push_back(lowerExpr(*argument));
  if (!lookupFunction(call.name.name))
    return operands.front();
  return ApplyOp::create(builder, loc(call.range), call.name.name, operands);
}

Value FunctionLowering::repeatAlong(Value expr, ArrayRef<StringAttr> labels,
                                    llvm::function_ref<Value(size_t)> sizeOf,
                                    Location where) {
  auto type = cast<ExprType>(expr.getType());
  SmallVector<StringAttr> missing;
  SmallVector<Value> sizes;
  for (auto [k, label] : llvm::enumerate(labels)) {
    if (type.hasLabel(label))
      continue;
    missing.push_back(label);
    sizes.push_back(sizeOf(k));
  }
  if (missing.empty())
    return expr;
  return RepeatOp::create(builder, where, expr, missing, sizes);
}
