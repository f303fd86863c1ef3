//===- hybrid.cpp - formats and hybrids of them as text -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hybrid.h"
#include "parse.h"

#include <algorithm>
#include <cctype>

namespace encke::format {

static bool isSpace(char c) { return std::isspace(uint8_t(c)) != 0; }
static bool isWordChar(char c) { return std::isalnum(uint8_t(c)) || c == '_'; }

static std::string_view trim(std::string_view text) {
  while (!text.empty() && isSpace(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back()))
    text.remove_suffix(1);
  return text;
}

/// A word begins at this place.
static bool isWordAt(std::string_view text, size_t at, std::string_view word) {
  size_t end = at + word.size();
  return text.substr(at, word.size()) == word &&
         (at == 0 || !isWordChar(text[at - 1])) &&
         (end >= text.size() || !isWordChar(text[end]));
}

/// The places outside of comments and of all parentheses at which `isEnd`.
template <typename IsEnd>
static std::vector<size_t> findOutside(std::string_view text, IsEnd isEnd) {
  std::vector<size_t> places;
  unsigned open = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '#')
      at = std::min(text.find('\n', at), text.size() - 1);
    else if (std::string_view("([{").find(text[at]) != std::string_view::npos)
      ++open;
    else if (std::string_view(")]}").find(text[at]) != std::string_view::npos)
      open -= open != 0;
    else if (open == 0 && isEnd(at))
      places.push_back(at);
  }
  return places;
}

/// What stands in the outermost parentheses of a hybrid.
static std::string_view insideOf(std::string_view text) {
  size_t begin = text.find('('), end = text.rfind(')');
  if (end == std::string_view::npos)
    end = text.size();
  return text.substr(begin + 1, end - begin - 1);
}

bool isHybrid(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.front() == '{')
    text = trim(text.substr(1));
  return isWordAt(text, 0, "hybrid") &&
         text.find('(') != std::string_view::npos;
}

std::vector<HybridText> splitHybrid(std::string_view text) {
  text = insideOf(text);
  std::vector<HybridText> parts;
  std::vector<size_t> ends =
      findOutside(text, [&](size_t at) { return text[at] == ','; });
  ends.push_back(text.size());
  size_t begin = 0;
  for (size_t end : ends) {
    std::string_view part = text.substr(begin, end - begin);
    std::vector<size_t> words = findOutside(
        part, [&](size_t at) { return isWordAt(part, at, "where"); });
    HybridText &split = parts.emplace_back();
    split.format = trim(part.substr(0, words.empty() ? part.npos : words[0]));
    if (!words.empty())
      split.condition = trim(part.substr(words[0] + 5));
    begin = end + 1;
  }
  parts.back().isLast = true;
  return parts;
}

std::optional<Problem> HybridText::findProblem() const {
  if (isLast == condition.empty())
    return std::nullopt;
  return Problem{isLast ? "the last format of a hybrid takes what is left, and "
                          "has no condition"
                        : "only the last format of a hybrid has no condition",
                 "", 0};
}

std::vector<std::string> usualModes(unsigned order) {
  std::vector<std::string> names;
  constexpr std::string_view letters = "ijklmn";
  for (unsigned mode = 0; mode != order; ++mode)
    names.push_back(mode < letters.size() ? std::string(1, letters[mode])
                                          : "d" + std::to_string(mode));
  return names;
}

bool WrittenFormats::takeDeclarations(std::string_view &text,
                                      Problem &problem) {
  for (text = trim(text); isWordAt(text, 0, "format"); text = trim(text)) {
    size_t end = std::min(text.find(';'), text.size());
    std::optional<Declaration> found =
        parseDeclaration(text.substr(0, end), problem);
    if (!found)
      return false;
    declared.push_back(std::move(*found));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

std::optional<std::vector<Part>>
WrittenFormats::parse(std::string_view text, unsigned order, Problem &problem) {
  std::vector<Part> parts;
  if (!takeDeclarations(text, problem))
    return std::nullopt;
  std::vector<HybridText> texts;
  if (isHybrid(text))
    texts = splitHybrid(text);
  else if (!text.empty())
    texts = {{text, "", true}};
  for (const HybridText &part : texts) {
    if (std::optional<Problem> wrong = part.findProblem()) {
      problem = std::move(*wrong);
      return std::nullopt;
    }
    auto levels = parseFormat(part.format, order, problem, declared);
    std::optional<Condition> condition;
    if (levels && !part.isLast)
      condition = parseCondition(part.condition, usualModes(order), problem);
    if (!levels || (!part.isLast && !condition))
      return std::nullopt;
    parts.push_back(
        {std::string(part.format), std::move(*levels), std::move(condition)});
  }
  return parts;
}

} // namespace encke::format
