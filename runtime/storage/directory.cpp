//===- directory.cpp - where a level has a coordinate ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "core/threads.h"
#include "encke/runtime.h"

#include <algorithm>

using namespace encke::rt;

int64_t encke_directory_shift(int64_t count, int64_t size, int64_t lookups,
                              int64_t placed) {
  constexpr int64_t singleShelf = 63;
  if (count / std::max<int64_t>(placed, 1) >= lookups)
    return singleShelf;
  int64_t shift = 0;
  while (size >> shift > 2 * count)
    ++shift;
  return shift;
}

namespace {
template <typename Coordinate, typename Position>
struct Directory {
  const Coordinate *coordinates;
  int64_t lo, hi, shift;
  Position *shelves;

  int64_t shelfAt(int64_t position) const {
    return int64_t(uint64_t(coordinates[position]) >> shift);
  }

  /// Sets those of the shelves begin ... end - 1, each to the first position of
  /// a coordinate that belongs on it or behind it.
  void fill(int64_t begin, int64_t end) const {
    int64_t position = find(begin);
    int64_t shelf = begin;
    for (; shelf != end && position != hi; ++position)
      for (int64_t last = std::min(shelfAt(position) + 1, end); shelf < last;
           ++shelf)
        shelves[shelf] = Position(position);
    for (; shelf != end; ++shelf)
      shelves[shelf] = Position(hi);
  }

private:
  int64_t find(int64_t shelf) const {
    int64_t first = lo, last = hi;
    while (first < last) {
      int64_t middle = first + (last - first) / 2;
      if (shelfAt(middle) < shelf)
        first = middle + 1;
      else
        last = middle;
    }
    return first;
  }
};
} // namespace

template <typename Coordinate, typename Position>
static void fill(const void *coordinates, int64_t lo, int64_t hi, int64_t shift,
                 void *shelves, int64_t length) {
  Directory<Coordinate, Position> directory{
      static_cast<const Coordinate *>(coordinates), lo, hi, shift,
      static_cast<Position *>(shelves)};
  parallelFor(length, (hi - lo + length) / copiesAnElement,
              [&](int64_t begin, int64_t end) { directory.fill(begin, end); });
}

void encke_directory_fill(const void *coordinates, int64_t coordinate_bytes,
                          int64_t lo, int64_t hi, int64_t shift, void *shelves,
                          int64_t shelf_bytes, int64_t length) {
  guarded(nullptr, [&] {
    auto *run = coordinate_bytes == 4
                    ? (shelf_bytes == 4 ? fill<uint32_t, int32_t>
                                        : fill<uint32_t, int64_t>)
                    : (shelf_bytes == 4 ? fill<uint64_t, int32_t>
                                        : fill<uint64_t, int64_t>);
    run(coordinates, lo, hi, shift, shelves, length);
  });
}
