//===- Turns.h - taking turns with another process --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two builds of Encke are measured by two processes, of which one runs at a
// time:
// `--in-turns` makes a process ask on stdout, before each sample, whether it
// may go on, and wait for a line on stdin. It says each sample as it is taken,
// so that one can be compared with that of the other process next to it
// (against.py).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_TURNS_H
#define ENCKE_BENCH_TURNS_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace encke::bench {

/// Set before anything is measured.
inline bool takesTurns = false;

/// Takes the argument `--in-turns`. False for any other one.
inline bool readTurns(const char *argument) {
  if (strcmp(argument, "--in-turns") != 0)
    return false;
  takesTurns = true;
  return true;
}

/// Waits until the other process does. Where nobody listens any more, nothing
/// is left to do.
inline void awaitTurn() {
  if (!takesTurns)
    return;
  printf("turn\n");
  fflush(stdout);
  int c = getchar();
  while (c != '\n' && c != EOF)
    c = getchar();
  if (c == EOF)
    _Exit(1);
}

/// Samples of each contender, of which pairs are made: as many as are taken
/// else where more time is spent.
constexpr int samplesInTurns = 11;

/// Whether a contender is measured: the peers are the same in both builds.
inline bool takesPart(const std::string &contender) {
  return !takesTurns || contender.rfind("encke", 0) == 0;
}

} // namespace encke::bench

#endif // ENCKE_BENCH_TURNS_H
