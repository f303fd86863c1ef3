//===- Parallel.cpp - loops in chunks that tasks take in turn -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop is cut into chunks of about the same number of stored
// elements, more of them than there are tasks; a task takes the next chunk that
// nobody has. Each chunk is computed as the whole loop would be, so results do
// not depend on which task takes what.
//
// What all chunks accumulate into is copied (Copies.cpp); rows that are longer
// than a chunk are summed in pieces (Pieces.cpp).
//
// Where each chunk of a sparse result begins, ResultChunks.cpp says.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Chunks for each task: enough that the last one to end does not keep the
/// others waiting, few enough that taking one costs nothing.
static constexpr int64_t chunksPerTask = 16;

/// Several tasks may have to count what a sparse result holds, one alone need
/// not (Bounds.cpp): then it is worth sharing when it is so many times as
/// large.
static constexpr int64_t boundedGain = 4;

bool KernelGenerator::runsInChunks(ForallOp forall) {
  if (!forall.getParallel())
    return false;
  // The cursors of a sparse result are known where its outermost loop begins.
  return !appendsInside(forall) || forall->getParentOp() == kernel;
}

ForallOp KernelGenerator::chunkedLoopAround(Operation *op) {
  for (auto loop = op->getParentOfType<ForallOp>(); loop;
       loop = loop->getParentOfType<ForallOp>())
    if (runsInChunks(loop))
      return loop;
  return {};
}

//===----------------------------------------------------------------------===//
// How much there is to do
//===----------------------------------------------------------------------===//

/// The first stored tensor whose outermost level the loop runs along; of a loop
/// over positions the one that they are of.
AccessOp KernelGenerator::findLeader(ForallOp forall, const LoopPlan &plan) {
  if (!plan.domain.isUniverse())
    return plan.getFirst().access;
  AccessOp leader;
  forall.walk([&](AccessOp access) {
    auto found = storages.find(access.getTensor());
    if (found == storages.end() || !found->second->isSparse() ||
        variableOf(access, *found->second, 0) != forall.getIndex())
      return WalkResult::advance();
    leader = access;
    return WalkResult::interrupt();
  });
  return leader;
}

Level *KernelGenerator::findLevelOfRows(AccessOp leader, const LoopPlan &plan) {
  if (!leader)
    return nullptr;
  const Storage &storage = storageOf(leader.getTensor());
  // By coordinate, a position of the level is its coordinate only if all are
  // stored.
  bool hasRows =
      storage.levels.size() > 1 &&
      (!plan.domain.isUniverse() || storage.levels.front()->isFull());
  return hasRows && storage.levels[1]->getSegmentEnds()
             ? storage.levels[1].get()
             : nullptr;
}

/// `copied` elements have a copy in each task but one.
Value KernelGenerator::countTasks(const Partition &partition, Value cost,
                                  Value copied, Location loc) {
  Value tasks =
      runtime.call(builder, loc, "encke_loop_tasks", builder.getI64Type(),
                   {partition.weights,
                    RuntimeCalls::integer(builder, loc, partition.weightBytes),
                    RuntimeCalls::toInteger(builder, loc, partition.lo),
                    RuntimeCalls::toInteger(builder, loc, partition.hi),
                    RuntimeCalls::toInteger(builder, loc, cost),
                    RuntimeCalls::toInteger(builder, loc, copied)});
  return RuntimeCalls::toIndex(builder, loc, tasks);
}

