//===- chunks.h - parsing a text in parts, in parallel ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text is cut into chunks of whole lines. Threads take chunks in turn and
// parse each into memory of its own that stays in cache. They read a chunk of a
// file into such memory, too; one that is wrong is parsed again in the text,
// where its place can be told. The results are accepted strictly in the order
// of the text: what is read, and which error is reported, does not depend on
// the number of threads. A thread whose chunk's
// turn has not come leaves the result to the thread before and goes on, so that
// none waits for another one unless it is several chunks ahead.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_CHUNKS_H
#define ENCKE_RUNTIME_IO_CHUNKS_H

#include "core/progress.h"
#include "core/threads.h"
#include "io/mapping.h"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <vector>

namespace encke::rt {

class Context;

/// Whole lines of a text.
struct Chunk {
  const char *begin = nullptr;
  const char *end = nullptr;
  int64_t number = 0;

  int64_t size() const { return end - begin; }
};

/// How long a chunk is, in bytes, before its last line ends. Tests, whose files
/// are short, set it lower.
extern int64_t chunkSize;

/// Hands out the chunks of lines of a text, from `begin` to `end`, and says
/// whose turn it is to be accepted.
class ChunkQueue {
public:
  ChunkQueue(const Mapping &text, const char *begin, const char *end,
             int32_t allowedThreads, Progress &progress);

  /// As many of the allowed threads as there are chunks for.
  int32_t threads() const { return threadCount; }
  /// How many chunks may be parsed or wait for their turn.
  size_t places() const {
    return threadCount == 1 ? 1 : size_t(threadCount) * 4;
  }
  /// The next chunk of the text, to be parsed into the place that `place` gets;
  /// waits for a place. False when there is no chunk left, or after a failure.
  bool take(Chunk &chunk, size_t &place);
  /// Says that a place is ready to be accepted. True when the caller has to
  /// accept places, in turn, as long as `next` gives one.
  bool isReady(const Chunk &chunk, size_t place);
  /// The place that is to be accepted now; the one given before becomes free.
  bool next(size_t &place);
  /// Ends all work with the exception that is being handled.
  void fail();

  void rethrow() const {
    if (failure)
      std::rethrow_exception(failure);
  }

private:
  static constexpr size_t none = ~size_t(0);

  const Mapping &text;
  const Context *context; ///< of the program that reads, or null
  std::mutex mutex;
  std::condition_variable freed;
  const char *rest, *end; ///< of the lines
  int32_t threadCount;
  Progress &progress;
  int64_t handedOut = 0, accepted = 0;
  std::vector<size_t> freePlaces;
  std::vector<size_t> ready;   ///< by chunk's number, modulo places()
  std::vector<int64_t> weight; ///< bytes of each place's chunk
  size_t accepting = none;     ///< place
  std::exception_ptr failure;
};

/// Parses the lines of the text from `begin` to `end`. For each chunk
/// parse(part, chunk) fills `part` from a chunk of the text, or from a copy of
/// it. A Part is used again and again. Then accept(part, chunk, error) is
/// called, one at a time and in order. `error` is what parse threw; what accept
/// throws ends it all.
template <typename Part, typename Parse, typename Accept>
void parseInChunks(const Mapping &text, const char *begin, const char *end,
                   int32_t allowedThreads, Progress &progress, Parse parse,
                   Accept accept) {
  struct Parsed {
    Part part;
    Chunk chunk;
    std::exception_ptr error;
  };
  ChunkQueue queue(text, begin, end, allowedThreads, progress);
  std::vector<Parsed> all(queue.places());
  auto parseCopy = [&](const Chunk &chunk, Part &part, Array<char> &lines) {
    try {
      if (!text.copyLines(chunk.begin, chunk.end, lines))
        return false;
      parse(part,
            Chunk{lines.data(), lines.data() + chunk.size(), chunk.number});
      return true;
    } catch (...) {
      return false;
    }
  };
  auto parseNext = [&](const Chunk &chunk, Parsed &parsed, Array<char> &lines) {
    parsed.chunk = chunk;
    parsed.error = nullptr;
    if (parseCopy(chunk, parsed.part, lines))
      return;
    try {
      parse(parsed.part, chunk);
    } catch (...) {
      parsed.error = std::current_exception();
    }
  };
  onThreads(queue.threads(), [&](int32_t) {
    try {
      Array<char> lines;
      size_t place;
      for (Chunk chunk; queue.take(chunk, place);) {
        parseNext(chunk, all[place], lines);
        if (!queue.isReady(chunk, place))
          continue;
        while (queue.next(place))
          accept(all[place].part, all[place].chunk, all[place].error);
      }
    } catch (...) {
      queue.fail();
    }
  });
  queue.rethrow();
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_CHUNKS_H
