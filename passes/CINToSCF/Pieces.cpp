//===- Pieces.cpp - rows that are longer than a chunk ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop over rows, as y[i] = A[i,j] * x[j], is cut between rows. A
// row that is longer than a chunk would keep one task busy while the others
// wait, so it is cut, too, if its result is a sum along it: the chunk that
// begins the row assigns, those that go on with it leave their sums beside the
// result, which are added in the order of the chunks at the end.
//
// A piece is a loop over one row whose segment ends elsewhere, and whose result
// lies elsewhere. So the code of the row stays what it is: only where its
// arrays begin is chosen for each part of a chunk.
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "passes/CINToSCF/Generator.h"
#include "passes/Cost/Threads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Parts of a chunk: the rest of a row, whole rows, the begin of a row.
static constexpr int64_t partsOfChunk = 3;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// What the assignment makes of a row it makes in pieces, too: it accumulates,
/// along the row, what the leader's elements contribute; or it takes that over
/// from a workspace. Returns how pieces are combined.
std::optional<Reduction> KernelGenerator::howToSumPieces(AssignOp assign,
                                                         AccessOp leader,
                                                         ForallOp along) {
  Reduction collecting = getCollecting(assign.getReduction());
  if (along->isAncestor(assign)) {
    auto isLeader = [&](AccessOp access) { return access == leader; };
    return canCollectInParts(assign) &&
                   isRestrictedTo(assign.getValue(), isLeader)
               ? std::optional(collecting)
               : std::nullopt;
  }
  // Sums of floats are doubles until they are assigned.
  Value value = assign.getValue();
  if (auto rounded = value.getDefiningOp<arith::TruncFOp>())
    value = rounded.getIn();
  auto collected = value.getDefiningOp<AccessOp>();
  WhereOp where = collected ? whereOf(collected.getTensor()) : WhereOp();
  if (!where || where.getWorkspaceType().getTensor().getEncoding() ||
      collected.getTensor() != where.getConsumer().getArgument(0))
    return std::nullopt;
  std::optional<Reduction> inner;
  for (Operation *user : where.getProducer().getArgument(0).getUsers()) {
    auto producing = dyn_cast<AssignOp>(user);
    if (!producing || inner || !along->isAncestor(producing))
      return std::nullopt;
    inner = howToSumPieces(producing, leader, along);
    if (!inner)
      return std::nullopt;
  }
  bool agrees = assign.getReduction() == Reduction::none || inner == collecting;
  return agrees ? inner : std::nullopt;
}

/// The tensor whose rows the loop runs over, if the level below is one segment
/// for each of them.
AccessOp KernelGenerator::findRows(ForallOp forall, const LoopPlan &plan) {
  AccessOp leader = findLeader(forall, plan);
  Level *below = findLevelOfRows(leader, plan);
  bool hasRows = below && below->isUnique();
  if (!hasRows)
    return {};
  // Another access of the tensor would see the pieces' segments.
  forall.walk([&](AccessOp access) {
    hasRows &= access.getTensor() != leader.getTensor() ||
               sameAs(access) == sameAs(leader);
  });
  return hasRows ? leader : AccessOp();
}

/// The assignment sets elements to zero before the loop's iteration does
/// anything else.
static bool beginsRow(AssignOp assign, ForallOp forall) {
  return setsToZero(assign) && forall.getBlock().front().isAncestor(assign);
}

