//===- Rows.cpp - workspaces of which few elements are stored -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is an array of values, a mark for each of them that is stored, and the
// list of their coordinates.
//
// Whether an element is stored already is branched on where the processor can
// be expected to foresee it: in matrices with a regular structure, where a row
// of a product is made as the one before was, and where all elements are new or
// none. Elsewhere every second guess or so would be wrong, which costs several
// times as much as doing without: the coordinate is put behind the list anyway,
// and counts if it was not marked. The rows so far tell (`History`): those of a
// regular matrix mostly have as many elements as the one before.
//
// A row that is only looked up needs neither a list nor anything cleared: an
// element is stored if it has the number of this execution. Where a factor that
// decides alone has no element, there is no execution.
//
// What a numeric kernel copies into its result is read at the coordinates of
// that. Such a row has values alone, which change nothing that is combined with
// them before and after each execution.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"
#include "passes/Cost/SparseRows.h"
#include "passes/Support/Buffers.h"

#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "encke/runtime.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

namespace {
/// What is kept of the rows so far: how many elements the last one had, and how
/// well they can be foreseen, from -mostScore to mostScore.
enum History : int64_t { lastCount, score, historySize };
} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value encke::generator::emitNothing(OpBuilder &builder, Location loc,
                                    Reduction reduction, Type type) {
  if (reduction == Reduction::none || reduction == Reduction::any)
    return {};
  if (reduction != Reduction::add)
    return emitIdentity(builder, loc, reduction, type);
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, -0.0));
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Attribute part = builder.getFloatAttr(complex.getElementType(), -0.0);
    return complex::ConstantOp::create(builder, loc, complex,
                                       builder.getArrayAttr({part, part}));
  }
  return emitIdentity(builder, loc, reduction, type);
}

void Rows::openValues(WhereOp where, Row &row) {
  Location loc = kernel.getLoc();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  Reduction reduction = Reduction::none;
  for (Operation *user : where.getProducer().getArgument(0).getUsers())
    if (auto assign = dyn_cast<AssignOp>(user))
      reduction = std::max(reduction, assign.getReduction());
  Value nothing =
      where.getMarks() == ListMarks::branch
          ? Value()
          : emitNothing(builder, loc, reduction, type.getElementType());
  if (where.getMarks() == ListMarks::gather) {
    row.nothing = nothing;
    row.values = allocateFor(builder, where, type.getElementType(), loc);
    fill(builder, loc, row.values, nothing);
    return;
  }
  if (!nothing) {
    row.values = allocateFor(builder, where, type.getElementType(), loc);
    return;
  }
  row.nothing = row.size;
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value length = arith::AddIOp::create(builder, loc, row.size, one);
  row.values = allocateManually(
      builder, loc,
      MemRefType::get({ShapedType::kDynamic}, type.getElementType()), length);
  memref::StoreOp::create(builder, loc, nothing, row.values, row.nothing);
}

/// No number of an execution is zero.
static void openStamps(OpBuilder &builder, WhereOp where, Row &row,
                       Location loc) {
  Type number = builder.getI32Type();
  row.marks = allocateFor(builder, where, number, loc);
  row.rounds = allocateManually(builder, loc, MemRefType::get({1}, number), {});
  Value none = arith::ConstantIntOp::create(builder, loc, 0, 32);
  for (Value buffer : {row.marks, row.rounds})
    fill(builder, loc, buffer, none);
}

