//===- slice_levels.cpp - a slice out of a tensor's levels ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Down the levels, of each position that is taken those below it that its range
// has: found by binary search, since coordinates are sorted, and copied
// together where neither steps nor the ranges of levels below leave any out.
// Once to count what each level will hold, and once to copy it; parts of the
// outermost level are done by several threads.
//
//===----------------------------------------------------------------------===//

#include "storage/slice_levels.h"
#include "core/array.h"
#include "core/threads.h"
#include "storage/assemble.h"
#include "storage/elements.h"
#include "storage/tensor.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace encke::rt {

namespace {

/// What a slice holds: positions of the levels that have children of their own
/// number, and elements.
struct Counts {
  std::vector<int64_t> positions; ///< by level
  int64_t elements = 0;

  void add(const Counts &other) {
    for (size_t l = 0; l != positions.size(); ++l)
      positions[l] += other.positions[l];
    elements += other.elements;
  }
};

/// Takes parts of the slice, one behind the other. Crd is the type of the
/// coordinates, Value one as large as a value; with `fills` the result is
/// written, else what it will hold only counted.
template <typename Crd, typename Value, bool fills>
class Slicer {
public:
  Slicer(encke_tensor &result, const encke_tensor &source,
         const std::vector<Range> &ranges, Counts before);

  /// How many coordinates (dense) or positions of the outermost level there
  /// are to take, which parts are made of.
  int64_t size() const { return outermost.end - outermost.begin; }
  /// Takes those from `begin` to `end` - 1.
  void run(int64_t begin, int64_t end) {
    if (isDense(source.levels[0]))
      takeDense(0, 0, 0, begin, end);
    else
      takeStored(0, outermost.begin + begin, outermost.begin + end);
  }
  const Counts &counts() const { return taken; }

private:
  /// A level and its range, with the singleton levels below it a chain: these
  /// have the same positions.
  struct Level {
    Range range;
    RangeFilter<Crd> filter;
    size_t lastOfChain;
    bool copiesChain; ///< of positions side by side all are taken
    bool isWhole,
        wholeBelow; ///< nothing is left out from it on; below its chain
    const Crd *coordinates;
    Crd *newCoordinates;
  };
  struct Interval {
    int64_t begin = 0, end = 0;
  };
  /// Positions of a chain that are taken, found before any is copied: without
  /// a jump that nobody can foresee.
  struct Kept {
    static constexpr int64_t size = 512;
    int64_t count = 0;
    int64_t positions[size];
  };

  int64_t positionOf(const void *pos, int64_t parent) const {
    return integerAt(pos, source.pos_bytes, parent);
  }
  const Value *values() const {
    return static_cast<const Value *>(source.values);
  }
  Value *newValues() const { return static_cast<Value *>(result.values); }
  Interval childrenOf(size_t l, int64_t parent) const;
  void keep(size_t l, int64_t begin, int64_t end, Kept &kept) const;
  void copyCoordinates(size_t l, int64_t begin, int64_t end, int64_t into);
  void copyKept(size_t l, const Kept &kept);
  void take(size_t l, int64_t parent, int64_t into);
  void takeDense(size_t l, int64_t parent, int64_t into, int64_t begin,
                 int64_t end);
  void takeStored(size_t l, int64_t begin, int64_t end);
  void takeAll(size_t l, int64_t begin, int64_t end, int64_t into);

  encke_tensor &result;
  const encke_tensor &source;
  std::vector<Level> levels;
  Counts taken;
  Interval outermost;
};

} // namespace

template <typename Crd, typename Value, bool fills>
Slicer<Crd, Value, fills>::Slicer(encke_tensor &result,
                                  const encke_tensor &source,
                                  const std::vector<Range> &ranges,
                                  Counts before)
    : result(result), source(source), taken(std::move(before)) {
  auto count = size_t(source.level_count);
  for (size_t l = 0; l != count; ++l) {
    const Range &range = ranges[size_t(source.levels[l].mode)];
    levels.push_back({range, RangeFilter<Crd>(range), l, range.step == 1,
                      range.whole, true,
                      static_cast<const Crd *>(source.levels[l].crd),
                      static_cast<Crd *>(result.levels[l].crd)});
  }
  for (size_t l = count - 1; l-- != 0;) {
    Level &level = levels[l], &below = levels[l + 1];
    level.isWhole &= below.isWhole;
    level.wholeBelow = below.isWhole;
    if (!format::typeOf(source.levels[l + 1]).isSingle())
      continue;
    level.lastOfChain = below.lastOfChain;
    level.copiesChain &= below.range.whole && below.copiesChain;
    level.wholeBelow = below.wholeBelow;
  }
  outermost = isDense(source.levels[0]) ? Interval{0, levels[0].range.count()}
                                        : childrenOf(0, 0);
}

