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
// Where the result is small whatever it stores, |k| is the bound of each row.
//
// The result's arrays are as long as that, of which only what is filled in ever
// becomes memory; then they are cut. Of several tasks, most have such arrays of
// their own, which are put together afterwards (`tasks.join`).
// Where that many elements are more than the runtime wants to reserve, they are
// counted after all.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Streams.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Sinks/Sinks.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"
#include "passes/Cost/SparseRows.h"

#include "dialects/CIN/Lengths.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// What an assignment to the place lengthens: the result, or the list of a row.
StateKey Bound::lengthOf(Value place) const {
  return result.is(place)
             ? result.cursorKey(result.getArrays().getNumLevels() - 1)
             : StateKey{whereOf(place), Variable::count};
}

void Bound::lengthen(ArrayRef<Value> lengthened, Value by, Scope &scope) {
  for (Value place : lengthened) {
    Value &length = scope.state[lengthOf(place)];
    length = arith::AddIOp::create(context.builder, by.getLoc(), length, by);
  }
}

LogicalResult Bound::assign(AssignOp assign, Scope &scope) {
  if (lengthens(assign))
    lengthen(
        assign.getTensor(),
        arith::ConstantIndexOp::create(context.builder, assign.getLoc(), 1),
        scope);
  return success();
}

//===----------------------------------------------------------------------===//
// Workspaces
//===----------------------------------------------------------------------===//

/// A row has at most as many elements as its producer assigns, or as it has
/// places; one without a list is looked up only, and has no length. What the
/// producer of another workspace computes has no length.
LogicalResult Bound::where(WhereOp where, Scope &scope) {
  Block &consumer = where.getConsumer().front();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  if (!type.getEncoding())
    return statements.run(consumer, scope);
  if (where.getMarks() == ListMarks::stamp) {
    rows.openConsumer(where, {}, {});
    return statements.run(consumer, scope);
  }
  Location loc = where.getLoc();
  OpBuilder &builder = context.builder;
  StateKey count{where, Variable::count};
  scope.state[count] = arith::ConstantIndexOp::create(builder, loc, 0);
  Value most =
      type.isDynamicDim(0)
          ? Value(where.getSizes().front())
          : arith::ConstantIndexOp::create(builder, loc, type.getDimSize(0));
  auto fill = [&](Scope &inner) {
    inner.state[count] = most;
    return success();
  };
  auto produce = [&](Scope &inner) {
    places.openBuffer(where.getProducer().getArgument(0), {});
    return statements.run(where.getProducer().front(), inner);
  };
  // What takes no loop needs no question.
  auto loop = dyn_cast_if_present<ForallOp>(
      getOnlyStatement(where.getProducer().front()));
  LogicalResult isCounted =
      loop && getLengthenedInSteps(loop)
          ? produce(scope)
          : control.emitIf(
                loc,
                result.getArrays().isSmall(builder, loc, cost::smallResult),
                {count}, scope, fill, produce);
  if (failed(isCounted))
    return failure();
  Value bound =
      arith::MinUIOp::create(builder, loc, scope.state.lookup(count), most);
  rows.openConsumer(where, {}, bound);
  return statements.run(consumer, scope);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

bool Bound::sharesLoop(ForallOp forall) const { return appendsIn(forall); }

Sink::Need Bound::needOf(ForallOp forall) const {
  std::optional<SmallVector<Value>> lengthened = getLengthenedInSteps(forall);
  return lengthened && lengthened->empty() ? Need::nothing : Need::loop;
}

/// How many coordinates the loop visits at most: at each of the smallest points
/// of its lattice those of the shortest level.
FailureOr<Value> Bound::boundOf(ForallOp forall, PlannedLoop &plan,
                                Scope &scope) {
  Location loc = forall.getLoc();
  OpBuilder &builder = context.builder;
  if (plan.domain.isUniverse()) {
    if (!forall.getWithin())
      return values.evaluate(forall.getExtent(), scope);
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

/// A loop that lengthens something in each iteration does not run.
FailureOr<bool> Bound::closedForm(ForallOp forall, PlannedLoop &plan,
                                  std::optional<Interval> range, Scope &scope) {
  std::optional<SmallVector<Value>> lengthened = getLengthenedInSteps(forall);
  if (!lengthened)
    return false;
  FailureOr<Value> bound;
  if (range && plan.domain.isUniverse())
    bound = Value(arith::SubIOp::create(context.builder, forall.getLoc(),
                                        range->hi, range->lo));
  else
    bound = boundOf(forall, plan, scope);
  if (failed(bound))
    return failure();
  lengthen(*lengthened, *bound, scope);
  return true;
}
