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

#include "passes/Passes.h"
#include "passes/Support/Hoisting.h"
#include "passes/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/bit.h"

namespace encke {
#define GEN_PASS_DEF_JAMROWS
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// So many rows are enough that the products wait for the processor's
/// multiplications, not for the matrix.
static constexpr int64_t rowsAtOnce = 4;

namespace {

/// The operations of a row before, of, and after the product.
enum Part { before = 0, product = 1, after = 2 };

class RowJam {
public:
  explicit RowJam(scf::ForOp rows) : rows(rows), builder(rows) {}

  bool match();
  void run();

private:
  bool findProduct();
  bool isProduct(scf::ForOp loop);
  bool readsShared();
  void findParts();
  bool findMemory();
  bool mayLeavePart(Operation *op);
  bool findUsed(Part part);
  bool isWorkspace(memref::AllocOp alloc);
  void expandWorkspaces();
  scf::ForOp emitForRows(Value first,
                         llvm::function_ref<void(Value, IRMapping &)> body);
  void emitPart(Value first, Part part, ArrayRef<Operation *> except);
  void emitProduct(Value first);
  int64_t countRegisters();
  void cloneForRow(Operation &op, Value row, IRMapping &mapping);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, rows.getLoc(), value);
  }

  scf::ForOp rows;
  OpBuilder builder;
  scf::ForOp summed; // over k
  scf::ForOp inner;  // over l
  scf::ForOp fill;   // sets what the product adds to to zero; may be null
  memref::StoreOp store;
  llvm::DenseMap<Operation *, Part> partOf; ///< of those in the row's body
  /// What each part needs, in order: its own, and what is computed again.
  SmallVector<SmallVector<Operation *>, 3> used;
  /// By the memory itself, the parts that use it, and what is written: a bit
  /// for each part.
  llvm::MapVector<Value, unsigned> users, writers;
  /// What several parts have in common, and what all rows of it are.
  llvm::MapVector<memref::AllocOp, memref::AllocOp> workspaces;
};

} // namespace

/// Loops over k and l that add to elements, with nothing beside the inner one
/// that is not computed.
bool RowJam::isProduct(scf::ForOp loop) {
  if (!loop.getInitArgs().empty() ||
      !rows.isDefinedOutsideOfLoop(loop.getLowerBound()) ||
      !rows.isDefinedOutsideOfLoop(loop.getUpperBound()) ||
      !rows.isDefinedOutsideOfLoop(loop.getStep()))
    return false;
  inner = nullptr;
  for (Operation &op : loop.getBody()->without_terminator())
    if (auto found = dyn_cast<scf::ForOp>(op)) {
      if (inner)
        return false;
      inner = found;
    } else if (!isPure(&op) && !isa<memref::LoadOp>(op)) {
      return false;
    }
  if (!inner || !inner->hasAttr("encke.vector") ||
      !inner->hasAttr("encke.registers") || !inner.getInitArgs().empty())
    return false;
  store = nullptr;
  for (Operation &op : inner.getBody()->without_terminator())
    if (auto found = dyn_cast<memref::StoreOp>(op)) {
      if (store)
        return false;
      store = found;
    } else if (!isPure(&op) && !isa<memref::LoadOp>(op)) {
      return false;
    }
  summed = loop;
  return store && readsShared();
}

/// The product reads what is the same for all rows, along its inner loop.
bool RowJam::readsShared() {
  Block *body = inner.getBody();
  return llvm::any_of(body->getOps<memref::LoadOp>(), [&](memref::LoadOp load) {
    auto isSame = [&](Value index) {
      return index == inner.getInductionVar() ||
             index == summed.getInductionVar() ||
             rows.isDefinedOutsideOfLoop(index);
    };
    bool isLoopDependent =
        llvm::is_contained(load.getIndices(), inner.getInductionVar()) &&
        llvm::is_contained(load.getIndices(), summed.getInductionVar());
    return isLoopDependent && llvm::all_of(load.getIndices(), isSame) &&
           !getItself(load.getMemRef()).getDefiningOp<memref::AllocOp>();
  });
}

bool RowJam::findProduct() {
  for (auto loop : rows.getBody()->getOps<scf::ForOp>())
    if (isProduct(loop))
      return true;
  return false;
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
    bool isOurs = &op == summed || isFill;
    isBefore &= &op != summed;
    partOf[&op] = isOurs     ? Part::product
                  : isBefore ? Part::before
                             : Part::after;
  }
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
  if (!rows.getInitArgs().empty() || rows->hasAttr("encke.vector") ||
      getConstantIntValue(rows.getStep()) != 1 || !findProduct() ||
      !isSmallEnoughTwice(rows))
    return false;
  findParts();
  if (!findMemory())
    return false;
  // What one part writes is that part's alone, unless it is a row's own.
  for (auto [memory, writing] : writers) {
    if (llvm::has_single_bit(writing | users.lookup(memory)))
      continue;
    auto alloc = memory.getDefiningOp<memref::AllocOp>();
    if (!alloc || !isWorkspace(alloc))
      return false;
    workspaces[alloc] = nullptr;
  }
  // The rows have sums of their own.
  auto sums = store.getMemRef().getDefiningOp<memref::AllocOp>();
  if (!(sums && workspaces.contains(sums)) &&
      !llvm::is_contained(store.getIndices(), rows.getInductionVar()))
    return false;
  used.resize(3);
  return findUsed(Part::before) && findUsed(Part::product) &&
         findUsed(Part::after);
}

