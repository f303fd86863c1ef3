//===- chunks.cpp - parsing a text in parts, in parallel ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/chunks.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace encke::rt {

int64_t chunkSize = 1 << 18;

int32_t ChunkQueue::usefulThreads(int32_t allowed) const {
  if (allowed <= 0)
    allowed = int32_t(std::thread::hardware_concurrency());
  return int32_t(
      std::clamp<int64_t>((end - next) / chunkSize, 1, std::max(allowed, 1)));
}

bool ChunkQueue::take(Chunk &chunk) {
  std::lock_guard<std::mutex> lock(mutex);
  if (failure || next == end)
    return false;
  chunk.begin = next;
  chunk.number = handedOut++;
  next = end;
  if (end - chunk.begin > chunkSize) {
    const char *from = chunk.begin + chunkSize;
    if (const void *line = std::memchr(from, '\n', size_t(end - from)))
      next = static_cast<const char *>(line) + 1;
  }
  chunk.end = next;
  return true;
}

bool ChunkQueue::waitForTurn(const Chunk &chunk) {
  std::unique_lock<std::mutex> lock(mutex);
  turn.wait(lock, [&] { return failure || finished == chunk.number; });
  return !failure;
}

void ChunkQueue::finish(const Chunk &chunk) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    ++finished;
    progress.advance(chunk.size());
  }
  turn.notify_all();
}

void ChunkQueue::fail() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!failure)
      failure = std::current_exception();
  }
  turn.notify_all();
}

} // namespace encke::rt
