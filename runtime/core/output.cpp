//===- output.cpp - buffered text with errors that count ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/output.h"
#include "core/error.h"

#include <cerrno>
#include <charconv>
#include <cmath>

namespace encke::rt {

void Output::fail() {
  if (!errorCode)
    errorCode = errno;
  used = 0;
  throw Error("cannot write " + name + ": " + std::strerror(errorCode));
}

void Output::drain() {
  wasDrained = true;
  size_t length = used;
  used = 0;
  if (!sink.put(buffer, length))
    fail();
}

void Output::flush() {
  drain();
  if (!sink.flush() || errorCode)
    fail();
}

void Output::tryFlush() noexcept {
  size_t length = used;
  used = 0;
  if (!sink.put(buffer, length) || !sink.flush())
    errorCode = errno;
}

void Output::writeLong(const char *text, size_t length) {
  drain();
  if (length <= sizeof(buffer)) {
    write(text, length);
  } else if (!sink.put(text, length)) {
    fail();
  }
}

Output &Output::operator<<(int64_t value) {
  char text[24];
  auto result = std::to_chars(text, text + sizeof(text), value);
  write(text, size_t(result.ptr - text));
  return *this;
}

// The sign of a NaN says nothing.
template <typename Float>
void Output::shortest(Float value) {
  char text[32];
  if (std::isnan(value))
    value = std::fabs(value);
  auto result = std::to_chars(text, text + sizeof(text), value);
  write(text, size_t(result.ptr - text));
}

template void Output::shortest(double value);
template void Output::shortest(float value);

void Output::sixDigits(double value) {
  char text[32];
  auto result = std::to_chars(text, text + sizeof(text), value,
                              std::chars_format::general, 6);
  write(text, size_t(result.ptr - text));
}

} // namespace encke::rt
