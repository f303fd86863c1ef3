//===- loop.cpp - what loops and ranges of a program ask
//-------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"

using namespace encke::rt;

void encke_check_range(int64_t size, int64_t last, int64_t mode,
                       const char *where) {
  guarded(where, [&] {
    if (last >= size)
      throw Error("the range goes on to " + std::to_string(last) +
                  ", but dimension " + std::to_string(mode + 1) + " has size " +
                  std::to_string(size));
  });
}

int64_t encke_loop_rounds(int64_t lo, int64_t hi, int64_t step,
                          const char *where) {
  return guarded(where, [&] {
    if (step == 0)
      throw Error("the step of the loop is 0");
    // Distances are taken without a sign, where they cannot overflow.
    bool up = step > 0;
    if (up ? lo >= hi : lo <= hi)
      return int64_t(0);
    uint64_t distance =
        up ? uint64_t(hi) - uint64_t(lo) : uint64_t(lo) - uint64_t(hi);
    uint64_t stride = up ? uint64_t(step) : -uint64_t(step);
    uint64_t rounds = (distance - 1) / stride + 1;
    if (rounds > uint64_t(INT64_MAX))
      throw Error("the loop has more than 2^63 rounds");
    return int64_t(rounds);
  });
}
