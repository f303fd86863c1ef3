//===- output.h - buffered text with errors that count ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_OUTPUT_H
#define ENCKE_RUNTIME_CORE_OUTPUT_H

#include "core/progress.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace encke::rt {

/// Where text goes. Functions return false, and leave the reason in errno, when
/// they fail.
class Sink {
public:
  virtual ~Sink() = default;
  virtual bool put(const char *text, size_t length) = 0;
  /// Hands everything to the system.
  virtual bool flush() = 0;
};

class StreamSink : public Sink {
public:
  explicit StreamSink(std::FILE *stream) : stream(stream) {}

  bool put(const char *text, size_t length) override {
    return std::fwrite(text, 1, length, stream) == length;
  }
  bool flush() override { return std::fflush(stream) == 0; }

private:
  std::FILE *stream;
};

/// The stream that a program prints onto, perhaps on a terminal.
class StandardOutput : public StreamSink {
public:
  /// `isSilent`: another process prints the same.
  explicit StandardOutput(bool isSilent)
      : StreamSink(stdout), isSilent(isSilent) {}

  bool put(const char *text, size_t length) override {
    if (isSilent)
      return true;
    Progress::clear();
    return StreamSink::put(text, length);
  }

private:
  bool isSilent;
};

/// Text on its way to a sink, buffered. Everything that can fail throws an
/// Error with `name`.
class Output {
public:
  Output(Sink &sink, std::string name) : sink(sink), name(std::move(name)) {}

  void write(const char *text, size_t length) {
    if (length > sizeof(buffer) - used)
      return writeLong(text, length);
    std::memcpy(buffer + used, text, length);
    used += length;
  }
  Output &operator<<(std::string_view text) {
    write(text.data(), text.size());
    return *this;
  }
  Output &operator<<(char c) {
    write(&c, 1);
    return *this;
  }
  Output &operator<<(int64_t value);

  /// The shortest text that reads back as the same value; every NaN is "nan".
  template <typename Float>
  void shortest(Float value);
  /// As printf's %g, which is also what C++ streams do: 6 significant digits.
  void sixDigits(double value);

  /// Nothing was ever written.
  bool isUnused() const { return used == 0 && !wasDrained; }
  /// Hands everything to the sink.
  void drain();
  /// Hands everything to the system.
  void flush();
  /// As flush; an error is left for the next flush.
  void tryFlush() noexcept;

private:
  void writeLong(const char *text, size_t length);
  [[noreturn]] void fail();

  Sink &sink;
  std::string name;
  size_t used = 0;
  bool wasDrained = false;
  int errorCode = 0; ///< of the first failure
  char buffer[1 << 16];
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_OUTPUT_H
