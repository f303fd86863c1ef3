//===- Text.h - a text and the places in it ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_LSP_TEXT_H
#define ENCKE_LSP_TEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LSP/Protocol.h"

#include <optional>
#include <vector>

namespace encke::server {

namespace lsp = llvm::lsp;

/// Where the lines of a text begin. The protocol counts lines from 0, and in a
/// line the units of UTF-16. Does not own the text.
class Lines {
public:
  explicit Lines(llvm::StringRef text);

  lsp::Position positionOf(size_t offset) const;
  /// What is beyond the end of a line is its end, and of the text the text's.
  size_t offsetOf(lsp::Position position) const;
  lsp::Range rangeOf(size_t begin, size_t end) const {
    return {positionOf(begin), positionOf(end)};
  }

private:
  llvm::StringRef text;
  std::vector<size_t> starts;
};

/// A change of a part, or of all where there is no range.
void change(std::string &text, const std::optional<lsp::Range> &range,
            llvm::StringRef replacement);

/// Where a place of a text is in another one that differs in one stretch: what
/// stands before and behind the stretch is where it was.
size_t carryOver(size_t offset, llvm::StringRef from, llvm::StringRef to);

/// The word of letters, digits and '_' that `offset` is in or behind.
std::pair<size_t, size_t> wordAt(llvm::StringRef text, size_t offset);

bool isWordCharacter(char c);

} // namespace encke::server

#endif // ENCKE_LSP_TEXT_H
