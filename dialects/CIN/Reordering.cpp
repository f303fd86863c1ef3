//===- Reordering.cpp - exchanging foralls and wheres ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Rewrites.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

ForallOp cin::forallOf(Value index) {
  return cast<ForallOp>(index.getParentBlock()->getParentOp());
}

bool cin::fitsLevel(const Format &format, unsigned level, ValueRange indices) {
  ForallOp loop = forallOf(indices[format.levelToMode[level]]);
  LevelMap map = format.map(level);
  if (map.kind == LevelMap::Slot) // the level below has the coordinates
    return true;
  if (map.kind == LevelMap::General)
    return false;
  if (map.kind == LevelMap::Whole)
    return format.levels[level].isDense() ||
           !(loop.getWithin() || loop.isDerived() || loop.getOnDiagonal());
  if (map.kind == LevelMap::Diagonal)
    return loop.getRow() == indices[map.operand];
  // The rows of a diagonal follow from it.
  if (loop.getOnDiagonal() && !format.levels[level].isDense())
    return false;
  return loop.getWidth() == map.operand;
}

static bool isStatement(Operation &op) {
  return isa<ForallOp, WhereOp, AssignOp>(op);
}

Operation *cin::getOnlyStatement(Block &block) {
  Operation *only = nullptr;
  for (Operation &op : block) {
    if (!isStatement(op))
      continue;
    if (only)
      return nullptr;
    only = &op;
  }
  return only;
}

