//===- decoders.cpp - libraries that decompress, loaded when needed -------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of xz, bzip2 and Zstandard only what is called is declared here, as their
// headers have it: neither these nor the libraries need be there to build
// Encke, and a file that nobody has compressed so needs none of them.
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "core/library.h"
#include "io/decompress.h"

#include <cstdint>
#include <new>

namespace encke::rt {

namespace {

/// A library with where it is from, for who lacks it.
struct Source {
  const char *file, *package, *tool;
};

/// The functions of a library.
class Functions {
public:
  Functions(const Source &source, const std::string &path)
      : library(source.file) {
    if (!library.isThere())
      throw helped(Error(path, std::string("the file is compressed, and ") +
                                   source.file +
                                   ", which decompresses it, is not installed"),
                   "install it (Debian: " + std::string(source.package) +
                       "), or decompress the file: " + source.tool + " " +
                       path);
  }
  template <typename Function>
  void find(Function *&function, const char *name) const {
    if (!library.find(function, name))
      throw Error(std::string("the library has no function ") + name);
  }

private:
  LoadedLibrary library;
};

//===----------------------------------------------------------------------===//
// xz
//===----------------------------------------------------------------------===//

/// lzma_stream of lzma/base.h.
struct LzmaStream {
  const char *next_in;
  size_t avail_in;
  uint64_t total_in;
  char *next_out;
  size_t avail_out;
  uint64_t total_out;
  const void *allocator;
  void *internal;
  void *reservedPointers[4];
  uint64_t reservedNumbers[2];
  size_t reservedSizes[2];
  int reservedEnums[2];
};

class XzDecoder : public Decoder {
public:
  explicit XzDecoder(const std::string &path) : Decoder(path) {
    Functions library({"liblzma.so.5", "liblzma5", "xz -d"}, path);
    library.find(open, "lzma_stream_decoder");
    library.find(code, "lzma_code");
    library.find(close, "lzma_end");
    restart();
  }
  ~XzDecoder() override { close(&stream); }

  void restart() override {
    constexpr uint64_t anyMemory = UINT64_MAX;
    if (open(&stream, anyMemory, 0) != 0)
      throw std::bad_alloc();
  }

  bool decode(Step &step) override {
    enum { Ok = 0, StreamEnd = 1, MemoryError = 5, NoProgress = 10 };
    stream.next_in = step.next;
    stream.avail_in = size_t(step.end - step.next);
    stream.next_out = step.into;
    stream.avail_out = size_t(step.roomEnd - step.into);
    int status = code(&stream, /*LZMA_RUN=*/0);
    step.next = stream.next_in;
    step.into = stream.next_out;
    if (status == MemoryError)
      throw std::bad_alloc();
    if (status != Ok && status != StreamEnd && status != NoProgress)
      failDamaged();
    return status == StreamEnd;
  }

private:
  int (*open)(LzmaStream *, uint64_t memory, uint32_t flags);
  int (*code)(LzmaStream *, int action);
  void (*close)(LzmaStream *);
  LzmaStream stream = {};
};

//===----------------------------------------------------------------------===//
// bzip2
//===----------------------------------------------------------------------===//

/// bz_stream of bzlib.h.
struct BzStream {
  char *next_in;
  unsigned avail_in, total_in[2];
  char *next_out;
  unsigned avail_out, total_out[2];
  void *state;
  void *allocate, *free, *opaque;
};

class Bzip2Decoder : public Decoder {
public:
  explicit Bzip2Decoder(const std::string &path) : Decoder(path) {
    Functions library({"libbz2.so.1.0", "libbz2-1.0", "bzip2 -d"}, path);
    library.find(open, "BZ2_bzDecompressInit");
    library.find(code, "BZ2_bzDecompress");
    library.find(close, "BZ2_bzDecompressEnd");
    begin();
  }
  ~Bzip2Decoder() override { close(&stream); }

  void restart() override {
    close(&stream);
    begin();
  }

  bool decode(Step &step) override {
    enum { Ok = 0, StreamEnd = 4, MemoryError = -3 };
    stream.next_in = const_cast<char *>(step.next);
    stream.avail_in = unsigned(step.end - step.next);
    stream.next_out = step.into;
    stream.avail_out = unsigned(step.roomEnd - step.into);
    int status = code(&stream);
    step.next = stream.next_in;
    step.into = stream.next_out;
    if (status == MemoryError)
      throw std::bad_alloc();
    if (status != Ok && status != StreamEnd)
      failDamaged();
    return status == StreamEnd;
  }

private:
  void begin() {
    stream = {};
    if (open(&stream, /*verbosity=*/0, /*small=*/0) != 0)
      throw std::bad_alloc();
  }

  int (*open)(BzStream *, int verbosity, int small);
  int (*code)(BzStream *);
  int (*close)(BzStream *);
  BzStream stream = {};
};

//===----------------------------------------------------------------------===//
// Zstandard
//===----------------------------------------------------------------------===//

/// ZSTD_inBuffer and ZSTD_outBuffer of zstd.h.
template <typename Pointer>
struct ZstdBuffer {
  Pointer bytes;
  size_t size, at;
};

class ZstdDecoder : public Decoder {
public:
  explicit ZstdDecoder(const std::string &path) : Decoder(path) {
    Functions library({"libzstd.so.1", "libzstd1", "zstd -d"}, path);
    library.find(open, "ZSTD_createDStream");
    library.find(code, "ZSTD_decompressStream");
    library.find(close, "ZSTD_freeDStream");
    library.find(isError, "ZSTD_isError");
    library.find(nameError, "ZSTD_getErrorName");
    library.find(setParameter, "ZSTD_DCtx_setParameter");
    state = open();
    if (!state)
      throw std::bad_alloc();
    constexpr int largestWindow = 100, widest = 31; // as of zstd --long=31
    setParameter(state, largestWindow, widest);
  }
  ~ZstdDecoder() override { close(state); }

  void restart() override {} // a frame behind another one just goes on

  bool decode(Step &step) override {
    ZstdBuffer<const char *> in = {step.next, size_t(step.end - step.next), 0};
    ZstdBuffer<char *> out = {step.into, size_t(step.roomEnd - step.into), 0};
    size_t left = code(state, &out, &in);
    if (isError(left))
      failDamaged(nameError(left));
    step.next += in.at;
    step.into += out.at;
    return left == 0;
  }

private:
  void *(*open)();
  size_t (*code)(void *, ZstdBuffer<char *> *, ZstdBuffer<const char *> *);
  size_t (*close)(void *);
  unsigned (*isError)(size_t);
  const char *(*nameError)(size_t);
  size_t (*setParameter)(void *, int parameter, int value);
  void *state;
};

} // namespace

std::unique_ptr<Decoder> xzDecoder(const std::string &path) {
  return std::make_unique<XzDecoder>(path);
}

std::unique_ptr<Decoder> bzip2Decoder(const std::string &path) {
  return std::make_unique<Bzip2Decoder>(path);
}

std::unique_ptr<Decoder> zstdDecoder(const std::string &path) {
  return std::make_unique<ZstdDecoder>(path);
}

} // namespace encke::rt
