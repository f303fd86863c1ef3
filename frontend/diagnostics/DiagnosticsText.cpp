//===- DiagnosticsText.cpp - diagnostics for people -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout is that of llvm::SMDiagnostic. It is drawn here because that
// class leaves out the caret on lines with characters beyond ASCII, and prints
// a line of any length whole.
//
//===----------------------------------------------------------------------===//

#include "frontend/diagnostics/Diagnostics.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

using namespace llvm;

namespace encke {

namespace {

/// Lines longer than this are shown in part, around the caret.
constexpr size_t maxShownBytes = 200;

/// Whether the variable is set, and not to nothing.
bool isSet(StringRef variable) {
  std::optional<std::string> value = sys::Process::GetEnv(variable);
  return value && !value->empty();
}

/// Where the stream is a terminal, unless the user asks for text without
/// colours (no-color.org), or with them in any case (bixense.com/clicolors).
bool hasColours(raw_ostream &os) {
  if (isSet("NO_COLOR"))
    return false;
  if (!isSet("CLICOLOR_FORCE"))
    return os.is_displayed() && os.has_colors();
  os.enable_colors(true);
  return true;
}

/// Writes in colour where the stream is a terminal.
class Colour {
public:
  Colour(raw_ostream &os, raw_ostream::Colors colour)
      : os(os), on(hasColours(os)) {
    if (on)
      os.changeColor(colour, /*Bold=*/true);
  }
  ~Colour() {
    if (on)
      os.resetColor();
  }

private:
  raw_ostream &os;
  bool on;
};

/// The source line around `at`, without its end of line.
StringRef lineAround(StringRef buffer, const char *at) {
  const char *begin = at, *end = at;
  while (begin != buffer.begin() && begin[-1] != '\n' && begin[-1] != '\r')
    --begin;
  while (end != buffer.end() && *end != '\n' && *end != '\r')
    ++end;
  StringRef line(begin, end - begin);
  if (begin == buffer.begin() && at - begin >= 3)
    line.consume_front("\xEF\xBB\xBF"); // a byte order mark takes no column
  return line;
}

bool isContinuationByte(char c) { return (c & 0xC0) == 0x80; }

/// The part of a long line to show: at most `maxShownBytes`, with `at` in it.
StringRef clip(StringRef line, const char *at) {
  if (line.size() <= maxShownBytes)
    return line;
  size_t position = at - line.begin();
  size_t from = position > maxShownBytes / 2 ? position - maxShownBytes / 2 : 0;
  from = std::min(from, line.size() - maxShownBytes);
  while (from != 0 && isContinuationByte(line[from]))
    --from;
  size_t to = std::min(from + maxShownBytes, line.size());
  while (to != line.size() && isContinuationByte(line[to]))
    ++to;
  return line.slice(from, to);
}

/// Makes text fit to be printed on one line: tabs become spaces, and bytes
/// that a terminal cannot show become `?`.
std::string printable(StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    unsigned char c = text[i];
    size_t length = 1;
    while (c >= 0xC0 && i + length < text.size() && length < 4 &&
           isContinuationByte(text[i + length]))
      ++length;
    StringRef character = text.substr(i, length);
    if (c == '\t')
      result += "    ";
    else if (sys::unicode::columnWidthUTF8(character) < 0)
      result += '?';
    else
      result += character;
    i += length;
  }
  return result;
}

/// How many columns text takes once `printable`.
size_t columns(StringRef text) {
  int width = sys::unicode::columnWidthUTF8(printable(text));
  return width < 0 ? text.size() : width;
}

/// Prints the line with the caret under `where`'s start and `~` under the rest
/// of the range that lies on the same line.
void printSnippet(raw_ostream &os, StringRef buffer, SMRange where) {
  const char *at = where.Start.getPointer();
  StringRef line = lineAround(buffer, at);
  StringRef shown = clip(line, at);
  StringRef left = shown.begin() == line.begin() ? "" : "... ";
  StringRef right = shown.end() == line.end() ? "" : " ...";
  os << left << printable(shown) << right << '\n';

  const char *end = std::clamp(where.End.getPointer(), at, shown.end());
  size_t width = columns(StringRef(at, end - at));
  os.indent(left.size() +
            columns(StringRef(shown.begin(), at - shown.begin())));
  {
    Colour colour(os, raw_ostream::GREEN);
    os << '^' << std::string(width > 1 ? width - 1 : 0, '~');
  }
  os << '\n';
}

struct Label {
  StringRef text;
  raw_ostream::Colors colour;
};

Label labelOf(SourceMgr::DiagKind kind) {
  switch (kind) {
  case SourceMgr::DK_Error:
    return {"error", raw_ostream::RED};
  case SourceMgr::DK_Warning:
    return {"warning", raw_ostream::MAGENTA};
  case SourceMgr::DK_Remark:
    return {"remark", raw_ostream::BLUE};
  case SourceMgr::DK_Note:
    break;
  }
  return {"note", raw_ostream::CYAN};
}

/// Prints one message, with its place when it has one.
void printMessage(raw_ostream &os, const SourceMgr &sources, Label label,
                  SMRange where, StringRef message) {
  unsigned id =
      where.isValid() ? sources.FindBufferContainingLoc(where.Start) : 0;
  if (id) {
    auto [line, column] = sources.getLineAndColumn(where.Start, id);
    os << sources.getMemoryBuffer(id)->getBufferIdentifier() << ':' << line
       << ':' << column << ": ";
  }
  {
    Colour colour(os, label.colour);
    os << label.text << ": ";
  }
  os << printable(message) << '\n';
  if (id)
    printSnippet(os, sources.getMemoryBuffer(id)->getBuffer(), where);
}

} // namespace

void printText(raw_ostream &os, const SourceMgr &sources,
               const Diagnostics::Entry &entry) {
  printMessage(os, sources, labelOf(entry.kind), entry.where, entry.message);
  for (const Diagnostics::Note &note : entry.notes) {
    if (note.where.isValid())
      printMessage(os, sources, labelOf(SourceMgr::DK_Note), note.where,
                   note.message);
    else
      os << "  help: " << printable(note.message) << '\n';
  }
}

} // namespace encke
