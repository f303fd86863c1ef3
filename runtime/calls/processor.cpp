//===- processor.cpp - what this processor can ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "calls/processor.h"

namespace encke::rt {

int32_t processorLevel() {
#ifdef __x86_64__
  __builtin_cpu_init();
  bool second = __builtin_cpu_supports("sse4.2") != 0 &&
                __builtin_cpu_supports("popcnt") != 0 &&
                __builtin_cpu_supports("ssse3") != 0;
  // With AVX2 and FMA come BMI, LZCNT and MOVBE in each processor so far.
  bool third = second && __builtin_cpu_supports("avx2") != 0 &&
               __builtin_cpu_supports("fma") != 0 &&
               __builtin_cpu_supports("bmi") != 0 &&
               __builtin_cpu_supports("bmi2") != 0;
  bool fourth = third && __builtin_cpu_supports("avx512f") != 0 &&
                __builtin_cpu_supports("avx512bw") != 0 &&
                __builtin_cpu_supports("avx512cd") != 0 &&
                __builtin_cpu_supports("avx512dq") != 0 &&
                __builtin_cpu_supports("avx512vl") != 0;
  return fourth ? 4 : third ? 3 : second ? 2 : 1;
#else
  return 1;
#endif
}

} // namespace encke::rt
