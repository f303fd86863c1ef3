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
// A factor of the sum that does not change along the innermost j is multiplied
// in after it:
//
// for j { for l { for k { C[i, k] += a(j, l) * B(j, k) * D(l, k) } } } becomes
//
// for j carrying c { s = 0; for l carrying s { s += a(j, l) * D(l, block) };
// c += B(j, block) * s }
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
// Floats that collect many terms lose the small ones (L21). So the loop over j
// goes in rounds, and what each of them adds up is added to doubles:
//
// s = 0; for j in a round carrying s { s += a(j) * B(j, block) }; c += s
//
// A loop that is a round anyway stays as it is.
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Registers.h"
#include "passes/Vectorize/Factors.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace encke;
using encke::cin::LoopMarks;
using encke::cin::RowMarks;

namespace {

class RegisterBlocker {
public:
  RegisterBlocker(scf::ForOp inner, LoopVectorizer &vectorizer,
                  const LoopMarks &marks)
      : inner(inner), vectorizer(vectorizer), width(marks.vector),
        registers(marks.registers), mostSets(marks.sums), builder(inner) {}

  bool match();
  void run();

private:
  bool matchAccumulation();
  bool isElsewhere(Operation *op);
  bool isApart(Operation &op);
  bool isRowIndex(Value value, scf::ForOp loop);
  bool isSameIndex(Value its, Value ours, Value itsRow);
  bool setsOurs(scf::ForOp loop, Value row);
  bool setsOurRows(scf::ForOp loop);
  scf::ForOp findZeros();
  Value begin(ValueRange indices);
  bool canCarryAcross(scf::ForOp loop);
  std::optional<int64_t> countVectors();
  int64_t countBlocks(int64_t vectors) const;
  void runKnown(int64_t vectors);
  void runUnknown();
  void eraseLoops();
  int64_t countRows() {
    return jam ? jam.getStaticTripCount()->getSExtValue() : 1;
  }
  IRMapping mapRow(int64_t row);
  SmallVector<SmallVector<Value>> indicesAt(ArrayRef<Value> counters);
  void emitBlock(ArrayRef<Value> counters);
  void emitBlocks(Value lo, Value hi, int64_t vectors);
  void emitElements(Value lo, Value hi);
  SmallVector<Value> emitNest(scf::ForOp loop, const IRMapping &mapping,
                              ValueRange sums, ArrayRef<Value> counters);
  SmallVector<Value> emitBody(const IRMapping &mapping, ValueRange sums,
                              ArrayRef<Value> counters);
  SmallVector<Value> emitRows(const IRMapping &mapping, ValueRange sums,
                              ArrayRef<Value> counters);
  int64_t countSets(scf::ForOp loop, int64_t vectors) const;
  SmallVector<Value> emitLoop(scf::ForOp loop, const IRMapping &mapping,
                              ValueRange sums, ArrayRef<Value> counters);
  SmallVector<Value> emitRound(scf::ForOp loop, Value lo, Value hi,
                               const IRMapping &mapping, ValueRange sums,
                               ArrayRef<Value> counters);
  SmallVector<Value> emitRounds(scf::ForOp loop, const IRMapping &mapping,
                                ValueRange sums, ArrayRef<Value> counters);
  SmallVector<Value> emitSums(ValueRange sums, ArrayRef<Value> counters);
  SmallVector<Value> emitWide(ValueRange sums, ArrayRef<Value> counters);
  bool sumsFloats() {
    auto type = dyn_cast<FloatType>(load.getType());
    return isSum && type && type.getWidth() < 64;
  }
  /// The innermost one of those that reduce.
  scf::ForOp getReducing() {
    return cast<scf::ForOp>((jam ? jam : inner)->getParentOp());
  }
  Value widen(Value value) {
    return arith::ExtFOp::create(
        builder, inner.getLoc(),
        withElement(value.getType(), builder.getF64Type()), value);
  }
  Value round(Value value) {
    return arith::TruncFOp::create(builder, inner.getLoc(),
                                   withElement(value.getType(), load.getType()),
                                   value);
  }
  Value zeroOf(Type type) {
    return arith::ConstantOp::create(builder, inner.getLoc(),
                                     builder.getZeroAttr(type));
  }
  static Type withElement(Type type, Type element) {
    auto vector = dyn_cast<VectorType>(type);
    return vector ? VectorType::get(vector.getShape(), element) : element;
  }
  SmallVector<Value> emitFactored(scf::ForOp loop, const IRMapping &mapping,
                                  ValueRange sums, ArrayRef<Value> counters);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, inner.getLoc(), value);
  }

  scf::ForOp inner; // over k
  LoopVectorizer &vectorizer;
  int64_t width, registers, mostSets;
  OpBuilder builder;
  // The accumulation: store(combine(load, addend)).
  memref::LoadOp load;
  memref::StoreOp store;
  Operation *combiner = nullptr;
  bool isSum = false; // else it multiplies, or takes the least or greatest
  scf::ForOp jam;     // around the inner one: over rows; may be null
  scf::ForOp outer;   // the outermost loop that reduces
  scf::ForOp zeros;   // sets the elements to zero before; may be null
  /// Of what is added, if the loop around the inner one leaves some as they
  /// are.
  std::optional<Factors> factors;
  /// What is emitted now is for single elements.
  bool isScalar = false;
  /// What is emitted now adds floats up in doubles.
  bool isWide = false;
};

} // namespace

