//===- Invariance.cpp - what loops of a program leave as it is ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Invariance.h"
#include "passes/Cost/Assumed.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"

#include <algorithm>

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// It says that a place is not in the tensor, or what is singular: only where
/// the program comes to it.
static bool mayFail(Operation *op) {
  return isa<SliceOp, InsertOp, WholeOp>(op);
}

/// Expressions share parts: each is asked for once.
static bool isInvariant(Value value, Operation *loop,
                        llvm::DenseMap<Value, bool> &known) {
  if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || !isPure(op) || mayFail(op))
    return false;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  bool result = llvm::all_of(op->getOperands(), [&](Value operand) {
    return ::isInvariant(operand, loop, known);
  });
  return known[value] = result;
}

bool encke::isInvariant(Value value, Operation *loop) {
  llvm::DenseMap<Value, bool> known;
  return ::isInvariant(value, loop, known);
}

bool encke::mayBeLeft(Operation *loop) {
  if (!isa<scf::ForOp, scf::WhileOp>(loop))
    return false;
  Operation *program = loop->getParentOfType<ModuleOp>();
  return !program->walk([](TimeOp) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

static double getRounds(Operation *loop) {
  auto counted = dyn_cast<scf::ForOp>(loop);
  if (!counted)
    return cost::assumedRounds;
  auto find = [](Value lo, Value hi, Value step) {
    std::optional<int64_t> from = getConstantIntValue(lo),
                           to = getConstantIntValue(hi),
                           by = getConstantIntValue(step);
    return from && to && by && *by != 0
               ? std::max((double(*to) - double(*from)) / double(*by), 1.0)
               : cost::assumedRounds;
  };
  if (auto rounds = counted.getUpperBound().getDefiningOp<RoundsOp>())
    return find(rounds.getLo(), rounds.getHi(), rounds.getStep());
  return find(counted.getLowerBound(), counted.getUpperBound(),
              counted.getStep());
}

double encke::countRounds(Value value, Operation *place) {
  double rounds = 1;
  for (Operation *loop = place->getParentOp();
       loop && mayBeLeft(loop) && isInvariant(value, loop);
       loop = loop->getParentOp())
    rounds *= getRounds(loop);
  return rounds;
}
