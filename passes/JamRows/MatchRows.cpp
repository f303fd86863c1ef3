//===- MatchRows.cpp - loops that multiply rows by a matrix ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/JamRows/RowJam.h"
#include "passes/Support/Hoisting.h"
#include "passes/Vectorize/LoopVectorizer.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using encke::cin::LoopMarks;

/// Computing, and reading.
static bool isPassive(Operation &op) {
  return isPure(&op) || isa<memref::LoadOp>(op);
}

/// Loops over k, and in the innermost of them that over l which is marked, with
/// nothing beside it that is not computed.
bool RowJam::isProduct(scf::ForOp loop) {
  summed.clear();
  for (inner = loop; !LoopMarks::of(inner).product;) {
    auto isFixed = [&](Value bound) {
      return rows.isDefinedOutsideOfLoop(bound);
    };
    if (!inner.getInitArgs().empty() || !isFixed(inner.getLowerBound()) ||
        !isFixed(inner.getUpperBound()) || !isFixed(inner.getStep()))
      return false;
    summed.push_back(inner);
    auto loops = inner.getBody()->getOps<scf::ForOp>();
    if (!llvm::hasSingleElement(loops))
      return false;
    for (Operation &op : inner.getBody()->without_terminator())
      if (&op != *loops.begin() && !isPassive(op))
        return false;
    inner = *loops.begin();
  }
  if (summed.empty() || !inner.getInitArgs().empty())
    return false;
  store = nullptr;
  for (Operation &op : inner.getBody()->without_terminator())
    if (auto found = dyn_cast<memref::StoreOp>(op)) {
      if (store)
        return false;
      store = found;
    } else if (!isPassive(op)) {
      return false;
    }
  return store && store.getValue().getType().isIntOrFloat();
}

/// The first one of them; and how many rows there are in a block for it and
/// those that follow.
bool RowJam::findProduct() {
  scf::ForOp found;
  std::optional<APInt> count = rows.getStaticTripCount();
  jammed = mark.getRows();
  if (count && count->slt(jammed))
    jammed = count->getSExtValue();
  if (jammed < 2)
    return false;
  atOnce = jammed;
  for (auto loop : rows.getBody()->getOps<scf::ForOp>()) {
    if (!isProduct(loop))
      continue;
    if (!found)
      found = loop;
    if (hasPanels() && jammed == mark.getRows())
      atOnce = mark.getBlock();
  }
  if (count && count->slt(atOnce))
    atOnce = int64_t(llvm::alignDown(count->getZExtValue(), uint64_t(jammed)));
  return found && isProduct(found);
}

/// The loop over `memory`, before the product, that sets elements to zero may
/// stand after it: none in between use them.
bool RowJam::isForLater(scf::ForOp zeros) {
  Value memory = getZeroing(zeros).getMemRef();
  for (Operation *op = zeros->getNextNode();; op = op->getNextNode()) {
    bool isUsed = op->walk([&](Operation *inside) {
                      return llvm::is_contained(inside->getOperands(), memory)
                                 ? WalkResult::interrupt()
                                 : WalkResult::advance();
                    }).wasInterrupted();
    if (isUsed)
      return false;
    if (op == summed.front())
      return true;
  }
}

/// Where the elements are set to zero belongs to the product.
void RowJam::findParts() {
  bool isBefore = true;
  for (Operation &op : rows.getBody()->without_terminator()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    memref::StoreOp zero =
        loop && isBefore ? getZeroing(loop) : memref::StoreOp();
    bool isFill = zero && zero.getMemRef() == store.getMemRef() &&
                  !zero.getIndices().empty() &&
                  zero.getIndices().back() == loop.getInductionVar();
    if (isFill)
      fill = loop;
    bool isOurs = &op == summed.front() || isFill;
    isBefore &= &op != summed.front();
    partOf[&op] = isOurs                                    ? Part::product
                  : isBefore && !(zero && isForLater(loop)) ? Part::before
                                                            : Part::after;
  }
}

/// What the loop carries from row to row is computed after the product.
bool RowJam::carriesAfter() {
  auto isAfter = [&](Operation *op) {
    return op == rows.getBody()->getTerminator() ||
           partOf.lookup(op) == Part::after;
  };
  for (Value carried : rows.getRegionIterArgs())
    for (Operation *user : carried.getUsers())
      if (!isAfter(rows.getBody()->findAncestorOpInBlock(*user)))
        return false;
  return llvm::all_of(rows.getYieldedValues(), [&](Value value) {
    Operation *op = value.getDefiningOp();
    return !op || op->getBlock() != rows.getBody() || isAfter(op);
  });
}