/// The body's only store adds to what it loads from the same element, or
/// combines that otherwise.
bool RegisterBlocker::matchAccumulation() {
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
                        arith::MinSIOp, arith::MaxSIOp>(combiner)) ||
      !combiner->hasOneUse())
    return false;
  load = combiner->getOperand(0).getDefiningOp<memref::LoadOp>();
  return load && load->hasOneUse() && load.getMemRef() == store.getMemRef() &&
         load.getIndices() == store.getIndices() &&
         load->getBlock() == inner.getBody();
}

/// The operation, without what is inside of it, does not touch what stays in
/// registers. What it writes is memory that was allocated for it, or for that.
bool RegisterBlocker::isElsewhere(Operation *op) {
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
bool RegisterBlocker::isApart(Operation &op) {
  WalkResult walk = op.walk([&](Operation *inside) {
    return isElsewhere(inside) ? WalkResult::advance()
                               : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

/// The value is the number of a row, or computed of it and of what is outside
/// of the loop.
bool RegisterBlocker::isRowIndex(Value value, scf::ForOp loop) {
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
bool RegisterBlocker::isSameIndex(Value its, Value ours, Value itsRow) {
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
bool RegisterBlocker::setsOurs(scf::ForOp loop, Value row) {
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
bool RegisterBlocker::setsOurRows(scf::ForOp loop) {
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
scf::ForOp RegisterBlocker::findZeros() {
  for (Operation *op = outer->getPrevNode(); op; op = op->getPrevNode()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && setsOurRows(loop))
      return loop;
    if (!isApart(*op))
      break;
  }
  return {};
}

/// What a vector, or an element, of the result is before anything is added.
Value RegisterBlocker::begin(ValueRange indices) {
  Location loc = inner.getLoc();
  Type type = load.getType();
  if (!isScalar)
    type = vectorizer.vectorOf(type);
  if (zeros)
    return zeroOf(type);
  if (isScalar)
    return memref::LoadOp::create(builder, loc, load.getMemRef(), indices);
  auto row =
      vector::LoadOp::create(builder, loc, type, load.getMemRef(), indices);
  setRowMarks(row, RowMarks::of(load));
  return row;
}

/// The number of a row, and what is computed of it alone.
IRMapping RegisterBlocker::mapRow(int64_t row) {
  IRMapping mapping;
  if (!jam)
    return mapping;
  int64_t first = *getConstantIntValue(jam.getLowerBound());
  mapping.map(jam.getInductionVar(), constant(first + row));
  for (Operation &op : jam.getBody()->without_terminator())
    if (op.getNumResults() == 1 && isRowIndex(op.getResult(0), outer))
      builder.clone(op, mapping);
  return mapping;
}

/// The elements' indices for each vector, or element, of each row, at these
/// iterations of the inner loop.
SmallVector<SmallVector<Value>>
RegisterBlocker::indicesAt(ArrayRef<Value> counters) {
  SmallVector<SmallVector<Value>> places;
  for (int64_t row = 0, rows = countRows(); row != rows; ++row) {
    IRMapping mapping = mapRow(row);
    for (Value counter : counters)
      places.push_back(
          llvm::map_to_vector(store.getIndices(), [&](Value index) {
            return index == inner.getInductionVar()
                       ? counter
                       : mapping.lookupOrDefault(index);
          }));
  }
  return places;
}

/// How many vectors it takes to hold all elements along the inner loop, if that
/// is known. Two of them may have elements in common.
std::optional<int64_t> RegisterBlocker::countVectors() {
  std::optional<APInt> count = inner.getStaticTripCount();
  if (!count || count->slt(width))
    return std::nullopt;
  return llvm::divideCeil(count->getSExtValue(), width);
}

/// A block that holds all takes some of the registers for operands, too; but
/// not where the sums of an inner loop are beside its own.
int64_t RegisterBlocker::countBlocks(int64_t vectors) const {
  int64_t most = factors ? registers : registers + registers / 2;
  return vectors <= most ? 1 : llvm::divideCeil(vectors, registers);
}

/// Only one block may go through a loop that does more than lead to the inner
/// one.
bool RegisterBlocker::canCarryAcross(scf::ForOp loop) {
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

bool RegisterBlocker::match() {
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
  if (!jam && isSum)
    factors = splitFactors(combiner->getOperand(1), inner,
                           cast<scf::ForOp>(inner->getParentOp()),
                           store.getMemRef(), vectorizer);
  return true;
}

/// The body of the inner loop for one vector, or element, at each counter.
SmallVector<Value> RegisterBlocker::emitBody(const IRMapping &mapping,
                                             ValueRange sums,
                                             ArrayRef<Value> counters) {
  SmallVector<Value> results;
  for (auto [sum, counter] : llvm::zip(sums, counters)) {
    IRMapping vectors = mapping;
    vectors.map(inner.getInductionVar(), counter);
    vectors.map(load.getResult(), sum);
    if (isScalar) {
      for (Operation &op : inner.getBody()->without_terminator())
        if (&op != load && &op != store)
          builder.clone(op, vectors);
    } else if (factors) {
      vectors.map(
          combiner->getOperand(1),
          factors->emit(builder, vectorizer, vectors, factors->changing));
      vectorizer.vectorizeOp(builder, vectors, *combiner);
    } else {
      for (Operation &op : inner.getBody()->without_terminator())
        if (&op != load && &op != store)
          vectorizer.vectorizeOp(builder, vectors, op);
    }
    results.push_back(vectors.lookup(store.getValue()));
  }
  return results;
}

/// The loops from `loop` down to the inner one, carrying the sums.
SmallVector<Value> RegisterBlocker::emitNest(scf::ForOp loop,
                                             const IRMapping &mapping,
                                             ValueRange sums,
                                             ArrayRef<Value> counters) {
  if (loop == inner)
    return emitBody(mapping, sums, counters);
  if (loop == jam)
    return emitRows(mapping, sums, counters);
  if (factors && !isScalar && loop == inner->getParentOp())
    return emitFactored(loop, mapping, sums, counters);
  return emitLoop(loop, mapping, sums, counters);
}

/// The body for each of the rows, whose sums are one behind the other.
SmallVector<Value> RegisterBlocker::emitRows(const IRMapping &mapping,
                                             ValueRange sums,
                                             ArrayRef<Value> counters) {
  SmallVector<Value> results;
  int64_t first = *getConstantIntValue(jam.getLowerBound());
  for (int64_t row = 0, rows = countRows(); row != rows; ++row) {
    IRMapping ours = mapping;
    ours.map(jam.getInductionVar(), constant(first + row));
    for (Operation &op : jam.getBody()->without_terminator())
      if (&op != inner)
        builder.clone(op, ours);
    ValueRange its = sums.slice(size_t(row) * counters.size(), counters.size());
    llvm::append_range(results, emitBody(ours, its, counters));
  }
  return results;
}

/// Where the loop runs, its sums begin as zero, and the factors that it leaves
/// as they are are multiplied in afterwards. Where it does not they are not
/// looked at: they may be infinite.
SmallVector<Value> RegisterBlocker::emitFactored(scf::ForOp loop,
                                                 const IRMapping &mapping,
                                                 ValueRange sums,
                                                 ArrayRef<Value> counters) {
  Location loc = loop.getLoc();
  Value runs =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                            mapping.lookupOrDefault(loop.getLowerBound()),
                            mapping.lookupOrDefault(loop.getUpperBound()));
  auto either = scf::IfOp::create(builder, loc, sums.getTypes(), runs,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(either.elseBlock());
  scf::YieldOp::create(builder, loc, sums);
  builder.setInsertionPointToStart(either.thenBlock());
  SmallVector<Value> none = llvm::map_to_vector(
      sums, [&](Value sum) { return zeroOf(sum.getType()); });
  SmallVector<Value> added = emitLoop(loop, mapping, none, counters);
  for (auto [sum, counter, more] : llvm::zip(sums, counters, added)) {
    IRMapping vectors = mapping;
    vectors.map(inner.getInductionVar(), counter);
    Value factor = factors->emit(builder, vectorizer, vectors, factors->fixed);
    if (isWide) {
      Value product = factors->emitSum(builder, zeroOf(factor.getType()),
                                       factor, round(more));
      more = emitSum(builder, loc, sum, widen(product));
    } else {
      more = factors->emitSum(builder, sum, factor, more);
    }
  }
  scf::YieldOp::create(builder, loc, added);
  return SmallVector<Value>(either.getResults());
}

/// How many sets of sums the loop carries, each for some of its rounds, as
/// registers allow. Only where the rounds are known, and not where they are
/// done again and again.
int64_t RegisterBlocker::countSets(scf::ForOp loop, int64_t vectors) const {
  std::optional<APInt> count = loop.getStaticTripCount();
  if (!isSum || isScalar || loop != outer || loop != inner->getParentOp() ||
      !count)
    return 1;
  int64_t sets = 1;
  while (2 * sets <= mostSets && 2 * sets * vectors <= registers &&
         count->urem(uint64_t(2 * sets)) == 0)
    sets *= 2;
  return sets;
}

/// The loop and those in it, carrying the sums.
SmallVector<Value> RegisterBlocker::emitLoop(scf::ForOp loop,
                                             const IRMapping &mapping,
                                             ValueRange sums,
                                             ArrayRef<Value> counters) {
  if (isWide && loop == getReducing())
    return emitRounds(loop, mapping, sums, counters);
  return emitRound(loop, mapping.lookupOrDefault(loop.getLowerBound()),
                   mapping.lookupOrDefault(loop.getUpperBound()), mapping, sums,
                   counters);
}

/// The loop, round by round, whose sums of floats are added to doubles.
SmallVector<Value> RegisterBlocker::emitRounds(scf::ForOp loop,
                                               const IRMapping &mapping,
                                               ValueRange sums,
                                               ArrayRef<Value> counters) {
  Location loc = loop.getLoc();
  Value lo = mapping.lookupOrDefault(loop.getLowerBound());
  Value hi = mapping.lookupOrDefault(loop.getUpperBound());
  auto addRound = [&](Value from, Value to, ValueRange carried) {
    llvm::SaveAndRestore<bool> narrow(isWide, false);
    SmallVector<Value> none = llvm::map_to_vector(carried, [&](Value sum) {
      return zeroOf(withElement(sum.getType(), load.getType()));
    });
    SmallVector<Value> next =
        emitRound(loop, from, to, mapping, none, counters);
    for (auto [sum, more] : llvm::zip(carried, next))
      more = emitSum(builder, loc, sum, widen(more));
    return next;
  };
  std::optional<APInt> count = loop.getStaticTripCount();
  if (count && count->ule(cost::termsOfRound))
    return addRound(lo, hi, sums);
  Value length = arith::MulIOp::create(
      builder, loc, mapping.lookupOrDefault(loop.getStep()),
      constant(count ? cost::termsOfLongRound : cost::termsOfRound));
  auto rounds = scf::ForOp::create(builder, loc, lo, hi, length, sums);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(rounds.getBody());
  Value from = rounds.getInductionVar();
  Value to = arith::MinSIOp::create(
      builder, loc, hi, arith::AddIOp::create(builder, loc, from, length));
  scf::YieldOp::create(builder, loc,
                       addRound(from, to, rounds.getRegionIterArgs()));
  keepRolled(rounds, /*isShort=*/true);
  return SmallVector<Value>(rounds.getResults());
}

/// The iterations of the loop from `lo` to `hi`.
SmallVector<Value> RegisterBlocker::emitRound(scf::ForOp loop, Value lo,
                                              Value hi,
                                              const IRMapping &mapping,
                                              ValueRange sums,
                                              ArrayRef<Value> counters) {
  Location loc = loop.getLoc();
  auto vectors = int64_t(sums.size()), sets = countSets(loop, vectors);
  SmallVector<Value> carried(sums);
  for (int64_t set = 1; set != sets; ++set)
    for (Value sum : sums)
      carried.push_back(zeroOf(sum.getType()));
  Value step = mapping.lookupOrDefault(loop.getStep());
  Value all = sets == 1
                  ? step
                  : arith::MulIOp::create(builder, loc, step, constant(sets));
  auto copy = scf::ForOp::create(builder, loc, lo, hi, all, carried);
  LoopMarks marks;
  marks.twice = LoopMarks::of(loop).twice;
  marks.setOn(copy);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(copy.getBody());
  SmallVector<Value> next;
  Value round = copy.getInductionVar();
  for (int64_t set = 0; set != sets; ++set) {
    if (set != 0)
      round = arith::AddIOp::create(builder, loc, round, step);
    IRMapping ours = mapping;
    ours.map(loop.getInductionVar(), round);
    SmallVector<Value> some(
        copy.getRegionIterArgs().slice(size_t(set * vectors), size_t(vectors)));
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (op.isAncestor(inner))
        some = emitNest(cast<scf::ForOp>(op), ours, some, counters);
      else
        builder.clone(op, ours);
    }
    llvm::append_range(next, some);
  }
  scf::YieldOp::create(builder, loc, next);
  builder.setInsertionPointAfter(copy);
  SmallVector<Value> results(copy.getResults().take_front(size_t(vectors)));
  for (int64_t more = vectors; more != sets * vectors; ++more) {
    Value &sum = results[size_t(more % vectors)];
    sum = emitSum(builder, loc, sum, copy.getResult(more));
  }
  return results;
}

/// The sums with all that the loops add, which floats add up in doubles.
SmallVector<Value> RegisterBlocker::emitWide(ValueRange sums,
                                             ArrayRef<Value> counters) {
  llvm::SaveAndRestore<bool> wide(isWide, true);
  SmallVector<Value> doubles =
      llvm::map_to_vector(sums, [&](Value sum) { return widen(sum); });
  return llvm::map_to_vector(emitNest(outer, IRMapping(), doubles, counters),
                             [&](Value sum) { return round(sum); });
}

/// The sums with all that the loops add. One loop that is no longer than a
/// round needs no doubles.
SmallVector<Value> RegisterBlocker::emitSums(ValueRange sums,
                                             ArrayRef<Value> counters) {
  auto emitNarrow = [&] {
    return emitNest(outer, IRMapping(), sums, counters);
  };
  std::optional<APInt> count = outer.getStaticTripCount();
  bool isOne = outer == getReducing();
  if (!sumsFloats() || (isOne && count && count->ule(cost::termsOfRound)))
    return emitNarrow();
  if (!isOne || count)
    return emitWide(sums, counters);
  Location loc = outer.getLoc();
  Value length = arith::MulIOp::create(builder, loc, outer.getStep(),
                                       constant(cost::termsOfRound));
  Value isShort = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sle,
      arith::SubIOp::create(builder, loc, outer.getUpperBound(),
                            outer.getLowerBound()),
      length);
  auto either = scf::IfOp::create(builder, loc, sums.getTypes(), isShort,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(either.thenBlock());
  scf::YieldOp::create(builder, loc, emitNarrow());
  builder.setInsertionPointToStart(either.elseBlock());
  scf::YieldOp::create(builder, loc, emitWide(sums, counters));
  return SmallVector<Value>(either.getResults());
}

/// The vectors at these counters. All are loaded before any is stored, so that
/// they may have elements in common.
void RegisterBlocker::emitBlock(ArrayRef<Value> counters) {
  SmallVector<SmallVector<Value>> places = indicesAt(counters);
  SmallVector<Value> sums = llvm::map_to_vector(
      places, [&](ValueRange indices) { return begin(indices); });
  SmallVector<Value> results = emitSums(sums, counters);
  Location loc = inner.getLoc();
  for (auto [indices, result] : llvm::zip(places, results))
    if (isScalar)
      memref::StoreOp::create(builder, loc, result, store.getMemRef(), indices);
    else
      vector::StoreOp::create(builder, loc, result, store.getMemRef(), indices);
}

/// for k = lo to hi, one element after the other.
void RegisterBlocker::emitElements(Value lo, Value hi) {
  isScalar = true;
  auto elements =
      scf::ForOp::create(builder, inner.getLoc(), lo, hi, constant(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(elements.getBody());
  emitBlock(elements.getInductionVar());
  isScalar = false;
}

/// for k = lo to hi in steps of whole blocks.
void RegisterBlocker::emitBlocks(Value lo, Value hi, int64_t vectors) {
  Location loc = inner.getLoc();
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
  int64_t count = inner.getStaticTripCount()->getSExtValue();
  int64_t blocks = countBlocks(vectors);
  int64_t longer = llvm::divideCeil(vectors, blocks);
  int64_t shorter = vectors / blocks;
  int64_t shorterBlocks = longer * blocks - vectors;
  auto at = [&](int64_t element) -> Value {
    return arith::AddIOp::create(builder, inner.getLoc(), inner.getLowerBound(),
                                 constant(element));
  };
  int64_t between = shorterBlocks * shorter * width;
  int64_t last = (vectors - longer) * width;
  if (between != 0)
    emitBlocks(at(0), at(between), shorter);
  bool isWhole = count % width == 0;
  if (isWhole || last != between)
    emitBlocks(at(between), isWhole ? inner.getUpperBound() : at(last), longer);
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
  outer->erase();
  if (zeros)
    zeros->erase();
}

/// Blocks of all registers, of a quarter of them, and single vectors: each
/// block is more code. For what is left, a vector that ends with it where sums
/// begin as zero and there are as many elements, else single elements.
void RegisterBlocker::runUnknown() {
  Location loc = inner.getLoc();
  Value lo = inner.getLowerBound(), hi = inner.getUpperBound();
  Value from = lo;
  for (int64_t vectors = registers; vectors > 0;
       vectors = vectors > 1 ? std::max<int64_t>(vectors / 4, 1) : 0) {
    Value end = emitRoundDown(builder, loc, from, hi, vectors * width);
    emitBlocks(from, end, vectors);
    from = end;
  }
  if (zeros) {
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
}

void RegisterBlocker::run() {
  builder.setInsertionPoint(outer);
  std::optional<int64_t> vectors = countVectors();
  // Two vectors with common elements belong to one block.
  if (vectors &&
      (registers > 1 || inner.getStaticTripCount()->urem(width) == 0))
    runKnown(*vectors);
  else
    runUnknown();
}

bool encke::blockRegisters(scf::ForOp loop, LoopVectorizer &vectorizer,
                           const LoopMarks &marks) {
  RegisterBlocker blocker(loop, vectorizer, marks);
  if (!blocker.match())
    return false;
  blocker.run();
  return true;
}
