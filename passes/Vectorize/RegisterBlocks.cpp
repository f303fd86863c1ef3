//===- RegisterBlocks.cpp - sums that stay in registers -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for j { for k { C[i, k] += a(j) * B(j, k) } }   becomes, block by block of k,
//
// c = C[i, block]; for j carrying c { c += a(j) * B(j, block) }; C[i, block] =
// c
//
// Several rows that a loop marked `jam` (passes/JamRows) has around the
// inner one are in registers together:
//
// for j { for r { for k { C[r, k] += A[r, j] * B(j, k) } } } becomes
//
// c = C[all r, block]; for j carrying c { c += A[r, j] * B(j, block) }
//
// Each block goes through all j, so that few blocks are better. Where one has
// all k, the loop over j may do other work, too, as where a(j) is a sum. Where
// a loop before has set the elements to zero, c begins as that.
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/RegisterNest.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using encke::cin::LoopMarks;
using encke::cin::RowMarks;

namespace {

class RegisterBlocker {
public:
  RegisterBlocker(RegisterNest &nest, LoopVectorizer &vectorizer,
                  const LoopMarks &marks)
      : nest(nest), vectorizer(vectorizer), width(marks.vector),
        registers(marks.registers), marks(marks), builder(nest.outer),
        sums(nest, vectorizer, marks, builder) {}

  RegisterBlock run();

private:
  Value begin(ValueRange indices);
  void runKnown(int64_t vectors);
  bool runUnknown();
  void eraseLoops();
  IRMapping mapRow(int64_t row);
  SmallVector<SmallVector<Value>> indicesAt(ArrayRef<Value> counters);
  void emitBlock(ArrayRef<Value> counters);
  void emitBlocks(Value lo, Value hi, int64_t vectors);
  void emitElements(Value lo, Value hi);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, nest.inner.getLoc(), value);
  }

  RegisterNest &nest;
  LoopVectorizer &vectorizer;
  int64_t width, registers;
  const LoopMarks &marks;
  OpBuilder builder;
  RegisterSums sums;
  bool isScalar = false; // what is emitted now is for single elements
};

} // namespace

/// What a vector, or an element, of the result is before anything is added.
Value RegisterBlocker::begin(ValueRange indices) {
  Location loc = nest.inner.getLoc();
  Type type = nest.load.getType();
  if (!isScalar)
    type = vectorizer.vectorOf(type);
  if (nest.zeros)
    return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  if (isScalar)
    return memref::LoadOp::create(builder, loc, nest.load.getMemRef(), indices);
  auto row = vector::LoadOp::create(builder, loc, type, nest.load.getMemRef(),
                                    indices);
  setRowMarks(row, RowMarks::of(nest.load));
  return row;
}

/// The number of a row, and what is computed of it alone.
IRMapping RegisterBlocker::mapRow(int64_t row) {
  IRMapping mapping;
  if (!nest.jam)
    return mapping;
  int64_t first = *getConstantIntValue(nest.jam.getLowerBound());
  mapping.map(nest.jam.getInductionVar(), constant(first + row));
  for (Operation &op : nest.jam.getBody()->without_terminator())
    if (op.getNumResults() == 1 && nest.isRowIndex(op.getResult(0), nest.outer))
      builder.clone(op, mapping);
  return mapping;
}

/// The elements' indices for each vector, or element, of each row, at these
/// iterations of the nest.inner loop.
SmallVector<SmallVector<Value>>
RegisterBlocker::indicesAt(ArrayRef<Value> counters) {
  SmallVector<SmallVector<Value>> places;
  for (int64_t row = 0, rows = nest.countRows(); row != rows; ++row) {
    IRMapping mapping = mapRow(row);
    for (Value counter : counters)
      places.push_back(
          llvm::map_to_vector(nest.store.getIndices(), [&](Value index) {
            return index == nest.inner.getInductionVar()
                       ? counter
                       : mapping.lookupOrDefault(index);
          }));
  }
  return places;
}

/// The vectors at these counters. All are loaded before any is stored, so that
/// they may have elements in common.
void RegisterBlocker::emitBlock(ArrayRef<Value> counters) {
  SmallVector<SmallVector<Value>> places = indicesAt(counters);
  SmallVector<Value> before = llvm::map_to_vector(
      places, [&](ValueRange indices) { return begin(indices); });
  SmallVector<Value> results = sums.emit(before, counters, isScalar);
  Location loc = nest.inner.getLoc();
  for (auto [indices, result] : llvm::zip(places, results))
    if (isScalar)
      memref::StoreOp::create(builder, loc, result, nest.store.getMemRef(),
                              indices);
    else
      vector::StoreOp::create(builder, loc, result, nest.store.getMemRef(),
                              indices);
}

