//===- Format.cpp - level types and named formats -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Format.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace encke;

llvm::StringRef encke::toString(ElementType type) {
  switch (type) {
  case ElementType::Double:
    return "double";
  case ElementType::Float:
    return "float";
  case ElementType::Int64:
    return "int";
  case ElementType::Int32:
    return "int32";
  case ElementType::Bool:
    return "bool";
  case ElementType::Complex:
    return "complex";
  }
  return "";
}

llvm::StringRef encke::toString(LevelType type) {
  switch (type) {
  case LevelType::Dense:
    return "D";
  case LevelType::CompressedUnique:
    return "CU";
  case LevelType::CompressedNonunique:
    return "CN";
  case LevelType::Singleton:
    return "S";
  }
  return "";
}

std::optional<LevelType> encke::parseLevelType(llvm::StringRef spelling) {
  for (LevelType type : {LevelType::Dense, LevelType::CompressedUnique,
                         LevelType::CompressedNonunique, LevelType::Singleton})
    if (toString(type) == spelling)
      return type;
  return std::nullopt;
}

bool encke::hasPositions(LevelType type) {
  return type == LevelType::CompressedUnique ||
         type == LevelType::CompressedNonunique;
}

bool encke::hasCoordinates(LevelType type) { return type != LevelType::Dense; }

/// A format whose level l stores mode l.
static Format inModeOrder(llvm::ArrayRef<LevelType> levels) {
  Format format;
  format.levels.assign(levels.begin(), levels.end());
  for (unsigned mode = 0; mode < levels.size(); ++mode)
    format.levelToMode.push_back(mode);
  return format;
}

/// A matrix format with the columns outermost.
static Format byColumns(LevelType outer, LevelType inner) {
  Format format;
  format.levels = {outer, inner};
  format.levelToMode = {1, 0};
  return format;
}

/// A matrix as a matrix of blocks of r x c elements: the types of the two
/// levels of blocks, then of the two inside of a block.
static std::optional<Format> blocked(llvm::ArrayRef<LevelType> levels,
                                     llvm::ArrayRef<int64_t> block) {
  if (block.size() != 2 || block[0] < 1 || block[1] < 1)
    return std::nullopt;
  Format format;
  format.levels.assign(levels.begin(), levels.end());
  format.levelToMode = {0, 1, 0, 1};
  format.maps = {{LevelMap::Block, block[0]},
                 {LevelMap::Block, block[1]},
                 {LevelMap::Inside, block[0]},
                 {LevelMap::Inside, block[1]}};
  return format;
}

Format Format::dense(unsigned order) {
  return inModeOrder(llvm::SmallVector<LevelType>(order, LevelType::Dense));
}

/// The formats that are for matrices only.
static std::optional<Format> namedMatrix(llvm::StringRef name,
                                         llvm::ArrayRef<int64_t> arguments) {
  constexpr LevelType D = LevelType::Dense, C = LevelType::CompressedUnique,
                      N = LevelType::CompressedNonunique,
                      S = LevelType::Singleton;
  if (name == "BCSR")
    return blocked({D, C, D, D}, arguments);
  if (name == "CSB")
    return blocked({D, D, N, S}, arguments);
  if (!arguments.empty())
    return std::nullopt;
  if (name == "CSR")
    return inModeOrder({D, C});
  if (name == "CSC")
    return byColumns(D, C);
  if (name == "DCSR")
    return inModeOrder({C, C});
  if (name == "DCSC")
    return byColumns(C, C);
  if (name == "ELL")
    return Format{{D, D, S}, {0, 1, 1}, {{}, {LevelMap::Slot, 0}, {}}};
  if (name == "DIA")
    return Format{{C, D}, {1, 0}, {{LevelMap::Diagonal, 0}, {}}};
  return std::nullopt;
}

std::optional<Format> Format::named(llvm::StringRef name, unsigned order,
                                    llvm::ArrayRef<int64_t> arguments) {
  using L = LevelType;
  if (order == 2)
    if (std::optional<Format> matrix = namedMatrix(name, arguments))
      return matrix;
  if (!arguments.empty())
    return std::nullopt;
  if (name == "Dense")
    return dense(order);
  if (name == "CSF" && order >= 1)
    return inModeOrder(llvm::SmallVector<L>(order, L::CompressedUnique));
  llvm::SmallVector<L> levels(order, L::Singleton);
  if (name == "COO" && order >= 1) {
    levels.front() = L::CompressedNonunique;
    return inModeOrder(levels);
  }
  // The last mode is stored whole at the coordinates of the others that occur.
  if ((name == "ModeGeneric" || name == "MG") && order >= 2) {
    levels.front() = L::CompressedNonunique;
    levels.back() = L::Dense;
    return inModeOrder(levels);
  }
  return std::nullopt;
}

