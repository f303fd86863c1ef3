//===- Loops.cpp - clauses that are marks of loops ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ApplySchedule/Marks.h"

#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Sharing.h"
#include "passes/Cost/Registers.h"
#include "passes/Cost/SparseRows.h"
#include "passes/Decide/Decide.h"
#include "passes/SettleMarks/WhyNot.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Those that hold no loop.
static SmallVector<ForallOp> findInnermost(ClauseAttr clause, KernelOp kernel) {
  SmallVector<ForallOp> loops = findLoops(clause, kernel);
  llvm::erase_if(loops, [](ForallOp loop) {
    return loop.getBody()
        .walk([](ForallOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  });
  return loops;
}

/// Those that have vectors; none after an error.
static SmallVector<ForallOp> findWithVectors(ClauseAttr clause,
                                             KernelOp kernel) {
  SmallVector<ForallOp> loops = findLoops(clause, kernel);
  llvm::erase_if(
      loops, [](ForallOp loop) { return loop.getVector().value_or(1) == 1; });
  if (loops.empty())
    refuse(clause) << "the loop has no vectors";
  return loops;
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// How long rows are that have no vectors (`short`), or are gathered (`far`); 0
/// takes that away.
static void setLengths(ClauseAttr clause, ForallOp loop) {
  std::optional<int64_t> few = getNamedNumber(clause, "short"),
                         far = getNamedNumber(clause, "far");
  if (few && *few == 0)
    loop.removeFewAttr();
  else if (few)
    loop.setFew(*few);
  if (far && *far == 0)
    loop.removeFarAttr();
  else if (far)
    loop.setFarAttr(FarAttr::get(loop.getContext(), *far, 0,
                                 cost::gatheredVectors, cost::elementsAhead));
}

/// The loop may have lost its vectors since, or got others.
LogicalResult encke::applyVectorize(ClauseAttr clause, KernelOp kernel) {
  SmallVector<ForallOp> loops = findInnermost(clause, kernel);
  std::optional<int64_t> width = getNumber(clause);
  auto isThere = [&](ForallOp loop) {
    return loop.getVector() && (!width || loop.getVector() == width);
  };
  for (ForallOp loop : loops)
    if (isThere(loop)) {
      moveToClause(loop, clause);
      setLengths(clause, loop);
    }
  if (width == 1 || llvm::any_of(loops, isThere))
    return success();
  std::string why = "it is not innermost";
  for (ForallOp loop : loops) {
    std::optional<uint64_t> before = loop.getVector();
    loop.setVector(width.value_or(2));
    why = whyNoVectors(loop).str();
    if (why.empty()) {
      moveToClause(loop, clause);
      setLengths(clause, loop);
      return success();
    }
    loop.setVector(before);
  }
  return refuse(clause) << "no vectors, for " << why;
}

/// The place of a loop is that of the clause about its vectors, if there is
/// one.
static void claim(ForallOp loop, ClauseAttr clause, KernelOp kernel) {
  if (!findClause(kernel, "vectorize"))
    moveToClause(loop, clause);
}

LogicalResult encke::applyRegisters(ClauseAttr clause, KernelOp kernel) {
  if (*getNumber(clause) > cost::mostUnrolled)
    return refuse(clause) << int64_t(cost::mostUnrolled)
                          << " vectors stay in registers at most";
  SmallVector<ForallOp> loops = findWithVectors(clause, kernel);
  if (loops.empty())
    return failure();
  std::string why;
  bool isThere = false;
  for (ForallOp loop : loops) {
    loop.setRegisters(*getNumber(clause));
    loop.removeThenAttr();
    loop.setOverlap(false);
    if (std::optional<int64_t> then = getNamedNumber(clause, "then"))
      loop.setThen(*then);
    StringRef reason = whyNoRegisters(loop);
    isThere |= reason.empty();
    if (reason.empty()) {
      decideTile(loop);
      if (std::optional<StringRef> tail = getNamedWord(clause, "tail"))
        loop.setOverlap(*tail == "overlap");
      claim(loop, clause, kernel);
      continue;
    }
    why = reason.str();
    dropRegisters(loop);
  }
  if (isThere)
    return success();
  return refuse(clause) << "nothing stays in registers, for " << why;
}

LogicalResult encke::applySums(ClauseAttr clause, KernelOp kernel) {
  if (*getNumber(clause) > cost::mostUnrolled)
    return refuse(clause) << int64_t(cost::mostUnrolled)
                          << " sums take turns at most";
  SmallVector<ForallOp> loops = findWithVectors(clause, kernel);
  for (ForallOp loop : loops) {
    claim(loop, clause, kernel);
    loop.setSums(*getNumber(clause));
  }
  return failure(loops.empty());
}

//===----------------------------------------------------------------------===//
// Around loops
//===----------------------------------------------------------------------===//

LogicalResult encke::applyUnroll(ClauseAttr clause, KernelOp kernel) {
  SmallVector<ForallOp> loops = findLoops(clause, kernel);
  if (llvm::any_of(findInnermost(clause, kernel), [](ForallOp loop) {
        return loop.getVector().value_or(1) > 1;
      }))
    return refuse(clause) << "the loop has vectors: 'sums' does several of "
                             "these at once";
  if (*getNumber(clause) > cost::mostUnrolled)
    return refuse(clause) << int64_t(cost::mostUnrolled)
                          << " iterations are done at once at most";
  for (ForallOp loop : loops) {
    moveToClause(loop, clause);
    loop.setUnroll(*getNumber(clause));
    // What is added once for several iterations need not stay in registers.
    if (!findClause(kernel, "registers"))
      for (auto inner : loop.getOps<ForallOp>()) {
        dropRegisters(inner);
        inner.removeSumsAttr();
      }
  }
  return success();
}

/// The policy finds out which rows a matrix multiplies (passes/Decide/Jam.cpp).
LogicalResult encke::applyJam(ClauseAttr clause, KernelOp kernel) {
  int64_t rows = *getNumber(clause);
  if (rows > cost::mostUnrolled)
    return refuse(clause) << int64_t(cost::mostUnrolled)
                          << " rows are multiplied at once at most";
  bool isThere = false;
  for (ForallOp loop : findLoops(clause, kernel)) {
    JamAttr jam = loop.getJam().value_or(JamAttr());
    if (!jam)
      continue;
    isThere = true;
    moveToClause(loop, clause);
    if (rows < 2) {
      dropJam(loop);
      continue;
    }
    int64_t block = getNamedNumber(clause, "block").value_or(jam.getBlock());
    bool inBlocks = block % rows == 0;
    if (!inBlocks && getNamedNumber(clause, "block"))
      return refuse(clause) << "a block has a multiple of " << rows << " rows";
    loop.setJamAttr(JamAttr::get(loop.getContext(), rows, inBlocks ? block : 0,
                                 inBlocks ? jam.getKept() : 0));
    // Each row has a register at least.
    loop.walk([&](ForallOp inner) {
      ProductAttr product = inner.getProductAttr();
      if (product && product.getRegisters() < rows)
        inner.setProductAttr(
            ProductAttr::get(loop.getContext(), rows, product.getElements(),
                             product.getWidth(), product.getMost()));
    });
  }
  if (isThere || rows < 2)
    return success();
  return emitError(clause.getLoc())
         << "not supported yet: '" << toText(clause)
         << "' of a loop that is not over rows which a dense matrix multiplies";
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// `static`, `dynamic`, or by the elements that a tensor stores.
static LogicalResult shareBy(ClauseAttr clause, StringRef word, ForallOp forall,
                             Sharing &sharing, const LoopPlanner &planner) {
  FailureOr<LoopPlan> plan = planner.plan(forall);
  if (failed(plan))
    return failure();
  // Of dense tensors each round has as many.
  bool isSparse = forall
                      .walk([](AccessOp access) {
                        return isSparsePlace(access.getTensor())
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      })
                      .wasInterrupted();
  sharing.byElements = word == "nnz" && isSparse;
  if (sharing.byElements &&
      (plan->domain.isEmpty() ||
       !hasRows(findLeader(forall, *plan, planner), *plan, planner)))
    return refuse(clause) << "no sparse tensor has rows along the loop";
  // Pieces of rows are told by elements.
  if (!sharing.byElements && sharing.share == Share::pieces)
    sharing.share = Share::plain;
  sharing.deal = word == "static";
  return success();
}

/// What tasks have of the result (`share`), and how many parts each gets
/// (`chunks`).
static LogicalResult shareAs(ClauseAttr clause, ForallOp forall,
                             Sharing sharing, const LoopPlanner &planner) {
  sharing.chunks = getNamedNumber(clause, "chunks").value_or(sharing.chunks);
  std::optional<StringRef> share = getNamedWord(clause, "share");
  if (share) {
    bool isOwn = sharing.share == Share::own && *share == "plain";
    sharing.share = isOwn ? Share::own : *symbolizeShare(*share);
  }
  sharing.setOn(forall);
  if (!share)
    return success();
  FailureOr<std::string> why = whyNotShared(forall, planner);
  if (failed(why))
    return failure();
  return why->empty() ? success() : LogicalResult(refuse(clause) << *why);
}

LogicalResult encke::applyParallel(ClauseAttr clause, KernelOp kernel) {
  std::optional<StringRef> word = getWord(clause);
  LoopPlanner planner(kernel);
  for (ForallOp loop : findLoops(clause, kernel)) {
    StringRef why = loop.getParallel() ? whyNotParallel(loop) : "";
    if (!why.empty())
      return refuse(clause) << why;
    if (!loop.getParallel())
      continue;
    Sharing sharing = Sharing::of(loop);
    if (word && failed(shareBy(clause, *word, loop, sharing, planner)))
      return failure();
    if (failed(shareAs(clause, loop, sharing, planner)))
      return failure();
  }
  return success();
}
