//===- Scalars.cpp - arithmetic on the element types ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Scalars.h"

#include "dialects/TA/Functions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// The place of a type in the order of promotion, or none.
static std::optional<unsigned> rankOf(Type type) {
  if (type.isInteger(1))
    return 0;
  if (type.isInteger(32))
    return 1;
  if (type.isInteger(64))
    return 2;
  if (type.isF32())
    return 3;
  if (type.isF64())
    return 4;
  if (auto complex = dyn_cast<ComplexType>(type);
      complex && complex.getElementType().isF64())
    return 5;
  return std::nullopt;
}

bool encke::ta::isElementType(Type type) {
  return toElementType(type).has_value();
}

bool encke::ta::isWidening(Type from, Type to) {
  std::optional<unsigned> low = rankOf(from), high = rankOf(to);
  return low && high && *low < *high;
}

bool encke::ta::isStorageOf(Type narrow, Type wide) {
  std::optional<ElementType> from = toElementType(narrow);
  std::optional<ElementType> to = toElementType(wide);
  return from && to && from != to && computedIn(*from) == to;
}

Value encke::ta::emitConstant(OpBuilder &builder, Location loc, Type type,
                              double value) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    return complex::ConstantOp::create(
        builder, loc, type,
        builder.getArrayAttr({builder.getFloatAttr(part, value),
                              builder.getFloatAttr(part, 0.0)}));
  }
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, value));
  if (type.isUnsignedInteger())
    return emitCast(builder, loc,
                    emitConstant(builder, loc, builder.getI32Type(), value),
                    type);
  return arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, static_cast<int64_t>(value)));
}

/// Arithmetic is done on integers without a sign.
static Value withoutSign(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  if (!type.isUnsignedInteger())
    return value;
  Type signless = builder.getIntegerType(type.getIntOrFloatBitWidth());
  return UnrealizedConversionCastOp::create(builder, loc, signless, value)
      .getResult(0);
}

Value encke::ta::emitCast(OpBuilder &builder, Location loc, Value value,
                          Type to) {
  Type from = value.getType();
  if (from == to)
    return value;
  if (to.isUnsignedInteger()) {
    Type signless = builder.getIntegerType(to.getIntOrFloatBitWidth());
    return UnrealizedConversionCastOp::create(
               builder, loc, to, emitCast(builder, loc, value, signless))
        .getResult(0);
  }
  value = withoutSign(builder, loc, value);
  if (auto complex = dyn_cast<ComplexType>(to)) {
    Type part = complex.getElementType();
    if (auto parts = dyn_cast<ComplexType>(from)) {
      Value real = complex::ReOp::create(builder, loc, value);
      Value imaginary = complex::ImOp::create(builder, loc, value);
      return complex::CreateOp::create(builder, loc, to,
                                       emitCast(builder, loc, real, part),
                                       emitCast(builder, loc, imaginary, part));
    }
    Value real = emitCast(builder, loc, value, part);
    return complex::CreateOp::create(builder, loc, to, real,
                                     emitConstant(builder, loc, part, 0.0));
  }
  bool isNarrower = isa<IntegerType, FloatType>(to) &&
                    from.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth();
  if (isa<FloatType>(from) && isNarrower)
    return arith::TruncFOp::create(builder, loc, to, value);
  if (isa<FloatType>(from))
    return arith::ExtFOp::create(builder, loc, to, value);
  if (isa<IntegerType>(to) && isNarrower)
    return arith::TruncIOp::create(builder, loc, to, value);
  bool hasNoSign = from.isInteger(1) || from.isUnsignedInteger();
  if (isa<FloatType>(to))
    return hasNoSign
               ? arith::UIToFPOp::create(builder, loc, to, value).getResult()
               : arith::SIToFPOp::create(builder, loc, to, value);
  return hasNoSign ? arith::ExtUIOp::create(builder, loc, to, value).getResult()
                   : arith::ExtSIOp::create(builder, loc, to, value);
}

/// The operation for the kind of type that the operands have.
template <typename FloatOp, typename IntOp, typename BoolOp, typename ComplexOp>
static Value emitByType(OpBuilder &builder, Location loc, Value lhs,
                        Value rhs) {
  Type type = lhs.getType();
  if (isa<ComplexType>(type))
    return ComplexOp::create(builder, loc, lhs, rhs);
  if (isa<FloatType>(type))
    return FloatOp::create(builder, loc, lhs, rhs);
  if (type.isInteger(1))
    return BoolOp::create(builder, loc, lhs, rhs);
  return IntOp::create(builder, loc, lhs, rhs);
}

