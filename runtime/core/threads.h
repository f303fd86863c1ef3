//===- threads.h - loops on several threads ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the runtime's own work on large arrays. Whatever is done here gives the
// same result for every number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_THREADS_H
#define ENCKE_RUNTIME_CORE_THREADS_H

#include <cstdint>
#include <functional>

namespace encke::rt {

/// Nobody may ask for more.
constexpr int32_t mostThreads = 4096;

/// Takes OMP_NUM_THREADS away, with a warning, where it is no number: OpenMP's
/// library would end the process. Before that library begins to work.
void checkOpenMPThreads();

/// The number of threads where nobody names one: what OMP_NUM_THREADS says,
/// else one for each processor that the process may use; fewer where its
/// addresses are limited, since each thread has a stack and tables of its own.
int32_t defaultThreads();

/// As many of `asked` threads (0: the default) as there are addresses left for,
/// and at least one: OpenMP's library ends the process where it gets too few.
int32_t possibleThreads(int32_t asked);

/// Where addresses are limited, makes these threads before data take the room.
void makeThreadsEarly(int32_t threads);

/// As many threads as there are parts of a work, at most `allowed` (0: the
/// default), and at least one.
int32_t usefulThreads(int32_t allowed, int64_t parts);

/// How many threads are worth having for `work` elements that take a few
/// nanoseconds each: at most what the running program may use. Each thread has
/// `extra` elements' work of its own to do besides, which its part of `work`
/// must outweigh.
int32_t threadsFor(int64_t work, int64_t extra = 0);

/// The same for work of a cost, if each thread is to have the `least` of it.
int32_t threadsForCost(int64_t cost, int64_t least);

/// Runs body(0) ... body(threads-1) at once. An exception of one of them is
/// thrown again here, once all have ended.
void onThreads(int32_t threads, const std::function<void(int32_t)> &body);

/// Where the t-th of `threads` equal parts of `count` elements begins; t may be
/// `threads`.
inline int64_t partBegin(int64_t count, int32_t threads, int32_t t) {
  return count / threads * t + count % threads * t / threads;
}

/// Calls body(begin, end) for parts of 0 ... count-1 that cover it. `work` is
/// how many elements these have to do with.
template <typename Body>
void parallelFor(int64_t count, int64_t work, Body body) {
  int32_t threads = threadsFor(work);
  if (threads == 1)
    return body(int64_t(0), count);
  onThreads(threads, [&](int32_t t) {
    body(partBegin(count, threads, t), partBegin(count, threads, t + 1));
  });
}

template <typename Body>
void parallelFor(int64_t count, Body body) {
  parallelFor(count, count, body);
}

/// So many numbers are copied in the time that an element usually takes.
constexpr int64_t copiesAnElement = 8;

/// The same where each element is a number to copy, or as little work.
template <typename Body>
void parallelCopy(int64_t count, Body body) {
  parallelFor(count, count / copiesAnElement, body);
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_THREADS_H
