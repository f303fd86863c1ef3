//===- levels.cpp - the levels of a format --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "levels.h"
#include "inverse.h"
#include "parse.h"

#include <algorithm>
#include <set>

namespace encke::format {

using Kind = Expression::Kind;

unsigned orderOf(const std::vector<Level> &levels) {
  unsigned order = 0;
  for (const Level &level : levels)
    order = std::max(order, level.coordinate.order());
  return order;
}

//===----------------------------------------------------------------------===//
// What a level's expression is
//===----------------------------------------------------------------------===//

/// What the direct levels tell, in formulas over levels; without those from
/// `skip` on, and without `but`.
static Known tell(const std::vector<Level> &levels, size_t skip,
                  size_t but = SIZE_MAX) {
  Known known;
  for (size_t l = 0; l != std::min(skip, levels.size()); ++l)
    if (l != but && levels[l].coordinate.isDirect())
      known.add(levels[l].coordinate, Expression::level(int64_t(l)));
  return known;
}

/// Level l is dense on `enumerate([g], e)`: the levels above tell g and no
/// more, and the S level below stores e.
static bool isSlot(const std::vector<Level> &levels, size_t l) {
  const Expression &query = levels[l].coordinate;
  if (!query.is(Kind::Enumerate) || !levels[l].type.isDense() ||
      l + 1 == levels.size() || !levels[l + 1].type.isSingle() ||
      levels[l + 1].coordinate != query.getOperands().back())
    return false;
  std::vector<Expression> groups(query.getOperands().begin(),
                                 query.getOperands().end() - 1);
  Known above = tell(levels, l), grouped;
  for (const Expression &group : groups) {
    if (!above.follows(group))
      return false;
    grouped.add(group, group);
  }
  for (size_t k = 0; k != l; ++k)
    if (!levels[k].coordinate.isDirect() ||
        !grouped.follows(levels[k].coordinate))
      return false;
  return true;
}

static MapKind classifyMap(const std::vector<Level> &levels, size_t l,
                           int64_t &mode, int64_t &operand) {
  const Expression &e = levels[l].coordinate;
  auto isMode = [](const Expression &x) { return x.is(Kind::Mode); };
  if (isMode(e)) {
    mode = e.getNumber();
    return MapKind::Whole;
  }
  if (isSlot(levels, l))
    return MapKind::Slot;
  if (e.getOperands().size() != 2 || e.isQuery() || !isMode(e.operand(0)))
    return MapKind::Expression;
  const Expression &right = e.operand(1);
  mode = e.operand(0).getNumber();
  bool isNumber = right.is(Kind::Integer);
  operand = right.getNumber();
  if (e.is(Kind::Divide) && isNumber)
    return MapKind::Block;
  if (e.is(Kind::Remainder) && isNumber)
    return MapKind::Inside;
  // The diagonal is what tells mode i, and j is told by levels of its own.
  bool isDiagonal = e.is(Kind::Subtract) && isMode(right);
  for (size_t k = 0; isDiagonal && k != levels.size(); ++k)
    isDiagonal = k == l || !levels[k].coordinate.mentions(Kind::Mode, mode) ||
                 !levels[k].coordinate.isDirect();
  return isDiagonal ? MapKind::Diagonal : MapKind::Expression;
}

//===----------------------------------------------------------------------===//
// Levels that fit each other
//===----------------------------------------------------------------------===//

std::optional<Problem> checkExpression(const Expression &e) {
  for (const Expression &operand : e.getOperands())
    if (auto problem = checkExpression(operand))
      return problem;
  bool divides = e.is(Kind::Divide) || e.is(Kind::Remainder);
  bool needsNumber = divides || e.is(Kind::Schedule);
  if (!needsNumber)
    return std::nullopt;
  const Expression &right = e.operand(1);
  if (right.is(Kind::Integer) && right.getNumber() > 0)
    return std::nullopt;
  std::string what = e.is(Kind::Schedule) ? "'schedule' needs"
                     : e.is(Kind::Divide) ? "'/' needs"
                                          : "'%' needs";
  return Problem{what + " a positive number on its right", "", right.offset};
}

/// A type that stores n of each m coordinates is for places inside of blocks
/// of m.
static std::optional<Problem> checkNumbers(const Level &level,
                                           const std::string &name) {
  if (!level.type.traits().hasNumbers)
    return std::nullopt;
  const Expression &e = level.coordinate;
  int32_t n = level.type.getN(), m = level.type.getM();
  std::string type = "'" + level.type.name() + "'", size = std::to_string(m);
  if (n < 1 || m < 1)
    return Problem{"'" + std::string(level.type.traits().name) +
                       "' takes positive numbers",
                   "", level.offset};
  if (!e.is(Kind::Remainder) || e.operand(1).getNumber() != m)
    return Problem{type + " is for places inside of blocks of " + size +
                       ", which " + name + " is not",
                   "for example j % " + size + " : " + level.type.name(),
                   level.offset};
  if (n > m)
    return Problem{type + " stores more than the " + size +
                       " places that a block has",
                   "", level.offset};
  return std::nullopt;
}

/// Batches are the outermost levels, above one whose arrays are apart; runs are
/// those of values.
static std::optional<Problem> checkPlace(const std::vector<Level> &levels,
                                         size_t l, const std::string &name) {
  const Level &level = levels[l];
  bool isInBatch = levels.front().type.isBatch();
  if (level.type.isBatch()) {
    if (l != 0 && !levels[l - 1].type.isBatch())
      return Problem{"the batch level " + name + " is below another level",
                     "batch levels are the outermost ones", level.offset};
    bool isAbove = std::any_of(
        levels.begin() + long(l), levels.end(),
        [](const Level &below) { return below.type.hasPositionArray(); });
    if (!isAbove)
      return Problem{"no level below the batch level " + name +
                         " has arrays, which would be apart",
                     "': dense' stores the same", level.offset};
  } else if (isInBatch && level.type.withLayout(0).isIrregular()) {
    return Problem{"not supported yet: a level " + level.type.name() +
                       " below a batch level",
                   "", level.offset};
  }
  if (level.type.isRun() && l + 1 != levels.size())
    return Problem{"the repeated level " + name + " is not the innermost one",
                   "it stores runs of values", level.offset};
  if (level.type.isRun() && !level.coordinate.isDirect())
    return Problem{"a repeated level stores no queries", "", level.offset};
  return std::nullopt;
}

/// Level l follows a chain (CN, S ...) directly.
static bool isInChain(const std::vector<Level> &levels, size_t l) {
  while (l != 0 && levels[l - 1].type.isSingle())
    --l;
  return l != 0 && levels[l - 1].type.mayRepeat();
}

std::optional<Problem> classify(std::vector<Level> &levels, unsigned order,
                                const std::vector<std::string> &modes) {
  Known above; // what the levels above tell, also through queries
  for (size_t l = 0; l != levels.size(); ++l) {
    Level &level = levels[l];
    std::string name = "'" + level.coordinate.str(modes) + "'";
    if (auto problem = checkExpression(level.coordinate))
      return problem;
    if (level.coordinate.order() == 0)
      return Problem{name + " is no coordinate: no mode is in it", "",
                     level.offset};
    if (auto problem = checkNumbers(level, name))
      return problem;
    if (auto problem = checkPlace(levels, l, name))
      return problem;
    bool isSingle = level.type.isSingle();
    bool isTold = above.follows(level.coordinate);
    if (isTold && !isSingle && level.coordinate.isDirect())
      return Problem{"the levels above " + name + " tell it already",
                     "leave the level out, or make it a singleton",
                     level.offset};
    if (isSingle && !isTold && !isInChain(levels, l))
      return Problem{"a position above the singleton level " + name +
                         " may have several coordinates",
                     "a singleton level follows compressed(nonunique), another "
                     "such singleton, or levels that tell its coordinate, such "
                     "as enumerate([i], j)",
                     level.offset};
    above.add(level.coordinate, Expression::level(int64_t(l)));
  }
  Known all = tell(levels, levels.size());
  for (unsigned mode = 0; mode != order; ++mode)
    if (Expression e = Expression::mode(mode); !all.find(e))
      return Problem{"the levels do not tell '" + e.str(modes) + "'", "", 0};
  for (size_t l = 0; l != levels.size(); ++l) {
    Level &level = levels[l];
    int64_t least = 0;
    while (!level.coordinate.mentions(Kind::Mode, least))
      ++least;
    level.mode = least;
    level.operand = 0;
    level.map = classifyMap(levels, l, level.mode, level.operand);
    if (level.map == MapKind::Expression) { // whatever was tried
      level.mode = least;
      level.operand = 0;
    }
  }
  return std::nullopt;
}

std::vector<Expression> invert(const std::vector<Level> &levels,
                               unsigned order) {
  Known known = tell(levels, levels.size());
  std::vector<Expression> result;
  for (unsigned mode = 0; mode != order; ++mode)
    result.push_back(
        known.find(Expression::mode(mode)).value_or(Expression::integer(0)));
  return result;
}

bool hasPadding(const std::vector<Level> &levels) {
  bool whole = true, below = false, padding = false;
  for (auto level = levels.rbegin(); level != levels.rend() && !below;
       ++level) {
    below = level->type.hasPositionArray() && !level->type.isRun();
    padding |= !below && (level->type.pads() || level->type.isRun());
  }
  for (const Level &level : levels)
    whole &= level.type.isDense() && level.map == MapKind::Whole;
  return padding && !whole;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string mapText(const Level &level) {
  std::string mode = std::to_string(level.mode);
  std::string operand = std::to_string(level.operand);
  switch (level.map) {
  case MapKind::Whole:
    return mode;
  case MapKind::Block:
    return mode + "/" + operand;
  case MapKind::Inside:
    return mode + "%" + operand;
  case MapKind::Diagonal:
    return mode + "-" + operand;
  case MapKind::Slot:
    return "#";
  case MapKind::Expression:
    return "(" + level.coordinate.text() + ")";
  }
  return "";
}

std::string levelsText(const std::vector<Level> &levels) {
  std::string text;
  for (const Level &level : levels) {
    if (!text.empty())
      text += ' ';
    text += level.type.text() + mapText(level) + level.type.layoutText();
  }
  return text;
}

/// Takes a number off the front of `text`.
static bool takeNumber(std::string_view &text, int64_t &number) {
  size_t digits = 0;
  number = 0;
  for (; digits != text.size() && text[digits] >= '0' && text[digits] <= '9';
       ++digits)
    if (__builtin_mul_overflow(number, 10, &number) ||
        __builtin_add_overflow(number, text[digits] - '0', &number))
      return false;
  text.remove_prefix(digits);
  return digits != 0;
}

/// Takes "D", "T(2,4)" off the front of `text`.
static std::optional<LevelType> takeType(std::string_view &text) {
  for (size_t t = 0; t != levelTypeCount; ++t) {
    if (text.front() != levelTraits[t].letter)
      continue;
    text.remove_prefix(1);
    if (!levelTraits[t].hasNumbers)
      return LevelType(int32_t(t));
    int64_t numbers[2];
    for (size_t k = 0; k != 2; ++k) {
      if (text.empty() || text.front() != (k == 0 ? '(' : ','))
        return std::nullopt;
      text.remove_prefix(1);
      if (!takeNumber(text, numbers[k]) || numbers[k] > INT32_MAX)
        return std::nullopt;
    }
    if (text.empty() || text.front() != ')')
      return std::nullopt;
    text.remove_prefix(1);
    return LevelType(int32_t(t), int32_t(numbers[0]), int32_t(numbers[1]));
  }
  return std::nullopt;
}

/// "0", "0/2", "0%2", "1-0", "(d0+d1)".
static std::optional<Expression> parseMap(std::string_view text) {
  if (!text.empty() && text.front() == '(')
    return parseExpression(text);
  int64_t mode = 0, operand = 0;
  if (!takeNumber(text, mode))
    return std::nullopt;
  Expression whole = Expression::mode(mode);
  if (text.empty())
    return whole;
  char op = text.front();
  text.remove_prefix(1);
  if (!takeNumber(text, operand) || !text.empty())
    return std::nullopt;
  if (op == '-' && operand != mode)
    return Expression::make(Kind::Subtract, {whole, Expression::mode(operand)});
  if ((op != '/' && op != '%') || operand < 1)
    return std::nullopt;
  return Expression::make(op == '/' ? Kind::Divide : Kind::Remainder,
                          {whole, Expression::integer(operand)});
}

std::optional<std::vector<Level>> parseLevels(std::string_view text,
                                              Problem &problem) {
  std::vector<Level> levels;
  std::vector<size_t> slots;
  size_t at = 0;
  while (at < text.size()) {
    size_t end = std::min(text.find(' ', at), text.size());
    std::string_view word = text.substr(at, end - at);
    at = end + 1;
    if (word.empty())
      continue;
    Level level;
    level.offset = size_t(word.data() - text.data());
    int32_t layout = 0;
    std::string_view rest = word;
    for (; rest.back() == '+' || rest.back() == '|'; rest.remove_suffix(1)) {
      layout |= rest.back() == '+' ? ENCKE_JOINED : ENCKE_APART;
      if (rest.size() == 1)
        break;
    }
    bool isSlot = rest == "D#";
    std::optional<Expression> map;
    std::optional<LevelType> type = takeType(rest);
    if (isSlot)
      slots.push_back(levels.size());
    else if (type)
      map = parseMap(rest);
    if (!isSlot && !map) {
      problem = {"'" + std::string(word) + "' is no level", "", level.offset};
      return std::nullopt;
    }
    level.type = (isSlot ? LevelType::dense() : *type).withLayout(layout);
    if (map)
      level.coordinate = *map;
    levels.push_back(level);
  }
  for (size_t slot : slots) {
    if (slot + 1 == levels.size() || !levels[slot + 1].type.isSingle()) {
      problem = {"slots are followed by an S level", "", levels[slot].offset};
      return std::nullopt;
    }
    std::vector<Expression> operands;
    for (size_t l = 0; l != slot; ++l)
      operands.push_back(levels[l].coordinate);
    operands.push_back(levels[slot + 1].coordinate);
    levels[slot].coordinate =
        Expression::make(Kind::Enumerate, std::move(operands));
  }
  // More modes than levels cannot be told; nor can a list of them be huge.
  unsigned order = orderOf(levels);
  if (order > levels.size()) {
    problem = {"the levels do not tell every mode", "", 0};
    return std::nullopt;
  }
  std::optional<Problem> wrong = classify(levels, order);
  if (!wrong)
    wrong = checkLayouts(levels);
  if (wrong) {
    problem = *wrong;
    return std::nullopt;
  }
  return levels;
}

} // namespace encke::format