bool cin::containsSequence(Operation *statement) {
  return statement
      ->walk([](Operation *op) {
        if (isa<ForallOp, WhereOp>(op))
          for (Region &region : op->getRegions())
            if (!getOnlyStatement(region.front()))
              return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

AssignOp cin::getModifying(Block &block) {
  Operation *statement = getOnlyStatement(block);
  while (statement && !isa<AssignOp>(statement)) {
    auto where = dyn_cast<WhereOp>(statement);
    statement = getOnlyStatement(where ? where.getConsumer().front()
                                       : cast<ForallOp>(statement).getBlock());
  }
  return cast_if_present<AssignOp>(statement);
}

bool cin::usesInside(Operation *op, Value value) {
  return llvm::any_of(value.getUsers(),
                      [&](Operation *user) { return op->isAncestor(user); });
}

bool cin::usesInside(Region &region, Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return region.isAncestor(user->getParentRegion());
  });
}

/// What a statement reads of the tensor that it modifies.
enum class Reads { nothing, ownElement, others };

static Reads getReads(Operation *statement, AssignOp assign) {
  Reads result = Reads::nothing;
  for (Operation *user : assign.getTensor().getUsers()) {
    auto access = dyn_cast<AccessOp>(user);
    if (!access || !statement->isAncestor(access))
      continue;
    if (access.getIndices() != assign.getIndices())
      return Reads::others;
    result = Reads::ownElement;
  }
  return result;
}

/// Nothing but the statement stands in the block.
static bool holdsOnly(Block &block, Operation *statement) {
  return statement && llvm::hasSingleElement(block);
}

//===----------------------------------------------------------------------===//
// Foralls
//===----------------------------------------------------------------------===//

/// Moves what `from` holds to the end of `to`.
static void moveBody(PatternRewriter &rewriter, Block &from, Block &to) {
  for (Operation &op : llvm::make_early_inc_range(from))
    rewriter.moveOpBefore(&op, &to, to.end());
}

/// `inner`, which is alone in a block of `outer` and holds `body`, takes the
/// place of `outer`, and `outer` that of `body`, which goes where `inner` was.
/// The variables that they bind stay theirs.
static void exchange(PatternRewriter &rewriter, Operation *outer,
                     Operation *inner, Block &body) {
  Block &hole = *inner->getBlock();
  rewriter.moveOpBefore(inner, outer);
  moveBody(rewriter, body, hole);
  rewriter.moveOpBefore(outer, &body, body.end());
}

LogicalResult ReorderForalls::matchAndRewrite(ForallOp outer,
                                              PatternRewriter &rewriter) const {
  auto inner =
      dyn_cast_if_present<ForallOp>(getOnlyStatement(outer.getBlock()));
  if (!inner || !holdsOnly(outer.getBlock(), inner))
    return rewriter.notifyMatchFailure(outer, "it holds more than a forall");
  if (outer.isMarked() || inner.isMarked())
    return rewriter.notifyMatchFailure(outer, "the loops have marks");
  if (inner.getWithin() == outer.getIndex())
    return rewriter.notifyMatchFailure(outer, "the inner one runs within the "
                                              "blocks of the outer one");
  if (llvm::is_contained(inner.getGiven(), outer.getIndex()))
    return rewriter.notifyMatchFailure(outer, "the outer one says where the "
                                              "inner one is");
  if (containsSequence(inner))
    return rewriter.notifyMatchFailure(outer, "it contains a sequence");
  AssignOp assign = getModifying(inner.getBlock());
  Reads reads = getReads(inner, assign);
  if (reads == Reads::others)
    return rewriter.notifyMatchFailure(
        assign, "it reads other elements of the tensor that it modifies");
  bool isOnce = llvm::all_of(ArrayRef({outer, inner}), [&](ForallOp forall) {
    return forall.moves(assign.getIndices());
  });
  if (!isOnce && reads == Reads::ownElement)
    return rewriter.notifyMatchFailure(
        assign, "it combines elements by no operator that is known");
  if (!isOnce && assign.getReduction() == Reduction::none)
    return rewriter.notifyMatchFailure(
        assign, "it sets an element several times and accumulates nothing");
  exchange(rewriter, outer, inner, inner.getBlock());
  return success();
}

//===----------------------------------------------------------------------===//
// Foralls and wheres
//===----------------------------------------------------------------------===//

static LogicalResult refuseSequence(Operation *op, PatternRewriter &rewriter) {
  if (!containsSequence(op))
    return success();
  return rewriter.notifyMatchFailure(op, "it contains a sequence");
}

/// A row is visited by the loops of the where that it belongs to.
static LogicalResult refuseRow(WhereOp where, PatternRewriter &rewriter) {
  if (!where.getWorkspaceType().getTensor().getEncoding())
    return success();
  return rewriter.notifyMatchFailure(
      where, "its workspace is a row, which a loop of the consumer visits");
}

LogicalResult
HoistForallOfConsumer::matchAndRewrite(WhereOp where,
                                       PatternRewriter &rewriter) const {
  Block &consumer = where.getConsumer().front();
  auto forall = dyn_cast_if_present<ForallOp>(getOnlyStatement(consumer));
  if (!forall || !holdsOnly(consumer, forall))
    return rewriter.notifyMatchFailure(where,
                                       "its consumer is not one forall alone");
  if (forall.isMarked())
    return rewriter.notifyMatchFailure(forall, "the loop has marks");
  if (failed(refuseSequence(where, rewriter)) ||
      failed(refuseRow(where, rewriter)))
    return failure();
  exchange(rewriter, where, forall, forall.getBlock());
  return success();
}

/// The where that is all that an unmarked forall holds, without sequences; null
/// after notifyMatchFailure.
static WhereOp getWhereUnder(ForallOp forall, PatternRewriter &rewriter) {
  auto where =
      dyn_cast_if_present<WhereOp>(getOnlyStatement(forall.getBlock()));
  if (!where || !holdsOnly(forall.getBlock(), where)) {
    (void)rewriter.notifyMatchFailure(forall, "it holds more than a where");
    return {};
  }
  if (forall.isMarked()) {
    (void)rewriter.notifyMatchFailure(forall, "the loop has marks");
    return {};
  }
  if (failed(refuseSequence(where, rewriter)))
    return {};
  return where;
}

LogicalResult
SinkForallIntoConsumer::matchAndRewrite(ForallOp forall,
                                        PatternRewriter &rewriter) const {
  WhereOp where = getWhereUnder(forall, rewriter);
  if (!where)
    return failure();
  if (usesInside(where.getProducer(), forall.getIndex()))
    return rewriter.notifyMatchFailure(where,
                                       "its producer uses the index variable");
  exchange(rewriter, forall, where, where.getConsumer().front());
  return success();
}

/// The workspace has a dimension that each access in the consumer indexes with
/// `consumed` and each one in the producer with `produced`, or within blocks of
/// them.
static bool isIndexedBy(WhereOp where, Value consumed, Value produced) {
  auto indices = [](Operation *user) -> ValueRange {
    if (auto access = dyn_cast<AccessOp>(user))
      return access.getIndices();
    return cast<AssignOp>(user).getIndices();
  };
  int64_t rank = where.getWorkspaceType().getTensor().getRank();
  for (int64_t mode = 0; mode < rank; ++mode) {
    // Blocks have one width on both sides.
    std::optional<uint64_t> width;
    auto isAt = [&](Value index) {
      return [&, index](Operation *user) {
        if (indices(user)[mode] == index)
          return true;
        ForallOp loop = forallOf(indices(user)[mode]);
        if (loop.getWithin() != index ||
            width.value_or(*loop.getWidth()) != *loop.getWidth())
          return false;
        width = loop.getWidth();
        return true;
      };
    };
    if (llvm::all_of(where.getConsumer().getArgument(0).getUsers(),
                     isAt(consumed)) &&
        llvm::all_of(where.getProducer().getArgument(0).getUsers(),
                     isAt(produced)))
      return true;
  }
  return false;
}

LogicalResult
HoistForallOfBoth::matchAndRewrite(WhereOp where,
                                   PatternRewriter &rewriter) const {
  Block &consumer = where.getConsumer().front();
  Block &producer = where.getProducer().front();
  auto consuming = dyn_cast_if_present<ForallOp>(getOnlyStatement(consumer));
  auto producing = dyn_cast_if_present<ForallOp>(getOnlyStatement(producer));
  if (!consuming || !producing || !holdsOnly(consumer, consuming) ||
      !holdsOnly(producer, producing))
    return rewriter.notifyMatchFailure(where,
                                       "its sides are not one forall each");
  if (consuming->getOperands() != producing->getOperands())
    return rewriter.notifyMatchFailure(
        where, "the foralls of its sides run over different dimensions");
  if (consuming.isMarked() || producing.isMarked())
    return rewriter.notifyMatchFailure(where, "the loops have marks");
  if (failed(refuseSequence(where, rewriter)) ||
      failed(refuseRow(where, rewriter)))
    return failure();
  if (!isIndexedBy(where, consuming.getIndex(), producing.getIndex()))
    return rewriter.notifyMatchFailure(
        where, "the index variable is no index of the workspace");
  exchange(rewriter, where, consuming, consuming.getBlock());
  rewriter.replaceAllUsesWith(producing.getIndex(), consuming.getIndex());
  moveBody(rewriter, producing.getBlock(), producer);
  rewriter.eraseOp(producing);
  return success();
}

LogicalResult
SinkForallIntoBoth::matchAndRewrite(ForallOp forall,
                                    PatternRewriter &rewriter) const {
  WhereOp where = getWhereUnder(forall, rewriter);
  if (!where)
    return failure();
  if (!isIndexedBy(where, forall.getIndex(), forall.getIndex()))
    return rewriter.notifyMatchFailure(
        where, "the index variable is no index of the workspace");
  Block &producer = where.getProducer().front();
  rewriter.setInsertionPointToStart(&producer);
  ForallOp producing = ForallOp::createAlong(rewriter, forall);
  for (Operation &op :
       llvm::make_early_inc_range(llvm::drop_begin(producer.getOperations())))
    rewriter.moveOpBefore(&op, &producing.getBlock(),
                          producing.getBlock().end());
  rewriter.replaceUsesWithIf(
      forall.getIndex(), producing.getIndex(), [&](OpOperand &use) {
        return producing->isProperAncestor(use.getOwner());
      });
  exchange(rewriter, forall, where, where.getConsumer().front());
  return success();
}

//===----------------------------------------------------------------------===//
// Wheres
//===----------------------------------------------------------------------===//

/// The where that is all that one side of another holds, without sequences;
/// null after notifyMatchFailure.
static WhereOp getWhereIn(Region &side, PatternRewriter &rewriter) {
  auto outer = cast<WhereOp>(side.getParentOp());
  auto inner = dyn_cast_if_present<WhereOp>(getOnlyStatement(side.front()));
  if (!inner || !holdsOnly(side.front(), inner)) {
    (void)rewriter.notifyMatchFailure(
        outer, side.getRegionNumber() == 0
                   ? "its consumer is not one where alone"
                   : "its producer is not one where alone");
    return {};
  }
  if (failed(refuseSequence(outer, rewriter)))
    return {};
  return inner;
}

LogicalResult
NestWhereInProducer::matchAndRewrite(WhereOp where,
                                     PatternRewriter &rewriter) const {
  WhereOp inner = getWhereIn(where.getConsumer(), rewriter);
  if (!inner)
    return failure();
  if (usesInside(inner.getConsumer(), where.getConsumer().getArgument(0)))
    return rewriter.notifyMatchFailure(
        inner, "its consumer uses the workspace of the where around it");
  exchange(rewriter, where, inner, inner.getProducer().front());
  return success();
}

LogicalResult
NestWhereInConsumer::matchAndRewrite(WhereOp where,
                                     PatternRewriter &rewriter) const {
  WhereOp inner = getWhereIn(where.getProducer(), rewriter);
  if (!inner)
    return failure();
  exchange(rewriter, where, inner, inner.getConsumer().front());
  return success();
}

LogicalResult SwapProducers::matchAndRewrite(WhereOp where,
                                             PatternRewriter &rewriter) const {
  WhereOp inner = getWhereIn(where.getConsumer(), rewriter);
  if (!inner)
    return failure();
  if (usesInside(inner.getProducer(), where.getConsumer().getArgument(0)))
    return rewriter.notifyMatchFailure(
        inner, "its producer uses the workspace of the where around it");
  exchange(rewriter, where, inner, inner.getConsumer().front());
  return success();
}