/// The marks are false between executions.
Row Rows::open(WhereOp where) {
  Location loc = kernel.getLoc();
  Row row;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  int64_t size = where.getWorkspaceType().getTensor().getDimSize(0);
  row.size = ShapedType::isDynamic(size)
                 ? Value(where.getSizes().front())
                 : arith::ConstantIndexOp::create(builder, loc, size);
  openValues(where, row);
  if (where.getMarks() == ListMarks::stamp) {
    openStamps(builder, where, row, loc);
    return row;
  }
  if (where.getMarks() == ListMarks::gather)
    return row;
  row.marks = allocateFor(builder, where, builder.getI1Type(), loc);
  // A coordinate is written behind the list, also where all are on it, and
  // sorting wants more room there.
  Value room;
  if (ShapedType::isDynamic(size))
    room = arith::AddIOp::create(
        builder, loc, row.size,
        arith::ConstantIndexOp::create(builder, loc, ENCKE_ROW_ROOM)
            .getResult());
  else
    size += ENCKE_ROW_ROOM;
  row.list = allocateManually(builder, loc,
                              MemRefType::get({size}, builder.getI32Type()),
                              room ? ValueRange(room) : ValueRange());
  runtime.call(
      builder, loc, "encke_check_row", {},
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), row.size)
          .getResult());
  fill(builder, loc, row.marks,
       arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
  row.listPointer = RuntimeCalls::pointerTo(builder, loc, row.list);
  row.branches = where.getMarks() != ListMarks::select;
  if (where.getMarks() == ListMarks::learn) {
    row.history = allocateManually(
        builder, loc, MemRefType::get({historySize}, builder.getIndexType()),
        {});
    for (int64_t field : {lastCount, score})
      memref::StoreOp::create(
          builder, loc, zero, row.history,
          arith::ConstantIndexOp::create(builder, loc, field).getResult());
  }
  return row;
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

LogicalResult Rows::assign(AssignOp assign, Row &row, Scope &scope) {
  Location loc = assign.getLoc();
  WhereOp where = whereOf(assign.getTensor());
  StateKey countKey{where, Variable::count};
  StateKey assignedKey{where, Variable::assigned};
  Keys keys;
  if (row.list)
    keys.push_back(countKey);
  if (row.history)
    keys.push_back(assignedKey);
  bool needsValue = result.needsValuesOf(where);
  auto body = [&](Scope &inner) -> LogicalResult {
    Value value;
    if (needsValue) {
      FailureOr<Value> evaluated = values.evaluate(assign.getValue(), inner);
      if (failed(evaluated))
        return failure();
      value = *evaluated;
    }
    if (row.history) {
      Value one = arith::ConstantIndexOp::create(builder, loc, 1);
      Value &assigned = inner.state[assignedKey];
      assigned = arith::AddIOp::create(builder, loc, assigned, one);
    }
    Value index = inner.values.lookupOrDefault(assign.getIndices().front());
    if (row.rounds) {
      putStamp(assign, row, index, value);
      return success();
    }
    if (!row.list) {
      Value old = memref::LoadOp::create(builder, loc, row.values, index);
      memref::StoreOp::create(builder, loc,
                              combine(builder, assign, old, value), row.values,
                              index);
      return success();
    }
    if (row.branches)
      return branchOnMark(assign, row, index, value, countKey, inner);
    putAnyway(assign, row, index, value, countKey, inner);
    return success();
  };
  return control.whenPresent(loc, values.presenceOf(assign, scope), keys, scope,
                             body);
}

/// Marks the element, and list[length] = index.
void Rows::putOnList(const Row &row, Value index, Value length, Location loc) {
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  memref::StoreOp::create(builder, loc, yes, row.marks, index);
  Type element = cast<MemRefType>(row.list.getType()).getElementType();
  Value stored = arith::IndexCastUIOp::create(builder, loc, element, index);
  memref::StoreOp::create(builder, loc, stored, row.list, length);
}

/// The first time an element of the row is assigned it is put on the list.
/// `value` is null where none is needed.
LogicalResult Rows::branchOnMark(AssignOp assign, const Row &row, Value index,
                                 Value value, StateKey countKey, Scope &scope) {
  Location loc = assign.getLoc();
  Value mark = memref::LoadOp::create(builder, loc, row.marks, index);
  auto again = [&](Scope &) -> LogicalResult {
    if (!value)
      return success();
    Value old = memref::LoadOp::create(builder, loc, row.values, index);
    memref::StoreOp::create(builder, loc, combine(builder, assign, old, value),
                            row.values, index);
    return success();
  };
  auto first = [&](Scope &branch) -> LogicalResult {
    Value length = branch.state.lookup(countKey);
    putOnList(row, index, length, loc);
    if (value)
      memref::StoreOp::create(builder, loc, value, row.values, index);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    branch.state[countKey] = arith::AddIOp::create(builder, loc, length, one);
    return success();
  };
  return control.emitIf(loc, mark, {countKey}, scope, again, first);
}

/// What an element that may be there already becomes. Which element is read is
/// selected, rather than the result: not every processor can select numbers
/// with a fraction otherwise than by a branch.
Value Rows::combineAnyway(AssignOp assign, const Row &row, Value index,
                          Value isThere, Value value) {
  Location loc = assign.getLoc();
  if (assign.getReduction() == Reduction::none)
    return value;
  Value from = index;
  if (row.nothing)
    from = select(isThere, index, row.nothing, loc);
  Value old = memref::LoadOp::create(builder, loc, row.values, from);
  Value result = combine(builder, assign, old, value);
  return row.nothing ? result : select(isThere, result, value, loc);
}

/// Without a branch.
Value Rows::select(Value condition, Value yes, Value no, Location loc) {
  auto select = arith::SelectOp::create(builder, loc, condition, yes, no);
  setUnpredictable(select);
  return select;
}

/// The same without branches.
void Rows::putAnyway(AssignOp assign, const Row &row, Value index, Value value,
                     StateKey countKey, Scope &scope) {
  Location loc = assign.getLoc();
  Value mark = memref::LoadOp::create(builder, loc, row.marks, index);
  Value length = scope.state.lookup(countKey);
  putOnList(row, index, length, loc);
  if (value)
    memref::StoreOp::create(builder, loc,
                            combineAnyway(assign, row, index, mark, value),
                            row.values, index);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value next = arith::AddIOp::create(builder, loc, length, one);
  scope.state[countKey] = select(mark, length, next, loc);
}

/// In a row without a list.
void Rows::putStamp(AssignOp assign, const Row &row, Value index, Value value) {
  Location loc = assign.getLoc();
  if (value && assign.getReduction() != Reduction::none) {
    Value stamp = memref::LoadOp::create(builder, loc, row.marks, index);
    Value isThere = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, stamp, row.round);
    value = combineAnyway(assign, row, index, isThere, value);
  }
  memref::StoreOp::create(builder, loc, row.round, row.marks, index);
  if (value)
    memref::StoreOp::create(builder, loc, value, row.values, index);
}

