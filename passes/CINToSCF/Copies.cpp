//===- Copies.cpp - parallel loops whose iterations share elements --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that scatters, as y[j] += A[i,j] * x[i] over i, or that sums up all in
// a register, is cut into chunks that are dealt out to the tasks. The first
// task accumulates into the buffer itself, each other one into a copy that
// begins with the identity; then the copies are combined in the order of the
// tasks. So a result depends on the number of tasks, by rounding, and on
// nothing else. Where copies would be large, tasks own elements (Owners.cpp).
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Reductions.h"
#include "passes/CINToSCF/Generator.h"
#include "passes/Cost/Threads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

std::optional<KernelGenerator::Shared>
KernelGenerator::findShared(ForallOp forall, const Scope &scope) {
  AssignOp assign = findSharing(forall);
  // A place of another kernel is an error that the assignment tells.
  if (!assign || !isOpen(assign.getTensor(), scope))
    return std::nullopt;
  Shared shared;
  shared.place = assign.getTensor();
  shared.collecting = getCollecting(assign.getReduction());
  if (WhereOp where = registerOf(shared.place))
    for (StateKey key : changedIn(forall, scope))
      if (key.first == where)
        shared.variables.push_back({key, {}});
  return shared;
}

Value KernelGenerator::countCopied(ForallOp forall) {
  Location loc = forall.getLoc();
  AssignOp assign = findSharing(forall);
  bool isCopied = assign && storages.count(assign.getTensor());
  Value count = arith::ConstantIndexOp::create(builder, loc, isCopied ? 1 : 0);
  if (!isCopied)
    return count;
  Value buffer = storageOf(assign.getTensor()).buffer;
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  for (int64_t mode = 0; mode < rank; ++mode) {
    Value size = memref::DimOp::create(builder, loc, buffer, mode);
    count = arith::MulIOp::create(builder, loc, count, size);
  }
  return count;
}

/// No more chunks than rounds: of 32 chunks of four rounds, those that have one
/// would all be dealt out to the same of two tasks.
void KernelGenerator::limitToRounds(Partition &partition, Location loc) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value rounds =
      arith::SubIOp::create(builder, loc, partition.hi, partition.lo);
  Value most = arith::MaxSIOp::create(builder, loc, rounds, one);
  partition.chunks =
      arith::MinSIOp::create(builder, loc, partition.chunks, most);
}

LogicalResult KernelGenerator::loopWithCopies(ForallOp forall, LoopPlan &plan,
                                              Shared &shared, Scope &scope) {
  Location loc = forall.getLoc();
  auto alone = [&](Scope &inner) -> LogicalResult {
    if (failed(openWorkspaces(forall)))
      return failure();
    LoopPlan copy = plan;
    LogicalResult result = loopInOne(forall, copy, inner);
    closeWorkspaces(forall);
    return result;
  };
  bool hasRegister = bool(registerOf(shared.place));
  // A view of a copy that is known to have no elements would not be valid.
  auto isEmpty = [&] {
    Type type = storageOf(shared.place).buffer.getType();
    return llvm::is_contained(cast<MemRefType>(type).getShape(), 0);
  };
  if (!hasRegister && isEmpty())
    return alone(scope);
  FailureOr<Partition> partition = planChunks(forall, plan, scope);
  if (failed(partition))
    return failure();
  limitToRounds(*partition, loc);
  if (hasRegister)
    return shareLoop(forall, plan, shared, *partition, scope);
  // One task has a loop of its own: in a region that tasks share, LLVM forgets
  // that the buffers are distinct.
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value several = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        partition->tasks, one);
  auto together = [&](Scope &inner) {
    return shareLoop(forall, plan, shared, *partition, inner);
  };
  return emitIf(loc, several, {}, scope, together, alone);
}