llvm::ArrayRef<llvm::StringLiteral> Format::getNames() {
  static constexpr llvm::StringLiteral names[] = {
      "Dense", "CSR", "CSC", "DCSR", "DCSC",
      "CSF",   "COO", "ELL", "DIA",  "ModeGeneric"};
  return names;
}

llvm::ArrayRef<llvm::StringLiteral> Format::getBlockedNames() {
  static constexpr llvm::StringLiteral names[] = {"BCSR", "CSB"};
  return names;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

unsigned Format::order() const {
  unsigned modes = 0;
  for (unsigned mode : levelToMode)
    modes = std::max(modes, mode + 1);
  return modes;
}

bool Format::isDense() const {
  return maps.empty() && llvm::all_of(levels, [](LevelType l) {
           return l == LevelType::Dense;
         });
}

std::optional<uint64_t> Format::getBlockWidth(unsigned mode) const {
  for (auto [stored, map] : llvm::zip(levelToMode, maps))
    if (stored == mode && map.kind == LevelMap::Block)
      return map.operand;
  return std::nullopt;
}

std::optional<std::pair<unsigned, unsigned>> Format::getDiagonalModes() const {
  for (auto [stored, map] : llvm::zip(levelToMode, maps))
    if (map.kind == LevelMap::Diagonal)
      return std::pair(static_cast<unsigned>(map.operand), stored);
  return std::nullopt;
}

bool Format::hasIdentityOrder() const {
  for (unsigned level = 0; level < levelToMode.size(); ++level)
    if (levelToMode[level] != level || map(level).kind != LevelMap::Whole)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Spellings
//===----------------------------------------------------------------------===//

/// The letters of the runtime's format texts, in the order of LevelType.
static constexpr llvm::StringLiteral LevelLetters = "DCNS";

static void printLevel(llvm::raw_ostream &os, unsigned mode, LevelMap map) {
  switch (map.kind) {
  case LevelMap::Whole:
    os << mode;
    return;
  case LevelMap::Block:
    os << mode << '/' << map.operand;
    return;
  case LevelMap::Inside:
    os << mode << '%' << map.operand;
    return;
  case LevelMap::Diagonal:
    os << mode << '-' << map.operand;
    return;
  case LevelMap::Slot:
    os << '#';
    return;
  }
}

std::string Format::levelText() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (unsigned level = 0; level < levels.size(); ++level) {
    os << (level ? " " : "")
       << LevelLetters[static_cast<size_t>(levels[level])];
    printLevel(os, levelToMode[level], map(level));
  }
  return text;
}

/// The part of a level's text behind its type.
static bool parseMap(llvm::StringRef text, unsigned &mode, LevelMap &map) {
  if (text == "#") {
    map.kind = LevelMap::Slot;
    mode = 0;
    return true;
  }
  if (text.consumeInteger(10, mode))
    return false;
  if (text.empty())
    return true;
  map.kind = text.front() == '/'   ? LevelMap::Block
             : text.front() == '%' ? LevelMap::Inside
                                   : LevelMap::Diagonal;
  bool known = llvm::StringRef("/%-").contains(text.front());
  return known && !text.drop_front().getAsInteger(10, map.operand) &&
         map.operand >= (map.kind == LevelMap::Diagonal ? 0 : 1);
}

std::optional<Format> Format::parse(llvm::StringRef text) {
  Format format;
  llvm::SmallVector<llvm::StringRef> words;
  text.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef word : words) {
    size_t type = LevelLetters.find(word.front());
    unsigned mode = 0;
    LevelMap map;
    if (type == llvm::StringRef::npos ||
        !parseMap(word.drop_front(), mode, map) || mode >= words.size())
      return std::nullopt;
    format.levels.push_back(static_cast<LevelType>(type));
    format.levelToMode.push_back(mode);
    format.maps.push_back(map);
  }
  for (unsigned level = words.size(); level-- != 0;)
    if (format.maps[level].kind == LevelMap::Slot) {
      if (level + 1 == words.size())
        return std::nullopt;
      format.levelToMode[level] = format.levelToMode[level + 1];
    }
  if (llvm::all_of(format.maps, [](LevelMap map) { return map == LevelMap(); }))
    format.maps.clear();
  return format;
}

std::string Format::str() const {
  for (llvm::StringRef name : getNames())
    if (named(name, order()) == *this)
      return name.str();

  std::string text;
  llvm::raw_string_ostream os(text);
  if (maps.size() == 4)
    for (llvm::StringRef name : getBlockedNames()) {
      int64_t block[] = {maps[0].operand, maps[1].operand};
      if (named(name, order(), block) == *this) {
        os << name << '(' << block[0] << ", " << block[1] << ')';
        return text;
      }
    }
  if (!maps.empty())
    return '{' + levelText() + '}';
  os << '{';
  llvm::interleaveComma(levels, os, [&](LevelType l) { os << toString(l); });
  os << '}';
  if (!hasIdentityOrder()) {
    os << " in mode order (";
    llvm::interleaveComma(levelToMode, os);
    os << ')';
  }
  return text;
}
