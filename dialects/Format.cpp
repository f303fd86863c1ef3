//===- Format.cpp - level types and named formats -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Format.h"

#include "runtime/format/declaration.h"
#include "runtime/format/explicit_value.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace encke;

namespace {
struct ElementTraits {
  llvm::StringLiteral spelling; ///< in programs
  llvm::StringLiteral suffix;   ///< in the runtime
  ElementType computed;
};
} // namespace

static const ElementTraits &traitsOf(ElementType type) {
  static constexpr ElementTraits traits[] = {
      {"double", "f64", ElementType::Double},
      {"float", "f32", ElementType::Float},
      {"int", "i64", ElementType::Int64},
      {"int32", "i32", ElementType::Int32},
      {"bool", "bool", ElementType::Bool},
      {"complex", "c128", ElementType::Complex},
      {"float16", "f16", ElementType::Float},
      {"bfloat16", "bf16", ElementType::Float},
      {"int8", "i8", ElementType::Int32},
      {"int16", "i16", ElementType::Int32},
      {"complex64", "c64", ElementType::Complex},
      {"uint8", "u8", ElementType::Int32}};
  return traits[size_t(type)];
}

llvm::StringRef encke::toString(ElementType type) {
  return traitsOf(type).spelling;
}

llvm::StringRef encke::getSuffix(ElementType type) {
  return traitsOf(type).suffix;
}

ElementType encke::computedIn(ElementType type) {
  return traitsOf(type).computed;
}

std::optional<ElementType> encke::parseNarrowType(llvm::StringRef spelling) {
  for (ElementType type :
       {ElementType::Float16, ElementType::BFloat16, ElementType::Int8,
        ElementType::Int16, ElementType::UInt8, ElementType::Complex64})
    if (toString(type) == spelling)
      return type;
  return std::nullopt;
}

llvm::StringRef encke::toString(LevelType type) {
  return type.traits().spelling;
}

std::optional<LevelType> encke::parseLevelType(llvm::StringRef spelling) {
  for (size_t type = 0; type != format::levelTypeCount; ++type)
    if (!spelling.empty() &&
        llvm::StringRef(format::levelTraits[type].spelling) == spelling)
      return LevelType(int32_t(type));
  return std::nullopt;
}

/// A format whose level l stores mode l.
static Format inModeOrder(llvm::ArrayRef<LevelType> levels) {
  Format format;
  format.levels.assign(levels.begin(), levels.end());
  for (unsigned mode = 0; mode < levels.size(); ++mode)
    format.levelToMode.push_back(mode);
  return format;
}

Format Format::dense(unsigned order) {
  return inModeOrder(llvm::SmallVector<LevelType>(order, LevelType::dense()));
}