LogicalResult KernelGenerator::shareLoop(ForallOp forall, LoopPlan &plan,
                                         Shared &shared,
                                         const Partition &partition,
                                         Scope &scope) {
  Location loc = forall.getLoc();
  shared.owned = partition.owned;
  if (shared.owned)
    shareOut(*shared.owned, shared, partition, loc);
  allocateCopies(shared, partition, scope, loc);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto tasks =
      scf::ParallelOp::create(builder, loc, zero, partition.tasks, one);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(tasks.getBody());
    Scope inner = scope;
    if (failed(loopOnCopy(forall, plan, partition, shared,
                          tasks.getInductionVars().front(), inner)))
      return failure();
  }
  if (shared.copies)
    combineBuffers(shared, partition, loc);
  else
    combineRegisters(shared, partition, scope, loc);
  if (shared.owned)
    freeManually(shared.owned->first, loc);
  return success();
}

//===----------------------------------------------------------------------===//
// The copies
//===----------------------------------------------------------------------===//

Value KernelGenerator::allocateSeveral(Value count, Value buffer, int64_t first,
                                       Location loc) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> sizes = {count};
  SmallVector<int64_t> shape = {ShapedType::kDynamic};
  for (int64_t mode = first; mode < type.getRank(); ++mode) {
    shape.push_back(type.getDimSize(mode));
    if (type.isDynamicDim(mode))
      sizes.push_back(memref::DimOp::create(builder, loc, buffer, mode));
  }
  return allocateManually(MemRefType::get(shape, type.getElementType()), sizes,
                          loc);
}

/// How many tasks have one.
Value KernelGenerator::countCopies(const Partition &partition, Location loc) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value others = arith::SubIOp::create(builder, loc, partition.tasks, one);
  if (!partition.owned)
    return others;
  Value none = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::SelectOp::create(builder, loc, partition.owned->are, none,
                                 others);
}

/// Room for those of all tasks.
void KernelGenerator::allocateCopies(Shared &shared, const Partition &partition,
                                     const Scope &scope, Location loc) {
  for (auto &[key, kept] : shared.variables) {
    Type type = scope.state.lookup(key).getType();
    kept = allocateManually(MemRefType::get({ShapedType::kDynamic}, type),
                            partition.tasks, loc);
  }
  if (registerOf(shared.place))
    return;
  shared.copies = allocateSeveral(countCopies(partition, loc),
                                  storageOf(shared.place).buffer, 0, loc);
}

Value KernelGenerator::viewCopy(Value copies, MemRefType type, Value number,
                                Location loc) {
  SmallVector<OpFoldResult> offsets = {number}, sizes, strides;
  sizes.push_back(builder.getIndexAttr(1));
  for (int64_t mode = 1; mode <= type.getRank(); ++mode) {
    offsets.push_back(builder.getIndexAttr(0));
    sizes.push_back(memref::getMixedSize(builder, loc, copies, mode));
  }
  strides.assign(sizes.size(), builder.getIndexAttr(1));
  auto view = memref::SubViewOp::inferRankReducedResultType(
      type.getShape(), cast<MemRefType>(copies.getType()), offsets, sizes,
      strides);
  return memref::SubViewOp::create(builder, loc, cast<MemRefType>(view), copies,
                                   offsets, sizes, strides);
}

MemRefType KernelGenerator::getCommonType(MemRefType type) {
  SmallVector<int64_t> strides(type.getRank(), ShapedType::kDynamic);
  if (type.getLayout().isIdentity()) {
    int64_t step = 1;
    for (int64_t mode = type.getRank() - 1; mode >= 0; --mode) {
      strides[mode] = step;
      if (type.isDynamicDim(mode) || step == ShapedType::kDynamic)
        step = ShapedType::kDynamic;
      else
        step *= type.getDimSize(mode);
    }
  } else if (type.isLastDimUnitStride()) {
    strides.back() = 1;
  }
  auto layout =
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides);
  return MemRefType::get(type.getShape(), type.getElementType(), layout,
                         type.getMemorySpace());
}

