//===- Workspaces.cpp - the workspace transformation, result reuse --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Masking cin::getMasking(Operation *op) {
  auto binary = dyn_cast_if_present<sparse_tensor::BinaryOp>(op);
  if (!binary || binary.getRightIdentity() || !binary.getRightRegion().empty())
    return Masking::none;
  Region &overlap = binary.getOverlapRegion();
  if (binary.getLeftIdentity())
    return overlap.empty() ? Masking::dropped : Masking::none;
  if (overlap.empty() || !binary.getLeftRegion().empty())
    return Masking::none;
  Operation &first = overlap.front().front();
  return isa<sparse_tensor::YieldOp>(first) && first.getNumOperands() == 1 &&
                 first.getOperand(0) == overlap.getArgument(0)
             ? Masking::kept
             : Masking::none;
}

/// x op y, or y op x, is sum by sum what it is for the whole: for the operand
/// `number` of the operation and the operator that the reduction collects with.
static bool distributesOver(OpOperand &operand, Reduction reduction) {
  Operation *op = operand.getOwner();
  bool isFirst = operand.getOperandNumber() == 0;
  if (getMasking(op) != Masking::none)
    return isFirst;
  switch (reduction) {
  case Reduction::none:
  case Reduction::any:
    return op->getNumRegions() == 0;
  case Reduction::add:
  case Reduction::sub:
    if (isa<arith::SubFOp, arith::SubIOp, complex::SubOp>(op))
      return !isFirst && (matchPattern(op->getOperand(0), m_AnyZeroFloat()) ||
                          matchPattern(op->getOperand(0), m_Zero()));
    if (isa<arith::DivFOp, complex::DivOp>(op))
      return isFirst;
    return isa<arith::MulFOp, arith::MulIOp, complex::MulOp, arith::NegFOp,
               complex::NegOp>(op);
  case Reduction::min:
  case Reduction::max:
    if (isa<arith::SubFOp, arith::SubIOp>(op))
      return isFirst;
    return isa<arith::AddFOp, arith::AddIOp, arith::MinimumFOp,
               arith::MinNumFOp, arith::MinSIOp, arith::MaximumFOp,
               arith::MaxNumFOp, arith::MaxSIOp>(op);
  case Reduction::lor:
    return isa<arith::AndIOp>(op);
  case Reduction::land:
    return isa<arith::OrIOp>(op);
  case Reduction::minu:
  case Reduction::mul:
    return false;
  }
  return false;
}

/// Each operator between the expression and the value of the assignment
/// distributes over the reduction; the expression stands in the value once.
static bool distributesUpTo(Value expression, AssignOp assign,
                            Reduction reduction) {
  while (true) {
    OpOperand *only = nullptr;
    for (OpOperand &use : expression.getUses()) {
      if (only || use.getOwner()->getBlock() != assign->getBlock())
        return false;
      only = &use;
    }
    if (!only)
      return false;
    if (only->getOwner() == assign)
      return true;
    if (only->getOwner()->getNumResults() != 1 ||
        !distributesOver(*only, reduction))
      return false;
    expression = only->getOwner()->getResult(0);
  }
}

Value cin::cloneExpression(RewriterBase &rewriter, Value value, Block &block,
                           IRMapping &mapping) {
  llvm::SetVector<Operation *> needed;
  auto need = [&](Value used) {
    Operation *op = used.getDefiningOp();
    if (op && op->getBlock() == &block && !mapping.contains(used))
      needed.insert(op);
  };
  need(value);
  for (size_t number = 0; number < needed.size(); ++number) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(needed[number]->getRegions(), captured);
    llvm::for_each(needed[number]->getOperands(), need);
    llvm::for_each(captured, need);
  }
  for (Operation &op : llvm::make_early_inc_range(block))
    if (needed.contains(&op))
      rewriter.clone(op, mapping);
  return mapping.lookupOrDefault(value);
}

