//===- Copies.cpp - what tasks accumulate into ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first task accumulates into the buffer itself, each other one into a
// copy; then the copies are combined in the order of the tasks. So a result
// depends on the number of tasks, by rounding, and on nothing else. Tasks that
// own coordinates need no copies: an element is summed up by one of them.
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Reductions.h"
#include "passes/Cost/Threads.h"
#include "passes/LowerTasks/Lowering.h"
#include "passes/Support/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::lowering;
using namespace encke::tasks;

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

/// Where the coordinates of each task begin, and of one more.
void CopiesLowering::openOwners(Run &run, OwnOp op) {
  if (serial)
    return;
  run.owned = op.getCondition();
  Value begins =
      arith::AddIOp::create(builder, loc, run.plan.tasks, constant(1));
  run.ownBegins = allocate(
      MemRefType::get({ShapedType::kDynamic}, builder.getI64Type()), begins);
  Value zero = constant(0);
  auto branch = scf::IfOp::create(builder, loc, run.owned,
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Plan along; // of which the coordinates are the weights
  setWeights(along, op.getCoordinates());
  Value count = zero;
  if (op.getCoordinates())
    count = memref::DimOp::create(builder, loc, op.getCoordinates(), 0);
  runtime.call(builder, loc, "encke_loop_owners", {},
               {along.weights,
                RuntimeCalls::integer(builder, loc, along.weightBytes),
                integer(count), integer(op.getSize()), integer(run.plan.tasks),
                pointerTo(run.ownBegins)});
}

void CopiesLowering::lowerOwn(Run &run, OwnOp op) {
  if (serial) {
    op.getLo().replaceAllUsesWith(constant(0));
    op.getHi().replaceAllUsesWith(op.getSize());
    return;
  }
  auto choice = scf::IfOp::create(
      builder, loc, run.owned,
      [&](OpBuilder &body, Location) {
        auto load = [&](Value at) {
          Value first = memref::LoadOp::create(body, loc, run.ownBegins, at);
          return RuntimeCalls::toIndex(body, loc, first);
        };
        Value one = arith::ConstantIndexOp::create(body, loc, 1);
        Value next = arith::AddIOp::create(body, loc, run.task, one);
        Value lo = load(run.task);
        scf::YieldOp::create(body, loc, ValueRange{lo, load(next)});
      },
      [&](OpBuilder &body, Location) {
        Value zero = arith::ConstantIndexOp::create(body, loc, 0);
        scf::YieldOp::create(body, loc, ValueRange{zero, op.getSize()});
      });
  op->replaceAllUsesWith(choice);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// An array for each value that tasks yield.
SmallVector<Value> CopiesLowering::openCollected(Run &run) {
  SmallVector<Value> kept;
  if (!serial)
    for (Type type : run.op.getInits().getTypes())
      kept.push_back(allocate(MemRefType::get({ShapedType::kDynamic}, type),
                              run.plan.tasks));
  return kept;
}

/// What the tasks have yielded, combined with what it begins with.
SmallVector<Value> CopiesLowering::collect(Run &run, ArrayRef<Value> kept,
                                           ValueRange yielded) {
  RunOp op = run.op;
  if (op.getInits().empty())
    return {};
  auto combineAll = [&](ValueRange before, function_ref<Value(size_t)> more) {
    SmallVector<Value> after;
    for (auto [number, name] : llvm::enumerate(*op.getReductions())) {
      StringRef text = cast<StringAttr>(name).getValue();
      after.push_back(cin::emitReduction(builder, loc, cin::getReduction(text),
                                         before[number], more(number)));
    }
    return after;
  };
  if (serial)
    return combineAll(op.getInits(),
                      [&](size_t number) { return yielded[number]; });
  Value zero = constant(0), one = constant(1);
  auto loop = scf::ForOp::create(builder, loc, zero, run.plan.tasks, one,
                                 op.getInits());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value task = loop.getInductionVar();
    SmallVector<Value> after =
        combineAll(loop.getRegionIterArgs(), [&](size_t number) -> Value {
          return memref::LoadOp::create(builder, loc, kept[number], task);
        });
    scf::YieldOp::create(builder, loc, after);
  }
  for (Value array : kept)
    free(array);
  return llvm::to_vector_of<Value>(loop.getResults());
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Room for those of all tasks but the first, or for none.
Copy CopiesLowering::openCopies(Run &run, CopyOp op) {
  Copy copy{op.getBuffer(), {}, {}, cin::getReduction(op.getReduction())};
  if (serial)
    return copy;
  copy.count = arith::SubIOp::create(builder, loc, run.plan.tasks, constant(1));
  if (op.getUnless())
    copy.count = arith::SelectOp::create(builder, loc, op.getUnless(),
                                         constant(0), copy.count);
  copy.copies = allocateSeveral(copy.count, copy.buffer, 0);
  return copy;
}

/// What a task accumulates into: the buffer itself, or a copy.
void CopiesLowering::lowerCopy(Run &run, CopyOp op, const Copy &copy) {
  auto type = cast<MemRefType>(copy.buffer.getType());
  Type common = op.getMine().getType();
  if (serial) {
    op.getMine().replaceAllUsesWith(
        memref::CastOp::create(builder, loc, common, copy.buffer));
    return;
  }
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        run.task, constant(0));
  if (op.getUnless())
    isFirst = arith::OrIOp::create(builder, loc, isFirst, op.getUnless());
  auto branch = scf::IfOp::create(builder, loc, common, isFirst,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  auto yield = [&](Value opened) {
    Value as = memref::CastOp::create(builder, loc, common, opened);
    scf::YieldOp::create(builder, loc, as);
  };
  builder.setInsertionPointToStart(branch.thenBlock());
  yield(copy.buffer);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value number = arith::SubIOp::create(builder, loc, run.task, constant(1));
  Value own = viewOne(copy.copies, type, number);
  setAll(own, copy.reduction);
  yield(own);
  op.getMine().replaceAllUsesWith(branch.getResult(0));
}

/// The buffer takes up one copy after the other, in tasks that have a part of
/// its outermost mode each.
void CopiesLowering::combine(const Copy &copy) {
  if (serial)
    return;
  if (cast<MemRefType>(copy.buffer.getType()).getRank() == 0)
    combinePart(copy, {}, {});
  else
    combineParts(copy);
  free(copy.copies);
}

void CopiesLowering::combineParts(const Copy &copy) {
  Value buffer = copy.buffer;
  Plan parts;
  parts.lo = constant(0);
  parts.hi = memref::DimOp::create(builder, loc, buffer, 0);
  setWeights(parts, {});
  parts.unit = cost::jammedRows;
  Value cost = arith::MulIOp::create(builder, loc, copy.count,
                                     constant(cost::streamCost));
  for (int64_t mode = 1; mode < cast<MemRefType>(buffer.getType()).getRank();
       ++mode)
    cost = arith::MulIOp::create(
        builder, loc, cost, memref::DimOp::create(builder, loc, buffer, mode));
  parts.tasks = parts.chunks = countTasks(parts, cost, parts.lo);
  forEachTask(parts.tasks, [&](Value part) {
    Value next = arith::AddIOp::create(builder, loc, part, constant(1));
    Value lo = splitAt(parts, part);
    Value hi = splitAt(parts, next);
    combinePart(copy, lo, hi);
  });
}

/// Of the coordinates lo ... hi - 1 along the outermost mode; all without.
void CopiesLowering::combinePart(const Copy &copy, Value lo, Value hi) {
  auto type = cast<MemRefType>(copy.buffer.getType());
  auto distinct = memref::DistinctObjectsOp::create(
      builder, loc, ValueRange({copy.buffer, copy.copies}));
  Value zero = constant(0), one = constant(1);
  auto loop = scf::ForOp::create(builder, loc, zero, copy.count, one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value from = viewOne(distinct.getResult(1), type, loop.getInductionVar());
  combineInto(distinct.getResult(0), from, copy.reduction, lo, hi);
}