/// What a task accumulates into: the buffer itself, or a copy.
Value KernelGenerator::openCopy(const Shared &shared, Value task,
                                Location loc) {
  Value buffer = storageOf(shared.place).buffer;
  auto type = cast<MemRefType>(buffer.getType());
  MemRefType common = getCommonType(type);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, task, zero);
  if (shared.owned)
    isFirst = arith::OrIOp::create(builder, loc, isFirst, shared.owned->are);
  OpBuilder::InsertionGuard guard(builder);
  auto branch = scf::IfOp::create(builder, loc, common, isFirst,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto yield = [&](Value opened) {
    Value as = memref::CastOp::create(builder, loc, common, opened);
    scf::YieldOp::create(builder, loc, as);
  };
  builder.setInsertionPointToStart(branch.thenBlock());
  yield(buffer);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value number = arith::SubIOp::create(builder, loc, task, one);
  Value copy = viewCopy(shared.copies, type, number, loc);
  Value start =
      emitIdentity(builder, loc, shared.collecting, type.getElementType());
  forEachElement(copy, loc, [&](OpBuilder &body, ValueRange at) {
    memref::StoreOp::create(body, loc, start, copy, at);
  });
  yield(copy);
  return branch.getResult(0);
}

/// The part of a task.
LogicalResult KernelGenerator::loopOnCopy(ForallOp forall, LoopPlan &plan,
                                          const Partition &partition,
                                          const Shared &shared, Value task,
                                          Scope &scope) {
  Location loc = forall.getLoc();
  KnownOutside outside;
  if (shared.copies) {
    Value &buffer = storageOf(shared.place).buffer;
    Value copy = openCopy(shared, task, loc);
    outside.push_back({&buffer, buffer});
    buffer = copy;
    declareDistinctInside(buffer, outside, loc);
  }
  if (shared.owned)
    openOwn(*shared.owned, task, loc);
  for (const auto &[key, kept] : shared.variables)
    scope.state[key] = key.second == Variable::present
                           ? arith::ConstantOp::create(
                                 builder, loc, builder.getBoolAttr(false))
                           : emitIdentity(builder, loc, shared.collecting,
                                          scope.state.lookup(key).getType());
  if (failed(openWorkspaces(forall)) ||
      failed(loopOverDealt(forall, plan, partition, shared, task, scope)))
    return failure();
  own.reset();
  closeWorkspaces(forall);
  for (const auto &[key, kept] : shared.variables)
    memref::StoreOp::create(builder, loc, scope.state.lookup(key), kept, task);
  leaveInside(outside);
  return success();
}

/// A chunk of each round of them, the first of one round, the second of the
/// next: neighbours may take more time than others with as many elements, and
/// every second chunk may be longer. Of an incomplete round some are empty. All
/// chunks, where the task owns elements of each.
LogicalResult KernelGenerator::loopOverDealt(ForallOp forall, LoopPlan &plan,
                                             const Partition &partition,
                                             const Shared &shared, Value task,
                                             Scope &scope) {
  Location loc = forall.getLoc();
  Keys keys;
  SmallVector<Value> before;
  for (const auto &[key, kept] : shared.variables) {
    keys.push_back(key);
    before.push_back(scope.state.lookup(key));
  }
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value step = partition.tasks;
  if (shared.owned) {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    step = arith::SelectOp::create(builder, loc, shared.owned->are, one, step);
  }
  auto chunks =
      scf::ForOp::create(builder, loc, zero, partition.chunks, step, before);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(chunks.getBody());
  Value begin = chunks.getInductionVar();
  Value turn = arith::DivUIOp::create(builder, loc, begin, step);
  Value place = arith::AddIOp::create(builder, loc, task, turn);
  place = arith::RemUIOp::create(builder, loc, place, step);
  Value chunk = arith::AddIOp::create(builder, loc, begin, place);
  Scope inner = scope;
  for (auto [key, argument] : llvm::zip(keys, chunks.getRegionIterArgs()))
    inner.state[key] = argument;
  if (failed(generateChunk(forall, plan, partition, chunk, inner)))
    return failure();
  if (keys.empty())
    return success();
  SmallVector<Value> after;
  for (StateKey key : keys)
    after.push_back(inner.state.lookup(key));
  scf::YieldOp::create(builder, loc, after);
  for (auto [key, result] : llvm::zip(keys, chunks.getResults()))
    scope.state[key] = result;
  return success();
}

