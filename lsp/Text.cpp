//===- Text.cpp - a text and the places in it -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lsp/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace encke::server {

Lines::Lines(llvm::StringRef text) : text(text) {
  starts.push_back(0);
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n' ||
        (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')))
      starts.push_back(i + 1);
}

/// How many units of UTF-16 begin with the byte of UTF-8.
static unsigned unitsOf(char c) {
  auto byte = static_cast<unsigned char>(c);
  bool continues = (byte & 0xC0) == 0x80;
  return continues ? 0 : byte >= 0xF0 ? 2 : 1;
}

lsp::Position Lines::positionOf(size_t offset) const {
  offset = std::min(offset, text.size());
  size_t line = llvm::upper_bound(starts, offset) - starts.begin() - 1;
  unsigned units = 0;
  for (char c : text.slice(starts[line], offset))
    units += unitsOf(c);
  return {int(line), int(units)};
}

size_t Lines::offsetOf(lsp::Position position) const {
  if (position.line < 0)
    return 0;
  if (size_t(position.line) >= starts.size())
    return text.size();
  size_t offset = starts[position.line];
  int units = 0;
  while (offset < text.size() && text[offset] != '\n' && text[offset] != '\r') {
    int wide = int(unitsOf(text[offset]));
    if (units + wide > position.character)
      break;
    units += wide;
    ++offset;
  }
  // Not into the middle of a character.
  while (offset < text.size() && unitsOf(text[offset]) == 0)
    ++offset;
  return offset;
}

void change(std::string &text, const std::optional<lsp::Range> &range,
            llvm::StringRef replacement) {
  if (!range) {
    text = replacement.str();
    return;
  }
  Lines lines(text);
  size_t begin = lines.offsetOf(range->start), end = lines.offsetOf(range->end);
  end = std::max(begin, end);
  text.replace(begin, end - begin, replacement.data(), replacement.size());
}

size_t carryOver(size_t offset, llvm::StringRef from, llvm::StringRef to) {
  size_t shorter = std::min(from.size(), to.size());
  size_t before = 0, behind = 0;
  while (before < shorter && from[before] == to[before])
    ++before;
  while (behind < shorter - before &&
         from[from.size() - 1 - behind] == to[to.size() - 1 - behind])
    ++behind;
  if (offset <= before)
    return offset;
  if (offset >= from.size() - behind)
    return offset + to.size() - from.size();
  return before;
}

bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

std::pair<size_t, size_t> wordAt(llvm::StringRef text, size_t offset) {
  size_t begin = std::min(offset, text.size()), end = begin;
  while (begin > 0 && isWordCharacter(text[begin - 1]))
    --begin;
  while (end < text.size() && isWordCharacter(text[end]))
    ++end;
  return {begin, end};
}

} // namespace encke::server
