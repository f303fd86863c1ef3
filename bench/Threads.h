//===- Threads.h - the threads that are measured ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_THREADS_H
#define ENCKE_BENCH_THREADS_H

#include <cstdlib>
#include <cstring>

namespace encke::bench {

/// Threads for each contender. Set before anything is measured.
inline int numThreads = 1;

/// Takes an argument `--threads=N`. False for any other one.
inline bool readThreads(const char *argument) {
  constexpr char flag[] = "--threads=";
  if (strncmp(argument, flag, sizeof flag - 1) != 0)
    return false;
  numThreads = int(strtol(argument + sizeof flag - 1, nullptr, 10));
  return numThreads > 0;
}

/// Gives the threads that the process has made since the last call a processor
/// each, besides the main thread's: to be called when a contender's threads are
/// there. The system may else wake a thread on the processor of the one that
/// wakes it, and both take turns there for as long as is measured.
void placeNewThreads();

/// The same for the main thread. To be called when all contenders have run: an
/// OpenMP runtime that begins later would find one processor.
void placeMainThread();

} // namespace encke::bench

#endif // ENCKE_BENCH_THREADS_H
