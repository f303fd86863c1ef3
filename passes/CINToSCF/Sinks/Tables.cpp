//===- Tables.cpp - workspaces that are hash tables -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The key of an element is its place in a dense tensor of the workspace's
// sizes. The runtime finds or makes the element, which starts as what nothing
// changes that is combined with it. What was assigned is put in order then, and
// read as a sparse tensor of which all levels are compressed.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"
#include "passes/Support/Buffers.h"

#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// The size of a mode (index).
static Value emitSize(OpBuilder &builder, WhereOp where, unsigned mode,
                      Location loc) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  if (type.isDynamicDim(mode))
    return where.getSizes()[type.getDynamicDimIndex(mode)];
  return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(mode));
}

/// How an element lies in memory.
static Type getStoredType(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  if (!complex)
    return element;
  Type part = complex.getElementType();
  return LLVM::LLVMStructType::getLiteral(element.getContext(), {part, part});
}

static Value load(OpBuilder &builder, Location loc, Type element,
                  Value address) {
  Value stored =
      LLVM::LoadOp::create(builder, loc, getStoredType(element), address);
  return stored.getType() == element
             ? stored
             : UnrealizedConversionCastOp::create(builder, loc, element, stored)
                   .getResult(0);
}

static void store(OpBuilder &builder, Location loc, Value value,
                  Value address) {
  Type stored = getStoredType(value.getType());
  if (stored != value.getType())
    value = UnrealizedConversionCastOp::create(builder, loc, stored, value)
                .getResult(0);
  LLVM::StoreOp::create(builder, loc, value, address);
}

Table Tables::open(WhereOp where) {
  Location loc = kernel.getLoc();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  Type element = type.getElementType();
  Table table;
  table.nothing =
      allocateManually(builder, loc, MemRefType::get({1}, element), {});
  Value nothing = emitNothing(builder, loc, getProducing(where), element);
  if (!nothing)
    nothing = emitIdentity(builder, loc, Reduction::add, element);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  memref::StoreOp::create(builder, loc, nothing, table.nothing, zero);
  table.descriptor = runtime.descriptor(builder, loc);
  Value order = RuntimeCalls::integer(builder, loc, type.getRank());
  table.handle = runtime.call(
      builder, loc, "encke_workspace_new",
      LLVM::LLVMPointerType::get(builder.getContext()),
      {order, RuntimeCalls::integer(builder, loc, getRuntimeType(element)),
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

LogicalResult Tables::assign(AssignOp assign, const Table &table,
                             Scope &scope) {
  Location loc = assign.getLoc();
  auto body = [&](Scope &inner) -> LogicalResult {
    Value value;
    if (result.needsValues()) {
      FailureOr<Value> evaluated = values.evaluate(assign.getValue(), inner);
      if (failed(evaluated))
        return failure();
      value = *evaluated;
    }
    Value address =
        runtime.call(builder, loc, "encke_workspace_element",
                     LLVM::LLVMPointerType::get(builder.getContext()),
                     {table.handle, emitKey(assign, inner)});
    if (!value)
      return success();
    if (emitNothing(builder, loc, assign.getReduction(), value.getType())) {
      Value old = load(builder, loc, value.getType(), address);
      value = combine(builder, assign, old, value);
    }
    store(builder, loc, value, address);
    return success();
  };
  return control.whenPresent(loc, values.presenceOf(assign, scope), {}, scope,
                             body);
}

/// The levels are those of the tensor that the runtime has made.
void Tables::openConsumer(WhereOp where, const Table &table, Value tensor) {
  Location loc = where.getLoc();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  Format format = *getFormat(type);
  Storage &storage =
      places.openBuffer(where.getConsumer().getArgument(0), Value());
  Type index = builder.getI64Type();
  auto array = [&](StringRef name, Type element, ValueRange arguments) {
    return runtime.array(builder, loc, name, element, arguments,
                         table.descriptor);
  };
  Value bytes = RuntimeCalls::integer(builder, loc, 8);
  for (auto [level, levelType] : llvm::enumerate(format.levels)) {
    Value number = RuntimeCalls::integer(builder, loc, level);
    LevelArrays arrays;
    arrays.size = emitSize(builder, where, unsigned(level), loc);
    arrays.positions =
        array("encke_get_positions", index, {tensor, number, bytes});
    arrays.coordinates =
        array("encke_get_coordinates", index, {tensor, number, bytes});
    storage.levels.push_back(makeLevel(levelType, arrays, /*unique=*/true));
  }
  storage.format = format;
  Type element = type.getElementType();
  storage.values = array(
      "encke_get_values", element,
      {tensor, RuntimeCalls::integer(builder, loc, getRuntimeType(element))});
}

LogicalResult Tables::run(WhereOp where, const Table &table, Scope &scope) {
  Location loc = where.getLoc();
  places.openBuffer(where.getProducer().getArgument(0), table.nothing);
  if (failed(statements.run(where.getProducer().front(), scope)))
    return failure();
  Value tensor = runtime.call(builder, loc, "encke_workspace_sort",
                              LLVM::LLVMPointerType::get(builder.getContext()),
                              table.handle);
  openConsumer(where, table, tensor);
  if (failed(statements.run(where.getConsumer().front(), scope)))
    return failure();
  runtime.call(builder, loc, "encke_workspace_clear", {}, table.handle);
  return success();
}
