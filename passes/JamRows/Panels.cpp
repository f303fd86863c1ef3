//===- Panels.cpp - blocks of rows times panels of a large matrix ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix that no cache close by holds would come from far for each four rows.
// So a block of rows is computed, and for each panel of the matrix
//
// for k, for l = parts that stay in a cache {
//   for q = the block's rows, four at a time {
//     for k in the part { for r { for l in the part { ... } } }
//   }
// }
//
// as matrix products in libraries do (Goto and van de Geijn, Anatomy of
// High-Performance Matrix Multiplication).
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Blocks.h"
#include "passes/JamRows/RowJam.h"
#include "passes/Support/Buffers.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;

std::optional<int64_t> RowJam::countNest(ArrayRef<scf::ForOp> loops) {
  int64_t iterations = 1;
  for (scf::ForOp loop : loops) {
    std::optional<APInt> count = loop.getStaticTripCount();
    if (!count || count->sgt(cost::mostIterations))
      return std::nullopt;
    iterations =
        std::min(iterations * count->getSExtValue(), cost::mostIterations);
  }
  return iterations;
}

bool RowJam::hasPanels() {
  return mark.getBlock() != 0 && getProduct().getElements() != 0 &&
         getConstantIntValue(summed.front().getStep()) == 1 &&
         getConstantIntValue(inner.getStep()) == 1;
}

/// The workspaces of which there is one for each row, as they were.
SmallVector<memref::AllocOp> RowJam::getKept() {
  SmallVector<memref::AllocOp> allocs;
  for (const auto &[alloc, workspace] : workspaces)
    if (workspace.forEachRow)
      allocs.push_back(alloc);
  return allocs;
}

/// Fewer rows to a block where what is kept for each takes much memory, or four
/// where it is not allocated in one place.
void RowJam::limitRows() {
  int64_t bytes = 1;
  SmallVector<memref::AllocOp> allocs = getKept();
  for (memref::AllocOp alloc : allocs) {
    MemRefType type = alloc.getType();
    if (alloc->getBlock() != allocs.front()->getBlock())
      atOnce = jammed;
    if (type.hasStaticShape())
      bytes += std::min(type.getNumElements(), cost::mostIterations) *
               getElementBytes(type.getElementType());
  }
  if (mark.getBlock() != 0)
    atOnce =
        cost::getBlockRows(bytes, jammed, atOnce, leastRows(), mark.getKept());
}

/// So many rows of a block are no more than the matrix itself has, if that is
/// known.
int64_t RowJam::leastRows() {
  int64_t iterations = countNest(summed).value_or(0) / jammed * jammed;
  return std::clamp(iterations, jammed, atOnce);
}

/// Where the number of rows is computed that are kept, and memory for them
/// allocated. Null where the number is known.
Operation *RowJam::findPlaceForRows() {
  if (atOnce == jammed)
    return nullptr;
  Operation *last = nullptr;
  bool isKnown = true;
  for (memref::AllocOp alloc : getKept()) {
    isKnown &= alloc.getType().hasStaticShape();
    if (!last || last->isBeforeInBlock(alloc))
      last = alloc;
  }
  return isKnown ? nullptr : last;
}

/// How many rows are kept, a multiple of four.
Value RowJam::emitKeptRows() {
  Location loc = rows.getLoc();
  Value bytes = constant(1);
  for (memref::AllocOp alloc : getKept()) {
    MemRefType type = alloc.getType();
    int64_t fixed = getElementBytes(type.getElementType());
    for (int64_t size : type.getShape())
      fixed *= ShapedType::isDynamic(size) ? 1 : size;
    Value row = constant(fixed);
    for (Value size : alloc.getDynamicSizes())
      row = arith::MulIOp::create(builder, loc, row, size);
    bytes = arith::AddIOp::create(builder, loc, bytes, row);
  }
  Value groups = arith::DivSIOp::create(
      builder, loc, constant(mark.getKept() / jammed), bytes);
  groups =
      arith::MinSIOp::create(builder, loc, groups, constant(atOnce / jammed));
  groups = arith::MaxSIOp::create(builder, loc, groups,
                                  constant(leastRows() / jammed));
  return arith::MulIOp::create(builder, loc, groups, constant(jammed));
}