//===----------------------------------------------------------------------===//
// The statement
//===----------------------------------------------------------------------===//

/// The producer's loops; with and without branches where that is decided row
/// by row.
LogicalResult Rows::produce(WhereOp where, Row &row, Scope &scope) {
  Block &producer = where.getProducer().front();
  if (!row.history)
    return statements.run(producer, scope);
  Location loc = where.getLoc();
  StateKey countKey{where, Variable::count};
  StateKey assignedKey{where, Variable::assigned};
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  scope.state[assignedKey] = zero;
  Value at = arith::ConstantIndexOp::create(builder, loc, score);
  Value known = memref::LoadOp::create(builder, loc, row.history, at);
  Value isForeseen = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sge, known, zero);
  auto loops = [&](bool branches) {
    return [&, branches](Scope &inner) {
      llvm::SaveAndRestore<bool> saved(row.branches, branches);
      return statements.run(producer, inner);
    };
  };
  if (failed(control.emitIf(loc, isForeseen, {countKey, assignedKey}, scope,
                            loops(true), loops(false))))
    return failure();
  remember(row, scope.state.lookup(countKey), scope.state.lookup(assignedKey),
           known, loc);
  scope.state.erase(assignedKey);
  return success();
}

/// Counts the row in its history.
void Rows::remember(const Row &row, Value count, Value assigned, Value known,
                    Location loc) {
  auto number = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value).getResult();
  };
  auto isLess = [&](Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, a, b)
        .getResult();
  };
  auto times = [&](Value a, int64_t factor) {
    return arith::MulIOp::create(builder, loc, a, number(factor)).getResult();
  };
  Value last =
      memref::LoadOp::create(builder, loc, row.history, number(lastCount));
  Value isSame = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       count, last);
  Value againIsRare =
      isLess(times(arith::SubIOp::create(builder, loc, assigned, count),
                   cost::rareElement),
             assigned);
  Value newIsRare = isLess(times(count, cost::rareElement), assigned);
  Value isForeseen = arith::OrIOp::create(
      builder, loc, isSame,
      arith::OrIOp::create(builder, loc, againIsRare, newIsRare));
  Value more = arith::MinSIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, known, number(1)),
      number(cost::mostScore));
  Value less = arith::MaxSIOp::create(
      builder, loc, arith::SubIOp::create(builder, loc, known, number(1)),
      number(-cost::mostScore));
  Value next = arith::SelectOp::create(builder, loc, isForeseen, more, less);
  memref::StoreOp::create(builder, loc, count, row.history, number(lastCount));
  memref::StoreOp::create(builder, loc, next, row.history, number(score));
}