std::optional<KernelGenerator::Pieces>
KernelGenerator::findPieces(ForallOp forall, const LoopPlan &plan) {
  AccessOp leader =
      assembly || plan.isMerge() ? AccessOp() : findRows(forall, plan);
  if (!leader)
    return std::nullopt;
  const Storage &storage = storageOf(leader.getTensor());
  ForallOp along = forallOf(variableOf(leader, storage, 1));
  SmallVector<AssignOp> assigns;
  // A row that is set to zero before anything is added is where it lies.
  forall.walk([&](AssignOp assign) {
    Value place = assign.getTensor();
    if (!forall->isProperAncestor(place.getParentBlock()->getParentOp()) &&
        !beginsRow(assign, forall))
      assigns.push_back(assign);
  });
  if (assigns.size() != 1 || !forall->isProperAncestor(along) ||
      !storages.count(assigns.front().getTensor()))
    return std::nullopt;
  AssignOp assign = assigns.front();
  OperandRange indices = assign.getIndices();
  Value buffer = storageOf(assign.getTensor()).buffer;
  std::optional<Reduction> collecting = howToSumPieces(assign, leader, along);
  if (!collecting || indices.front() != forall.getIndex() ||
      llvm::is_contained(indices.drop_front(), forall.getIndex()) ||
      along.moves(indices) ||
      !cast<MemRefType>(buffer.getType()).getLayout().isIdentity())
    return std::nullopt;
  Pieces pieces;
  pieces.level = storage.levels[1].get();
  pieces.place = assign.getTensor();
  pieces.collecting = *collecting;
  return pieces;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// A row of the result.
static MemRefType getRowType(MemRefType type) {
  return MemRefType::get(type.getShape().drop_front(), type.getElementType());
}

void KernelGenerator::allocateSums(Pieces &pieces, const Partition &partition,
                                   Location loc) {
  pieces.sums =
      allocateSeveral(partition.chunks, storageOf(pieces.place).buffer, 1, loc);
  // Small ones, on the stack of the kernel.
  auto allocate = [&](ArrayRef<int64_t> shape, Type element, Value count) {
    return memref::AllocaOp::create(builder, loc,
                                    MemRefType::get(shape, element), count);
  };
  auto ends = cast<MemRefType>(pieces.level->getSegmentEnds().getType());
  pieces.rounds = allocate({ShapedType::kDynamic, cost::wordsOfTask},
                           builder.getI64Type(), partition.tasks);
  pieces.ends = allocate({ShapedType::kDynamic, cost::wordsOfTask},
                         ends.getElementType(), partition.tasks);
  pieces.rows =
      allocate({ShapedType::kDynamic}, builder.getI64Type(), partition.chunks);
}

LogicalResult KernelGenerator::loopInPieces(ForallOp forall, LoopPlan &plan,
                                            Pieces &pieces, Scope &scope) {
  Location loc = forall.getLoc();
  FailureOr<Partition> partition = planChunks(forall, plan, scope);
  if (failed(partition))
    return failure();
  allocateSums(pieces, *partition, loc);
  auto beforeTask = [&](Value task) {
    pieces.task = task;
    return openWorkspaces(forall);
  };
  auto body = [&](Value chunk) {
    return loopOverParts(forall, plan, *partition, pieces, chunk, scope);
  };
  auto afterTask = [&] { closeWorkspaces(forall); };
  if (failed(forEachChunk(*partition, loc, beforeTask, body, afterTask)))
    return failure();
  addSums(pieces, *partition, loc);
  freeManually(pieces.sums, loc);
  return success();
}

/// In a piece, the arrays of the row begin so far before their memory that the
/// row's number leads into it.
LogicalResult KernelGenerator::loopOverParts(ForallOp forall,
                                             const LoopPlan &plan,
                                             const Partition &partition,
                                             const Pieces &pieces, Value chunk,
                                             Scope &scope) {
  Location loc = forall.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value none = RuntimeCalls::integer(builder, loc, -1);
  memref::StoreOp::create(builder, loc, none, pieces.rows, chunk);
  Value count = arith::ConstantIndexOp::create(builder, loc, partsOfChunk);
  auto parts = scf::ForOp::create(builder, loc, zero, count, one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(parts.getBody());
  Value part = parts.getInductionVar();
  auto integer = [&](Value index) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      index);
  };
  auto wordsOf = [&](Value buffer) -> Value {
    Value pointer = pointerTo(buffer);
    Value words =
        arith::ConstantIndexOp::create(builder, loc, cost::wordsOfTask);
    Value first = arith::MulIOp::create(builder, loc, pieces.task, words);
    Type element = cast<MemRefType>(buffer.getType()).getElementType();
    return LLVM::GEPOp::create(builder, loc, pointer.getType(), element,
                               pointer, integer(first));
  };
  Value cut =
      runtime.call(builder, loc, "encke_loop_part", builder.getI64Type(),
                   {partition.weights,
                    RuntimeCalls::integer(builder, loc, partition.weightBytes),
                    integer(partition.lo), integer(partition.hi),
                    integer(chunk), integer(partition.chunks), integer(part),
                    wordsOf(pieces.rounds), wordsOf(pieces.ends)});
  auto round = [&](Value at) -> Value {
    Value stored = memref::LoadOp::create(builder, loc, pieces.rounds,
                                          ValueRange{pieces.task, at});
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      stored);
  };
  Value lo = round(zero), hi = round(one);
  Value isPiece =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, cut,
                            RuntimeCalls::integer(builder, loc, 0));
  Value isRest =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, part, zero);
  isRest = arith::AndIOp::create(builder, loc, isRest, isPiece);

  LoopPlan inner = plan;
  Value row = lo;
  if (!plan.domain.isUniverse()) {
    Iterator at = plan.getFirst();
    at.position = lo;
    findCoordinate(at, loc);
    row = at.coordinate;
  }
  Value ends = pieces.level->getSegmentEnds();
  Value &buffer = storageOf(pieces.place).buffer;
  Value whole = buffer;
  pieces.level->setSegmentEnds(openEnds(pieces, lo, isPiece, loc));
  buffer = openSum(pieces, chunk, row, isRest, loc);
  KnownOutside outside;
  declareDistinctInside(buffer, outside, loc);
  Scope body = scope;
  LogicalResult result = loopOverRounds(forall, inner, lo, hi, body);
  leaveInside(outside);
  pieces.level->setSegmentEnds(ends);
  buffer = whole;
  return result;
}

