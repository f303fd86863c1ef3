//===- pack_unsorted.cpp - blocks of entries that are not sorted ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Below the last level that is not dense an entry's value goes to a place that
// its coordinates give. So where that level holds distinct coordinates, as the
// blocks of BCSR or the diagonals of DIA, the entries under each parent need
// not be sorted: the coordinates are found by marking them, and a table says at
// which position each one is (the attribute queries of Chou, Kjolstad and
// Amarasinghe, Automatic generation of efficient sparse tensor format
// conversion routines, PLDI 2020, section 5).
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "storage/entries.h"
#include "storage/packer.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace encke::rt {

namespace {

/// The coordinates that occur under one parent after the other.
template <typename Index>
class CoordinateLists {
public:
  /// For coordinates below `size`, and `room` of them in all.
  CoordinateLists(int64_t size, int64_t room)
      : marks((size + 63) / 64), marked((size + 4095) / 4096) {
    std::fill(marks.begin(), marks.end(), uint64_t(0));
    std::fill(marked.begin(), marked.end(), uint64_t(0));
    all.reserve(room);
  }

  /// A list of the coordinates that occur among coordinate(begin) ...
  /// coordinate(end-1), sorted. Returns its length.
  template <typename Coordinate>
  int64_t append(int64_t begin, int64_t end, Coordinate coordinate);
  /// All lists, one after the other.
  const Index *data() const { return all.data(); }

private:
  void sortMarked(Index *list, int64_t length, int64_t firstWord,
                  int64_t lastWord);

  Array<uint64_t> marks;  ///< a bit for each coordinate
  Array<uint64_t> marked; ///< one for each word of them, while they are swept
  Array<Index> all;
};

} // namespace

template <typename Index>
template <typename Coordinate>
int64_t CoordinateLists<Index>::append(int64_t begin, int64_t end,
                                       Coordinate coordinate) {
  if (begin == end)
    return 0;
  int64_t before = all.size();
  Index *list = all.data() + before, *last = list;
  uint64_t *words = marks.data();
  Index least = std::numeric_limits<Index>::max(), most = 0;
  for (int64_t e = begin; e != end; ++e) {
    auto c = Index(coordinate(e));
    uint64_t bit = uint64_t(1) << (c % 64);
    *last = c; // stays if it is new
    last += (words[c / 64] & bit) == 0;
    words[c / 64] |= bit;
    least = std::min(least, c);
    most = std::max(most, c);
  }
  int64_t length = last - list;
  all.setSize(before + length);
  sortMarked(list, length, least / 64, most / 64);
  return length;
}

/// Sorts coordinates, each of which is marked, by a sweep over the marks, and
/// clears these. firstWord and lastWord are those of the marks that are set.
template <typename Index>
void CoordinateLists<Index>::sortMarked(Index *list, int64_t length,
                                        int64_t firstWord, int64_t lastWord) {
  uint64_t *words = marks.data();
  auto sweep = [&](int64_t w) {
    for (uint64_t bits = std::exchange(words[w], 0); bits; bits &= bits - 1)
      *list++ = Index(w * 64 + __builtin_ctzll(bits));
  };
  constexpr int64_t worth = 4; // words to look at for each coordinate
  if (lastWord - firstWord < worth * length) {
    for (int64_t w = firstWord; w <= lastWord; ++w)
      sweep(w);
  } else if ((lastWord - firstWord) / 64 < worth * length) {
    for (int64_t i = 0; i != length; ++i)
      marked[list[i] / 4096] |= uint64_t(1) << (list[i] / 64 % 64);
    for (int64_t m = firstWord / 64; m <= lastWord / 64; ++m)
      for (uint64_t bits = std::exchange(marked[m], 0); bits; bits &= bits - 1)
        sweep(m * 64 + __builtin_ctzll(bits));
  } else {
    for (int64_t i = 0; i != length; ++i)
      words[list[i] / 64] = 0;
    std::sort(list, list + length);
  }
}

/// True where the last level that is not dense is to be built so: the entries
/// are not in its order, the table is not far larger than what it is for, and
/// there are parents to share out, if threads are.
template <typename Index>
bool Packer<Index>::leavesUnsorted() const {
  if (depth == 0 || depth == tensor.level_count)
    return false;
  std::vector<size_t> keys = keysOf(depth);
  const std::vector<size_t> &known = columns.sortedBy;
  if (keys.size() <= known.size() &&
      std::equal(keys.begin(), keys.end(), known.begin()))
    return false;
  if (depth == 1 && threadsFor(columns.size()) > 1)
    return false;
  const encke_level &level = tensor.levels[depth - 1];
  constexpr int64_t smallTable = 65536;
  return !isIrregular(tensor) && format::typeOf(level).isCompressed() &&
         fitsNarrow(level.size) && fitsNarrow(columns.size()) &&
         level.size <= std::max(smallTable, columns.size());
}