/// Of `count` sorted coordinates, those from lo to hi - 1: one loop for both
/// ends, with no jump but its own, since rows differ in length as it is.
template <typename Crd>
static std::pair<int64_t, int64_t>
findBetween(const Crd *coordinates, int64_t count, int64_t lo, int64_t hi) {
  const Crd *begin = coordinates, *end = coordinates;
  for (int64_t half; count > 1; count -= half) {
    half = count / 2;
    begin += (begin[half - 1] < lo) * half;
    end += (end[half - 1] < hi) * half;
  }
  return {begin - coordinates + (count == 1 && *begin < lo),
          end - coordinates + (count == 1 && *end < hi)};
}

/// The positions of level l below a parent, between the ends of the range.
template <typename Crd, typename Value, bool fills>
auto Slicer<Crd, Value, fills>::childrenOf(size_t l, int64_t parent) const
    -> Interval {
  const void *pos = source.levels[l].pos;
  int64_t begin = pos ? positionOf(pos, parent) : parent;
  int64_t end = pos ? positionOf(pos, parent + 1) : parent + 1;
  const Level &level = levels[l];
  if (level.range.whole)
    return {begin, end};
  auto [first, last] = findBetween(level.coordinates + begin, end - begin,
                                   level.range.lo, level.range.hi);
  return {begin + first, begin + std::max(first, last)};
}

/// Finds which positions of a chain are in the ranges of all its levels; in
/// that of the first one they are between the ends.
template <typename Crd, typename Value, bool fills>
void Slicer<Crd, Value, fills>::keep(size_t l, int64_t begin, int64_t end,
                                     Kept &kept) const {
  kept.count = end - begin;
  for (int64_t n = 0; n != kept.count; ++n)
    kept.positions[n] = begin + n;
  for (size_t c = l; c <= levels[l].lastOfChain; ++c) {
    if (c == l ? levels[c].range.step == 1 : levels[c].range.whole)
      continue;
    const Crd *coordinates = levels[c].coordinates;
    const RangeFilter<Crd> filter = levels[c].filter;
    int64_t count = 0;
    for (int64_t n = 0; n != kept.count; ++n) {
      int64_t position = kept.positions[n];
      kept.positions[count] = position;
      count += filter.contains(coordinates[position]);
    }
    kept.count = count;
  }
}

template <typename Crd, typename Value, bool fills>
void Slicer<Crd, Value, fills>::copyCoordinates(size_t l, int64_t begin,
                                                int64_t end, int64_t into) {
  const Level &level = levels[l];
  if constexpr (fills)
    std::transform(level.coordinates + begin, level.coordinates + end,
                   level.newCoordinates + into,
                   [lo = Crd(level.range.lo)](Crd coordinate) {
                     return Crd(coordinate - lo);
                   });
}

/// Positions of the chain that begins at level l become its next ones, with
/// their values if it is the innermost.
template <typename Crd, typename Value, bool fills>
void Slicer<Crd, Value, fills>::copyKept(size_t l, const Kept &kept) {
  int64_t into = taken.positions[l];
  taken.positions[l] += kept.count;
  size_t last = levels[l].lastOfChain;
  bool hasValues = last + 1 == levels.size();
  taken.elements += hasValues ? kept.count : 0;
  if constexpr (fills) {
    for (size_t c = l; c <= last; ++c) {
      const Level &level = levels[c];
      const RangeFilter<Crd> filter = level.filter;
      for (int64_t n = 0; n != kept.count; ++n)
        level.newCoordinates[into + n] =
            filter.numberOf(level.coordinates[kept.positions[n]]);
    }
    for (int64_t n = 0; hasValues && n != kept.count; ++n)
      newValues()[into + n] = values()[kept.positions[n]];
  }
}

/// What is below the position `parent`, which becomes `into`, of the level
/// above level l.
template <typename Crd, typename Value, bool fills>
void Slicer<Crd, Value, fills>::take(size_t l, int64_t parent, int64_t into) {
  if (levels[l].isWhole)
    return takeAll(l, parent, parent + 1, into);
  if (isDense(source.levels[l]))
    return takeDense(l, parent, into, 0, levels[l].range.count());
  Interval children = childrenOf(l, parent);
  int64_t before = taken.positions[l];
  takeStored(l, children.begin, children.end);
  // Left at zero where there are none: `into` may be none of the slice's
  // positions, and the next one takes its place.
  if (fills && taken.positions[l] != before)
    setEnd(result, result.levels[l], into, taken.positions[l]);
}

/// The coordinates `begin` to `end` - 1 of the slice in a dense level.
template <typename Crd, typename Value, bool fills>
void Slicer<Crd, Value, fills>::takeDense(size_t l, int64_t parent,
                                          int64_t into, int64_t begin,
                                          int64_t end) {
  const Range &range = levels[l].range;
  int64_t from = parent * source.levels[l].size + range.lo;
  into *= range.count();
  if (levels[l].wholeBelow && range.step == 1)
    return takeAll(l + 1, from + begin, from + end, into + begin);
  for (int64_t k = begin; k != end; ++k)
    take(l + 1, from + k * range.step, into + k);
}

