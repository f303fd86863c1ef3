//===- Operators.cpp - the operators of semirings -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Operators.h"

#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace mlir;
using namespace encke::ta;

static constexpr bool reduces = true;

static constexpr SemiringOperator operators[] = {
    {"add", "+", reduces, Operands::Any},
    {"sub", "-", !reduces, Operands::Any},
    {"mul", "*", reduces, Operands::Any},
    {"div", "/", !reduces, Operands::Any},
    {"min", "min", reduces, Operands::Ordered},
    {"max", "max", reduces, Operands::Ordered},
    // Of coordinates (L55); no program has it.
    {"minu", "", reduces, Operands::Integers},
    {"first", "first", !reduces, Operands::Any},
    {"second", "second", !reduces, Operands::Any},
    {"any", "any", reduces, Operands::Any},
    {"pair", "pair", !reduces, Operands::Any},
    {"or", "|", reduces, Operands::Any},
    {"and", "&", reduces, Operands::Any},
    // Of integers only (L54); no semiring has them.
    {"floordiv", "div", !reduces, Operands::Integers},
    {"mod", "%", !reduces, Operands::Integers},
};

bool SemiringOperator::takes(Type element) const {
  switch (operands) {
  case Operands::Any:
    return true;
  case Operands::Ordered:
    return element.isIntOrFloat();
  case Operands::Integers:
    return element.isInteger();
  }
  llvm_unreachable("no such operands");
}

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

/// Rounded down, or the remainder of that, which has the sign of the divisor.
/// The smallest number by -1 wraps around.
static Value emitFloorQuotient(OpBuilder &builder, Location loc,
                               bool isRemainder, Value lhs, Value rhs) {
  Type type = lhs.getType();
  auto constant = [&](double value) {
    return emitConstant(builder, loc, type, value);
  };
  auto is = [&](Comparison comparison, Value x, Value y) {
    return emitComparison(builder, loc, comparison, x, y);
  };
  auto choose = [&](Value condition, Value yes, Value no) -> Value {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  };
  rhs = CheckOp::create(builder, loc, rhs, is(Comparison::ne, rhs, constant(0)),
                        "division by zero");
  Value isMinusOne = is(Comparison::eq, rhs, constant(-1));
  Value divisor = choose(isMinusOne, constant(1), rhs);
  Value rest = arith::RemSIOp::create(builder, loc, lhs, divisor);
  Value differs =
      is(Comparison::lt, arith::XOrIOp::create(builder, loc, rest, rhs),
         constant(0));
  Value isUp = arith::AndIOp::create(
      builder, loc, is(Comparison::ne, rest, constant(0)), differs);
  if (isRemainder)
    return choose(isUp, arith::AddIOp::create(builder, loc, rest, rhs), rest);
  Value quotient = arith::DivSIOp::create(builder, loc, lhs, divisor);
  quotient =
      choose(isUp, arith::SubIOp::create(builder, loc, quotient, constant(1)),
             quotient);
  return choose(isMinusOne, emitNeg(builder, loc, lhs), quotient);
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
  if (name == "minu")
    return arith::MinUIOp::create(builder, loc, lhs, rhs);
  if (name == "max")
    return emitMax(builder, loc, lhs, rhs);
  if (name == "first" || name == "any")
    return lhs;
  if (name == "second")
    return rhs;
  if (name == "floordiv" || name == "mod")
    return emitFloorQuotient(builder, loc, name == "mod", lhs, rhs);
  if (name == "pair")
    return emitConstant(builder, loc, lhs.getType(), 1.0);
  return emitLogical(builder, loc, name == "or", lhs, rhs);
}

/// Arithmetic takes no numbers without a sign: in twice the bits they have one.
static Value emitUnsigned(OpBuilder &builder, Location loc, StringRef name,
                          Value soFar, Value next) {
  auto type = cast<IntegerType>(next.getType());
  Type bits = builder.getIntegerType(type.getWidth());
  Type wide = builder.getIntegerType(2 * type.getWidth());
  auto cast = [&](Value from, Type to) {
    return UnrealizedConversionCastOp::create(builder, loc, to, from)
        .getResult(0);
  };
  auto widen = [&](Value number) -> Value {
    return arith::ExtUIOp::create(builder, loc, wide, cast(number, bits));
  };
  Value result = emitReduction(builder, loc, name, widen(soFar), widen(next));
  return cast(arith::TruncIOp::create(builder, loc, bits, result), type);
}

Value encke::ta::emitReduction(OpBuilder &builder, Location loc, StringRef name,
                               Value soFar, Value next) {
  if (next.getType().isUnsignedInteger())
    return emitUnsigned(builder, loc, name, soFar, next);
  return name == "any" ? next : emitOperator(builder, loc, name, soFar, next);
}

bool encke::ta::startsFromZero(StringRef name) {
  return !llvm::is_contained({"min", "minu", "max", "mul", "and"}, name);
}

Value encke::ta::emitIdentity(OpBuilder &builder, Location loc, StringRef name,
                              Type type) {
  if (startsFromZero(name))
    return emitConstant(builder, loc, type, 0.0);
  if (name == "mul" || name == "and")
    return emitConstant(builder, loc, type, 1.0);
  if (name == "minu")
    return emitConstant(builder, loc, type, -1.0);
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
