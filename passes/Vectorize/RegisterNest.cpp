//===- RegisterNest.cpp - loops that add up in registers ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest is matched as it stands, before anything is made.
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/RegisterNest.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using encke::cin::LoopMarks;

/// The body's only store adds to what it loads from the same element, or
/// combines that otherwise.
bool RegisterNest::matchAccumulation() {
  for (Operation &op : inner.getBody()->without_terminator()) {
    auto candidate = dyn_cast<memref::StoreOp>(op);
    if (!candidate)
      continue;
    if (store)
      return false;
    store = candidate;
  }
  if (!store || !inner.getInitArgs().empty())
    return false;
  combiner = store.getValue().getDefiningOp();
  isSum = isa_and_present<arith::AddFOp, arith::SubFOp, arith::AddIOp,
                          arith::SubIOp>(combiner);
  if (!(isSum ||
        isa_and_present<arith::MulFOp, arith::MulIOp, arith::MinimumFOp,
                        arith::MaximumFOp, arith::MinNumFOp, arith::MaxNumFOp,
                        arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp>(
            combiner)) ||
      !combiner->hasOneUse())
    return false;
  load = combiner->getOperand(0).getDefiningOp<memref::LoadOp>();
  return load && load->hasOneUse() && load.getMemRef() == store.getMemRef() &&
         load.getIndices() == store.getIndices() &&
         load->getBlock() == inner.getBody();
}

/// The operation, without what is inside of it, does not touch what stays in
/// registers. What it writes is memory that was allocated for it, or for that.
bool RegisterNest::isElsewhere(Operation *op) {
  Value written;
  if (auto read = dyn_cast<memref::LoadOp>(op))
    return read.getMemRef() != store.getMemRef();
  if (auto read = dyn_cast<vector::LoadOp>(op))
    return read.getBase() != store.getMemRef();
  if (auto write = dyn_cast<memref::StoreOp>(op))
    written = write.getMemRef();
  else if (auto write = dyn_cast<vector::StoreOp>(op))
    written = write.getBase();
  else
    return isa<scf::ForOp, scf::IfOp, memref::PrefetchOp>(op) || isPure(op);
  return written != store.getMemRef() &&
         (written.getDefiningOp<memref::AllocOp>() ||
          store.getMemRef().getDefiningOp<memref::AllocOp>());
}

/// The operation and what is inside of it do not touch what stays in registers.
bool RegisterNest::isApart(Operation &op) {
  WalkResult walk = op.walk([&](Operation *inside) {
    return isElsewhere(inside) ? WalkResult::advance()
                               : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

bool RegisterNest::isRowIndex(Value value, scf::ForOp loop) {
  if (!jam)
    return false;
  Operation *op = value.getDefiningOp();
  return value == jam.getInductionVar() ||
         (op && op->getBlock() == jam.getBody() && isPure(op) &&
          llvm::all_of(op->getOperands(), [&](Value operand) {
            return loop.isDefinedOutsideOfLoop(operand) ||
                   isRowIndex(operand, loop);
          }));
}

/// The index is ours, but for the number of a row.
bool RegisterNest::isSameIndex(Value its, Value ours, Value itsRow) {
  if (its == ours || (itsRow && its == itsRow && ours == jam.getInductionVar()))
    return true;
  Operation *op = its.getDefiningOp(), *ourOp = ours.getDefiningOp();
  return itsRow && op && ourOp && isa<arith::AddIOp>(op) &&
         isa<arith::AddIOp>(ourOp) &&
         llvm::all_of(llvm::zip(op->getOperands(), ourOp->getOperands()),
                      [&](auto pair) {
                        auto [one, other] = pair;
                        return isSameIndex(one, other, itsRow);
                      });
}

/// The loop sets the elements that the inner one adds to; of a row, with its
/// number.
bool RegisterNest::setsOurs(scf::ForOp loop, Value row) {
  memref::StoreOp set = getZeroing(loop);
  if (!set || set.getMemRef() != store.getMemRef() ||
      loop.getLowerBound() != inner.getLowerBound() ||
      loop.getUpperBound() != inner.getUpperBound())
    return false;
  return llvm::all_of(
      llvm::zip_equal(set.getIndices(), store.getIndices()), [&](auto pair) {
        auto [its, ours] = pair;
        return its == loop.getInductionVar() ? ours == inner.getInductionVar()
                                             : isSameIndex(its, ours, row);
      });
}

/// The loop does so for all rows, and nothing else.
bool RegisterNest::setsOurRows(scf::ForOp loop) {
  if (!jam)
    return setsOurs(loop, {});
  if (loop.getStaticTripCount() != jam.getStaticTripCount() ||
      getConstantIntValue(loop.getLowerBound()) !=
          getConstantIntValue(jam.getLowerBound()))
    return false;
  bool sets = false;
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto row = dyn_cast<scf::ForOp>(op);
    if (row && setsOurs(row, loop.getInductionVar()))
      sets = true;
    else if (!isPure(&op) && !isa<memref::LoadOp>(op))
      return false;
  }
  return sets;
}

/// The loop before the outer one that sets the elements to zero; null if
/// there is none.
scf::ForOp RegisterNest::findZeros() {
  for (Operation *op = outer->getPrevNode(); op; op = op->getPrevNode()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && setsOurRows(loop))
      return loop;
    if (!isApart(*op))
      break;
  }
  return {};
}

std::optional<int64_t> RegisterNest::countVectors() {
  std::optional<APInt> count = inner.getStaticTripCount();
  if (!count || count->slt(width))
    return std::nullopt;
  return llvm::divideCeil(count->getSExtValue(), width);
}

/// Only one block may go through a loop that does more than lead to the inner
/// one.
bool RegisterNest::canCarryAcross(scf::ForOp loop) {
  if (!loop.getInitArgs().empty())
    return false;
  bool doesMore = false;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (op.isAncestor(inner)) {
      if (!isa<scf::ForOp>(op))
        return false;
      continue;
    }
    if (!isApart(op))
      return false;
    // What is written would be written again for each block.
    doesMore |=
        op.getNumRegions() != 0 || isa<memref::StoreOp, vector::StoreOp>(op);
  }
  return !doesMore || countVectors().value_or(registers + 1) <= registers;
}

bool RegisterNest::match() {
  if (!matchAccumulation())
    return false;
  auto isOutside = [](Value value, scf::ForOp loop) {
    return loop.isDefinedOutsideOfLoop(value);
  };
  auto loop = dyn_cast<scf::ForOp>(inner->getParentOp());
  if (loop && LoopMarks::of(loop).jammed && loop.getStaticTripCount() &&
      getConstantIntValue(loop.getLowerBound()) && canCarryAcross(loop)) {
    jam = loop;
    // The rows have sums of their own.
    if (llvm::none_of(store.getIndices(), [&](Value index) {
          return isRowIndex(index, jam) && !isOutside(index, jam);
        }))
      return false;
    loop = dyn_cast<scf::ForOp>(loop->getParentOp());
  }
  for (; loop; loop = dyn_cast<scf::ForOp>(loop->getParentOp())) {
    bool fixed = isOutside(store.getMemRef(), loop) &&
                 isOutside(inner.getLowerBound(), loop) &&
                 isOutside(inner.getUpperBound(), loop) &&
                 isOutside(inner.getStep(), loop);
    for (Value index : store.getIndices())
      fixed &= index == inner.getInductionVar() || isOutside(index, loop) ||
               isRowIndex(index, loop);
    if (!fixed || !canCarryAcross(loop))
      break;
    outer = loop;
  }
  if (!outer)
    return false;
  zeros = findZeros();
  return true;
}