RowJam::Panel RowJam::getWhole() {
  return {summed.front().getLowerBound(), summed.front().getUpperBound(),
          inner.getLowerBound(), inner.getUpperBound()};
}

/// Of the rows up to `whole`, which are groups, those of this block; as a
/// product, so that it is seen that they are groups, too.
Value RowJam::emitCount(Value whole) {
  Location loc = rows.getLoc();
  Value left = arith::SubIOp::create(builder, loc, whole, first);
  Value count = arith::MinSIOp::create(builder, loc, left,
                                       kept ? kept : constant(atOnce));
  Value groups = arith::DivSIOp::create(builder, loc, count, constant(jammed));
  return arith::MulIOp::create(builder, loc, groups, constant(jammed));
}

/// How far panels go along k and l. Null for all of it.
std::pair<Value, Value> RowJam::emitPanelSteps() {
  if (!hasPanels())
    return {};
  cin::ProductAttr product = getProduct();
  std::optional<int64_t> iterations = countNest(summed),
                         width = countNest(inner);
  bool isNarrow = width && *width <= product.getWidth();
  int64_t length =
      product.getElements() / (isNarrow ? *width : product.getWidth());
  Value across = isNarrow ? Value() : constant(product.getWidth());
  if (iterations && *iterations <= length)
    return {Value(), across};
  // One iteration of the outermost loop is all of the others.
  Location loc = rows.getLoc();
  Value step = constant(length);
  for (scf::ForOp loop : ArrayRef(summed).drop_front()) {
    Value count = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                        loop.getLowerBound());
    count = arith::MaxSIOp::create(builder, loc, count, constant(1));
    step = arith::DivSIOp::create(builder, loc, step, count);
  }
  step = arith::MaxSIOp::create(builder, loc, step, constant(1));
  if (int64_t most = product.getMost()) {
    scf::ForOp outermost = summed.front();
    Value count = arith::SubIOp::create(builder, loc, outermost.getUpperBound(),
                                        outermost.getLowerBound());
    count = arith::AddIOp::create(builder, loc, count, constant(most - 1));
    Value least = arith::DivSIOp::create(builder, loc, count, constant(most));
    step = arith::MaxSIOp::create(builder, loc, step, least);
  }
  return {step, across};
}

/// The product of `count` rows and the matrix, panel by panel.
void RowJam::emitPanels(Value count) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = rows.getLoc();
  auto [kStep, lStep] = emitPanelSteps();
  Panel panel = getWhole();
  bool startsAnew = fill && !kStep && fillsPanel();
  if (fill && !startsAnew)
    emitFill({{}, count}, panel);
  auto split = [&](Value &lo, Value &hi, Value step) {
    if (!step)
      return;
    auto loop = scf::ForOp::create(builder, loc, lo, hi, step);
    builder.setInsertionPointToStart(loop.getBody());
    lo = loop.getInductionVar();
    Value end = arith::AddIOp::create(builder, loc, lo, step);
    hi = arith::MinSIOp::create(builder, loc, hi, end);
  };
  split(panel.lLo, panel.lHi, lStep);
  split(panel.kLo, panel.kHi, kStep);
  auto groups =
      scf::ForOp::create(builder, loc, constant(0), count, constant(jammed));
  builder.setInsertionPointToStart(groups.getBody());
  RowRange range{groups.getInductionVar(), constant(jammed)};
  // The sums begin as zero in registers (passes/Vectorize).
  if (startsAnew)
    emitFill(range, panel);
  emitProduct(range, panel, startsAnew);
}
