//===- BlockRows.cpp - workspaces that are rows of blocks -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of matrices in blocks, on their way into a result in blocks. There
// is room for every block of the row, so that the position of an element
// follows from its coordinates. A block is put on a list when the first of its
// elements is assigned, and each element is marked: which are stored does not
// follow from their values, as what is computed may be zero (L47).
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"
#include "passes/Support/Buffers.h"

#include "dialects/CIN/BlockRow.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

static Value emitIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

static Format formatOf(WhereOp where) {
  return *getFormat(where.getWorkspaceType().getTensor());
}

/// How many blocks there may be.
static Value countBlocks(OpBuilder &builder, WhereOp where, Location loc) {
  Format format = formatOf(where);
  unsigned listed = BlockRow::find(where)->listed;
  LevelMap map = format.map(listed);
  if (std::optional<int64_t> known = map.getSize())
    return emitIndex(builder, loc, *known);
  Value size = emitSize(builder, where, format.levelToMode[listed], loc);
  if (map.isWhole())
    return size;
  return arith::CeilDivUIOp::create(builder, loc, size,
                                    emitIndex(builder, loc, map.getWidth()));
}

/// No block is listed, and no element is marked, between executions.
BlockList BlockRows::open(WhereOp where) {
  Location loc = kernel.getLoc();
  Type element = where.getWorkspaceType().getTensor().getElementType();
  BlockList blocks;
  blocks.size = countBlocks(builder, where, loc);
  runtime.call(builder, loc, "encke_check_row", {},
               RuntimeCalls::toInteger(builder, loc, blocks.size));
  Value elements = emitIndex(builder, loc, BlockRow::find(where)->elements);
  Value length = RuntimeCalls::toIndex(
      builder, loc,
      runtime.call(builder, loc, "encke_buffer_bytes", builder.getI64Type(),
                   {RuntimeCalls::toInteger(builder, loc, blocks.size),
                    RuntimeCalls::toInteger(builder, loc, elements)}));
  auto allocate = [&](Type type, Value count) -> Value {
    return allocateManually(
        builder, loc, MemRefType::get({ShapedType::kDynamic}, type), count);
  };
  blocks.values = allocate(element, length);
  blocks.marks = allocate(builder.getI8Type(), length);
  blocks.listed = allocate(builder.getI1Type(), blocks.size);
  blocks.list = allocate(builder.getI32Type(), blocks.size);
  blocks.listPointer = RuntimeCalls::pointerTo(builder, loc, blocks.list);
  Value no =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  fill(builder, loc, blocks.marks,
       arith::ConstantIntOp::create(builder, loc, 0, 8));
  fill(builder, loc, blocks.listed, no);
  blocks.nothing = emitNothing(builder, loc, getProducing(where), element);
  if (blocks.nothing)
    fill(builder, loc, blocks.values, blocks.nothing);
  return blocks;
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

/// All that the consumer does is to copy blocks into the result.
bool BlockRows::isCopied(WhereOp where) const {
  Block *block = &where.getConsumer().front();
  while (auto forall = dyn_cast<ForallOp>(block->front())) {
    if (!llvm::hasSingleElement(*block))
      return false;
    block = &forall.getBlock();
  }
  auto assign = dyn_cast<AssignOp>(block->back());
  auto read = assign ? assign.getValue().getDefiningOp<AccessOp>() : AccessOp();
  return read && read.getTensor() == where.getConsumer().getArgument(0) &&
         block->getOperations().size() == 2 && result.is(assign.getTensor()) &&
         assign.getTensor().getType().getTensor().getEncoding() ==
             where.getWorkspaceType().getTensor().getEncoding();
}

/// While blocks that are copied are only counted, none of their elements need
/// be marked.
bool BlockRows::onlyLists(WhereOp where) const {
  return result.isCounting() && isCopied(where);
}

/// If it is not there.
void BlockRows::putOnList(WhereOp where, const BlockList &blocks, Value block,
                          Value whether, Scope &scope) {
  Location loc = where.getLoc();
  StateKey countKey{where, Variable::count};
  (void)control.emitIf(
      loc, whether, {countKey}, scope,
      [&](Scope &inner) {
        Value yes =
            arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
        Value count = inner.state.lookup(countKey);
        memref::StoreOp::create(builder, loc, yes, blocks.listed, block);
        Value stored = arith::IndexCastUIOp::create(
            builder, loc, builder.getI32Type(), block);
        memref::StoreOp::create(builder, loc, stored, blocks.list, count);
        inner.state[countKey] = arith::AddIOp::create(
            builder, loc, count, emitIndex(builder, loc, 1));
        return success();
      },
      nullptr);
}

/// The last block of a mode may be cut off. Where none that the loops inside go
/// through is, they are as long as is known here.
LogicalResult BlockRows::whenWhole(ForallOp forall, Scope &scope, Body body) {
  Location loc = forall.getLoc();
  SmallVector<ForallOp> loops;
  forall.walk([&](ForallOp loop) {
    if (loop.getWithin() && scope.values.lookupOrNull(loop.getWithin()))
      loops.push_back(loop);
  });
  Value areWhole;
  for (ForallOp loop : loops) {
    FailureOr<Value> extent = values.evaluate(loop.getExtent(), scope);
    if (failed(extent))
      return failure();
    Value width = emitIndex(builder, loc, int64_t(*loop.getWidth()));
    Value end = arith::AddIOp::create(builder, loc,
                                      places.firstOfBlock(loop, scope), width);
    Value isWhole = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ule, end, *extent);
    areWhole = areWhole ? arith::AndIOp::create(builder, loc, areWhole, isWhole)
                        : isWhole;
  }
  if (!areWhole || !scope.storesNoZeros)
    return body(scope);
  return control.emitIf(
      loc, areWhole, control.changedIn(forall, scope), scope,
      [&](Scope &inner) {
        inner.wholeBlocks.insert(loops.begin(), loops.end());
        return body(inner);
      },
      body);
}

