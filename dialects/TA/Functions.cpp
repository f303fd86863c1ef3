//===- Functions.cpp - the elementwise functions of the language ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Functions.h"

#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace encke;
using namespace encke::ta;

std::optional<ElementType> encke::ta::toElementType(Type type) {
  if (type.isSignlessInteger(1))
    return ElementType::Bool;
  if (type.isSignlessInteger(32))
    return ElementType::Int32;
  if (type.isSignlessInteger(64))
    return ElementType::Int64;
  if (type.isF32())
    return ElementType::Float;
  if (type.isF64())
    return ElementType::Double;
  if (type.isF16())
    return ElementType::Float16;
  if (type.isBF16())
    return ElementType::BFloat16;
  if (type.isSignlessInteger(8))
    return ElementType::Int8;
  if (type.isSignlessInteger(16))
    return ElementType::Int16;
  if (type.isUnsignedInteger(8))
    return ElementType::UInt8;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF64())
      return ElementType::Complex;
    if (complex.getElementType().isF32())
      return ElementType::Complex64;
  }
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
  case ElementType::Float16:
    return Float16Type::get(context);
  case ElementType::BFloat16:
    return BFloat16Type::get(context);
  case ElementType::Int8:
    return IntegerType::get(context, 8);
  case ElementType::Int16:
    return IntegerType::get(context, 16);
  case ElementType::UInt8:
    return IntegerType::get(context, 8, IntegerType::Unsigned);
  case ElementType::Complex64:
    return ComplexType::get(Float32Type::get(context));
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

//===----------------------------------------------------------------------===//
// What they compute
//===----------------------------------------------------------------------===//

namespace {
/// Emits a function of its operands, which have one element type.
using Emit = Value (*)(OpBuilder &, Location, ValueRange);

struct Emission {
  StringLiteral name;
  Emit emit;
  Emit ofComplex = nullptr; ///< where it is another one
};
} // namespace

template <typename Op>
static Value one(OpBuilder &builder, Location loc, ValueRange x) {
  return Op::create(builder, loc, x[0]);
}

template <typename Op>
static Value two(OpBuilder &builder, Location loc, ValueRange x) {
  return Op::create(builder, loc, x[0], x[1]);
}

template <Comparison comparison>
static Value compare(OpBuilder &builder, Location loc, ValueRange x) {
  return emitComparison(builder, loc, comparison, x[0], x[1]);
}

/// Of floating-point numbers; a whole number is the result itself.
template <typename Op>
static Value rounded(OpBuilder &builder, Location loc, ValueRange x) {
  return isa<FloatType>(x[0].getType()) ? one<Op>(builder, loc, x) : x[0];
}

static Value emitMaximum(OpBuilder &builder, Location loc, ValueRange x) {
  return emitMax(builder, loc, x[0], x[1]);
}

static Value emitMinimum(OpBuilder &builder, Location loc, ValueRange x) {
  return emitMin(builder, loc, x[0], x[1]);
}

static Value emitNot(OpBuilder &builder, Location loc, ValueRange x) {
  return arith::XOrIOp::create(builder, loc, x[0],
                               emitConstant(builder, loc, x[0].getType(), 1));
}

static Value emitBitNot(OpBuilder &builder, Location loc, ValueRange x) {
  return arith::XOrIOp::create(builder, loc, x[0],
                               emitConstant(builder, loc, x[0].getType(), -1));
}

static Value emitRelu(OpBuilder &builder, Location loc, ValueRange x) {
  return emitMax(builder, loc, x[0],
                 emitConstant(builder, loc, x[0].getType(), 0.0));
}

/// 1 / (1 + exp(-x)).
static Value emitSigmoid(OpBuilder &builder, Location loc, ValueRange x) {
  Value one = emitConstant(builder, loc, x[0].getType(), 1.0);
  Value negated = arith::NegFOp::create(builder, loc, x[0]);
  Value exponential = math::ExpOp::create(builder, loc, negated);
  Value sum = arith::AddFOp::create(builder, loc, one, exponential);
  return arith::DivFOp::create(builder, loc, one, sum);
}

static Value emitAbs(OpBuilder &builder, Location loc, ValueRange x) {
  Type type = x[0].getType();
  if (isa<FloatType>(type))
    return math::AbsFOp::create(builder, loc, x[0]);
  if (type.isInteger(1))
    return x[0];
  return math::AbsIOp::create(builder, loc, x[0]);
}

/// 1, -1, or the zero or NaN itself.
static Value emitSign(OpBuilder &builder, Location loc, ValueRange x) {
  Type type = x[0].getType();
  if (type.isInteger(1))
    return x[0];
  auto constant = [&](double value) {
    return emitConstant(builder, loc, type, value);
  };
  auto is = [&](Comparison comparison) {
    return emitComparison(builder, loc, comparison, x[0], constant(0));
  };
  Value negative = arith::SelectOp::create(builder, loc, is(Comparison::lt),
                                           constant(-1), x[0]);
  return arith::SelectOp::create(builder, loc, is(Comparison::gt), constant(1),
                                 negative);
}

