//===- RegisterSums.cpp - what is added to sums in registers --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A factor of the sum that does not change along the innermost j is multiplied
// in after it:
//
// for j { for l { for k { C[i, k] += a(j, l) * B(j, k) * D(l, k) } } } becomes
//
// for j carrying c { s = 0; for l carrying s { s += a(j, l) * D(l, block) };
// c += B(j, block) * s }
//
// Floats that collect many terms lose the small ones (L21). So the loop over j
// goes in groups of iterations, and what each of them adds up is added to
// doubles:
//
// s = 0; for j in a group carrying s { s += a(j) * B(j, block) }; c += s
//
// A loop that is one group anyway stays as it is.
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/RegisterNest.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace encke;
using encke::cin::LoopMarks;

RegisterSums::RegisterSums(RegisterNest &nest, LoopVectorizer &vectorizer,
                           const LoopMarks &marks, OpBuilder &builder)
    : nest(nest), vectorizer(vectorizer), marks(marks), builder(builder) {
  if (marks.factored && !nest.jam && nest.isSum)
    factors =
        splitFactors(nest.combiner->getOperand(1), nest.inner,
                     nest.getReducing(), nest.store.getMemRef(), vectorizer);
}

/// What is added up are floats, which doubles are to collect.
bool RegisterSums::isNarrow() {
  auto type = dyn_cast<FloatType>(nest.load.getType());
  return nest.isSum && type && type.getWidth() < 64;
}

static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? VectorType::get(vector.getShape(), element) : element;
}

Value RegisterSums::widen(Value value) {
  return arith::ExtFOp::create(
      builder, nest.inner.getLoc(),
      withElement(value.getType(), builder.getF64Type()), value);
}

Value RegisterSums::round(Value value) {
  return arith::TruncFOp::create(
      builder, nest.inner.getLoc(),
      withElement(value.getType(), nest.load.getType()), value);
}

Value RegisterSums::zeroOf(Type type) {
  return arith::ConstantOp::create(builder, nest.inner.getLoc(),
                                   builder.getZeroAttr(type));
}

Value RegisterSums::constant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, nest.inner.getLoc(), value);
}

/// The body of the nest.inner loop for one vector, or element, at each counter.
SmallVector<Value> RegisterSums::emitBody(const IRMapping &mapping,
                                          ValueRange sums,
                                          ArrayRef<Value> counters) {
  SmallVector<Value> results;
  for (auto [sum, counter] : llvm::zip(sums, counters)) {
    IRMapping vectors = mapping;
    vectors.map(nest.inner.getInductionVar(), counter);
    vectors.map(nest.load.getResult(), sum);
    if (isScalar) {
      for (Operation &op : nest.inner.getBody()->without_terminator())
        if (&op != nest.load && &op != nest.store)
          builder.clone(op, vectors);
    } else if (factors) {
      vectors.map(
          nest.combiner->getOperand(1),
          factors->emit(builder, vectorizer, vectors, factors->changing));
      vectorizer.vectorizeOp(builder, vectors, *nest.combiner);
    } else {
      for (Operation &op : nest.inner.getBody()->without_terminator())
        if (&op != nest.load && &op != nest.store)
          vectorizer.vectorizeOp(builder, vectors, op);
    }
    results.push_back(vectors.lookup(nest.store.getValue()));
  }
  return results;
}

/// The loops from `loop` down to the nest.inner one, carrying the sums.
SmallVector<Value> RegisterSums::emitNest(scf::ForOp loop,
                                          const IRMapping &mapping,
                                          ValueRange sums,
                                          ArrayRef<Value> counters) {
  if (loop == nest.inner)
    return emitBody(mapping, sums, counters);
  if (loop == nest.jam)
    return emitRows(mapping, sums, counters);
  if (factors && !isScalar && loop == nest.inner->getParentOp())
    return emitFactored(loop, mapping, sums, counters);
  return emitLoop(loop, mapping, sums, counters);
}

/// The body for each of the rows, whose sums are one behind the other.
SmallVector<Value> RegisterSums::emitRows(const IRMapping &mapping,
                                          ValueRange sums,
                                          ArrayRef<Value> counters) {
  SmallVector<Value> results;
  int64_t first = *getConstantIntValue(nest.jam.getLowerBound());
  for (int64_t row = 0, rows = nest.countRows(); row != rows; ++row) {
    IRMapping ours = mapping;
    ours.map(nest.jam.getInductionVar(), constant(first + row));
    for (Operation &op : nest.jam.getBody()->without_terminator())
      if (&op != nest.inner)
        builder.clone(op, ours);
    ValueRange its = sums.slice(size_t(row) * counters.size(), counters.size());
    llvm::append_range(results, emitBody(ours, its, counters));
  }
  return results;
}

