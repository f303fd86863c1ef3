//===- Tables.cpp - workspaces that have keys -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The key of an element is its place in a dense tensor of the workspace's
// sizes. Of a hash table, the loops themselves look for the slot of a key, and
// put one there: without a branch, but for those of slots that other keys have.
// Of a sorted list, they make room where the key belongs. The runtime keeps the
// memory, and is called when there is no more of it, and once for all that was
// assigned: it puts that in order. It is read as a sparse tensor of which all
// levels are compressed then.
//
// Where everything lies is loaded each time (encke_table in runtime.h): it
// changes as the table grows.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"
#include "passes/Support/Buffers.h"

#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"
#include "encke/runtime.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

//===----------------------------------------------------------------------===//
// What kernels see of a table
//===----------------------------------------------------------------------===//

namespace {
/// The fields of encke_table.
enum Field : int32_t {
  keysField,
  valuesField,
  listedField,
  slotsField,
  shiftField,
  mostField,
  coordinatesField,
  takenField
};
} // namespace

static Type getPointerType(OpBuilder &builder) {
  return LLVM::LLVMPointerType::get(builder.getContext());
}

static Value emitInteger(OpBuilder &builder, Location loc, uint64_t value) {
  return RuntimeCalls::integer(builder, loc, int64_t(value));
}

static Value loadField(OpBuilder &builder, Location loc, const Table &table,
                       Field field) {
  Type pointer = getPointerType(builder), number = builder.getI64Type();
  SmallVector<Type> fields = {pointer, pointer, pointer, pointer,
                              number,  number,  pointer, pointer};
  auto type = LLVM::LLVMStructType::getLiteral(builder.getContext(), fields);
  Value address =
      LLVM::GEPOp::create(builder, loc, pointer, type, table.handle,
                          ArrayRef<LLVM::GEPArg>{0, int32_t(field)});
  return LLVM::LoadOp::create(builder, loc, fields[field], address);
}

/// How an element lies in memory.
static Type getStoredType(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  if (!complex)
    return element;
  Type part = complex.getElementType();
  return LLVM::LLVMStructType::getLiteral(element.getContext(), {part, part});
}

/// Element `at` (i64) of an array.
static Value emitAddress(OpBuilder &builder, Location loc, Value array,
                         Type element, Value at) {
  return LLVM::GEPOp::create(builder, loc, getPointerType(builder),
                             getStoredType(element), array, at);
}

static Value load(OpBuilder &builder, Location loc, Value array, Type element,
                  Value at) {
  Value stored =
      LLVM::LoadOp::create(builder, loc, getStoredType(element),
                           emitAddress(builder, loc, array, element, at));
  return stored.getType() == element
             ? stored
             : UnrealizedConversionCastOp::create(builder, loc, element, stored)
                   .getResult(0);
}

static void store(OpBuilder &builder, Location loc, Value value, Value array,
                  Value at) {
  Value address = emitAddress(builder, loc, array, value.getType(), at);
  Type stored = getStoredType(value.getType());
  if (stored != value.getType())
    value = UnrealizedConversionCastOp::create(builder, loc, stored, value)
                .getResult(0);
  LLVM::StoreOp::create(builder, loc, value, address);
}

