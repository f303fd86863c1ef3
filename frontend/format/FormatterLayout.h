//===- FormatterLayout.h - tokens and comments into lines -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lower half of the formatter: it knows of tokens, comments, places where a
// line may end, and the width of a line, and nothing of the language.
//
// What it writes depends only on things that it writes again: the tokens, the
// comments and whether each has a line to itself, blank lines between
// statements, and a few columns. Formatting twice is therefore formatting once.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_FORMAT_FORMATTERLAYOUT_H
#define ENCKE_FRONTEND_FORMAT_FORMATTERLAYOUT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace encke {

/// A comment of the source.
struct SourceComment {
  llvm::StringRef text; // from `#` on, without white space at its end
  bool ownLine = false; // nothing but the comment is on its line
  bool blankBefore = false;
};

/// What stands between two tokens of the source.
struct SourceGap {
  llvm::SmallVector<SourceComment, 1> comments;
  /// Whether a blank line stands before the second token.
  bool blankBefore = false;
};

/// Builds a text statement by statement. Between `endStatement` calls the
/// pieces of a statement are only collected; then its line ends are chosen.
class FormatterLayout {
public:
  /// `source` is the text that all tokens and comments point into.
  explicit FormatterLayout(llvm::StringRef source) : source(source) {}

  /// A token, with what stood before it.
  void token(llvm::StringRef text, SourceGap gap = {});
  void space() { pieces.push_back({Piece::Space, {}, {}, false}); }
  /// A space at which the line may end.
  void spaceOrNewline() { pieces.push_back({Piece::Break, {}, {}, false}); }

  /// Between these a line ends only where the next part does not fit, at an
  /// outer place rather than at an inner one.
  void beginGroup() { pieces.push_back({Piece::Begin, {}, {}, false}); }
  /// Between these all lines end, or none: all when they do not fit on one, or
  /// after `breakRows` with the result of `beginRows`.
  size_t beginRows();
  void breakRows(size_t rows) { pieces[rows].broken = true; }
  void endGroup() { pieces.push_back({Piece::End, {}, {}, false}); }
  /// Lines that start between these start in the column reached here.
  void beginAlign() { pieces.push_back({Piece::BeginAlign, {}, {}, false}); }
  void endAlign() { pieces.push_back({Piece::EndAlign, {}, {}, false}); }

  /// Ends the statement, and its line.
  void endStatement();
  /// Comments between two statements, where the second has none of its own.
  void commentsBefore(const SourceGap &gap);
  /// Statements that follow are one level deeper, or less deep.
  void beginBlock();
  void endBlock();
  /// The next statement begins after a blank line, also when none was there.
  void requireBlankLine() { blankRequired = true; }

  /// The whole text.
  std::string takeText();

private:
  struct Piece {
    enum Kind {
      Token,
      Space,
      Break,
      Begin,
      BeginRows,
      End,
      BeginAlign,
      EndAlign
    };
    Kind kind;
    llvm::StringRef text;
    SourceGap gap;
    bool broken;
  };

  /// A line of the result. A comment that has a line to itself is `code`.
  struct Line {
    unsigned indent = 0;
    std::string code;
    llvm::StringRef comment; // after the code
    llvm::StringRef first;   // the first token
    unsigned level = 0;      // of its block
    bool blankBefore = false;
  };

  bool fits(size_t from, unsigned column) const;
  void write(const Piece &piece, bool startsStatement);
  void writeComments(const SourceGap &gap, bool startsStatement);
  void startLine(unsigned indent, bool blankBefore);
  unsigned blockIndent() const;
  unsigned column() const;
  unsigned sourceColumn(const Line &line) const;
  unsigned commentColumn(llvm::ArrayRef<Line> paragraph) const;

  llvm::StringRef source;
  std::vector<Piece> pieces;
  std::vector<Line> lines;
  unsigned level = 0;
  unsigned indent = 0;       // of a line that starts inside the statement
  bool lineEnded = true;     // the next token starts a line
  bool spacePending = false; // before the next token, unless a line starts
  bool blockStarts = true;   // no blank line here
  bool blankRequired = false;
};

} // namespace encke

#endif // ENCKE_FRONTEND_FORMAT_FORMATTERLAYOUT_H
