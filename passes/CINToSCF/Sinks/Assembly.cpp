//===- Assembly.cpp - the arrays of a sparse result -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Sinks/Assembly.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;

Assembly::Assembly(Value handle, RankedTensorType type, const Format &format,
                   Phase phase)
    : handle(handle), type(type), format(format), phase(phase),
      levels(format.levels.size()) {
  for (unsigned level = 0; level < getNumLevels(); ++level)
    numCursors += isCompressed(level);
}

bool Assembly::isCompressed(unsigned level) const {
  return format.levels[level].hasPositions();
}

unsigned Assembly::getGroupBegin(unsigned level) const {
  while (format.levels[level].isSingle())
    --level;
  return level;
}

unsigned Assembly::getGroupEnd(unsigned level) const {
  while (!isLast(level) && format.levels[level + 1].isSingle())
    ++level;
  return level;
}

unsigned Assembly::getCursor(unsigned level) const {
  unsigned cursor = 0;
  for (unsigned above = 0; above < getGroupBegin(level); ++above)
    cursor += isCompressed(above);
  return cursor;
}

std::optional<unsigned> Assembly::getNextCompressed(unsigned level) const {
  for (unsigned below = level + 1; below < getNumLevels(); ++below)
    if (isCompressed(below))
      return below;
  return std::nullopt;
}

void Assembly::open(OpBuilder &builder, RuntimeCalls &runtime, Location loc) {
  for (unsigned level = 0; level < getNumLevels(); ++level) {
    LevelMap map = format.map(level);
    if (std::optional<int64_t> known = map.getSize()) {
      levels[level].size = arith::ConstantIndexOp::create(builder, loc, *known);
      continue;
    }
    bool isWhole = map.isWhole();
    int64_t number = isWhole ? getMode(level) : level;
    levels[level].size = RuntimeCalls::toIndex(
        builder, loc,
        runtime.call(builder, loc,
                     isWhole ? "encke_tensor_size" : "encke_level_size",
                     builder.getI64Type(),
                     {handle, RuntimeCalls::integer(builder, loc, number)}));
  }
}

SmallVector<Value, 2> Assembly::getElementArrays() const {
  SmallVector<Value, 2> arrays;
  for (Value array : {levels.back().coordinates, values})
    if (array && filling)
      arrays.push_back(array);
  return arrays;
}

/// Level by level: with P positions above, a dense level has P * size of them,
/// a compressed one as many as its cursor counted. Returns those of the values.
Value Assembly::forEachStored(
    OpBuilder &builder, RuntimeCalls &runtime, Location loc, ValueRange cursors,
    function_ref<void(unsigned, Value, Value)> body) const {
  Value above = arith::ConstantIndexOp::create(builder, loc, 1);
  for (unsigned level = 0; level < getNumLevels(); ++level) {
    if (isDense(level)) {
      // A product that overflows is an error, not a small array.
      above = RuntimeCalls::toIndex(
          builder, loc,
          runtime.call(
              builder, loc, "encke_buffer_bytes", builder.getI64Type(),
              {RuntimeCalls::toInteger(builder, loc, above),
               RuntimeCalls::toInteger(builder, loc, levels[level].size)}));
      continue;
    }
    Value elements = cursors[getCursor(level)];
    body(level, above, elements);
    above = elements;
  }
  return above;
}

void Assembly::allocate(OpBuilder &builder, RuntimeCalls &runtime, Location loc,
                        ValueRange cursors) {
  unsigned posWidth = getPositionWidth(type);
  auto number = [&](int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  };
  Value count = forEachStored(
      builder, runtime, loc, cursors,
      [&](unsigned level, Value parents, Value elements) {
        runtime.call(builder, loc, "encke_result_allocate", {},
                     {handle, number(level),
                      RuntimeCalls::toInteger(builder, loc, parents),
                      RuntimeCalls::toInteger(builder, loc, elements)});
        if (isCompressed(level))
          levels[level].positions =
              runtime.array(builder, loc, "encke_get_positions",
                            builder.getIntegerType(posWidth),
                            {handle, number(level), number(posWidth / 8)});
      });
  bool isSymbolic = phase == Phase::symbolic;
  runtime.call(builder, loc,
               isSymbolic ? "encke_result_count_values"
                          : "encke_result_allocate_values",
               {}, {handle, RuntimeCalls::toInteger(builder, loc, count)});
  reopen(builder, runtime, loc);
}

Value Assembly::isSmall(OpBuilder &builder, Location loc, int64_t most) const {
  // One more stands for all that are more: nothing overflows.
  if (type.hasStaticShape()) {
    int64_t all = 1;
    for (int64_t size : type.getShape())
      all = std::min(all * std::min(size, most + 1), most + 1);
    return arith::ConstantOp::create(builder, loc,
                                     builder.getBoolAttr(all <= most));
  }
  Value limit = arith::ConstantIndexOp::create(builder, loc, most + 1);
  Value all = arith::ConstantIndexOp::create(builder, loc, 1);
  for (const Arrays &level : levels) {
    Value size = arith::MinUIOp::create(builder, loc, level.size, limit);
    all = arith::MulIOp::create(builder, loc, all, size);
    all = arith::MinUIOp::create(builder, loc, all, limit);
  }
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, all,
                               limit);
}

Value Assembly::mayReserve(OpBuilder &builder, RuntimeCalls &runtime,
                           Location loc, Value elements) const {
  Value may = runtime.call(
      builder, loc, "encke_result_may_reserve", builder.getI64Type(),
      {handle, RuntimeCalls::toInteger(builder, loc, elements)});
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, may,
                               RuntimeCalls::integer(builder, loc, 0));
}

