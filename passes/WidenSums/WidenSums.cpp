//===- WidenSums.cpp - sums of floats are collected in doubles ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A float that collects many terms loses the small ones. What collects is a
// double here, and is rounded once (L21): the workspaces that there are, and
// one for each loop that adds to the same elements of a result again and again.
//
// Where a loop keeps its sums in registers (`registers`), rows of floats stay
// as they are: the vectorizer collects them in doubles (RegisterBlocks.cpp).
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Fills.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace encke {
#define GEN_PASS_DEF_WIDENSUMS
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// What is narrower than a double.
static bool isNarrow(Type type) {
  auto number = dyn_cast<FloatType>(type);
  return number && number.getWidth() < 64;
}

static Type elementOf(Value place) {
  return cast<PlaceType>(place.getType()).getTensor().getElementType();
}

static bool isSum(AssignOp assign) {
  return assign.getReduction() == Reduction::add ||
         assign.getReduction() == Reduction::sub;
}

/// The value as a double. What it is computed of is widened where that makes it
/// exact: the product of two floats is a double.
static Value widen(OpBuilder &builder, Value value) {
  Location loc = value.getLoc();
  Type wide = builder.getF64Type();
  FloatAttr constant;
  if (matchPattern(value, m_Constant(&constant))) {
    APFloat number = constant.getValue();
    bool isInexact = false;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                   &isInexact);
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(wide, number));
  }
  Operation *op = value.getDefiningOp();
  bool isInKernel = op && op->getParentOfType<KernelOp>();
  if (isInKernel &&
      isa<arith::MulFOp, arith::NegFOp, arith::AddFOp, arith::SubFOp>(op)) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(widen(builder, operand));
    OperationState state(loc, op->getName(), operands, wide, op->getAttrs());
    return builder.create(state)->getResult(0);
  }
  return arith::ExtFOp::create(builder, loc, wide, value);
}

/// Erases the operation if nobody needs it, and then what it was computed of.
static void eraseUnused(Operation *op) {
  if (!op || !isOpTriviallyDead(op) || !op->getParentOfType<KernelOp>())
    return;
  SmallVector<Value> operands(op->getOperands());
  op->erase();
  for (Value operand : operands)
    eraseUnused(operand.getDefiningOp());
}

/// The assignment's value becomes a double.
static void widenAssigned(AssignOp assign) {
  OpBuilder builder(assign);
  Value old = assign.getValue();
  assign.getValueMutable().assign(widen(builder, old));
  eraseUnused(old.getDefiningOp());
}

/// What is read becomes a double, which is rounded.
static void widenRead(AccessOp access) {
  OpBuilder builder(access);
  Location loc = access.getLoc();
  Type narrow = access.getType();
  auto wide =
      AccessOp::create(builder, loc, access.getTensor(), access.getIndices());
  Value rounded = arith::TruncFOp::create(builder, loc, narrow, wide);
  access.getResult().replaceAllUsesWith(rounded);
  access.erase();
}

//===----------------------------------------------------------------------===//
// Workspaces
//===----------------------------------------------------------------------===//

static PlaceType widenPlace(PlaceType place) {
  RankedTensorType tensor = place.getTensor();
  auto wide = RankedTensorType::get(tensor.getShape(),
                                    Float64Type::get(place.getContext()),
                                    tensor.getEncoding());
  return PlaceType::get(place.getContext(), wide);
}

/// One of the loops around the assignment, up to where its tensor lives, holds
/// its sums in registers.
static bool isInRegisters(AssignOp assign) {
  Operation *owner = assign.getTensor().getParentBlock()->getParentOp();
  for (Operation *op = assign->getParentOp(); op && op != owner;
       op = op->getParentOp())
    if (auto forall = dyn_cast<ForallOp>(op);
        forall && forall.getRegisters() && forall.getVector())
      return true;
  return false;
}

static bool collectsNarrow(WhereOp where) {
  Value workspace = where.getProducer().getArgument(0);
  if (!isNarrow(elementOf(workspace)))
    return false;
  bool sums = false;
  for (Operation *user : workspace.getUsers()) {
    auto assign = dyn_cast<AssignOp>(user);
    if (!assign)
      continue;
    if (isInRegisters(assign))
      return false;
    sums |= isSum(assign);
  }
  return sums;
}

static void widenWorkspace(WhereOp where) {
  PlaceType wide = widenPlace(where.getWorkspaceType());
  for (Region *side : {&where.getConsumer(), &where.getProducer()}) {
    BlockArgument workspace = side->getArgument(0);
    workspace.setType(wide);
    for (Operation *user : llvm::make_early_inc_range(workspace.getUsers())) {
      if (auto access = dyn_cast<AccessOp>(user))
        widenRead(access);
      else
        widenAssigned(cast<AssignOp>(user));
    }
  }
}

namespace {
struct WidenSums : encke::impl::WidenSumsBase<WidenSums> {
  void runOnOperation() override {
    getOperation().walk([&](WhereOp where) {
      if (!collectsNarrow(where))
        return;
      widenWorkspace(where);
      ++numWidened;
    });
  }
};
} // namespace