Value encke::ta::emitAdd(OpBuilder &builder, Location loc, Value lhs,
                         Value rhs) {
  return emitByType<arith::AddFOp, arith::AddIOp, arith::OrIOp, complex::AddOp>(
      builder, loc, lhs, rhs);
}

Value encke::ta::emitSub(OpBuilder &builder, Location loc, Value lhs,
                         Value rhs) {
  return emitByType<arith::SubFOp, arith::SubIOp, arith::XOrIOp,
                    complex::SubOp>(builder, loc, lhs, rhs);
}

Value encke::ta::emitMul(OpBuilder &builder, Location loc, Value lhs,
                         Value rhs) {
  return emitByType<arith::MulFOp, arith::MulIOp, arith::AndIOp,
                    complex::MulOp>(builder, loc, lhs, rhs);
}

Value encke::ta::emitDiv(OpBuilder &builder, Location loc, Value lhs,
                         Value rhs) {
  return emitByType<arith::DivFOp, arith::DivSIOp, arith::AndIOp,
                    complex::DivOp>(builder, loc, lhs, rhs);
}

Value encke::ta::emitNeg(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  if (isa<ComplexType>(type))
    return complex::NegOp::create(builder, loc, value);
  if (isa<FloatType>(type))
    return arith::NegFOp::create(builder, loc, value);
  return arith::SubIOp::create(builder, loc,
                               emitConstant(builder, loc, type, 0.0), value);
}

Value encke::ta::emitMin(OpBuilder &builder, Location loc, Value lhs,
                         Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return arith::MinimumFOp::create(builder, loc, lhs, rhs);
  if (lhs.getType().isInteger(1))
    return arith::AndIOp::create(builder, loc, lhs, rhs);
  return arith::MinSIOp::create(builder, loc, lhs, rhs);
}

Value encke::ta::emitMax(OpBuilder &builder, Location loc, Value lhs,
                         Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return arith::MaximumFOp::create(builder, loc, lhs, rhs);
  if (lhs.getType().isInteger(1))
    return arith::OrIOp::create(builder, loc, lhs, rhs);
  return arith::MaxSIOp::create(builder, loc, lhs, rhs);
}

namespace {
struct Predicates {
  arith::CmpFPredicate real;
  arith::CmpIPredicate integer;
  arith::CmpIPredicate boolean; // false < true
};
} // namespace

static Predicates predicatesOf(Comparison comparison) {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  switch (comparison) {
  case Comparison::eq:
    return {F::OEQ, I::eq, I::eq};
  case Comparison::ne:
    return {F::UNE, I::ne, I::ne};
  case Comparison::lt:
    return {F::OLT, I::slt, I::ult};
  case Comparison::le:
    return {F::OLE, I::sle, I::ule};
  case Comparison::gt:
    return {F::OGT, I::sgt, I::ugt};
  case Comparison::ge:
    return {F::OGE, I::sge, I::uge};
  }
  return {F::OEQ, I::eq, I::eq};
}

Value encke::ta::emitComparison(OpBuilder &builder, Location loc,
                                Comparison comparison, Value lhs, Value rhs) {
  Type type = lhs.getType();
  Predicates predicates = predicatesOf(comparison);
  if (isa<ComplexType>(type))
    return comparison == Comparison::ne
               ? complex::NotEqualOp::create(builder, loc, lhs, rhs).getResult()
               : complex::EqualOp::create(builder, loc, lhs, rhs);
  if (isa<FloatType>(type))
    return arith::CmpFOp::create(builder, loc, predicates.real, lhs, rhs);
  return arith::CmpIOp::create(
      builder, loc, type.isInteger(1) ? predicates.boolean : predicates.integer,
      lhs, rhs);
}

Value encke::ta::emitIsTrue(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isInteger(1))
    return value;
  return emitComparison(builder, loc, Comparison::ne, value,
                        emitConstant(builder, loc, value.getType(), 0.0));
}

bool encke::ta::isZero(Attribute value) {
  if (auto number = dyn_cast_if_present<FloatAttr>(value))
    return number.getValue().isZero();
  if (auto number = dyn_cast_if_present<IntegerAttr>(value))
    return number.getValue().isZero();
  auto parts = dyn_cast_if_present<ArrayAttr>(value); // a complex number
  return parts &&
         llvm::all_of(parts, [](Attribute part) { return isZero(part); });
}

bool encke::ta::isZero(Value value) {
  Attribute constant;
  return matchPattern(value, m_Constant(&constant)) && isZero(constant);
}
