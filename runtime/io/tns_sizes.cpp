//===- tns_sizes.cpp - sizes in a comment of a .tns file ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/tns_sizes.h"
#include "io/text.h"

#include <string_view>

namespace encke::rt {

/// Moves p over the word and the blanks behind it, if it stands there.
static bool takeWord(const char *&p, const char *end, std::string_view word) {
  const char *after = skipWord(p);
  if (std::string_view(p, size_t(after - p)) != word || !atWordEnd(after, end))
    return false;
  p = skipBlanks(after);
  return true;
}

/// Moves p, the start of a comment line, to the sizes that it declares.
static bool findSizes(const char *&p, const char *end) {
  p = skipBlanks(p);
  if (*p != '#')
    return false;
  p = skipBlanks(p + 1);
  return takeWord(p, end, "encke:") && takeWord(p, end, "sizes");
}

DeclaredSizes findDeclaredSizes(const encke_file &file, const char *firstLine) {
  DeclaredSizes found;
  const char *end = file.text().end();
  for (const char *line = file.text().begin(); line < firstLine;
       line = nextLine(line, end)) {
    const char *p = line;
    if (!findSizes(p, end))
      continue;
    if (found.at)
      file.fail(p, "a second comment that tells sizes");
    found.at = p;
    do {
      int64_t size = 0;
      p = skipBlanks(parseIndex(file, p, size, "a size"));
      found.sizes.push_back(size);
    } while (!atLineEnd(p, end));
  }
  return found;
}

void writeDeclaredSizes(Output &out, const std::vector<int64_t> &sizes) {
  out << "# encke: sizes";
  for (int64_t size : sizes)
    out << ' ' << size;
  out << '\n';
}

} // namespace encke::rt
