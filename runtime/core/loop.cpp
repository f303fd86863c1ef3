//===- loop.cpp - what loops and ranges of a program ask ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/progress.h"
#include "core/threads.h"

#include <algorithm>
#include <array>

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

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

namespace {
/// The work of the rounds lo ... i - 1 of a loop, which grows with i.
struct Work {
  const void *positions;
  int64_t bytes, lo;

  int64_t elementsUntil(int64_t round) const {
    return bytes == 4 ? static_cast<const int32_t *>(positions)[round]
                      : static_cast<const int64_t *>(positions)[round];
  }
  int64_t at(int64_t round) const {
    return positions ? round + elementsUntil(round) : round;
  }
  int64_t until(int64_t round) const { return at(round) - at(lo); }
  /// The first of the rounds lo ... hi - 1 before which there is so much, or
  /// hi.
  int64_t find(int64_t hi, int64_t wanted) const {
    int64_t first = lo, last = hi;
    while (first < last) {
      int64_t middle = first + (last - first) / 2;
      if (until(middle) < wanted)
        first = middle + 1;
      else
        last = middle;
    }
    return first;
  }
};
} // namespace

int64_t encke_loop_elements(const void *positions, int64_t bytes, int64_t lo,
                            int64_t hi) {
  return lo < hi ? Work{positions, bytes, lo}.until(hi) : 0;
}

/// The sum or product, or INT64_MAX where it is too large.
static int64_t add(int64_t first, int64_t second) {
  int64_t sum;
  return __builtin_add_overflow(first, second, &sum) ? INT64_MAX : sum;
}
static int64_t multiply(int64_t first, int64_t second) {
  int64_t product;
  return __builtin_mul_overflow(first, second, &product) ? INT64_MAX : product;
}

int64_t encke_loop_tasks(const void *positions, int64_t bytes, int64_t lo,
                         int64_t hi, int64_t cost, int64_t round_cost,
                         int64_t least, int64_t extra, int64_t extra_cost,
                         int64_t extra_least) {
  if (lo >= hi)
    return 1;
  int64_t elements = Work{positions, bytes, lo}.until(hi);
  int64_t total = add(multiply(elements, std::max<int64_t>(cost, 1)),
                      positions ? multiply(hi - lo, round_cost) : 0);
  if (extra > 0)
    least = std::max({least, multiply(extra, extra_cost), extra_least});
  return std::min<int64_t>(threadsForCost(total, least), hi - lo);
}

/// total * chunk / chunks, where the product may be too large.
static int64_t shareOf(int64_t total, int64_t chunk, int64_t chunks) {
  return total / chunks * chunk + total % chunks * chunk / chunks;
}

int64_t encke_loop_split(const void *positions, int64_t bytes, int64_t lo,
                         int64_t hi, int64_t chunk, int64_t chunks,
                         int64_t line, int64_t group) {
  noteChunk(chunk, chunks);
  if (chunk <= 0 || lo >= hi)
    return lo;
  if (chunk >= chunks)
    return hi;
  Work work{positions, bytes, lo};
  int64_t total = work.until(hi);
  int64_t wanted = shareOf(total, chunk, chunks);
  if (!positions) {
    for (int64_t unit : {line, group})
      if (total / chunks >= unit)
        return lo + wanted / unit * unit;
    return lo + wanted;
  }
  return work.find(hi, wanted);
}

namespace {
/// Some coordinates, in order. By so many the shares of tasks differ by a few
/// per cent.
struct Seen {
  int64_t number = 0;
  std::array<int64_t, 1024> coordinates;

  template <typename Integer>
  void add(const Integer *all, int64_t count) {
    number = std::min(count, int64_t(coordinates.size()));
    for (int64_t i = 0; i < number; ++i)
      coordinates[size_t(i)] = int64_t(all[shareOf(count, i, number)]);
    std::sort(coordinates.begin(), coordinates.begin() + number);
  }
};
} // namespace

void encke_loop_owners(const void *coordinates, int64_t bytes, int64_t count,
                       int64_t size, int64_t tasks, int64_t *first) {
  Seen seen;
  if (coordinates && bytes == 4)
    seen.add(static_cast<const uint32_t *>(coordinates), count);
  else if (coordinates)
    seen.add(static_cast<const int64_t *>(coordinates), count);
  for (int64_t task = 1; task < tasks; ++task)
    first[task] =
        seen.number
            ? seen.coordinates[size_t(shareOf(seen.number, task, tasks))]
            : shareOf(size, task, tasks);
  first[0] = 0;
  first[tasks] = size;
}

namespace {
/// Where a chunk begins: at a round, or, if `element` is not -1, there in it.
struct Cut {
  int64_t round, element = -1;
  bool isInside() const { return element >= 0; }
};
} // namespace

static Cut findCut(const Work &work, int64_t hi, int64_t chunk,
                   int64_t chunks) {
  if (chunk <= 0)
    return {work.lo};
  if (chunk >= chunks)
    return {hi};
  int64_t total = work.until(hi);
  int64_t wanted = shareOf(total, chunk, chunks);
  int64_t next = work.find(hi, wanted);
  if (next == work.lo)
    return {next};
  // The round before reaches beyond what is wanted.
  int64_t begin = work.elementsUntil(next - 1);
  int64_t length = work.elementsUntil(next) - begin;
  int64_t inside = wanted - work.until(next - 1);
  if (length <= total / chunks || inside >= length)
    return {next};
  return {next - 1, begin + inside};
}