void Rows::openConsumer(WhereOp where, const Row &row, Value count) {
  places.openList(where.getConsumer().getArgument(0), row.values,
                  where.getMarks() == ListMarks::stamp
                      ? makeStampedLevel(row.marks, row.round)
                      : makeListLevel(row.list, count, row.marks));
}

/// In the order of their coordinates.
void Rows::sort(const Row &row, Value length) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(length);
  runtime.call(builder, length.getLoc(), "encke_sort_coordinates", {},
               {row.listPointer, length});
}

void Rows::clearMarks(const Row &row, Value count, Location loc) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value no =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  scf::ForOp::create(builder, loc, zero, count, one, ValueRange(),
                     [&](OpBuilder &body, Location, Value at, ValueRange) {
                       Value stored =
                           memref::LoadOp::create(body, loc, row.list, at);
                       Value index = arith::IndexCastUIOp::create(
                           body, loc, body.getIndexType(), stored);
                       memref::StoreOp::create(body, loc, no, row.marks, index);
                       scf::YieldOp::create(body, loc);
                     });
}

/// Where the row has no element, the consumer does nothing: each of its
/// assignments is in a loop that visits nothing then.
FailureOr<bool> Rows::needsElements(WhereOp where, const Scope &scope) {
  Absent absent = scope.absent;
  for (Operation *user : where.getConsumer().getArgument(0).getUsers())
    if (auto access = dyn_cast<AccessOp>(user))
      absent.insert(context.planner.sameAs(access));
  bool isFailed = false;
  auto isEmpty = [&](ForallOp loop) {
    FailureOr<LoopPlan> plan = context.planner.plan(loop, absent);
    isFailed |= failed(plan);
    return failed(plan) || plan->domain.isEmpty();
  };
  WalkResult walked = where.getConsumer().walk([&](AssignOp assign) {
    for (auto loop = assign->getParentOfType<ForallOp>();
         loop && where->isProperAncestor(loop);
         loop = loop->getParentOfType<ForallOp>())
      if (isEmpty(loop))
        return WalkResult::advance();
    return WalkResult::interrupt();
  });
  if (isFailed)
    return failure();
  return !walked.wasInterrupted();
}

/// Whether (i1) something comes of the statement; null where that is not known
/// before. The elements of a row that is only looked up are often those of a
/// factor that has none here.
FailureOr<Value> Rows::findWhetherNeeded(WhereOp where, Scope &scope) {
  FailureOr<Value> isSome =
      values.visitsSome(where.getConsumer().front(), scope);
  if (failed(isSome) || *isSome)
    return isSome;
  FailureOr<bool> needs = needsElements(where, scope);
  if (failed(needs))
    return failure();
  return *needs ? values.visitsSome(where.getProducer().front(), scope)
                : Value();
}

