//===- decompress.h - compressed data files ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_DECOMPRESS_H
#define ENCKE_RUNTIME_IO_DECOMPRESS_H

#include <cstddef>
#include <memory>
#include <string>

namespace encke::rt {

/// Bytes that come one after the other.
class ByteSource {
public:
  virtual ~ByteSource() = default;
  /// Puts up to `size` bytes at `into`. Returns how many; fewer only at the
  /// end of the data.
  virtual size_t read(char *into, size_t size) = 0;
  /// Reads what is left and drops it: only the end tells whether the data
  /// before it are whole, for the checksum is there.
  void finish();
};

/// What a library decompresses in one step.
struct Step {
  const char *next, *end; ///< input
  char *into, *roomEnd;   ///< output
};

/// One format of compressed data. Errors name the file `path`.
class Decoder {
public:
  explicit Decoder(const std::string &path) : path(path) {}
  virtual ~Decoder() = default;
  Decoder(const Decoder &) = delete;
  Decoder &operator=(const Decoder &) = delete;

  /// Moves `next` and `into` on. True when the data end there; others may
  /// follow.
  virtual bool decode(Step &step) = 0;
  /// Begins with data that follow others.
  virtual void restart() = 0;

protected:
  [[noreturn]] void failDamaged(const char *why = nullptr) const;

  const std::string &path;
};

/// What decodes data that begin so: gzip's, xz's, bzip2's or those of
/// Zstandard; null when they are not compressed. Fails when the library that
/// does it is not there.
std::unique_ptr<Decoder> decoderFor(const char *begin, const char *end,
                                    const std::string &path);
std::unique_ptr<Decoder> gzipDecoder(const std::string &path);
/// What zip archives have: gzip's data without what is around them.
std::unique_ptr<Decoder> rawDeflateDecoder(const std::string &path);
/// What MATLAB's files have: zlib's format.
std::unique_ptr<Decoder> zlibDecoder(const std::string &path);
std::unique_ptr<Decoder> xzDecoder(const std::string &path);
std::unique_ptr<Decoder> bzip2Decoder(const std::string &path);
std::unique_ptr<Decoder> zstdDecoder(const std::string &path);

/// What the bytes from `begin` to `end` hold compressed, or themselves without
/// a decoder.
std::unique_ptr<ByteSource> bytesOf(const char *begin, const char *end,
                                    std::unique_ptr<Decoder> decoder,
                                    const std::string &path);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_DECOMPRESS_H
