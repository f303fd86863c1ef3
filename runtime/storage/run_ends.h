//===- run_ends.h - where a sorted column's value changes -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_RUN_ENDS_H
#define ENCKE_RUNTIME_STORAGE_RUN_ENDS_H

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace encke::rt {

/// So many entries are looked at together.
constexpr int64_t runEndsAtOnce = 16;

/// Bit e is set where at[e] differs from at[e + 1].
template <typename Index>
uint32_t runEnds(const Index *at) {
  uint32_t ends = 0;
  for (int64_t e = 0; e != runEndsAtOnce; ++e)
    ends |= uint32_t(at[e] != at[e + 1]) << e;
  return ends;
}

#ifdef __SSE2__
template <>
inline uint32_t runEnds(const int32_t *at) {
  uint32_t agree = 0;
  auto load = [](const int32_t *from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(from));
  };
  constexpr int64_t lanes = 4;
  for (int64_t e = 0; e != runEndsAtOnce; e += lanes) {
    __m128i same = _mm_cmpeq_epi32(load(at + e), load(at + e + 1));
    agree |= uint32_t(_mm_movemask_ps(_mm_castsi128_ps(same))) << e;
  }
  return ~agree & ((uint32_t(1) << runEndsAtOnce) - 1);
}
#endif

/// Calls body(e) for each e from `begin` to `end` - 1 whose entry of the column
/// is not that of e + 1, which there is. To compare entry by entry costs a
/// wrong guess of the processor for about each run.
template <typename Index, typename Body>
void forRunEnds(const Index *column, int64_t begin, int64_t end, Body body) {
  int64_t e = begin;
  for (; e + runEndsAtOnce <= end; e += runEndsAtOnce)
    for (uint32_t ends = runEnds(column + e); ends != 0; ends &= ends - 1)
      body(e + __builtin_ctz(ends));
  for (; e < end; ++e)
    if (column[e] != column[e + 1])
      body(e);
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_RUN_ENDS_H
