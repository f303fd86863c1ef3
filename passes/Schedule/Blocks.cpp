//===- Blocks.cpp - loops over tensors that are stored in blocks ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Blocks.h"

#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// forall i in n S  =>  forall ib in n / width (forall i in n within ib S).
static ForallOp split(ForallOp loop, uint64_t width) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop->getParentOfType<KernelOp>());
  Value size = arith::ConstantIndexOp::create(builder, loc, int64_t(width));
  Value count =
      builder.createOrFold<arith::CeilDivUIOp>(loc, loop.getExtent(), size);
  builder.setInsertionPoint(loop);
  StringAttr label = loop.getLabelAttr();
  if (label)
    label = builder.getStringAttr(label.getValue() + "b");
  auto blocks = ForallOp::create(builder, loc, count, label);
  loop->moveBefore(&blocks.getBlock(), blocks.getBlock().end());
  loop.getWithinMutable().assign(blocks.getIndex());
  loop.setWidth(width);
  return blocks;
}

/// Undoes split.
static void join(ForallOp loop) {
  ForallOp blocks = forallOf(loop.getWithin());
  loop.getWithinMutable().clear();
  loop.removeWidthAttr();
  loop->moveBefore(blocks);
  blocks.erase();
}

void encke::splitLoops(Nest &nest) {
  SmallVector<ForallOp> whole = nest.foralls, loops;
  llvm::DenseMap<Operation *, uint64_t> widths;
  for (AccessOp access : nest.accesses) {
    auto type = cast<PlaceType>(access.getTensor().getType()).getTensor();
    std::optional<Format> format = getFormat(type);
    if (!format || !format->isIterable())
      continue;
    for (auto [mode, index] : llvm::enumerate(access.getIndices()))
      if (std::optional<uint64_t> width = format->getBlockWidth(mode))
        widths.try_emplace(forallOf(index), *width);
  }
  if (widths.empty())
    return;
  for (ForallOp loop : whole) {
    if (uint64_t width = widths.lookup(loop))
      loops.push_back(split(loop, width));
    loops.push_back(loop);
  }
  nest.foralls = loops;
  LoopOrder order = chooseLoopOrder(nest);
  if (order.converted.empty() && !order.convertsResult)
    return;
  for (ForallOp loop : whole)
    if (loop.getWithin())
      join(loop);
  nest.foralls = whole;
}
