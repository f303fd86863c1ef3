//===- Derived.cpp - loops at one coordinate ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Derived.h"
#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Loops.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Values.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// What the loop's map makes of index variables that have the values `index`.
FailureOr<Value>
DerivedLoops::coordinateAt(ForallOp derived, Scope &scope,
                           llvm::function_ref<Value(Value)> index) {
  SmallVector<Value> dims =
      llvm::map_to_vector(derived.getGivenIndices(), index);
  SmallVector<Value> numbers;
  for (Value number : derived.getGivenNumbers()) {
    FailureOr<Value> value = values.evaluate(number, scope);
    if (failed(value))
      return failure();
    numbers.push_back(*value);
  }
  // Null after an error, such as a division by zero.
  Value result = affine::expandAffineExpr(
      builder, derived.getLoc(), derived.getAt()->getResult(0), dims, numbers);
  if (!result)
    return failure();
  return result;
}

/// One that a format without padding stores is an element.
bool DerivedLoops::isElement(ForallOp derived, const Scope &scope) {
  return derived
      .walk([&](AccessOp access) {
        AccessOp same = context.planner.sameAs(access);
        Format format = context.planner.levelsOf(access.getTensor()).format;
        bool isStored =
            !access.getLevels().empty() && !scope.absent.contains(same) &&
            scope.positions.lookup(same).size() == format.levels.size();
        return isStored && !getFormat(access.getTensor().getType().getTensor())
                                ->hasPadding()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult DerivedLoops::enter(ForallOp derived, Scope &scope) {
  Location loc = derived.getLoc();
  FailureOr<Value> coordinate = coordinateAt(
      derived, scope, [&](Value index) { return scope.values.lookup(index); });
  if (failed(coordinate))
    return failure();
  auto body = [&](Scope &inner) {
    return loops.enterBody(derived, PlannedLoop(), 0, *coordinate, inner);
  };
  if (scope.inside.contains(derived) || isElement(derived, scope)) {
    Scope inner = scope;
    LogicalResult result = body(inner);
    scope.state = inner.state;
    return result;
  }
  FailureOr<Value> extent = values.evaluate(derived.getExtent(), scope);
  if (failed(extent))
    return failure();
  // Neither is one below zero.
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, *coordinate, *extent);
  return control.emitIf(loc, isInside, control.changedIn(derived, scope), scope,
                        body, nullptr);
}

/// By how much a map's result changes with a dimension: 1 or -1; 0 where it is
/// something else, or the dimension is not in it.
static int getSlope(AffineMap map, unsigned dim) {
  AffineExpr variable = getAffineDimExpr(dim, map.getContext());
  AffineExpr zero = getAffineConstantExpr(0, map.getContext());
  AffineExpr slope = simplifyAffineExpr(
      map.getResult(0) - map.getResult(0).replace(variable, zero),
      map.getNumDims(), map.getNumSymbols());
  if (slope == variable)
    return 1;
  return slope == -variable ? -1 : 0;
}

FailureOr<Interval> DerivedLoops::clip(ForallOp forall, Interval range,
                                       Scope &scope) {
  Block *block = &forall.getBlock();
  while (llvm::hasSingleElement(*block)) {
    auto derived = dyn_cast<ForallOp>(block->front());
    if (!derived || !derived.getAt())
      break;
    block = &derived.getBlock();
    OperandRange given = derived.getGivenIndices();
    auto dim = unsigned(llvm::find(given, forall.getIndex()) - given.begin());
    int slope = dim < given.size() ? getSlope(*derived.getAt(), dim) : 0;
    if (slope == 0)
      continue;
    Location loc = derived.getLoc();
    Value first =
        forall.getWithin()
            ? places.firstOfBlock(forall, scope)
            : arith::ConstantIndexOp::create(builder, loc, 0).getResult();
    FailureOr<Value> start = coordinateAt(derived, scope, [&](Value index) {
      return index == forall.getIndex() ? first : scope.values.lookup(index);
    });
    FailureOr<Value> extent = values.evaluate(derived.getExtent(), scope);
    if (failed(start) || failed(extent))
      return failure();
    // start + x is in 0 ... extent - 1 from x = -start on, start - x from
    // start - extent + 1 on.
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value lo = arith::SubIOp::create(builder, loc, slope == 1 ? zero : *start,
                                     slope == 1 ? *start : *extent);
    if (slope == -1)
      lo = arith::AddIOp::create(builder, loc, lo, one);
    Value hi = arith::AddIOp::create(builder, loc, lo, *extent);
    range.lo = arith::MaxSIOp::create(builder, loc, range.lo, lo);
    range.hi = arith::MinSIOp::create(builder, loc, range.hi, hi);
    scope.inside.insert(derived);
  }
  return range;
}
