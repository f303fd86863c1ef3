//===- layouts.cpp - how the arrays of levels lie in memory ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "levels.h"

#include <algorithm>

namespace encke::format {

std::optional<Problem> setLayout(std::vector<Level> &levels,
                                 const Layout &layout) {
  auto set = [&](unsigned l, int32_t bit) {
    LevelType &type = levels[l].type;
    type = type.withLayout(type.getLayout() | bit);
  };
  if (layout.kind == Layout::Partition) {
    set(layout.first, ENCKE_APART);
    return std::nullopt;
  }
  auto isJoined = [&](unsigned l) {
    return l != levels.size() && levels[l].type.isJoined();
  };
  for (unsigned l = layout.first; l <= layout.last; ++l)
    if (isJoined(l) || (l == layout.first && l != 0 && isJoined(l - 1)))
      return Problem{"level " + std::to_string(l) + " is in two records", "",
                     layout.offset};
  for (unsigned l = layout.first; l != layout.last; ++l)
    set(l, ENCKE_JOINED);
  return std::nullopt;
}

std::vector<Layout> getLayouts(const std::vector<Level> &levels) {
  std::vector<Layout> layouts;
  auto count = unsigned(levels.size());
  for (unsigned l = 0; l != count; ++l) {
    if (levels[l].type.isApart())
      layouts.push_back({Layout::Partition, l, l});
    bool isFirst = l == 0 || !levels[l - 1].type.isJoined();
    if (!levels[l].type.isJoined() || !isFirst)
      continue;
    unsigned last = l;
    while (last != count && levels[last].type.isJoined())
      ++last;
    layouts.push_back({Layout::Pack, l, last});
  }
  return layouts;
}

std::string layoutsText(const std::vector<Level> &levels) {
  std::string text;
  for (const Layout &layout : getLayouts(levels)) {
    text += text.empty() ? "" : ", ";
    if (layout.kind == Layout::Partition) {
      text += "partition(" + std::to_string(layout.first) + ")";
      continue;
    }
    text += "pack(" + std::to_string(layout.first) + ", ";
    text +=
        layout.last == levels.size() ? "values" : std::to_string(layout.last);
    text += ")";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Layouts that suit the levels
//===----------------------------------------------------------------------===//

static std::string nameOf(unsigned l) { return "level " + std::to_string(l); }

/// The fields of a record have as many positions: all but the first are
/// singletons, or the values of the last level.
static std::optional<Problem> checkPack(const std::vector<Level> &levels,
                                        const Layout &pack) {
  for (unsigned l = pack.first; l <= pack.last; ++l) {
    if (l == levels.size())
      break; // the values
    const Level &level = levels[l];
    if (!level.type.hasCoordinates())
      return Problem{nameOf(l) + ", which is " + level.type.name() +
                         ", has no array that could be packed",
                     "levels that store coordinates have", level.offset};
    if (l != pack.first && !level.type.isSingle())
      return Problem{nameOf(l) + ", which is " + level.type.name() +
                         ", has other positions than " + nameOf(l - 1),
                     "a record has one of each: pack takes singleton levels "
                     "behind its first one, and the values of the last level",
                     level.offset};
    if (level.type.isRun())
      return Problem{"not supported yet: packing runs", "", level.offset};
  }
  return std::nullopt;
}

static std::optional<Problem> checkPartition(const std::vector<Level> &levels,
                                             unsigned l) {
  const Level &level = levels[l];
  if (!level.type.isDense() || level.type.isBatch())
    return Problem{nameOf(l) + ", which is " + level.type.name() +
                       ", has no parts of its own for each coordinate",
                   "partition takes a dense level", level.offset};
  if (level.map == MapKind::Slot)
    return Problem{nameOf(l) + " counts what its parents store",
                   "partition takes a dense level", level.offset};
  bool isAbove = false;
  for (unsigned k = l + 1; k != levels.size(); ++k) {
    const LevelType &type = levels[k].type;
    isAbove |= type.hasCoordinates();
    bool isOther = type.isApart() || type.withLayout(0).isIrregular();
    if (isOther)
      return Problem{"not supported yet: a level " + type.name() +
                         (type.isApart() ? " with a partition" : "") +
                         " below a partition",
                     "", levels[k].offset};
  }
  if (levels.front().type.isBatch())
    return Problem{"not supported yet: a partition below a batch level", "",
                   level.offset};
  if (!isAbove)
    return Problem{"no level below " + nameOf(l) + " has an array", "",
                   level.offset};
  return std::nullopt;
}

std::optional<Problem> checkLayouts(const std::vector<Level> &levels) {
  for (const Layout &layout : getLayouts(levels))
    if (auto problem = layout.kind == Layout::Pack
                           ? checkPack(levels, layout)
                           : checkPartition(levels, layout.first))
      return problem;
  return std::nullopt;
}

std::optional<Record> findRecord(const std::vector<LevelType> &types,
                                 unsigned l, int64_t coordinateBytes,
                                 int64_t valueBytes) {
  Record record;
  record.first = l;
  while (record.first != 0 && types[record.first - 1].isJoined())
    --record.first;
  record.last = l;
  while (record.last != types.size() && types[record.last].isJoined())
    ++record.last;
  if (record.first == record.last)
    return std::nullopt;
  int64_t widest = coordinateBytes;
  auto roundUp = [](int64_t n, int64_t to) { return (n + to - 1) / to * to; };
  for (unsigned field = record.first; field <= record.last; ++field) {
    bool isValue = field == types.size();
    int64_t bytes = isValue ? valueBytes : coordinateBytes;
    widest = std::max(widest, bytes);
    record.offsets.push_back(roundUp(record.bytes, bytes));
    record.bytes = record.offsets.back() + bytes;
  }
  // A pointer to one field's type goes from record to record.
  record.bytes = roundUp(record.bytes, widest);
  return record;
}

} // namespace encke::format
