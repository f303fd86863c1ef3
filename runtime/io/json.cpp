//===- json.cpp - texts in JSON -------------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/json.h"

#include <charconv>

namespace encke::rt {

const Json *Json::find(std::string_view key) const {
  for (size_t n = 0; n != keys.size(); ++n)
    if (keys[n] == key)
      return &items[n];
  return nullptr;
}

std::optional<int64_t> Json::integer() const {
  int64_t value = 0;
  const char *end = text.data() + text.size();
  auto [at, code] = std::from_chars(text.data(), end, value);
  if (kind != Number || at != end || code != std::errc())
    return std::nullopt;
  return value;
}

namespace {

class Parser {
public:
  explicit Parser(std::string_view text) : rest(text) {}
  bool value(Json &json, int depth);
  bool atEnd() {
    skipBlanks();
    return rest.empty();
  }

private:
  void skipBlanks() {
    rest.remove_prefix(
        std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  }
  bool take(char c) {
    skipBlanks();
    if (rest.empty() || rest.front() != c)
      return false;
    rest.remove_prefix(1);
    return true;
  }
  bool items(Json &json, char close, int depth);
  bool string(std::string &text);
  bool escape(std::string &text);
  bool word(Json &json);

  std::string_view rest;
};

} // namespace

/// The letter of a code in four hexadecimal digits, in UTF-8. Halves of a pair
/// stay what they are: no name that is looked for has any.
static void addLetter(std::string &text, unsigned code) {
  if (code < 0x80) {
    text += char(code);
  } else if (code < 0x800) {
    text += char(0xc0 | code >> 6);
    text += char(0x80 | (code & 0x3f));
  } else {
    text += char(0xe0 | code >> 12);
    text += char(0x80 | (code >> 6 & 0x3f));
    text += char(0x80 | (code & 0x3f));
  }
}

/// What follows a backslash.
bool Parser::escape(std::string &text) {
  static constexpr std::string_view names = "\"\\/bfnrt",
                                    letters = "\"\\/\b\f\n\r\t";
  if (rest.empty())
    return false;
  char c = rest.front();
  rest.remove_prefix(1);
  if (size_t n = names.find(c); n != std::string_view::npos) {
    text += letters[n];
    return true;
  }
  constexpr size_t digits = 4;
  unsigned code = 0;
  if (c != 'u' || rest.size() < digits)
    return false;
  std::string hex(rest.substr(0, digits));
  const char *end = hex.data() + digits;
  if (std::from_chars(hex.data(), end, code, 16).ptr != end)
    return false;
  addLetter(text, code);
  rest.remove_prefix(digits);
  return true;
}

bool Parser::string(std::string &text) {
  if (!take('"'))
    return false;
  while (!rest.empty()) {
    char c = rest.front();
    rest.remove_prefix(1);
    if (c == '"')
      return true;
    if (c != '\\')
      text += c;
    else if (!escape(text))
      return false;
  }
  return false;
}

/// A number, true, false or null.
bool Parser::word(Json &json) {
  size_t length = std::min(rest.find_first_of(",]} \t\r\n"), rest.size());
  json.text = rest.substr(0, length);
  rest.remove_prefix(length);
  if (json.text == "null")
    return true;
  if (json.text == "true" || json.text == "false") {
    json.kind = Json::Bool;
    return true;
  }
  json.kind = Json::Number;
  double number = 0;
  const char *end = json.text.data() + json.text.size();
  return std::from_chars(json.text.data(), end, number).ptr == end &&
         !json.text.empty();
}

bool Parser::items(Json &json, char close, int depth) {
  if (take(close))
    return true;
  do {
    if (json.kind == Json::Object) {
      json.keys.emplace_back();
      if (!string(json.keys.back()) || !take(':'))
        return false;
    }
    json.items.emplace_back();
    if (!value(json.items.back(), depth + 1))
      return false;
  } while (take(','));
  return take(close);
}

bool Parser::value(Json &json, int depth) {
  constexpr int deepest = 64;
  skipBlanks();
  if (rest.empty() || depth == deepest)
    return false;
  if (rest.front() == '"') {
    json.kind = Json::String;
    return string(json.text);
  }
  if (take('{')) {
    json.kind = Json::Object;
    return items(json, '}', depth);
  }
  if (take('[')) {
    json.kind = Json::List;
    return items(json, ']', depth);
  }
  return word(json);
}

std::optional<Json> parseJson(std::string_view text) {
  Parser parser(text);
  Json json;
  if (!parser.value(json, 0) || !parser.atEnd())
    return std::nullopt;
  return json;
}

} // namespace encke::rt
