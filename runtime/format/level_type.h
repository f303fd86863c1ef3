//===- level_type.h - how a level keeps its coordinates ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one list of the level types, for the compiler and the runtime. What a
// type is called and how it stores is a row of the table below; all others ask
// a type what it has, and do not name it.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_FORMAT_LEVEL_TYPE_H
#define ENCKE_RUNTIME_FORMAT_LEVEL_TYPE_H

#include "encke/tensor.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace encke::format {

/// What a level's expression is: encke_level_map. The kinds but the last one
/// have fast paths.
enum class MapKind {
  Whole = ENCKE_WHOLE,       ///< i
  Block = ENCKE_BLOCK,       ///< i / operand
  Inside = ENCKE_INSIDE,     ///< i % operand
  Diagonal = ENCKE_DIAGONAL, ///< i - j of mode `operand`, where the other
                             ///< levels tell j
  Slot = ENCKE_SLOT, ///< enumerate([g], e), dense: g is what the levels above
                     ///< tell, e what the S level below stores
  Expression = ENCKE_EXPRESSION,
};

/// Which positions of a level a position p of its parent has.
enum class Positions {
  Every,   ///< p * size + c for each coordinate c
  Between, ///< pos[p] ... pos[p + 1] - 1
  Pairs,   ///< pos[2 * p] ... pos[2 * p + 1] - 1
  Parent,  ///< p itself
  Several, ///< p * n ... p * n + n - 1
};

/// What is fixed about a level type.
struct LevelTraits {
  std::string_view name;     ///< in the declaration of a format
  std::string_view argument; ///< behind it, in parentheses
  std::string_view spelling; ///< in the list of a tensor's levels (L9), if any
  char letter;               ///< in the texts of formats
  Positions positions;
  bool hasCoordinates = true; ///< an array of them, one for each position
  bool isUnique = true;       ///< no coordinate stands twice under a parent
  bool hasNumbers =
      false; ///< takes n and m: n of each m coordinates are stored
  /// The arrays of the levels below are apart for each coordinate.
  bool isBatch = false;
  /// A position stands for all coordinates before its own, from that of the
  /// position before it on.
  bool isRun = false;
};

/// By encke_level_type.
extern const LevelTraits levelTraits[];
extern const size_t levelTypeCount;

/// One of these types, with its numbers.
class LevelType {
public:
  constexpr LevelType() = default;
  /// `value` is an encke_level_type.
  constexpr explicit LevelType(int32_t value, int32_t n = 0, int32_t m = 0,
                               int32_t layout = 0)
      : value(value), n(n), m(m), layout(layout) {}

  // What the compiler makes itself.
  static constexpr LevelType dense() { return LevelType(ENCKE_DENSE); }
  static constexpr LevelType compressed() {
    return LevelType(ENCKE_COMPRESSED);
  }
  static constexpr LevelType nonunique() {
    return LevelType(ENCKE_COMPRESSED_NONUNIQUE);
  }
  static constexpr LevelType singleton() { return LevelType(ENCKE_SINGLETON); }

  const LevelTraits &traits() const { return levelTraits[size_t(value)]; }

  /// Every coordinate has a position, and there are no arrays.
  bool isDense() const { return traits().positions == Positions::Every; }
  /// It has an array of positions, where the ones of each parent begin.
  bool hasPositions() const {
    return traits().positions == Positions::Between && !isRun() && !isJoined();
  }
  /// It has some array of positions.
  bool hasPositionArray() const {
    return traits().positions == Positions::Between ||
           traits().positions == Positions::Pairs;
  }
  /// It has an array of coordinates.
  bool hasCoordinates() const { return traits().hasCoordinates; }
  /// Positions are those of the parent, with one coordinate for each.
  bool isSingle() const { return traits().positions == Positions::Parent; }
  /// A coordinate may stand at several positions of a parent.
  bool mayRepeat() const { return !traits().isUnique; }
  /// Sorted coordinates of which no two are the same, where the positions of
  /// one parent follow those of another.
  bool isCompressed() const { return hasPositions() && !mayRepeat(); }
  /// Each parent has so many positions, also where fewer elements are stored;
  /// 0 where their number is not fixed.
  int32_t fixedCount() const {
    return traits().positions == Positions::Several ? n : 0;
  }
  bool isBatch() const { return traits().isBatch; }
  bool isRun() const { return traits().isRun; }
  /// Its coordinates and what stands beside them below are one record.
  bool isJoined() const { return (layout & ENCKE_JOINED) != 0; }
  /// What is below each of its coordinates stands together.
  bool isApart() const { return (layout & ENCKE_APART) != 0; }
  /// Every coordinate is at some position.
  bool isFull() const { return isDense() || isRun(); }
  /// Positions may belong to no parent, or stand for several elements.
  bool isIrregular() const {
    return traits().positions == Positions::Pairs || isBatch() || isRun() ||
           layout != 0;
  }
  /// A kernel can append to a result whose levels are such.
  bool isAppendable() const {
    return (isDense() || hasPositions() || isSingle()) && !isIrregular();
  }
  /// A position may be no element (L47), because parents have positions that
  /// they do not need.
  bool pads() const { return isDense() || fixedCount() != 0; }

  constexpr int32_t getValue() const { return value; }
  constexpr int32_t getN() const { return n; }
  constexpr int32_t getM() const { return m; }
  constexpr int32_t getLayout() const { return layout; }
  /// The same in another layout.
  constexpr LevelType withLayout(int32_t other) const {
    return LevelType(value, n, m, other);
  }

  /// "structured(2, 4)", as in a declaration.
  std::string name() const;
  /// "T(2,4)", as in a format's text.
  std::string text() const;
  /// "+" of a joined level, "|" of one that is apart, as they end its text.
  std::string layoutText() const;

  constexpr bool operator==(const LevelType &other) const {
    return value == other.value && n == other.n && m == other.m &&
           layout == other.layout;
  }
  constexpr bool operator!=(const LevelType &other) const {
    return !(*this == other);
  }

private:
  int32_t value = ENCKE_DENSE, n = 0, m = 0, layout = 0;
};

/// Of a level in memory; not its layout.
constexpr LevelType typeOf(const encke_level &level) {
  return LevelType(level.type, level.n, level.m);
}
inline bool isLevelType(int32_t value) {
  return value >= 0 && size_t(value) < levelTypeCount;
}

/// "dense, compressed, compressed(nonunique), singleton or ...", for messages.
std::string levelTypeNames();

} // namespace encke::format

#endif // ENCKE_RUNTIME_FORMAT_LEVEL_TYPE_H
