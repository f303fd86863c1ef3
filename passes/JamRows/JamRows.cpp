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

#include "passes/JamRows/Jammed.h"
#include "passes/JamRows/RowJam.h"
#include "passes/Passes.h"
#include "passes/Vectorize/LoopVectorizer.h"

namespace encke {
#define GEN_PASS_DEF_JAMROWS
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// Workspaces of these loops alone; those that several parts have in common,
/// with a row for each that is computed at once.
void RowJam::makeWorkspaces() {
  for (auto &[key, workspace] : workspaces) {
    OpBuilder::InsertionGuard guard(builder);
    memref::AllocOp alloc = key;
    builder.setInsertionPoint(alloc);
    MemRefType type = alloc.getType();
    SmallVector<int64_t> shape(type.getShape());
    if (workspace.forEachRow)
      shape.insert(shape.begin(), jammedRows);
    workspace.made = memref::AllocOp::create(
        builder, alloc.getLoc(), MemRefType::get(shape, type.getElementType()),
        alloc.getDynamicSizes(), alloc.getAlignmentAttr());
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
void RowJam::cloneForRow(Operation &op, Value row, IRMapping &mapping) {
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
}

/// for each row from `first` on: `body`, which is given the row's number. With
/// `carried`, it carries on what the rows do.
scf::ForOp
RowJam::emitForRows(Value first, ValueRange carried,
                    llvm::function_ref<void(Value, IRMapping &)> body) {
  Location loc = rows.getLoc();
  auto loop = scf::ForOp::create(builder, loc, constant(0),
                                 constant(jammedRows), constant(1), carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value row = loop.getInductionVar();
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

/// A part of these rows, except for some of its operations.
scf::ForOp RowJam::emitPart(Value first, Part part, ValueRange carried,
                            ArrayRef<Operation *> except) {
  SmallVector<Operation *> rest =
      llvm::filter_to_vector(used[part], [&](Operation *op) {
        return !llvm::is_contained(except, op);
      });
  if (rest.empty())
    return {};
  return emitForRows(first, carried, [&](Value row, IRMapping &mapping) {
    for (Operation *op : rest)
      cloneForRow(*op, row, mapping);
  });
}

/// The loops over k, with those over rows and over l in them.
void RowJam::emitProduct(Value first) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> rounds;
  for (scf::ForOp loop : summed) {
    auto copy = scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                                   loop.getUpperBound(), loop.getStep());
    rounds.push_back(copy.getInductionVar());
    builder.setInsertionPointToStart(copy.getBody());
  }
  scf::ForOp jammed =
      emitForRows(first, {}, [&](Value row, IRMapping &mapping) {
        for (auto [loop, round] : llvm::zip(summed, rounds))
          mapping.map(loop.getInductionVar(), round);
        for (Operation *op : used[Part::product])
          if (op != summed.front() && op != fill)
            cloneForRow(*op, row, mapping);
        for (scf::ForOp loop : summed)
          for (Operation &op : loop.getBody()->without_terminator())
            if (!op.isProperAncestor(inner))
              cloneForRow(op, row, mapping);
      });
  jammed->setAttr("encke.jam", builder.getUnitAttr());
  for (auto copy : jammed.getBody()->getOps<scf::ForOp>())
    copy->setAttr("encke.registers",
                  builder.getI64IntegerAttr(countRegisters()));
}

/// Vectors of each row that stay in registers: of 32 long ones, or 16, half may
/// be sums of the rows.
int64_t RowJam::countRegisters() {
  constexpr unsigned longVector = 512;
  auto width = inner->getAttrOfType<IntegerAttr>("encke.vector").getInt();
  unsigned bits =
      unsigned(width) * store.getValue().getType().getIntOrFloatBitWidth();
  return (bits == longVector ? 16 : 8) / jammedRows;
}

scf::ForOp RowJam::run() {
  makeWorkspaces();
  builder.setInsertionPoint(rows);
  Location loc = rows.getLoc();
  Value lo = rows.getLowerBound();
  Value whole =
      emitRoundDown(builder, loc, lo, rows.getUpperBound(), jammedRows);
  auto blocks = scf::ForOp::create(builder, loc, lo, whole,
                                   constant(jammedRows), rows.getInitArgs());
  builder.setInsertionPointToStart(blocks.getBody());
  Value first = blocks.getInductionVar();
  emitPart(first, Part::before, {}, {});
  // The sums begin as zero in registers (passes/Vectorize).
  if (fill)
    emitPart(first, Part::product, {}, {summed.front()});
  emitProduct(first);
  scf::ForOp rest =
      emitPart(first, Part::after, blocks.getRegionIterArgs(), {});
  if (blocks.getNumResults() != 0) {
    scf::YieldOp::create(builder, loc, rest.getResults());
    rows.getInitArgsMutable().assign(blocks.getResults());
  }
  rows.getLowerBoundMutable().assign(whole);
  return rest;
}

namespace {
struct JamRows : encke::impl::JamRowsBase<JamRows> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      while (loop) {
        RowJam jam(loop);
        bool matches = jam.match();
        numJammed += matches;
        loop = matches ? jam.run() : scf::ForOp();
      }
  }
};
} // namespace
