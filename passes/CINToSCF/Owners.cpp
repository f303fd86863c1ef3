//===- Owners.cpp - parallel loops whose tasks own elements ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where iterations accumulate into the same elements, and copies of these would
// be larger than all that the loop visits, as in C[j,r] += A[i,j,k] * ... over
// i for a long mode j, tasks have no copies (Copies.cpp). Each runs over all of
// the loop, but in it only over the coordinates of j that it owns: about as
// many elements as any other's. An element is then summed up in the order in
// which one task does it.
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "passes/CINToSCF/ParallelLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The coordinates of the first level that the loop runs along; null without.
Value ParallelLoops::findCoordinates(ForallOp loop) {
  Value coordinates;
  loop.walk([&](AccessOp access) {
    if (!isRestrictedBy(access, loop, generator.planner))
      return WalkResult::advance();
    const Storage &storage = generator.storageOf(access.getTensor());
    for (auto [number, level] : llvm::enumerate(storage.levels))
      if (variableOf(access, storage.format, number) == loop.getIndex())
        coordinates = level->getCoordinates();
    return coordinates ? WalkResult::interrupt() : WalkResult::advance();
  });
  return coordinates;
}

/// The loop over those coordinates that the task owns. What it does before the
/// first one it does not where there is none.
LogicalResult KernelGenerator::loopOverOwn(ForallOp forall, LoopPlan &plan,
                                           Scope &scope) {
  Location loc = forall.getLoc();
  Keys keys = changedIn(forall, scope);
  if (plan.domain.isUniverse()) {
    FailureOr<Value> extent = evaluate(forall.getExtent(), scope);
    if (failed(extent))
      return failure();
    Value lo = arith::MinUIOp::create(builder, loc, own->lo, *extent);
    Value hi = arith::MinUIOp::create(builder, loc, own->hi, *extent);
    narrow(plan, lo, hi, loc);
    return loopOverCoordinates(forall, plan, lo, hi, keys, scope);
  }
  SmallVector<Iterator *> visited = iteratorsIn(plan, plan.getVisited());
  SmallVector<Value> bounds;
  for (Iterator *iterator : visited)
    llvm::append_values(bounds, iterator->position, iterator->end);
  auto part = scf::IfOp::create(builder, loc, ValueRange(bounds).getTypes(),
                                own->isPart, /*addThenBlock=*/true,
                                /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(part.elseBlock());
    scf::YieldOp::create(builder, loc, bounds);
    builder.setInsertionPointToStart(part.thenBlock());
    narrow(plan, own->lo, own->hi, loc);
    SmallVector<Value> narrowed;
    for (Iterator *iterator : visited)
      llvm::append_values(narrowed, iterator->position, iterator->end);
    scf::YieldOp::create(builder, loc, narrowed);
  }
  Value isSome;
  for (auto [number, iterator] : llvm::enumerate(visited)) {
    iterator->position = part.getResult(2 * number);
    iterator->end = part.getResult(2 * number + 1);
    Value has = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                      iterator->position, iterator->end);
    isSome = isSome ? arith::OrIOp::create(builder, loc, isSome, has) : has;
  }
  return emitIf(
      loc, isSome, keys, scope,
      [&](Scope &inner) { return loopInOne(forall, plan, inner); }, nullptr);
}