namespace {
/// Functions near 0, of doubles; a float is rounded from one. What one step
/// rounds away, the next puts back (Kahan).
class NearZero {
public:
  NearZero(OpBuilder &builder, Location loc, Value x)
      : builder(builder), loc(loc), narrow(x.getType()),
        x(emitCast(builder, loc, x, builder.getF64Type())) {}

  /// log(u) * x / (u - 1), where u is 1 + x, rounded.
  Value log1p() {
    Value u = arith::AddFOp::create(builder, loc, number(1), x);
    Value scale = arith::DivFOp::create(builder, loc, x, minusOne(u));
    Value log = math::LogOp::create(builder, loc, u);
    Value y = arith::MulFOp::create(builder, loc, log, scale);
    y = choose(equal(u, HUGE_VAL), u, y);
    return result(choose(equal(u, 1), x, y));
  }

  /// (u - 1) * x / log(u), where u is exp(x), rounded.
  Value expm1() {
    Value u = math::ExpOp::create(builder, loc, x);
    Value log = math::LogOp::create(builder, loc, u);
    Value scale = arith::DivFOp::create(builder, loc, x, log);
    Value less = minusOne(u);
    Value y = arith::MulFOp::create(builder, loc, less, scale);
    y = choose(equal(u, HUGE_VAL), u, y);
    y = choose(equal(less, -1), less, y);
    return result(choose(equal(u, 1), x, y));
  }

private:
  Value number(double value) {
    return emitConstant(builder, loc, builder.getF64Type(), value);
  }
  Value minusOne(Value u) {
    return arith::SubFOp::create(builder, loc, u, number(1));
  }
  Value equal(Value y, double to) {
    return emitComparison(builder, loc, Comparison::eq, y, number(to));
  }
  Value choose(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }
  Value result(Value y) {
    return narrow.isF64() ? y
                          : arith::TruncFOp::create(builder, loc, narrow, y);
  }

  OpBuilder &builder;
  Location loc;
  Type narrow;
  Value x;
};
} // namespace

static Value emitLog1p(OpBuilder &builder, Location loc, ValueRange x) {
  return NearZero(builder, loc, x[0]).log1p();
}

static Value emitExpM1(OpBuilder &builder, Location loc, ValueRange x) {
  return NearZero(builder, loc, x[0]).expm1();
}

static Value emitArg(OpBuilder &builder, Location loc, ValueRange z) {
  Value real = complex::ReOp::create(builder, loc, z[0]);
  Value imaginary = complex::ImOp::create(builder, loc, z[0]);
  return math::Atan2Op::create(builder, loc, imaginary, real);
}

static Value emitComplex(OpBuilder &builder, Location loc, ValueRange x) {
  return complex::CreateOp::create(
      builder, loc, ComplexType::get(x[0].getType()), x[0], x[1]);
}

/// Beyond its width nothing is left of a number; a negative distance counts as
/// one beyond.
static Value emitShiftLeft(OpBuilder &builder, Location loc, ValueRange x) {
  Type type = x[0].getType();
  Value width = emitConstant(builder, loc, type, type.getIntOrFloatBitWidth());
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, x[1], width);
  Value zero = emitConstant(builder, loc, type, 0);
  Value by = arith::SelectOp::create(builder, loc, isInside, x[1], zero);
  Value y = arith::ShLIOp::create(builder, loc, x[0], by);
  return arith::SelectOp::create(builder, loc, isInside, y, zero);
}

/// Or its sign.
static Value emitShiftRight(OpBuilder &builder, Location loc, ValueRange x) {
  Type type = x[0].getType();
  Value most =
      emitConstant(builder, loc, type, type.getIntOrFloatBitWidth() - 1);
  Value by = arith::MinUIOp::create(builder, loc, x[1], most);
  return arith::ShRSIOp::create(builder, loc, x[0], by);
}

static Value emitChoice(OpBuilder &builder, Location loc, ValueRange x) {
  return arith::SelectOp::create(builder, loc, emitIsTrue(builder, loc, x[0]),
                                 x[1], x[2]);
}

static Value emitIf(OpBuilder &builder, Location loc, ValueRange x) {
  Value zero = emitConstant(builder, loc, x[0].getType(), 0);
  return emitChoice(builder, loc, {x[1], x[0], zero});
}

static Value emitUnless(OpBuilder &builder, Location loc, ValueRange x) {
  Value zero = emitConstant(builder, loc, x[0].getType(), 0);
  return emitChoice(builder, loc, {x[1], zero, x[0]});
}

static Value emitToBool(OpBuilder &builder, Location loc, ValueRange x) {
  return emitIsTrue(builder, loc, x[0]);
}

static Value emitToDouble(OpBuilder &builder, Location loc, ValueRange x) {
  return emitCast(builder, loc, x[0], builder.getF64Type());
}

static Value emitToFloat(OpBuilder &builder, Location loc, ValueRange x) {
  if (x[0].getType().isF64())
    return arith::TruncFOp::create(builder, loc, builder.getF32Type(), x[0]);
  return emitCast(builder, loc, x[0], builder.getF32Type());
}