/// One of which no element is assigned may be listed, too: its elements say so.
/// Where these are not marked, blocks that are listed are not looked at again.
LogicalResult BlockRows::insideBlock(WhereOp where, const BlockList &blocks,
                                     ForallOp forall, Scope &scope, Body body) {
  Location loc = forall.getLoc();
  LevelMap map = formatOf(where).map(BlockRow::find(where)->listed);
  Value block = places.coordinateOf(forall.getIndex(), map, scope);
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value isNew = arith::XOrIOp::create(
      builder, loc, memref::LoadOp::create(builder, loc, blocks.listed, block),
      yes);
  if (!onlyLists(where)) {
    putOnList(where, blocks, block, isNew, scope);
    return whenWhole(forall, scope, body);
  }
  StateKey presentKey{where, Variable::present};
  return control.emitIf(
      loc, isNew, {{where, Variable::count}}, scope,
      [&](Scope &inner) -> LogicalResult {
        inner.state[presentKey] =
            arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
        if (failed(whenWhole(forall, inner, body)))
          return failure();
        Value isSome = inner.state.lookup(presentKey);
        inner.state.erase(presentKey);
        putOnList(where, blocks, block, isSome, inner);
        return success();
      },
      nullptr);
}

LogicalResult BlockRows::assign(AssignOp assign, const BlockList &blocks,
                                Scope &scope) {
  Location loc = assign.getLoc();
  WhereOp where = whereOf(assign.getTensor());
  Presence presence = values.presenceOf(assign, scope);
  if (presence.known && !presence.is)
    return success();
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value isPresent = presence.known ? yes : presence.dynamic;
  if (onlyLists(where)) {
    Value &isSome = scope.state[{where, Variable::present}];
    isSome = arith::OrIOp::create(builder, loc, isSome, isPresent);
    return success();
  }
  if (presence.known || blocks.nothing || !result.needsValuesOf(where))
    return put(assign, blocks, isPresent, scope);
  return control.emitIf(
      loc, isPresent, {}, scope,
      [&](Scope &inner) { return put(assign, blocks, yes, inner); }, nullptr);
}

