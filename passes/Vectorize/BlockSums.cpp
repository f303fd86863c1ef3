//===- BlockSums.cpp - sums along rows of blocks, with vectors ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for i = 0 to r { s = 0; for p = lo to hi {
//   if (block p is whole) { for j = 0 to c { s += a[p, i, j] * x[jb + j] } }
//   else { the same for the part of it that is there }
// }; y[i] = s }
//
// becomes one loop over the blocks, with a vector of sums for each row:
//
// for p = lo to hi { if (whole) { v0 += a[p, 0, :] * x[jb, :]; v1 += ... }
//                    else { s0 += ... } }
// y[0] = s0 + the lanes of v0; ...
//
// So a block is read once, from its begin to its end, and nothing is added up
// across lanes before the end of the row. Where the width of the blocks is no
// multiple of that of the vectors, the last vector of a row of a block has
// lanes without elements. What these hold is left out at the end. They load
// what comes next in memory, such as the next row of the block, or, where the
// memory ends there, nothing: loads with masks take three times as long.
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using encke::cin::LoopMarks;

namespace {

class BlockSums {
public:
  BlockSums(scf::ForOp inner, LoopVectorizer &vectorizer, int64_t width)
      : inner(inner), vectorizer(vectorizer), width(width), builder(inner) {}

  bool match();
  void run();
  std::optional<Location> getRowsTogether() {
    return rows ? std::optional(rows.getLoc()) : std::nullopt;
  }

private:
  /// What stands for the values of the old code, for each row.
  using Mappings = SmallVector<IRMapping, 0>;

  bool matchBlocks();
  bool matchLanes();
  bool growsWithRow(Value index);
  bool isContiguous(memref::LoadOp load) const {
    return !load.getIndices().empty() &&
           vectorizer.isAlong(load.getIndices().back());
  }
  bool matchBranch();
  void matchRows();
  bool isOfRow(Value value) const { return ofRow.contains(value); }
  void findWhatIsOfRow();
  void clone(Operation &op, Mappings &mappings);
  void cloneUntil(Block &block, Operation *until, Mappings &mappings);
  Value addVector(const IRMapping &mapping, int64_t step, Value vector,
                  bool beyond);
  void addVectors(const Mappings &mappings, MutableArrayRef<Value> vectors,
                  bool beyond);
  Value emitHasBeyond(const Mappings &mappings);
  void addPartVectors(const Mappings &mappings, MutableArrayRef<Value> vectors);
  void addRows(const Mappings &mappings, MutableArrayRef<Value> vectors) {
    if (length % width == 0)
      addVectors(mappings, vectors, /*beyond=*/false);
    else
      addPartVectors(mappings, vectors);
  }
  Value emitSum(Value vector, Value rest);
  scf::ForOp addRest(Mappings &mappings, ValueRange sums);
  SmallVector<Value> addBlock(Mappings &mappings, ValueRange sums);
  scf::ForOp emitBlocks(Mappings &mappings);
  /// Vectors for a row of a block.
  int64_t countVectors() const { return llvm::divideCeil(length, width); }
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, inner.getLoc(), value);
  }

  scf::ForOp inner; // over the elements of a row of a block
  LoopVectorizer &vectorizer;
  int64_t width;
  OpBuilder builder;
  scf::IfOp branch;  // around it: the block is whole; or null
  scf::ForOp rest;   // of a block that is cut off, never marked; or null
  scf::ForOp blocks; // over the blocks
  scf::ForOp rows;   // around that, over the rows of the blocks; or null
  int64_t length = 0, height = 1;
  llvm::DenseSet<Value> ofRow; // what depends on the row, or is a sum
};

} // namespace

