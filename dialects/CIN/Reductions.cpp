//===- Reductions.cpp - how an assignment combines ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

#include <limits>

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Contraction to fused multiply-add is always allowed.
static constexpr auto contract = arith::FastMathFlags::contract;

static Value emitZero(OpBuilder &builder, Location loc, Type type) {
  if (isa<ComplexType>(type)) {
    auto zero = builder.getF64FloatAttr(0);
    return complex::ConstantOp::create(builder, loc, type,
                                       builder.getArrayAttr({zero, zero}));
  }
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

static Value emitNumber(OpBuilder &builder, Location loc, Type type,
                        double number) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, number));
  if (isa<IntegerType>(type))
    return arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(type, static_cast<int64_t>(number)));
  if (!isa<ComplexType>(type))
    return {};
  return complex::ConstantOp::create(
      builder, loc, type,
      builder.getArrayAttr(
          {builder.getF64FloatAttr(number), builder.getF64FloatAttr(0)}));
}

/// The largest or smallest value of an ordered type.
static Value emitExtreme(OpBuilder &builder, Location loc, Type type,
                         bool largest) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (isa<FloatType>(type))
    return emitNumber(builder, loc, type, largest ? infinity : -infinity);
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return {};
  unsigned bits = integer.getWidth();
  APInt value = bits == 1 ? APInt(1, largest)
                : largest ? APInt::getSignedMaxValue(bits)
                          : APInt::getSignedMinValue(bits);
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(integer, value));
}

static Value emitSum(OpBuilder &builder, Location loc, Value old, Value value,
                     bool subtract) {
  Type type = value.getType();
  if (isa<FloatType>(type))
    return subtract ? arith::SubFOp::create(builder, loc, old, value, contract)
                          .getResult()
                    : arith::AddFOp::create(builder, loc, old, value, contract);
  if (isa<ComplexType>(type))
    return subtract
               ? complex::SubOp::create(builder, loc, old, value).getResult()
               : complex::AddOp::create(builder, loc, old, value);
  if (type.isInteger(1) && !subtract)
    return arith::OrIOp::create(builder, loc, old, value);
  return subtract ? arith::SubIOp::create(builder, loc, old, value).getResult()
                  : arith::AddIOp::create(builder, loc, old, value);
}

static Value emitProduct(OpBuilder &builder, Location loc, Value old,
                         Value value) {
  if (isa<FloatType>(value.getType()))
    return arith::MulFOp::create(builder, loc, old, value, contract);
  if (isa<ComplexType>(value.getType()))
    return complex::MulOp::create(builder, loc, old, value);
  return arith::MulIOp::create(builder, loc, old, value);
}

static Value emitChoice(OpBuilder &builder, Location loc, Value old,
                        Value value, bool larger) {
  Type type = value.getType();
  if (isa<FloatType>(type))
    return larger
               ? arith::MaximumFOp::create(builder, loc, old, value).getResult()
               : arith::MinimumFOp::create(builder, loc, old, value);
  if (!isa<IntegerType>(type))
    return {};
  if (type.isInteger(1))
    return larger ? arith::OrIOp::create(builder, loc, old, value).getResult()
                  : arith::AndIOp::create(builder, loc, old, value);
  return larger ? arith::MaxSIOp::create(builder, loc, old, value).getResult()
                : arith::MinSIOp::create(builder, loc, old, value);
}

/// Whether a number counts as true, and back to 0 or 1 (L42).
static Value emitLogical(OpBuilder &builder, Location loc, Value old,
                         Value value, bool conjunction) {
  Type type = value.getType();
  Value zero = emitZero(builder, loc, type);
  auto truth = [&](Value number) -> Value {
    if (type.isInteger(1))
      return number;
    if (isa<FloatType>(type))
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE,
                                   number, zero);
    if (isa<ComplexType>(type))
      return complex::NotEqualOp::create(builder, loc, number, zero);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, number,
                                 zero);
  };
  Value a = truth(old), b = truth(value);
  Value both =
      conjunction ? arith::AndIOp::create(builder, loc, a, b).getResult()
                  : arith::OrIOp::create(builder, loc, a, b);
  if (type.isInteger(1))
    return both;
  return arith::SelectOp::create(builder, loc, both,
                                 emitNumber(builder, loc, type, 1), zero);
}

Value cin::emitReduction(OpBuilder &builder, Location loc, Reduction reduction,
                         Value old, Value value) {
  switch (reduction) {
  case Reduction::none:
    return value;
  case Reduction::add:
  case Reduction::sub:
    return emitSum(builder, loc, old, value, reduction == Reduction::sub);
  case Reduction::mul:
    return emitProduct(builder, loc, old, value);
  case Reduction::min:
  case Reduction::max:
    return emitChoice(builder, loc, old, value, reduction == Reduction::max);
  case Reduction::lor:
  case Reduction::land:
    return emitLogical(builder, loc, old, value, reduction == Reduction::land);
  case Reduction::any:
    return value;
  }
  return {};
}

Value cin::emitIdentity(OpBuilder &builder, Location loc, Reduction reduction,
                        Type type) {
  switch (reduction) {
  case Reduction::mul:
  case Reduction::land:
    return emitNumber(builder, loc, type, 1);
  case Reduction::min:
  case Reduction::max:
    return emitExtreme(builder, loc, type, reduction == Reduction::min);
  default:
    return emitZero(builder, loc, type);
  }
}

Reduction cin::getCollecting(Reduction reduction) {
  return reduction == Reduction::sub ? Reduction::add : reduction;
}