/// The index is the row, or is computed of its number.
bool RowJam::isRowIndex(Value index) {
  auto sum = index.getDefiningOp<arith::AddIOp>();
  return index == rows.getInductionVar() ||
         (sum && sum->getBlock() == rows.getBody() &&
          (isRowIndex(sum.getLhs()) || isRowIndex(sum.getRhs())));
}

/// Which parts read and write which memory. False where one does what may
/// concern others in a way that is not seen here.
bool RowJam::findMemory() {
  for (auto [op, part] : partOf) {
    WalkResult walk = op->walk([&, part = part](Operation *inside) {
      if (auto load = dyn_cast<memref::LoadOp>(inside))
        users[getItself(load.getMemRef())] |= 1U << part;
      else if (auto store = dyn_cast<memref::StoreOp>(inside))
        writers[getItself(store.getMemRef())] |= 1U << part;
      else if (!isPure(inside) &&
               !isa<scf::ForOp, scf::IfOp, scf::YieldOp>(inside))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return false;
  }
  return true;
}

/// What a row keeps, and nobody else: what it holds before is unknown, so that
/// no row sees what another one has left.
bool RowJam::isWorkspace(memref::AllocOp alloc) {
  return rows.isDefinedOutsideOfLoop(alloc) &&
         llvm::all_of(alloc->getUsers(), [&](Operation *user) {
           bool isAccess = isa<memref::LoadOp>(user) ||
                           (isa<memref::StoreOp>(user) &&
                            cast<memref::StoreOp>(user).getMemRef() == alloc);
           return isa<memref::DeallocOp>(user) ||
                  (isAccess && rows->isAncestor(user));
         });
}

/// The operation may be done in another part than its own: it computes, or
/// reads what no part writes.
bool RowJam::mayLeavePart(Operation *op) {
  if (op->getNumRegions() != 0)
    return false;
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return !writers.contains(getItself(load.getMemRef()));
  return isPure(op);
}

/// What the part is made of, with what it needs of the others. False where that
/// cannot be done again.
bool RowJam::findUsed(Part part) {
  llvm::SmallDenseSet<Operation *> needed;
  SmallVector<Operation *> todo;
  for (auto [op, its] : partOf)
    if (its == part)
      todo.push_back(op);
  while (!todo.empty()) {
    Operation *op = todo.pop_back_val();
    if (!needed.insert(op).second)
      continue;
    if (partOf.lookup(op) != part && !mayLeavePart(op))
      return false;
    op->walk([&](Operation *inside) {
      for (Value operand : inside->getOperands())
        if (Operation *source = operand.getDefiningOp();
            source && source->getBlock() == rows.getBody())
          todo.push_back(source);
    });
  }
  for (Operation &op : rows.getBody()->without_terminator())
    if (needed.contains(&op))
      used[part].push_back(&op);
  return true;
}

bool RowJam::match() {
  if (!mark || LoopMarks::of(rows).vector != 0 ||
      getConstantIntValue(rows.getStep()) != 1 || !findProduct())
    return false;
  findParts();
  if (!carriesAfter() || !findMemory())
    return false;
  // What one part writes is that part's alone, unless it is a row's own.
  for (auto [memory, writing] : writers) {
    auto alloc = memory.getDefiningOp<memref::AllocOp>();
    bool isOwn = alloc && isWorkspace(alloc);
    bool isShared = !llvm::has_single_bit(writing | users.lookup(memory));
    if (isOwn)
      workspaces[alloc] = {isShared, nullptr};
    else if (isShared)
      return false;
  }
  limitRows();
  // The rows have sums of their own.
  auto sums = store.getMemRef().getDefiningOp<memref::AllocOp>();
  if (!(sums && workspaces.lookup(sums).forEachRow) &&
      llvm::none_of(store.getIndices(),
                    [&](Value index) { return isRowIndex(index); }))
    return false;
  used.resize(3);
  return findUsed(Part::before) && findUsed(Part::product) &&
         findUsed(Part::after);
}
