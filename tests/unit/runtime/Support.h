//===- Support.h - running programs in tests of the runtime -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_UNIT_RUNTIME_SUPPORT_H
#define ENCKE_TESTS_UNIT_RUNTIME_SUPPORT_H

#include "encke/runtime.h"

#include <functional>
#include <string>
#include <vector>

namespace encke::test {

/// What a run left behind.
struct Outcome {
  int status;
  std::string out; ///< its standard output
  std::string err; ///< its standard error
};

encke_options defaultOptions();

/// Runs `body` under encke_main. A run-time error leaves it by longjmp, so it
/// must not own anything when it calls a function that may fail.
Outcome runProgram(const std::function<void()> &body,
                   const encke_options &options = defaultOptions(),
                   const std::vector<const char *> &files = {});

/// A directory of its own for a test, removed with all that is in it.
class Directory {
public:
  Directory();
  ~Directory();
  /// The path of the file `name` in here.
  std::string path(const std::string &name) const;
  /// Writes that file and returns its path.
  std::string write(const std::string &name, const std::string &text) const;

private:
  std::string root;
};

std::string readFile(const std::string &path);

/// Inside a program: a tensor of that format, sized by the file and read.
encke_tensor *readTensor(const char *format, const char *path,
                         int64_t selector = 0);

/// Reads the file into a tensor of that format and prints it: one string for
/// the values and coordinates, or the message of the error.
Outcome readAndPrint(const std::string &format, const std::string &path,
                     const encke_options &options = defaultOptions(),
                     int64_t selector = 0);

/// The message of an error without the directory of its file.
std::string withoutDirectory(const std::string &message,
                             const std::string &path);

} // namespace encke::test

#endif // ENCKE_TESTS_UNIT_RUNTIME_SUPPORT_H