/// An array of the table as a memref that nobody here owns.
Value Tables::viewTaken(const Table &table, int64_t field, Type element,
                        Value count, Location loc) {
  Type pointer = getPointerType(builder), number = builder.getI64Type();
  Type one = LLVM::LLVMArrayType::get(number, 1);
  Value descriptor = LLVM::UndefOp::create(
      builder, loc,
      LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                       {pointer, pointer, number, one, one}));
  Value array = loadField(builder, loc, table, Field(field));
  auto insert = [&](Value value, ArrayRef<int64_t> at) {
    descriptor =
        LLVM::InsertValueOp::create(builder, loc, descriptor, value, at);
  };
  insert(array, 0);
  insert(array, 1);
  insert(emitInteger(builder, loc, 0), 2);
  insert(RuntimeCalls::toInteger(builder, loc, count), {3, 0});
  insert(emitInteger(builder, loc, 1), {4, 0});
  Value view = UnrealizedConversionCastOp::create(
                   builder, loc,
                   MemRefType::get({ShapedType::kDynamic}, element), descriptor)
                   .getResult(0);
  if (!result.exists())
    return view;
  // Which need not be asked where it is copied into the result.
  SmallVector<Value> apart = {view};
  llvm::append_range(apart, result.getArrays().getElementArrays());
  return memref::DistinctObjectsOp::create(builder, loc, apart).getResult(0);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Table Tables::open(WhereOp where) {
  Location loc = kernel.getLoc();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  Type element = type.getElementType();
  Table table;
  table.nothing =
      allocateManually(builder, loc, MemRefType::get({1}, element), {});
  Value nothing = emitNothing(builder, loc, getProducing(where), element);
  table.hasNothing = nothing != nullptr;
  if (!nothing)
    nothing = emitIdentity(builder, loc, Reduction::add, element);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  memref::StoreOp::create(builder, loc, nothing, table.nothing, zero);
  table.descriptor = runtime.descriptor(builder, loc);
  Value order = emitInteger(builder, loc, uint64_t(type.getRank()));
  table.handle = runtime.call(
      builder, loc, "encke_workspace_new", getPointerType(builder),
      {order, RuntimeCalls::integer(builder, loc, getRuntimeType(element)),
       emitInteger(builder, loc, where.getMarks() == ListMarks::sorted),
       RuntimeCalls::pointerTo(builder, loc, table.nothing)});
  for (int64_t mode = 0; mode != type.getRank(); ++mode)
    runtime.call(
        builder, loc, "encke_workspace_set_size", {},
        {table.handle, RuntimeCalls::integer(builder, loc, mode),
         RuntimeCalls::toInteger(
             builder, loc, emitSize(builder, where, unsigned(mode), loc))});
  return table;
}

void Tables::close(const Table &table) {
  runtime.call(builder, kernel.getLoc(), "encke_workspace_free", {},
               table.handle);
  freeManually(builder, kernel.getLoc(), table.nothing);
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

Value Tables::emitKey(AssignOp assign, Scope &scope) {
  Location loc = assign.getLoc();
  WhereOp where = whereOf(assign.getTensor());
  Value key;
  for (auto [mode, index] : llvm::enumerate(assign.getIndices())) {
    Value coordinate = scope.values.lookupOrDefault(index);
    if (!key) {
      key = coordinate;
      continue;
    }
    Value size = emitSize(builder, where, unsigned(mode), loc);
    key = arith::AddIOp::create(builder, loc,
                                arith::MulIOp::create(builder, loc, key, size),
                                coordinate);
  }
  return RuntimeCalls::toInteger(builder, loc, key);
}

static Value isEqual(OpBuilder &builder, Location loc, Value a, Value b) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a, b);
}

/// The slot that has the key, or the one that is free for it (i64).
Value Tables::findSlot(const Table &table, Value keys, Value key,
                       Location loc) {
  Type number = builder.getI64Type();
  Value none = emitInteger(builder, loc, ENCKE_NO_KEY);
  Value shift = loadField(builder, loc, table, shiftField);
  Value last = arith::ShRUIOp::create(builder, loc, none, shift);
  Value spread = arith::MulIOp::create(
      builder, loc, key, emitInteger(builder, loc, ENCKE_KEY_FACTOR));
  Value first = arith::ShRUIOp::create(builder, loc, spread, shift);
  Value one = emitInteger(builder, loc, 1);
  auto search = scf::WhileOp::create(
      builder, loc, TypeRange(number), ValueRange(first),
      [&](OpBuilder &before, Location, ValueRange slot) {
        Value there = load(before, loc, keys, number, slot[0]);
        Value isOther = arith::CmpIOp::create(
            before, loc, arith::CmpIPredicate::ne, there, key);
        Value isTaken = arith::CmpIOp::create(
            before, loc, arith::CmpIPredicate::ne, there, none);
        scf::ConditionOp::create(
            before, loc, arith::AndIOp::create(before, loc, isOther, isTaken),
            slot);
      },
      [&](OpBuilder &after, Location, ValueRange slot) {
        Value next = arith::AddIOp::create(after, loc, slot[0], one);
        scf::YieldOp::create(
            after, loc,
            arith::AndIOp::create(after, loc, next, last).getResult());
      });
  return search.getResult(0);
}

