//===- Vectors.cpp - how loops with vectors add up ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Blocks.h"
#include "passes/Cost/Registers.h"
#include "passes/Cost/SparseRows.h"
#include "passes/Decide/Decide.h"
#include "passes/SettleMarks/WhyNot.h"
#include "passes/Support/TargetSpec.h"

#include "dialects/CIN/Lengths.h"
#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static bool hasVectors(ForallOp forall) {
  return forall.getVector().value_or(1) > 1;
}

/// The assignments in the loop to what is outside of it: numbers that it
/// collects, and elements.
struct Assigned {
  SmallVector<AssignOp> numbers, elements;
};

static Assigned findAssigned(ForallOp forall) {
  Assigned found;
  forall.walk([&](AssignOp assign) {
    Operation *owner = ownerOf(assign.getTensor());
    if (forall->isProperAncestor(owner))
      return;
    bool isNumber = isa<WhereOp>(owner) && assign.getIndices().empty();
    (isNumber ? found.numbers : found.elements).push_back(assign);
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// What is added is not the same in each round.
static bool varies(AssignOp assign, ForallOp forall) {
  SetVector<Operation *> parts;
  auto add = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (op && forall->isAncestor(op))
      parts.insert(op);
    return value == forall.getIndex();
  };
  bool found = add(assign.getValue());
  for (size_t next = 0; next != parts.size() && !found; ++next) {
    auto access = dyn_cast<AccessOp>(parts[next]);
    found |= access && forall.moves(access.getIndices());
    for (Value operand : parts[next]->getOperands())
      found |= add(operand);
  }
  return found;
}

/// A vector loop that collects a number: for one vector after the other would
/// wait for itself. Floats wait for each other before.
static void decideSums(ForallOp forall, ArrayRef<AssignOp> numbers) {
  int64_t sums = cost::sumsAtOnce;
  if (llvm::all_of(numbers, [&](AssignOp assign) {
        return addsFloats(assign) && varies(assign, forall);
      })) {
    std::optional<int64_t> count = countIterations(forall);
    int64_t group = cost::floatTerms * *forall.getVector();
    sums = count && *count < 2 * group ? 1 : 2;
    if (!forall.getTerms())
      forall.setTerms(cost::floatTerms);
  }
  if (sums > 1 && !forall.getSums())
    forall.setSums(sums);
}

/// The sums of rows of a few elements are carried across the loop around.
static bool decideBlockSums(ForallOp forall) {
  if (forall.getRegisters())
    return true;
  std::optional<int64_t> count = countIterations(forall);
  if (!count || whyNoRegisters(forall) != "" ||
      llvm::divideCeil(*count, *forall.getVector()) > cost::sumRegisters)
    return false;
  forall.setRegisters(1);
  return true;
}

/// Where rows are in registers and those of a loop around are few, each may
/// have several.
static void decideSets(ForallOp forall) {
  std::optional<int64_t> iterations = getIterationsAcross(forall);
  if (!iterations || forall.getSums())
    return;
  int64_t sets = cost::countSets(/*vectors=*/1, uint64_t(*iterations));
  if (sets > 1)
    forall.setSums(sets);
}

//===----------------------------------------------------------------------===//
// Iterations
//===----------------------------------------------------------------------===//

/// What the loop writes is appended to, element after element.
static bool appends(ForallOp forall) {
  return forall
      .walk([](AssignOp assign) {
        return lengthens(assign) ? WalkResult::interrupt()
                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Rows of a block that are added up at once.
static void decideRows(ForallOp rows) {
  ForallOp inner = findSumOfRow(rows);
  std::optional<int64_t> count = countIterations(rows);
  if (!inner || !count || *count < 2 || rows.getParallel() || appends(rows) ||
      !findStoredAlong(rows).empty())
    return;
  auto blocks = cast<ForallOp>(inner->getParentOp());
  // The rows have the same blocks.
  bool isShared = llvm::none_of(findStoredAlong(blocks), [&](AccessOp access) {
    return rows.moves(access.getIndices());
  });
  std::optional<int64_t> length = countIterations(inner);
  if (isShared && length &&
      *count * int64_t(llvm::divideCeil(*length, *inner.getVector())) <=
          cost::sumRegisters)
    rows.setUnroll(*count);
}

/// Memory that is known to be nobody else's.
static bool isDistinct(Value place) {
  if (auto kernel = dyn_cast<KernelOp>(ownerOf(place)))
    return !kernel.getInputs().empty();
  return true;
}

/// A long row that is added to again and again, or one of doubles to which
/// floats are added.
static void decideUnroll(ForallOp around, const cost::Target &target) {
  Block &body = around.getBlock();
  auto forall = llvm::hasSingleElement(body) ? dyn_cast<ForallOp>(body.front())
                                             : ForallOp();
  if (!forall || !hasVectors(forall) || forall.getRegisters() ||
      around.getWithin() || around.isDerived() || around.getVector() ||
      !findStoredAlong(around).empty() || !findStoredAlong(forall).empty())
    return;
  Assigned assigned = findAssigned(forall);
  if (assigned.elements.size() != 1 || !assigned.numbers.empty())
    return;
  AssignOp assign = assigned.elements.front();
  if (assign.getReduction() == Reduction::none ||
      around.moves(assign.getIndices()) || isSparsePlace(assign.getTensor()) ||
      !isDistinct(assign.getTensor()))
    return;
  std::optional<int64_t> iterations = getConstantIntValue(around.getExtent());
  std::optional<int64_t> count = countIterations(forall);
  bool isLong =
      count &&
      cost::isLongRow(target, uint64_t(*count),
                      assign.getValue().getType().getIntOrFloatBitWidth());
  if ((isLong || addsFloats(assign)) &&
      (!iterations || *iterations >= cost::iterationsTogether))
    around.setUnroll(cost::iterationsTogether);
}

//===----------------------------------------------------------------------===//
// Sums along sparse rows
//===----------------------------------------------------------------------===//

/// Behind a row of the level lie others, to the end of its arrays, and what is
/// taken at its coordinates can be taken at theirs.
static bool mayDropLanes(ForallOp forall, AccessOp stored, LevelAlong level) {
  bool isInput =
      isa<KernelOp>(ownerOf(stored.getTensor())) &&
      !llvm::is_contained(
          cast<KernelOp>(ownerOf(stored.getTensor())).getOutputArguments(),
          stored.getTensor());
  bool isPlain = true;
  forall.walk([&](AccessOp access) {
    if (forall.moves(access.getIndices()) && !findLevelAlong(access, forall))
      isPlain &= !isSparsePlace(access.getTensor());
  });
  return isInput && isPlain && level.type.hasPositions();
}

/// The loop around goes from one row of the level to the next.
static bool goesFromRowToRow(ForallOp rows, AccessOp stored, LevelAlong level) {
  if (level.number == 0 || rows.getWithin() || rows.isDerived() ||
      getConstantIntValue(rows.getExtent()) == 1)
    return false;
  Format format = *getFormat(stored.getTensor().getType().getTensor());
  unsigned above = level.number - 1;
  bool isAlong =
      format.map(above).isWhole() &&
      stored.getIndices()[format.levelToMode[above]] == rows.getIndex();
  SmallVector<AccessOp> visited = findStoredAlong(rows);
  if (format.levels[above].isDense())
    return isAlong && above == 0 && visited.empty();
  return isAlong && format.levels[above].isCompressed() &&
         visited.size() == 1 && whyNotStraight(rows).empty();
}

static void decideSparseSum(ForallOp forall, AccessOp stored, bool fewStored) {
  MLIRContext *context = forall.getContext();
  if (!forall.getFew())
    forall.setFew(cost::shortRowVectors * *forall.getVector());
  if (fewStored)
    return;
  if (!forall.getFar())
    forall.setFarAttr(FarAttr::get(context, cost::rowFromMemory,
                                   cost::allFromMemory, cost::gatheredVectors,
                                   cost::elementsAhead));
  std::optional<LevelAlong> level = findLevelAlong(stored, forall);
  auto rows = forall->getParentOfType<ForallOp>();
  if (!forall.getUneven() && rows &&
      isSmallEnoughTwice(rows, /*inVectors=*/false) &&
      mayDropLanes(forall, stored, *level) &&
      goesFromRowToRow(rows, stored, *level))
    forall.setUnevenAttr(UnevenAttr::get(context, cost::fewRows, cost::longRow,
                                         cost::shortVectorLanes));
}

/// What the loop reads at coordinates that are stored.
static bool gathers(ForallOp forall) {
  return forall
      .walk([&](AccessOp access) {
        return forall.moves(access.getIndices()) &&
                       !findLevelAlong(access, forall) &&
                       isUsed(access.getResult())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void encke::decideVectors(KernelOp kernel, bool fewStored) {
  cost::Target target = getTarget(kernel);
  kernel.walk([&](ForallOp forall) {
    if (!hasVectors(forall)) {
      if (forall.getUnroll())
        return;
      decideRows(forall);
      if (!forall.getUnroll())
        decideUnroll(forall, target);
      return;
    }
    Assigned assigned = findAssigned(forall);
    SmallVector<AccessOp> stored = findStoredAlong(forall);
    if (assigned.numbers.empty()) {
      if (!forall.getRegisters())
        return;
      decideSets(forall);
      decideRegisters(forall);
    } else if (stored.size() == 1 && gathers(forall)) {
      decideSparseSum(forall, stored.front(), fewStored);
    } else if (!decideBlockSums(forall)) {
      decideSums(forall, assigned.numbers);
    }
  });
}
