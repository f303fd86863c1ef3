//===- io/all_errors.h - what is wrong with further lines -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_ALL_ERRORS_H
#define ENCKE_RUNTIME_IO_ALL_ERRORS_H

#include "io/chunks.h"
#include "io/text.h"

#include <algorithm>
#include <exception>
#include <vector>

namespace encke::rt {

/// Throws `error`, which parsing a chunk has thrown, with those of the next
/// lines of the text: ten of them at most, and not after more text than people
/// wait for. `parseLine` gets each line of the next `lines` ones alone.
template <typename ParseLine>
[[noreturn]] void
failWithOthers(const encke_file &file, const std::exception_ptr &error,
               const Chunk &chunk, int64_t lines, char comment, char other,
               ParseLine parseLine) {
  // Other exceptions are of no line.
  try {
    std::rethrow_exception(error);
  } catch (const Error &) { // NOLINT(bugprone-empty-catch)
  }
  constexpr size_t most = 10;
  constexpr int64_t longest = int64_t(1) << 24;
  std::vector<Error> errors;
  const char *end = file.text().end();
  const char *last = end - chunk.begin > longest ? chunk.begin + longest : end;
  const char *p = skipToContent(chunk.begin, end, comment, other);
  for (; p < last && lines > 0 && errors.size() != most; --lines) {
    const char *next = nextLine(p, end);
    try {
      parseLine(Chunk{p, next, 0});
    } catch (const Error &found) {
      errors.push_back(found);
    }
    p = skipToContent(next, end, comment, other);
  }
  if (errors.empty())
    std::rethrow_exception(error);
  Error first = std::move(errors.front());
  errors.erase(errors.begin());
  first.others = std::move(errors);
  throw std::move(first);
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_ALL_ERRORS_H