void cin::eraseUnusedBefore(RewriterBase &rewriter, Operation *op) {
  for (Operation *before = op->getPrevNode(); before;) {
    Operation *next = before->getPrevNode();
    if (before->use_empty() && !isa<ForallOp, WhereOp, AssignOp>(before))
      rewriter.eraseOp(before);
    before = next;
  }
}

//===----------------------------------------------------------------------===//
// The transformation (section 4.1)
//===----------------------------------------------------------------------===//

bool cin::isAlongSparse(Value index) {
  return llvm::any_of(index.getUsers(), [](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    return access && cast<PlaceType>(access.getTensor().getType())
                         .getTensor()
                         .getEncoding();
  });
}

bool cin::fillsDenseLevels(AssignOp assign, const Format &format) {
  size_t level = format.levels.size();
  while (level != 0 && format.levels[level - 1].isDense())
    if (isAlongSparse(assign.getIndices()[format.levelToMode[--level]]))
      return false;
  bool isDense = true; // as far down as `level`
  return llvm::all_of(ArrayRef(format.levels).take_front(level),
                      [&](LevelType type) {
                        isDense &= type.isDense();
                        return isDense || !type.isDense();
                      });
}

/// As long as its indices' loops, dense or compressed.
static RankedTensorType getWorkspaceType(const WorkspaceRequest &request,
                                         SmallVectorImpl<Value> &sizes) {
  SmallVector<int64_t> shape;
  Format format;
  for (Value index : request.indices) {
    Value extent = forallOf(index).getExtent();
    std::optional<int64_t> size = getConstantIntValue(extent);
    if (!size)
      sizes.push_back(extent);
    format.levelToMode.push_back(shape.size());
    format.levels.push_back(LevelType::compressed());
    shape.push_back(size.value_or(ShapedType::kDynamic));
  }
  Type element = request.expression.getType();
  if (!request.blocks.empty()) {
    AssignOp assign = request.assign;
    auto result = cast<PlaceType>(assign.getTensor().getType()).getTensor();
    return RankedTensorType::get(shape, element, result.getEncoding());
  }
  if (!request.compressed)
    return RankedTensorType::get(shape, element);
  return getTensorType(format, shape, element,
                       /*indexWidth=*/request.keys ? 64 : 32);
}

/// S_A' where (w (+)= E), in place of S_A.
static WhereOp introduceWorkspace(PatternRewriter &rewriter,
                                  const WorkspaceRequest &request) {
  AssignOp assign = request.assign;
  Location loc = assign.getLoc();
  Block &block = *assign->getBlock();
  SmallVector<Value> sizes;
  RankedTensorType type = getWorkspaceType(request, sizes);
  rewriter.setInsertionPoint(assign);
  auto where = WhereOp::create(rewriter, loc, type, sizes);
  where.setFull(request.full);
  if (request.keys)
    where.setMarks(*request.keys);

  rewriter.setInsertionPointToStart(&where.getConsumer().front());
  IRMapping consuming;
  auto collected = AccessOp::create(
      rewriter, loc, where.getConsumer().getArgument(0), request.indices);
  if (!request.blocks.empty())
    setAsksForPadding(collected);
  consuming.map(request.expression, collected.getResult());
  Value value = cloneExpression(rewriter, assign.getValue(), block, consuming);
  AssignOp::create(rewriter, loc, assign.getTensor(), assign.getIndices(),
                   assign.getReduction(), value);

  rewriter.setInsertionPointToStart(&where.getProducer().front());
  IRMapping producing;
  Value produced =
      cloneExpression(rewriter, request.expression, block, producing);
  AssignOp::create(rewriter, loc, where.getProducer().getArgument(0),
                   request.indices, getCollecting(assign.getReduction()),
                   produced);
  rewriter.eraseOp(assign);
  eraseUnusedBefore(rewriter, where);
  return where;
}

