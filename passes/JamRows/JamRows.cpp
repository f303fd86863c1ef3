//===- JamRows.cpp - several rows times a matrix at once ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for i { before(i); for k { for l { y[l] += h[k] * W[k, l] } }; after(i) }
// becomes, four rows at a time,
//
// for i = whole blocks {
//   for r { before(i + r) }
//   for k { for r { for l { y[r, l] += h[r, k] * W[k, l] } } }
//   for r { after(i + r) }
// }
//
// with what a row keeps, h and y, once for each of them; and the loop as it was
// for the rows that are left. Each element of W is loaded once for four rows.
//
//===----------------------------------------------------------------------===//

#include "passes/JamRows/RowJam.h"
#include "passes/Support/MarkRequests.h"
#include "passes/Vectorize/LoopVectorizer.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringSwitch.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_JAMROWS
#include "passes/JamRows/JamRows.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using encke::cin::LoopMarks;
using encke::cin::RowMarks;

/// Workspaces of these loops alone; those that several parts have in common,
/// with a row for each that is computed at once.
void RowJam::makeWorkspaces() {
  Operation *place = findPlaceForRows();
  if (place) {
    builder.setInsertionPoint(place);
    kept = emitKeptRows();
  }
  for (auto &[key, workspace] : workspaces) {
    memref::AllocOp alloc = key;
    MemRefType type = alloc.getType();
    SmallVector<int64_t> shape(type.getShape());
    SmallVector<Value> sizes(alloc.getDynamicSizes());
    builder.setInsertionPoint(alloc);
    if (workspace.forEachRow) {
      shape.insert(shape.begin(), kept ? ShapedType::kDynamic : atOnce);
      if (kept) {
        sizes.insert(sizes.begin(), kept);
        builder.setInsertionPoint(place);
      }
    }
    workspace.made = memref::AllocOp::create(
        builder, alloc.getLoc(), MemRefType::get(shape, type.getElementType()),
        sizes, alloc.getAlignmentAttr());
    workspace.made->setDiscardableAttrs(alloc->getDiscardableAttrDictionary());
    for (Operation *user : alloc->getUsers())
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
        builder.setInsertionPoint(dealloc);
        auto copy = memref::DeallocOp::create(builder, dealloc.getLoc(),
                                              workspace.made);
        copy->setDiscardableAttrs(dealloc->getDiscardableAttrDictionary());
      }
  }
}

/// The operation as `mapping` says, with the workspaces of row `row`.
Operation *RowJam::cloneForRow(Operation &op, Value row, IRMapping &mapping) {
  Operation *copy = builder.clone(op, mapping);
  auto replace = [&](auto access) {
    auto alloc = access.getMemRef().template getDefiningOp<memref::AllocOp>();
    auto *found = alloc ? workspaces.find(alloc) : workspaces.end();
    if (found == workspaces.end())
      return;
    access.getMemrefMutable().assign(found->second.made);
    SmallVector<Value> indices(access.getIndices());
    if (found->second.forEachRow)
      indices.insert(indices.begin(), row);
    access.getIndicesMutable().assign(indices);
  };
  copy->walk([&](Operation *inside) {
    if (auto load = dyn_cast<memref::LoadOp>(inside))
      replace(load);
    else if (auto store = dyn_cast<memref::StoreOp>(inside))
      replace(store);
  });
  return copy;
}

