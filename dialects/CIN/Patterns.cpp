//===- Patterns.cpp - where the value of an operation is absent -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Patterns.h"
#include "dialects/TA/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using encke::ta::isZero;

/// The operation gives zero when every operand that is no constant is zero.
static bool foldsToZero(Operation *op) {
  Builder builder(op->getContext());
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    Attribute constant;
    if (!matchPattern(operand, m_Constant(&constant)))
      constant = builder.getZeroAttr(operand.getType());
    operands.push_back(constant);
  }
  SmallVector<OpFoldResult> results;
  if (op->getNumResults() != 1 || failed(op->fold(operands, results)) ||
      results.size() != 1)
    return false;
  return isZero(dyn_cast<Attribute>(results.front()));
}

bool cin::isConstant(Value value) {
  auto create = value.getDefiningOp<complex::CreateOp>();
  return create ? matchPattern(create.getReal(), m_Constant()) &&
                      matchPattern(create.getImaginary(), m_Constant())
                : matchPattern(value, m_Constant());
}

PatternRule cin::getPatternRule(Operation *op) {
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant)))
    return isZero(constant) ? PatternRule::never : PatternRule::always;
  // A quotient exists only where there is a divisor (L45).
  if (isa<arith::MulFOp, arith::MulIOp, arith::AndIOp, complex::MulOp,
          arith::DivFOp, complex::DivOp>(op))
    return PatternRule::intersect;
  if (isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp,
          arith::OrIOp, complex::AddOp, complex::SubOp>(op))
    return PatternRule::sum;
  if (isa<sparse_tensor::BinaryOp, sparse_tensor::UnaryOp>(op))
    return PatternRule::regions;
  if (isa<FilterOp>(op))
    return PatternRule::filter;
  if (isa<arith::NegFOp, complex::NegOp, math::AbsFOp, math::AbsIOp,
          math::SqrtOp, math::SinOp, math::TanOp, math::TanhOp, math::SinhOp,
          math::AsinOp, math::AtanOp, math::ExpM1Op, math::Log1pOp,
          math::CeilOp, math::FloorOp, arith::ExtFOp, arith::TruncFOp,
          arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp, complex::AbsOp, complex::ReOp,
          complex::ImOp, complex::ConjOp, complex::SqrtOp, complex::SinOp,
          complex::TanhOp>(op))
    return PatternRule::keep;
  bool isMadeOfConstants = llvm::all_of(op->getOperands(), isConstant);
  if (isa<complex::CreateOp>(op) && isMadeOfConstants)
    return llvm::all_of(op->getOperands(),
                        [](Value part) { return isZero(part); })
               ? PatternRule::never
               : PatternRule::always;
  if (isa<complex::CreateOp>(op) ||
      (op->getNumRegions() == 0 && foldsToZero(op)))
    return isMadeOfConstants ? PatternRule::never : PatternRule::unite;
  return PatternRule::always;
}

/// `known`: what was found of operations so far.
static bool isRestricted(Value value, function_ref<bool(AccessOp)> isThere,
                         llvm::SmallDenseMap<Operation *, bool> &known) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto access = dyn_cast<AccessOp>(op))
    return isThere(access);
  if (auto found = known.find(op); found != known.end())
    return found->second;
  auto restricted = [&](Value operand) {
    return isRestricted(operand, isThere, known);
  };
  auto any = [&] { return llvm::any_of(op->getOperands(), restricted); };
  bool result = false;
  switch (getPatternRule(op)) {
  case PatternRule::intersect:
  case PatternRule::filter:
  case PatternRule::keep:
    result = any();
    break;
  case PatternRule::sum:
    result = llvm::all_of(op->getOperands(), restricted);
    break;
  case PatternRule::unite: // one at least is no constant
    result = llvm::all_of(op->getOperands(), [&](Value operand) {
      return isConstant(operand) || restricted(operand);
    });
    break;
  case PatternRule::regions:
    if (auto binary = dyn_cast<sparse_tensor::BinaryOp>(op))
      result = binary.getLeftRegion().empty() &&
               binary.getRightRegion().empty() && !binary.getLeftIdentity() &&
               !binary.getRightIdentity() && any();
    break;
  case PatternRule::always:
  case PatternRule::never:
    break;
  }
  known[op] = result;
  return result;
}

bool cin::isRestrictedTo(Value value, function_ref<bool(AccessOp)> isThere) {
  llvm::SmallDenseMap<Operation *, bool> known;
  return isRestricted(value, isThere, known);
}

bool cin::hasFilter(Operation *op) {
  return op->walk([](FilterOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static bool isDenseWorkspace(Value tensor) {
  return isa_and_present<WhereOp>(tensor.getParentBlock()->getParentOp()) &&
         !cast<PlaceType>(tensor.getType()).getTensor().getEncoding();
}

bool cin::countsAsConstant(AssignOp assign) {
  if (!isConstant(assign.getValue()))
    return false;
  Reduction reduction = assign.getReduction();
  if (reduction == Reduction::none)
    return isDenseWorkspace(assign.getTensor());
  return reduction != Reduction::add && reduction != Reduction::sub;
}