/// Moves the foralls around the where into its sides, as far as they go. One
/// that neither side uses repeats the producer.
static void sinkForalls(PatternRewriter &rewriter, WhereOp where,
                        ArrayRef<Value> indices) {
  MLIRContext *context = where.getContext();
  while (auto forall = dyn_cast<ForallOp>(where->getParentOp())) {
    bool left = usesInside(where.getConsumer(), forall.getIndex());
    bool right = usesInside(where.getProducer(), forall.getIndex());
    // One on a diagonal goes together with the loop over its rows.
    Value row = forall.getRow();
    if (row && (usesInside(where.getConsumer(), row) != left ||
                usesInside(where.getProducer(), row) != right))
      return;
    LogicalResult moved = failure();
    if (left && right && llvm::is_contained(indices, forall.getIndex()))
      moved = SinkForallIntoBoth(context).matchAndRewrite(forall, rewriter);
    else if (left && !right)
      moved = SinkForallIntoConsumer(context).matchAndRewrite(forall, rewriter);
    else if (!left)
      moved = SinkForallIntoProducer(context).matchAndRewrite(forall, rewriter);
    if (failed(moved))
      return;
  }
}

/// What the workspace would collect is skipped where a sparse tensor lacks it,
/// and what would be read instead makes a difference. A register says whether
/// it was assigned, as a row does of its elements.
static bool readsSkipped(const WorkspaceRequest &request) {
  if (request.compressed || request.full || request.indices.empty())
    return false;
  AssignOp assign = request.assign;
  bool isWholeValue = request.expression == assign.getValue();
  bool isSparse = bool(
      cast<PlaceType>(assign.getTensor().getType()).getTensor().getEncoding());
  if (isWholeValue
          ? !isSparse && assign.getReduction() != Reduction::none
          : isIgnoredAtIdentity(request.expression, assign.getReduction()))
    return false;
  return llvm::any_of(
      assign->getBlock()->getOps<AccessOp>(), [&](AccessOp access) {
        return !isWhole(access.getTensor(), *assign->getParentRegion());
      });
}

/// The loop that moves the row can be taken into both sides, with all that are
/// inside of it: then the consumer has a loop that visits what is stored.
static bool sinksToRow(const WorkspaceRequest &request) {
  AssignOp assign = request.assign;
  llvm::SmallPtrSet<Operation *, 8> producing;
  SmallVector<Value> values = {request.expression};
  while (!values.empty()) {
    Operation *op = values.pop_back_val().getDefiningOp();
    if (op && op->getBlock() == assign->getBlock() &&
        producing.insert(op).second)
      llvm::append_range(values, op->getOperands());
  }
  ForallOp row = forallOf(request.blocks.empty() ? request.indices.front()
                                                 : request.blocks.front());
  for (auto loop = assign->getParentOfType<ForallOp>();;
       loop = loop->getParentOfType<ForallOp>()) {
    bool left = false, right = false;
    for (Operation *user : loop.getIndex().getUsers())
      (producing.contains(user) ? right : left) = true;
    if (loop.isMarked() || loop.getRow() || loop.getOnDiagonal() ||
        !llvm::hasSingleElement(loop->getBlock()->getOperations()))
      return false;
    if (loop == row)
      return true;
    if (left && right && !llvm::is_contained(request.indices, loop.getIndex()))
      return false;
  }
}

