//===- SemaPattern.cpp - results that are full by structure (L44) ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/SemaInternal.h"

using namespace encke;
using namespace encke::sema;
using ast::BinaryOp;

/// The full part of an operation that is full where either operand is.
static const ast::Expr *fullEither(const ast::Expr &lhs, const ast::Expr &rhs) {
  const ast::Expr *part = findFullPart(lhs);
  return part ? part : findFullPart(rhs);
}

/// The full part of an operation that an absent element of either operand
/// makes absent.
static const ast::Expr *fullBoth(const ast::Expr &whole, const ast::Expr &lhs,
                                 const ast::Expr &rhs) {
  return findFullPart(lhs) && findFullPart(rhs) ? &whole : nullptr;
}

/// `pow(x, 2)` is 0 where x is; of `min` and `max` both arguments must be.
static const ast::Expr *fullCall(const ast::Call &call) {
  const Builtin *builtin = findBuiltin(call.name.name);
  if (!builtin || call.arguments.empty())
    return &call;
  const ast::Expr &first = *call.arguments.front();
  if (builtin->kind == BuiltinKind::Reduction)
    return call.labels.empty() ? &call : findFullPart(first);
  if (builtin->kind != BuiltinKind::Elementwise)
    return &call;
  if (builtin->name == "pow") {
    const auto *exponent = llvm::dyn_cast<ast::Number>(call.arguments[1].get());
    return exponent && exponent->value > 0 ? findFullPart(first) : &call;
  }
  if (call.arguments.size() == 2)
    return fullEither(first, *call.arguments[1]);
  return builtin->keepsZero ? findFullPart(first) : &call;
}

const ast::Expr *sema::findFullPart(const ast::Expr &value) {
  // L48: a sum without labels has a value even where nothing contributes.
  if (!value.summed.empty() && value.labels.empty())
    return &value;
  switch (value.getKind()) {
  case ast::Expr::NumberKind:
    return llvm::cast<ast::Number>(value).value != 0 ? &value : nullptr;
  case ast::Expr::AccessKind: {
    const auto &access = llvm::cast<ast::Access>(value);
    bool isDense = !access.tensor->format || access.tensor->format->isDense();
    return isDense ? &value : nullptr;
  }
  case ast::Expr::UnaryKind:
    return findFullPart(*llvm::cast<ast::Unary>(value).operand);
  case ast::Expr::TransposeKind:
    return findFullPart(*llvm::cast<ast::Transpose>(value).operand);
  case ast::Expr::CallKind:
    return fullCall(llvm::cast<ast::Call>(value));
  case ast::Expr::SemiringKind: {
    const auto &semiring = llvm::cast<ast::Semiring>(value);
    return semiring.isUnion ? fullEither(*semiring.lhs, *semiring.rhs)
                            : fullBoth(value, *semiring.lhs, *semiring.rhs);
  }
  case ast::Expr::BinaryKind: {
    const auto &binary = llvm::cast<ast::Binary>(value);
    switch (binary.op) {
    case BinaryOp::Mul:
    case BinaryOp::ElementwiseMul:
    case BinaryOp::Div: // L45: a quotient needs a stored divisor
      return fullBoth(value, *binary.lhs, *binary.rhs);
    default:
      return fullEither(*binary.lhs, *binary.rhs);
    }
  }
  default: // scalar variables, order-0 tensors, truth values
    return &value;
  }
}
