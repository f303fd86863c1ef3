//===- distribute.cpp - entries by one coordinate -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counting sort: how many entries each coordinate has, where the first of
// them goes, then every entry to the place that its coordinate counts.
//
// Several threads take a part of the entries each, into places that follow
// those of the parts before, where the parts have coordinates of their own, as
// those of a mesh have. Where all parts go everywhere, the threads would write
// the same lines of memory in turn, and every such line would wander from one
// processor's cache to another's. There each thread has coordinates of its own,
// and looks at all entries for those that have them.
//
//===----------------------------------------------------------------------===//

#include "storage/distribute.h"
#include "core/threads.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace encke::rt {

namespace {

/// Entries are scattered to places that are asked for so many entries ahead:
/// stores wait for each other, the caches can fetch many lines at once.
constexpr int64_t prefetched = 16;

/// Unless all of them are so few bytes, which a cache close by holds.
constexpr int64_t closeBytes = int64_t(6) << 20;

constexpr size_t anyNumber = ~size_t(0);

/// So many entries are looked at to see how the parts lie.
constexpr int64_t mostSamples = 1024;

/// So many entries are looked at before those that were found are moved: a list
/// of them stays in the first cache.
constexpr int64_t blockEntries = 4096;

//===----------------------------------------------------------------------===//
// Who takes which entries
//===----------------------------------------------------------------------===//

template <typename Index>
class Shares {
public:
  /// Of the entries with the coordinates `key`, which are below `size`.
  Shares(const Array<Index> &key, int64_t size);

  int32_t threads() const { return count; }
  /// Each thread has a part of the entries, with any coordinates; else all that
  /// have one of its coordinates.
  bool areParts() const { return owners.empty(); }

  /// Calls body(at, n) for pieces of what thread t takes, in order, which are n
  /// entries each: at(0), at(1), ... at(n-1).
  template <typename Body>
  void forPieces(int32_t t, Body body) const;
  /// The coordinates that thread t may count, from the first one to before the
  /// second one.
  std::pair<int64_t, int64_t> coordinates(int32_t t) const {
    if (areParts())
      return {0, size};
    return {owners[size_t(t)], owners[size_t(t) + 1]};
  }

private:
  /// How the entries lie, as some of them say.
  struct Lie {
    /// Many entries of the t-th part are another thread's than the t-th.
    bool isMixed = false;
    /// No thread owns much more than its share.
    bool isBalanced = false;
  };

  void findOwners();
  Lie look() const;

  const Array<Index> &key;
  int64_t size;
  int32_t count;
  std::vector<int64_t> owners; ///< the first coordinate of each, and `size`
};

} // namespace

template <typename Index>
Shares<Index>::Shares(const Array<Index> &key, int64_t size)
    : key(key), size(size), count(threadsFor(key.size())) {
  findOwners();
  Lie lie = look();
  // One processor's caches hold few entries; several have to share lines, or to
  // look at all entries.
  if (lie.isMixed)
    count = threadsFor(key.size() / 4);
  if (lie.isMixed && lie.isBalanced) {
    findOwners();
    return;
  }
  owners.clear();
  // Every thread needs a counter for each coordinate.
  int64_t most = key.size() / std::max<int64_t>(size, 1);
  count = int32_t(std::clamp<int64_t>(most, 1, count));
}

/// There are none for one thread.
template <typename Index>
void Shares<Index>::findOwners() {
  owners.clear();
  if (count == 1)
    return;
  owners.resize(size_t(count) + 1);
  encke_loop_owners(key.data(), sizeof(Index), key.size(), size, count,
                    owners.data());
}

template <typename Index>
typename Shares<Index>::Lie Shares<Index>::look() const {
  if (owners.empty())
    return {};
  int64_t samples = std::min(key.size(), mostSamples), atHome = 0;
  std::vector<int64_t> owned(size_t(count), 0);
  for (int64_t sample = 0; sample != samples; ++sample) {
    int64_t coordinate = key[key.size() / samples * sample];
    auto owner =
        std::upper_bound(owners.begin() + 1, owners.end() - 1, coordinate) -
        (owners.begin() + 1);
    ++owned[size_t(owner)];
    atHome += owner == sample * count / samples;
  }
  int64_t most = *std::max_element(owned.begin(), owned.end());
  return {atHome < samples - samples / 4, most * count < samples + samples / 4};
}

template <typename Index>
template <typename Body>
void Shares<Index>::forPieces(int32_t t, Body body) const {
  if (areParts()) {
    int64_t begin = partBegin(key.size(), count, t);
    body([=](int64_t n) { return begin + n; },
         partBegin(key.size(), count, t + 1) - begin);
    return;
  }
  auto [first, last] = coordinates(t);
  auto width = uint64_t(last - first);
  uint16_t found[blockEntries];
  for (int64_t begin = 0; begin < key.size(); begin += blockEntries) {
    const Index *block = key.data() + begin;
    int64_t entries = std::min(blockEntries, key.size() - begin), n = 0;
    for (int64_t e = 0; e != entries; ++e) {
      found[n] = uint16_t(e); // nothing to guess for the processor
      n += uint64_t(int64_t(block[e]) - first) < width;
    }
    body([&](int64_t n) { return begin + found[n]; }, n);
  }
}

