//===- TestProgram.h - programs as text, for the oracle's tests -*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_TESTPROGRAM_H
#define ENCKE_TESTS_REFERENCE_TESTPROGRAM_H

#include "frontend/parse/Parser.h"
#include "tests/reference/Frame.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

namespace encke::reference {

/// Runs a program; all that it prints.
inline std::string outputOf(const std::string &text,
                            std::vector<std::string> files = {},
                            PrintForm printForm = PrintForm::Plain) {
  llvm::SourceMgr sources;
  unsigned id = sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "test.ta"), llvm::SMLoc());
  Diagnostics diagnostics(sources);
  auto program = parseProgram(diagnostics, id);
  if (!program) {
    diagnostics.flush(llvm::errs());
    return "syntax error";
  }
  std::ostringstream output;
  Session session(*program, std::move(files), output, printForm);
  runProgram(session);
  return output.str();
}

/// Runs a program; what it prints without the comment lines.
inline std::string run(const std::string &text,
                       std::vector<std::string> files = {}) {
  std::istringstream lines(outputOf(text, std::move(files)));
  std::string result;
  for (std::string line; std::getline(lines, line);)
    if (line[0] != '#')
      result += line + "\n";
  return result;
}

/// The same for the statements of a `main`.
inline std::string runMain(const std::string &body,
                           std::vector<std::string> files = {}) {
  return run("def main() {" + body + "}", std::move(files));
}

/// The arrays that the statements of a `main` print: a line for each.
inline std::string arraysOf(const std::string &body) {
  std::string text =
      outputOf("def main() {" + body + "}", {}, PrintForm::Storage);
  const std::string title = "data = \n";
  for (size_t at = text.find(title); at != std::string::npos;
       at = text.find(title))
    text.erase(at, title.size());
  return text;
}

/// A data file that lives as long as the test.
class DataFile {
public:
  DataFile(const std::string &name, const std::string &content)
      : path(testing::TempDir() + name) {
    std::ofstream(path) << content;
  }
  ~DataFile() { std::remove(path.c_str()); }
  const std::string path;
};

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_TESTPROGRAM_H
