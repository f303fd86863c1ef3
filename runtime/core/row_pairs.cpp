//===- row_pairs.cpp - what rows of two tensors have in common ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encke/runtime.h"

#include <algorithm>
#include <array>

/// Rows that are looked at, and of how many one is.
static constexpr int64_t mostLooks = 48, rowsForALook = 64;

namespace {
/// Rows of two tensors, as far as they were looked at.
struct Looks {
  int64_t count = 0;
  int64_t rows = 0;         ///< Of which neither is empty.
  int64_t alike = 0;        ///< Of these.
  int64_t shorter = 0;      ///< Elements of the shorter ones of these.
  int64_t elements[2] = {}; ///< Of all.
};

/// The rows of two tensors that are multiplied with each other.
template <typename End, typename Coordinate>
struct RowPairs {
  const End *ends[2];
  const Coordinate *coordinates[2];
  int64_t rows;

  int64_t size(int side) const {
    return int64_t(ends[side][rows]) - int64_t(ends[side][0]);
  }
  Looks look() const;
};
} // namespace

/// First all ends, then all coordinates: what is far away comes while others
/// are asked for.
template <typename End, typename Coordinate>
Looks RowPairs<End, Coordinate>::look() const {
  struct Pair {
    int64_t lo[2], length;
  };
  std::array<Pair, mostLooks> even;
  size_t numEven = 0;
  Looks looks;
  looks.count = std::min(mostLooks, rows / rowsForALook);
  for (int64_t place = 0; place != looks.count; ++place) {
    // Not at regular distances: so may be the rows that are not alike.
    int64_t distance = rows / looks.count;
    int64_t row = distance * place + place * 7919 % distance;
    int64_t length[2];
    for (int side : {0, 1}) {
      length[side] = ends[side][row + 1] - ends[side][row];
      looks.elements[side] += length[side];
    }
    int64_t shorter = std::min(length[0], length[1]);
    looks.rows += shorter != 0;
    looks.shorter += shorter;
    if (shorter != 0 && length[0] == length[1])
      even[numEven++] = {{ends[0][row], ends[1][row]}, shorter};
  }
  for (size_t number = 0; number != numEven; ++number) {
    const Pair &pair = even[number];
    auto isSame = [&](int64_t offset) {
      return coordinates[0][pair.lo[0] + offset] ==
             coordinates[1][pair.lo[1] + offset];
    };
    looks.alike += int64_t(isSame(0)) & int64_t(isSame(pair.length - 1));
  }
  return looks;
}

/// What is alike saves about as much as a look at the row takes, which counts
/// less the longer it is; what is not costs several times as much. Where next
/// to all rows are empty, there is nothing to save.
static bool areAlike(const Looks &looks, int64_t most) {
  if (looks.rows * 4 <= looks.count)
    return true;
  auto rows = double(looks.rows);
  double length = double(looks.shorter) / rows;
  return double(looks.alike) / rows >=
         0.64 - 0.3 / (length * length) + 0.34 * length / double(most);
}

template <typename End, typename Coordinate>
static bool areRowsAlike(const void *const (&ends)[2],
                         const void *const (&coordinates)[2], int64_t rows,
                         int64_t most) {
  RowPairs<End, Coordinate> pairs{
      {static_cast<const End *>(ends[0]), static_cast<const End *>(ends[1])},
      {static_cast<const Coordinate *>(coordinates[0]),
       static_cast<const Coordinate *>(coordinates[1])},
      rows};
  // Where rows are as long as that on average, no look is needed.
  if (std::min(pairs.size(0), pairs.size(1)) / rows >= most)
    return false;
  Looks looks = pairs.look();
  // Rows that were not looked at may be far longer.
  for (int side : {0, 1})
    if (pairs.size(side) / (rows / looks.count + 1) / 2 > looks.elements[side])
      return false;
  return areAlike(looks, most);
}

int64_t encke_loop_rows_are_alike(const void *ends, const void *other_ends,
                                  const void *coordinates,
                                  const void *other_coordinates,
                                  int64_t end_bytes, int64_t coordinate_bytes,
                                  int64_t count, int64_t most) {
  int64_t rows = count - 1;
  if (rows < rowsForALook || most <= 0)
    return false;
  auto ask = end_bytes == 4
                 ? (coordinate_bytes == 4 ? areRowsAlike<int32_t, int32_t>
                                          : areRowsAlike<int32_t, int64_t>)
                 : (coordinate_bytes == 4 ? areRowsAlike<int64_t, int32_t>
                                          : areRowsAlike<int64_t, int64_t>);
  return ask({ends, other_ends}, {coordinates, other_coordinates}, rows, most);
}