/// Where the segments end: as the level says, or in a piece, where its own
/// does.
Value KernelGenerator::openEnds(const Pieces &pieces, Value round,
                                Value isPiece, Location loc) {
  Value ends = pieces.level->getSegmentEnds();
  auto type = cast<MemRefType>(ends.getType());
  MemRefType common = getCommonType(type);
  Value two = arith::ConstantIndexOp::create(builder, loc, 2);
  Value words = arith::ConstantIndexOp::create(builder, loc, cost::wordsOfTask);
  Value before = arith::MulIOp::create(builder, loc, pieces.task, words);
  before = arith::SubIOp::create(builder, loc, before, round);
  Value size = arith::AddIOp::create(builder, loc, round, two);
  Value own = memref::ReinterpretCastOp::create(
      builder, loc, common, pieces.ends, OpFoldResult(before),
      ArrayRef<OpFoldResult>{size},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
  Value all = memref::CastOp::create(builder, loc, common, ends);
  return arith::SelectOp::create(builder, loc, isPiece, own, all);
}

/// Where the sums of the rows go: into the result, or that of the rest of a row
/// beside it.
Value KernelGenerator::openSum(const Pieces &pieces, Value chunk, Value row,
                               Value isRest, Location loc) {
  Value buffer = storageOf(pieces.place).buffer;
  auto type = cast<MemRefType>(buffer.getType());
  MemRefType common = getCommonType(type);
  auto rest = scf::IfOp::create(builder, loc, isRest);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(rest.thenBlock());
    Value number =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), row);
    memref::StoreOp::create(builder, loc, number, pieces.rows, chunk);
    Value sum = viewCopy(pieces.sums, getRowType(type), chunk, loc);
    Value start =
        emitIdentity(builder, loc, pieces.collecting, type.getElementType());
    forEachElement(sum, loc, [&](OpBuilder &body, ValueRange at) {
      memref::StoreOp::create(body, loc, start, sum, at);
    });
  }
  SmallVector<OpFoldResult> sizes, strides;
  for (int64_t mode = 0; mode < type.getRank(); ++mode)
    sizes.push_back(memref::getMixedSize(builder, loc, buffer, mode));
  // Static where the type says so.
  auto [layout, start] = common.getStridesAndOffset();
  Value step = arith::ConstantIndexOp::create(builder, loc, 1);
  for (int64_t mode = type.getRank() - 1; mode >= 0; --mode) {
    bool isKnown = !ShapedType::isDynamic(layout[mode]);
    strides.insert(strides.begin(),
                   isKnown ? OpFoldResult(builder.getIndexAttr(layout[mode]))
                           : OpFoldResult(step));
    if (mode != 0)
      step = arith::MulIOp::create(
          builder, loc, step,
          memref::DimOp::create(builder, loc, buffer, mode));
  }
  Value shift = arith::SubIOp::create(builder, loc, chunk, row);
  Value offset = arith::MulIOp::create(builder, loc, shift, step);
  Value own = memref::ReinterpretCastOp::create(
      builder, loc, common, pieces.sums, OpFoldResult(offset), sizes, strides);
  Value all = memref::CastOp::create(builder, loc, common, buffer);
  return arith::SelectOp::create(builder, loc, isRest, own, all);
}

/// The rests of rows are added to what their first pieces assigned.
void KernelGenerator::addSums(const Pieces &pieces, const Partition &partition,
                              Location loc) {
  Value buffer = storageOf(pieces.place).buffer;
  MemRefType type = getRowType(cast<MemRefType>(buffer.getType()));
  Type integerType = builder.getI64Type();
  Value chunks =
      arith::IndexCastOp::create(builder, loc, integerType, partition.chunks);
  auto loop = scf::WhileOp::create(builder, loc, integerType,
                                   RuntimeCalls::integer(builder, loc, 0));
  OpBuilder::InsertionGuard guard(builder);
  Block *before = builder.createBlock(&loop.getBefore(), {}, integerType, loc);
  Value next =
      runtime.call(builder, loc, "encke_loop_next_rest", integerType,
                   {pointerTo(pieces.rows), before->getArgument(0), chunks});
  Value isLeft = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       next, chunks);
  scf::ConditionOp::create(builder, loc, isLeft, next);
  Block *body = builder.createBlock(&loop.getAfter(), {}, integerType, loc);
  Value number = body->getArgument(0);
  Value chunk =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), number);
  Value row = memref::LoadOp::create(builder, loc, pieces.rows, chunk);
  row = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), row);
  Value into = viewCopy(buffer, type, row, loc);
  Value sum = viewCopy(pieces.sums, type, chunk, loc);
  forEachElement(into, loc, [&](OpBuilder &inner, ValueRange at) {
    Value old = memref::LoadOp::create(inner, loc, into, at);
    Value more = memref::LoadOp::create(inner, loc, sum, at);
    Value both = emitReduction(inner, loc, pieces.collecting, old, more);
    memref::StoreOp::create(inner, loc, both, into, at);
  });
  Value behind = arith::AddIOp::create(builder, loc, number,
                                       RuntimeCalls::integer(builder, loc, 1));
  scf::YieldOp::create(builder, loc, behind);
}