LogicalResult Rows::runStamped(WhereOp where, Row &row, Scope &scope) {
  FailureOr<Value> isSome = findWhetherNeeded(where, scope);
  if (failed(isSome))
    return failure();
  auto run = [&](Scope &inner) { return fillAndLookUp(where, row, inner); };
  if (!*isSome)
    return run(scope);
  return control.emitIf(where.getLoc(), *isSome,
                        control.changedIn(where, scope), scope, run, nullptr);
}

/// Once there are no more numbers, all elements lose theirs.
LogicalResult Rows::fillAndLookUp(WhereOp where, Row &row, Scope &scope) {
  Location loc = where.getLoc();
  auto number = [&](int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, 32).getResult();
  };
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value before = memref::LoadOp::create(builder, loc, row.rounds, zero);
  Value next = arith::AddIOp::create(builder, loc, before, number(1));
  Value isOver = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       next, number(0));
  scf::IfOp::create(builder, loc, isOver, [&](OpBuilder &body, Location) {
    fill(body, loc, row.marks, arith::ConstantIntOp::create(body, loc, 0, 32));
    scf::YieldOp::create(body, loc);
  });
  row.round = arith::MaxUIOp::create(builder, loc, next, number(1));
  memref::StoreOp::create(builder, loc, row.round, row.rounds, zero);
  places.openBuffer(where.getProducer().getArgument(0), row.values);
  if (failed(statements.run(where.getProducer().front(), scope)))
    return failure();
  openConsumer(where, row, {});
  if (failed(statements.run(where.getConsumer().front(), scope)))
    return failure();
  const Storage &list = places.storageOf(where.getConsumer().getArgument(0));
  if (list.isMerged || list.isVisited)
    return where.emitOpError("has no list of its elements (marks(stamp)), "
                             "which a loop of its consumer would visit");
  return success();
}

/// What was read is nothing again.
LogicalResult Rows::runGathered(WhereOp where, const Row &row, Scope &scope) {
  Location loc = where.getLoc();
  places.openBuffer(where.getProducer().getArgument(0), row.values);
  if (failed(statements.run(where.getProducer().front(), scope)))
    return failure();
  Result::StoredRow stored = result.findStoredRow(scope);
  places.openList(where.getConsumer().getArgument(0), row.values,
                  makeGatheredLevel(stored.coordinates, stored.lo, stored.hi));
  if (failed(statements.run(where.getConsumer().front(), scope)))
    return failure();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  scf::ForOp::create(
      builder, loc, stored.lo, stored.hi, one, ValueRange(),
      [&](OpBuilder &body, Location, Value at, ValueRange) {
        Value coordinate =
            memref::LoadOp::create(body, loc, stored.coordinates, at);
        Value index = arith::IndexCastUIOp::create(
            body, loc, body.getIndexType(), coordinate);
        memref::StoreOp::create(body, loc, row.nothing, row.values, index);
        scf::YieldOp::create(body, loc);
      });
  return success();
}

LogicalResult Rows::run(WhereOp where, Row &row, Scope &scope) {
  if (row.rounds)
    return runStamped(where, row, scope);
  if (!row.list)
    return runGathered(where, row, scope);
  Location loc = where.getLoc();
  StateKey countKey{where, Variable::count};
  scope.state[countKey] = arith::ConstantIndexOp::create(builder, loc, 0);
  places.openBuffer(where.getProducer().getArgument(0), row.values);
  if (failed(produce(where, row, scope)))
    return failure();
  Value count = scope.state.lookup(countKey);
  Value length =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), count);
  openConsumer(where, row, count);
  if (failed(statements.run(where.getConsumer().front(), scope)))
    return failure();
  // What is counted or looked up needs no order, nor what nobody sees.
  const Storage &list = places.storageOf(where.getConsumer().getArgument(0));
  if (list.isMerged ||
      (list.isVisited && !result.isCounting() && !where.getUnsorted()))
    sort(row, length);
  clearMarks(row, count, loc);
  return success();
}
