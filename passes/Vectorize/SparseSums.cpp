//===- SparseSums.cpp - sums along a sparse level, with vectors -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for p = lo to hi { s += a[p] * x[crd[p]] }   with vectors of w elements, and
// minima, maxima and products like sums, which semirings have: the
// loads at p are contiguous. Those at crd[p] are w scalar loads: the gathers of
// AVX2 and AVX-512 take longer than these on the processors of AMD, and are no
// faster on others, and with lanes masked out they take longer still. But where
// everything comes from memory they ask for more of it at a time.
//
// Where a loop over a few elements ends is what the processor guesses, and with
// rows of different lengths it guesses wrong about once a row. So what does not
// fill a vector is added up as a whole vector, of which the lanes behind the
// row are dropped. They are read where the rows behind have theirs
// (`segment`).
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Hoisting.h"
#include "passes/Support/RuntimeCalls.h"
#include "passes/Vectorize/LoopVectorizer.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace encke;
using encke::cin::LoopMarks;

namespace {

class SparseSums {
public:
  SparseSums(scf::ForOp loop, LoopVectorizer &vectorizer,
             const LoopMarks &marks)
      : loop(loop), vectorizer(vectorizer), marks(marks), width(marks.vector),
        builder(loop), reductions(vectorizer.getReductions()),
        mayDropLanes(marks.segment) {}

  bool match();
  scf::ForOp separateEvenRows();
  void sumEvenRows() { replace(sumEvenRow()); }
  void sumUnevenRows() { replace(sumUnevenRow()); }

private:
  VectorType vectorOf(Type type) { return VectorType::get(width, type); }
  void fetchAhead(Value counter);
  SmallVector<Value> sumVector(Value counter, ValueRange sums) {
    return vectorizer.emitBody(builder, counter, sums);
  }
  SmallVector<Value> sumFirstLanes(Value counter, ValueRange sums);
  SmallVector<Value> sumShortRow(int64_t vectors);
  SmallVector<Value> emitNeutral(int64_t vectors) {
    return reductions.emitNeutral(builder, width, vectors);
  }
  SmallVector<Value> reduceLanes(ValueRange vectors, ValueRange initial) {
    return reductions.reduceLanes(builder, vectors, initial);
  }
  SmallVector<Value> sumEvenRow();
  SmallVector<Value> sumUnevenRow();
  void replace(ValueRange sums);
  /// The loop for a few elements.
  scf::ForOp cloneLoop() {
    auto clone = cast<scf::ForOp>(builder.clone(*loop));
    LoopMarks().setOn(clone);
    keepRolled(clone, /*isShort=*/true);
    return clone;
  }
  SmallVector<Value> sumGroups(int64_t vectors, bool isFar);
  SmallVector<Value> sumVectors(int64_t gatheredVectors);
  SmallVector<Value> sumLongRow();
  SmallVector<Value> sumRest(Value begin, ValueRange sums);
  Value isLonger(int64_t length);
  Value isFromMemory();
  std::pair<scf::ForOp, Value> findRows();
  SmallVector<Value> findArrays();
  Value emitSize(Value array);
  Value emitUnevenRows(Value positions, ArrayRef<Value> arrays);
  using Sums = llvm::function_ref<SmallVector<Value>()>;
  SmallVector<Value> either(Value condition, Sums first, Sums second);

  /// Vectors have so many elements until this is done.
  auto withWidth(int64_t elements) {
    int64_t before = std::exchange(width, elements);
    vectorizer.setWidth(elements);
    return llvm::scope_exit([this, before] {
      width = before;
      vectorizer.setWidth(before);
    });
  }

  scf::ForOp loop;
  LoopVectorizer &vectorizer;
  const LoopMarks &marks;
  int64_t width; // of the vectors that are made
  OpBuilder builder;
  const Reductions &reductions; // of the carried values
  bool mayDropLanes;            // what stands behind the row may be read
};

} // namespace

/// The index is a coordinate as it was loaded at the counter.
static bool isCoordinateAt(Value index, Value counter) {
  if (auto cast = index.getDefiningOp<arith::IndexCastUIOp>())
    index = cast.getIn();
  auto load = index.getDefiningOp<memref::LoadOp>();
  return load && load.getIndices().size() == 1 &&
         load.getIndices().front() == counter;
}

