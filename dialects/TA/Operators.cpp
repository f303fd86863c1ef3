//===- Operators.cpp - the operators of semirings -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Operators.h"

#include "dialects/TA/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace mlir;
using namespace encke::ta;

static constexpr bool reduces = true, ordered = true;

static constexpr SemiringOperator operators[] = {
    {"add", "+", reduces, !ordered},
    {"sub", "-", !reduces, !ordered},
    {"mul", "*", reduces, !ordered},
    {"div", "/", !reduces, !ordered},
    {"min", "min", reduces, ordered},
    {"max", "max", reduces, ordered},
    {"first", "first", !reduces, !ordered},
    {"second", "second", !reduces, !ordered},
    {"any", "any", reduces, !ordered},
    {"pair", "pair", !reduces, !ordered},
    {"or", "|", reduces, !ordered},
    {"and", "&", reduces, !ordered},
};

const SemiringOperator *encke::ta::lookupOperator(StringRef name) {
  for (const SemiringOperator &entry : operators)
    if (entry.name == name)
      return &entry;
  return nullptr;
}

const SemiringOperator *
encke::ta::lookupOperatorBySpelling(StringRef spelling) {
  for (const SemiringOperator &entry : operators)
    if (entry.spelling == spelling)
      return &entry;
  return nullptr;
}

/// 1 or 0 of the operands' type.
static Value emitLogical(OpBuilder &builder, Location loc, bool isOr, Value lhs,
                         Value rhs) {
  Value x = emitIsTrue(builder, loc, lhs), y = emitIsTrue(builder, loc, rhs);
  Value result = isOr ? arith::OrIOp::create(builder, loc, x, y).getResult()
                      : arith::AndIOp::create(builder, loc, x, y);
  return emitCast(builder, loc, result, lhs.getType());
}

Value encke::ta::emitOperator(OpBuilder &builder, Location loc, StringRef name,
                              Value lhs, Value rhs) {
  if (name == "add")
    return emitAdd(builder, loc, lhs, rhs);
  if (name == "sub")
    return emitSub(builder, loc, lhs, rhs);
  if (name == "mul")
    return emitMul(builder, loc, lhs, rhs);
  if (name == "div")
    return emitDiv(builder, loc, lhs, rhs);
  if (name == "min")
    return emitMin(builder, loc, lhs, rhs);
  if (name == "max")
    return emitMax(builder, loc, lhs, rhs);
  if (name == "first" || name == "any")
    return lhs;
  if (name == "second")
    return rhs;
  if (name == "pair")
    return emitConstant(builder, loc, lhs.getType(), 1.0);
  return emitLogical(builder, loc, name == "or", lhs, rhs);
}

Value encke::ta::emitReduction(OpBuilder &builder, Location loc, StringRef name,
                               Value soFar, Value next) {
  return name == "any" ? next : emitOperator(builder, loc, name, soFar, next);
}

bool encke::ta::startsFromZero(StringRef name) {
  return !llvm::is_contained({"min", "max", "mul", "and"}, name);
}

Value encke::ta::emitIdentity(OpBuilder &builder, Location loc, StringRef name,
                              Type type) {
  if (startsFromZero(name))
    return emitConstant(builder, loc, type, 0.0);
  if (name == "mul" || name == "and")
    return emitConstant(builder, loc, type, 1.0);
  bool isMin = name == "min";
  if (isa<FloatType>(type)) {
    double infinity = std::numeric_limits<double>::infinity();
    return emitConstant(builder, loc, type, isMin ? infinity : -infinity);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 1)
    return emitConstant(builder, loc, type, isMin ? 1.0 : 0.0);
  APInt extreme =
      isMin ? APInt::getSignedMaxValue(width) : APInt::getSignedMinValue(width);
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, extreme));
}