/// Where the loop runs, its sums begin as zero, and the factors that it leaves
/// as they are are multiplied in afterwards. Where it does not they are not
/// looked at: they may be infinite.
SmallVector<Value> RegisterSums::emitFactored(scf::ForOp loop,
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
    vectors.map(nest.inner.getInductionVar(), counter);
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

/// How many sets of sums the loop carries, each for some of its iterations, as
/// registers allow. Only where the iterations are known, and not where they are
/// done again and again.
int64_t RegisterSums::countSets(scf::ForOp loop, int64_t vectors) {
  std::optional<APInt> count = loop.getStaticTripCount();
  if (!nest.isSum || isScalar || loop != nest.outer ||
      loop != nest.inner->getParentOp() || !count)
    return 1;
  int64_t sets = 1;
  while (2 * sets <= marks.sums && 2 * sets * vectors <= marks.registers &&
         count->urem(uint64_t(2 * sets)) == 0)
    sets *= 2;
  return sets;
}

/// The loop and those in it, carrying the sums.
SmallVector<Value> RegisterSums::emitLoop(scf::ForOp loop,
                                          const IRMapping &mapping,
                                          ValueRange sums,
                                          ArrayRef<Value> counters) {
  if (isWide && loop == nest.getReducing())
    return emitGroups(loop, mapping, sums, counters);
  return emitIterations(loop, mapping.lookupOrDefault(loop.getLowerBound()),
                        mapping.lookupOrDefault(loop.getUpperBound()), mapping,
                        sums, counters);
}

/// The loop, group by group, whose sums of floats are added to doubles.
SmallVector<Value> RegisterSums::emitGroups(scf::ForOp loop,
                                            const IRMapping &mapping,
                                            ValueRange sums,
                                            ArrayRef<Value> counters) {
  Location loc = loop.getLoc();
  Value lo = mapping.lookupOrDefault(loop.getLowerBound());
  Value hi = mapping.lookupOrDefault(loop.getUpperBound());
  auto addGroup = [&](Value from, Value to, ValueRange carried) {
    llvm::SaveAndRestore<bool> narrow(isWide, false);
    SmallVector<Value> none = llvm::map_to_vector(carried, [&](Value sum) {
      return zeroOf(withElement(sum.getType(), nest.load.getType()));
    });
    SmallVector<Value> next =
        emitIterations(loop, from, to, mapping, none, counters);
    for (auto [sum, more] : llvm::zip(carried, next))
      more = emitSum(builder, loc, sum, widen(more));
    return next;
  };
  std::optional<APInt> count = loop.getStaticTripCount();
  int64_t terms = std::max<int64_t>(marks.terms, 1);
  if (count && count->ule(uint64_t(terms)))
    return addGroup(lo, hi, sums);
  Value length = arith::MulIOp::create(
      builder, loc, mapping.lookupOrDefault(loop.getStep()), constant(terms));
  auto groups = scf::ForOp::create(builder, loc, lo, hi, length, sums);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(groups.getBody());
  Value from = groups.getInductionVar();
  Value to = arith::MinSIOp::create(
      builder, loc, hi, arith::AddIOp::create(builder, loc, from, length));
  scf::YieldOp::create(builder, loc,
                       addGroup(from, to, groups.getRegionIterArgs()));
  keepRolled(groups, /*isShort=*/true);
  return SmallVector<Value>(groups.getResults());
}

/// The iterations of the loop from `lo` to `hi`.
SmallVector<Value> RegisterSums::emitIterations(scf::ForOp loop, Value lo,
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
  Value iteration = copy.getInductionVar();
  for (int64_t set = 0; set != sets; ++set) {
    if (set != 0)
      iteration = arith::AddIOp::create(builder, loc, iteration, step);
    IRMapping ours = mapping;
    ours.map(loop.getInductionVar(), iteration);
    SmallVector<Value> some(
        copy.getRegionIterArgs().slice(size_t(set * vectors), size_t(vectors)));
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (op.isAncestor(nest.inner))
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
SmallVector<Value> RegisterSums::emitWide(ValueRange sums,
                                          ArrayRef<Value> counters) {
  llvm::SaveAndRestore<bool> wide(isWide, true);
  SmallVector<Value> doubles =
      llvm::map_to_vector(sums, [&](Value sum) { return widen(sum); });
  return llvm::map_to_vector(
      emitNest(nest.outer, IRMapping(), doubles, counters),
      [&](Value sum) { return round(sum); });
}

/// The sums with all that the loops add. One loop that is no longer than a
/// group needs no doubles.
SmallVector<Value> RegisterSums::emit(ValueRange sums, ArrayRef<Value> counters,
                                      bool ofElements) {
  llvm::SaveAndRestore<bool> scalar(isScalar, ofElements);
  auto emitNarrow = [&] {
    return emitNest(nest.outer, IRMapping(), sums, counters);
  };
  std::optional<APInt> count = nest.outer.getStaticTripCount();
  bool isOne = nest.outer == nest.getReducing();
  int64_t terms = std::max<int64_t>(marks.terms, 1);
  if (!isNarrow() || (isOne && count && count->ule(uint64_t(terms))))
    return emitNarrow();
  if (!isOne || count)
    return emitWide(sums, counters);
  Location loc = nest.outer.getLoc();
  Value length = arith::MulIOp::create(builder, loc, nest.outer.getStep(),
                                       constant(terms));
  Value isShort = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sle,
      arith::SubIOp::create(builder, loc, nest.outer.getUpperBound(),
                            nest.outer.getLowerBound()),
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