FailureOr<KernelGenerator::Partition>
KernelGenerator::planChunks(ForallOp forall, LoopPlan &plan, Scope &scope) {
  Location loc = forall.getLoc();
  Partition partition;
  FailureOr<Value> extent = evaluate(forall.getExtent(), scope);
  if (failed(extent))
    return failure();
  AccessOp leader = findLeader(forall, plan);
  partition.extent = *extent;
  partition.lo = arith::ConstantIndexOp::create(builder, loc, 0);
  partition.hi = *extent;
  bool byPosition = !plan.domain.isUniverse();
  if (byPosition) {
    Iterator &first = plan.getFirst();
    partition.lo = first.position;
    partition.hi = first.end;
  }
  if (Level *below = findLevelOfRows(leader, plan)) {
    Value weights = below->getSegmentEnds();
    partition.weights = pointerTo(weights);
    partition.weightBytes =
        cast<MemRefType>(weights.getType()).getElementTypeBitWidth() / 8;
  } else {
    partition.weights = LLVM::ZeroOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
  }
  Value cost = estimateCost(forall, leader);
  if (isBounding && !closesGaps)
    cost = arith::CeilDivUIOp::create(
        builder, loc, cost,
        arith::ConstantIndexOp::create(builder, loc, boundedGain));
  partition.tasks = countTasks(partition, cost, countCopied(forall), loc);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value each = arith::ConstantIndexOp::create(builder, loc, chunksPerTask);
  Value several = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        partition.tasks, one);
  Value chunks = arith::MulIOp::create(builder, loc, partition.tasks, each);
  partition.chunks =
      arith::SelectOp::create(builder, loc, several, chunks, one);
  return partition;
}

Value KernelGenerator::chunkBegin(const Partition &partition, Value chunk,
                                  Location loc) {
  Value begin =
      runtime.call(builder, loc, "encke_loop_split", builder.getI64Type(),
                   {partition.weights,
                    RuntimeCalls::integer(builder, loc, partition.weightBytes),
                    RuntimeCalls::toInteger(builder, loc, partition.lo),
                    RuntimeCalls::toInteger(builder, loc, partition.hi),
                    RuntimeCalls::toInteger(builder, loc, chunk),
                    RuntimeCalls::toInteger(builder, loc, partition.chunks)});
  return RuntimeCalls::toIndex(builder, loc, begin);
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

Value KernelGenerator::allocateManually(MemRefType type, ValueRange sizes,
                                        Location loc) {
  auto alloc = memref::AllocOp::create(builder, loc, type, sizes,
                                       builder.getI64IntegerAttr(64));
  alloc->setAttr(manualDeallocation, builder.getUnitAttr());
  return alloc;
}

void KernelGenerator::freeManually(Value buffer, Location loc) {
  memref::DeallocOp::create(builder, loc, buffer)
      ->setAttr(manualDeallocation, builder.getUnitAttr());
}

/// `body` with each chunk, in tasks that may run at once. With `fromBothEnds`,
/// one of them takes chunks from the first one on, in order, of which `body` is
/// told; the others, from the last one back.
LogicalResult
KernelGenerator::forEachChunk(const Partition &partition, Location loc,
                              function_ref<LogicalResult()> beforeTask,
                              function_ref<LogicalResult(Value, Value)> body,
                              function_ref<void()> afterTask,
                              bool fromBothEnds) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value none = RuntimeCalls::integer(builder, loc, 0);
  auto type = MemRefType::get({fromBothEnds ? 2 : 1}, builder.getI64Type());
  // On the stack it would pile up in a loop around.
  bool isOutermost =
      isa<FunctionOpInterface>(builder.getBlock()->getParentOp());
  Value taken = isOutermost
                    ? memref::AllocaOp::create(builder, loc, type).getResult()
                    : allocateManually(type, {}, loc);
  memref::StoreOp::create(builder, loc, none, taken, zero);
  if (fromBothEnds)
    memref::StoreOp::create(builder, loc, none, taken, one);
  OpBuilder::InsertionGuard guard(builder);
  auto tasks =
      scf::ParallelOp::create(builder, loc, zero, partition.tasks, one);
  builder.setInsertionPointToStart(tasks.getBody());
  if (failed(beforeTask()))
    return failure();
  Type index = builder.getIndexType();
  // The number of the chunk that was taken and, of both ends, of the round.
  SmallVector<Type> numbers(fromBothEnds ? 2 : 1, index);
  SmallVector<Location> locations(numbers.size(), loc);
  SmallVector<Value> first(numbers.size() - 1, zero);
  auto chunks = scf::WhileOp::create(builder, loc, numbers, first);
  Block *before = builder.createBlock(&chunks.getBefore(), {},
                                      ArrayRef(numbers).drop_front(),
                                      ArrayRef(locations).drop_front());
  Value number = countUp(taken, zero, loc);
  Value isLeft = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       number, partition.chunks);
  SmallVector<Value> carried{number};
  llvm::append_range(carried, before->getArguments());
  scf::ConditionOp::create(builder, loc, isLeft, carried);
  Block *after =
      builder.createBlock(&chunks.getAfter(), {}, numbers, locations);
  Value chunk = after->getArgument(0), isFront;
  SmallVector<Value> next;
  if (fromBothEnds) {
    Value round = after->getArgument(1);
    next.push_back(arith::AddIOp::create(builder, loc, round, one));
    isFront = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                    tasks.getInductionVars().front(), zero);
    chunk = takeFromEnd(partition, taken, isFront, round, loc);
  }
  if (failed(body(chunk, isFront)))
    return failure();
  scf::YieldOp::create(builder, loc, next);
  builder.setInsertionPointAfter(chunks);
  afterTask();
  builder.setInsertionPointAfter(tasks);
  if (!isOutermost)
    freeManually(taken, loc);
  return success();
}

