//===- ExpandFunctions.cpp - elementary functions inside of loops ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandFunctions/Functions.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/TypeSwitch.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_EXPANDFUNCTIONS
#include "passes/ExpandFunctions/ExpandFunctions.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

using EmitFunction = Value (*)(Emitter &, Value, Precision);

namespace {
struct Expansion {
  EmitFunction emit = nullptr;
  /// Beyond it, the library has to do it.
  std::optional<double> largest;
};
} // namespace

/// Of a power with a constant exponent. LLVM knows 2, 1/2 and -1 itself.
static Expansion findPower(math::PowFOp op) {
  Attribute exponent;
  if (!matchPattern(op.getRhs(), m_Constant(&exponent)))
    return {};
  if (auto elements = dyn_cast<SplatElementsAttr>(exponent))
    exponent = elements.getSplatValue<Attribute>();
  auto number = dyn_cast<FloatAttr>(exponent);
  if (number && number.getValueAsDouble() == 3)
    return {emitCube, {}};
  if (number && number.getValueAsDouble() == 4)
    return {emitFourthPower, {}};
  return {};
}

static Expansion findExpansion(Operation *op) {
  return llvm::TypeSwitch<Operation *, Expansion>(op)
      .Case([](math::ExpOp) { return Expansion{emitExp, {}}; })
      .Case([](math::LogOp) { return Expansion{emitLog, {}}; })
      .Case([](math::TanhOp) { return Expansion{emitTanh, {}}; })
      .Case([](math::SinOp) { return Expansion{emitSin, largestAngle}; })
      .Case([](math::CosOp) { return Expansion{emitCos, largestAngle}; })
      .Case(findPower)
      .Default(Expansion());
}

/// A number, or a vector of known length, of float or double.
static bool isSuitable(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (vector && (vector.isScalable() || vector.getRank() != 1))
    return false;
  Type element = getElementTypeOrSelf(type);
  return element.isF64() || element.isF32();
}

static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.clone(element) : element;
}

static Value isAny(OpBuilder &builder, Location loc, Value condition) {
  if (!isa<VectorType>(condition.getType()))
    return condition;
  return vector::ReductionOp::create(builder, loc, vector::CombiningKind::OR,
                                     condition);
}

/// Where an argument is too large (or no number), the library's result for it.
/// The others keep theirs: they do not depend on what is beside them.
static Value repairLarge(Emitter &e, Operation *op, Value x, Value y,
                         double largest) {
  OpBuilder &builder = e.builder;
  Value isLarge = arith::CmpFOp::create(
      builder, e.loc, arith::CmpFPredicate::UGT, e.abs(x), e.constant(largest));
  auto branch = scf::IfOp::create(builder, e.loc, y.getType(),
                                  isAny(builder, e.loc, isLarge),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Operation *call = builder.create(e.loc, op->getName().getIdentifier(), x,
                                   x.getType(), op->getAttrs());
  scf::YieldOp::create(builder, e.loc,
                       e.select(isLarge, call->getResult(0), y));
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, e.loc, y);
  return branch.getResult(0);
}

static void expand(Operation *op, const Expansion &expansion) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value x = op->getOperand(0);
  Type type = x.getType(), wide = withElement(type, builder.getF64Type());
  bool isFloat = type != wide;
  if (isFloat)
    x = arith::ExtFOp::create(builder, loc, wide, x);
  Emitter emitter(builder, loc, wide);
  Value y = expansion.emit(emitter, x,
                           isFloat ? Precision::Float : Precision::Double);
  if (expansion.largest)
    y = repairLarge(emitter, op, x, y, *expansion.largest);
  if (isFloat)
    y = arith::TruncFOp::create(builder, loc, type, y);
  op->getResult(0).replaceAllUsesWith(y);
  op->erase();
}

namespace {
struct ExpandFunctions : encke::impl::ExpandFunctionsBase<ExpandFunctions> {
  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation().walk([&](Operation *op) {
      if (findExpansion(op).emit && isSuitable(op->getResult(0).getType()))
        functions.push_back(op);
    });
    for (Operation *op : functions)
      expand(op, findExpansion(op));
    numExpanded += functions.size();
  }
};
} // namespace
