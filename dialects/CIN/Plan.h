//===- Plan.h - what the loop of a forall visits ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the loop of a forall goes follows from the levels of what it accesses,
// and from what of that is absent there. That is data, made from the text of a
// kernel alone: passes that decide ask for it, and the generator carries it
// out.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_PLAN_H
#define ENCKE_DIALECTS_CIN_PLAN_H

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Domain.h"
#include "dialects/Format.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/bit.h"

namespace encke::cin {

/// Whether each level of a format holds no coordinate twice under one parent.
/// A CN level above an S level repeats its coordinate for each element of a row
/// (L10); the elements of the innermost one are distinct (L38).
llvm::SmallVector<bool> getUniqueLevels(const Format &format);

/// A singleton level whose positions above are distinct: each has one
/// coordinate in it, and a loop over these is no loop.
bool hasOneCoordinate(const Format &format, unsigned level);

/// What a level is to a loop: one with positions below a batch level has begins
/// and ends, as far as a loop can see, and no array that leads from the
/// positions of one parent to those of the next.
LevelType getTypeInLoops(const Format &format, unsigned level);

/// The index variable of the loop over a level of an access; null where it
/// stands in no such loop. Of an element with these indices: where no level
/// has a variable of its own.
mlir::Value variableOf(AccessOp access, const Format &format, unsigned level);
mlir::Value variableOf(mlir::ValueRange indices, const Format &format,
                       unsigned level);

/// The levels of a place that have loops. None: of a buffer, of a workspace
/// that is no list, of what is only written.
struct PlaceLevels {
  /// Without slots: the level below them has so many positions a parent. Of a
  /// row of blocks, without the levels outside (BlockRow.h).
  Format format;
  llvm::SmallVector<bool> unique;
  /// A row workspace, as its consumer sees it: one look tells whether it has a
  /// coordinate.
  bool isList = false;

  static PlaceLevels of(mlir::Value place);

  unsigned size() const { return format.levels.size(); }
  /// Every coordinate is stored, so that the level never restricts a loop.
  bool isFull(unsigned level) const { return format.levels[level].isFull(); }
};

/// A level with coordinates that lies along a loop.
struct Stream {
  AccessOp access; ///< The first of those of the same element.
  unsigned place;  ///< Of the element, as they stand in the text.
  unsigned level;
  LevelType type;
  bool isUnique; ///< No coordinate stands twice under one parent.
  bool isList;   ///< See PlaceLevels.

  /// Its coordinates are fields of records, no array of their own.
  bool isInRecords() const;
};

/// The streams along one loop, and where they lead.
struct LoopPlan {
  Domain domain;
  llvm::SmallVector<Stream> streams;
  /// Those whose coordinates are not visited, only looked up.
  IteratorSet lookedUp = 0;

  bool isLookedUp(unsigned number) const { return lookedUp >> number & 1; }
  IteratorSet getVisited() const { return domain.getIterators() & ~lookedUp; }
  /// The first stream whose coordinates are visited.
  unsigned getFirstVisited() const { return llvm::countr_zero(getVisited()); }
  /// The numbers of the streams, as their accesses stand in the text.
  llvm::SmallVector<unsigned> inTextOrder() const;
  /// A loop that merges may tell by the case it is in which streams go on.
  bool mayBranch() const;
  /// The loop visits neither every coordinate nor those of one stream.
  bool isMerge() const;
};

/// Accesses that have no element, each the first of those of its element.
using Absent = llvm::SmallPtrSet<mlir::Operation *, 4>;

/// Plans the loops of one kernel.
class LoopPlanner {
public:
  explicit LoopPlanner(KernelOp kernel);

  /// The first access of the same element.
  AccessOp sameAs(AccessOp access) const { return firstOf[placeOf(access)]; }
  /// The number of its element, in the order of the text.
  unsigned placeOf(AccessOp access) const { return elements.lookup(access); }
  const PlaceLevels &levelsOf(mlir::Value place) const {
    return places.find(place)->second;
  }

  /// What the loop visits where some accesses are absent, and what it looks up
  /// as it is marked. `isBound` names the index variables of the loops around
  /// that have a value: unless it is given, all of them. Fails after an error.
  mlir::FailureOr<LoopPlan>
  plan(ForallOp forall, const Absent &absent = {},
       llvm::function_ref<bool(mlir::Value)> isBound = {}) const;

private:
  mlir::FailureOr<LoopPlan>
  findStreams(ForallOp forall, const Absent &absent,
              llvm::function_ref<bool(mlir::Value)> isBound) const;
  /// The accesses that a loop's mark says to look up.
  llvm::ArrayRef<AccessOp> findLookedUp(ForallOp forall) const;

  KernelOp kernel;
  llvm::DenseMap<mlir::Operation *, unsigned> elements;
  llvm::SmallVector<AccessOp> firstOf; ///< by element
  llvm::DenseMap<mlir::Value, PlaceLevels> places;
  /// Found so far, by loop.
  mutable llvm::DenseMap<mlir::Operation *, llvm::SmallVector<AccessOp, 1>>
      lookedUp;
};

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_PLAN_H