/// for k = lo to hi, one element after the other.
void RegisterBlocker::emitElements(Value lo, Value hi) {
  isScalar = true;
  auto elements =
      scf::ForOp::create(builder, nest.inner.getLoc(), lo, hi, constant(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(elements.getBody());
  emitBlock(elements.getInductionVar());
  isScalar = false;
}

/// for k = lo to hi in steps of whole blocks.
void RegisterBlocker::emitBlocks(Value lo, Value hi, int64_t vectors) {
  Location loc = nest.inner.getLoc();
  auto blocks =
      scf::ForOp::create(builder, loc, lo, hi, constant(vectors * width));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(blocks.getBody());
  SmallVector<Value> counters;
  for (int64_t vector = 0; vector < vectors; ++vector)
    counters.push_back(arith::AddIOp::create(
        builder, loc, blocks.getInductionVar(), constant(vector * width)));
  emitBlock(counters);
}

/// As few blocks as there can be, of nearly the same length. Where the elements
/// are not whole vectors, the last one begins early enough to be one: it is in
/// a block with the one before, so the longer blocks are the last ones.
void RegisterBlocker::runKnown(int64_t vectors) {
  int64_t count = nest.inner.getStaticTripCount()->getSExtValue();
  int64_t blocks = llvm::divideCeil(vectors, registers);
  int64_t longer = llvm::divideCeil(vectors, blocks);
  int64_t shorter = vectors / blocks;
  int64_t shorterBlocks = longer * blocks - vectors;
  auto at = [&](int64_t element) -> Value {
    return arith::AddIOp::create(builder, nest.inner.getLoc(),
                                 nest.inner.getLowerBound(), constant(element));
  };
  int64_t between = shorterBlocks * shorter * width;
  int64_t last = (vectors - longer) * width;
  if (between != 0)
    emitBlocks(at(0), at(between), shorter);
  bool isWhole = count % width == 0;
  if (isWhole || last != between)
    emitBlocks(at(between), isWhole ? nest.inner.getUpperBound() : at(last),
               longer);
  if (!isWhole) {
    SmallVector<Value> counters;
    for (int64_t vector = 0; vector < longer; ++vector)
      counters.push_back(at(std::min(last + vector * width, count - width)));
    emitBlock(counters);
  }
  eraseLoops();
}

/// Once others do what the loops did.
void RegisterBlocker::eraseLoops() {
  nest.outer->erase();
  if (nest.zeros)
    nest.zeros->erase();
}

/// Blocks of all registers, smaller ones, and single vectors. For what is left,
/// a vector that ends with it where sums begin as zero and there are as many
/// elements, else single elements.
bool RegisterBlocker::runUnknown() {
  Location loc = nest.inner.getLoc();
  Value lo = nest.inner.getLowerBound(), hi = nest.inner.getUpperBound();
  Value from = lo;
  auto emitAll = [&](int64_t vectors) {
    Value end = emitRoundDown(builder, loc, from, hi, vectors * width);
    emitBlocks(from, end, vectors);
    from = end;
  };
  emitAll(registers);
  if (marks.then > 1)
    emitAll(marks.then);
  if (registers > 1)
    emitAll(1);
  bool overlaps = marks.overlap && nest.zeros;
  if (overlaps) {
    auto isLess = [&](Value left, Value right) -> Value {
      return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                   left, right);
    };
    auto rest = scf::IfOp::create(builder, loc, isLess(from, hi),
                                  /*withElseRegion=*/false);
    builder.setInsertionPoint(rest.thenYield());
    // Elements may be computed a second time, from zero.
    Value last = arith::SubIOp::create(builder, loc, hi, constant(width));
    auto isShort = scf::IfOp::create(builder, loc, isLess(last, lo),
                                     /*withElseRegion=*/true);
    builder.setInsertionPointToStart(isShort.elseBlock());
    emitBlock(last);
    builder.setInsertionPointToStart(isShort.thenBlock());
  }
  emitElements(from, hi);
  eraseLoops();
  return overlaps;
}

RegisterBlock RegisterBlocker::run() {
  RegisterBlock done{true, marks.overlap, sums.hasFactors()};
  std::optional<int64_t> vectors = nest.countVectors();
  bool isWhole =
      vectors && nest.inner.getStaticTripCount()->urem(uint64_t(width)) == 0;
  // Two vectors with common elements belong to one block.
  if (isWhole || (vectors && marks.overlap && registers > 1))
    runKnown(*vectors);
  else
    done.overlaps = runUnknown();
  return done;
}

RegisterBlock encke::blockRegisters(scf::ForOp loop, LoopVectorizer &vectorizer,
                                    const LoopMarks &marks) {
  RegisterNest nest(loop, marks.vector, marks.registers);
  if (!nest.match())
    return {};
  return RegisterBlocker(nest, vectorizer, marks).run();
}