Format Format::of(llvm::ArrayRef<format::Level> levels) {
  Format result;
  for (const format::Level &level : levels) {
    result.levels.push_back(level.type);
    result.levelToMode.push_back(unsigned(level.mode));
    LevelMap map{level.map, level.operand};
    if (map.kind == LevelMap::General)
      map.expression =
          std::make_shared<const format::Expression>(level.coordinate);
    result.maps.push_back(std::move(map));
  }
  for (unsigned level = levels.size(); level-- != 0;)
    if (result.maps[level].kind == LevelMap::Slot)
      result.levelToMode[level] = result.levelToMode[level + 1];
  if (llvm::all_of(result.maps, [](const LevelMap &map) {
        return map.kind == LevelMap::Whole;
      }))
    result.maps.clear();
  return result;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

llvm::ArrayRef<Format::Name> Format::getNames() {
  static const std::vector<Name> names = [] {
    std::vector<Name> all = {{"Dense", 0, anyOrder, 0}};
    for (llvm::StringRef name : format::namedFormats()) {
      const format::Declaration &found = *format::findNamed(name);
      all.push_back({name, found.order(), found.order(),
                     unsigned(found.parameters.size())});
    }
    all.insert(all.end(), {{"CSF", 1, anyOrder, 0},
                           {"COO", 1, anyOrder, 0},
                           {"ModeGeneric", 2, anyOrder, 0},
                           {"MG", 2, anyOrder, 0}});
    return all;
  }();
  return names;
}

std::optional<Format> Format::named(llvm::StringRef name, unsigned order,
                                    llvm::ArrayRef<int64_t> arguments) {
  auto levels =
      format::namedLevels(std::string_view(name), order, arguments.vec());
  return levels ? std::optional(of(*levels)) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool LevelMap::operator==(const LevelMap &other) const {
  if (kind != other.kind || operand != other.operand)
    return false;
  return kind != General || *expression == *other.expression;
}

llvm::SmallVector<unsigned> LevelMap::getModes(unsigned own) const {
  if (kind == Diagonal)
    return {own, unsigned(operand)};
  if (kind != General)
    return {own};
  llvm::SmallVector<unsigned> modes;
  for (unsigned mode = 0; mode < expression->order(); ++mode)
    if (expression->mentions(format::Expression::Kind::Mode, mode))
      modes.push_back(mode);
  return modes;
}

bool LevelMap::asksWhatIsStored() const {
  return kind == General && !expression->isDirect();
}

unsigned Format::order() const {
  unsigned modes = 0;
  for (unsigned mode : levelToMode)
    modes = std::max(modes, mode + 1);
  for (const LevelMap &map : maps)
    if (map.kind == LevelMap::General)
      modes = std::max(modes, map.expression->order());
  return modes;
}

bool Format::storesWholeModes() const {
  return maps.empty() &&
         llvm::all_of(levels, [](LevelType l) { return l.isAppendable(); });
}

bool Format::isDense() const {
  return maps.empty() &&
         llvm::all_of(levels, [](LevelType l) { return l.isDense(); });
}

bool Format::isInRecord(unsigned level) const {
  bool isFirst = level < levels.size() && levels[level].isJoined();
  return isFirst || (level != 0 && levels[level - 1].isJoined());
}

bool Format::hasRecords() const {
  return llvm::any_of(levels, [](LevelType type) { return type.isJoined(); });
}

bool Format::isInParts(unsigned level) const {
  return llvm::any_of(llvm::ArrayRef(levels).take_front(level),
                      [](LevelType above) { return above.isApart(); });
}

bool Format::hasInnerParts() const {
  return llvm::any_of(llvm::ArrayRef(levels).drop_front(),
                      [](LevelType type) { return type.isApart(); });
}

bool Format::mayLack(unsigned level) const {
  if (!levels[level].isSingle())
    return false;
  while (level > 0 && levels[level].isSingle())
    --level;
  return levels[level].isDense();
}

// As the runtime sees it (runtime/storage/level_map.cpp): below a level with
// positions there is a position only for what is stored.
bool Format::hasPadding() const {
  if (isDense())
    return false;
  for (unsigned level = levels.size(); level-- != 0;) {
    LevelType type = levels[level];
    if (type.pads() || type.isRun())
      return true;
    if (type.hasPositionArray())
      return false;
  }
  return false;
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

std::string Format::levelText() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (unsigned level = 0; level < levels.size(); ++level) {
    format::Level spelled;
    spelled.mode = levelToMode[level];
    spelled.map = map(level).kind;
    spelled.operand = map(level).operand;
    if (map(level).kind == LevelMap::General)
      spelled.coordinate = *map(level).expression;
    os << (level ? " " : "") << levels[level].text() << format::mapText(spelled)
       << levels[level].layoutText();
  }
  if (value)
    os << ' ' << format::explicitValueText(*value);
  return text;
}

std::optional<Format> Format::parse(llvm::StringRef text) {
  // Stages ask for the format of a type again and again.
  thread_local llvm::StringMap<std::optional<Format>> known;
  auto [found, isNew] = known.try_emplace(text);
  if (isNew) {
    format::Problem problem;
    std::string_view words = text;
    std::optional<double> value = format::takeExplicitValue(words);
    auto levels = format::parseLevels(words, problem);
    if (levels && !(value && format::checkExplicitValue(*levels))) {
      found->second = of(*levels);
      found->second->value = value;
    }
  }
  return found->second;
}

std::string Format::str() const {
  if (value) {
    Format other = *this;
    other.value.reset();
    std::string number = format::explicitValueText(*value).substr(1);
    return other.str() + " with the value " + number;
  }
  llvm::SmallVector<int64_t> sizes; // of blocks, the numbers of names
  for (const LevelMap &map : maps)
    if (map.kind == LevelMap::Block)
      sizes.push_back(map.operand);
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Name &name : getNames()) {
    if (name.arguments > sizes.size())
      continue;
    llvm::ArrayRef<int64_t> numbers = llvm::ArrayRef(sizes);
    numbers = numbers.take_front(name.arguments);
    std::optional<Format> known = named(name.name, order(), numbers);
    if (!known || !(*known == *this))
      continue;
    os << name.name;
    if (!numbers.empty()) {
      os << '(';
      llvm::interleaveComma(numbers, os);
      os << ')';
    }
    return text;
  }
  bool hasLayout = llvm::any_of(
      levels, [](LevelType type) { return type.getLayout() != 0; });
  if (!maps.empty() || hasLayout)
    return '{' + levelText() + '}';
  os << '{';
  llvm::interleaveComma(levels, os, [&](LevelType l) {
    os << (toString(l).empty() ? llvm::StringRef(l.name()) : toString(l));
  });
  os << '}';
  if (!hasIdentityOrder()) {
    os << " in mode order (";
    llvm::interleaveComma(levelToMode, os);
    os << ')';
  }
  return text;
}