/// Without a branch: where nothing is present, nothing changes.
LogicalResult BlockRows::put(AssignOp assign, const BlockList &blocks,
                             Value isPresent, Scope &scope) {
  Location loc = assign.getLoc();
  WhereOp where = whereOf(assign.getTensor());
  Format format = formatOf(where);
  auto coordinateOf = [&](unsigned level) {
    return places.coordinateOf(
        cin::variableOf(assign.getIndices(), format, level), format.map(level),
        scope);
  };
  unsigned listed = BlockRow::find(where)->listed;
  Value position = coordinateOf(listed);
  for (unsigned level = listed + 1; level < format.levels.size(); ++level) {
    Value size = emitIndex(builder, loc, int64_t(format.map(level).operand));
    position = arith::MulIOp::create(builder, loc, position, size);
    position =
        arith::AddIOp::create(builder, loc, position, coordinateOf(level));
  }
  Value mark = memref::LoadOp::create(builder, loc, blocks.marks, position);
  if (result.needsValuesOf(where)) {
    FailureOr<Value> value = values.evaluate(assign.getValue(), scope);
    if (failed(value))
      return failure();
    auto select = [&](Value condition, Value yes, Value no) -> Value {
      return arith::SelectOp::create(builder, loc, condition, yes, no);
    };
    Value old = memref::LoadOp::create(builder, loc, blocks.values, position);
    Value next = *value;
    if (assign.getReduction() == Reduction::none)
      next = select(isPresent, next, old);
    else if (blocks.nothing)
      next = combine(builder, assign, old,
                     select(isPresent, next, blocks.nothing));
    else
      next = select(
          arith::TruncIOp::create(builder, loc, builder.getI1Type(), mark),
          combine(builder, assign, old, next), next);
    memref::StoreOp::create(builder, loc, next, blocks.values, position);
  }
  Value isMarked =
      arith::ExtUIOp::create(builder, loc, builder.getI8Type(), isPresent);
  memref::StoreOp::create(builder, loc,
                          arith::OrIOp::create(builder, loc, mark, isMarked),
                          blocks.marks, position);
  return success();
}

//===----------------------------------------------------------------------===//
// The statement
//===----------------------------------------------------------------------===//

Storage &BlockRows::openConsumer(WhereOp where, const BlockList &blocks,
                                 Value count) {
  Location loc = where.getLoc();
  Format format = formatOf(where);
  unsigned listed = BlockRow::find(where)->listed;
  Storage &storage =
      places.openBuffer(where.getConsumer().getArgument(0), Value());
  for (unsigned level = listed; level < format.levels.size(); ++level) {
    LevelMap map = format.map(level);
    storage.format.levels.push_back(format.levels[level]);
    storage.format.levelToMode.push_back(format.levelToMode[level]);
    storage.format.maps.push_back(map);
    if (level == listed) {
      storage.levels.push_back(
          makeGatheredLevel(blocks.list, emitIndex(builder, loc, 0), count));
      continue;
    }
    LevelArrays arrays;
    arrays.size = emitIndex(builder, loc, int64_t(map.operand));
    storage.levels.push_back(
        level == listed + 1
            ? makeListedBlockLevel(blocks.list, arrays.size)
            : makeLevel(format.levels[level], arrays, /*unique=*/true));
  }
  storage.values = blocks.values;
  storage.marks = blocks.marks;
  return storage;
}

/// The loop over the blocks that are listed; `body` has one and the position of
/// its first element.
static void
forEachListed(OpBuilder &builder, Location loc, const BlockList &blocks,
              Value count, int64_t elements, ValueRange state,
              llvm::function_ref<SmallVector<Value>(Value block, Value first,
                                                    ValueRange state)>
                  body,
              SmallVectorImpl<Value> &results) {
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ForOp::create(builder, loc, emitIndex(builder, loc, 0),
                                 count, emitIndex(builder, loc, 1), state);
  builder.setInsertionPointToStart(loop.getBody());
  Value stored =
      memref::LoadOp::create(builder, loc, blocks.list, loop.getInductionVar());
  Value block = arith::IndexCastUIOp::create(builder, loc,
                                             builder.getIndexType(), stored);
  Value first = arith::MulIOp::create(builder, loc, block,
                                      emitIndex(builder, loc, elements));
  SmallVector<Value> next = body(block, first, loop.getRegionIterArgs());
  if (!state.empty()) {
    builder.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(builder, loc, next);
  }
  llvm::append_range(results, loop.getResults());
}