void Assembly::cut(OpBuilder &builder, RuntimeCalls &runtime, Location loc,
                   ValueRange cursors) const {
  Value count = forEachStored(
      builder, runtime, loc, cursors,
      [&](unsigned level, Value parents, Value elements) {
        runtime.call(builder, loc, "encke_result_cut", {},
                     {handle, RuntimeCalls::integer(builder, loc, level),
                      RuntimeCalls::toInteger(builder, loc, parents),
                      RuntimeCalls::toInteger(builder, loc, elements)});
      });
  runtime.call(builder, loc, "encke_result_cut_values", {},
               {handle, RuntimeCalls::toInteger(builder, loc, count)});
}

void Assembly::reopen(OpBuilder &builder, RuntimeCalls &runtime, Location loc) {
  takeElements(builder, runtime, loc, handle);
  filling = true;
}

/// The arrays of coordinates and values, those that this phase makes.
void Assembly::takeElements(OpBuilder &builder, RuntimeCalls &runtime,
                            Location loc, Value tensor) {
  auto number = [&](int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  };
  unsigned crdWidth = getCoordinateWidth(type);
  for (unsigned level = 0; level < getNumLevels(); ++level)
    if (!isDense(level) && phase != Phase::numeric)
      levels[level].coordinates =
          runtime.array(builder, loc, "encke_get_coordinates",
                        builder.getIntegerType(crdWidth),
                        {tensor, number(level), number(crdWidth / 8)});
  if (phase != Phase::symbolic)
    values =
        runtime.array(builder, loc, "encke_get_values", type.getElementType(),
                      {tensor, number(getRuntimeType(type.getElementType()))});
}

void Assembly::enter(OpBuilder &builder, RuntimeCalls &runtime, Location loc,
                     Value other) {
  outside = levels;
  valuesOutside = values;
  takeElements(builder, runtime, loc, other);
}

void Assembly::leave() {
  levels = std::move(outside);
  values = valuesOutside;
  shift = {};
}

Value Assembly::shifted(OpBuilder &builder, Location loc,
                        Value position) const {
  return shift
             ? arith::AddIOp::create(builder, loc, position, shift).getResult()
             : position;
}

std::pair<Value, Value> Assembly::readPattern(OpBuilder &builder,
                                              RuntimeCalls &runtime,
                                              Location loc,
                                              Value stored) const {
  Value tensor = stored ? stored : handle;
  Value level = RuntimeCalls::integer(builder, loc, getNumLevels() - 1);
  auto read = [&](StringRef name, unsigned width) {
    return runtime.array(
        builder, loc, name, builder.getIntegerType(width),
        {tensor, level, RuntimeCalls::integer(builder, loc, width / 8)});
  };
  return {read("encke_get_positions", getPositionWidth(type)),
          read("encke_get_coordinates", getCoordinateWidth(type))};
}

void Assembly::finish(OpBuilder &builder, RuntimeCalls &runtime, Location loc) {
  if (phase != Phase::numeric)
    runtime.call(builder, loc, "encke_result_finish", {}, handle);
}

Value Assembly::locate(OpBuilder &builder, Location loc, unsigned level,
                       Value parent, Value coordinate) const {
  Value base = arith::MulIOp::create(builder, loc, parent, levels[level].size);
  return arith::AddIOp::create(builder, loc, base, coordinate);
}

/// Stores an index into an array of positions or coordinates.
static void storeIndex(OpBuilder &builder, Location loc, Value array, Value at,
                       Value index) {
  Type element = cast<MemRefType>(array.getType()).getElementType();
  Value stored = arith::IndexCastUIOp::create(builder, loc, element, index);
  memref::StoreOp::create(builder, loc, stored, array, at);
}

void Assembly::storeCoordinate(OpBuilder &builder, Location loc, unsigned level,
                               Value position, Value coordinate) const {
  if (phase == Phase::numeric)
    return;
  storeIndex(builder, loc, levels[level].coordinates,
             shifted(builder, loc, position), coordinate);
}

void Assembly::storePosition(OpBuilder &builder, Location loc, unsigned level,
                             Value parent, Value end) const {
  if (phase == Phase::numeric)
    return;
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value next = arith::AddIOp::create(builder, loc, parent, one);
  storeIndex(builder, loc, levels[level].positions, next, end);
}

void Assembly::storeValue(OpBuilder &builder, Location loc, Value position,
                          Value value) const {
  if (!storesValues())
    return;
  memref::StoreOp::create(builder, loc, value, values,
                          shifted(builder, loc, position));
}

void Assembly::markZero(OpBuilder &builder, RuntimeCalls &runtime, Location loc,
                        Value position) const {
  runtime.call(builder, loc, "encke_result_mark_zero", {},
               {handle, RuntimeCalls::toInteger(builder, loc, position)});
}

Value Assembly::viewValues(OpBuilder &builder, Location loc, Value position,
                           ArrayRef<int64_t> shape, ValueRange sizes) const {
  SmallVector<OpFoldResult> extents =
      getMixedValues(shape, sizes, builder.getContext());
  SmallVector<OpFoldResult> strides(shape.size(), builder.getIndexAttr(1));
  for (size_t mode = shape.size(); mode-- > 1;)
    strides[mode - 1] = getAsOpFoldResult(builder.createOrFold<arith::MulIOp>(
        loc, getValueOrCreateConstantIndexOp(builder, loc, strides[mode]),
        getValueOrCreateConstantIndexOp(builder, loc, extents[mode])));
  return memref::ReinterpretCastOp::create(
      builder, loc, values, OpFoldResult(shifted(builder, loc, position)),
      extents, strides);
}
