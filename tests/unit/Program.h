//===- Program.h - programs as text, for tests of the front end -*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the tests of the parser, the checker and the formatter, and by the
// fuzzer of the front end.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_UNIT_PROGRAM_H
#define ENCKE_TESTS_UNIT_PROGRAM_H

#include "frontend/parse/Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>
#include <string>
#include <tuple>

namespace encke::test {

/// The text of a program, and what is said about it.
struct Source {
  explicit Source(llvm::StringRef text)
      : diagnostics(sources),
        buffer(sources.AddNewSourceBuffer(
            llvm::MemoryBuffer::getMemBufferCopy(text, "t.ta"),
            llvm::SMLoc())) {}

  /// The diagnostics that were not yet asked for, as a person sees them.
  std::string flush() {
    std::string text;
    llvm::raw_string_ostream os(text);
    diagnostics.flush(os);
    return text;
  }

  llvm::SourceMgr sources;
  Diagnostics diagnostics;
  unsigned buffer;
};

/// A program with the buffer and the diagnostics that its tree points into.
struct Parsed : Source {
  explicit Parsed(llvm::StringRef text)
      : Source(text), program(parseProgram(diagnostics, buffer)),
        messages(flush()) {}

  /// The printed tree, or the messages when there is none.
  std::string tree() const {
    if (!program)
      return messages;
    std::string text;
    llvm::raw_string_ostream os(text);
    printProgram(*program, sources, os);
    return text;
  }

  std::unique_ptr<ast::Program> program;
  std::string messages;
};

/// Statements as a program; the first of them is on line 2.
inline std::string inMain(llvm::StringRef statements) {
  return ("def main() {\n" + statements + "\n}\n").str();
}

/// Diagnostics without the lines of the program: "3:8: error: ..." and what
/// belongs to it, one a line.
inline std::string withoutLines(llvm::StringRef messages) {
  std::string result;
  while (!messages.empty()) {
    llvm::StringRef line;
    std::tie(line, messages) = messages.split('\n');
    if (line.consume_front("t.ta:") || line.starts_with("  help: "))
      result += line.ltrim().str() + "\n";
  }
  return result;
}

/// A printed tree without its places: " 3:8" behind a name.
inline std::string withoutPlaces(llvm::StringRef tree) {
  std::string result;
  while (!tree.empty()) {
    llvm::StringRef rest = tree.drop_front();
    llvm::StringRef after = rest.drop_while(llvm::isDigit);
    if (tree.front() == ' ' && after.size() != rest.size() &&
        after.consume_front(":")) {
      tree = after.drop_while(llvm::isDigit);
      continue;
    }
    result += tree.front();
    tree = rest;
  }
  return result;
}

} // namespace encke::test

#endif // ENCKE_TESTS_UNIT_PROGRAM_H