/// A loop over the elements of a block; whether `body` (i1) is true for one.
static Value isAnyElement(OpBuilder &builder, Location loc, int64_t elements,
                          llvm::function_ref<Value(Value element)> body) {
  OpBuilder::InsertionGuard guard(builder);
  Value no =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  auto loop = scf::ForOp::create(builder, loc, emitIndex(builder, loc, 0),
                                 emitIndex(builder, loc, elements),
                                 emitIndex(builder, loc, 1), no);
  builder.setInsertionPointToStart(loop.getBody());
  Value is = body(loop.getInductionVar());
  builder.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(
      builder, loc,
      arith::OrIOp::create(builder, loc, loop.getRegionIterArgs().front(), is)
          .getResult());
  return loop.getResult(0);
}

void BlockRows::sort(const BlockList &blocks, Value length) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(length);
  runtime.call(builder, length.getLoc(), "encke_sort_coordinates", {},
               {blocks.listPointer, length});
}

static Value isMarked(OpBuilder &builder, Location loc, const BlockList &blocks,
                      Value position) {
  Value mark = memref::LoadOp::create(builder, loc, blocks.marks, position);
  return arith::TruncIOp::create(builder, loc, builder.getI1Type(), mark);
}

Value BlockRows::hasElements(WhereOp where, const BlockList &blocks,
                             Value first) {
  Location loc = where.getLoc();
  return isAnyElement(
      builder, loc, BlockRow::find(where)->elements, [&](Value element) {
        return isMarked(builder, loc, blocks,
                        arith::AddIOp::create(builder, loc, first, element));
      });
}

/// To where it begins in the result. Zeros that are elements are rare.
void BlockRows::copyBlock(WhereOp where, const BlockList &blocks, Value first,
                          Value position) {
  Location loc = where.getLoc();
  int64_t elements = BlockRow::find(where)->elements;
  const Assembly &arrays = result.getArrays();
  auto forEach = [&](llvm::function_ref<Value(Value, Value)> body) {
    return isAnyElement(builder, loc, elements, [&](Value element) {
      return body(arith::AddIOp::create(builder, loc, first, element),
                  arith::AddIOp::create(builder, loc, position, element));
    });
  };
  auto isZeroAt = [&](Value from, Value value) -> Value {
    return arith::AndIOp::create(builder, loc,
                                 isMarked(builder, loc, blocks, from),
                                 isZero(builder, loc, value));
  };
  Value hasZeros = forEach([&](Value from, Value to) {
    Value value = memref::LoadOp::create(builder, loc, blocks.values, from);
    Value zero = emitIdentity(builder, loc, Reduction::add, value.getType());
    Value stored = arith::SelectOp::create(
        builder, loc, isMarked(builder, loc, blocks, from), value, zero);
    arrays.storeValue(builder, loc, to, stored);
    return isZeroAt(from, value);
  });
  OpBuilder::InsertionGuard guard(builder);
  auto rare = scf::IfOp::create(builder, loc, hasZeros);
  builder.setInsertionPointToStart(rare.thenBlock());
  forEach([&](Value from, Value to) {
    Value value = memref::LoadOp::create(builder, loc, blocks.values, from);
    Value is = isZeroAt(from, value);
    OpBuilder::InsertionGuard inner(builder);
    auto zero = scf::IfOp::create(builder, loc, is);
    builder.setInsertionPointToStart(zero.thenBlock());
    arrays.markZero(builder, runtime, loc, to);
    return is;
  });
}

/// What the consumer would do: each block is as large in the result, and lies
/// there as here.
LogicalResult BlockRows::copy(WhereOp where, const BlockList &blocks,
                              Value count, Scope &scope) {
  Location loc = where.getLoc();
  BlockRow row = *BlockRow::find(where);
  const Assembly &arrays = result.getArrays();
  Value length = RuntimeCalls::toInteger(builder, loc, count);
  sort(blocks, length);
  StateKey key = result.cursorKey(row.listed);
  SmallVector<Value> cursor;
  forEachListed(
      builder, loc, blocks, count, row.elements, scope.state.lookup(key),
      [&](Value block, Value first, ValueRange state) -> SmallVector<Value> {
        Value at = state.front();
        Value isStored = hasElements(where, blocks, first);
        OpBuilder::InsertionGuard guard(builder);
        auto branch = scf::IfOp::create(builder, loc, isStored);
        builder.setInsertionPointToStart(branch.thenBlock());
        arrays.storeCoordinate(builder, loc, row.listed, at, block);
        Value position = arith::MulIOp::create(
            builder, loc, at, emitIndex(builder, loc, row.elements));
        if (arrays.storesValues())
          copyBlock(where, blocks, first, position);
        builder.setInsertionPointAfter(branch);
        Value step = arith::IndexCastUIOp::create(
            builder, loc, builder.getIndexType(), isStored);
        return {arith::AddIOp::create(builder, loc, at, step)};
      },
      cursor);
  scope.state[key] = cursor.front();
  return success();
}

