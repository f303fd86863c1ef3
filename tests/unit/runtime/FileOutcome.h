//===- FileOutcome.h - what a data file holds, as text ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_UNIT_RUNTIME_FILEOUTCOME_H
#define ENCKE_TESTS_UNIT_RUNTIME_FILEOUTCOME_H

#include "encke/runtime.h"

#include <cstdint>
#include <string>

namespace encke::test {

/// What reading a file gives.
struct FileOutcome {
  std::string error;    ///< with its place; empty when the file was read
  std::string sizes;    ///< "3 x 4"
  int64_t count = 0;    ///< entries, symmetry expanded and duplicates summed
  std::string contents; ///< "0 1 1.5; 2 0 -3+4i", in order of the coordinates
};

/// Reads a file with values of the widest type that it needs.
FileOutcome readOutcome(const std::string &path, const encke_options &options);
FileOutcome readOutcome(const std::string &path, int32_t threads = 1);

} // namespace encke::test

#endif // ENCKE_TESTS_UNIT_RUNTIME_FILEOUTCOME_H
