//===- Levels.cpp - one class for each level type -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Levels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;

/// Loads an element of a position or coordinate array as an index.
static Value loadIndex(OpBuilder &builder, Location loc, Value array,
                       Value at) {
  Value stored = memref::LoadOp::create(builder, loc, array, at);
  if (stored.getType().isIndex())
    return stored;
  // Positions and coordinates are never negative.
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      stored);
}

static Value addOne(OpBuilder &builder, Location loc, Value value) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return arith::AddIOp::create(builder, loc, value, one);
}

static LevelArrays onlyCoordinates(Value coordinates) {
  LevelArrays arrays;
  arrays.coordinates = coordinates;
  return arrays;
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
                                         const Segment &parent) const override {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value lo = locate(builder, loc, parent.lo, zero);
    return {lo, arith::AddIOp::create(builder, loc, lo, arrays.size)};
  }

  Value coordinateAt(OpBuilder &builder, Location loc,
                     Value position) const override {
    return arith::RemUIOp::create(builder, loc, position, arrays.size);
  }
};

/// A level with a coordinate for each position.
class StoredLevel : public Level {
public:
  using Level::Level;

  bool isFull() const override { return false; }

  Value locate(OpBuilder &, Location, Value, Value) const override {
    return {};
  }

  Value coordinateAt(OpBuilder &builder, Location loc,
                     Value position) const override {
    if (arrays.stride)
      position = arith::MulIOp::create(builder, loc, position, arrays.stride);
    return loadIndex(builder, loc, arrays.coordinates, position);
  }

  Value getCoordinates() const override {
    return arrays.stride ? Value() : arrays.coordinates;
  }
};

/// CU, CN: parent p owns the positions pos[p] .. pos[p + 1] - 1 of crd.
class CompressedLevel : public StoredLevel {
public:
  using StoredLevel::StoredLevel;

  std::pair<Value, Value> positionBounds(OpBuilder &builder, Location loc,
                                         const Segment &parent) const override {
    Value next = addOne(builder, loc, parent.lo);
    return {loadIndex(builder, loc, arrays.positions, parent.lo),
            loadIndex(builder, loc, arrays.positions, next)};
  }

  Value getSegmentEnds() const override { return arrays.positions; }
  bool isInsideOfArray() const override { return true; }
};

/// The same below batches, which have arrays of their own: parent p of a batch
/// has the positions pos[p] .. pos[p + 1] - 1 of the batch.
class BatchedLevel : public StoredLevel {
public:
  using StoredLevel::StoredLevel;

  std::pair<Value, Value> positionBounds(OpBuilder &builder, Location loc,
                                         const Segment &parent) const override {
    Value batch =
        arith::DivUIOp::create(builder, loc, parent.lo, arrays.parents);
    Value first = arith::MulIOp::create(builder, loc, batch, arrays.room);
    Value at = arith::AddIOp::create(builder, loc, parent.lo, batch);
    Value begin = loadIndex(builder, loc, arrays.positions, at);
    Value end =
        loadIndex(builder, loc, arrays.positions, addOne(builder, loc, at));
    return {arith::AddIOp::create(builder, loc, first, begin),
            arith::AddIOp::create(builder, loc, first, end)};
  }
};

/// Runs: a position for all coordinates before its own, from that of the
/// position before it on.
class RunLevel : public CompressedLevel {
public:
  using CompressedLevel::CompressedLevel;

  bool isFull() const override { return true; }
  bool hasRuns() const override { return true; }
  bool isInsideOfArray() const override { return false; }
  Value getSegmentEnds() const override { return {}; }
  Value getCoordinates() const override { return {}; }

  /// By halving: the first position whose run ends behind the coordinate.
  Value locate(OpBuilder &builder, Location loc, Value parent,
               Value coordinate) const override {
    auto [lo, hi] = positionBounds(builder, loc, {parent, {}});
    return findByHalving(
        builder, loc, lo, hi, [&](OpBuilder &inside, Value position) {
          Value end = loadIndex(inside, loc, arrays.coordinates, position);
          return arith::CmpIOp::create(inside, loc, arith::CmpIPredicate::ule,
                                       end, coordinate)
              .getResult();
        });
  }
};

