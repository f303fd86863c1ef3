//===- Format.h - how a tensor is stored, level by level --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_FORMAT_H
#define ENCKE_DIALECTS_FORMAT_H

#include "runtime/format/level_type.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>

namespace encke::format {
class Expression;
struct Level;
} // namespace encke::format

namespace encke {

/// The element types of rule L8. `Int64` is what a program calls `int`.
enum class ElementType {
  // In the order of encke_type.
  Double,
  Float,
  Int64,
  Int32,
  Bool,
  Complex,
  // What tensors are stored in; values are computed in a wider type (L50).
  Float16,
  BFloat16,
  Int8,
  Int16,
  Complex64,
  UInt8
};

/// The type in which values of the type are computed: a wider one for those of
/// L50, else the same.
ElementType computedIn(ElementType type);
/// How the runtime spells it: "f64", "i32", "c128", ...
llvm::StringRef getSuffix(ElementType type);
/// The type of L50 that a program spells so; none when there is none.
std::optional<ElementType> parseNarrowType(llvm::StringRef spelling);

/// The spelling of an element type in a program ("double", "int32", ...).
llvm::StringRef toString(ElementType type);

using format::LevelType;

/// The spelling of a level type in the list of a tensor's levels, rule L9 ("D",
/// "CU", "CN", "S"); empty for those that only declarations of formats have.
llvm::StringRef toString(LevelType type);
/// The level type that a program spells so; none when there is none.
std::optional<LevelType> parseLevelType(llvm::StringRef spelling);

/// The index map of a level: what its coordinates are, i being the coordinate
/// of the mode that it stores; of a diagonal and of an expression, less the
/// least value.
struct LevelMap {
  using Kind = format::MapKind;
  static constexpr Kind Whole = Kind::Whole, Block = Kind::Block,
                        Inside = Kind::Inside, Diagonal = Kind::Diagonal,
                        Slot = Kind::Slot, General = Kind::Expression;
  Kind kind = Whole;
  int64_t operand = 0;
  std::shared_ptr<const format::Expression> expression = nullptr;

  /// The coordinates of the mode as they are.
  bool isWhole() const { return kind == Whole; }
  /// They follow from those of one mode: as they are, blocks, or places in
  /// blocks.
  bool isOfOneMode() const {
    return kind == Whole || kind == Block || kind == Inside;
  }
  /// How many there are, where the map says so by itself: inside of blocks.
  std::optional<int64_t> getSize() const {
    return kind == Inside ? std::optional(operand) : std::nullopt;
  }
  /// How many neighbours in the mode are one coordinate: the width of blocks,
  /// else 1.
  int64_t getWidth() const { return kind == Block ? operand : 1; }
  /// The modes that it takes, of which `own` is the level's.
  llvm::SmallVector<unsigned> getModes(unsigned own) const;
  /// An expression that does not follow from the modes alone: it counts.
  bool asksWhatIsStored() const;

  bool operator==(const LevelMap &other) const;
};

/// How a tensor is stored: its level types, outermost first, and the mode
/// (dimension) that each level stores. Every stage that asks "is this sparse,
/// what is the storage order" asks this class, never a format's name.
struct Format {
  /// One level type per level, outermost level first.
  llvm::SmallVector<LevelType> levels;
  /// `levelToMode[l]` is the mode that level `l` stores; of a slot level, the
  /// mode of the S level below it; of a general expression, the least mode.
  llvm::SmallVector<unsigned> levelToMode;
  /// The index map of each level; empty where every level is Whole, so that
  /// there is one level for each mode.
  llvm::SmallVector<LevelMap> maps;
  /// The value of all elements, so that none is kept (L50); mostly none.
  std::optional<double> value = std::nullopt;

  /// All levels dense, modes in order.
  static Format dense(unsigned order);

  /// The format of levels that are classified.
  static Format of(llvm::ArrayRef<format::Level> levels);

  /// A name of rule L10, for tensors of which orders it is, and how many
  /// numbers it takes.
  struct Name {
    llvm::StringRef name;
    unsigned minOrder, maxOrder, arguments;
  };
  static constexpr unsigned anyOrder = ~0u;
  /// All names, in the order of the documentation. Those for tensors of every
  /// order are built in; the others are declarations
  /// (runtime/format/declaration.cpp).
  static llvm::ArrayRef<Name> getNames();
  /// The format of a name ("CSR", "BCSR", ...) with its numbers for a tensor of
  /// the given order; none when the name is unknown or makes no sense for it.
  static std::optional<Format> named(llvm::StringRef name, unsigned order,
                                     llvm::ArrayRef<int64_t> arguments = {});

  /// The format of a text as `levelText` makes it; none when it is wrong.
  static std::optional<Format> parse(llvm::StringRef text);
  /// The levels as the runtime spells them: "D0 C1", "D0/2 C1/3 D0%2 D1%3",
  /// "D0 C1 =1" with one value for all elements.
  std::string levelText() const;

  /// A singleton level has positions where nothing is stored, since levels
  /// above it that are dense have.
  bool mayLack(unsigned level) const;
  /// A position may be no element: zeros of a dense level below a compressed
  /// one, and of a singleton level below a dense one, are padding (L47), which
  /// a sum does not notice. A zero that is stored there is noted apart, by the
  /// runtime alone.
  bool hasPadding() const;

  /// The coordinates of a level, or the values for the number of the levels,
  /// are fields of records.
  bool isInRecord(unsigned level) const;
  /// Some are.
  bool hasRecords() const;
  /// What the level stores stands in parts, one for each coordinate of a level
  /// above.
  bool isInParts(unsigned level) const;
  /// Such parts are below other levels: their positions do not follow each
  /// other in the order of the levels.
  bool hasInnerParts() const;

  /// The number of modes.
  unsigned order() const;
  LevelMap map(unsigned level) const {
    return maps.empty() ? LevelMap() : maps[level];
  }
  /// True when every level is dense (in whatever mode order), so that a tensor
  /// stores all its elements and nothing else.
  bool isDense() const;
  /// Every level is dense, in the order of the modes: the code takes such a
  /// tensor as a buffer.
  bool isBuffer() const { return isDense() && hasIdentityOrder(); }
  /// True when there is one level for each mode, which stores it as it is; a
  /// kernel can append elements to such levels, in their order.
  bool storesWholeModes() const;
  /// The width of the blocks in which a mode is stored; none where it is stored
  /// whole.
  std::optional<uint64_t> getBlockWidth(unsigned mode) const;
  /// The modes of the rows and the columns whose diagonals are stored; none
  /// where no level stores diagonals.
  std::optional<std::pair<unsigned, unsigned>> getDiagonalModes() const;
  /// True when level `l` is a dense one that counts what is stored (ELL).
  bool isSlot(unsigned level) const {
    return map(level).kind == LevelMap::Slot;
  }
  /// True when level `l` stores mode `l` throughout, as it is.
  bool hasIdentityOrder() const;
  /// For people: "CSR" where a name fits, else "{D, CU}" and the mode order
  /// when it is not the identity.
  std::string str() const;

  bool operator==(const Format &other) const {
    return levels == other.levels && levelToMode == other.levelToMode &&
           maps == other.maps && value == other.value;
  }
};

} // namespace encke

#endif // ENCKE_DIALECTS_FORMAT_H
