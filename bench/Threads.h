//===- Threads.h - how many threads are measured ----------------*- C++ -*-===//
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
  numThreads = atoi(argument + sizeof flag - 1);
  return numThreads > 0;
}

} // namespace encke::bench

#endif // ENCKE_BENCH_THREADS_H