/// The fraction is cut off. What the type does not hold ends the program.
template <unsigned width>
static Value emitToInteger(OpBuilder &builder, Location loc, ValueRange x) {
  Type to = builder.getIntegerType(width), from = x[0].getType();
  auto check = [&](Value value, Value fits) {
    return CheckOp::create(builder, loc, value, fits,
                           width == 64 ? "the value does not fit 'int'"
                                       : "the value does not fit 'int32'");
  };
  if (auto integer = dyn_cast<IntegerType>(from)) {
    if (integer.getWidth() <= width)
      return emitCast(builder, loc, x[0], to);
    Value low = arith::TruncIOp::create(builder, loc, to, x[0]);
    Value back = arith::ExtSIOp::create(builder, loc, from, low);
    return check(low, emitComparison(builder, loc, Comparison::eq, back, x[0]));
  }
  Type type = builder.getF64Type();
  Value real = emitCast(builder, loc, x[0], type);
  double limit = std::ldexp(1.0, width - 1);
  // The least double that is too large, and the largest that is too small; of
  // 64 bits that is none between -2^63 - 1 and -2^63.
  Value isBelow = emitComparison(builder, loc, Comparison::lt, real,
                                 emitConstant(builder, loc, type, limit));
  Value isAbove =
      width == 64
          ? emitComparison(builder, loc, Comparison::ge, real,
                           emitConstant(builder, loc, type, -limit))
          : emitComparison(builder, loc, Comparison::gt, real,
                           emitConstant(builder, loc, type, -limit - 1));
  Value fits = arith::AndIOp::create(builder, loc, isBelow, isAbove);
  return arith::FPToSIOp::create(builder, loc, to, check(real, fits));
}

static constexpr Emission emissions[] = {
    {choiceName, emitChoice, emitChoice},
    {"if", emitIf, emitIf},
    {"unless", emitUnless, emitUnless},
    {"abs", emitAbs, one<complex::AbsOp>},
    {"acos", one<math::AcosOp>},
    {"and", two<arith::AndIOp>},
    {"arg", emitArg, emitArg},
    {"asin", one<math::AsinOp>},
    {"atan", one<math::AtanOp>},
    {"atan2", two<math::Atan2Op>},
    {"bitand", two<arith::AndIOp>},
    {"bitnot", emitBitNot},
    {"bitor", two<arith::OrIOp>},
    {"bitxor", two<arith::XOrIOp>},
    {"bool", emitToBool, emitToBool},
    {"cbrt", one<math::CbrtOp>},
    {"ceil", rounded<math::CeilOp>},
    {"complex", emitComplex},
    {"conj", one<complex::ConjOp>, one<complex::ConjOp>},
    {"cos", one<math::CosOp>, one<complex::CosOp>},
    {"cosh", one<math::CoshOp>},
    {"double", emitToDouble},
    {"eq", compare<Comparison::eq>, compare<Comparison::eq>},
    {"erf", one<math::ErfOp>},
    {"exp", one<math::ExpOp>, one<complex::ExpOp>},
    {"expm1", emitExpM1},
    {"float", emitToFloat},
    {"floor", rounded<math::FloorOp>},
    {"ge", compare<Comparison::ge>},
    {"gt", compare<Comparison::gt>},
    {"im", one<complex::ImOp>, one<complex::ImOp>},
    {"int", emitToInteger<64>},
    {"int32", emitToInteger<32>},
    {"int64", emitToInteger<64>},
    {"le", compare<Comparison::le>},
    {"log", one<math::LogOp>, one<complex::LogOp>},
    {"log10", one<math::Log10Op>},
    {"log1p", emitLog1p},
    {"log2", one<math::Log2Op>},
    {"lt", compare<Comparison::lt>},
    {"max", emitMaximum},
    {"min", emitMinimum},
    {"ne", compare<Comparison::ne>, compare<Comparison::ne>},
    {"not", emitNot},
    {"or", two<arith::OrIOp>},
    {"pow", two<math::PowFOp>, two<complex::PowOp>},
    {"re", one<complex::ReOp>, one<complex::ReOp>},
    {"relu", emitRelu},
    {"round", rounded<math::RoundEvenOp>},
    {"shl", emitShiftLeft},
    {"shr", emitShiftRight},
    {"sigmoid", emitSigmoid},
    {"sign", emitSign},
    {"sin", one<math::SinOp>, one<complex::SinOp>},
    {"sinh", one<math::SinhOp>},
    {"sqrt", one<math::SqrtOp>, one<complex::SqrtOp>},
    {"tanh", one<math::TanhOp>, one<complex::TanhOp>},
    {"to_float", emitToFloat},
};

Value encke::ta::emitFunction(OpBuilder &builder, Location loc, StringRef name,
                              ValueRange operands) {
  const Emission *emission = llvm::find_if(
      emissions, [&](const Emission &entry) { return entry.name == name; });
  if (emission == std::end(emissions))
    return {};
  bool isComplex = isa<ComplexType>(operands.front().getType());
  return (isComplex ? emission->ofComplex : emission->emit)(builder, loc,
                                                            operands);
}
