//===- gzip.h - compressed data files ---------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_GZIP_H
#define ENCKE_RUNTIME_IO_GZIP_H

#include "core/output.h"
#include "io/progress.h"

#include <cstddef>
#include <string>
#include <zlib.h>

namespace encke::rt {

/// True for what gzip has written.
bool isGzip(const char *begin, const char *end);

/// Decompresses gzip's format (RFC 1952), of which a file may hold several
/// pieces in a row. Errors name the file `path`.
class GzipReader {
public:
  GzipReader(const char *begin, const char *end, const std::string &path);
  ~GzipReader();
  GzipReader(const GzipReader &) = delete;
  GzipReader &operator=(const GzipReader &) = delete;

  /// Puts up to `size` bytes at `into`. Returns how many; fewer only at the
  /// end of the data.
  size_t read(char *into, size_t size);
  /// Reads what is left and drops it: only the end tells whether the data
  /// before it are whole, for the checksum is there.
  void finish();

private:
  bool refill();
  bool onlyPaddingLeft() const;
  [[noreturn]] void fail(const std::string &reason) const;

  const std::string &path;
  const char *next; ///< what has not been given to zlib
  const char *end;
  Progress progress;
  z_stream stream = {};
  bool finished = false;
};

/// Compresses what is written and passes it on to another sink.
class GzipSink : public Sink {
public:
  explicit GzipSink(Sink &target);
  ~GzipSink() override;

  bool put(const char *text, size_t length) override;
  /// Ends the compressed data; nothing can follow.
  bool flush() override;

private:
  bool deflateAll(int mode);

  Sink &target;
  z_stream stream = {};
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_GZIP_H
