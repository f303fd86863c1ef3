//===- Levels.h - what the generator asks a storage level -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Levels after Chou, Kjolstad and Amarasinghe, "Format Abstraction for Sparse
// Tensor Algebra Compilers": a level type is one small class that answers how
// its coordinates are iterated and located. No other code of the generator
// knows the level types.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_LEVELS_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_LEVELS_H

#include "dialects/Format.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

#include <memory>

namespace encke {

/// The arrays of a level in the generated code; null where it has none.
struct LevelArrays {
  mlir::Value size;        // index: the coordinates run from 0 to size - 1
  mlir::Value positions;   // memref<?xi32 or i64>
  mlir::Value coordinates; // memref<?xi32 or i64>
  mlir::Value slots;       // index: how many positions each parent has, of a
                           // level below slots and where the type says it
  /// A directory of an outermost level (memref<?xi32 or i64>, index): what has
  /// the coordinate c is at one of the positions shelves[c >> shift] ...
  /// shelves[(c >> shift) + 1] - 1.
  mlir::Value shelves, shift;
  /// Of a level with one coordinate for each position above: it may be -1,
  /// where there is padding.
  bool mayLack = false;
  /// How many elements further the next coordinate is (index), where they are
  /// fields of records.
  mlir::Value stride;
  /// Of a level with positions below batches (index): how many parents there
  /// are in a batch, and how many positions.
  mlir::Value parents, room;
};

/// Where an access stands in one level (index values): at position `lo`, or, in
/// a level that repeats coordinates, at the positions lo ... hi - 1, which all
/// have the same coordinate. `hi` is null for a single position.
struct Segment {
  mlir::Value lo, hi;
};

/// One storage level of one tensor, in the generated code of one kernel.
class Level {
public:
  Level(LevelArrays arrays, bool unique) : arrays(arrays), unique(unique) {}
  virtual ~Level() = default;

  /// Every coordinate is stored, so the level never restricts a loop and any
  /// coordinate can be located.
  virtual bool isFull() const = 0;

  /// No coordinate stands twice under one parent.
  bool isUnique() const { return unique; }

  /// The position of a coordinate under a parent position (index values). Only
  /// for full levels.
  virtual mlir::Value locate(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value parent,
                             mlir::Value coordinate) const = 0;

  /// Whether a coordinate is stored (i1), where one look tells; null where only
  /// a search does.
  virtual mlir::Value isStored(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value coordinate) const {
    return {};
  }
  /// isStored has an answer.
  virtual bool isMarked() const { return false; }

  /// The first position under a parent and the one past the last.
  virtual std::pair<mlir::Value, mlir::Value>
  positionBounds(mlir::OpBuilder &builder, mlir::Location loc,
                 const Segment &parent) const = 0;

  /// A position is for all coordinates from the `coordinateAt` of the position
  /// before it, or 0, to below its own.
  virtual bool hasRuns() const { return false; }

  /// Behind the positions of a parent come those of others, to the end of the
  /// array: they have coordinates, too.
  virtual bool isInsideOfArray() const { return false; }

  /// Each parent has so many positions, also where it needs fewer; the sorted
  /// coordinates of those may be past the end of a block that is cut off.
  virtual bool hasFixedCount() const { return false; }

  /// The first position at which the coordinate may be and the one past the
  /// last.
  std::pair<mlir::Value, mlir::Value>
  searchBounds(mlir::OpBuilder &builder, mlir::Location loc,
               const Segment &parent, mlir::Value coordinate) const;

  /// The coordinate at a position.
  virtual mlir::Value coordinateAt(mlir::OpBuilder &builder, mlir::Location loc,
                                   mlir::Value position) const = 0;

  /// An array (memref<?xi32 or i64>) that says where the segment of each parent
  /// ends, from parent - 1 on, so that it grows by the lengths of the segments;
  /// null for a level that has none.
  virtual mlir::Value getSegmentEnds() const { return {}; }

  /// An array (memref<?xi32 or i64>) with the coordinate of each position; null
  /// for a level that has none.
  virtual mlir::Value getCoordinates() const { return {}; }

  /// How many coordinates there can be.
  mlir::Value getSize() const { return arrays.size; }

  /// From here on the level is searched by this directory.
  void setDirectory(mlir::Value shelves, mlir::Value shift) {
    arrays.shelves = shelves;
    arrays.shift = shift;
  }
  bool hasDirectory() const { return arrays.shelves != nullptr; }

  /// Whether searchBounds are those of one coordinate alone (i1); null where
  /// they never are.
  mlir::Value isAloneOnShelf(mlir::OpBuilder &builder,
                             mlir::Location loc) const;

  /// Of a level that has segment ends: from here on other ones stand for them.
  void setSegmentEnds(mlir::Value ends) { arrays.positions = ends; }

protected:
  LevelArrays arrays;

private:
  bool unique;
};

/// The first of the positions lo ... hi - 1 that is not before, found by
/// halving; hi where all are. Those before come first.
mlir::Value
findByHalving(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lo,
              mlir::Value hi,
              llvm::function_ref<mlir::Value(mlir::OpBuilder &builder,
                                             mlir::Value position)>
                  isBefore);

/// The level's class. `unique`: see Level::isUnique.
std::unique_ptr<Level> makeLevel(LevelType type, LevelArrays arrays,
                                 bool unique);

/// The one level of a row workspace: `coordinates` holds `count` coordinates
/// (unsigned integers, in order), for which `marks` (memref<?xi1>) is true.
std::unique_ptr<Level> makeListLevel(mlir::Value coordinates, mlir::Value count,
                                     mlir::Value marks);

/// The second level of a row of blocks, of `size` coordinates each: below the
/// one that lists the blocks' `coordinates`, where there is room for all
/// blocks.
std::unique_ptr<Level> makeListedBlockLevel(mlir::Value coordinates,
                                            mlir::Value size);

/// That of one which is read at the `coordinates` that another tensor stores at
/// the positions lo ... hi - 1.
std::unique_ptr<Level> makeGatheredLevel(mlir::Value coordinates,
                                         mlir::Value lo, mlir::Value hi);

/// That of one without a list: the coordinates whose `stamps` (memref<?xi32>)
/// are `round`. It can only be looked up.
std::unique_ptr<Level> makeStampedLevel(mlir::Value stamps, mlir::Value round);

} // namespace encke

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_LEVELS_H
