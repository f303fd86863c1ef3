//===- past_caches.cpp - copies that leave the caches alone ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/past_caches.h"
#include "core/threads.h"

#include <algorithm>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace encke::rt {

#ifdef __SSE2__

static constexpr size_t line = 64;

static void copyLine(char *to, const char *from) {
  constexpr size_t vectors = line / sizeof(__m128i);
  __m128i loaded[vectors];
  for (size_t v = 0; v != vectors; ++v)
    loaded[v] = _mm_loadu_si128(reinterpret_cast<const __m128i *>(from) + v);
  for (size_t v = 0; v != vectors; ++v)
    _mm_stream_si128(reinterpret_cast<__m128i *>(to) + v, loaded[v]);
}

void copyPastCaches(void *to, const void *from, size_t bytes) {
  auto *target = static_cast<char *>(to);
  auto *source = static_cast<const char *>(from);
  // Only whole lines go past the caches.
  size_t into = reinterpret_cast<uintptr_t>(to) % line;
  size_t head = std::min(bytes, into == 0 ? 0 : line - into);
  std::memcpy(target, source, head);
  size_t at = head;
  for (; bytes - at >= line; at += line)
    copyLine(target + at, source + at);
  std::memcpy(target + at, source + at, bytes - at);
  // Otherwise other threads might see what is written later before this.
  _mm_sfence();
}

#else

void copyPastCaches(void *to, const void *from, size_t bytes) {
  std::memcpy(to, from, bytes);
}

#endif

/// Of arrays that are larger, a program seldom finds the copy in a cache.
static constexpr int64_t mostCached = int64_t(4) << 20;

void *copyArray(void *to, const void *from, int64_t bytes) {
  if (bytes == 0) // there may be no array
    return to;
  auto copy = bytes > mostCached
                  ? copyPastCaches
                  : [](void *to, const void *from, size_t bytes) {
                      std::memcpy(to, from, bytes);
                    };
  constexpr int64_t bytesOfNumber = 8;
  parallelFor(bytes, bytes / (bytesOfNumber * copiesAnElement),
              [=](int64_t begin, int64_t end) {
                copy(static_cast<char *>(to) + begin,
                     static_cast<const char *>(from) + begin,
                     size_t(end - begin));
              });
  return to;
}

} // namespace encke::rt
