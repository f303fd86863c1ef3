//===- SemaPattern.cpp - results that are full by structure (L44) ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

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

/// The number that an argument is, perhaps a negative one.
static std::optional<double> numberOf(const ast::Expr &argument) {
  if (const auto *number = llvm::dyn_cast<ast::Number>(&argument))
    return number->value;
  if (const auto *truth = llvm::dyn_cast<ast::Bool>(&argument))
    return truth->value;
  if (const auto *name = llvm::dyn_cast<ast::Name>(&argument))
    return name->constant;
  const auto *unary = llvm::dyn_cast<ast::Unary>(&argument);
  if (!unary || unary->op != ast::UnaryOp::Negate)
    return std::nullopt;
  if (std::optional<double> negated = numberOf(*unary->operand))
    return -*negated;
  return std::nullopt;
}

/// L26: of two arguments both must be absent. A number that one of them is
/// counts as it is written: `pow(x, 2)` and `min(x, 2)` are 0 where x is.
static const ast::Expr *fullOfTwo(const ast::Expr &call,
                                  const ElementwiseFunction &function,
                                  const ast::Expr &first,
                                  const ast::Expr &second) {
  std::optional<double> number = numberOf(second);
  bool isFirst = !number;
  if (isFirst)
    number = numberOf(first);
  if (function.isQuotient)
    return fullBoth(call, first, second);
  if (number)
    return function.keepsZeroWith(*number, isFirst)
               ? findFullPart(isFirst ? second : first)
               : &call;
  return function.keepsZero ? fullEither(first, second) : &call;
}

/// L64: where all are absent, the condition is false.
static const ast::Expr *fullChoice(const ast::Call &call) {
  const ast::Expr &yes = *call.arguments[1], &no = *call.arguments[2];
  if (const ast::Expr *part = findFullPart(*call.arguments[0]))
    return part;
  if (const ast::Expr *part = numberOf(yes) ? nullptr : findFullPart(yes))
    return part;
  std::optional<double> number = numberOf(no);
  return number == 0.0 ? nullptr : findFullPart(no);
}

/// The function that a comparison is, or null.
static const ElementwiseFunction *comparisonOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Less:
    return lookupFunction("lt");
  case BinaryOp::LessEqual:
    return lookupFunction("le");
  case BinaryOp::Greater:
    return lookupFunction("gt");
  case BinaryOp::GreaterEqual:
    return lookupFunction("ge");
  case BinaryOp::Equal:
    return lookupFunction("eq");
  case BinaryOp::NotEqual:
    return lookupFunction("ne");
  default:
    return nullptr;
  }
}

static const ast::Expr *fullCall(const ast::Call &call) {
  const Builtin *builtin = findBuiltin(call);
  if (!builtin || call.arguments.empty())
    return &call;
  const ast::Expr &first = *call.arguments.front();
  if (builtin->kind == BuiltinKind::Reduction)
    return call.labels.empty() ? &call : findFullPart(first);
  if (builtin->kind != BuiltinKind::Elementwise)
    return &call;
  if (builtin->name == choiceName)
    return fullChoice(call);
  if (call.arguments.size() == 2)
    return fullOfTwo(call, *builtin->function, first, *call.arguments[1]);
  return builtin->function->keepsZero ? findFullPart(first) : &call;
}

const ast::Expr *sema::findFullPart(const ast::Expr &value) {
  // L48: a sum without labels has a value even where nothing contributes.
  if (!value.summed.empty() && value.labels.empty())
    return &value;
  switch (value.getKind()) {
  case ast::Expr::AccessKind: {
    const auto &access = llvm::cast<ast::Access>(value);
    bool isDense = !access.tensor->format || access.tensor->format->isDense();
    // L53: beyond the tensor is nothing.
    isDense &= llvm::none_of(access.indices, [](const ast::Index &index) {
      return !index.isLabel() && index.kind == ast::Index::Affine;
    });
    // L56: an element is a single value.
    return isDense || labelsOf(access.indices).empty() ? &value : nullptr;
  }
  case ast::Expr::UnaryKind: {
    const auto &unary = llvm::cast<ast::Unary>(value);
    return unary.op == ast::UnaryOp::Not ? &value
                                         : findFullPart(*unary.operand);
  }
  case ast::Expr::SelectionKind: // L52
    return nullptr;
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
    if (const ElementwiseFunction *comparison = comparisonOf(binary.op))
      return fullOfTwo(value, *comparison, *binary.lhs, *binary.rhs);
    switch (binary.op) {
    case BinaryOp::Mul:
    case BinaryOp::ElementwiseMul:
    case BinaryOp::Div: // L45: a quotient needs a stored divisor
    case BinaryOp::Mod:
      return fullBoth(value, *binary.lhs, *binary.rhs);
    default:
      return fullEither(*binary.lhs, *binary.rhs);
    }
  }
  default: // numbers, scalar variables, order-0 tensors, truth values
    return &value;
  }
}