/// What may trap, as the division of integers, is not done in lanes that are
/// dropped, and what is loaded elsewhere than at the counter is not asked for
/// its end.
bool SparseSums::match() {
  Value counter = loop.getInductionVar();
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (!load) {
      if (!isPure(&op) || llvm::is_contained(op.getOperands(), counter))
        return false;
    } else if (vectorizer.isGathered(load)) {
      mayDropLanes &= isCoordinateAt(load.getIndices().back(), counter);
    }
  }
  return !reductions.empty();
}

/// Everything that is read at the counter will be needed there.
void SparseSums::fetchAhead(Value counter) {
  Location loc = loop.getLoc();
  Value ahead = arith::AddIOp::create(
      builder, loc, counter,
      arith::ConstantIndexOp::create(builder, loc, marks.far.getAhead()));
  llvm::DenseSet<Value> fetched;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    OperandRange indices = load.getIndices();
    if (indices.empty() || indices.back() != loop.getInductionVar() ||
        llvm::any_of(indices.drop_back(),
                     [&](Value index) {
                       return index.getParentBlock() == loop.getBody();
                     }) ||
        !fetched.insert(load.getMemRef()).second)
      continue;
    SmallVector<Value> at(indices.drop_back());
    at.push_back(ahead);
    memref::PrefetchOp::create(builder, loc, load.getMemRef(), at,
                               /*isWrite=*/false, /*localityHint=*/3,
                               /*isDataCache=*/true);
  }
}

/// The sums with those lanes of the vector that are of the row.
SmallVector<Value> SparseSums::sumFirstLanes(Value counter, ValueRange sums) {
  Location loc = loop.getLoc();
  Value left =
      arith::SubIOp::create(builder, loc, loop.getUpperBound(), counter);
  SmallVector<Value> results;
  for (auto [sum, all] : llvm::zip(sums, sumVector(counter, sums))) {
    // Numbers as long as the elements, for the comparison then is a mask.
    Type element = cast<VectorType>(sum.getType()).getElementType();
    Type number = builder.getIntegerType(element.getIntOrFloatBitWidth());
    SmallVector<Attribute> numbers;
    for (int64_t lane = 0; lane < width; ++lane)
      numbers.push_back(builder.getIntegerAttr(number, lane));
    Value lanes = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(vectorOf(number), numbers));
    Value end = vector::BroadcastOp::create(
        builder, loc, vectorOf(number),
        arith::IndexCastOp::create(builder, loc, number, left));
    Value isInside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, lanes, end);
    results.push_back(
        arith::SelectOp::create(builder, loc, isInside, all, sum));
  }
  return results;
}

/// A row of so many vectors, the last of which may be more than is left.
SmallVector<Value> SparseSums::sumShortRow(int64_t vectors) {
  Location loc = loop.getLoc();
  auto narrow = withWidth(marks.uneven.getLanes());
  Value counter = loop.getLowerBound();
  SmallVector<Value> sums = emitNeutral(/*vectors=*/1);
  for (int64_t n = 1; n < vectors; ++n) {
    sums = sumVector(counter, sums);
    counter = arith::AddIOp::create(
        builder, loc, counter,
        arith::ConstantIndexOp::create(builder, loc, width));
  }
  return reduceLanes(sumFirstLanes(counter, sums), loop.getInitArgs());
}

/// Whole groups of so many vectors: the sums in each lane, and where they end.
SmallVector<Value> SparseSums::sumGroups(int64_t vectors, bool isFar) {
  Location loc = loop.getLoc();
  Value hi = loop.getUpperBound();
  Value left = arith::RemUIOp::create(
      builder, loc,
      arith::SubIOp::create(builder, loc, hi, loop.getLowerBound()),
      arith::ConstantIndexOp::create(builder, loc, vectors * width));
  Value end = arith::SubIOp::create(builder, loc, hi, left);
  vectorizer.setInOneGather(isFar);
  bool isFetched = !isFar; // once for all vectors of a step
  auto body = [&](Value counter, ValueRange carried) {
    if (!isFetched)
      fetchAhead(counter);
    isFetched = true;
    return sumVector(counter, carried);
  };
  scf::ForOp groups =
      emitVectorLoop(builder, loc, loop.getLowerBound(), end, width, vectors,
                     emitNeutral(vectors), body);
  vectorizer.setInOneGather(false);
  SmallVector<Value> sums =
      reductions.reduceVectors(builder, groups.getResults(), vectors);
  sums.push_back(end);
  return sums;
}