/// A workspace that has a row for each that is computed at once.
void RowJam::expandWorkspaces() {
  for (auto &[alloc, expanded] : workspaces) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(alloc);
    MemRefType type = memref::AllocOp(alloc).getType();
    SmallVector<int64_t> shape = {rowsAtOnce};
    llvm::append_range(shape, type.getShape());
    expanded = memref::AllocOp::create(
        builder, alloc->getLoc(), MemRefType::get(shape, type.getElementType()),
        memref::AllocOp(alloc).getDynamicSizes(),
        memref::AllocOp(alloc).getAlignmentAttr());
    expanded->setDiscardableAttrs(alloc->getDiscardableAttrDictionary());
    for (Operation *user : alloc->getUsers())
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
        builder.setInsertionPoint(dealloc);
        auto copy =
            memref::DeallocOp::create(builder, dealloc.getLoc(), expanded);
        copy->setDiscardableAttrs(dealloc->getDiscardableAttrDictionary());
      }
  }
}

/// The operation as `mapping` says, with the workspaces of row `row`.
void RowJam::cloneForRow(Operation &op, Value row, IRMapping &mapping) {
  Operation *copy = builder.clone(op, mapping);
  auto expand = [&](auto access) {
    auto alloc = access.getMemRef().template getDefiningOp<memref::AllocOp>();
    auto found = alloc ? workspaces.find(alloc) : workspaces.end();
    if (found == workspaces.end())
      return;
    access.getMemrefMutable().assign(found->second);
    SmallVector<Value> indices = {row};
    llvm::append_range(indices, access.getIndices());
    access.getIndicesMutable().assign(indices);
  };
  copy->walk([&](Operation *inside) {
    if (auto load = dyn_cast<memref::LoadOp>(inside))
      expand(load);
    else if (auto store = dyn_cast<memref::StoreOp>(inside))
      expand(store);
  });
}

/// for each row from `first` on: `body`, which is given the row's number.
scf::ForOp
RowJam::emitForRows(Value first,
                    llvm::function_ref<void(Value, IRMapping &)> body) {
  Location loc = rows.getLoc();
  auto loop = scf::ForOp::create(builder, loc, constant(0),
                                 constant(rowsAtOnce), constant(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value row = loop.getInductionVar();
  IRMapping mapping;
  mapping.map(rows.getInductionVar(),
              arith::AddIOp::create(builder, loc, first, row).getResult());
  body(row, mapping);
  return loop;
}

/// A part of these rows, except for some of its operations.
void RowJam::emitPart(Value first, Part part, ArrayRef<Operation *> except) {
  SmallVector<Operation *> rest =
      llvm::filter_to_vector(used[part], [&](Operation *op) {
        return !llvm::is_contained(except, op);
      });
  if (!rest.empty())
    emitForRows(first, [&](Value row, IRMapping &mapping) {
      for (Operation *op : rest)
        cloneForRow(*op, row, mapping);
    });
}

/// The loop over k, with those over rows and over l in it.
void RowJam::emitProduct(Value first) {
  auto loop =
      scf::ForOp::create(builder, summed.getLoc(), summed.getLowerBound(),
                         summed.getUpperBound(), summed.getStep());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  scf::ForOp jammed = emitForRows(first, [&](Value row, IRMapping &mapping) {
    mapping.map(summed.getInductionVar(), loop.getInductionVar());
    for (Operation *op : used[Part::product])
      if (op != summed && op != fill)
        cloneForRow(*op, row, mapping);
    for (Operation &op : summed.getBody()->without_terminator())
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
  return (bits == longVector ? 16 : 8) / rowsAtOnce;
}

void RowJam::run() {
  expandWorkspaces();
  builder.setInsertionPoint(rows);
  Location loc = rows.getLoc();
  Value lo = rows.getLowerBound();
  Value whole =
      emitRoundDown(builder, loc, lo, rows.getUpperBound(), rowsAtOnce);
  auto blocks =
      scf::ForOp::create(builder, loc, lo, whole, constant(rowsAtOnce));
  builder.setInsertionPointToStart(blocks.getBody());
  Value first = blocks.getInductionVar();
  emitPart(first, Part::before, {});
  // The sums begin as zero in registers (passes/Vectorize).
  if (fill)
    emitPart(first, Part::product, {summed});
  emitProduct(first);
  emitPart(first, Part::after, {});
  rows.getLowerBoundMutable().assign(whole);
}

namespace {
struct JamRows : encke::impl::JamRowsBase<JamRows> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      if (RowJam jam(loop); jam.match()) {
        jam.run();
        ++numJammed;
      }
  }
};
} // namespace