static std::optional<int64_t> getConstantLength(scf::ForOp loop) {
  std::optional<int64_t> lo = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> hi = getConstantIntValue(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  return lo == 0 && step == 1 ? hi : std::nullopt;
}

/// The operations before `until` only read and compute.
static bool areFixed(Block &block, Operation *until) {
  return llvm::all_of(
      llvm::make_range(block.begin(), until->getIterator()),
      [](Operation &op) { return isa<memref::LoadOp>(op) || isPure(&op); });
}

/// The branch for blocks that are cut off has a loop like the inner one.
bool BlockSums::matchBranch() {
  branch = dyn_cast<scf::IfOp>(inner->getParentOp());
  if (!branch)
    return true;
  if (branch.getNumResults() != 1 || inner.getNumResults() != 1 ||
      inner->getBlock() != branch.thenBlock() ||
      branch.thenYield().getOperand(0) != inner.getResult(0) ||
      !areFixed(*branch.thenBlock(), inner))
    return false;
  rest = branch.elseYield().getOperand(0).getDefiningOp<scf::ForOp>();
  return rest && rest->getBlock() == branch.elseBlock() &&
         areFixed(*rest.getBody(), rest.getBody()->getTerminator()) &&
         rest.getInitArgs().size() == 1 && inner.getInitArgs().size() == 1 &&
         rest.getInitArgs()[0] == inner.getInitArgs()[0] &&
         areFixed(*branch.elseBlock(), rest) &&
         std::next(rest->getIterator()) == branch.elseYield()->getIterator();
}

bool BlockSums::matchBlocks() {
  Operation *outer = branch ? branch.getOperation() : inner.getOperation();
  blocks = dyn_cast<scf::ForOp>(outer->getParentOp());
  if (!blocks || blocks.getInitArgs().size() != 1 ||
      inner.getInitArgs().size() != 1 ||
      inner.getInitArgs()[0] != blocks.getRegionIterArg(0) ||
      !areFixed(*blocks.getBody(), outer) ||
      std::next(outer->getIterator()) !=
          blocks.getBody()->getTerminator()->getIterator() ||
      blocks.getYieldedValues()[0] != outer->getResult(0))
    return false;
  Value sum = blocks.getRegionIterArg(0);
  return llvm::all_of(sum.getUsers(), [&](Operation *user) {
    return user == inner || user == rest;
  });
}

/// All rows are added up at once if a loop around is marked so that reads
/// nothing that it writes.
void BlockSums::matchRows() {
  auto loop = dyn_cast<scf::ForOp>(blocks->getParentOp());
  if (!loop || !loop.getInitArgs().empty())
    return;
  std::optional<int64_t> steps = getConstantLength(loop);
  if (!steps || LoopMarks::of(loop).unroll != *steps ||
      !areFixed(*loop.getBody(), blocks))
    return;
  SmallVector<Value> stored;
  for (Operation &op : llvm::make_range(std::next(blocks->getIterator()),
                                        loop.getBody()->end())) {
    if (auto store = dyn_cast<memref::StoreOp>(op))
      stored.push_back(store.getMemRef());
    else if (op.getNumRegions() != 0 ||
             (!isa<memref::LoadOp, scf::YieldOp>(op) && !isPure(&op)))
      return;
  }
  bool isRead = false;
  auto check = [&](memref::LoadOp load) {
    isRead |= llvm::is_contained(stored, load.getMemRef());
  };
  blocks.walk(check);
  for (Operation &op :
       llvm::make_range(loop.getBody()->begin(), blocks->getIterator()))
    if (auto load = dyn_cast<memref::LoadOp>(op))
      check(load);
  if (isRead)
    return;
  rows = loop;
  height = *steps;
  findWhatIsOfRow();
  // The rows of a block have the same elements.
  auto isShared = [&](scf::ForOp shared) {
    return !isOfRow(shared.getLowerBound()) &&
           !isOfRow(shared.getUpperBound()) && !isOfRow(shared.getStep());
  };
  if (!isShared(blocks) || (rest && !isShared(rest)) ||
      (branch && isOfRow(branch.getCondition()))) {
    rows = {};
    height = 1;
    findWhatIsOfRow();
  }
}

void BlockSums::findWhatIsOfRow() {
  ofRow.clear();
  Operation *outermost = rows ? rows : blocks;
  if (rows)
    ofRow.insert(rows.getInductionVar());
  ofRow.insert(blocks.getRegionIterArg(0));
  outermost->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == outermost)
      return;
    bool depends = llvm::any_of(op->getOperands(),
                                [&](Value value) { return isOfRow(value); });
    if (depends || op->getNumRegions() != 0)
      ofRow.insert(op->getResults().begin(), op->getResults().end());
  });
}

bool BlockSums::growsWithRow(Value index) {
  if (!isOfRow(index) || (rows && index == rows.getInductionVar()))
    return true;
  Operation *op = index.getDefiningOp();
  return isa_and_present<arith::AddIOp, arith::MulIOp>(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return growsWithRow(operand); });
}

/// Where lanes have no elements, they compute with whatever is there: nothing
/// may come of that but a number. The last row is the last one in memory.
bool BlockSums::matchLanes() {
  return length % width == 0 ||
         llvm::all_of(inner.getBody()->without_terminator(),
                      [&](Operation &op) {
                        if (auto load = dyn_cast<memref::LoadOp>(op))
                          return !isContiguous(load) ||
                                 growsWithRow(load.getIndices().back());
                        return isPure(&op);
                      });
}

bool BlockSums::match() {
  std::optional<int64_t> steps = getConstantLength(inner);
  if (!steps)
    return false;
  length = *steps;
  if (!matchBranch() || !matchBlocks())
    return false;
  findWhatIsOfRow();
  matchRows();
  return matchLanes();
}

