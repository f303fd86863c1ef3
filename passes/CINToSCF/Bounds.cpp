//===- Bounds.cpp - how much a sparse result may store at most ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To count what a product or a sum will store takes about as long as to compute
// it. An upper bound is cheap: a loop that appends at most one element in each
// step appends no more than the levels have that it visits, which their
// positions tell. So the loops around such loops run, but not these:
//
//   for i { for j in A[i] { for k in B[j] { row += ... } }  for k in row ... }
//
// becomes
//
//   for i { for j in A[i] { n += |B[j]| }  total += min(n, |k|) }
//
// The result's arrays are as long as that, of which only what is filled in ever
// becomes memory; then they are cut. Of several tasks, most have such arrays of
// their own, which are put together afterwards (`tasks.join`).
// Where that many elements are more than the runtime wants to reserve, they are
// counted after all.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"

#include "dialects/CIN/Lengths.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// What an assignment to the place lengthens: the result, or the list of a row.
KernelGenerator::StateKey KernelGenerator::lengthOf(Value place) const {
  return place == resultPlace ? cursorKey(assembly->getNumLevels() - 1)
                              : StateKey{whereOf(place), Variable::count};
}

/// Of a loop that lengthens something in each step, and none inside does.
std::optional<KernelGenerator::Keys>
KernelGenerator::lengthenedInSteps(ForallOp forall) const {
  std::optional<SmallVector<Value>> places = getLengthenedInSteps(forall);
  if (!places)
    return std::nullopt;
  return llvm::map_to_vector(*places,
                             [&](Value place) { return lengthOf(place); });
}

/// Counting is what is done instead of bounding, where memory is scarce.
bool KernelGenerator::countsInstead() const {
  bool isCounting = assembly && assembly->isCounted() && !assembly->isFilling();
  return isCounting && isBounded && !isBounding;
}

//===----------------------------------------------------------------------===//
// Loops and workspaces
//===----------------------------------------------------------------------===//

/// How many coordinates the loop visits at most: at each of the smallest points
/// of its lattice those of the shortest level.
FailureOr<Value> KernelGenerator::boundOf(ForallOp forall, LoopPlan &plan,
                                          Scope &scope) {
  Location loc = forall.getLoc();
  if (plan.domain.isUniverse()) {
    if (!forall.getWithin())
      return evaluate(forall.getExtent(), scope);
    return arith::ConstantIndexOp::create(
               builder, loc, static_cast<int64_t>(*forall.getWidth()))
        .getResult();
  }
  ArrayRef<LatticePoint> points = plan.domain.getPoints();
  Value sum;
  for (const LatticePoint &point : points) {
    bool isSmallest = llvm::none_of(points, [&](const LatticePoint &other) {
      return other.iterators != point.iterators &&
             !(other.iterators & ~point.iterators);
    });
    if (!isSmallest)
      continue;
    Value shortest;
    for (Iterator *iterator :
         iteratorsIn(plan, point.iterators & ~plan.lookedUp)) {
      Value length = arith::SubIOp::create(builder, loc, iterator->end,
                                           iterator->position);
      shortest = shortest
                     ? arith::MinUIOp::create(builder, loc, shortest, length)
                           .getResult()
                     : length;
    }
    sum = sum ? arith::AddIOp::create(builder, loc, sum, shortest).getResult()
              : shortest;
  }
  return sum;
}

/// While bounding, a loop that lengthens something in each step does not run.
std::optional<KernelGenerator::Keys>
KernelGenerator::lengthenedByBound(ForallOp forall) const {
  return isBounding ? lengthenedInSteps(forall) : std::nullopt;
}

LogicalResult KernelGenerator::boundSteps(ForallOp forall, LoopPlan &plan,
                                          const Keys &lengthened,
                                          Scope &scope) {
  FailureOr<Value> bound = boundOf(forall, plan, scope);
  if (failed(bound))
    return failure();
  lengthen(lengthened, *bound, scope);
  return success();
}

void KernelGenerator::lengthen(const Keys &keys, Value by, Scope &scope) {
  for (StateKey key : keys) {
    Value &length = scope.state[key];
    length = arith::AddIOp::create(builder, by.getLoc(), length, by);
  }
}

/// A row has at most as many elements as its producer assigns, or as it has
/// places.
LogicalResult KernelGenerator::boundRow(WhereOp where, Scope &scope) {
  Location loc = where.getLoc();
  openProducer(where, {});
  if (failed(generate(where.getProducer().front(), scope)))
    return failure();
  int64_t places = where.getWorkspaceType().getTensor().getDimSize(0);
  Value most = ShapedType::isDynamic(places)
                   ? Value(where.getSizes().front())
                   : arith::ConstantIndexOp::create(builder, loc, places);
  Value count = arith::MinUIOp::create(
      builder, loc, scope.state.lookup({where, Variable::count}), most);
  openConsumer(where, {}, count);
  return generate(where.getConsumer().front(), scope);
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

/// As many elements as there may be, if the runtime reserves that many, or as
/// there are; a level has no more than the one below it.
FailureOr<SmallVector<Value>> KernelGenerator::boundOrCount() {
  Location loc = kernel.getLoc();
  FailureOr<SmallVector<Value>> bounds;
  {
    llvm::SaveAndRestore<bool> saved(isBounding, true);
    bounds = countResult();
  }
  if (failed(bounds))
    return failure();
  Keys keys = cursorKeys();
  Scope scope;
  for (auto [key, bound] : llvm::zip(keys, *bounds))
    scope.state[key] = bound;
  auto count = [&](Scope &inner) -> LogicalResult {
    FailureOr<SmallVector<Value>> totals = countResult();
    if (failed(totals))
      return failure();
    for (auto [key, total] : llvm::zip(keys, *totals))
      inner.state[key] = total;
    return success();
  };
  isReserved = assembly->mayReserve(builder, runtime, loc, bounds->back());
  auto keep = [](Scope &) { return success(); };
  if (failed(emitIf(loc, isReserved, keys, scope, keep, count)))
    return failure();
  return cursorsIn(scope);
}