FailureOr<WhereOp> cin::precompute(PatternRewriter &rewriter,
                                   const WorkspaceRequest &request) {
  AssignOp assign = request.assign;
  if (getOnlyStatement(*assign->getBlock()) != assign)
    return rewriter.notifyMatchFailure(assign, "it is part of a sequence");
  // No operator is between the whole value and the assignment.
  if (request.expression != assign.getValue() &&
      !distributesUpTo(request.expression, assign, assign.getReduction()))
    return rewriter.notifyMatchFailure(
        assign, "what is done with the expression does not distribute over "
                "the operator of the increment");
  if (request.compressed && !request.keys && request.blocks.empty() &&
      request.indices.size() != 1)
    return rewriter.notifyMatchFailure(assign,
                                       "a compressed workspace has one index");
  if (readsSkipped(request))
    return rewriter.notifyMatchFailure(
        assign, "elements that no sparse tensor stores would be read: the "
                "workspace must be compressed");
  if (request.compressed && !sinksToRow(request))
    return rewriter.notifyMatchFailure(
        assign, "the loop along the row cannot be taken into both sides");
  WhereOp where = introduceWorkspace(rewriter, request);
  sinkForalls(rewriter, where,
              request.blocks.empty() ? request.indices : request.blocks);
  return where;
}

LogicalResult
SinkForallIntoProducer::matchAndRewrite(ForallOp forall,
                                        PatternRewriter &rewriter) const {
  auto where =
      dyn_cast_if_present<WhereOp>(getOnlyStatement(forall.getBlock()));
  if (!where || !llvm::hasSingleElement(forall.getBlock()))
    return rewriter.notifyMatchFailure(forall, "it holds more than a where");
  if (forall.isMarked())
    return rewriter.notifyMatchFailure(forall, "the loop has marks");
  if (containsSequence(where))
    return rewriter.notifyMatchFailure(where, "it contains a sequence");
  if (usesInside(where.getConsumer(), forall.getIndex()))
    return rewriter.notifyMatchFailure(where,
                                       "its consumer uses the index variable");
  AssignOp consuming = getModifying(where.getConsumer().front());
  AssignOp producing = getModifying(where.getProducer().front());
  if (consuming.getReduction() == Reduction::none ||
      getCollecting(consuming.getReduction()) != producing.getReduction())
    return rewriter.notifyMatchFailure(
        where, "its sides do not increment by the same operator");
  auto uses = where.getConsumer().getArgument(0).getUsers();
  if (!llvm::hasSingleElement(uses) ||
      !distributesUpTo((*uses.begin())->getResult(0), consuming,
                       consuming.getReduction()))
    return rewriter.notifyMatchFailure(
        where, "what is done with the workspace does not distribute over the "
               "operator of the increment");
  Block &producer = where.getProducer().front();
  rewriter.moveOpBefore(where, forall);
  for (Operation &op : llvm::make_early_inc_range(producer))
    rewriter.moveOpBefore(&op, &forall.getBlock(), forall.getBlock().end());
  rewriter.moveOpBefore(forall, &producer, producer.end());
  return success();
}

/// The labels that `encke.precompute` lists, as index variables around.
static FailureOr<SmallVector<Value>> findIndices(AssignOp assign,
                                                 ArrayAttr labels) {
  SmallVector<Value> indices;
  for (Attribute label : labels) {
    Value found;
    for (auto forall = assign->getParentOfType<ForallOp>(); forall;
         forall = forall->getParentOfType<ForallOp>())
      if (!found && forall.getLabelAttr() == label)
        found = forall.getIndex();
    if (!found)
      return failure();
    indices.push_back(found);
  }
  return indices;
}

LogicalResult
PrecomputeMarked::matchAndRewrite(AssignOp assign,
                                  PatternRewriter &rewriter) const {
  static constexpr StringLiteral mark = "encke.precompute";
  Operation *marked = assign->hasAttr(mark) ? assign.getOperation() : nullptr;
  for (Operation &op : assign->getBlock()->without_terminator())
    if (!marked && op.hasAttr(mark) && op.getNumResults() == 1)
      marked = &op;
  if (!marked)
    return failure();
  auto labels = marked->getAttrOfType<ArrayAttr>(mark);
  FailureOr<SmallVector<Value>> indices = failure();
  if (labels)
    indices = findIndices(assign, labels);
  if (failed(indices))
    return rewriter.notifyMatchFailure(
        assign, "the labels of its mark are not those of foralls around it");
  WorkspaceRequest request;
  request.assign = assign;
  request.expression =
      marked == assign ? assign.getValue() : marked->getResult(0);
  request.indices = *indices;
  request.compressed = marked->hasAttr("encke.compressed");
  rewriter.modifyOpInPlace(marked, [&] {
    marked->removeAttr(mark);
    marked->removeAttr("encke.compressed");
  });
  return precompute(rewriter, request);
}

