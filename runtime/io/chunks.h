//===- chunks.h - parsing a text in parts, in parallel ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text is cut into chunks of whole lines. Threads take chunks in turn, parse
// each into memory of their own that stays in cache, and hand over the results
// strictly in the order of the text: what is read, and which error is reported,
// does not depend on the number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_CHUNKS_H
#define ENCKE_RUNTIME_IO_CHUNKS_H

#include "core/threads.h"
#include "io/progress.h"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>

namespace encke::rt {

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

/// Hands out the chunks of a text, and keeps their order.
class ChunkQueue {
public:
  ChunkQueue(const char *begin, const char *end, Progress &progress)
      : next(begin), end(end), progress(progress) {}

  /// As many of the threads (0: of all that the machine has) as there are
  /// chunks for.
  int32_t usefulThreads(int32_t allowed) const;
  /// The next chunk of the text; false when there is none, or after a failure.
  bool take(Chunk &chunk);
  /// Waits until all chunks before this one are finished; false when one of
  /// them failed.
  bool waitForTurn(const Chunk &chunk);
  void finish(const Chunk &chunk);
  /// Ends all work with the exception that is being handled.
  void fail();

  void rethrow() const {
    if (failure)
      std::rethrow_exception(failure);
  }

private:
  std::mutex mutex;
  std::condition_variable turn;
  const char *next;
  const char *end;
  Progress &progress;
  int64_t handedOut = 0, finished = 0;
  std::exception_ptr failure;
};

/// Parses begin ... end. For each chunk parse(part, chunk) fills `part`, a Part
/// that its thread uses again and again, and then accept(part, chunk, error) is
/// called, one at a time and in order; `error` is what parse threw, and what
/// accept throws ends it all.
template <typename Part, typename Parse, typename Accept>
void parseInChunks(const char *begin, const char *end, int32_t threads,
                   Progress &progress, Parse parse, Accept accept) {
  ChunkQueue queue(begin, end, progress);
  onThreads(queue.usefulThreads(threads), [&](int32_t) {
    try {
      Part part;
      for (Chunk chunk; queue.take(chunk); queue.finish(chunk)) {
        std::exception_ptr error;
        try {
          parse(part, chunk);
        } catch (...) {
          error = std::current_exception();
        }
        if (!queue.waitForTurn(chunk))
          return;
        accept(part, chunk, error);
      }
    } catch (...) {
      queue.fail();
    }
  });
  queue.rethrow();
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_CHUNKS_H
