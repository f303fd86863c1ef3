//===- Magnitudes.cpp - bounds of what a kernel computes ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/GuardPadding/Magnitudes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static constexpr double infinity = std::numeric_limits<double>::infinity();

/// The largest number of the type, of complex numbers of their parts. Rounding
/// may make a number a little larger than its bound, unless it was stored.
static double getLimit(Type type, bool isStored) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  double largest = type.isF32() ? double(std::numeric_limits<float>::max())
                                : std::numeric_limits<double>::max();
  return isStored ? largest : largest / 2;
}

static double getMagnitude(Attribute attribute) {
  if (auto number = dyn_cast_if_present<FloatAttr>(attribute)) {
    double value = std::abs(number.getValueAsDouble());
    return std::isnan(value) ? infinity : value;
  }
  double result = infinity;
  if (auto parts = dyn_cast_if_present<ArrayAttr>(attribute)) {
    result = 0;
    for (Attribute part : parts)
      result = std::max(result, getMagnitude(part));
  }
  return result;
}

static double toMagnitude(const APFloat &value) {
  bool ignored;
  APFloat number = value;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &ignored);
  return number.isFinite() ? std::abs(number.convertToDouble()) : infinity;
}

/// Of a constant tensor.
static double getMagnitude(DenseElementsAttr elements) {
  double result = 0;
  if (isa<FloatType>(elements.getElementType())) {
    for (const APFloat &value : elements.getValues<APFloat>())
      result = std::max(result, toMagnitude(value));
    return result;
  }
  for (const std::complex<APFloat> &value :
       elements.getValues<std::complex<APFloat>>())
    result = std::max(
        {result, toMagnitude(value.real()), toMagnitude(value.imag())});
  return result;
}

static Value makeNumber(OpBuilder &builder, Location loc, double value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getF64FloatAttr(value));
}

/// What the value is in the code outside: an argument of the function, or
/// computed from such.
Value Magnitudes::getOutside(Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || !isPure(op) ||
      op->getParentOfType<KernelOp>())
    return {};
  for (Value operand : op->getOperands())
    if (!getOutside(operand))
      return {};
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

/// Copies in other formats have the same elements.
static Value skipCopies(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isa<sparse_tensor::ConvertOp, TransposeOp, tensor::CastOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return tensor;
}

Value Magnitudes::getBoundOfElements(AccessOp access) {
  Location loc = access.getLoc();
  auto kernel =
      dyn_cast<KernelOp>(access.getTensor().getParentBlock()->getParentOp());
  auto place = dyn_cast<BlockArgument>(access.getTensor());
  if (!kernel || !place)
    return {};
  Value tensor = skipCopies(kernel.getOperandOf(place));
  DenseElementsAttr constant;
  if (matchPattern(tensor, m_Constant(&constant)))
    return makeNumber(builder, loc, getMagnitude(constant));
  tensor = getOutside(tensor);
  if (!tensor)
    return {};
  Value &largest = bounds[tensor];
  if (!largest)
    largest = LargestOp::create(builder, loc, builder.getF64Type(), tensor);
  return largest;
}

/// The integer that is the exponent of a power, if it is 1 or more.
static std::optional<double> getWholeExponent(Value exponent) {
  FloatAttr attribute;
  if (!matchPattern(exponent, m_Constant(&attribute)))
    return std::nullopt;
  double value = attribute.getValueAsDouble();
  bool isWhole = value >= 1 && value == std::floor(value);
  return isWhole ? std::optional(value) : std::nullopt;
}