/// What no row makes different is there once.
void BlockSums::clone(Operation &op, Mappings &mappings) {
  bool isShared = llvm::none_of(op.getOperands(),
                                [&](Value value) { return isOfRow(value); }) &&
                  op.getNumRegions() == 0 && op.getNumResults() != 0;
  if (!isShared) {
    for (IRMapping &mapping : mappings)
      builder.clone(op, mapping);
    return;
  }
  builder.clone(op, mappings.front());
  for (IRMapping &mapping : MutableArrayRef(mappings).drop_front())
    for (Value result : op.getResults())
      mapping.map(result, mappings.front().lookup(result));
}

void BlockSums::cloneUntil(Block &block, Operation *until, Mappings &mappings) {
  for (Operation &op : llvm::make_range(block.begin(), until->getIterator()))
    clone(op, mappings);
}

/// The elements of a row of the block from `step` on.
Value BlockSums::addVector(const IRMapping &mapping, int64_t step, Value vector,
                           bool beyond) {
  int64_t lanes = std::min(width, length - step);
  IRMapping own(mapping);
  own.map(inner.getInductionVar(), constant(step));
  own.map(inner.getRegionIterArg(0), vector);
  vectorizer.setLanes(lanes, beyond);
  for (Operation &op : inner.getBody()->without_terminator())
    vectorizer.vectorizeOp(builder, own, op);
  Value sum = vectorizer.asVector(builder, own, inner.getYieldedValues()[0]);
  // Lanes that never have elements are left out at the end.
  if (lanes == width || length < width)
    return sum;
  return arith::SelectOp::create(
      builder, inner.getLoc(), emitMask(builder, inner.getLoc(), lanes, width),
      sum, vector);
}

/// The elements of the block, row by row.
void BlockSums::addVectors(const Mappings &mappings,
                           MutableArrayRef<Value> vectors, bool beyond) {
  for (auto [mapping, vector] : llvm::zip(mappings, vectors))
    for (int64_t step = 0; step < length; step += width)
      vector = addVector(mapping, step, vector, beyond);
}

/// The last vectors of the last row, and with it of the others, do not end
/// after the memory from which they are loaded.
Value BlockSums::emitHasBeyond(const Mappings &mappings) {
  Location loc = inner.getLoc();
  int64_t lastStep = (countVectors() - 1) * width;
  IRMapping own(mappings.back());
  own.map(inner.getInductionVar(), constant(lastStep));
  Value has =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value whole = constant(width);
  for (Operation &op : inner.getBody()->without_terminator()) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (load && isContiguous(load)) {
      auto last = cast<MemRefType>(load.getMemRef().getType()).getRank() - 1;
      Value size = memref::DimOp::create(builder, loc, load.getMemRef(), last);
      Value end = arith::AddIOp::create(
          builder, loc, own.lookupOrDefault(load.getIndices().back()), whole);
      Value fits = arith::CmpIOp::create(builder, loc,
                                         arith::CmpIPredicate::ule, end, size);
      has = builder.createOrFold<arith::AndIOp>(loc, has, fits);
    } else if (llvm::all_of(op.getResults(), [&](Value result) {
                 return !vectorizer.isVarying(result) ||
                        vectorizer.isAlong(result);
               })) {
      builder.clone(op, own);
    }
  }
  return has;
}

/// The elements of the block, where lanes are left over.
void BlockSums::addPartVectors(const Mappings &mappings,
                               MutableArrayRef<Value> vectors) {
  auto cases = scf::IfOp::create(
      builder, inner.getLoc(), ValueRange(vectors).getTypes(),
      emitHasBeyond(mappings), /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  for (bool beyond : {true, false}) {
    builder.setInsertionPointToStart(beyond ? cases.thenBlock()
                                            : cases.elseBlock());
    SmallVector<Value> sums(vectors);
    addVectors(mappings, sums, beyond);
    scf::YieldOp::create(builder, inner.getLoc(), sums);
  }
  llvm::copy(cases.getResults(), vectors.begin());
}

/// The sum of the lanes that have elements, and of the rest.
Value BlockSums::emitSum(Value vector, Value rest) {
  Location loc = inner.getLoc();
  if (length < width) {
    Value zeros = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(vector.getType()));
    vector = arith::SelectOp::create(
        builder, loc, emitMask(builder, loc, length, width), vector, zeros);
  }
  return emitSumOfLanes(builder, loc, vector, rest);
}