/// What the counter, which tasks share, was before.
Value KernelGenerator::countUp(Value counters, Value which, Location loc) {
  return RuntimeCalls::toIndex(
      builder, loc,
      memref::AtomicRMWOp::create(builder, loc, arith::AtomicRMWKind::addi,
                                  RuntimeCalls::integer(builder, loc, 1),
                                  counters, which));
}

/// The task at the front has had as many chunks as rounds. Those at the back
/// count theirs together, in the second counter.
Value KernelGenerator::takeFromEnd(const Partition &partition, Value taken,
                                   Value isFront, Value round, Location loc) {
  auto either = scf::IfOp::create(builder, loc, builder.getIndexType(), isFront,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(either.thenBlock());
  scf::YieldOp::create(builder, loc, round);
  builder.setInsertionPointToStart(either.elseBlock());
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value last = arith::SubIOp::create(builder, loc, partition.chunks, one);
  Value chunk =
      arith::SubIOp::create(builder, loc, last, countUp(taken, one, loc));
  scf::YieldOp::create(builder, loc, chunk);
  return either.getResult(0);
}

/// What the iterators of a merge have between the coordinates at which two
/// chunks begin.
void KernelGenerator::narrow(LoopPlan &plan, Value lo, Value hi, Location loc) {
  for (Iterator *iterator : iteratorsIn(plan, plan.getVisited())) {
    Value end = iterator->end;
    iterator->end =
        lowerBound(*iterator->level, iterator->position, end, hi, loc);
    iterator->position =
        lowerBound(*iterator->level, iterator->position, end, lo, loc);
  }
}

/// The coordinate at which a chunk of a merge begins: that of the leader's
/// position; the first and the last chunk take what is before and behind it.
Value KernelGenerator::coordinateOfChunk(const Partition &partition,
                                         const Iterator &leader, Value chunk,
                                         Location loc) {
  Iterator at = leader;
  at.position = chunkBegin(partition, chunk, loc);
  findCoordinate(at, loc);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        chunk, zero);
  Value isPast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                       at.position, leader.end);
  Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       chunk, partition.chunks);
  isPast = arith::OrIOp::create(builder, loc, isPast, isLast);
  Value inside = arith::SelectOp::create(builder, loc, isPast, partition.extent,
                                         at.coordinate);
  return arith::SelectOp::create(builder, loc, isFirst, zero, inside);
}

LogicalResult KernelGenerator::generateChunk(ForallOp forall, LoopPlan plan,
                                             const Partition &partition,
                                             Value chunk, Scope &scope) {
  Location loc = forall.getLoc();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value next = arith::AddIOp::create(builder, loc, chunk, one);
  if (isMerge(plan)) {
    Iterator leader = plan.getFirst();
    Value lo = coordinateOfChunk(partition, leader, chunk, loc);
    Value hi = coordinateOfChunk(partition, leader, next, loc);
    narrow(plan, lo, hi, loc);
    return loopInOne(forall, plan, scope);
  }
  return loopOverRounds(forall, plan, chunkBegin(partition, chunk, loc),
                        chunkBegin(partition, next, loc), scope);
}