//===----------------------------------------------------------------------===//
// Moving them
//===----------------------------------------------------------------------===//

namespace {

/// A sorted column that is given by where each coordinate's entries begin, and
/// where it goes.
template <typename Index>
struct InShort {
  const Array<int64_t> *starts = nullptr;
  Index *into = nullptr;
};

/// What is moved: columns of coordinates, one in short if there is one, and one
/// of values.
template <typename Index, typename T>
struct Moved {
  std::vector<const Index *> from;
  std::vector<Index *> into;
  InShort<Index> inShort;
  const T *fromValue;
  T *intoValue;
  bool isFar; ///< more than a cache close by holds

  /// Says how many entries a thread moves.
  void setCount(int64_t entries) {
    int64_t bytes =
        int64_t(sizeof(T)) + int64_t(from.size() + (inShort.into != nullptr)) *
                                 int64_t(sizeof(Index));
    isFar = entries * bytes > closeBytes;
  }
};

} // namespace

/// Moves the entries at(0) ... at(count-1), which are in order, to the places
/// that next[key[e]] counts. `known` is the number of columns where pointers to
/// them are to stay in registers, or `anyNumber`.
template <size_t known, bool anyInShort, typename At, typename Index,
          typename Place, typename T>
static void movePiece(At at, int64_t count, const Index *key, Place *next,
                      const Moved<Index, T> &moved) {
  if (count == 0)
    return;
  constexpr bool isKnown = known != anyNumber;
  constexpr auto lineElements = int64_t(64 / sizeof(T));
  const Index *ownFrom[isKnown ? known + 1 : 1];
  Index *ownInto[isKnown ? known + 1 : 1];
  const Index *const *from = moved.from.data();
  Index *const *into = moved.into.data();
  size_t others = moved.from.size();
  if (isKnown) {
    std::copy_n(from, known, ownFrom);
    std::copy_n(into, known, ownInto);
    from = ownFrom;
    into = ownInto;
    others = known;
  }
  const T *fromValue = moved.fromValue;
  T *intoValue = moved.intoValue;
  Index *intoShort = moved.inShort.into;
  const int64_t *following = nullptr; // where the next coordinate begins
  Index coordinate = 0;
  if constexpr (anyInShort) {
    const int64_t *starts = moved.inShort.starts->data();
    following =
        std::upper_bound(starts, starts + moved.inShort.starts->size(), at(0));
    coordinate = Index(following - starts - 1);
  }
  auto move = [&](int64_t e) {
    int64_t to = next[key[e]]++;
    if constexpr (anyInShort) {
      for (; e >= *following; ++following)
        ++coordinate;
      intoShort[to] = coordinate;
    }
    for (size_t k = 0; k != others; ++k)
      into[k][to] = from[k][e];
    intoValue[to] = fromValue[e];
    return to;
  };
  int64_t fetching = moved.isFar ? count - prefetched : 0, n = 0;
  for (; n < fetching; ++n) {
    int64_t soon = next[key[at(n + prefetched)]];
    for (size_t k = 0; k != others; ++k)
      __builtin_prefetch(into[k] + soon, /*write=*/1);
    if constexpr (anyInShort)
      __builtin_prefetch(intoShort + soon, /*write=*/1);
    __builtin_prefetch(intoValue + soon, /*write=*/1);
    int64_t to = move(at(n));
    // Where neighbours have similar coordinates the next line comes soon, too.
    __builtin_prefetch(intoValue + to + lineElements, /*write=*/1);
  }
  for (; n != count; ++n)
    move(at(n));
}

namespace {

/// Place is wide enough to count the entries.
template <typename Index, typename Place>
class Distribution {
public:
  Distribution(Columns<Index> &columns, size_t keyColumn, int64_t size)
      : columns(columns), keyColumn(keyColumn), size(size),
        key(std::move(columns.keys[keyColumn])), shares(key, size),
        places((shares.areParts() ? shares.threads() : 1) * size) {}

  void run();

private:
  void count();
  Array<int64_t> findPlaces();
  template <typename T>
  void moveTogether();
  template <typename T>
  void moveApart();
  template <typename T>
  void moveColumn(const T *from, T *into);
  template <size_t known, bool anyInShort, typename T>
  void move(Array<Place> &places, const Moved<Index, T> &moved);

  /// Those that thread t counts.
  Place *placesOf(Array<Place> &all, int32_t t) const {
    return all.data() + (shares.areParts() ? t * size : 0);
  }