/// Whole vectors, or groups of so many where they are gathered: the sums in
/// each lane, and where the rest begins.
SmallVector<Value> SparseSums::sumVectors(int64_t gatheredVectors) {
  auto nearby = [&] { return sumGroups(1, /*isFar=*/false); };
  auto gathered = [&] { return sumGroups(gatheredVectors, /*isFar=*/true); };
  return marks.far ? either(isFromMemory(), gathered, nearby) : nearby();
}

/// What the vectors leave does not wait for the sum of their lanes.
SmallVector<Value> SparseSums::sumLongRow() {
  SmallVector<Value> sums = sumVectors(marks.far ? marks.far.getVectors() : 1);
  return sumRest(sums.pop_back_val(), sums);
}

/// From there on one by one.
SmallVector<Value> SparseSums::sumRest(Value begin, ValueRange sums) {
  scf::ForOp rest = cloneLoop();
  rest.getLowerBoundMutable().assign(begin);
  return reduceLanes(sums, rest.getResults());
}

/// What the one or the other gives.
SmallVector<Value> SparseSums::either(Value condition, Sums first,
                                      Sums second) {
  auto yield = [&](Sums sums) {
    scf::YieldOp::create(builder, loop.getLoc(), sums());
  };
  return scf::IfOp::create(
             builder, loop.getLoc(), condition,
             [&](OpBuilder &, Location) { yield(first); },
             [&](OpBuilder &, Location) { yield(second); })
      .getResults();
}

/// The row has more elements than that.
Value SparseSums::isLonger(int64_t length) {
  Location loc = loop.getLoc();
  return arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ugt,
      arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                            loop.getLowerBound()),
      arith::ConstantIndexOp::create(builder, loc, length));
}

/// The row is one of a tensor that no cache holds.
Value SparseSums::isFromMemory() {
  Location loc = loop.getLoc();
  Value result = isLonger(marks.far.getRow());
  SmallVector<Value> arrays = findArrays();
  if (arrays.empty())
    return result;
  Value isLarge = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ugt, emitSize(arrays.front()),
      arith::ConstantIndexOp::create(builder, loc, marks.far.getAll()));
  return arith::AndIOp::create(builder, loc, result, isLarge);
}

/// A short row is added up one by one: the sum of the lanes costs as much
/// again.
SmallVector<Value> SparseSums::sumEvenRow() {
  if (marks.few == 0)
    return sumLongRow();
  return either(
      isLonger(marks.few), [&] { return sumLongRow(); },
      [&]() -> SmallVector<Value> { return cloneLoop().getResults(); });
}

/// Nothing depends on how many elements do not fill a vector.
SmallVector<Value> SparseSums::sumUnevenRow() {
  auto inVectors = [&] {
    // Single ones, for the rest has to be less than one.
    SmallVector<Value> sums = sumVectors(/*gatheredVectors=*/1);
    Value end = sums.pop_back_val();
    return reduceLanes(sumFirstLanes(end, sums), loop.getInitArgs());
  };
  int64_t lanes = marks.uneven.getLanes();
  auto longer = [&] {
    return either(isLonger(2 * lanes), inVectors,
                  [&] { return sumShortRow(2); });
  };
  return either(isLonger(lanes), longer, [&] { return sumShortRow(1); });
}

void SparseSums::replace(ValueRange sums) {
  loop.replaceAllUsesWith(sums);
  loop.erase();
}

//===----------------------------------------------------------------------===//
// Rows of different lengths
//===----------------------------------------------------------------------===//

/// The loop around, whose counter is the number of a row, and the positions
/// between which the rows are; null when others bound the loop.
std::pair<scf::ForOp, Value> SparseSums::findRows() {
  auto rows = dyn_cast<scf::ForOp>(loop->getParentOp());
  Value bound = loop.getLowerBound();
  if (auto cast = bound.getDefiningOp<arith::IndexCastUIOp>())
    bound = cast.getIn();
  auto load = bound.getDefiningOp<memref::LoadOp>();
  if (!rows || getConstantIntValue(rows.getStep()) != 1 || !load ||
      load.getIndices().size() != 1 ||
      load.getIndices().front() != rows.getInductionVar())
    return {};
  Value positions = load.getMemRef();
  // Where rows are cut, those of a task end no later than the rows themselves.
  if (auto either = positions.getDefiningOp<arith::SelectOp>())
    positions = either.getFalseValue();
  if (auto cast = positions.getDefiningOp<memref::CastOp>())
    positions = cast.getSource();
  positions = getItself(positions);
  auto type = cast<MemRefType>(positions.getType());
  if (!type.getLayout().isIdentity() || !(type.getElementType().isInteger(32) ||
                                          type.getElementType().isInteger(64)))
    return {};
  return {rows, positions};
}