/// Gives the number of keys then, all i64. `value` is null where none is
/// needed. Which element is read is selected, as in a row (Rows.cpp).
Value Tables::putIntoSlot(AssignOp assign, const Table &table, Value key,
                          Value value, Value count) {
  Location loc = assign.getLoc();
  Type number = builder.getI64Type();
  Value keys = loadField(builder, loc, table, keysField);
  Value slot = findSlot(table, keys, key, loc);
  Value isNew = isEqual(builder, loc, load(builder, loc, keys, number, slot),
                        emitInteger(builder, loc, ENCKE_NO_KEY));
  auto select = [&](Value yes, Value no) -> Value {
    auto select = arith::SelectOp::create(builder, loc, isNew, yes, no);
    setUnpredictable(select);
    return select;
  };
  Value one = emitInteger(builder, loc, 1);
  if (value) {
    Value memory = loadField(builder, loc, table, valuesField);
    Value place = arith::AddIOp::create(builder, loc, slot, one);
    if (assign.getReduction() != Reduction::none) {
      Value from = table.hasNothing
                       ? select(emitInteger(builder, loc, 0), place)
                       : place;
      Value old = load(builder, loc, memory, value.getType(), from);
      Value combined = combine(builder, assign, old, value);
      value = table.hasNothing ? combined : select(value, combined);
    }
    store(builder, loc, value, memory, place);
  }
  store(builder, loc, key, keys, slot);
  store(builder, loc, key, loadField(builder, loc, table, listedField), count);
  store(builder, loc, slot, loadField(builder, loc, table, slotsField), count);
  return select(arith::AddIOp::create(builder, loc, count, one), count);
}

/// The same in a list. What is behind the key moves.
Value Tables::putInOrder(AssignOp assign, const Table &table, Value key,
                         Value value, Value count) {
  Location loc = assign.getLoc();
  Type number = builder.getI64Type();
  Value listed = loadField(builder, loc, table, listedField);
  Value memory = value ? loadField(builder, loc, table, valuesField) : Value();
  Value zero = emitInteger(builder, loc, 0), one = emitInteger(builder, loc, 1);
  // Most come behind those that came before.
  auto search = scf::WhileOp::create(
      builder, loc, TypeRange(number), ValueRange(count),
      [&](OpBuilder &before, Location, ValueRange end) {
        Value isInside = arith::CmpIOp::create(
            before, loc, arith::CmpIPredicate::ne, end[0], zero);
        auto isBehind = scf::IfOp::create(
            before, loc, isInside,
            [&](OpBuilder &inside, Location) {
              Value at = arith::SubIOp::create(inside, loc, end[0], one);
              Value there = load(inside, loc, listed, number, at);
              scf::YieldOp::create(
                  inside, loc,
                  arith::CmpIOp::create(inside, loc, arith::CmpIPredicate::uge,
                                        there, key)
                      .getResult());
            },
            [&](OpBuilder &inside, Location) {
              scf::YieldOp::create(
                  inside, loc,
                  arith::ConstantIntOp::create(inside, loc, 0, 1).getResult());
            });
        scf::ConditionOp::create(before, loc, isBehind.getResult(0), end);
      },
      [&](OpBuilder &after, Location, ValueRange end) {
        scf::YieldOp::create(
            after, loc,
            arith::SubIOp::create(after, loc, end[0], one).getResult());
      });
  Value place = search.getResult(0);
  // What is behind the last one is read, and does not count.
  Value isThere = arith::AndIOp::create(
      builder, loc,
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, place,
                            count),
      isEqual(builder, loc, load(builder, loc, listed, number, place), key));
  auto branch = scf::IfOp::create(
      builder, loc, isThere,
      [&](OpBuilder &again, Location) {
        if (value) {
          Value old = load(again, loc, memory, value.getType(), place);
          store(again, loc, combine(again, assign, old, value), memory, place);
        }
        scf::YieldOp::create(again, loc, count);
      },
      [&](OpBuilder &first, Location) {
        scf::WhileOp::create(
            first, loc, TypeRange(number), ValueRange(count),
            [&](OpBuilder &before, Location, ValueRange to) {
              Value isAfter = arith::CmpIOp::create(
                  before, loc, arith::CmpIPredicate::ugt, to[0], place);
              scf::ConditionOp::create(before, loc, isAfter, to);
            },
            [&](OpBuilder &move, Location, ValueRange to) {
              Value from = arith::SubIOp::create(move, loc, to[0], one);
              store(move, loc, load(move, loc, listed, number, from), listed,
                    to[0]);
              if (value)
                store(move, loc, load(move, loc, memory, value.getType(), from),
                      memory, to[0]);
              scf::YieldOp::create(move, loc, from);
            });
        store(first, loc, key, listed, place);
        if (value)
          store(first, loc, value, memory, place);
        scf::YieldOp::create(
            first, loc,
            arith::AddIOp::create(first, loc, count, one).getResult());
      });
  return branch.getResult(0);
}

