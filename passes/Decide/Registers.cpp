//===- Registers.cpp - how sums stay in registers -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Registers.h"
#include "passes/Decide/Decide.h"
#include "passes/SettleMarks/WhyNot.h"

#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Zero
//===----------------------------------------------------------------------===//

/// The loop sets to zero what another one adds to, along the same coordinates.
static bool setsOurs(ForallOp zeros, ForallOp forall, AssignOp sum) {
  auto set = dyn_cast<AssignOp>(zeros.getBlock().back());
  if (!set || !setsToZero(set) || set.getTensor() != sum.getTensor() ||
      !llvm::hasSingleElement(zeros.getBlock()) ||
      zeros.getExtent() != forall.getExtent() || zeros.getWithin())
    return false;
  return llvm::all_of(
      llvm::zip_equal(set.getIndices(), sum.getIndices()), [&](auto pair) {
        auto [its, ours] = pair;
        return its == zeros.getIndex() ? ours == forall.getIndex()
                                       : its == ours;
      });
}

/// An operation, or a region, uses the place.
template <typename Part>
static bool uses(Part &part, Value place) {
  return part
      .walk([&](Operation *inside) {
        return llvm::is_contained(inside->getOperands(), place)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The workspace is a row that is set to zero along the coordinates of the loop
/// where it begins.
static bool startsAsZero(WhereOp where, ForallOp forall, AssignOp sum) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  if (type.getRank() != 1 || where.getFull() ||
      getCollecting(sum.getReduction()) != Reduction::add)
    return false;
  return type.isDynamicDim(0)
             ? where.getSizes().front() == forall.getExtent()
             : getConstantIntValue(forall.getExtent()) == type.getDimSize(0);
}

/// What the loop adds to is zero when the outermost loop begins that adds to
/// the same elements: it is set to that before, or is a workspace.
static bool startsAsZero(ForallOp forall) {
  AssignOp sum = findKept(forall);
  Value place = sum.getTensor();
  Operation *outermost = forall;
  for (auto around = forall->getParentOfType<ForallOp>();
       around && !around.moves(sum.getIndices()) &&
       ownerOf(place)->isProperAncestor(around);
       around = around->getParentOfType<ForallOp>())
    outermost = around;
  for (Operation *op = outermost; !isa<KernelOp>(op); op = op->getParentOp()) {
    for (Operation *before = op->getPrevNode(); before;
         before = before->getPrevNode()) {
      auto zeros = dyn_cast<ForallOp>(before);
      if (zeros && setsOurs(zeros, forall, sum))
        return true;
      if (uses(*before, place))
        return false;
    }
    auto where = dyn_cast<WhereOp>(op->getParentOp());
    if (!where)
      return false;
    if (where == ownerOf(place))
      return startsAsZero(where, forall, sum);
    if (where.getConsumer().isAncestor(op->getParentRegion()) &&
        uses(where.getProducer(), place))
      return false;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// Floats that collect many terms lose the small ones. Of a loop that is known
/// to be long more are added up, for the doubles take registers.
static void decideTerms(ForallOp forall) {
  AssignOp sum = findKept(forall);
  auto type = dyn_cast<FloatType>(sum.getValue().getType());
  if (forall.getTerms() || !type || type.getWidth() >= 64 ||
      getCollecting(sum.getReduction()) != Reduction::add)
    return;
  ForallOp around = findReducing(forall);
  std::optional<int64_t> count = countIterations(around);
  bool isLong =
      count && *count > cost::termsOfGroup && findStoredAlong(around).empty();
  forall.setTerms(isLong ? cost::termsOfLongGroup : cost::termsOfGroup);
}

/// The vectors of a row whose length is known, which are no fewer than one.
static std::optional<int64_t> countVectors(ForallOp forall) {
  std::optional<int64_t> count = countIterations(forall);
  auto width = int64_t(*forall.getVector());
  if (!count || *count < width)
    return std::nullopt;
  return int64_t(llvm::divideCeil(*count, width));
}

/// Blocks of a row whose length nobody knows are of several sizes, each of
/// which is more code. Two vectors with common elements belong to one block, or
/// begin as zero.
void encke::decideTile(ForallOp forall) {
  auto registers = int64_t(*forall.getRegisters());
  bool isKnown = countVectors(forall).has_value();
  if (!isKnown && !forall.getThen() && cost::getThen(registers) > 1)
    forall.setThen(cost::getThen(registers));
  bool isWhole = isKnown && *countIterations(forall) % *forall.getVector() == 0;
  if (!isWhole && ((isKnown && registers > 1) || startsAsZero(forall)))
    forall.setOverlap(true);
  if (!forall.getFactored() && hasFixedFactors(forall))
    forall.setFactored(true);
  decideTerms(forall);
}

/// A block that holds all takes some of the registers for operands, too; but
/// not where the sums of an inner loop are beside its own.
void encke::decideRegisters(ForallOp forall) {
  auto registers = int64_t(*forall.getRegisters());
  std::optional<int64_t> vectors = countVectors(forall);
  if (vectors && *vectors > registers && !forall.getFactored() &&
      !hasFixedFactors(forall) &&
      *vectors <= cost::getMostVectorsOfRow(registers))
    forall.setRegisters(*vectors);
  decideTile(forall);
}
