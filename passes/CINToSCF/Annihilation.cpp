//===- Annihilation.cpp - where a zero makes a statement empty ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Annihilation.h"

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static bool isZeroWith(Value value, AccessOp access);

static bool isZeroConstant(Value value) {
  return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero());
}

/// A workspace starts as zero, so it is zero when all that is added to it is.
static bool isZeroWorkspace(AccessOp read, AccessOp access) {
  auto argument = dyn_cast<BlockArgument>(read.getTensor());
  if (!argument)
    return false;
  auto where = dyn_cast<WhereOp>(argument.getOwner()->getParentOp());
  if (!where)
    return false;
  // Read while it is being filled, it may be anything.
  if (where.getProducer().isAncestor(read->getParentRegion()))
    return false;
  for (Operation *user : where.getProducer().getArgument(0).getUsers()) {
    auto assign = dyn_cast<AssignOp>(user);
    if (assign && !isZeroWith(assign.getValue(), access))
      return false;
  }
  return true;
}

/// The value is zero wherever the element that `access` reads is.
static bool isZeroWith(Value value, AccessOp access) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  auto operand = [&](unsigned k) {
    return isZeroWith(op->getOperand(k), access);
  };
  if (auto read = dyn_cast<AccessOp>(op))
    return read == access ||
           (read.getTensor() == access.getTensor() &&
            read.getIndices() == access.getIndices()) ||
           isZeroWorkspace(read, access);
  if (isa<arith::MulFOp, arith::MulIOp, arith::AndIOp, complex::MulOp>(op))
    return operand(0) || operand(1);
  if (isa<arith::DivFOp, arith::NegFOp, math::AbsFOp, math::AbsIOp,
          math::SqrtOp, math::SinOp, math::TanhOp, arith::ExtFOp,
          arith::ExtSIOp, arith::ExtUIOp, arith::SIToFPOp, arith::UIToFPOp,
          complex::DivOp, complex::NegOp, complex::AbsOp, complex::SqrtOp,
          complex::SinOp, complex::TanhOp>(op))
    return operand(0);
  if (isa<arith::AddFOp, arith::SubFOp, arith::AddIOp, arith::SubIOp,
          arith::OrIOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxSIOp,
          arith::MinSIOp, complex::AddOp, complex::SubOp>(op))
    return (operand(0) || isZeroConstant(op->getOperand(0))) &&
           (operand(1) || isZeroConstant(op->getOperand(1)));
  return false;
}

bool encke::isAnnihilatedBy(AssignOp assign, AccessOp access) {
  return assign.getReduction() != Reduction::none &&
         isZeroWith(assign.getValue(), access);
}
