//===- sort_row.cpp - puts a row's coordinates in order -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/sort_row.h"
#include "core/array.h"

#include <algorithm>
#include <utility>

namespace encke::rt {

/// Up to this many coordinates an insertion sort beats all others.
static constexpr int64_t shortRow = 4;
/// From this many coordinates a word on, all words of a set are looked at.
static constexpr int64_t denseWord = 2;
/// Up to so many words that say which are used, for each coordinate, a sweep
/// over these beats sorting.
static constexpr int64_t sparseSet = 8;
/// From this many on the histograms of a radix sort are worth their clearing.
static constexpr int64_t longRow = 512;

static const RowKernels &chooseKernels() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
    return avx2::rowKernels;
#endif
  return plain::rowKernels;
}

static void sortShort(uint32_t *coordinates, int64_t count) {
  for (int64_t k = 1; k < count; ++k) {
    uint32_t moving = coordinates[k];
    int64_t at = k;
    for (; at != 0 && coordinates[at - 1] > moving; --at)
      coordinates[at] = coordinates[at - 1];
    coordinates[at] = moving;
  }
}

/// One stable pass over eight bits.
static void countingPass(const uint32_t *from, uint32_t *to, int64_t count,
                         unsigned shift) {
  int64_t starts[257] = {};
  for (int64_t k = 0; k != count; ++k)
    ++starts[(from[k] >> shift & 255) + 1];
  for (int digit = 0; digit != 256; ++digit)
    starts[digit + 1] += starts[digit];
  for (int64_t k = 0; k != count; ++k)
    to[starts[from[k] >> shift & 255]++] = from[k];
}

/// Radix sort by the digits in which some differ.
static void sortLong(uint32_t *coordinates, int64_t count) {
  uint32_t all = 0, common = ~uint32_t(0);
  for (int64_t k = 0; k != count; ++k) {
    all |= coordinates[k];
    common &= coordinates[k];
  }
  uint32_t differs = all & ~common;
  static thread_local Array<uint32_t> spare;
  spare.reserve(count);
  uint32_t *from = coordinates, *to = spare.data();
  for (unsigned shift = 0; shift != 32; shift += 8)
    if (differs >> shift & 255) {
      countingPass(from, to, count, shift);
      std::swap(from, to);
    }
  if (from != coordinates)
    std::copy(from, from + count, coordinates);
}

namespace {
/// All zero between calls.
struct Words {
  uint64_t *zeros(int64_t count) {
    if (array.capacity() < count) {
      array.reserve(std::max(count, 2 * array.capacity()));
      std::fill_n(array.data(), array.capacity(), 0);
    }
    return array.data();
  }
  Array<uint64_t> array;
};
struct SetWords {
  Words bits, used;
};
} // namespace

void sortRow(uint32_t *coordinates, int64_t count) {
  static const RowKernels &kernels = chooseKernels();
  if (count <= shortRow)
    return sortShort(coordinates, count);
  if (count <= mostForRank)
    return kernels.sortByRank(coordinates, count);
  uint32_t least, greatest;
  kernels.findRange(coordinates, count, least, greatest);
  int64_t words = int64_t((greatest - least) / 64) + 1, groups = words / 64 + 1;
  if (groups <= count * sparseSet) {
    static thread_local SetWords memory;
    BitSet set = {least, words, memory.bits.zeros(words),
                  memory.used.zeros(groups)};
    auto sweep =
        words * denseWord <= count ? kernels.sweepAll : kernels.sweepUsed;
    sweep(coordinates, count, set);
  } else if (count < longRow) {
    std::sort(coordinates, coordinates + count);
  } else {
    sortLong(coordinates, count);
  }
}

} // namespace encke::rt
