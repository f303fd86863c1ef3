//===- format_text.cpp - formats as the ABI spells them -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/format_text.h"
#include "core/error.h"
#include "storage/level_map.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string>
#include <string_view>

namespace encke::rt {

// By encke_type and by encke_level_type.
static const char *const typeNames[] = {"f64", "f32",  "i64",
                                        "i32", "bool", "c128"};
static constexpr std::string_view levelLetters = "DCNS";

static int32_t parseType(const std::string &word) {
  const auto *found =
      std::find(std::begin(typeNames), std::end(typeNames), word);
  if (found == std::end(typeNames))
    throw Error("'" + word + "' is no element type");
  return int32_t(found - typeNames);
}

/// Takes a number off the front of `text`.
static bool takeNumber(std::string_view &text, int64_t &number) {
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0)
    return false;
  text.remove_prefix(size_t(end - text.data()));
  return true;
}

/// The part of a level's word behind its type: "0", "0/2", "0%2", "1-0", "#".
static bool parseMap(std::string_view text, size_t levels, encke_level &level) {
  if (text == "#") {
    level.map = ENCKE_SLOT;
    level.mode = -1;
    return level.type == ENCKE_DENSE;
  }
  int64_t mode = 0, operand = 0;
  if (!takeNumber(text, mode) || mode >= int64_t(levels))
    return false;
  level.mode = int32_t(mode);
  if (text.empty())
    return true;
  char op = text.front();
  text.remove_prefix(1);
  if (!takeNumber(text, operand) || !text.empty())
    return false;
  if (op == '-') {
    level.map = ENCKE_DIAGONAL;
    level.other = int32_t(operand);
    return operand < int64_t(levels) && operand != mode;
  }
  level.map = op == '/' ? ENCKE_BLOCK : ENCKE_INSIDE;
  level.block = operand;
  return (op == '/' || op == '%') && operand > 0;
}

static encke_level parseLevel(const std::string &word, size_t levels) {
  encke_level level = {};
  size_t letter = levelLetters.find(word[0]);
  bool isKnown = letter != std::string_view::npos;
  if (isKnown)
    level.type = int32_t(letter);
  if (!isKnown || !parseMap(std::string_view(word).substr(1), levels, level))
    throw Error("'" + word + "' is no level of a tensor with " +
                std::to_string(levels) + " levels");
  return level;
}

//===----------------------------------------------------------------------===//
// Levels that fit each other
//===----------------------------------------------------------------------===//

/// S stands only below CN, below another S, or alone below slots, which need
/// it.
static void checkSingletons(const std::vector<encke_level> &levels) {
  enum { None, Slots, Chain } above = None;
  for (const encke_level &level : levels) {
    bool single = level.type == ENCKE_SINGLETON;
    if (single && above == None)
      throw Error("an S level may follow only CN or S");
    if (!single && above == Slots)
      break;
    if (isSlot(level))
      above = Slots;
    else if (level.type == ENCKE_COMPRESSED_NONUNIQUE ||
             (single && above == Chain))
      above = Chain;
    else
      above = None;
  }
  if (above == Slots)
    throw Error("slots are followed by one S level");
}

/// Every mode can be told from the levels, and no level is in excess.
static void checkModes(const FormatText &format) {
  struct Stored {
    int64_t whole = 0, block = 0, inside = 0;
  };
  std::vector<Stored> modes(size_t(format.order));
  for (const encke_level &level : format.levels) {
    if (isSlot(level))
      continue;
    Stored &mode = modes[size_t(level.mode)];
    int64_t &part = level.map == ENCKE_BLOCK    ? mode.block
                    : level.map == ENCKE_INSIDE ? mode.inside
                                                : mode.whole;
    if (part)
      throw Error("two levels store mode " + std::to_string(level.mode));
    part = level.block ? level.block : 1;
  }
  for (size_t m = 0; m != modes.size(); ++m)
    if (modes[m].block != modes[m].inside ||
        (modes[m].whole != 0) == (modes[m].block != 0))
      throw Error("the levels do not store mode " + std::to_string(m) +
                  " exactly once");
  // A diagonal is told from the other mode, which must stand for itself.
  for (const encke_level &level : format.levels)
    if (level.map == ENCKE_DIAGONAL)
      for (const encke_level &other : format.levels)
        if (other.mode == level.other && other.map == ENCKE_DIAGONAL)
          throw Error("a diagonal between modes that are diagonals");
}

FormatText parseFormat(const char *text) {
  std::istringstream stream(text);
  FormatText format;
  std::string type;
  if (!(stream >> type >> format.posBytes >> format.crdBytes))
    throw Error("'" + std::string(text) + "' is no format");
  format.type = parseType(type);
  for (int32_t bytes : {format.posBytes, format.crdBytes})
    if (bytes != 4 && bytes != 8)
      throw Error("positions and coordinates have 4 or 8 bytes, not " +
                  std::to_string(bytes));
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  format.order = 0;
  for (const std::string &word : words) {
    format.levels.push_back(parseLevel(word, words.size()));
    format.order = std::max(format.order, format.levels.back().mode + 1);
  }
  checkSingletons(format.levels);
  checkModes(format);
  return format;
}

std::string mapText(const encke_level &level) {
  std::string mode = std::to_string(level.mode);
  switch (level.map) {
  case ENCKE_WHOLE:
    return mode;
  case ENCKE_BLOCK:
    return mode + "/" + std::to_string(level.block);
  case ENCKE_INSIDE:
    return mode + "%" + std::to_string(level.block);
  case ENCKE_DIAGONAL:
    return mode + "-" + std::to_string(level.other);
  case ENCKE_SLOT:
    return "#";
  default:
    return "?";
  }
}

std::string formatText(const encke_tensor &tensor) {
  auto isIn = [](int32_t value, size_t size) {
    return value >= 0 && size_t(value) < size;
  };
  std::string text =
      isIn(tensor.type, std::size(typeNames)) ? typeNames[tensor.type] : "?";
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    char letter = '?';
    if (isIn(level.type, levelLetters.size()))
      letter = levelLetters[size_t(level.type)];
    text += std::string(" ") + letter + mapText(level);
  }
  return text;
}

} // namespace encke::rt