/// Positions of the chain that begins at level l, whose coordinates there are
/// between the ends of the range. Only those below which there are elements
/// become some of the slice.
template <typename Crd, typename Value, bool fills>
void Slicer<Crd, Value, fills>::takeStored(size_t l, int64_t begin,
                                           int64_t end) {
  const Level &level = levels[l];
  int64_t &next = taken.positions[l];
  size_t below = level.lastOfChain + 1;
  if (level.wholeBelow && level.copiesChain) {
    int64_t into = next;
    next += end - begin;
    for (size_t c = l; c != below; ++c)
      copyCoordinates(c, begin, end, into);
    return takeAll(below, begin, end, into);
  }
  Kept kept;
  for (; begin != end; begin += std::min(Kept::size, end - begin)) {
    keep(l, begin, std::min(begin + Kept::size, end), kept);
    if (below == levels.size()) {
      copyKept(l, kept);
      continue;
    }
    Kept filled;
    for (int64_t n = 0; n != kept.count; ++n) {
      int64_t before = taken.elements;
      take(below, kept.positions[n], next + filled.count);
      filled.positions[filled.count] = kept.positions[n];
      filled.count += taken.elements != before;
    }
    copyKept(l, filled);
  }
}

/// All that is below the positions `begin` to `end` - 1, which become those
/// from `into` on, of the level above level l.
template <typename Crd, typename Value, bool fills>
void Slicer<Crd, Value, fills>::takeAll(size_t l, int64_t begin, int64_t end,
                                        int64_t into) {
  for (; l != levels.size(); ++l) {
    const encke_level &level = source.levels[l];
    if (isDense(level)) {
      begin *= level.size, end *= level.size, into *= level.size;
      continue;
    }
    if (level.pos) {
      int64_t parent = begin, parents = end - begin;
      begin = positionOf(level.pos, begin);
      end = positionOf(level.pos, end);
      int64_t shift = taken.positions[l] - begin;
      for (int64_t p = 0; fills && p != parents; ++p)
        setEnd(result, result.levels[l], into + p,
               positionOf(level.pos, parent + p + 1) + shift);
      into = taken.positions[l];
      taken.positions[l] += end - begin;
    }
    copyCoordinates(l, begin, end, into);
  }
  taken.elements += end - begin;
  if constexpr (fills)
    std::copy(values() + begin, values() + end, newValues() + into);
}

/// The arrays of the result's levels, for what was counted.
static void allocateLevels(encke_tensor &result, const Counts &counts) {
  int64_t parents = 1;
  for (int32_t l = 0; l != result.level_count; ++l) {
    const encke_level &level = result.levels[l];
    int64_t positions = isDense(level)        ? parents * level.size
                        : hasPositions(level) ? counts.positions[size_t(l)]
                                              : parents;
    if (!isDense(level))
      allocateLevel(result, l, parents, positions);
    parents = positions;
  }
  allocateValues(result, parents);
}

template <typename Crd, typename Value>
static void slice(encke_tensor &result, const encke_tensor &source,
                  const std::vector<Range> &ranges) {
  Counts none;
  none.positions.resize(size_t(source.level_count));
  Slicer<Crd, Value, false> slicer(result, source, ranges, none);
  // Rows differ in length: more parts than threads.
  constexpr int64_t partsOfThread = 16;
  int32_t threads = threadsFor(source.value_count / copiesAnElement);
  int64_t parts = threads == 1
                      ? 1
                      : std::max<int64_t>(1, std::min(slicer.size(),
                                                      threads * partsOfThread));
  auto forParts = [&](auto body) {
    std::atomic<int64_t> next{0};
    onThreads(int32_t(std::min<int64_t>(threads, parts)), [&](int32_t) {
      for (int64_t part; (part = next++) < parts;)
        body(part, partBegin(slicer.size(), int32_t(parts), int32_t(part)),
             partBegin(slicer.size(), int32_t(parts), int32_t(part) + 1));
    });
  };
  std::vector<Counts> before(size_t(parts) + 1, none);
  forParts([&](int64_t part, int64_t begin, int64_t end) {
    Slicer<Crd, Value, false> counter(result, source, ranges, none);
    counter.run(begin, end);
    before[size_t(part) + 1] = counter.counts();
  });
  for (size_t part = 0; part != size_t(parts); ++part)
    before[part + 1].add(before[part]);

  allocateLevels(result, before.back());
  forParts([&](int64_t part, int64_t begin, int64_t end) {
    Slicer<Crd, Value, true> filler(result, source, ranges,
                                    before[size_t(part)]);
    filler.run(begin, end);
  });
  if (result.levels[0].pos) // its children were taken in parts
    setEnd(result, result.levels[0], 0, before.back().positions[0]);
  closeGaps(result);
}

void sliceLevels(encke_tensor &result, const encke_tensor &source,
                 const std::vector<Range> &ranges) {
  clearStorage(result);
  withWidth(elementBytes(source.type), [&](auto value) {
    if (source.crd_bytes == 4)
      slice<int32_t, decltype(value)>(result, source, ranges);
    else
      slice<int64_t, decltype(value)>(result, source, ranges);
  });
}

} // namespace encke::rt