int64_t encke_loop_part(const void *positions, int64_t bytes, int64_t lo,
                        int64_t hi, int64_t chunk, int64_t chunks, int64_t part,
                        int64_t *rounds, void *ends) {
  rounds[0] = rounds[1] = lo;
  if (lo >= hi)
    return 0;
  if (chunks == 1) {
    rounds[1] = part == 1 ? hi : lo;
    return 0;
  }
  Work work{positions, bytes, lo};
  Cut from = findCut(work, hi, chunk, chunks);
  Cut to = findCut(work, hi, chunk + 1, chunks);
  auto piece = [&](int64_t round, int64_t first, int64_t last) -> int64_t {
    rounds[0] = round;
    rounds[1] = round + 1;
    if (bytes == 4) {
      static_cast<int32_t *>(ends)[0] = static_cast<int32_t>(first);
      static_cast<int32_t *>(ends)[1] = static_cast<int32_t>(last);
    } else {
      static_cast<int64_t *>(ends)[0] = first;
      static_cast<int64_t *>(ends)[1] = last;
    }
    return 1;
  };
  bool isOne = from.isInside() && to.isInside() && from.round == to.round;
  if (isOne && from.element == to.element)
    return 0;
  if (part == 0 && from.isInside())
    return piece(from.round, from.element,
                 isOne ? to.element : work.elementsUntil(from.round + 1));
  if (part == 1 && !isOne) {
    rounds[0] = from.isInside() ? from.round + 1 : from.round;
    rounds[1] = to.round;
  }
  if (part == 2 && to.isInside() && !isOne)
    return piece(to.round, work.elementsUntil(to.round), to.element);
  return 0;
}

int64_t encke_loop_next_rest(const int64_t *rounds, int64_t chunk,
                             int64_t chunks) {
  return std::find_if(rounds + chunk, rounds + chunks,
                      [](int64_t round) { return round >= 0; }) -
         rounds;
}

//===----------------------------------------------------------------------===//
// Rows at coordinates
//===----------------------------------------------------------------------===//

/// Looked at so many times.
static constexpr int64_t samples = 64;
/// Rows of so many elements before are still in the first cache.
static constexpr int64_t recent = 64;

/// One of the elements before has the same coordinate or one beside it, whose
/// row the processor has fetched with that one.
template <typename Integer>
static bool isNearRecent(const Integer *coordinate) {
  bool isNear = false;
  for (int64_t before = 1; before <= recent; ++before) {
    auto distance = uint64_t(coordinate[0]) - uint64_t(coordinate[-before]);
    isNear |= distance + 1 <= 2;
  }
  return isNear;
}

/// To wait for memory once costs as much as many rows that are near.
template <typename Integer>
static bool isScattered(const Integer *coordinates, int64_t count, bool isFar) {
  int64_t near = 0;
  for (int64_t sample = 0; sample < samples; ++sample)
    near += isNearRecent(coordinates + recent +
                         (count - recent) / samples * sample);
  return isFar ? near < samples / 5 * 4 : near < samples / 2;
}

int64_t encke_loop_is_scattered(const void *coordinates, int64_t bytes,
                                int64_t count, int64_t row_bytes, int64_t few,
                                int64_t near, int64_t far) {
  if (count < std::max(few, recent + samples) || row_bytes < near)
    return false;
  bool isFar = row_bytes >= far;
  return bytes == 4 ? isScattered(static_cast<const int32_t *>(coordinates),
                                  count, isFar)
                    : isScattered(static_cast<const int64_t *>(coordinates),
                                  count, isFar);
}

//===----------------------------------------------------------------------===//
// Lengths of rows
//===----------------------------------------------------------------------===//

/// Looked at: so many rows at so many places.
static constexpr int64_t places = 16;
static constexpr int64_t rowsAtPlace = 16;

template <typename Integer>
static bool isUneven(const Integer *positions, int64_t rows, int64_t length) {
  if (int64_t(positions[rows]) - int64_t(positions[0]) > multiply(rows, length))
    return false;
  int64_t different = 0;
  for (int64_t place = 0; place < places; ++place) {
    const Integer *at = positions + (rows - rowsAtPlace - 1) / places * place;
    for (int64_t row = 0; row < rowsAtPlace; ++row)
      different += at[row + 2] - at[row + 1] != at[row + 1] - at[row];
  }
  return different * 3 >= places * rowsAtPlace;
}

/// How many of the first rows end at `most` or before.
template <typename Integer>
static int64_t rowsUntil(const Integer *positions, int64_t rows, int64_t most) {
  return std::upper_bound(
             positions + 1, positions + rows + 1, most,
             [](int64_t value, Integer end) { return value < int64_t(end); }) -
         (positions + 1);
}

template <typename Integer>
static int64_t unevenRows(const void *array, int64_t rows, int64_t most,
                          int64_t length) {
  const auto *positions = static_cast<const Integer *>(array);
  return isUneven(positions, rows, length) ? rowsUntil(positions, rows, most)
                                           : 0;
}

int64_t encke_loop_uneven_rows(const void *positions, int64_t bytes,
                               int64_t count, int64_t most, int64_t few,
                               int64_t length) {
  if (count <= std::max(few, rowsAtPlace + 1))
    return 0;
  return bytes == 4 ? unevenRows<int32_t>(positions, count - 1, most, length)
                    : unevenRows<int64_t>(positions, count - 1, most, length);
}