LogicalResult Tables::assign(AssignOp assign, const Table &table,
                             Scope &scope) {
  Location loc = assign.getLoc();
  WhereOp where = whereOf(assign.getTensor());
  StateKey countKey{where, Variable::count};
  auto body = [&](Scope &inner) -> LogicalResult {
    Value value;
    if (result.needsValuesOf(where)) {
      FailureOr<Value> evaluated = values.evaluate(assign.getValue(), inner);
      if (failed(evaluated))
        return failure();
      value = *evaluated;
    }
    Value key = emitKey(assign, inner);
    Value count = inner.state.lookup(countKey);
    count = where.getMarks() == ListMarks::sorted
                ? putInOrder(assign, table, key, value, count)
                : putIntoSlot(assign, table, key, value, count);
    inner.state[countKey] = count;
    Value most = loadField(builder, loc, table, mostField);
    Value isFull = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ugt, count, most);
    scf::IfOp::create(builder, loc, isFull, [&](OpBuilder &full, Location) {
      runtime.call(full, loc, "encke_workspace_grow", {},
                   {table.handle, count});
      scf::YieldOp::create(full, loc);
    });
    return success();
  };
  return control.whenPresent(loc, values.presenceOf(assign, scope), {countKey},
                             scope, body);
}

//===----------------------------------------------------------------------===//
// The statement
//===----------------------------------------------------------------------===//

/// The levels are those of the tensor that the runtime has made, or what a
/// table of one mode has put in order.
void Tables::openConsumer(WhereOp where, const Table &table, Value tensor,
                          Value count) {
  Location loc = where.getLoc();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  Type element = type.getElementType();
  Format format = *getFormat(type);
  Storage &storage =
      places.openBuffer(where.getConsumer().getArgument(0), Value());
  storage.format = format;
  storage.values = viewTaken(table, takenField, element, count, loc);
  Type index = builder.getI64Type();
  if (type.getRank() == 1) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    storage.levels.push_back(makeGatheredLevel(
        viewTaken(table, coordinatesField, index, count, loc), zero, count));
    return;
  }
  auto array = [&](StringRef name, ValueRange arguments) {
    return runtime.array(builder, loc, name, index, arguments,
                         table.descriptor);
  };
  Value bytes = RuntimeCalls::integer(builder, loc, 8);
  for (auto [level, levelType] : llvm::enumerate(format.levels)) {
    Value number = RuntimeCalls::integer(builder, loc, level);
    LevelArrays arrays;
    arrays.size = emitSize(builder, where, unsigned(level), loc);
    arrays.positions = array("encke_get_positions", {tensor, number, bytes});
    arrays.coordinates =
        array("encke_get_coordinates", {tensor, number, bytes});
    storage.levels.push_back(makeLevel(levelType, arrays, /*unique=*/true));
  }
}

LogicalResult Tables::run(WhereOp where, const Table &table, Scope &scope) {
  Location loc = where.getLoc();
  StateKey countKey{where, Variable::count};
  scope.state[countKey] = emitInteger(builder, loc, 0);
  places.openBuffer(where.getProducer().getArgument(0), table.nothing);
  if (failed(statements.run(where.getProducer().front(), scope)))
    return failure();
  Value number = scope.state.lookup(countKey);
  Value count = RuntimeCalls::toIndex(builder, loc, number);
  Value tensor = runtime.call(
      builder, loc, "encke_workspace_take", getPointerType(builder),
      {table.handle, number, emitInteger(builder, loc, where.getUnsorted())});
  openConsumer(where, table, tensor, count);
  return statements.run(where.getConsumer().front(), scope);
}
