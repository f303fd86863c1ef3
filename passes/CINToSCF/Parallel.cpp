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
// What all chunks accumulate into is copied (Copies.cpp) or shared out
// (Owners.cpp); rows that are longer
// than a chunk are summed in pieces (Pieces.cpp).
//
// Where each chunk of a sparse result begins, ResultChunks.cpp says.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"
#include "passes/Cost/Threads.h"
#include "passes/Support/TargetSpec.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

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

/// `extra` elements are visited by each task besides its own, or copied.
Value KernelGenerator::countTasks(const Partition &partition, Value cost,
                                  Value extra, Location loc) {
  cost::Target target = getTarget(kernel);
  auto number = [&](int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  };
  Value tasks = runtime.call(
      builder, loc, "encke_loop_tasks", builder.getI64Type(),
      {partition.weights,
       RuntimeCalls::integer(builder, loc, partition.weightBytes),
       RuntimeCalls::toInteger(builder, loc, partition.lo),
       RuntimeCalls::toInteger(builder, loc, partition.hi),
       RuntimeCalls::toInteger(builder, loc, cost), number(cost::roundCost),
       number(cost::getLeastOfTask(target)),
       RuntimeCalls::toInteger(builder, loc, extra), number(cost::copiedCost),
       number(cost::getLeastOfSharingTask(target))});
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
  Value cost = estimateCost(forall, leader), extra = countCopied(forall);
  partition.owned = findOwned(forall);
  if (partition.owned) {
    Value visited = countElements(partition, loc), copied = extra;
    extra = arith::MinUIOp::create(builder, loc, visited, copied);
    partition.owned->are = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, visited, copied);
  }
  if (isBounding)
    extra = arith::ConstantIndexOp::create(builder, loc, cost::extraForParts);
  partition.tasks = countTasks(partition, cost, extra, loc);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value each = arith::ConstantIndexOp::create(
      builder, loc, isBounding ? cost::partsOfTask : cost::chunksOfTask);
  Value several = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        partition.tasks, one);
  Value chunks = arith::MulIOp::create(builder, loc, partition.tasks, each);
  if (partition.weightBytes == 0) {
    Value rounds =
        arith::SubIOp::create(builder, loc, partition.hi, partition.lo);
    Value groups = arith::DivUIOp::create(
        builder, loc, rounds,
        arith::ConstantIndexOp::create(builder, loc, cost::roundsOfChunk));
    groups = arith::MaxUIOp::create(builder, loc, groups, partition.tasks);
    chunks = arith::MinUIOp::create(builder, loc, chunks, groups);
  }
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
                    RuntimeCalls::toInteger(builder, loc, partition.chunks),
                    RuntimeCalls::integer(
                        builder, loc, cost::getRoundsOfLine(getTarget(kernel))),
                    RuntimeCalls::integer(builder, loc, cost::jammedRows)});
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

/// `body` with each chunk, in tasks that may run at once; before it, each task
/// does what `beforeTask` emits for the task of that number. Chunks are taken
/// in order.
LogicalResult
KernelGenerator::forEachChunk(const Partition &partition, Location loc,
                              function_ref<LogicalResult(Value)> beforeTask,
                              function_ref<LogicalResult(Value)> body,
                              function_ref<void()> afterTask) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value none = RuntimeCalls::integer(builder, loc, 0);
  auto type = MemRefType::get({1}, builder.getI64Type());
  // On the stack it would pile up in a loop around.
  bool isOutermost =
      isa<FunctionOpInterface>(builder.getBlock()->getParentOp());
  Value taken = isOutermost
                    ? memref::AllocaOp::create(builder, loc, type).getResult()
                    : allocateManually(type, {}, loc);
  memref::StoreOp::create(builder, loc, none, taken, zero);
  OpBuilder::InsertionGuard guard(builder);
  auto tasks =
      scf::ParallelOp::create(builder, loc, zero, partition.tasks, one);
  builder.setInsertionPointToStart(tasks.getBody());
  if (failed(beforeTask(tasks.getInductionVars().front())))
    return failure();
  Type index = builder.getIndexType();
  auto chunks = scf::WhileOp::create(builder, loc, index, ValueRange());
  builder.createBlock(&chunks.getBefore());
  Value before = memref::AtomicRMWOp::create(
      builder, loc, arith::AtomicRMWKind::addi,
      RuntimeCalls::integer(builder, loc, 1), taken, zero);
  Value next = RuntimeCalls::toIndex(builder, loc, before);
  Value isLeft = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       next, partition.chunks);
  scf::ConditionOp::create(builder, loc, isLeft, next);
  Block *after = builder.createBlock(&chunks.getAfter(), {}, index, loc);
  if (failed(body(after->getArgument(0))))
    return failure();
  scf::YieldOp::create(builder, loc);
  builder.setInsertionPointAfter(chunks);
  afterTask();
  builder.setInsertionPointAfter(tasks);
  if (!isOutermost)
    freeManually(taken, loc);
  return success();
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
  if (plan.isMerge()) {
    Iterator leader = plan.getFirst();
    Value lo = coordinateOfChunk(partition, leader, chunk, loc);
    Value hi = coordinateOfChunk(partition, leader, next, loc);
    narrow(plan, lo, hi, loc);
    return loopInOne(forall, plan, scope);
  }
  // One after the other: arguments are evaluated in any order.
  Value lo = chunkBegin(partition, chunk, loc);
  Value hi = chunkBegin(partition, next, loc);
  return loopOverRounds(forall, plan, lo, hi, scope);
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
  Keys cursors = appends ? cursorKeys() : Keys();
  bool isFilling = isCounted && assembly->isFilling();
  bool fillsParts = isFilling && isBounded;
  Value elements; // that a task appends
  auto begin = [&](Value chunk, unsigned cursor) -> Value {
    if (!isCounted)
      return seekCursor(plan, partition, chunk, cursor, loc);
    if (fillsParts)
      return beginPart(partition, elements, chunk, loc);
    if (isFilling)
      return loadOfChunk(partition, chunk, cursor, loc);
    return arith::ConstantIndexOp::create(builder, loc, 0);
  };
  auto body = [&](Value chunk) -> LogicalResult {
    Scope inner = scope;
    for (auto [number, key] : llvm::enumerate(cursors))
      inner.state[key] = begin(chunk, number);
    if (failed(generateChunk(forall, plan, partition, chunk, inner)))
      return failure();
    for (auto [number, key] : llvm::enumerate(cursors)) {
      Value end = inner.state.lookup(key);
      if (fillsParts)
        endPart(partition, elements, chunk, end, loc);
      else if (isCounted && !isFilling)
        storeOfChunk(partition, chunk, number, end, loc);
    }
    return success();
  };
  KnownOutside outside;
  auto open = [&](Value) {
    if (isBounding)
      return success();
    if (fillsParts)
      elements = enterParts(partition, loc);
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
    if (fillsParts)
      leaveParts(elements, loc);
  };
  if (fillsParts)
    openParts(partition, loc);
  if (failed(forEachChunk(partition, loc, open, body, close)))
    return failure();
  if (!isCounted)
    return success();
  if (!isFilling)
    partition.totals = scanCursors(partition, cursors.size(), loc);
  else if (fillsParts)
    partition.totals = {closeParts(partition, loc)};
  if (isFilling)
    freeManually(partition.cursors, loc);
  for (auto [key, total] : llvm::zip(cursors, partition.totals))
    scope.state[key] = total;
  resultPartition = partition;
  return success();
}