/// The operation's operands may have any values up to their bounds.
Value Magnitudes::getBoundOfResult(Operation *op) {
  Location loc = op->getLoc();
  auto add = [&](Value x, Value y) -> Value {
    return builder.createOrFold<arith::AddFOp>(loc, x, y);
  };
  auto multiply = [&](Value x, Value y) -> Value {
    return builder.createOrFold<arith::MulFOp>(loc, x, y);
  };
  auto two = [&] { return makeNumber(builder, loc, 2); };
  SmallVector<Value> of;
  for (Value operand : op->getOperands()) {
    Type type = operand.getType();
    if (isa<IntegerType>(type))
      of.push_back(makeNumber(builder, loc, 0x1p64));
    else if (Value bound = getBound(operand))
      of.push_back(bound);
    else
      return {};
  }
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::AddFOp, arith::SubFOp, complex::AddOp, complex::SubOp>(
          [&](auto) { return add(of[0], of[1]); })
      .Case<arith::MulFOp>([&](auto) { return multiply(of[0], of[1]); })
      .Case<complex::MulOp>(
          [&](auto) { return multiply(two(), multiply(of[0], of[1])); })
      .Case<arith::NegFOp, math::AbsFOp, arith::ExtFOp, arith::TruncFOp,
            arith::SIToFPOp, arith::UIToFPOp, complex::NegOp, complex::ConjOp,
            complex::ReOp, complex::ImOp>([&](auto) { return of[0]; })
      .Case<complex::AbsOp>([&](auto) { return multiply(two(), of[0]); })
      .Case<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
            arith::MinNumFOp, complex::CreateOp>([&](auto) -> Value {
        return builder.createOrFold<arith::MaximumFOp>(loc, of[0], of[1]);
      })
      .Case<arith::SelectOp>([&](auto) -> Value {
        return builder.createOrFold<arith::MaximumFOp>(loc, of[1], of[2]);
      })
      .Case<math::SinOp, math::CosOp, math::TanhOp>([&](Operation *) {
        require(op->getOperand(0), of[0]);
        return makeNumber(builder, loc, 1);
      })
      .Case<math::ExpOp>([&](auto) -> Value {
        return math::ExpOp::create(builder, loc, of[0]);
      })
      .Case<math::PowFOp>([&](math::PowFOp power) -> Value {
        std::optional<double> exponent = getWholeExponent(power.getRhs());
        if (!exponent)
          return {};
        return math::PowFOp::create(builder, loc, of[0],
                                    makeNumber(builder, loc, *exponent));
      })
      .Default([](Operation *) { return Value(); });
}

Value Magnitudes::computeBound(Value value) {
  Location loc = value.getLoc();
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return makeNumber(builder, loc, getMagnitude(constant));
  if (auto access = value.getDefiningOp<AccessOp>())
    return getBoundOfElements(access);
  Operation *op = value.getDefiningOp();
  if (op && op->getParentOfType<KernelOp>()) {
    if (op->getNumRegions() != 0 || op->getNumResults() != 1)
      return {};
    Value bound = getBoundOfResult(op);
    // Sums of floats may be out of range where those of their bounds are not.
    if (bound && value.getType().isF32())
      require(value, bound);
    return bound;
  }
  // A scalar from outside.
  Value scalar = getOutside(value);
  if (!scalar)
    return {};
  Type type = scalar.getType();
  if (type.isF32())
    scalar = arith::ExtFOp::create(builder, loc, builder.getF64Type(), scalar);
  if (isa<ComplexType>(type)) {
    Value real = complex::ReOp::create(builder, loc, scalar);
    Value imaginary = complex::ImOp::create(builder, loc, scalar);
    return arith::MaximumFOp::create(
        builder, loc, math::AbsFOp::create(builder, loc, real),
        math::AbsFOp::create(builder, loc, imaginary));
  }
  return math::AbsFOp::create(builder, loc, scalar);
}

Value Magnitudes::getBound(Value value) {
  Type type = value.getType();
  if (!type.isF32() && !type.isF64() && !isa<ComplexType>(type))
    return {};
  if (auto known = bounds.find(value); known != bounds.end())
    return known->second;
  Value bound = computeBound(value);
  bounds[value] = bound;
  return bound;
}

void Magnitudes::require(Value value, Value bound) {
  Operation *op = value.getDefiningOp();
  bool isStored = !op || isa<AccessOp>(op) || !op->getParentOfType<KernelOp>();
  Location loc = value.getLoc();
  Value isFinite = builder.createOrFold<arith::CmpFOp>(
      loc, arith::CmpFPredicate::OLE, bound,
      makeNumber(builder, loc, getLimit(value.getType(), isStored)));
  answer = answer ? builder.createOrFold<arith::AndIOp>(loc, answer, isFinite)
                  : isFinite;
}

void Magnitudes::ask(Value value) {
  if (isa<IntegerType, IndexType>(value.getType()))
    return;
  Value bound = getBound(value);
  isUnknown |= !bound;
  if (bound)
    require(value, bound);
}

Value Magnitudes::getAnswer() {
  if (isUnknown)
    return {};
  if (answer)
    return answer;
  return arith::ConstantOp::create(builder, builder.getUnknownLoc(),
                                   builder.getBoolAttr(true));
}
