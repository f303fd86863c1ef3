//===- Emitter.cpp - arithmetic on doubles and their bits -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandFunctions/Emitter.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace encke;

static TypedAttr splat(Type type, Attribute value) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return DenseElementsAttr::get(shaped, value);
  return cast<TypedAttr>(value);
}

Value Emitter::constant(double value) {
  return arith::ConstantOp::create(builder, loc,
                                   splat(type, builder.getF64FloatAttr(value)));
}

Value Emitter::add(Value a, Value b) {
  return arith::AddFOp::create(builder, loc, a, b);
}
Value Emitter::sub(Value a, Value b) {
  return arith::SubFOp::create(builder, loc, a, b);
}
Value Emitter::mul(Value a, Value b) {
  return arith::MulFOp::create(builder, loc, a, b);
}
Value Emitter::div(Value a, Value b) {
  return arith::DivFOp::create(builder, loc, a, b);
}
Value Emitter::neg(Value a) { return arith::NegFOp::create(builder, loc, a); }
Value Emitter::abs(Value a) { return math::AbsFOp::create(builder, loc, a); }
Value Emitter::fma(Value a, Value b, Value c) {
  return math::FmaOp::create(builder, loc, a, b, c);
}
Value Emitter::copySign(Value magnitude, Value sign) {
  return math::CopySignOp::create(builder, loc, magnitude, sign);
}

Value Emitter::polynomial(ArrayRef<double> coefficients, Value x) {
  Value sum = constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, constant(coefficient));
  return sum;
}

Value Emitter::less(Value a, Value b) {
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, a, b);
}
Value Emitter::equal(Value a, Value b) {
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, a, b);
}
Value Emitter::select(Value condition, Value a, Value b) {
  return arith::SelectOp::create(builder, loc, condition, a, b);
}

Type Emitter::bitsType() const {
  Type integer = builder.getI64Type();
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(integer);
  return integer;
}

Value Emitter::toBits(Value a) {
  return arith::BitcastOp::create(builder, loc, bitsType(), a);
}
Value Emitter::fromBits(Value bits) {
  return arith::BitcastOp::create(builder, loc, type, bits);
}
Value Emitter::bits(int64_t value) {
  return arith::ConstantOp::create(
      builder, loc, splat(bitsType(), builder.getI64IntegerAttr(value)));
}
Value Emitter::addBits(Value a, Value b) {
  return arith::AddIOp::create(builder, loc, a, b);
}
Value Emitter::subBits(Value a, Value b) {
  return arith::SubIOp::create(builder, loc, a, b);
}
Value Emitter::andBits(Value a, Value b) {
  return arith::AndIOp::create(builder, loc, a, b);
}
Value Emitter::orBits(Value a, Value b) {
  return arith::OrIOp::create(builder, loc, a, b);
}
Value Emitter::xorBits(Value a, Value b) {
  return arith::XOrIOp::create(builder, loc, a, b);
}
Value Emitter::shiftLeft(Value a, int64_t count) {
  return arith::ShLIOp::create(builder, loc, a, bits(count));
}
Value Emitter::shiftRight(Value a, int64_t count) {
  return arith::ShRUIOp::create(builder, loc, a, bits(count));
}

/// Added to a number that is much smaller, it leaves no place for what is
/// behind the point, and the integer in the lowest bits.
static constexpr double shifter = 0x1.8p52;

Rounded encke::roundScaled(Emitter &e, Value x, double scale) {
  Value shifted = e.fma(x, e.constant(scale), e.constant(shifter));
  return {e.toBits(shifted), e.sub(shifted, e.constant(shifter))};
}

Value encke::powerOfTwo(Emitter &e, Value lowest) {
  constexpr int64_t bias = 1023, mantissa = 52;
  return e.fromBits(e.shiftLeft(e.addBits(lowest, e.bits(bias)), mantissa));
}
