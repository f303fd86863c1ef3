//===- chunks.cpp - parsing a text in parts, in parallel ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/chunks.h"

#include "core/context.h"

namespace encke::rt {

int64_t chunkSize = 1 << 18;

ChunkQueue::ChunkQueue(const Mapping &text, const char *begin, const char *end,
                       int32_t allowedThreads, Progress &progress)
    : text(text), context(Context::find()), rest(begin), end(end),
      threadCount(usefulThreads(allowedThreads, (end - begin) / chunkSize)),
      progress(progress), ready(places(), none), weight(places()) {
  for (size_t place = places(); place != 0; --place)
    freePlaces.push_back(place - 1);
}

bool ChunkQueue::take(Chunk &chunk, size_t &place) {
  std::unique_lock<std::mutex> lock(mutex);
  freed.wait(lock,
             [&] { return failure || rest == end || !freePlaces.empty(); });
  if (failure || rest == end)
    return false;
  if (context)
    context->lookForCancel();
  place = freePlaces.back();
  freePlaces.pop_back();
  chunk.begin = rest;
  chunk.number = handedOut++;
  rest = end - chunk.begin > chunkSize
             ? text.behindLine(chunk.begin + chunkSize)
             : end;
  chunk.end = rest;
  return true;
}

bool ChunkQueue::isReady(const Chunk &chunk, size_t place) {
  std::lock_guard<std::mutex> lock(mutex);
  ready[size_t(chunk.number) % ready.size()] = place;
  weight[place] = chunk.size();
  return accepting == none && chunk.number == accepted;
}

bool ChunkQueue::next(size_t &place) {
  std::lock_guard<std::mutex> lock(mutex);
  if (accepting != none) {
    progress.advance(weight[accepting]);
    freePlaces.push_back(accepting);
    ++accepted;
    freed.notify_one();
  }
  size_t &turn = ready[size_t(accepted) % ready.size()];
  place = accepting = turn;
  turn = none;
  return !failure && accepting != none;
}

void ChunkQueue::fail() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!failure)
      failure = std::current_exception();
  }
  freed.notify_all();
}

} // namespace encke::rt