/// What the loop goes through, as it is before other loops.
SmallVector<Value> SparseSums::findArrays() {
  SmallVector<Value> arrays;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>())
    if (!load.getIndices().empty() &&
        load.getIndices().back() == loop.getInductionVar())
      arrays.push_back(getItself(load.getMemRef()));
  return arrays;
}

/// How far the loop's counter may go in it.
Value SparseSums::emitSize(Value array) {
  int64_t last = cast<MemRefType>(array.getType()).getRank() - 1;
  return memref::DimOp::create(builder, loop.getLoc(), array, last);
}

/// How many of the first rows are uneven, and so far from the ends of all
/// arrays that a vector that begins in them is inside; asked before all loops.
Value SparseSums::emitUnevenRows(Value positions, ArrayRef<Value> arrays) {
  Location loc = loop.getLoc();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(
      findPlaceBeforeLoops(loop, [&](LoopLikeOpInterface around) {
        return around.isDefinedOutsideOfLoop(positions) &&
               llvm::all_of(arrays, [&](Value array) {
                 return around.isDefinedOutsideOfLoop(array);
               });
      }));
  Value most;
  for (Value array : arrays) {
    Value size = emitSize(array);
    most = most ? arith::MinSIOp::create(builder, loc, most, size) : size;
  }
  Value vector = arith::ConstantIndexOp::create(
      builder, loc, std::max(width, marks.uneven.getLanes()));
  most = arith::SubIOp::create(builder, loc, most, vector);
  auto type = cast<MemRefType>(positions.getType());
  Value count = memref::DimOp::create(builder, loc, positions, 0);
  return RuntimeCalls::toIndex(
      builder, loc,
      RuntimeCalls(loop->getParentOfType<ModuleOp>())
          .call(
              builder, loc, "encke_loop_uneven_rows", builder.getI64Type(),
              {RuntimeCalls::pointerTo(builder, loc, positions),
               RuntimeCalls::integer(builder, loc,
                                     type.getElementTypeBitWidth() / 8),
               RuntimeCalls::toInteger(builder, loc, count),
               RuntimeCalls::toInteger(builder, loc, most),
               RuntimeCalls::integer(builder, loc, marks.uneven.getRows()),
               RuntimeCalls::integer(builder, loc, marks.uneven.getLength())}));
}

/// The loop around is left to the first rows, where they are uneven; a copy of
/// it goes on from there, in which this returns the loop. Null where that
/// cannot be.
scf::ForOp SparseSums::separateEvenRows() {
  auto [rows, positions] = findRows();
  SmallVector<Value> arrays = findArrays();
  auto isOutside = [around = rows](Value array) mutable {
    return around.isDefinedOutsideOfLoop(array);
  };
  if (!marks.uneven || !mayDropLanes || !positions || !isOutside(positions) ||
      !llvm::all_of(arrays, isOutside))
    return {};
  Location loc = loop.getLoc();
  Value uneven = emitUnevenRows(positions, arrays);
  builder.setInsertionPoint(rows);
  Value end = arith::MinSIOp::create(
      builder, loc, rows.getUpperBound(),
      arith::MaxSIOp::create(builder, loc, rows.getLowerBound(), uneven));
  builder.setInsertionPointAfter(rows);
  IRMapping copies;
  auto even = cast<scf::ForOp>(builder.clone(*rows, copies));
  rows.replaceAllUsesWith(even.getResults());
  even.getLowerBoundMutable().assign(end);
  even.getInitArgsMutable().assign(rows.getResults());
  rows.getUpperBoundMutable().assign(end);
  builder.setInsertionPoint(loop);
  return cast<scf::ForOp>(copies.lookup(loop.getOperation()));
}

SparseSum encke::sumSparseLevel(scf::ForOp loop, LoopVectorizer &vectorizer,
                                const LoopMarks &marks) {
  SparseSums sums(loop, vectorizer, marks);
  if (!sums.match())
    return SparseSum::none;
  scf::ForOp even = sums.separateEvenRows();
  if (!even) {
    sums.sumEvenRows();
    return SparseSum::ofEvenRows;
  }
  sums.sumUnevenRows();
  LoopVectorizer others(even, marks.vector);
  if (others.canVectorize())
    SparseSums(even, others, marks).sumEvenRows();
  return SparseSum::ofUnevenRows;
}