  Columns<Index> &columns;
  size_t keyColumn;
  int64_t size;
  Array<Index> key;
  Shares<Index> shares;
  Array<Place> places; ///< for each thread that may count all coordinates
};

} // namespace

template <typename Index, typename Place>
void Distribution<Index, Place>::count() {
  onThreads(shares.threads(), [&](int32_t t) {
    Place *counts = placesOf(places, t);
    auto [first, last] = shares.coordinates(t);
    std::fill(counts + first, counts + last, Place(0));
    shares.forPieces(t, [&](auto at, int64_t entries) {
      for (int64_t n = 0; n != entries; ++n)
        ++counts[key[at(n)]];
    });
  });
}

/// Makes places of counts. Returns where each coordinate's entries begin.
template <typename Index, typename Place>
Array<int64_t> Distribution<Index, Place>::findPlaces() {
  Array<int64_t> starts(size + 1);
  int64_t next = 0;
  for (int64_t c = 0; c != size; ++c) {
    starts[c] = next;
    for (int64_t row = 0; row != places.size(); row += size)
      next += std::exchange(places[row + c], Place(next));
  }
  starts[size] = key.size();
  return starts;
}

template <typename Index, typename Place>
template <size_t known, bool anyInShort, typename T>
void Distribution<Index, Place>::move(Array<Place> &counted,
                                      const Moved<Index, T> &moved) {
  onThreads(shares.threads(), [&](int32_t t) {
    shares.forPieces(t, [&](auto at, int64_t entries) {
      movePiece<known, anyInShort>(at, entries, key.data(),
                                   placesOf(counted, t), moved);
    });
  });
}

/// All columns at once.
template <typename Index, typename Place>
template <typename T>
void Distribution<Index, Place>::moveTogether() {
  int64_t entries = key.size();
  std::vector<Array<Index>> keys(columns.keys.size());
  Moved<Index, T> moved;
  bool anyInShort = columns.starts.size() != 0;
  if (anyInShort) {
    keys[columns.startsOf] = Array<Index>(entries);
    moved.inShort = {&columns.starts, keys[columns.startsOf].data()};
  }
  for (size_t k = 0; k != keys.size(); ++k)
    if (columns.keys[k].data() && !columns.hasStarts(k)) {
      keys[k] = Array<Index>(entries);
      moved.from.push_back(std::as_const(columns.keys[k]).data());
      moved.into.push_back(keys[k].data());
    }
  Elements values(columns.values.type(), entries);
  moved.fromValue = std::as_const(columns.values).template data<T>();
  moved.intoValue = values.template data<T>();
  moved.setCount(entries / shares.threads());
  size_t others = moved.from.size();
  if (anyInShort && others == 0)
    move<0, true>(places, moved);
  else if (anyInShort)
    move<anyNumber, true>(places, moved);
  else if (others == 1)
    move<1, false>(places, moved);
  else if (others == 2)
    move<2, false>(places, moved);
  else
    move<anyNumber, false>(places, moved);
  columns.keys = std::move(keys);
  columns.values = std::move(values);
}

template <typename Index, typename Place>
template <typename T>
void Distribution<Index, Place>::moveColumn(const T *from, T *into) {
  Array<Place> counted(places.size());
  std::copy_n(places.data(), places.size(), counted.data());
  Moved<Index, T> moved;
  moved.fromValue = from;
  moved.intoValue = into;
  moved.setCount(key.size() / shares.threads());
  move<0, false>(counted, moved);
}

/// All columns, one after the other, each of which goes before the next one
/// comes, so that entries that nobody else has take little more memory.
template <typename Index, typename Place>
template <typename T>
void Distribution<Index, Place>::moveApart() {
  for (Array<Index> &column : columns.keys)
    if (column.data()) {
      Array<Index> moved(key.size());
      moveColumn(std::as_const(column).data(), moved.data());
      column = std::move(moved);
    }
  Elements moved(columns.values.type(), key.size());
  moveColumn(std::as_const(columns.values).template data<T>(),
             moved.template data<T>());
  columns.values = std::move(moved);
}

template <typename Index, typename Place>
void Distribution<Index, Place>::run() {
  count();
  Array<int64_t> starts = findPlaces();
  withWidth(columns.values.width(), [&](auto element) {
    using T = decltype(element);
    if (columns.values.owns())
      moveApart<T>();
    else
      moveTogether<T>();
  });
  columns.starts = std::move(starts);
  columns.startsOf = keyColumn;
}

template <typename Index>
void distribute(Columns<Index> &columns, size_t key, int64_t size) {
  if (columns.values.owns())
    columns.complete();
  if (columns.size() <= int64_t(UINT32_MAX))
    Distribution<Index, uint32_t>(columns, key, size).run();
  else
    Distribution<Index, uint64_t>(columns, key, size).run();
}

template void distribute(Columns<int32_t> &, size_t, int64_t);
template void distribute(Columns<int64_t> &, size_t, int64_t);

} // namespace encke::rt
