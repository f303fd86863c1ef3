//===- WhyNot.cpp - marks that no loop of a forall can have ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/SettleMarks/WhyNot.h"

#include "dialects/CIN/Derived.h"
#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"
#include "passes/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

template <typename Op>
static std::optional<LevelAlong> findLevel(Op op, ForallOp loop) {
  RankedTensorType type = op.getTensor().getType().getTensor();
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format)
    return std::nullopt;
  for (auto [level, mode] : llvm::enumerate(format->levelToMode))
    if (!format->levels[level].isFull() &&
        format->map(unsigned(level)).isWhole() &&
        op.getIndices()[mode] == loop.getIndex())
      return LevelAlong{unsigned(level),
                        getTypeInLoops(*format, unsigned(level))};
  return std::nullopt;
}

std::optional<LevelAlong> encke::findLevelAlong(AccessOp access,
                                                ForallOp loop) {
  return findLevel(access, loop);
}

SmallVector<AccessOp> encke::findStoredAlong(ForallOp loop) {
  SmallVector<AccessOp> found;
  loop.walk([&](AccessOp access) {
    bool isNew = llvm::none_of(found, [&](AccessOp other) {
      return other.getTensor() == access.getTensor() &&
             other.getIndices() == access.getIndices();
    });
    if (isNew && findLevelAlong(access, loop))
      found.push_back(access);
  });
  return found;
}

bool encke::goesThroughRecords(ForallOp loop) {
  return llvm::any_of(findStoredAlong(loop), [](AccessOp access) {
    std::optional<Format> format =
        getFormat(access.getTensor().getType().getTensor());
    return format && format->hasRecords();
  });
}

bool encke::goesAlongRecords(ForallOp loop) {
  return llvm::any_of(findStoredAlong(loop), [&](AccessOp access) {
    std::optional<Format> format =
        getFormat(access.getTensor().getType().getTensor());
    unsigned number = findLevelAlong(access, loop)->number;
    return format && format->hasRecords() &&
           format->isInRecord(getLoopedLevels(*format)[number]);
  });
}

