//===- sort_row.h - puts a row's coordinates in order -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of a product is collected in the order in which its elements come: a
// few runs that are in order, each of a few coordinates. What takes the time in
// sorting these is branches that cannot be foreseen, so there are none but for
// the lengths: a few coordinates are put where as many go before as are
// smaller, and more into a bit set, out of whose words they are read in pairs
// or fours whether there are as many or not.
//
// These kernels are compiled once for processors that count bits and have wide
// registers, and once for others, from sort_row.inc; which one is chosen when
// the program runs.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_SORT_ROW_H
#define ENCKE_RUNTIME_STORAGE_SORT_ROW_H

#include <cstdint>

namespace encke::rt {

/// Sorts distinct coordinates. Behind them is room for ENCKE_ROW_ROOM more,
/// which may be read and written.
void sortRow(uint32_t *coordinates, int64_t count);

/// Coordinates from `least` on as a set of bits.
struct BitSet {
  uint32_t least;
  int64_t words;
  uint64_t *bits; ///< so many words, zero before and after
  /// Which of the words are not zero: (words + 63) / 64 of them, zero before
  /// and after.
  uint64_t *used;
};

struct RowKernels {
  /// For up to `mostForRank` coordinates.
  void (*sortByRank)(uint32_t *coordinates, int64_t count);
  void (*findRange)(const uint32_t *coordinates, int64_t count, uint32_t &least,
                    uint32_t &greatest);
  /// Through a set whose words are all looked at, or those that are used.
  void (*sweepAll)(uint32_t *coordinates, int64_t count, const BitSet &set);
  void (*sweepUsed)(uint32_t *coordinates, int64_t count, const BitSet &set);
};

constexpr int64_t mostForRank = 32;

namespace plain {
extern const RowKernels rowKernels;
}
#ifdef __x86_64__
namespace avx2 {
extern const RowKernels rowKernels;
}
#endif

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_SORT_ROW_H
