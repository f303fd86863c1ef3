//===- gzip.cpp - compressed data files -----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/gzip.h"
#include "core/error.h"

#include <algorithm>

namespace encke::rt {

/// zlib's window of 2^15 bytes, with gzip's header and checksum around.
static constexpr int gzipWindow = 15 + 16;
/// zlib counts in 32 bits.
static constexpr size_t largestPiece = size_t(1) << 24;

bool isGzip(const char *begin, const char *end) {
  return end - begin >= 2 && begin[0] == '\x1f' && begin[1] == '\x8b';
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

GzipReader::GzipReader(const char *begin, const char *end,
                       const std::string &path)
    : path(path), next(begin), end(end),
      progress("decompressing " + path, end - begin) {
  if (inflateInit2(&stream, gzipWindow) != Z_OK)
    throw std::bad_alloc();
}

GzipReader::~GzipReader() { inflateEnd(&stream); }

void GzipReader::fail(const std::string &reason) const {
  throw Error(path, reason);
}

/// Gives zlib the next piece of input. False when there is none.
bool GzipReader::refill() {
  if (stream.avail_in != 0)
    return true;
  size_t piece = std::min(size_t(end - next), largestPiece);
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(next));
  stream.avail_in = uInt(piece);
  next += piece;
  progress.advance(int64_t(piece));
  return piece != 0;
}

/// True at the end of the file, and where zeros fill its last block, as tapes
/// have them; gzip takes no notice of these either.
bool GzipReader::onlyPaddingLeft() const {
  const char *left = next - stream.avail_in;
  return std::all_of(left, end, [](char c) { return c == 0; });
}

size_t GzipReader::read(char *into, size_t size) {
  size_t done = 0;
  while (done != size && !finished) {
    if (!refill())
      fail("the compressed data end too early");
    uInt room = uInt(std::min(size - done, largestPiece));
    stream.next_out = reinterpret_cast<Bytef *>(into + done);
    stream.avail_out = room;
    int status = inflate(&stream, Z_NO_FLUSH);
    done += room - stream.avail_out;
    if (status == Z_MEM_ERROR)
      throw std::bad_alloc();
    if (status == Z_STREAM_END) {
      finished = onlyPaddingLeft();
      if (!finished && inflateReset(&stream) != Z_OK)
        fail("the compressed data cannot be read on");
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      fail("the compressed data are damaged" +
           (stream.msg ? ": " + std::string(stream.msg) : ""));
    }
  }
  return done;
}

void GzipReader::finish() {
  char dropped[1 << 14];
  while (read(dropped, sizeof(dropped)) == sizeof(dropped)) {
  }
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
