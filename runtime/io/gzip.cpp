//===- gzip.cpp - what gzip compresses ------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/gzip.h"
#include "core/error.h"
#include "io/decompress.h"

#include <algorithm>

namespace encke::rt {

/// zlib's window of 2^15 bytes; with gzip's header and checksum around.
static constexpr int plainWindow = 15, gzipWindow = 15 + 16;
/// zlib counts in 32 bits.
static constexpr size_t largestPiece = size_t(1) << 24;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// gzip's format (RFC 1952).
class GzipDecoder : public Decoder {
public:
  GzipDecoder(const std::string &path, int window) : Decoder(path) {
    if (inflateInit2(&stream, window) != Z_OK)
      throw std::bad_alloc();
  }
  ~GzipDecoder() override { inflateEnd(&stream); }

  void restart() override {
    if (inflateReset(&stream) != Z_OK)
      throw std::bad_alloc();
  }
  bool decode(Step &step) override;

private:
  z_stream stream = {};
};

} // namespace

bool GzipDecoder::decode(Step &step) {
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(step.next));
  stream.avail_in = uInt(step.end - step.next);
  stream.next_out = reinterpret_cast<Bytef *>(step.into);
  stream.avail_out = uInt(step.roomEnd - step.into);
  int status = inflate(&stream, Z_NO_FLUSH);
  step.next = reinterpret_cast<const char *>(stream.next_in);
  step.into = reinterpret_cast<char *>(stream.next_out);
  if (status == Z_MEM_ERROR)
    throw std::bad_alloc();
  if (status != Z_OK && status != Z_BUF_ERROR && status != Z_STREAM_END)
    failDamaged(stream.msg);
  return status == Z_STREAM_END;
}

std::unique_ptr<Decoder> gzipDecoder(const std::string &path) {
  return std::make_unique<GzipDecoder>(path, gzipWindow);
}

std::unique_ptr<Decoder> rawDeflateDecoder(const std::string &path) {
  return std::make_unique<GzipDecoder>(path, -plainWindow);
}

std::unique_ptr<Decoder> zlibDecoder(const std::string &path) {
  return std::make_unique<GzipDecoder>(path, plainWindow);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

GzipSink::GzipSink(Sink &target) : target(target) {
  constexpr int memoryLevel = 8; // zlib's default
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow,
                   memoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

GzipSink::~GzipSink() { deflateEnd(&stream); }

/// Compresses all input and, with Z_FINISH, what zlib still holds back.
bool GzipSink::deflateAll(int mode) {
  char buffer[1 << 14];
  do {
    stream.next_out = reinterpret_cast<Bytef *>(buffer);
    stream.avail_out = sizeof(buffer);
    deflate(&stream, mode);
    if (!target.put(buffer, sizeof(buffer) - stream.avail_out))
      return false;
  } while (stream.avail_out == 0);
  return true;
}

bool GzipSink::put(const char *text, size_t length) {
  while (length != 0) {
    size_t piece = std::min(length, largestPiece);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text));
    stream.avail_in = uInt(piece);
    if (!deflateAll(Z_NO_FLUSH))
      return false;
    text += piece;
    length -= piece;
  }
  return true;
}

bool GzipSink::flush() { return deflateAll(Z_FINISH) && target.flush(); }

} // namespace encke::rt