/// The loop goes over blocks or diagonals of which a sparse tensor stores some.
static bool goesOverParts(ForallOp loop) {
  return loop
      .walk([&](AccessOp access) {
        RankedTensorType type = access.getTensor().getType().getTensor();
        std::optional<Format> format = getFormat(type);
        if (!type.getEncoding() || !format)
          return WalkResult::advance();
        for (unsigned level = 0; level != format->levels.size(); ++level)
          if (!format->levels[level].isFull() &&
              variableOf(access, *format, level) == loop.getIndex())
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// What the generator says, where the statements in the loop alone do not tell.
static StringRef whyNotPlannedStraight(ForallOp loop) {
  FailureOr<LoopPlan> plan =
      LoopPlanner(loop->getParentOfType<KernelOp>()).plan(loop);
  if (failed(plan) || plan->streams.empty())
    return "";
  if (plan->domain.isUniverse())
    return "the loop visits coordinates at which a sparse tensor stores "
           "nothing";
  return plan->isMerge() ? "the loop merges what several sparse tensors store"
                         : "";
}

StringRef encke::whyNotStraight(ForallOp loop) {
  SmallVector<AccessOp> stored = findStoredAlong(loop);
  if (stored.size() > 1)
    return "the loop merges what several sparse tensors store";
  if (llvm::any_of(stored, [&](AccessOp access) {
        return llvm::count(access.getIndices(), loop.getIndex()) > 1;
      }))
    return "the loop searches for elements of a sparse tensor";
  if (stored.empty())
    return goesOverParts(loop) ? whyNotPlannedStraight(loop) : "";
  constexpr StringLiteral visitsMore =
      "the loop visits coordinates at which a sparse tensor stores nothing";
  // One that is filled is read at every coordinate.
  bool asksPlan = false, fills = false;
  loop.walk([&](Operation *op) {
    asksPlan |=
        isa<sparse_tensor::BinaryOp, sparse_tensor::UnaryOp, WhereOp>(op);
    if (auto where = dyn_cast<WhereOp>(op))
      fills |= where.getFilled();
  });
  if (fills)
    return visitsMore;
  if (asksPlan)
    return whyNotPlannedStraight(loop);
  AccessOp only = stored.front();
  auto isThere = [&](AccessOp access) {
    return access.getTensor() == only.getTensor() &&
           access.getIndices() == only.getIndices();
  };
  bool visitsAll = false;
  loop.walk([&](AssignOp assign) {
    visitsAll |= !isRestrictedTo(assign.getValue(), isThere);
  });
  return visitsAll ? visitsMore : "";
}

/// The region of an operation, if it has one, uses the argument.
static bool usesArgument(Region &region, unsigned number) {
  return region.empty() || !region.getArgument(number).use_empty();
}

bool encke::isUsed(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    Operation *op = use.getOwner();
    if (auto binary = dyn_cast<sparse_tensor::BinaryOp>(op))
      return usesArgument(binary.getOverlapRegion(), use.getOperandNumber());
    if (auto unary = dyn_cast<sparse_tensor::UnaryOp>(op))
      return usesArgument(unary.getPresentRegion(), 0);
    bool isComputed =
        isPure(op) && op->getNumRegions() == 0 && op->getNumResults() != 0;
    return !isComputed || llvm::any_of(op->getResults(), isUsed);
  });
}

/// Other reductions than sums have vectors where these take elements of dense
/// tensors at the coordinates that a segment has.
static bool isPlainSegment(ForallOp forall) {
  bool isSum = true, gathers = false, isSegment = false;
  forall.walk([&](AssignOp assign) {
    isSum &= llvm::is_contained({Reduction::add, Reduction::sub},
                                assign.getReduction());
  });
  forall.walk([&](AccessOp access) {
    if (std::optional<LevelAlong> level = findLevelAlong(access, forall))
      isSegment |= level->type.hasPositions();
    else
      gathers |=
          forall.moves(access.getIndices()) && isUsed(access.getResult());
  });
  return isSegment && !isSum && !gathers;
}

/// A value may end the program (L54).
static bool hasChecks(ForallOp forall) {
  return forall.walk([](ta::CheckOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether a number that the loop reduces is there at all depends on values.
static bool looksForElements(ForallOp forall) {
  bool asks = false;
  forall.walk([&](AssignOp assign) {
    WhereOp where = registerOf(assign.getTensor());
    asks |= where && keepsPattern(where.getConsumer().getArgument(0));
  });
  return asks && hasFilter(forall);
}

StringRef encke::whyNoVectors(ForallOp forall) {
  auto hasNone = [](Type type) {
    return !hasVector(type) || type.isInteger(1);
  };
  bool isOdd = false, scatters = false, repeats = false, appends = false;
  // Each iteration loads what it reads.
  forall.walk([&](AccessOp access) {
    isOdd |= hasNone(access.getType()) && !registerOf(access.getTensor());
  });
  forall.walk([&](AssignOp assign) {
    if (registerOf(assign.getTensor()))
      return;
    bool moves = forall.moves(assign.getIndices());
    isOdd |= moves && hasNone(assign.getValue().getType());
    scatters |= moves;
    repeats |= !moves;
    appends |= findLevel(assign, forall).has_value();
  });
  if (isOdd)
    return "truth values and complex numbers have no vectors";
  if (StringRef why = whyNoGathers(forall); !why.empty())
    return why;
  if (hasChecks(forall))
    return "what it computes is checked element by element";
  if (looksForElements(forall))
    return "whether it finds an element is asked one by one";
  if (goesThroughRecords(forall))
    return "coordinates and values that are packed into records have no "
           "vectors";
  if (repeats)
    return "it writes one element again and again: a workspace of order 0 "
           "would hold that";
  if (appends)
    return "coordinates are appended to a sparse result one by one";
  if (isPlainSegment(forall))
    return "of what a segment stores, only sums have vectors";
  if (scatters && !findStoredAlong(forall).empty())
    return "what it writes is as scattered as what a sparse tensor stores";
  return whyNotStraight(forall);
}

/// All elements along the loop stay in registers at once, so that the loop
/// around may do more than lead to it.
static bool fits(ForallOp forall) {
  std::optional<int64_t> count = getConstantIntValue(forall.getExtent());
  if (std::optional<uint64_t> width = forall.getWidth())
    count = count ? std::min(*count, int64_t(*width)) : int64_t(*width);
  return count && llvm::divideCeil(*count, *forall.getVector()) <=
                      uint64_t(*forall.getRegisters());
}

static StringRef whyNotAcross(ForallOp around, ForallOp forall) {
  bool doesMore =
      around.getBody()
          .walk([&](ForallOp other) {
            return other != forall &&
                           getConstantIntValue(other.getExtent()) != 1 &&
                           !other->isProperAncestor(forall)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (doesMore && !fits(forall))
    return "the loop around does more than to add to these elements, of which "
           "there are more than stay in registers";
  // One that runs once may be between them.
  for (ForallOp loop = forall; loop != around;) {
    loop = loop->getParentOfType<ForallOp>();
    if (!whyNotStraight(loop).empty())
      return "the loop around has to ask what sparse tensors store";
  }
  return "";
}

/// The loop holds other loops, or writes elements.
static bool doesMoreThan(ForallOp around, ForallOp forall) {
  return around.getBody()
      .walk([&](Operation *op) {
        auto assign = dyn_cast<AssignOp>(op);
        bool isMore = assign ? !registerOf(assign.getTensor())
                             : isa<ForallOp>(op) && op != forall;
        return isMore ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Something that is computed in the loop may have no result, as a quotient of
/// integers.
static bool mayTrap(ForallOp forall) {
  return forall
      .walk([](Operation *op) {
        bool isOurs = isa<ForallOp, WhereOp, AccessOp, AssignOp>(op);
        return isOurs || isPure(op) ? WalkResult::advance()
                                    : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// The sum of a loop of known length goes into a number, across the loop around
/// it, which does nothing else.
static StringRef whyNotCarried(ForallOp forall, AssignOp assign) {
  if (assign.getReduction() != Reduction::add)
    return "only sums are carried in vectors";
  std::optional<int64_t> count = countIterations(forall);
  if (!count || !findStoredAlong(forall).empty())
    return "how many elements it adds up is not known";
  if (*count % *forall.getVector() != 0 && mayTrap(forall))
    return "lanes without elements would compute what may trap";
  auto around = forall->getParentOfType<ForallOp>();
  if (!around || getConstantIntValue(around.getExtent()) == 1 ||
      around->isProperAncestor(ownerOf(assign.getTensor())) ||
      doesMoreThan(around, forall))
    return "no loop around does nothing but to go on with the sum";
  return whyNotStraight(around).empty()
             ? ""
             : "the loop around has to ask what sparse tensors store";
}

StringRef encke::whyNoRegisters(ForallOp forall) {
  SmallVector<AssignOp> numbers;
  forall.walk([&](AssignOp each) {
    if (registerOf(each.getTensor()) &&
        !forall->isAncestor(ownerOf(each.getTensor())))
      numbers.push_back(each);
  });
  if (numbers.size() > 1)
    return "it adds up more than one number";
  if (!numbers.empty())
    return whyNotCarried(forall, numbers.front());
  AssignOp assign = findKept(forall);
  if (!assign ||
      !llvm::is_contained({Reduction::add, Reduction::sub, Reduction::mul,
                           Reduction::min, Reduction::minu, Reduction::max},
                          assign.getReduction()))
    return "only sums, products, minima and maxima are kept";
  ForallOp around = findReducing(forall);
  if (!around || !ownerOf(assign.getTensor())->isProperAncestor(around) ||
      around.moves(assign.getIndices()))
    return "no loop around adds to the same elements again";
  return whyNotAcross(around, forall);
}

/// Elements are appended to a sparse result in order: where each iteration
/// begins is found out for the outermost loop alone.
StringRef encke::whyNotParallel(ForallOp forall) {
  if (goesAlongRecords(forall))
    return "the coordinates that it goes along are packed into records";
  if (isa<KernelOp>(forall->getParentOp()))
    return "";
  WalkResult result = forall.walk([](AssignOp assign) {
    Value place = assign.getTensor();
    bool appends = isa<KernelOp>(place.getParentBlock()->getParentOp()) &&
                   cast<PlaceType>(place.getType()).getTensor().getEncoding();
    return appends ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted()
             ? "a sparse result is appended to by iterations of the outermost "
               "loop of its kernel"
             : "";
}