/// What there is of a block that is cut off, all rows in one loop.
scf::ForOp BlockSums::addRest(Mappings &mappings, ValueRange sums) {
  auto bound = [&](Value value) {
    return mappings.front().lookupOrDefault(value);
  };
  auto loop = scf::ForOp::create(
      builder, rest.getLoc(), bound(rest.getLowerBound()),
      bound(rest.getUpperBound()), bound(rest.getStep()), sums);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> yielded;
  for (auto [mapping, sum] : llvm::zip(mappings, loop.getRegionIterArgs())) {
    mapping.map(rest.getInductionVar(), loop.getInductionVar());
    mapping.map(rest.getRegionIterArg(0), sum);
    for (Operation &op : rest.getBody()->without_terminator())
      builder.clone(op, mapping);
    yielded.push_back(mapping.lookupOrDefault(rest.getYieldedValues()[0]));
  }
  scf::YieldOp::create(builder, rest.getLoc(), yielded);
  keepRolled(loop, /*isShort=*/true);
  return loop;
}

/// The sums with one more block: for each row one in vectors, and one of what
/// was in blocks that are cut off.
SmallVector<Value> BlockSums::addBlock(Mappings &mappings, ValueRange sums) {
  SmallVector<Value> vectors(sums.take_front(height));
  SmallVector<Value> rests(sums.drop_front(height));
  Operation *outer = branch ? branch.getOperation() : inner.getOperation();
  cloneUntil(*blocks.getBody(), outer, mappings);
  auto all = [&]() -> SmallVector<Value> {
    SmallVector<Value> both(vectors);
    llvm::append_range(both, rests);
    return both;
  };
  if (!branch) {
    addRows(mappings, vectors);
    return all();
  }
  Location loc = branch.getLoc();
  Value condition = mappings.front().lookupOrDefault(branch.getCondition());
  auto cases = scf::IfOp::create(builder, loc, TypeRange(sums), condition,
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(cases.elseBlock());
  Mappings cut(mappings);
  cloneUntil(*branch.elseBlock(), rest, cut);
  SmallVector<Value> yielded(vectors);
  llvm::append_range(yielded, addRest(cut, rests).getResults());
  scf::YieldOp::create(builder, loc, yielded);
  builder.setInsertionPointToStart(cases.thenBlock());
  cloneUntil(*branch.thenBlock(), inner, mappings);
  addRows(mappings, vectors);
  scf::YieldOp::create(builder, loc, all());
  return llvm::to_vector_of<Value>(cases.getResults());
}

scf::ForOp BlockSums::emitBlocks(Mappings &mappings) {
  Location loc = blocks.getLoc();
  Type element = blocks.getInitArgs()[0].getType();
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(vectorizer.vectorOf(element)));
  SmallVector<Value> initial(height, zero);
  for (IRMapping &mapping : mappings)
    initial.push_back(mapping.lookupOrDefault(blocks.getInitArgs()[0]));
  auto bound = [&](Value value) {
    return mappings.front().lookupOrDefault(value);
  };
  auto loop = scf::ForOp::create(builder, loc, bound(blocks.getLowerBound()),
                                 bound(blocks.getUpperBound()),
                                 bound(blocks.getStep()), initial);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Mappings inside(mappings);
  for (IRMapping &mapping : inside)
    mapping.map(blocks.getInductionVar(), loop.getInductionVar());
  SmallVector<Value> sums = addBlock(inside, loop.getRegionIterArgs());
  scf::YieldOp::create(builder, loc, sums);
  return loop;
}

void BlockSums::run() {
  Operation *outermost = rows ? rows : blocks;
  builder.setInsertionPoint(outermost);
  Mappings mappings(height);
  if (rows) {
    for (auto [row, mapping] : llvm::enumerate(mappings))
      mapping.map(rows.getInductionVar(), constant(int64_t(row)));
    cloneUntil(*rows.getBody(), blocks, mappings);
  }
  scf::ForOp loop = emitBlocks(mappings);
  for (auto [row, mapping] : llvm::enumerate(mappings))
    mapping.map(blocks.getResult(0),
                emitSum(loop.getResult(row), loop.getResult(height + row)));
  if (rows) {
    for (IRMapping &mapping : mappings)
      for (Operation &op :
           llvm::make_range(std::next(blocks->getIterator()),
                            rows.getBody()->getTerminator()->getIterator()))
        builder.clone(op, mapping);
    rows.erase();
    return;
  }
  blocks.getResult(0).replaceAllUsesWith(
      mappings.front().lookup(blocks.getResult(0)));
  blocks.erase();
}

BlockSum encke::sumBlocks(scf::ForOp loop, LoopVectorizer &vectorizer,
                          int64_t width) {
  BlockSums sums(loop, vectorizer, width);
  if (!sums.match())
    return {};
  BlockSum done{true, sums.getRowsTogether()};
  sums.run();
  return done;
}
