//===- levels.h - builders of the level types -------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Above each level its parent positions partition the sorted entries into
// segments. A level turns every segment into its part of pos and crd, and into
// the segments of its own positions: one small class a level type, none a
// format. Sizes and index maps are in the level and in the entries' columns.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_LEVELS_H
#define ENCKE_RUNTIME_STORAGE_LEVELS_H

#include "storage/columns.h"

#include <memory>

namespace encke::rt {

/// A partition of the entries, one segment a position.
class Segments {
public:
  /// All entries in one segment.
  static Segments whole(int64_t entries);
  /// Every entry in its own segment.
  static Segments single(int64_t entries);
  /// Segment p is starts[p] ... starts[p+1]-1.
  explicit Segments(Array<int64_t> starts)
      : starts(std::move(starts)), positions(this->starts.size() - 1) {}

  int64_t size() const { return positions; }
  bool isSingle() const { return starts.size() == 0; }
  /// Where segment p begins; p may be size().
  int64_t start(int64_t p) const { return isSingle() ? p : starts[p]; }
  /// The first segment that begins at this entry or behind it.
  int64_t firstFrom(int64_t entry) const;
  /// The same as an array; null for `single`.
  const int64_t *data() const { return starts.data(); }

private:
  Segments() = default;

  Array<int64_t> starts; ///< none for `single`
  int64_t positions = 0;
};

/// Builds one level. The entries are sorted by the columns of this level and
/// of those above it, and for a chain (CN or slots, with the S levels below
/// them) by all columns of the chain.
template <typename Index>
class LevelBuilder {
public:
  LevelBuilder(encke_tensor &tensor, int32_t number, Columns<Index> &columns)
      : tensor(tensor), columns(columns), level(tensor.levels[number]),
        number(number) {}
  virtual ~LevelBuilder() = default;

  /// Where the entries of each coordinate begin (Columns::starts) is enough for
  /// this level, as the first one.
  virtual bool takesStarts() const { return false; }

  /// Fills in the level under the positions whose entries are `parents`;
  /// returns the entries of its own positions.
  virtual Segments build(const Segments &parents) = 0;

protected:
  encke_tensor &tensor;
  Columns<Index> &columns;
  encke_level &level;
  int32_t number;
};

/// Throws unless `largest` fits the tensor's positions.
void checkPositions(const encke_tensor &tensor, int64_t largest);

/// The product; throws MemoryError where there is no room for so many.
int64_t timesSize(int64_t positions, int64_t size);

/// `count` integers of 4 or 8 bytes, which they fit: at(0), at(1), ...
template <typename At>
void *makeIntegers(int32_t bytes, int64_t count, At at) {
  if (bytes == 4)
    return makeColumn<int32_t>(count, at).release();
  return makeColumn<int64_t>(count, at).release();
}

/// Position p of the parents begins at position start(p) of the level, which
/// has `positions` of them.
template <typename Start>
void setPositions(const encke_tensor &tensor, encke_level &level,
                  int64_t parents, int64_t positions, Start start) {
  checkPositions(tensor, positions);
  level.pos_count = parents + 1;
  level.pos = makeIntegers(tensor.pos_bytes, parents + 1, start);
}

/// The builder of the type of level `number`.
template <typename Index>
std::unique_ptr<LevelBuilder<Index>>
makeBuilder(encke_tensor &tensor, int32_t number, Columns<Index> &columns);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_LEVELS_H