/// for each row of the range: `body`, which is given the row's number. With
/// `carried`, it carries on what the rows do.
scf::ForOp
RowJam::emitForRows(RowRange range, ValueRange carried,
                    llvm::function_ref<void(Value, IRMapping &)> body) {
  Location loc = rows.getLoc();
  auto loop = scf::ForOp::create(builder, loc, constant(0), range.count,
                                 constant(1), carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value row = loop.getInductionVar();
  if (range.begin)
    row = arith::AddIOp::create(builder, loc, range.begin, row);
  IRMapping mapping;
  if (!carried.empty())
    mapping.map(rows.getRegionIterArgs(), loop.getRegionIterArgs());
  mapping.map(rows.getInductionVar(),
              arith::AddIOp::create(builder, loc, first, row).getResult());
  body(row, mapping);
  if (!carried.empty())
    builder.clone(*rows.getBody()->getTerminator(), mapping);
  return loop;
}

/// A part of these rows, before or after the product.
scf::ForOp RowJam::emitPart(RowRange range, Part part, ValueRange carried) {
  if (used[part].empty())
    return {};
  return emitForRows(range, carried, [&](Value row, IRMapping &mapping) {
    for (Operation *op : used[part])
      cloneForRow(*op, row, mapping);
  });
}

/// Sets what the product adds to to zero, along the panel.
void RowJam::emitFill(RowRange range, const Panel &panel) {
  emitForRows(range, {}, [&](Value row, IRMapping &mapping) {
    for (Operation *op : used[Part::product]) {
      if (op == summed.front())
        continue;
      Operation *copy = cloneForRow(*op, row, mapping);
      if (op == fill && fillsPanel()) {
        cast<scf::ForOp>(copy).getLowerBoundMutable().assign(panel.lLo);
        cast<scf::ForOp>(copy).getUpperBoundMutable().assign(panel.lHi);
      }
    }
  });
}

/// What is set to zero is what the loop over l adds to.
bool RowJam::fillsPanel() {
  return fill.getLowerBound() == inner.getLowerBound() &&
         fill.getUpperBound() == inner.getUpperBound();
}

/// The loops over k, with those over four rows and over l in them. The last
/// vector of a part of l ends with that only if sums begin as zero.
void RowJam::emitProduct(RowRange range, const Panel &panel, bool startsAnew) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> iterations;
  for (scf::ForOp loop : summed) {
    bool isFirst = loop == summed.front();
    auto copy = scf::ForOp::create(
        builder, loop.getLoc(), isFirst ? panel.kLo : loop.getLowerBound(),
        isFirst ? panel.kHi : loop.getUpperBound(), loop.getStep());
    iterations.push_back(copy.getInductionVar());
    builder.setInsertionPointToStart(copy.getBody());
  }
  if (atOnce == mark.getRows())
    emitNextRows(iterations.back());
  auto emitRow = [&](Value row, IRMapping &mapping) {
    for (auto [loop, iteration] : llvm::zip(summed, iterations))
      mapping.map(loop.getInductionVar(), iteration);
    for (Operation *op : used[Part::product])
      if (op != summed.front() && op != fill)
        cloneForRow(*op, row, mapping);
    for (scf::ForOp loop : summed)
      for (Operation &op : loop.getBody()->without_terminator())
        if (!op.isProperAncestor(inner))
          cloneForRow(op, row, mapping);
  };
  scf::ForOp jammed = emitForRows(range, {}, emitRow);
  LoopMarks marks;
  marks.jammed = true;
  marks.setOn(jammed);
  for (auto copy : jammed.getBody()->getOps<scf::ForOp>()) {
    copy.getLowerBoundMutable().assign(panel.lLo);
    copy.getUpperBoundMutable().assign(panel.lHi);
    LoopMarks ofCopy = LoopMarks::of(copy);
    ofCopy.registers = ofCopy.product.getRegisters() / this->jammed;
    ofCopy.product = {};
    ofCopy.then = 0;
    ofCopy.overlap &= startsAnew || panel.lLo == inner.getLowerBound();
    ofCopy.setOn(copy);
  }
}

/// All rows are in whole blocks.
bool RowJam::areWhole() {
  auto isMultiple = [&](Value value) {
    std::optional<int64_t> known = getConstantIntValue(value);
    return known && *known % jammed == 0;
  };
  if (std::optional<APInt> count = rows.getStaticTripCount())
    return count->urem(uint64_t(jammed)) == 0;
  Value hi = rows.getUpperBound();
  auto product = hi.getDefiningOp<arith::MulIOp>();
  return getConstantIntValue(rows.getLowerBound()) == 0 &&
         (isMultiple(hi) || (product && isMultiple(product.getRhs())));
}

