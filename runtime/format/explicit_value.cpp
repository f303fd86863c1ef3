//===- explicit_value.cpp - one value for all elements --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "explicit_value.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace encke::format {

std::optional<double> takeExplicitValue(std::string_view &text) {
  size_t at = text.rfind('=');
  if (at == std::string_view::npos || (at != 0 && text[at - 1] != ' '))
    return std::nullopt;
  std::string_view number = text.substr(at + 1);
  double value = 0;
  auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size())
    return std::nullopt;
  text = text.substr(0, at == 0 ? 0 : at - 1);
  return value;
}

std::string explicitValueText(double value) {
  char digits[32];
  char *end = std::to_chars(std::begin(digits), std::end(digits), value).ptr;
  return "=" + std::string(std::begin(digits), end);
}

std::optional<Problem> checkExplicitValue(const std::vector<Level> &levels) {
  bool isDense = std::all_of(levels.begin(), levels.end(), [](const Level &l) {
    return l.type.isDense() && l.map == MapKind::Whole;
  });
  if (isDense)
    return Problem{"a dense tensor keeps a value for each element", ""};
  bool hasRuns = std::any_of(levels.begin(), levels.end(),
                             [](const Level &l) { return l.type.isRun(); });
  if (hasPadding(levels) || hasRuns)
    return Problem{"this format keeps values, as they tell what is padding",
                   "a format without padding needs no values, such as CSR"};
  if (!levels.empty() && levels.back().type.isJoined())
    return Problem{"this format packs the values, of which there are none", ""};
  return std::nullopt;
}

} // namespace encke::format
