//===- DiagnosticsTest.cpp - what a person sees of an error ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/diagnostics/Diagnostics.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

using namespace encke;
using llvm::SMLoc;
using llvm::SMRange;

namespace {

class DiagnosticsTest : public ::testing::Test {
protected:
  void load(llvm::StringRef text) {
    id = sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(text, "t.ta"), SMLoc());
  }
  /// The first place where the buffer has `text`.
  SMRange at(llvm::StringRef text) {
    llvm::StringRef buffer = sources.getMemoryBuffer(id)->getBuffer();
    const char *begin = buffer.data() + buffer.find(text);
    return SMRange(SMLoc::getFromPointer(begin),
                   SMLoc::getFromPointer(begin + text.size()));
  }
  std::string flush() {
    std::string text;
    llvm::raw_string_ostream os(text);
    diagnostics.flush(os);
    return text;
  }

  llvm::SourceMgr sources;
  unsigned id = 0;
  Diagnostics diagnostics{sources};
};

TEST_F(DiagnosticsTest, PlaceLineAndRange) {
  load("one\ntwo three\n");
  diagnostics.error(diag::undeclared, at("three"), "no");
  EXPECT_EQ(flush(), "t.ta:2:5: error: no\ntwo three\n    ^~~~~\n");
}

TEST_F(DiagnosticsTest, NotesAndHelp) {
  load("one\ntwo\n");
  diagnostics.error(diag::undeclared, at("two"), "no")
      .note(at("one"), "see")
      .help("do so");
  EXPECT_EQ(flush(), "t.ta:2:1: error: no\ntwo\n^~~\n"
                     "t.ta:1:1: note: see\none\n^~~\n  help: do so\n");
}

TEST_F(DiagnosticsTest, SortedByPosition) {
  load("a b c\n");
  diagnostics.error(diag::undeclared, at("c"), "3");
  diagnostics.warning(diag::dense_mask, at("a"), "1").note(at("c"), "1n");
  diagnostics.error(diag::undeclared, at("b"), "2");
  diagnostics.error(diag::undeclared, at("b"), "2 again");
  diagnostics.error(diag::undeclared, SMRange(), "0");
  EXPECT_EQ(flush(), "error: 0\n"
                     "t.ta:1:1: warning: 1\na b c\n^\n"
                     "t.ta:1:5: note: 1n\na b c\n    ^\n"
                     "t.ta:1:3: error: 2\na b c\n  ^\n"
                     "t.ta:1:3: error: 2 again\na b c\n  ^\n"
                     "t.ta:1:5: error: 3\na b c\n    ^\n");
}

TEST_F(DiagnosticsTest, Counts) {
  load("a\n");
  diagnostics.warning(diag::dense_mask, at("a"), "w");
  EXPECT_FALSE(diagnostics.hasErrors());
  diagnostics.notSupported(at("a"), "that");
  EXPECT_TRUE(diagnostics.hasErrors());
  EXPECT_EQ(diagnostics.getErrorCount(), 1u);
  EXPECT_NE(flush().find("error: not supported yet: that\n"),
            std::string::npos);
  // What was printed is forgotten; that there was an error is not.
  EXPECT_EQ(flush(), "");
  EXPECT_TRUE(diagnostics.hasErrors());
}

TEST_F(DiagnosticsTest, TabsAndWideCharacters) {
  load("\tx \xC3\xA9\xE6\xBC\xA2 y\n");
  diagnostics.error(diag::undeclared, at("y"), "no");
  EXPECT_EQ(flush(), "t.ta:1:10: error: no\n"
                     "    x \xC3\xA9\xE6\xBC\xA2 y\n"
                     "          ^\n");
}

TEST_F(DiagnosticsTest, RangeOverSeveralLinesStopsAtTheFirst) {
  load("x = a +\n  b;\n");
  diagnostics.error(diag::undeclared, at("a +\n  b"), "no");
  EXPECT_EQ(flush(), "t.ta:1:5: error: no\nx = a +\n    ^~~\n");
}

TEST_F(DiagnosticsTest, CarriageReturnsAreNotShown) {
  load("a\r\nbad\r\n");
  diagnostics.error(diag::undeclared, at("bad"), "no");
  EXPECT_EQ(flush(), "t.ta:2:1: error: no\nbad\n^~~\n");
}

TEST_F(DiagnosticsTest, EndOfTheFile) {
  load("a\n");
  SMLoc end = SMLoc::getFromPointer(at("a").End.getPointer() + 1);
  diagnostics.error(diag::undeclared, SMRange(end, end), "no");
  EXPECT_EQ(flush(), "t.ta:2:1: error: no\n\n^\n");
}

TEST_F(DiagnosticsTest, LongLinesAreShownInPart) {
  std::string text(5000, 'a');
  load(text + "!" + text);
  diagnostics.error(diag::undeclared, at("!"), "no");
  std::string shown = flush();
  EXPECT_LT(shown.size(), 600u);
  size_t line = shown.find('\n') + 1, caretLine = shown.find('\n', line) + 1;
  EXPECT_EQ(shown[line + shown.find('^') - caretLine], '!');
}

TEST_F(DiagnosticsTest, ControlCharactersDoNotReachTheTerminal) {
  load("a\x1b[2Jb\n");
  diagnostics.error(diag::undeclared, at("b"), "no \x1b[2J");
  EXPECT_EQ(flush(), "t.ta:1:6: error: no ?[2J\na?[2Jb\n     ^\n");
}

TEST_F(DiagnosticsTest, ManyErrorsAreCounted) {
  load("a\n");
  for (unsigned i = 0; i < Diagnostics::maxShownErrors + 3; ++i)
    diagnostics.error(diag::undeclared, at("a"), "no");
  std::string shown = flush();
  EXPECT_NE(shown.find("\nerror: 3 further errors are not shown\n"),
            std::string::npos);
  EXPECT_EQ(shown.find("more"), std::string::npos);
}

TEST_F(DiagnosticsTest, WhatIsDiscardedTakesNotes) {
  load("a\n");
  for (unsigned i = 0; i < 3 * Diagnostics::maxErrors; ++i) {
    diagnostics.error(diag::undeclared, at("a"), "no").note(at("a"), "x");
    diagnostics.warning(diag::dense_mask, at("a"), "no").help("y");
  }
  EXPECT_TRUE(diagnostics.isFull());
  EXPECT_LT(flush().size(), 20000u);
}

TEST_F(DiagnosticsTest, JSON) {
  load("one\ntw\xC3\xA9 \"three\"\n");
  diagnostics.error(diag::unknown_format, at("tw"), "no \"x\"\n")
      .note(at("one"), "see")
      .help("do so")
      .help("or so");
  diagnostics.warning(diag::dense_mask, SMRange(), "w");
  std::string text;
  llvm::raw_string_ostream os(text);
  diagnostics.flush(os, DiagnosticStyle::JSON);
  EXPECT_EQ(
      text,
      "{\"severity\":\"warning\",\"id\":\"dense-mask\",\"message\":\"w\","
      "\"notes\":[]}\n"
      "{\"file\":\"t.ta\",\"line\":2,\"column\":1,"
      "\"end\":{\"line\":2,\"column\":3},"
      "\"severity\":\"error\",\"id\":\"unknown-format\","
      "\"message\":\"no "
      "\\\"x\\\"\\n\",\"notes\":[{\"file\":\"t.ta\",\"line\":1,"
      "\"column\":1,\"end\":{\"line\":1,\"column\":4},\"message\":\"see\"}],"
      "\"suggestion\":\"do so; or so\"}\n");
}

} // namespace