/// Where whole blocks end; a constant where that is known, so that it is known
/// how many rows are left, too.
Value RowJam::emitWhole() {
  Value lo = rows.getLowerBound(), hi = rows.getUpperBound();
  if (areWhole())
    return hi;
  std::optional<APInt> count = rows.getStaticTripCount();
  std::optional<int64_t> end = getConstantIntValue(hi);
  if (count && end)
    return constant(*end - int64_t(count->urem(uint64_t(jammed))));
  return emitRoundDown(builder, rows.getLoc(), lo, hi, jammed);
}

SmallVector<scf::ForOp> RowJam::run() {
  makeWorkspaces();
  builder.setInsertionPoint(rows);
  Location loc = rows.getLoc();
  Value whole = emitWhole();
  auto blocks =
      scf::ForOp::create(builder, loc, rows.getLowerBound(), whole,
                         kept ? kept : constant(atOnce), rows.getInitArgs());
  builder.setInsertionPointToStart(blocks.getBody());
  first = blocks.getInductionVar();
  RowRange range{{}, atOnce == jammed ? constant(atOnce) : emitCount(whole)};
  emitPart(range, Part::before);
  if (atOnce != jammed) {
    emitPanels(range.count);
  } else {
    Panel all = getWhole();
    // The sums begin as zero in registers (passes/Vectorize).
    if (fill)
      emitFill(range, all);
    emitProduct(range, all, /*startsAnew=*/bool(fill));
  }
  scf::ForOp rest = emitPart(range, Part::after, blocks.getRegionIterArgs());
  if (blocks.getNumResults() != 0)
    scf::YieldOp::create(builder, loc, rest.getResults());
  SmallVector<scf::ForOp> others;
  if (rest) {
    LoopMarks marks;
    marks.jam = mark;
    marks.setOn(rest);
    others.push_back(rest);
  }
  if (whole == rows.getUpperBound()) {
    rows.replaceAllUsesWith(blocks.getResults());
    rows.erase();
    return others;
  }
  rows.getInitArgsMutable().assign(blocks.getResults());
  rows.getLowerBoundMutable().assign(whole);
  // Two or three rows are worth a block of their own, where they are known.
  if (rows.getStaticTripCount())
    others.push_back(rows);
  return others;
}

/// Why a mark is not carried out.
static StringRef getReason(StringRef mark) {
  return llvm::StringSwitch<StringRef>(mark)
      .Case("jam",
            "no loop does for each row what can be taken apart before and "
            "after its product with one matrix")
      .Case("product", "no loop around multiplies its rows at once")
      .Default("no loop multiplies a few of these rows at once");
}

namespace {
struct JamRows : encke::impl::JamRowsBase<JamRows> {
  using JamRowsBase::JamRowsBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    MarkRequests requests;
    getOperation().walk([&](Operation *op) {
      if (RowMarks::of(op).next)
        requests[op->getLoc()].ask("next");
      auto loop = dyn_cast<scf::ForOp>(op);
      LoopMarks marks = loop ? LoopMarks::of(loop) : LoopMarks();
      if (marks.product)
        requests[loop.getLoc()].ask("product");
      if (!marks.jam)
        return;
      requests[loop.getLoc()].ask("jam");
      loops.push_back(loop);
    });
    std::reverse(loops.begin(), loops.end());
    while (!loops.empty()) {
      RowJam jam(loops.pop_back_val());
      if (!jam.match())
        continue;
      ++numJammed;
      requests[jam.getLoc()].fulfil("jam");
      requests[jam.getProductLoc()].fulfil("product");
      llvm::append_range(loops, jam.run());
      for (Location loc : jam.getFetched())
        requests[loc].fulfil("next");
    }
    getOperation().walk([](scf::ForOp loop) {
      LoopMarks marks = LoopMarks::of(loop);
      marks.jam = {};
      marks.product = {};
      marks.setOn(loop);
    });
    if (strictMarks && failed(requests.check(getReason)))
      signalPassFailure();
  }
};
} // namespace
