//===- FormatterLayout.cpp - tokens and comments into lines ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/format/FormatterLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

using namespace llvm;

namespace encke {

constexpr unsigned lineWidth = 80;
constexpr unsigned blockStep = 2;
constexpr unsigned continuationStep = 4;
/// Deeper blocks are not indented further, and lines are not aligned further to
/// the right, so that there is room left on the line (and the text of a deeply
/// nested program stays in proportion to it).
constexpr unsigned maxBlockIndent = 60;
constexpr unsigned maxAlignment = 40;

/// The columns that a text takes on a terminal.
static unsigned widthOf(StringRef text) {
  if (all_of(text, [](char c) { return isASCII(c); }))
    return text.size();
  int width = sys::unicode::columnWidthUTF8(text);
  return width < 0 ? text.size() : width;
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

void FormatterLayout::token(StringRef text, SourceGap gap) {
  pieces.push_back({Piece::Token, text, std::move(gap), false});
}

size_t FormatterLayout::beginRows() {
  pieces.push_back({Piece::BeginRows, {}, {}, false});
  return pieces.size() - 1;
}

void FormatterLayout::beginBlock() {
  ++level;
  blockStarts = true;
}

void FormatterLayout::endBlock() {
  --level;
  blockStarts = true; // nor a blank line before what closes the block
}

unsigned FormatterLayout::blockIndent() const {
  return std::min(level * blockStep, maxBlockIndent);
}

//===----------------------------------------------------------------------===//
// Choosing line ends
//===----------------------------------------------------------------------===//

/// The column that the next token on this line would stand in.
unsigned FormatterLayout::column() const {
  return lineEnded
             ? indent
             : lines.back().indent + widthOf(lines.back().code) + spacePending;
}

/// Whether the pieces from `from` on fit on a line that has reached `column`,
/// up to the next place where it can end outside the groups that begin there.
bool FormatterLayout::fits(size_t from, unsigned column) const {
  int depth = 0;
  for (const Piece &piece : drop_begin(pieces, from)) {
    switch (piece.kind) {
    case Piece::Token:
      if (!piece.gap.comments.empty())
        return true;
      column += widthOf(piece.text);
      break;
    case Piece::Break:
      if (depth <= 0)
        return true;
      ++column;
      break;
    case Piece::Space:
      ++column;
      break;
    case Piece::BeginRows:
      if (piece.broken)
        return true;
      ++depth;
      break;
    case Piece::Begin:
      ++depth;
      break;
    case Piece::End:
      --depth;
      break;
    case Piece::BeginAlign:
    case Piece::EndAlign:
      break;
    }
    if (column > lineWidth)
      return false;
  }
  return true;
}

void FormatterLayout::endStatement() {
  SmallVector<unsigned> alignments;
  // Of each open group: whether all its lines end, and whether none does.
  SmallVector<std::pair<bool, bool>> groups;
  bool isFirst = true;
  indent = blockIndent();
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece &piece = pieces[i];
    switch (piece.kind) {
    case Piece::Token:
      write(piece, isFirst);
      if (isFirst)
        indent = blockIndent() + continuationStep;
      isFirst = false;
      break;
    case Piece::Space:
      spacePending = true;
      break;
    case Piece::Break:
      spacePending = true;
      if (!groups.empty() && groups.back().second)
        break;
      if ((!groups.empty() && groups.back().first) || !fits(i + 1, column()))
        lineEnded = true;
      break;
    case Piece::Begin:
      groups.push_back({false, !groups.empty() && groups.back().second});
      break;
    case Piece::BeginRows: {
      bool broken = piece.broken || !fits(i, column());
      groups.push_back({broken, !broken});
      break;
    }
    case Piece::End:
      groups.pop_back();
      break;
    case Piece::BeginAlign:
      alignments.push_back(indent);
      indent = std::max(blockIndent() + continuationStep,
                        std::min(column(), maxAlignment));
      break;
    case Piece::EndAlign:
      indent = alignments.pop_back_val();
      break;
    }
  }
  pieces.clear();
  lineEnded = true;
  spacePending = false;
}

//===----------------------------------------------------------------------===//
// Writing lines
//===----------------------------------------------------------------------===//

void FormatterLayout::startLine(unsigned indent, bool blankBefore) {
  Line &line = lines.emplace_back();
  line.indent = indent;
  line.level = level;
  line.blankBefore = blankBefore && !blockStarts;
  blockStarts = false;
  lineEnded = spacePending = false;
}

void FormatterLayout::writeComments(const SourceGap &gap,
                                    bool startsStatement) {
  for (const SourceComment &comment : gap.comments) {
    if (comment.ownLine) {
      startLine(indent, startsStatement && comment.blankBefore);
      lines.back().code = comment.text.str();
    } else {
      lines.back().comment = comment.text;
    }
    lineEnded = true;
  }
}

void FormatterLayout::write(const Piece &piece, bool startsStatement) {
  SourceGap gap = piece.gap;
  if (startsStatement && blankRequired) {
    auto *own =
        find_if(gap.comments, [](const SourceComment &c) { return c.ownLine; });
    bool hasBlank = gap.blankBefore ||
                    any_of(gap.comments, [](const SourceComment &comment) {
                      return comment.ownLine && comment.blankBefore;
                    });
    if (!hasBlank)
      (own == gap.comments.end() ? gap.blankBefore : own->blankBefore) = true;
  }
  if (startsStatement)
    blankRequired = false;
  writeComments(gap, startsStatement);
  if (lineEnded) {
    startLine(indent, startsStatement && gap.blankBefore);
    lines.back().first = piece.text;
  }
  if (spacePending)
    lines.back().code += ' ';
  spacePending = false;
  lines.back().code += piece.text;
}

void FormatterLayout::commentsBefore(const SourceGap &gap) {
  indent = blockIndent();
  writeComments(gap, /*startsStatement=*/true);
}

//===----------------------------------------------------------------------===//
// Comments after code
//===----------------------------------------------------------------------===//

/// The column where the source has the comment of a line, moved with the line;
/// 0 when the line began in another place there.
unsigned FormatterLayout::sourceColumn(const Line &line) const {
  const char *begin = line.first.begin();
  while (begin != source.begin() && begin[-1] != '\n' && begin[-1] != '\r')
    --begin;
  StringRef before(begin, line.first.begin() - begin);
  StringRef code(line.first.begin(), line.comment.begin() - line.first.begin());
  if (!before.trim().empty() || code.size() > lineWidth ||
      code.find_first_of("\n\r") != StringRef::npos)
    return 0;
  return line.indent + widthOf(code);
}

/// Where the comments after the code of a few lines stand, all in one column.
unsigned FormatterLayout::commentColumn(ArrayRef<Line> paragraph) const {
  unsigned result = 0;
  for (const Line &line : paragraph) {
    unsigned least = line.indent + widthOf(line.code) + 2;
    if (line.comment.empty() || least > lineWidth)
      continue;
    result = std::max({result, least, sourceColumn(line)});
  }
  return result;
}

std::string FormatterLayout::takeText() {
  std::string text;
  ArrayRef<Line> rest = lines;
  while (!rest.empty()) {
    // A paragraph ends at a blank line, and where a block begins or ends.
    const Line &first = rest.front();
    ArrayRef<Line> paragraph = rest.take_until([&](const Line &line) {
      return &line != &first && (line.blankBefore || line.level != first.level);
    });
    rest = rest.drop_front(paragraph.size());
    if (first.blankBefore)
      text += '\n';
    unsigned column = commentColumn(paragraph);
    for (const Line &line : paragraph) {
      text.append(line.indent, ' ').append(line.code);
      if (!line.comment.empty()) {
        unsigned reached = line.indent + widthOf(line.code);
        text.append(std::max(column, reached + 2) - reached, ' ');
        text += line.comment;
      }
      text += '\n';
    }
  }
  return text;
}

} // namespace encke
