//===- decompress.cpp - compressed data files -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/decompress.h"
#include "core/error.h"
#include "core/progress.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace encke::rt {

/// Libraries count in 32 bits; and a bar moves on after each piece.
static constexpr size_t largestPiece = size_t(1) << 24;

void ByteSource::finish() {
  char dropped[1 << 14];
  while (read(dropped, sizeof(dropped)) == sizeof(dropped)) {
  }
}

void Decoder::failDamaged(const char *why) const {
  throw Error(path, "the compressed data are damaged" +
                        (why ? ": " + std::string(why) : ""));
}

std::unique_ptr<Decoder> decoderFor(const char *begin, const char *end,
                                    const std::string &path) {
  auto startsWith = [&](std::string_view magic) {
    return size_t(end - begin) >= magic.size() &&
           std::string_view(begin, magic.size()) == magic;
  };
  if (startsWith("\x1f\x8b"))
    return gzipDecoder(path);
  if (startsWith(std::string_view("\xfd"
                                  "7zXZ\0",
                                  6)))
    return xzDecoder(path);
  if (startsWith("BZh"))
    return bzip2Decoder(path);
  if (startsWith("\x28\xb5\x2f\xfd"))
    return zstdDecoder(path);
  return nullptr;
}

namespace {

/// Bytes as they are.
class PlainBytes : public ByteSource {
public:
  PlainBytes(const char *begin, const char *end) : next(begin), end(end) {}
  size_t read(char *into, size_t size) override {
    size_t piece = std::min(size, size_t(end - next));
    std::memcpy(into, next, piece);
    next += piece;
    return piece;
  }

private:
  const char *next, *end;
};

/// What a decoder makes of a file, which may hold several pieces of compressed
/// data in a row.
class DecodedBytes : public ByteSource {
public:
  DecodedBytes(const char *begin, const char *end,
               std::unique_ptr<Decoder> decoder, const std::string &path)
      : path(path), next(begin), end(end), decoder(std::move(decoder)),
        progress("decompressing " + path, end - begin) {}
  size_t read(char *into, size_t size) override;

private:
  bool onlyPaddingLeft() const;

  const std::string &path;
  const char *next; ///< what has not been decoded
  const char *end;
  std::unique_ptr<Decoder> decoder;
  Progress progress;
  bool finished = false;
};

} // namespace

/// True at the end of the file, and where zeros fill its last block, as tapes
/// have them; the tools take no notice of these either.
bool DecodedBytes::onlyPaddingLeft() const {
  return std::all_of(next, end, [](char c) { return c == 0; });
}

size_t DecodedBytes::read(char *into, size_t size) {
  char *const start = into, *const roomEnd = into + size;
  while (into != roomEnd && !finished) {
    Step step = {next, next + std::min(size_t(end - next), largestPiece), into,
                 into + std::min(size_t(roomEnd - into), largestPiece)};
    bool ended = decoder->decode(step);
    bool moved = step.next != next || step.into != into;
    progress.advance(step.next - next);
    next = step.next;
    into = step.into;
    if (ended) {
      finished = onlyPaddingLeft();
      if (!finished)
        decoder->restart();
    } else if (!moved) {
      throw Error(path, "the compressed data end too early");
    }
  }
  return size_t(into - start);
}

std::unique_ptr<ByteSource> bytesOf(const char *begin, const char *end,
                                    std::unique_ptr<Decoder> decoder,
                                    const std::string &path) {
  if (!decoder)
    return std::make_unique<PlainBytes>(begin, end);
  return std::make_unique<DecodedBytes>(begin, end, std::move(decoder), path);
}

} // namespace encke::rt
