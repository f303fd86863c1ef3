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
  /// Returns the loop over what is done after the product, or null: there may
  /// be another one.
  scf::ForOp run();

private:
  bool findProduct();
  bool isProduct(scf::ForOp loop);
  bool readsShared();
  bool isForLater(scf::ForOp zeros);
  void findParts();
  bool carriesAfter();
  bool isRowIndex(Value index);
  bool findMemory();
  bool mayLeavePart(Operation *op);
  bool findUsed(Part part);
  bool isWorkspace(memref::AllocOp alloc);
  void makeWorkspaces();
  scf::ForOp emitForRows(Value first, ValueRange carried,
                         llvm::function_ref<void(Value, IRMapping &)> body);
  scf::ForOp emitPart(Value first, Part part, ValueRange carried,
                      ArrayRef<Operation *> except);
  void emitProduct(Value first);
  int64_t countRegisters();
  void cloneForRow(Operation &op, Value row, IRMapping &mapping);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, rows.getLoc(), value);
  }

  scf::ForOp rows;
  OpBuilder builder;
  SmallVector<scf::ForOp> summed; // over k, outermost first
  scf::ForOp inner;               // over l
  scf::ForOp fill; // sets what the product adds to to zero; may be null
  memref::StoreOp store;
  llvm::DenseMap<Operation *, Part> partOf; ///< of those in the row's body
  /// What each part needs, in order: its own, and what is computed again.
  SmallVector<SmallVector<Operation *>, 3> used;
  /// By the memory itself, the parts that use it, and what is written: a bit
  /// for each part.
  llvm::MapVector<Value, unsigned> users, writers;
  /// What only these rows use. Several parts have it in common: there is one
  /// for each row then.
  struct Workspace {
    bool forEachRow = false;
    memref::AllocOp made;
  };
  llvm::MapVector<memref::AllocOp, Workspace> workspaces;
};

} // namespace

/// Computing, and reading.
static bool isPassive(Operation &op) {
  return isPure(&op) || isa<memref::LoadOp>(op);
}

/// One vector has all elements: there is little to load again for each row, and
/// rows that come from memory do so faster one after the other.
static bool isShort(scf::ForOp inner) {
  auto width = inner->getAttrOfType<IntegerAttr>("encke.vector");
  std::optional<APInt> count = inner.getStaticTripCount();
  return count && count->getSExtValue() < 2 * width.getInt();
}

/// Loops over k, and in the innermost of them one over l that adds to elements,
/// with nothing beside it that is not computed.
bool RowJam::isProduct(scf::ForOp loop) {
  summed.clear();
  for (inner = loop; !inner->hasAttr("encke.registers");) {
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
  if (summed.empty() || !inner->hasAttr("encke.vector") ||
      !inner.getInitArgs().empty() || isShort(inner))
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
  return store && readsShared();
}

/// Along its inner loop the product reads what is the same for all rows, and
/// only what each round of the innermost sum needs: else factors can be taken
/// out of that (passes/Vectorize).
bool RowJam::readsShared() {
  bool isShared = false;
  for (auto load : inner.getBody()->getOps<memref::LoadOp>()) {
    if (load.getMemRef() == store.getMemRef() ||
        !llvm::is_contained(load.getIndices(), inner.getInductionVar()))
      continue;
    auto isSame = [&](Value index) {
      return index == inner.getInductionVar() ||
             rows.isDefinedOutsideOfLoop(index) ||
             llvm::any_of(summed, [&](scf::ForOp loop) {
               return index == loop.getInductionVar();
             });
    };
    if (!llvm::is_contained(load.getIndices(), summed.back().getInductionVar()))
      return false;
    isShared |= llvm::all_of(load.getIndices(), isSame) &&
                !getItself(load.getMemRef()).getDefiningOp<memref::AllocOp>();
  }
  return isShared;
}

bool RowJam::findProduct() {
  for (auto loop : rows.getBody()->getOps<scf::ForOp>())
    if (isProduct(loop))
      return true;
  return false;
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
  if (rows->hasAttr("encke.vector") ||
      getConstantIntValue(rows.getStep()) != 1 || !findProduct() ||
      !isSmallEnoughTwice(rows))
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
      shape.insert(shape.begin(), rowsAtOnce);
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
                                 constant(rowsAtOnce), constant(1), carried);
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
  return (bits == longVector ? 16 : 8) / rowsAtOnce;
}

scf::ForOp RowJam::run() {
  makeWorkspaces();
  builder.setInsertionPoint(rows);
  Location loc = rows.getLoc();
  Value lo = rows.getLowerBound();
  Value whole =
      emitRoundDown(builder, loc, lo, rows.getUpperBound(), rowsAtOnce);
  auto blocks = scf::ForOp::create(builder, loc, lo, whole,
                                   constant(rowsAtOnce), rows.getInitArgs());
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