/// As CU, but positions has the begin and the end for each parent.
class LooseLevel : public StoredLevel {
public:
  using StoredLevel::StoredLevel;

  std::pair<Value, Value> positionBounds(OpBuilder &builder, Location loc,
                                         const Segment &parent) const override {
    Value two = arith::ConstantIndexOp::create(builder, loc, 2);
    Value begin = arith::MulIOp::create(builder, loc, parent.lo, two);
    return {
        loadIndex(builder, loc, arrays.positions, begin),
        loadIndex(builder, loc, arrays.positions, addOne(builder, loc, begin))};
  }
};

/// S: the position of the parent, one coordinate for each. Padding without one
/// is a zero at coordinate 0.
class SingletonLevel : public StoredLevel {
public:
  using StoredLevel::StoredLevel;

  Value coordinateAt(OpBuilder &builder, Location loc,
                     Value position) const override {
    Value stored = StoredLevel::coordinateAt(builder, loc, position);
    if (!arrays.mayLack)
      return stored;
    // -1 is larger than any coordinate is.
    Value isThere = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, stored, arrays.size);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    return arith::SelectOp::create(builder, loc, isThere, stored, zero);
  }

  std::pair<Value, Value> positionBounds(OpBuilder &builder, Location loc,
                                         const Segment &parent) const override {
    return {parent.lo, parent.hi ? parent.hi : addOne(builder, loc, parent.lo)};
  }
};

/// S below slots, and a level of n coordinates for each m: a row of so many
/// coordinates for each parent (of the slots), in order, as the runtime gives
/// padding those that are free.
class SlottedLevel : public StoredLevel {
public:
  using StoredLevel::StoredLevel;

  std::pair<Value, Value> positionBounds(OpBuilder &builder, Location loc,
                                         const Segment &parent) const override {
    Value lo = arith::MulIOp::create(builder, loc, parent.lo, arrays.slots);
    return {lo, arith::AddIOp::create(builder, loc, lo, arrays.slots)};
  }

  bool hasFixedCount() const override { return true; }
};

/// The coordinates that a row workspace has collected.
class ListLevel : public StoredLevel {
public:
  ListLevel(Value coordinates, Value count, Value marks)
      : StoredLevel(onlyCoordinates(coordinates), /*unique=*/true),
        count(count), marks(marks) {}

  bool isMarked() const override { return true; }

  Value isStored(OpBuilder &builder, Location loc,
                 Value coordinate) const override {
    return memref::LoadOp::create(builder, loc, marks, coordinate);
  }

  std::pair<Value, Value> positionBounds(OpBuilder &builder, Location loc,
                                         const Segment &) const override {
    return {arith::ConstantIndexOp::create(builder, loc, 0), count};
  }

private:
  Value count, marks;
};

/// D below a list of blocks, in arrays where all blocks have room.
class ListedBlockLevel : public DenseLevel {
public:
  using DenseLevel::DenseLevel;

  Value locate(OpBuilder &builder, Location loc, Value parent,
               Value coordinate) const override {
    Value block = loadIndex(builder, loc, arrays.coordinates, parent);
    return DenseLevel::locate(builder, loc, block, coordinate);
  }
};

/// Those of a segment of another level.
class GatheredLevel : public StoredLevel {
public:
  GatheredLevel(Value coordinates, Value lo, Value hi)
      : StoredLevel(onlyCoordinates(coordinates), /*unique=*/true), lo(lo),
        hi(hi) {}

  std::pair<Value, Value> positionBounds(OpBuilder &, Location,
                                         const Segment &) const override {
    return {lo, hi};
  }

private:
  Value lo, hi;
};

/// Those that the last execution has assigned to a row without a list.
class StampedLevel : public StoredLevel {
public:
  StampedLevel(Value stamps, Value round)
      : StoredLevel({}, /*unique=*/true), stamps(stamps), round(round) {}

  bool isMarked() const override { return true; }