LogicalResult KernelGenerator::loopOverRounds(ForallOp forall, LoopPlan &plan,
                                              Value lo, Value hi,
                                              Scope &scope) {
  Location loc = forall.getLoc();
  Keys keys = changedIn(forall, scope);
  if (plan.domain.isUniverse()) {
    if (std::optional<Keys> lengthened = lengthenedByBound(forall)) {
      lengthen(*lengthened, arith::SubIOp::create(builder, loc, hi, lo), scope);
      return success();
    }
    narrow(plan, lo, hi, loc);
    return loopOverCoordinates(forall, plan, lo, hi, keys, scope);
  }
  plan.getFirst().position = lo;
  plan.getFirst().end = hi;
  if (std::optional<Keys> lengthened = lengthenedByBound(forall))
    return boundSteps(forall, plan, *lengthened, scope);
  return loopOverPositions(forall, plan, keys, scope);
}

LogicalResult KernelGenerator::loopInChunks(ForallOp forall, LoopPlan &plan,
                                            Scope &scope) {
  if (std::optional<Shared> shared = findShared(forall, scope))
    return loopWithCopies(forall, plan, *shared, scope);
  if (std::optional<Pieces> pieces = findPieces(forall, plan))
    return loopInPieces(forall, plan, *pieces, scope);
  Location loc = forall.getLoc();
  bool appends = appendsInside(forall);
  bool isCounted = appends && assembly->isCounted();
  Partition partition;
  if (isCounted && resultPartition.chunks) {
    partition = resultPartition;
  } else {
    FailureOr<Partition> planned = planChunks(forall, plan, scope);
    if (failed(planned))
      return failure();
    partition = *planned;
    if (isCounted)
      partition.cursors = allocateCursors(partition, loc);
  }
  SmallVector<StateKey> cursors;
  if (appends)
    for (unsigned cursor = 0; cursor < assembly->getNumCursors(); ++cursor)
      cursors.push_back({kernel, Variable::cursor + static_cast<int>(cursor)});
  bool isFilling = isCounted && assembly->isFilling();
  bool fillsParts = isFilling && closesGaps;
  auto begin = [&](Value chunk, unsigned cursor, Value isFront) -> Value {
    if (!isCounted)
      return seekCursor(plan, partition, chunk, cursor, loc);
    if (fillsParts)
      return beginPart(partition, chunk, isFront, loc);
    if (isFilling)
      return loadOfChunk(partition, chunk, cursor, loc);
    return arith::ConstantIndexOp::create(builder, loc, 0);
  };
  auto body = [&](Value chunk, Value isFront) -> LogicalResult {
    Scope inner = scope;
    for (auto [number, key] : llvm::enumerate(cursors))
      inner.state[key] = begin(chunk, number, isFront);
    if (failed(generateChunk(forall, plan, partition, chunk, inner)))
      return failure();
    // Of a result of which only bounds are known, where a chunk ends is asked
    // for once it is filled in, too.
    unsigned column = fillsParts ? unsigned(endOfPart) : 0;
    if (isCounted && (isBounded || !isFilling))
      for (auto [number, key] : llvm::enumerate(cursors))
        storeOfChunk(partition, chunk, column + number, inner.state.lookup(key),
                     loc);
    return success();
  };
  KnownOutside outside;
  auto open = [&] {
    if (isBounding)
      return success();
    if (!assembly)
      for (BlockArgument output : kernel.getOutputArguments())
        declareDistinctInside(storageOf(output).buffer, outside, loc);
    return openWorkspaces(forall);
  };
  auto close = [&] {
    if (isBounding)
      return;
    closeWorkspaces(forall);
    leaveInside(outside);
  };
  if (failed(forEachChunk(partition, loc, open, body, close, fillsParts)))
    return failure();
  if (!isCounted)
    return success();
  if (!isFilling)
    partition.totals = scanCursors(partition, cursors.size(), loc);
  else if (fillsParts)
    partition.totals = {closeParts(partition, loc)};
  else if (isBounded)
    partition.totals = {loadEnd(partition, loc)};
  if (isFilling)
    freeManually(partition.cursors, loc);
  for (auto [key, total] : llvm::zip(cursors, partition.totals))
    scope.state[key] = total;
  resultPartition = partition;
  return success();
}