void BlockRows::clear(WhereOp where, const BlockList &blocks, Value count) {
  Location loc = where.getLoc();
  int64_t elements = BlockRow::find(where)->elements;
  Value no =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  bool hasMarks = !onlyLists(where);
  bool hasValues = blocks.nothing && result.needsValuesOf(where);
  SmallVector<Value> none;
  forEachListed(
      builder, loc, blocks, count, elements, {},
      [&](Value block, Value first, ValueRange) -> SmallVector<Value> {
        memref::StoreOp::create(builder, loc, no, blocks.listed, block);
        if (!hasMarks)
          return {};
        OpBuilder::InsertionGuard guard(builder);
        Value last = arith::AddIOp::create(builder, loc, first,
                                           emitIndex(builder, loc, elements));
        auto inside = scf::ForOp::create(builder, loc, first, last,
                                         emitIndex(builder, loc, 1));
        builder.setInsertionPointToStart(inside.getBody());
        Value position = inside.getInductionVar();
        memref::StoreOp::create(
            builder, loc, arith::ConstantIntOp::create(builder, loc, 0, 8),
            blocks.marks, position);
        if (hasValues)
          memref::StoreOp::create(builder, loc, blocks.nothing, blocks.values,
                                  position);
        return {};
      },
      none);
}

/// Zeros that are elements are rare: where there are none, what is no zero is
/// an element, and the loops make vectors.
LogicalResult BlockRows::produce(WhereOp where, Scope &scope) {
  Region &producer = where.getProducer();
  auto loops = [&](bool storesNoZeros) {
    return [&, storesNoZeros](Scope &inner) {
      inner.storesNoZeros = storesNoZeros;
      return statements.run(producer.front(), inner);
    };
  };
  Value mayStoreZeros = places.mayStoreZeros(producer);
  if (!mayStoreZeros)
    return statements.run(producer.front(), scope);
  return control.emitIf(where.getLoc(), mayStoreZeros,
                        {{where, Variable::count}}, scope, loops(false),
                        loops(true));
}

LogicalResult BlockRows::consume(WhereOp where, const BlockList &blocks,
                                 Value count, Scope &scope) {
  const Storage &list = openConsumer(where, blocks, count);
  Value length = RuntimeCalls::toInteger(builder, where.getLoc(), count);
  if (failed(statements.run(where.getConsumer().front(), scope)))
    return failure();
  // What is only counted may be so in any order, unless it is looked up.
  if (!result.isCounting() || list.isMerged || !list.isVisited)
    sort(blocks, length);
  return success();
}

LogicalResult BlockRows::run(WhereOp where, BlockList &blocks, Scope &scope) {
  Location loc = where.getLoc();
  StateKey countKey{where, Variable::count};
  scope.state[countKey] = emitIndex(builder, loc, 0);
  Places::KnownOutside outside;
  for (Value *buffer : {&blocks.values, &blocks.marks})
    places.declareDistinctInside(*buffer, outside, loc);
  places.declareDistinct(blocks.values, blocks.marks, loc);
  places.openBuffer(where.getProducer().getArgument(0), blocks.values);
  LogicalResult isProduced = produce(where, scope);
  Places::leaveInside(outside);
  if (failed(isProduced))
    return failure();
  Value count = scope.state.lookup(countKey);
  if (onlyLists(where))
    result.advanceCursor(BlockRow::find(where)->listed, count, scope);
  else if (failed(isCopied(where) ? copy(where, blocks, count, scope)
                                  : consume(where, blocks, count, scope)))
    return failure();
  clear(where, blocks, count);
  return success();
}
