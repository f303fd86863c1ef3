//===- format_text.cpp - formats as the ABI spells them -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/format_text.h"
#include "core/error.h"
#include "format/explicit_value.h"
#include "format/levels.h"
#include "format/parse.h"
#include "storage/level_map.h"
#include "storage/tensor.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace encke::rt {

// By encke_type.
#define ENCKE_NAME(SUFFIX, TYPE) #SUFFIX,
static const char *const typeNames[] = {ENCKE_FOR_EACH_TYPE(ENCKE_NAME)};
#undef ENCKE_NAME

static int32_t parseType(const std::string &word) {
  const auto *found =
      std::find(std::begin(typeNames), std::end(typeNames), word);
  if (found == std::end(typeNames))
    throw Error("'" + word + "' is no element type");
  return int32_t(found - typeNames);
}

/// The text of an expression, which tensors point to: kept as long as the
/// program runs.
static const char *keepText(const std::string &text) {
  static std::mutex mutex;
  static std::set<std::string> texts;
  std::lock_guard<std::mutex> lock(mutex);
  return texts.insert(text).first->c_str();
}

static encke_level levelOf(const format::Level &level) {
  encke_level result = {};
  result.type = level.type.getValue();
  result.n = level.type.getN();
  result.m = level.type.getM();
  result.layout = level.type.getLayout();
  result.map = int32_t(level.map);
  result.mode = isSlot(result) ? -1 : int32_t(level.mode);
  if (level.map == format::MapKind::Diagonal)
    result.other = int32_t(level.operand);
  else
    result.block = level.operand;
  if (isExpression(result))
    result.expression = keepText(level.coordinate.text());
  return result;
}

/// A level as the library of formats spells it; what is not known is "?".
static format::Level spelled(const encke_level &level) {
  format::Level result;
  result.map = format::MapKind(level.map);
  result.mode = level.mode;
  result.operand = level.map == ENCKE_DIAGONAL ? level.other : level.block;
  if (isExpression(level) && level.expression)
    if (auto expression = format::parseExpression(level.expression))
      result.coordinate = *expression;
  return result;
}

static FormatText parse(const char *text) {
  std::istringstream stream(text);
  FormatText result;
  std::string type;
  if (!(stream >> type >> result.posBytes >> result.crdBytes))
    throw Error("'" + std::string(text) + "' is no format");
  result.type = parseType(type);
  for (int32_t bytes : {result.posBytes, result.crdBytes})
    if (bytes != 4 && bytes != 8)
      throw Error("positions and coordinates have 4 or 8 bytes, not " +
                  std::to_string(bytes));
  std::string levels;
  std::getline(stream, levels, '\0');
  format::Problem problem;
  std::string_view words = levels;
  result.explicitValue = format::takeExplicitValue(words);
  auto parsed = format::parseLevels(words, problem);
  if (!parsed)
    throw Error(problem.text);
  if (result.explicitValue)
    if (auto wrong = format::checkExplicitValue(*parsed))
      throw Error(wrong->text);
  result.order = int32_t(format::orderOf(*parsed));
  for (const format::Level &level : *parsed)
    result.levels.push_back(levelOf(level));
  return result;
}

const FormatText &parseFormat(const char *text) {
  constexpr size_t mostKept = 256;
  thread_local std::map<std::string, FormatText, std::less<>> known;
  auto found = known.find(std::string_view(text));
  if (found != known.end())
    return found->second;
  FormatText parsed = parse(text);
  if (known.size() == mostKept)
    known.clear();
  return known.emplace(text, std::move(parsed)).first->second;
}

std::string typeText(int32_t type) { return typeNames[type]; }

std::string mapText(const encke_level &level) {
  bool isKnown = level.map >= ENCKE_WHOLE && level.map <= ENCKE_EXPRESSION;
  return isKnown ? format::mapText(spelled(level)) : "?";
}

std::string levelText(const encke_level &level) {
  bool isKnown = format::isLevelType(level.type);
  if (!isKnown)
    return "?" + mapText(level);
  format::LevelType type = format::typeOf(level).withLayout(level.layout);
  return type.text() + mapText(level) + type.layoutText();
}

std::string formatText(const encke_tensor &tensor) {
  bool isKnown = tensor.type >= 0 && size_t(tensor.type) < std::size(typeNames);
  std::string text = isKnown ? typeNames[tensor.type] : "?";
  for (int32_t l = 0; l != tensor.level_count; ++l)
    text += " " + levelText(tensor.levels[l]);
  if (tensor.explicit_value && isKnown)
    withElement(tensor.type, [&](auto element) {
      using T = decltype(element);
      if constexpr (!isComplexNumber<T>)
        text += " " + format::explicitValueText(double(
                          *static_cast<const T *>(tensor.explicit_value)));
    });
  return text;
}

} // namespace encke::rt
