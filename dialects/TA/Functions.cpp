//===- Functions.cpp - the elementwise functions of the language ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Functions.h"

#include "dialects/TA/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

std::optional<ElementType> encke::ta::toElementType(Type type) {
  if (type.isInteger(1))
    return ElementType::Bool;
  if (type.isInteger(32))
    return ElementType::Int32;
  if (type.isInteger(64))
    return ElementType::Int64;
  if (type.isF32())
    return ElementType::Float;
  if (type.isF64())
    return ElementType::Double;
  if (auto complex = dyn_cast<ComplexType>(type);
      complex && complex.getElementType().isF64())
    return ElementType::Complex;
  return std::nullopt;
}

Type encke::ta::toType(ElementType type, MLIRContext *context) {
  switch (type) {
  case ElementType::Double:
    return Float64Type::get(context);
  case ElementType::Float:
    return Float32Type::get(context);
  case ElementType::Int64:
    return IntegerType::get(context, 64);
  case ElementType::Int32:
    return IntegerType::get(context, 32);
  case ElementType::Bool:
    return IntegerType::get(context, 1);
  case ElementType::Complex:
    return ComplexType::get(Float64Type::get(context));
  }
  return {};
}

bool encke::ta::takes(const ElementwiseFunction &function, Type operand) {
  std::optional<ElementType> type = toElementType(operand);
  return type && function.computesIn(*type) == type;
}

Type encke::ta::getResultType(const ElementwiseFunction &function,
                              Type operand) {
  std::optional<ElementType> type = toElementType(operand);
  return type ? toType(function.resultOf(*type), operand.getContext())
              : operand;
}

/// 1 / (1 + exp(-x)).
static Value emitSigmoid(OpBuilder &builder, Location loc, Value x) {
  Value one = emitConstant(builder, loc, x.getType(), 1.0);
  Value negated = arith::NegFOp::create(builder, loc, x);
  Value exponential = math::ExpOp::create(builder, loc, negated);
  Value sum = arith::AddFOp::create(builder, loc, one, exponential);
  return arith::DivFOp::create(builder, loc, one, sum);
}

static Value emitAbs(OpBuilder &builder, Location loc, Value x) {
  if (isa<ComplexType>(x.getType()))
    return complex::AbsOp::create(builder, loc, x);
  if (isa<FloatType>(x.getType()))
    return math::AbsFOp::create(builder, loc, x);
  if (x.getType().isInteger(1))
    return x;
  return math::AbsIOp::create(builder, loc, x);
}

/// The functions of complex analysis.
static Value emitComplexFunction(OpBuilder &builder, Location loc,
                                 StringRef name, ValueRange operands) {
  Value x = operands.front();
  if (name == "cos")
    return complex::CosOp::create(builder, loc, x);
  if (name == "exp")
    return complex::ExpOp::create(builder, loc, x);
  if (name == "log")
    return complex::LogOp::create(builder, loc, x);
  if (name == "pow")
    return complex::PowOp::create(builder, loc, x, operands[1]);
  if (name == "sin")
    return complex::SinOp::create(builder, loc, x);
  if (name == "sqrt")
    return complex::SqrtOp::create(builder, loc, x);
  if (name == "tanh")
    return complex::TanhOp::create(builder, loc, x);
  return {};
}

static std::optional<Comparison> comparisonOf(StringRef name) {
  static constexpr std::pair<StringLiteral, Comparison> comparisons[] = {
      {"eq", Comparison::eq}, {"ne", Comparison::ne}, {"lt", Comparison::lt},
      {"le", Comparison::le}, {"gt", Comparison::gt}, {"ge", Comparison::ge},
  };
  for (auto [spelling, comparison] : comparisons)
    if (spelling == name)
      return comparison;
  return std::nullopt;
}

Value encke::ta::emitFunction(OpBuilder &builder, Location loc, StringRef name,
                              ValueRange operands) {
  Value x = operands.front();
  if (std::optional<Comparison> comparison = comparisonOf(name))
    return emitComparison(builder, loc, *comparison, x, operands[1]);
  if (name == "abs")
    return emitAbs(builder, loc, x);
  if (name == "and")
    return arith::AndIOp::create(builder, loc, x, operands[1]);
  if (name == "or")
    return arith::OrIOp::create(builder, loc, x, operands[1]);
  if (name == "not")
    return arith::XOrIOp::create(builder, loc, x,
                                 emitConstant(builder, loc, x.getType(), 1));
  if (name == "max")
    return emitMax(builder, loc, x, operands[1]);
  if (name == "min")
    return emitMin(builder, loc, x, operands[1]);
  if (name == "relu")
    return emitMax(builder, loc, x,
                   emitConstant(builder, loc, x.getType(), 0.0));
  if (isa<ComplexType>(x.getType()))
    return emitComplexFunction(builder, loc, name, operands);
  if (name == "cos")
    return math::CosOp::create(builder, loc, x);
  if (name == "exp")
    return math::ExpOp::create(builder, loc, x);
  if (name == "log")
    return math::LogOp::create(builder, loc, x);
  if (name == "pow")
    return math::PowFOp::create(builder, loc, x, operands[1]);
  if (name == "sigmoid")
    return emitSigmoid(builder, loc, x);
  if (name == "sin")
    return math::SinOp::create(builder, loc, x);
  if (name == "sqrt")
    return math::SqrtOp::create(builder, loc, x);
  if (name == "tanh")
    return math::TanhOp::create(builder, loc, x);
  if (name == "to_float")
    return arith::TruncFOp::create(builder, loc, builder.getF32Type(), x);
  return {};
}
