//===- RegisterMarks.cpp - what may be said of sums in registers ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// What is added
//===----------------------------------------------------------------------===//

AssignOp encke::cin::findKept(ForallOp forall) {
  AssignOp kept;
  forall.walk([&](AssignOp assign) {
    if (assign.getReduction() != Reduction::none &&
        forall.moves(assign.getIndices()) &&
        !forall->isAncestor(ownerOf(assign.getTensor())))
      kept = assign;
  });
  return kept;
}

/// No loop is generated for a single coordinate.
ForallOp encke::cin::findReducing(ForallOp forall) {
  auto around = forall->getParentOfType<ForallOp>();
  while (around && getConstantIntValue(around.getExtent()) == 1)
    around = around->getParentOfType<ForallOp>();
  return around;
}

bool encke::cin::addsFloats(AssignOp assign) {
  auto widened = assign.getValue().getDefiningOp<arith::ExtFOp>();
  return widened && widened->hasOneUse() &&
         widened->hasAttr("encke.float_sum") &&
         assign.getReduction() == Reduction::add;
}

static bool isSum(AssignOp assign) {
  return assign && getCollecting(assign.getReduction()) == Reduction::add;
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

namespace {
/// How a factor of what a loop adds changes.
struct Changes {
  bool along = false;  ///< By the loop's variable.
  bool around = false; ///< By that of the loop around, or by what that makes.
};
} // namespace

/// Adds how a value changes. What a workspace inside of the loop around holds
/// is made there.
static void addChanges(Value value, ForallOp forall, ForallOp around,
                       Value written, Changes &changes) {
  Operation *op = value.getDefiningOp();
  if (!op || !around->isProperAncestor(op))
    return;
  if (auto access = dyn_cast<AccessOp>(op)) {
    changes.along |= forall.moves(access.getIndices());
    changes.around |= around.moves(access.getIndices()) ||
                      access.getTensor() == written ||
                      around->isProperAncestor(ownerOf(access.getTensor()));
    return;
  }
  changes.around |= op->getNumRegions() != 0 || !isPure(op);
  for (Value operand : op->getOperands())
    addChanges(operand, forall, around, written, changes);
}

bool encke::cin::hasFixedFactors(ForallOp forall) {
  AssignOp sum = findKept(forall);
  ForallOp around = findReducing(forall);
  if (!isSum(sum) || !around || around.moves(sum.getIndices()))
    return false;
  bool writesOthers = false;
  around.walk([&](AssignOp assign) {
    writesOthers |= assign.getTensor() != sum.getTensor() &&
                    !registerOf(assign.getTensor());
  });
  SmallVector<Value> factors;
  collectFactors(sum.getValue(), &forall.getBlock(), factors);
  bool hasFixed = false, hasOther = false;
  for (Value factor : factors) {
    Changes changes;
    addChanges(factor, forall, around, sum.getTensor(), changes);
    hasFixed |= changes.along && !changes.around;
    hasOther |= changes.around;
  }
  return hasFixed && hasOther && !writesOthers;
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

static bool hasProduct(ForallOp rows) {
  return rows.getBody()
      .walk([](ForallOp forall) {
        return forall.getProduct() ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static ForallOp findJam(ForallOp forall) {
  auto rows = forall->getParentOfType<ForallOp>();
  while (rows && !rows.getJam())
    rows = rows->getParentOfType<ForallOp>();
  return rows;
}

void encke::cin::dropRegisters(ForallOp forall) {
  forall.removeRegistersAttr();
  forall.removeThenAttr();
  forall.removeTermsAttr();
  forall.setOverlap(false);
  forall.setFactored(false);
  if (!forall.getProduct())
    return;
  forall.removeProductAttr();
  if (ForallOp rows = findJam(forall); rows && !hasProduct(rows))
    dropJam(rows);
}

void encke::cin::dropJam(ForallOp rows) {
  rows.removeJamAttr();
  rows.walk([](ForallOp forall) { forall.removeProductAttr(); });
  rows.walk([](AccessOp access) { access.removeNextAttr(); });
}

/// A loop around adds to the same elements again, which wait in registers.
static LogicalResult verifyRegisters(ForallOp forall) {
  if (!forall.getVector() || *forall.getRegisters() < 1)
    return forall.emitOpError("registers are a positive number of vectors");
  WalkResult result = forall.walk([&](AssignOp assign) {
    Operation *owner = ownerOf(assign.getTensor());
    bool isNumber = isa<WhereOp>(owner) && assign.getIndices().empty();
    if (assign.getReduction() == Reduction::none ||
        !(isNumber || forall.moves(assign.getIndices())) ||
        forall->isAncestor(owner))
      return WalkResult::advance();
    for (Operation *op = forall->getParentOp(); op && op != owner;
         op = op->getParentOp())
      if (auto around = dyn_cast<ForallOp>(op);
          around && !around.moves(assign.getIndices()))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return success();
  return forall.emitOpError(
      "keeps nothing in registers: no loop around adds to "
      "the same elements again");
}

/// Floats, in registers or before they are added to doubles.
static LogicalResult verifyTerms(ForallOp forall) {
  if (forall.getVector().value_or(1) < 2 || *forall.getTerms() < 1)
    return forall.emitOpError("terms are a positive number, of a loop with "
                              "vectors");
  bool adds = false;
  if (forall.getRegisters()) {
    AssignOp kept = findKept(forall);
    auto type = isSum(kept) ? dyn_cast<FloatType>(kept.getValue().getType())
                            : FloatType();
    adds = type && type.getWidth() < 64;
  } else {
    forall.walk([&](AssignOp assign) {
      adds |= addsFloats(assign) && !forall.moves(assign.getIndices());
    });
  }
  return adds ? success() : forall.emitOpError("adds up no floats");
}

/// The product of the rows of a loop around.
static LogicalResult verifyProduct(ForallOp forall) {
  ForallOp rows = findJam(forall);
  if (!rows)
    return forall.emitOpError("is no product of rows of a loop with 'jam'");
  if (forall.getProduct()->getRegisters() < rows.getJam()->getRows())
    return forall.emitOpError("has fewer registers than rows");
  return success();
}

static LogicalResult verifyJam(ForallOp rows) {
  return hasProduct(rows) ? success()
                          : rows.emitOpError("multiplies rows at once, but no "
                                             "loop in it is a 'product'");
}

LogicalResult encke::cin::verifyRegisterMarks(ForallOp forall) {
  if (forall.getJam() && failed(verifyJam(forall)))
    return failure();
  if (forall.getTerms() && failed(verifyTerms(forall)))
    return failure();
  if (!forall.getRegisters()) {
    if (forall.getOverlap() || forall.getThen() || forall.getFactored() ||
        forall.getProduct())
      return forall.emitOpError("says more of what stays in registers, but "
                                "has none");
    return success();
  }
  if (failed(verifyRegisters(forall)))
    return failure();
  if (std::optional<int64_t> then = forall.getThen();
      then && (*then < 2 || *then >= int64_t(*forall.getRegisters())))
    return forall.emitOpError("is divided into blocks of registers, then "
                              "smaller ones, of two vectors at least");
  if (forall.getFactored() && !hasFixedFactors(forall))
    return forall.emitOpError("adds no products with a factor that the loop "
                              "around leaves as it is");
  return forall.getProduct() ? verifyProduct(forall) : success();
}
