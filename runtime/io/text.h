//===- text.h - scanning a data file's text ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All functions rely on the zero bytes behind a Mapping's text: none of them
// moves past the first one.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_TEXT_H
#define ENCKE_RUNTIME_IO_TEXT_H

#include "io/data_file.h"
#include "io/decimal.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace encke::rt {

/// What stands at `at`, quoted, for a message: text of UTF-8 without control
/// characters, whatever the file has.
std::string describe(const char *at, const char *end);

/// The line at `at`, as much of it as fits, and below it a mark at the word
/// from there to `stop`, for a message; empty where the line is.
std::string quoteLine(const char *at, const char *begin, const char *end,
                      const char *stop);

inline const char *skipBlanks(const char *p) {
  while (*p == ' ' || *p == '\t')
    ++p;
  return p;
}

/// The end of the word at p.
inline const char *skipWord(const char *p) {
  while (*p != ' ' && *p != '\t' && *p != '\n' && *p != '\r' && *p)
    ++p;
  return p;
}

/// True at the end of a line or of the file: "\n", "\r\n", or "\r" or nothing
/// before the file's end.
inline bool atLineEnd(const char *p, const char *end) {
  if (*p == '\n')
    return true;
  if (*p == '\r')
    return p[1] == '\n' || p + 1 == end;
  return p == end;
}

/// The start of the next line, or the end of the file.
inline const char *nextLine(const char *p, const char *end) {
  auto *newline =
      static_cast<const char *>(std::memchr(p, '\n', size_t(end - p)));
  return newline ? newline + 1 : end;
}

/// The first word of the next line that is neither blank nor a comment, or
/// `end`, the end of the file or of a line. A comment begins with either
/// character; of most files both are the same.
inline const char *skipToContent(const char *p, const char *end, char comment,
                                 char other) {
  while (p != end) {
    p = skipBlanks(p);
    if (p == end)
      break;
    if (*p == '\n')
      ++p;
    else if (*p == comment || *p == other || atLineEnd(p, end))
      p = nextLine(p, end);
    else
      return p;
  }
  return end;
}

inline const char *skipToContent(const char *p, const char *end, char comment) {
  return skipToContent(p, end, comment, comment);
}

/// As parseDigits, for any number of digits.
const char *parseManyDigits(const char *p, int64_t &value);

/// Reads a run of digits. Returns its end, or null when there is no digit or
/// the number does not fit.
inline const char *parseDigits(const char *p, int64_t &value) {
  EightBytes bytes(p);
  if (__builtin_expect(bytes.areDigits(), 0))
    return parseManyDigits(p, value);
  uint32_t count = bytes.count();
  if (__builtin_expect(count == 0, 0))
    return nullptr;
  value = bytes.number(count);
  return p + count;
}

/// As parseIndex, for what is not written as digits.
const char *parseOtherIndex(const encke_file &file, const char *p,
                            int64_t &value, const char *what);

/// Reads a size or coordinate that a blank or the line's end must follow, or
/// fails with "expected WHAT".
[[gnu::always_inline]] inline const char *parseIndex(const encke_file &file,
                                                     const char *p,
                                                     int64_t &value,
                                                     const char *what) {
  const char *after = parseDigits(p, value);
  if (__builtin_expect(!after || (*after != ' ' && *after != '\t' &&
                                  !atLineEnd(after, file.text().end())),
                       0))
    return parseOtherIndex(file, p, value, what);
  return after;
}

/// Fails unless only blanks are left on the line. Returns the line's end.
inline const char *expectLineEnd(const encke_file &file, const char *p) {
  p = skipBlanks(p);
  if (__builtin_expect(!atLineEnd(p, file.text().end()), 0))
    file.failExpected(p, "the end of the line");
  return p;
}

/// True where a word ends.
inline bool atWordEnd(const char *p, const char *end) {
  return *p == ' ' || *p == '\t' || atLineEnd(p, end);
}

/// As parseValue, for any value.
const char *parseAnyValue(const encke_file &file, const char *p, int32_t type,
                          bool isInteger, Value &value);

/// Reads the value at p, which must fit a tensor of element type `type`, or
/// fails. `isInteger` says that the file promises integers.
inline const char *parseValue(const encke_file &file, const char *p,
                              int32_t type, bool isInteger, Value &value) {
  if (type == ENCKE_F64 && !isInteger) {
    const char *after = parseDecimal(p, value.real);
    if (__builtin_expect(after && atWordEnd(after, file.text().end()), 1))
      return after;
  } else if (type == ENCKE_F64 || type == ENCKE_I64) {
    int64_t number;
    const char *after = parseDigits(p + (*p == '-'), number);
    if (__builtin_expect(after && atWordEnd(after, file.text().end()), 1)) {
      value.integer = *p == '-' ? -number : number;
      if (type == ENCKE_F64)
        value.real = double(value.integer);
      return after;
    }
  }
  return parseAnyValue(file, p, type, isInteger, value);
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_TEXT_H