LogicalResult AssignOnce::matchAndRewrite(AssignOp assign,
                                          PatternRewriter &rewriter) const {
  auto kernel =
      dyn_cast<KernelOp>(assign.getTensor().getParentBlock()->getParentOp());
  bool isSparse = bool(
      cast<PlaceType>(assign.getTensor().getType()).getTensor().getEncoding());
  if (!kernel || !isSparse)
    return rewriter.notifyMatchFailure(assign, "it modifies no sparse output");
  if (assign.getReduction() == Reduction::none)
    return rewriter.notifyMatchFailure(assign, "it does not increment");
  for (auto forall = assign->getParentOfType<ForallOp>(); forall;
       forall = forall->getParentOfType<ForallOp>())
    if (!forall.moves(assign.getIndices()))
      return rewriter.notifyMatchFailure(
          assign, "a forall around it does not move its element");
  rewriter.setInsertionPoint(assign);
  // The difference from nothing.
  if (assign.getReduction() == Reduction::sub) {
    Location loc = assign.getLoc();
    Value zero = emitIdentity(rewriter, loc, Reduction::add,
                              assign.getValue().getType());
    Value difference =
        emitReduction(rewriter, loc, Reduction::sub, zero, assign.getValue());
    rewriter.modifyOpInPlace(
        assign, [&] { assign.getValueMutable().assign(difference); });
  }
  rewriter.modifyOpInPlace(assign,
                           [&] { assign.setReduction(Reduction::none); });
  return success();
}

//===----------------------------------------------------------------------===//
// Result reuse (section 4.2)
//===----------------------------------------------------------------------===//

/// The foralls on the way from a region to its one assignment, which hold
/// nothing beside each other; failure where anything else is between.
static FailureOr<SmallVector<ForallOp>> getForalls(Region &side) {
  SmallVector<ForallOp> foralls;
  Block *block = &side.front();
  while (auto forall =
             dyn_cast_if_present<ForallOp>(getOnlyStatement(*block))) {
    if (!llvm::hasSingleElement(*block))
      return failure();
    foralls.push_back(forall);
    block = &forall.getBlock();
  }
  if (!isa_and_present<AssignOp>(getOnlyStatement(*block)))
    return failure();
  return foralls;
}

/// The increment that `value = w (+) rest` is of a tensor that holds w, and the
/// rest; the reduction is `none` where it is w alone.
static std::optional<std::pair<Reduction, Value>> splitOff(Value value,
                                                           Value workspace) {
  if (value == workspace)
    return std::pair(Reduction::none, Value());
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() != 2 || !workspace.hasOneUse())
    return std::nullopt;
  unsigned number = op->getOperand(0) == workspace ? 0 : 1;
  if (op->getOperand(number) != workspace)
    return std::nullopt;
  Reduction reduction = getReduction(op);
  if (reduction == Reduction::none ||
      (reduction == Reduction::sub && number != 0))
    return std::nullopt;
  return std::pair(reduction, op->getOperand(1 - number));
}

/// Where the old indices are, of one side, for those of the other.
static bool areSame(ArrayRef<ForallOp> left, ArrayRef<ForallOp> right) {
  if (left.size() != right.size())
    return false;
  for (auto [a, b] : llvm::zip(left, right))
    if (a->getOperands() != b->getOperands())
      return false;
  return true;
}

