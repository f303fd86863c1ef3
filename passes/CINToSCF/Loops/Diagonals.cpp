//===- Diagonals.cpp - loops over matrices stored by diagonals ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Diagonals.h"
#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Loops.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Values.h"

#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

FailureOr<Value> Diagonals::firstRowOf(ForallOp rows, Value diagonal,
                                       Scope &scope) {
  Location loc = rows.getLoc();
  ForallOp columns = rows.getOnDiagonal();
  FailureOr<Value> count =
      values.evaluate(forallOf(columns.getDiagonal()).getExtent(), scope);
  FailureOr<Value> extent = values.evaluate(columns.getExtent(), scope);
  if (failed(count) || failed(extent))
    return failure();
  // Of rows + columns - 1 diagonals, number rows - 1 begins in row 0.
  Value last = arith::SubIOp::create(builder, loc, *count, *extent);
  return arith::SubIOp::create(builder, loc, last, diagonal).getResult();
}

/// `count` diagonals from the position on are there, and have a place in each
/// of the block's first `length` rows.
FailureOr<Value> Diagonals::coverRows(ForallOp rows, const Iterator &iterator,
                                      Value position, int64_t count,
                                      Value length, Scope &scope) {
  Location loc = rows.getLoc();
  FailureOr<Value> extent =
      values.evaluate(rows.getOnDiagonal().getExtent(), scope);
  if (failed(extent))
    return failure();
  Value further = arith::ConstantIndexOp::create(builder, loc, count - 1);
  Value last = arith::AddIOp::create(builder, loc, position, further);
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       last, iterator.end);
  auto covers = scf::IfOp::create(builder, loc, builder.getI1Type(), inside,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(covers.elseBlock());
  Value no =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  scf::YieldOp::create(builder, loc, no);
  builder.setInsertionPointToStart(covers.thenBlock());
  auto firstRowAt = [&](Value at) {
    return firstRowOf(rows, iterator.level->coordinateAt(builder, loc, at),
                      scope);
  };
  // The later a diagonal, the earlier are its first and its last row.
  FailureOr<Value> begin = firstRowAt(position);
  FailureOr<Value> lastBegin = firstRowAt(last);
  if (failed(begin) || failed(lastBegin))
    return failure();
  Value end = arith::AddIOp::create(builder, loc, *lastBegin, *extent);
  Value lo = rows.getWithin()
                 ? places.firstOfBlock(rows, scope)
                 : arith::ConstantIndexOp::create(builder, loc, 0).getResult();
  Value hi = arith::AddIOp::create(builder, loc, lo, length);
  Value fromFirst = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sle, *begin, lo);
  Value toLast =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, end, hi);
  Value both = arith::AndIOp::create(builder, loc, fromFirst, toLast);
  scf::YieldOp::create(builder, loc, both);
  return covers.getResult(0);
}

/// One loop over the rows, with the statement for each of `count` diagonals.
LogicalResult Diagonals::addTogether(ForallOp forall, const Iterator &iterator,
                                     Value position, int64_t count,
                                     Value length, Scope &scope) {
  Location loc = forall.getLoc();
  auto rows = cast<ForallOp>(getOnlyStatement(forall.getBlock()));
  SmallVector<Scope, 0> scopes;
  scopes.reserve(count);
  for (int64_t number = 0; number < count; ++number) {
    Value step = arith::ConstantIndexOp::create(builder, loc, number);
    Value at = arith::AddIOp::create(builder, loc, position, step);
    Scope &inner = scopes.emplace_back(scope);
    inner.inside.insert(rows.getOnDiagonal());
    inner.values.map(forall.getIndex(),
                     iterator.level->coordinateAt(builder, loc, at));
    inner.positions[iterator.access].push_back({at, {}});
  }
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return control.emitFor(rows, {zero, length}, {}, scope,
                         [&](Value coordinate, Scope &) -> LogicalResult {
                           for (Scope &inner : scopes)
                             if (failed(loops.enterBody(rows, PlannedLoop(), 0,
                                                        coordinate, inner)))
                               return failure();
                           return success();
                         });
}

/// The first of the groups that covers the rows of a block is added together;
/// where none does, the diagonal at the position by itself.
LogicalResult Diagonals::add(ForallOp forall, PlannedLoop &plan, Value position,
                             Value length, ArrayRef<Group> groups,
                             Scope &scope) {
  Location loc = forall.getLoc();
  Iterator &iterator = plan.getFirst();
  if (groups.empty()) {
    iterator.position = position;
    Value coordinate = iterator.level->coordinateAt(builder, loc, position);
    return loops.enterBody(forall, plan, plan.getVisited(), coordinate, scope);
  }
  auto [count, covers] = groups.front();
  return control.emitIf(
      loc, covers, {}, scope,
      [&, count = count](Scope &inner) {
        return addTogether(forall, iterator, position, count, length, inner);
      },
      [&](Scope &inner) {
        return add(forall, plan, position, length, groups.drop_front(), inner);
      });
}

LogicalResult Diagonals::loopOver(ForallOp forall, PlannedLoop &plan,
                                  Scope &scope) {
  Location loc = forall.getLoc();
  Iterator &iterator = plan.getFirst();
  auto rows = cast<ForallOp>(getOnlyStatement(forall.getBlock()));
  FailureOr<Value> extent = values.evaluate(rows.getExtent(), scope);
  if (failed(extent))
    return failure();
  Value length = *extent;
  if (std::optional<uint64_t> width = rows.getWidth()) {
    Value rest = arith::SubIOp::create(builder, loc, length,
                                       places.firstOfBlock(rows, scope));
    Value whole = arith::ConstantIndexOp::create(builder, loc, int64_t(*width));
    length = arith::MinUIOp::create(builder, loc, rest, whole);
  }
  Type index = builder.getIndexType();
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::WhileOp::create(builder, loc, index, iterator.position);
  Block *before = builder.createBlock(&loop.getBefore(), {}, index, loc);
  Value isLeft = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       before->getArgument(0), iterator.end);
  scf::ConditionOp::create(builder, loc, isLeft, before->getArguments());
  Block *after = builder.createBlock(&loop.getAfter(), {}, index, loc);
  Value position = after->getArgument(0);
  SmallVector<Group> groups;
  ArrayRef<int64_t> counts = *forall.getTogether();
  for (int64_t count : counts) {
    FailureOr<Value> covers =
        coverRows(rows, iterator, position, count, length, scope);
    if (failed(covers))
      return failure();
    groups.emplace_back(count, *covers);
  }
  if (failed(add(forall, plan, position, length, groups, scope)))
    return failure();
  Value step = arith::ConstantIndexOp::create(builder, loc, 1);
  for (auto [count, covers] : llvm::reverse(groups)) {
    Value several = arith::ConstantIndexOp::create(builder, loc, count);
    step = arith::SelectOp::create(builder, loc, covers, several, step);
  }
  Value next = arith::AddIOp::create(builder, loc, position, step);
  scf::YieldOp::create(builder, loc, next);
  return success();
}
