//===- Levels.cpp - one class for each level type -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Levels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace encke;

/// Loads an element of a position or coordinate array as an index.
static Value loadIndex(OpBuilder &builder, Location loc, Value array,
                       Value at) {
  Value stored = memref::LoadOp::create(builder, loc, array, at);
  // Positions and coordinates are never negative.
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      stored);
}

namespace {

/// D: position = parent * size + coordinate.
class DenseLevel : public Level {
public:
  using Level::Level;

  bool isFull() const override { return true; }

  Value locate(OpBuilder &builder, Location loc, Value parent,
               Value coordinate) const override {
    Value base = arith::MulIOp::create(builder, loc, parent, arrays.size);
    return arith::AddIOp::create(builder, loc, base, coordinate);
  }

  std::pair<Value, Value> positionBounds(OpBuilder &builder, Location loc,
                                         Value parent) const override {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value lo = locate(builder, loc, parent, zero);
    return {lo, arith::AddIOp::create(builder, loc, lo, arrays.size)};
  }

  Value coordinateAt(OpBuilder &builder, Location loc,
                     Value position) const override {
    return arith::RemUIOp::create(builder, loc, position, arrays.size);
  }
};

/// CU: parent p owns the positions pos[p] .. pos[p + 1] - 1 of crd.
class CompressedLevel : public Level {
public:
  using Level::Level;

  bool isFull() const override { return false; }

  Value locate(OpBuilder &, Location, Value, Value) const override {
    return {};
  }

  std::pair<Value, Value> positionBounds(OpBuilder &builder, Location loc,
                                         Value parent) const override {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value next = arith::AddIOp::create(builder, loc, parent, one);
    return {loadIndex(builder, loc, arrays.positions, parent),
            loadIndex(builder, loc, arrays.positions, next)};
  }

  Value coordinateAt(OpBuilder &builder, Location loc,
                     Value position) const override {
    return loadIndex(builder, loc, arrays.coordinates, position);
  }
};

} // namespace

bool encke::canGenerate(LevelType type) {
  return type == LevelType::Dense || type == LevelType::CompressedUnique;
}

std::unique_ptr<Level> encke::makeLevel(LevelType type, LevelArrays arrays) {
  if (type == LevelType::Dense)
    return std::make_unique<DenseLevel>(arrays);
  return std::make_unique<CompressedLevel>(arrays);
}
