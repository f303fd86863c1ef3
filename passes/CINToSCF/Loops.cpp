//===- Loops.cpp - a forall becomes a loop over a level -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Annihilation.h"
#include "passes/CINToSCF/Generator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

Value KernelGenerator::parentPosition(AccessOp access, const Scope &scope) {
  SmallVector<Value> positions = scope.positions.lookup(access);
  if (!positions.empty())
    return positions.back();
  return arith::ConstantIndexOp::create(builder, access.getLoc(), 0);
}

/// The sparse accesses whose next level the forall's index variable fixes. An
/// access that needs the variable for a later level only has its loops in the
/// wrong order.
FailureOr<SmallVector<AccessOp>>
KernelGenerator::accessesAlong(ForallOp forall, const Scope &scope) {
  SmallVector<AccessOp> accesses;
  WalkResult result = forall.walk([&](AccessOp access) {
    if (registerOf(access.getTensor()) ||
        !llvm::is_contained(access.getIndices(), forall.getIndex()))
      return WalkResult::advance();
    // The workspace of a `where` further in is not open yet, and is dense.
    auto found = storages.find(access.getTensor());
    if (found == storages.end() || !found->second->isSparse())
      return WalkResult::advance();
    const Storage &storage = *found->second;
    size_t next = scope.positions.lookup(access).size();
    unsigned mode = storage.format.levelToMode[next];
    if (access.getIndices()[mode] != forall.getIndex()) {
      access.emitOpError("not supported yet: a loop order that does not follow "
                         "the storage order of the tensor");
      return WalkResult::interrupt();
    }
    accesses.push_back(access);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return accesses;
}

/// The one level that restricts the loop, if any. Skipping what it does not
/// store must be right for every assignment in the loop.
FailureOr<std::optional<KernelGenerator::Iterated>>
KernelGenerator::chooseIterated(ForallOp forall, ArrayRef<AccessOp> accesses,
                                const Scope &scope) {
  std::optional<Iterated> iterated;
  for (AccessOp access : accesses) {
    const Storage &storage = storageOf(access.getTensor());
    const Level *level =
        storage.levels[scope.positions.lookup(access).size()].get();
    if (level->isFull())
      continue;
    if (!iterated) {
      iterated = Iterated{{access}, level, parentPosition(access, scope)};
      continue;
    }
    AccessOp first = iterated->accesses.front();
    if (access.getTensor() != first.getTensor() ||
        access.getIndices() != first.getIndices())
      return access.emitOpError(
          "not supported yet: several sparse tensors along one index variable");
    iterated->accesses.push_back(access);
  }
  if (!iterated)
    return iterated;
  WalkResult result = forall.walk([&](AssignOp assign) {
    if (isAnnihilatedBy(assign, iterated->accesses.front()))
      return WalkResult::advance();
    assign.emitOpError("not supported yet: a value that is not zero where the "
                       "sparse tensor of its loop stores nothing");
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  return iterated;
}

/// Inside the loop: the coordinate, and the position of every sparse access
/// that has a level along it.
LogicalResult
KernelGenerator::enterLoop(ForallOp forall, ArrayRef<AccessOp> accesses,
                           const std::optional<Iterated> &iterated,
                           Value counter, Scope &scope) {
  Location loc = forall.getLoc();
  Value coordinate = counter;
  if (iterated)
    coordinate = iterated->level->coordinateAt(builder, loc, counter);
  scope.values.map(forall.getIndex(), coordinate);
  for (AccessOp access : accesses) {
    const Storage &storage = storageOf(access.getTensor());
    if (iterated && llvm::is_contained(iterated->accesses, access))
      scope.positions[access].push_back(counter);
    // Further levels of the same variable (a diagonal) are located.
    while (true) {
      size_t next = scope.positions.lookup(access).size();
      if (next == storage.levels.size() ||
          access.getIndices()[storage.format.levelToMode[next]] !=
              forall.getIndex())
        break;
      if (!storage.levels[next]->isFull())
        return access.emitOpError(
            "not supported yet: the diagonal of a sparse tensor");
      Value position = storage.levels[next]->locate(
          builder, loc, parentPosition(access, scope), coordinate);
      scope.positions[access].push_back(position);
    }
  }
  return success();
}

/// Registers from outside that the loop accumulates into.
SmallVector<Operation *> KernelGenerator::carriedRegisters(ForallOp forall,
                                                           const Scope &scope) {
  SmallVector<Operation *> carried;
  forall.walk([&](AssignOp assign) {
    WhereOp where = registerOf(assign.getTensor());
    if (where && scope.registers.count(where) &&
        !llvm::is_contained(carried, where.getOperation()))
      carried.push_back(where);
  });
  return carried;
}

LogicalResult KernelGenerator::generateForall(ForallOp forall, Scope &scope) {
  Location loc = forall.getLoc();
  FailureOr<SmallVector<AccessOp>> accesses = accessesAlong(forall, scope);
  if (failed(accesses))
    return failure();
  FailureOr<std::optional<Iterated>> iterated =
      chooseIterated(forall, *accesses, scope);
  if (failed(iterated))
    return failure();

  Value lo, hi;
  if (*iterated) {
    std::tie(lo, hi) =
        (*iterated)->level->positionBounds(builder, loc, (*iterated)->parent);
  } else {
    lo = arith::ConstantIndexOp::create(builder, loc, 0);
    hi = scope.values.lookupOrDefault(forall.getExtent());
  }
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Operation *> carried = carriedRegisters(forall, scope);
  SmallVector<Value> initial = llvm::map_to_vector(
      carried, [&](Operation *where) { return scope.registers[where]; });

  OpBuilder::InsertionGuard guard(builder);
  Scope inner = scope;
  if (forall.getParallel() && carried.empty()) {
    auto loop = scf::ParallelOp::create(builder, loc, lo, hi, one);
    builder.setInsertionPointToStart(loop.getBody());
    return success(
        succeeded(enterLoop(forall, *accesses, *iterated,
                            loop.getInductionVars().front(), inner)) &&
        succeeded(generate(forall.getBlock(), inner)));
  }
  auto loop = scf::ForOp::create(builder, loc, lo, hi, one, initial);
  if (std::optional<int64_t> width = forall.getVector())
    loop->setAttr("encke.vector", builder.getI64IntegerAttr(*width));
  if (std::optional<int64_t> count = forall.getRegisters())
    loop->setAttr("encke.registers", builder.getI64IntegerAttr(*count));
  builder.setInsertionPointToStart(loop.getBody());
  for (auto [where, argument] : llvm::zip(carried, loop.getRegionIterArgs()))
    inner.registers[where] = argument;
  if (failed(enterLoop(forall, *accesses, *iterated, loop.getInductionVar(),
                       inner)) ||
      failed(generate(forall.getBlock(), inner)))
    return failure();
  if (!carried.empty()) {
    SmallVector<Value> yielded = llvm::map_to_vector(
        carried, [&](Operation *where) { return inner.registers[where]; });
    builder.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(builder, loc, yielded);
    for (auto [where, result] : llvm::zip(carried, loop.getResults()))
      scope.registers[where] = result;
  }
  return success();
}