LogicalResult ReuseResult::matchAndRewrite(WhereOp where,
                                           PatternRewriter &rewriter) const {
  auto consuming = getForalls(where.getConsumer());
  auto producing = getForalls(where.getProducer());
  if (failed(consuming) || failed(producing) ||
      !areSame(*consuming, *producing))
    return rewriter.notifyMatchFailure(
        where, "the foralls of its sides are not the same");
  AssignOp left = getModifying(where.getConsumer().front());
  AssignOp right = getModifying(where.getProducer().front());
  Value result = left.getTensor();
  bool isSparse =
      bool(cast<PlaceType>(result.getType()).getTensor().getEncoding());
  if (isSparse && isa<KernelOp>(result.getParentBlock()->getParentOp()))
    return rewriter.notifyMatchFailure(
        left, "the result is sparse: it cannot be incremented");
  if (cast<PlaceType>(result.getType()).getTensor().getElementType() !=
      where.getWorkspaceType().getTensor().getElementType())
    return rewriter.notifyMatchFailure(
        left, "the result has not the elements of the workspace");
  auto uses = where.getConsumer().getArgument(0).getUsers();
  if (!llvm::hasSingleElement(uses))
    return rewriter.notifyMatchFailure(left, "it does not use the workspace "
                                             "once");
  auto access = cast<AccessOp>(*uses.begin());
  auto split = splitOff(left.getValue(), access.getResult());
  if (!split)
    return rewriter.notifyMatchFailure(
        left, "the workspace is not under one operator that increments");
  auto [reduction, rest] = *split;
  if (left.getReduction() != Reduction::none && reduction != Reduction::none &&
      getCollecting(left.getReduction()) != getCollecting(reduction))
    return rewriter.notifyMatchFailure(
        left, "it increments by another operator than that on the workspace");
  if (left.getReduction() != Reduction::none ||
      right.getReduction() != Reduction::none)
    return rewriter.notifyMatchFailure(
        left, "its sides do not set each element once");
  // What is absent from a sum is left out, as from an increment; not so what is
  // absent from a product.
  bool isSum = reduction == Reduction::none || reduction == Reduction::add ||
               reduction == Reduction::sub || reduction == Reduction::lor;
  if (!isSum &&
      !(skipsNothing(where.getConsumer()) && skipsNothing(where.getProducer())))
    return rewriter.notifyMatchFailure(
        left, "its operator is no sum, and a sparse tensor takes part");
  for (auto [mode, index] : llvm::enumerate(right.getIndices()))
    for (auto [number, forall] : llvm::enumerate(*producing))
      if (index == forall.getIndex() &&
          access.getIndices()[mode] != (*consuming)[number].getIndex())
        return rewriter.notifyMatchFailure(
            left, "its sides index the workspace differently");

  // The producer, now in front, sets the result at the consumer's indices.
  IRMapping mapping;
  for (auto [a, b] : llvm::zip(*consuming, *producing))
    mapping.map(a.getIndex(), b.getIndex());
  rewriter.setInsertionPoint(right);
  SmallVector<Value> indices;
  for (Value index : left.getIndices())
    indices.push_back(mapping.lookupOrDefault(index));
  AssignOp::create(rewriter, right.getLoc(), result, indices, Reduction::none,
                   right.getValue());
  rewriter.eraseOp(right);
  rewriter.setInsertionPoint(left);
  if (rest) {
    auto increment = AssignOp::create(rewriter, left.getLoc(), result,
                                      left.getIndices(), reduction, rest);
    rewriter.eraseOp(left);
    eraseUnusedBefore(rewriter, increment);
  }
  for (Region *side : {&where.getProducer(), &where.getConsumer()}) {
    if (side == &where.getConsumer() && !rest)
      break;
    for (Operation &op : llvm::make_early_inc_range(side->front()))
      rewriter.moveOpBefore(&op, where);
  }
  rewriter.eraseOp(where);
  return success();
}