  Value isStored(OpBuilder &builder, Location loc,
                 Value coordinate) const override {
    Value stamp = memref::LoadOp::create(builder, loc, stamps, coordinate);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, stamp,
                                 round);
  }

  // Whoever visits it is told that this cannot be.
  Value coordinateAt(OpBuilder &, Location, Value position) const override {
    return position;
  }

  std::pair<Value, Value> positionBounds(OpBuilder &builder, Location loc,
                                         const Segment &) const override {
    Value none = arith::ConstantIndexOp::create(builder, loc, 0);
    return {none, none};
  }

private:
  Value stamps, round;
};

} // namespace

Value encke::findByHalving(
    OpBuilder &builder, Location loc, Value lo, Value hi,
    llvm::function_ref<Value(OpBuilder &, Value)> isBefore) {
  Type index = builder.getIndexType();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange({index, index}), ValueRange({lo, hi}),
      [&](OpBuilder &before, Location, ValueRange range) {
        Value going = arith::CmpIOp::create(
            before, loc, arith::CmpIPredicate::ult, range[0], range[1]);
        scf::ConditionOp::create(before, loc, going, range);
      },
      [&](OpBuilder &after, Location, ValueRange range) {
        Value sum = arith::AddIOp::create(after, loc, range[0], range[1]);
        Value middle = arith::ShRUIOp::create(after, loc, sum, one);
        Value isLess = isBefore(after, middle);
        Value above = arith::AddIOp::create(after, loc, middle, one);
        Value newLo =
            arith::SelectOp::create(after, loc, isLess, above, range[0]);
        Value newHi =
            arith::SelectOp::create(after, loc, isLess, range[1], middle);
        scf::YieldOp::create(after, loc, ValueRange({newLo, newHi}));
      });
  return loop.getResult(0);
}

std::pair<Value, Value> Level::searchBounds(OpBuilder &builder, Location loc,
                                            const Segment &parent,
                                            Value coordinate) const {
  if (!arrays.shelves)
    return positionBounds(builder, loc, parent);
  Value shelf = arith::ShRUIOp::create(builder, loc, coordinate, arrays.shift);
  return {loadIndex(builder, loc, arrays.shelves, shelf),
          loadIndex(builder, loc, arrays.shelves, addOne(builder, loc, shelf))};
}

Value Level::isAloneOnShelf(OpBuilder &builder, Location loc) const {
  if (!arrays.shelves)
    return {};
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                               arrays.shift, zero);
}

std::unique_ptr<Level> encke::makeLevel(LevelType type, LevelArrays arrays,
                                        bool unique) {
  switch (type.traits().positions) {
  case format::Positions::Every:
    return std::make_unique<DenseLevel>(arrays, unique);
  case format::Positions::Between:
    if (arrays.room)
      return std::make_unique<BatchedLevel>(arrays, unique);
    if (type.isRun())
      return std::make_unique<RunLevel>(arrays, unique);
    return std::make_unique<CompressedLevel>(arrays, unique);
  case format::Positions::Pairs:
    return std::make_unique<LooseLevel>(arrays, unique);
  case format::Positions::Several:
    return std::make_unique<SlottedLevel>(arrays, unique);
  case format::Positions::Parent:
    if (arrays.slots)
      return std::make_unique<SlottedLevel>(arrays, unique);
    return std::make_unique<SingletonLevel>(arrays, unique);
  }
  return nullptr;
}

std::unique_ptr<Level> encke::makeListLevel(Value coordinates, Value count,
                                            Value marks) {
  return std::make_unique<ListLevel>(coordinates, count, marks);
}

std::unique_ptr<Level> encke::makeListedBlockLevel(Value coordinates,
                                                   Value size) {
  LevelArrays arrays = onlyCoordinates(coordinates);
  arrays.size = size;
  return std::make_unique<ListedBlockLevel>(arrays, /*unique=*/true);
}

std::unique_ptr<Level> encke::makeGatheredLevel(Value coordinates, Value lo,
                                                Value hi) {
  return std::make_unique<GatheredLevel>(coordinates, lo, hi);
}

std::unique_ptr<Level> encke::makeStampedLevel(Value stamps, Value round) {
  return std::make_unique<StampedLevel>(stamps, round);
}