//===----------------------------------------------------------------------===//
// Combining them
//===----------------------------------------------------------------------===//

void KernelGenerator::combineRegisters(const Shared &shared,
                                       const Partition &partition, Scope &scope,
                                       Location loc) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> before;
  for (const auto &[key, kept] : shared.variables)
    before.push_back(scope.state.lookup(key));
  auto loop =
      scf::ForOp::create(builder, loc, zero, partition.tasks, one, before);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> after;
    for (auto [variable, old] :
         llvm::zip(shared.variables, loop.getRegionIterArgs())) {
      Value kept = memref::LoadOp::create(builder, loc, variable.second,
                                          loop.getInductionVar());
      // Something was assigned if any task did.
      after.push_back(
          variable.first.second == Variable::present
              ? arith::OrIOp::create(builder, loc, old, kept)
              : emitReduction(builder, loc, shared.collecting, old, kept));
    }
    if (!after.empty())
      scf::YieldOp::create(builder, loc, after);
  }
  for (auto [variable, result] :
       llvm::zip(shared.variables, loop.getResults())) {
    scope.state[variable.first] = result;
    freeManually(variable.second, loc);
  }
}

/// The buffer takes up one copy after the other, in tasks that have a part of
/// its outermost mode each.
void KernelGenerator::combineBuffers(const Shared &shared,
                                     const Partition &partition, Location loc) {
  Value count = countCopies(partition, loc);
  auto type = cast<MemRefType>(storageOf(shared.place).buffer.getType());
  if (type.getRank() == 0)
    combinePart(shared, count, {}, {}, loc);
  else
    combineParts(shared, count, loc);
  freeManually(shared.copies, loc);
}

void KernelGenerator::combineParts(const Shared &shared, Value count,
                                   Location loc) {
  Value buffer = storageOf(shared.place).buffer;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Partition parts;
  parts.lo = zero;
  parts.hi = memref::DimOp::create(builder, loc, buffer, 0);
  parts.weights = LLVM::ZeroOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
  Value cost = arith::MulIOp::create(
      builder, loc, count,
      arith::ConstantIndexOp::create(builder, loc, cost::streamCost));
  for (int64_t mode = 1; mode < cast<MemRefType>(buffer.getType()).getRank();
       ++mode)
    cost = arith::MulIOp::create(
        builder, loc, cost, memref::DimOp::create(builder, loc, buffer, mode));
  parts.tasks = parts.chunks = countTasks(parts, cost, zero, loc);
  auto tasks = scf::ParallelOp::create(builder, loc, zero, parts.tasks, one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(tasks.getBody());
  Value part = tasks.getInductionVars().front();
  Value next = arith::AddIOp::create(builder, loc, part, one);
  Value lo = chunkBegin(parts, part, loc);
  Value hi = chunkBegin(parts, next, loc);
  combinePart(shared, count, lo, hi, loc);
}

/// Of the coordinates lo ... hi - 1 along the outermost mode; all without.
void KernelGenerator::combinePart(const Shared &shared, Value count, Value lo,
                                  Value hi, Location loc) {
  Value buffer = storageOf(shared.place).buffer, copies = shared.copies;
  auto type = cast<MemRefType>(buffer.getType());
  declareDistinct(buffer, copies, loc);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(builder, loc, zero, count, one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value copy = viewCopy(copies, type, loop.getInductionVar(), loc);
  auto combine = [&](OpBuilder &body, ValueRange at) {
    Value old = memref::LoadOp::create(body, loc, buffer, at);
    Value more = memref::LoadOp::create(body, loc, copy, at);
    Value both = emitReduction(body, loc, shared.collecting, old, more);
    memref::StoreOp::create(body, loc, both, buffer, at);
  };
  forEachElement(buffer, loc, combine, lo, hi);
}