/// The parents that a thread works on, and what it finds under them.
template <typename Index>
struct Packer<Index>::Part {
  int64_t begin = 0, end = 0;
  std::unique_ptr<CoordinateLists<Index>> lists;
};

/// Parts of about as many entries, with their coordinates; positions[p] is how
/// many of them there are under parent p.
template <typename Index>
std::vector<typename Packer<Index>::Part>
Packer<Index>::findCoordinates(const Segments &parents,
                               Array<int64_t> &positions) const {
  int64_t size = tensor.levels[depth - 1].size;
  EntryCoordinate coordinate = coordinateIn(depth - 1);
  int32_t threads = threadsFor(columns.size(), size);
  std::vector<Part> parts{size_t(threads)};
  for (int32_t t = 1; t != threads; ++t)
    parts[size_t(t)].begin = parts[size_t(t) - 1].end =
        parents.firstFrom(partBegin(columns.size(), threads, t));
  parts.back().end = parents.size();
  onThreads(threads, [&](int32_t t) {
    Part &part = parts[size_t(t)];
    int64_t entries = parents.start(part.end) - parents.start(part.begin);
    part.lists = std::make_unique<CoordinateLists<Index>>(size, entries + 1);
    for (int64_t p = part.begin; p != part.end; ++p)
      positions[p] = part.lists->append(parents.start(p), parents.start(p + 1),
                                        coordinate);
  });
  return parts;
}

template <typename Index>
template <typename T>
void Packer<Index>::fillPart(const Part &part, const Segments &parents,
                             const Array<int64_t> &positions,
                             ZeroPositions &zeros) {
  EntryCoordinate coordinate = coordinateIn(depth - 1);
  Array<int32_t> table(tensor.levels[depth - 1].size);
  const Index *list = part.lists->data();
  int64_t size = blockSize();
  T *values = static_cast<T *>(tensor.values);
  const T *entries = columns.values.template data<T>();
  BlockSums<T> sums{values, entries, /*padding=*/true, columns.distinct};
  withPlace([&](auto place) {
    for (int64_t p = part.begin; p != part.end; ++p) {
      int64_t first = positions[p], last = positions[p + 1];
      for (int64_t q = first; q != last; ++q)
        table[*list++] = int32_t(q - first);
      std::fill(values + first * size, values + last * size, T(0));
      auto placeOf = [&](int64_t e) {
        return place(first + table[coordinate(e)], e);
      };
      int64_t begin = parents.start(p), end = parents.start(p + 1);
      sums.add(begin, end, placeOf);
      checkSums(sums.overflows, entries, begin, end, placeOf);
    }
  });
  zeros.append(sums.zeros, values);
}

template <typename Index>
void Packer<Index>::fillUnsorted(const Segments &parents) {
  Array<int64_t> positions(parents.size() + 1);
  std::vector<Part> parts = findCoordinates(parents, positions);
  int64_t next = 0;
  for (int64_t p = 0; p != parents.size(); ++p)
    next += std::exchange(positions[p], next);
  positions[parents.size()] = next;
  encke_level &level = tensor.levels[depth - 1];
  setPositions(tensor, level, parents.size(), next,
               [&](int64_t p) { return positions[p]; });
  level.crd_count = next;
  level.crd = allocate(next, tensor.crd_bytes);
  makeBlocks(timesSize(next, blockSize()));
  ZeroPositions zeros;
  onThreads(int32_t(parts.size()), [&](int32_t t) {
    const Part &part = parts[size_t(t)];
    int64_t first = positions[part.begin];
    int64_t count = positions[part.end] - first;
    const Index *from = part.lists->data();
    if (tensor.crd_bytes == 4)
      std::copy_n(from, count, static_cast<int32_t *>(level.crd) + first);
    else
      std::copy_n(from, count, static_cast<int64_t *>(level.crd) + first);
    withElement(tensor.type, [&](auto element) {
      fillPart<decltype(element)>(part, parents, positions, zeros);
    });
  });
  markZeros(zeros.get()); // there is padding
}

template class Packer<int32_t>;
template class Packer<int64_t>;

} // namespace encke::rt
