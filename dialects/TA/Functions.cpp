//===- Functions.cpp - the elementwise functions of the language ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Functions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace encke::ta;

static constexpr ElementwiseFunction functions[] = {
    {"abs", 1, true},  {"cos", 1, false}, {"exp", 1, false},
    {"log", 1, false}, {"max", 2, true},  {"min", 2, true},
    {"pow", 2, false}, {"relu", 1, true}, {"sigmoid", 1, false},
    {"sin", 1, true},  {"sqrt", 1, true}, {"tanh", 1, true},
};

const ElementwiseFunction *encke::ta::lookupFunction(StringRef name) {
  for (const ElementwiseFunction &function : functions)
    if (function.name == name)
      return &function;
  return nullptr;
}

/// 1 / (1 + exp(-x)).
static Value emitSigmoid(OpBuilder &builder, Location loc, Value x) {
  Value one = arith::ConstantOp::create(builder, loc,
                                        builder.getFloatAttr(x.getType(), 1.0));
  Value negated = arith::NegFOp::create(builder, loc, x);
  Value exponential = math::ExpOp::create(builder, loc, negated);
  Value sum = arith::AddFOp::create(builder, loc, one, exponential);
  return arith::DivFOp::create(builder, loc, one, sum);
}

static Value emitRelu(OpBuilder &builder, Location loc, Value x) {
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(x.getType()));
  return arith::MaximumFOp::create(builder, loc, x, zero);
}

Value encke::ta::emitFunction(OpBuilder &builder, Location loc, StringRef name,
                              ValueRange operands) {
  Value x = operands.front();
  if (name == "abs")
    return math::AbsFOp::create(builder, loc, x);
  if (name == "cos")
    return math::CosOp::create(builder, loc, x);
  if (name == "exp")
    return math::ExpOp::create(builder, loc, x);
  if (name == "log")
    return math::LogOp::create(builder, loc, x);
  if (name == "max")
    return arith::MaximumFOp::create(builder, loc, x, operands[1]);
  if (name == "min")
    return arith::MinimumFOp::create(builder, loc, x, operands[1]);
  if (name == "pow")
    return math::PowFOp::create(builder, loc, x, operands[1]);
  if (name == "relu")
    return emitRelu(builder, loc, x);
  if (name == "sigmoid")
    return emitSigmoid(builder, loc, x);
  if (name == "sin")
    return math::SinOp::create(builder, loc, x);
  if (name == "sqrt")
    return math::SqrtOp::create(builder, loc, x);
  if (name == "tanh")
    return math::TanhOp::create(builder, loc, x);
  return {};
}
