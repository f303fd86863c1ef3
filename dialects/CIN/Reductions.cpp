//===- Reductions.cpp - how an assignment combines ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Reductions.h"

#include "dialects/TA/Operators.h"
#include "dialects/TA/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

StringRef cin::getOperatorName(Reduction reduction) {
  switch (reduction) {
  case Reduction::none:
    return "";
  case Reduction::add:
    return "add";
  case Reduction::sub:
    return "sub";
  case Reduction::mul:
    return "mul";
  case Reduction::min:
    return "min";
  case Reduction::max:
    return "max";
  case Reduction::lor:
    return "or";
  case Reduction::land:
    return "and";
  case Reduction::any:
    return "any";
  case Reduction::minu:
    return "minu";
  }
  return "";
}

Reduction cin::getReduction(StringRef name) {
  for (uint32_t number = 0; number <= getMaxEnumValForReduction(); ++number)
    if (auto reduction = symbolizeReduction(number))
      if (getOperatorName(*reduction) == name)
        return *reduction;
  return Reduction::none;
}

Reduction cin::getReduction(Operation *op) {
  return llvm::TypeSwitch<Operation *, Reduction>(op)
      .Case<arith::AddFOp, arith::AddIOp, complex::AddOp>(
          [](auto) { return Reduction::add; })
      .Case<arith::SubFOp, arith::SubIOp, complex::SubOp>(
          [](auto) { return Reduction::sub; })
      .Case<arith::MulFOp, arith::MulIOp, complex::MulOp>(
          [](auto) { return Reduction::mul; })
      .Case<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp>(
          [](auto) { return Reduction::min; })
      .Case<arith::MinUIOp>([](auto) { return Reduction::minu; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>(
          [](auto) { return Reduction::max; })
      .Case<arith::OrIOp>([](auto logical) {
        return logical.getType().isInteger(1) ? Reduction::lor
                                              : Reduction::none;
      })
      .Case<arith::AndIOp>([](auto logical) {
        return logical.getType().isInteger(1) ? Reduction::land
                                              : Reduction::none;
      })
      .Default([](auto) { return Reduction::none; });
}

/// Contraction to fused multiply-add is always allowed.
Value cin::emitReduction(OpBuilder &builder, Location loc, Reduction reduction,
                         Value old, Value value) {
  if (reduction == Reduction::none)
    return value;
  Value result =
      ta::emitReduction(builder, loc, getOperatorName(reduction), old, value);
  Operation *op = result.getDefiningOp();
  if (auto fast = dyn_cast_if_present<arith::ArithFastMathInterface>(op);
      fast && result != value)
    op->setAttr(fast.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op->getContext(),
                                              arith::FastMathFlags::contract));
  return result;
}

Value cin::emitIdentity(OpBuilder &builder, Location loc, Reduction reduction,
                        Type type) {
  return ta::emitIdentity(builder, loc, getOperatorName(reduction), type);
}

Reduction cin::getCollecting(Reduction reduction) {
  return reduction == Reduction::sub ? Reduction::add : reduction;
}

bool cin::canCollectInParts(AssignOp assign) {
  Reduction reduction = assign.getReduction();
  // `any` takes what comes first.
  return reduction != Reduction::none && reduction != Reduction::any &&
         !assign.getTensor().getType().getTensor().getEncoding();
}

AssignOp cin::findSharing(ForallOp forall) {
  AssignOp sharing;
  forall.walk([&](AssignOp assign) {
    if (!forall.shares(assign))
      return WalkResult::advance();
    sharing = assign;
    return WalkResult::interrupt();
  });
  return sharing;
}

void encke::cin::collectFactors(Value value, Block *block,
                                SmallVectorImpl<Value> &factors) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<arith::MulFOp, arith::MulIOp>(op) &&
      op->getBlock() == block) {
    collectFactors(op->getOperand(0), block, factors);
    collectFactors(op->getOperand(1), block, factors);
    return;
  }
  factors.push_back(value);
}
