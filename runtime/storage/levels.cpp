//===- levels.cpp - builders of the level types ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/levels.h"
#include "core/error.h"
#include "core/past_caches.h"
#include "storage/entries.h"
#include "storage/run_ends.h"

#include <atomic>
#include <numeric>
#include <vector>

namespace encke::rt {

Segments Segments::whole(int64_t entries) {
  Array<int64_t> starts(2);
  starts[0] = 0;
  starts[1] = entries;
  return Segments(std::move(starts));
}

Segments Segments::single(int64_t entries) {
  Segments segments;
  segments.positions = entries;
  return segments;
}

//===----------------------------------------------------------------------===//
// What the builders share
//===----------------------------------------------------------------------===//

void checkPositions(const encke_tensor &tensor, int64_t largest) {
  if (tensor.pos_bytes == 4 && !fitsNarrow(largest))
    throw Error("position " + std::to_string(largest) +
                " does not fit the tensor's 32-bit positions");
}

int64_t timesSize(int64_t positions, int64_t size) {
  int64_t product;
  if (__builtin_mul_overflow(positions, size, &product) || product == INT64_MAX)
    throw MemoryError(MemoryError::uncounted);
  return product;
}

int64_t Segments::firstFrom(int64_t entry) const {
  if (isSingle())
    return entry;
  return std::lower_bound(starts.data(), starts.data() + positions, entry) -
         starts.data();
}

namespace {

/// A level that has coordinates.
template <typename Index>
class StoredBuilder : public LevelBuilder<Index> {
public:
  using LevelBuilder<Index>::LevelBuilder;

protected:
  using LevelBuilder<Index>::tensor;
  using LevelBuilder<Index>::columns;
  using LevelBuilder<Index>::level;
  using LevelBuilder<Index>::number;

  /// One coordinate for each segment: at(q).
  template <typename At>
  void setCoordinates(int64_t count, At at) {
    level.crd_count = count;
    level.crd = makeIntegers(tensor.crd_bytes, count, at);
  }
  /// One coordinate for each entry: the column itself where it will do.
  void setCoordinates();
  /// The positions of a level whose segments are the runs of entries that
  /// agree in the columns of the levels `number` to `last`.
  Segments buildRuns(const Segments &parents, int32_t last);

private:
  template <typename Differs>
  Segments buildRunsWith(const Segments &parents, int32_t last,
                         Differs differs);
};

} // namespace

template <typename Index>
void StoredBuilder<Index>::setCoordinates() {
  Array<Index> &column = columns.keys[size_t(number)];
  if (tensor.crd_bytes != sizeof(Index))
    return setCoordinates(column.size(),
                          [&](int64_t e) { return int64_t(column[e]); });
  level.crd_count = column.size();
  if (column.owns() && column.capacity() == column.size()) {
    level.crd = column.release();
    return;
  }
  constexpr auto bytes = int64_t(sizeof(Index));
  level.crd = copyArray(allocate(column.size(), bytes),
                        std::as_const(column).data(), column.size() * bytes);
}

template <typename Index>
Segments StoredBuilder<Index>::buildRuns(const Segments &parents,
                                         int32_t last) {
  const Index *column = columns.keys[size_t(number)].data();
  if (last == number)
    return buildRunsWith(parents, last,
                         [=](int64_t e) { return column[e] != column[e - 1]; });
  return buildRunsWith(parents, last, [&](int64_t e) {
    for (int32_t l = number; l <= last; ++l)
      if (columns.keys[size_t(l)][e] != columns.keys[size_t(l)][e - 1])
        return true;
    return false;
  });
}

/// Goes through the entries `begin` to `end` - 1. parent(p): the next entry, if
/// there is one, is the first of parent p; head(e): entry e begins a run, as
/// the first of a parent or because differs(e).
template <typename Differs, typename Parent, typename Head>
static void forRuns(const Segments &parents, int64_t begin, int64_t end,
                    Differs differs, Parent parent, Head head) {
  const int64_t *first = parents.data(), *last = first + parents.size();
  const int64_t *next = std::lower_bound(first, last, begin);
  for (int64_t e = begin; e != end;) {
    if (next != last && *next == e) {
      for (; next != last && *next == e; ++next)
        parent(next - first);
      head(e++);
    }
    for (int64_t until = next == last ? end : std::min(*next, end); e < until;
         ++e)
      if (differs(e))
        head(e);
  }
}

/// How many runs begin among the entries `begin` to `end` - 1. That nearly
/// every entry begins one costs nothing.
template <typename Differs>
static int64_t countRuns(const Segments &parents, int64_t begin, int64_t end,
                         Differs differs) {
  int64_t count = 0;
  constexpr int64_t block = 4096; // counted in numbers as narrow as coordinates
  for (int64_t e = std::max<int64_t>(begin, 1), last; e < end; e = last) {
    last = std::min(e + block, end);
    int32_t more = 0;
    for (int64_t n = e; n != last; ++n)
      more += differs(n);
    count += more;
  }
  const int64_t *first = parents.data(), *last = first + parents.size();
  const int64_t *next = std::lower_bound(first, last, begin);
  for (int64_t before = -1; next != last && *next < end; ++next)
    if (int64_t e = *next; std::exchange(before, e) != e)
      count += e == 0 || !differs(e);
  return count;
}

/// differs(e): entry e does not continue the run of the entry before it.
template <typename Index>
template <typename Differs>
Segments StoredBuilder<Index>::buildRunsWith(const Segments &parents,
                                             int32_t last, Differs differs) {
  int64_t entries = columns.size(), distinct = entries;
  int32_t threads = threadsFor(entries);
  auto begin = [&](int32_t t) { return partBegin(entries, threads, t); };
  // Before each thread's part, and in all.
  std::vector<int64_t> runs(size_t(threads) + 1, 0);
  bool isLast = last + 1 == tensor.level_count;
  if (!parents.isSingle() && !(columns.distinct && isLast)) {
    onThreads(threads, [&](int32_t t) {
      runs[size_t(t) + 1] = countRuns(parents, begin(t), begin(t + 1), differs);
    });
    std::partial_sum(runs.begin(), runs.end(), runs.begin());
    distinct = runs.back();
  }
  if (distinct == entries) {
    setPositions(tensor, level, parents.size(), entries,
                 [&](int64_t p) { return parents.start(p); });
    setCoordinates();
    return Segments::single(entries);
  }

  Array<int64_t> starts(distinct + 1), positions(parents.size() + 1);
  // What no entry follows.
  for (int64_t p = parents.size(); p >= 0 && parents.start(p) == entries; --p)
    positions[p] = distinct;
  onThreads(threads, [&](int32_t t) {
    int64_t next = runs[size_t(t)];
    forRuns(
        parents, begin(t), begin(t + 1), differs,
        [&](int64_t p) { positions[p] = next; },
        [&](int64_t e) { starts[next++] = e; });
  });
  starts[distinct] = entries;
  setPositions(tensor, level, parents.size(), distinct,
               [&](int64_t p) { return positions[p]; });
  const Index *column = columns.keys[size_t(number)].data();
  setCoordinates(distinct,
                 [&](int64_t q) { return int64_t(column[starts[q]]); });
  return Segments(std::move(starts));
}

/// The last level of the chain that begins at level `number`: the S levels
/// below it.
static int32_t lastOfChain(const encke_tensor &tensor, int32_t number) {
  while (number + 1 != tensor.level_count &&
         format::typeOf(tensor.levels[number + 1]).isSingle())
    ++number;
  return number;
}

//===----------------------------------------------------------------------===//
// One class for each level type
//===----------------------------------------------------------------------===//

namespace {

/// D: every coordinate under every parent, where the entries are in the order
/// of their coordinates.
template <typename Index>
class DenseBuilder : public LevelBuilder<Index> {
public:
  using LevelBuilder<Index>::LevelBuilder;

  bool takesStarts() const override { return true; }

  Segments build(const Segments &parents) override {
    const Columns<Index> &columns = this->columns;
    if (columns.hasStarts(size_t(this->number)) && parents.size() == 1)
      return Segments(makeColumn<int64_t>(
          columns.starts.size(), [&](int64_t c) { return columns.starts[c]; }));
    int64_t size = this->level.size, entries = columns.size();
    Array<int64_t> starts(timesSize(parents.size(), size) + 1);
    starts[0] = 0;
    int64_t *ends = starts.data() + 1;
    if (parents.size() == 1)
      parallelFor(entries, [&](int64_t e, int64_t last) {
        findEnds(ends, 0, entries, e, last);
      });
    else
      parallelFor(parents.size(), entries, [&](int64_t p, int64_t last) {
        for (; p != last; ++p)
          findEnds(ends + p * size, parents.start(p), parents.start(p + 1),
                   parents.start(p), parents.start(p + 1));
      });
    return Segments(std::move(starts));
  }

private:
  /// Of a parent with the entries `begin` to `end` - 1, where the segments end
  /// that end among the entries `e` to `last` - 1, and those before them of
  /// coordinates without entries.
  void findEnds(int64_t *ends, int64_t begin, int64_t end, int64_t e,
                int64_t last) const {
    const Index *column = this->columns.keys[size_t(this->number)].data();
    int64_t before = e == begin ? -1 : int64_t(column[e - 1]);
    int64_t next = e; // the first entry of the next segment
    auto skipTo = [&](int64_t coordinate) {
      if (coordinate > before + 1)
        std::fill(ends + before + 1, ends + coordinate, next);
    };
    auto endWith = [&](int64_t entry) {
      auto coordinate = int64_t(column[entry]);
      skipTo(coordinate);
      before = coordinate;
      ends[coordinate] = next = entry + 1;
    };
    forRunEnds(column, e, std::min(last, end - 1), endWith);
    if (last == end && e != end)
      endWith(end - 1);
    if (last == end)
      skipTo(this->level.size);
    else if (next != last) // a segment goes on in the next part
      skipTo(int64_t(column[last]));
  }
};

/// CU: the coordinates that occur, each once.
template <typename Index>
class CompressedBuilder : public StoredBuilder<Index> {
public:
  using StoredBuilder<Index>::StoredBuilder;

  bool takesStarts() const override {
    return this->tensor.crd_bytes == 8 || fitsNarrow(this->level.size);
  }

  Segments build(const Segments &parents) override {
    if (this->columns.hasStarts(size_t(this->number)) && parents.size() == 1)
      return fromStarts();
    return this->buildRuns(parents, this->number);
  }

private:
  /// The coordinates that have entries.
  Segments fromStarts() {
    const Array<int64_t> &all = this->columns.starts;
    int64_t size = all.size() - 1, distinct = 0;
    for (int64_t c = 0; c != size; ++c)
      distinct += all[c] != all[c + 1];
    Array<int64_t> starts(distinct + 1), found(distinct);
    for (int64_t c = 0, q = 0; q != distinct; ++c)
      if (all[c] != all[c + 1]) {
        starts[q] = all[c];
        found[q++] = c;
      }
    starts[distinct] = all[size];
    setPositions(this->tensor, this->level, 1, distinct,
                 [&](int64_t p) { return p * distinct; });
    this->setCoordinates(distinct, [&](int64_t q) { return found[q]; });
    return Segments(std::move(starts));
  }
};

/// CU, of which the positions of each parent have a begin and an end.
template <typename Index>
class LooseBuilder : public CompressedBuilder<Index> {
public:
  using CompressedBuilder<Index>::CompressedBuilder;

  Segments build(const Segments &parents) override {
    Segments segments = CompressedBuilder<Index>::build(parents);
    encke_level &level = this->level;
    int32_t bytes = this->tensor.pos_bytes;
    void *between = std::exchange(level.pos, nullptr);
    level.pos_count = 2 * (level.pos_count - 1);
    level.pos = makeIntegers(bytes, level.pos_count, [&](int64_t n) {
      return integerAt(between, bytes, n / 2 + n % 2);
    });
    deallocate(between);
    return segments;
  }
};

/// CN: a position for each distinct path down its chain.
template <typename Index>
class NonuniqueBuilder : public StoredBuilder<Index> {
public:
  using StoredBuilder<Index>::StoredBuilder;

  Segments build(const Segments &parents) override {
    return this->buildRuns(parents, lastOfChain(this->tensor, this->number));
  }
};

/// S: the coordinate of each position above. A slot without an entry has its
/// own number as coordinate (see SlotBuilder), any other position -1.
template <typename Index>
class SingletonBuilder : public StoredBuilder<Index> {
public:
  using StoredBuilder<Index>::StoredBuilder;

  Segments build(const Segments &parents) override {
    if (parents.isSingle()) {
      this->setCoordinates();
      return Segments::single(parents.size());
    }
    const Index *column = this->columns.keys[size_t(this->number)].data();
    const encke_level &above = this->tensor.levels[this->number - 1];
    int64_t slots = isSlot(above) ? above.size : 0;
    Array<int64_t> starts = makeColumn<int64_t>(
        parents.size() + 1, [&](int64_t p) { return parents.start(p); });
    this->setCoordinates(parents.size(), [&](int64_t p) {
      if (starts[p] != starts[p + 1])
        return int64_t(column[starts[p]]);
      return slots ? p % slots : -1;
    });
    return Segments(std::move(starts));
  }
};

/// Slots: as many for every parent as the fullest one has coordinates in the
/// S level below. The slots that are left are given to the smallest
/// coordinates that the parent lacks, in their order, so that such a slot's
/// number is its coordinate.
template <typename Index>
class SlotBuilder : public LevelBuilder<Index> {
public:
  using LevelBuilder<Index>::LevelBuilder;

  Segments build(const Segments &parents) override {
    column = this->columns.keys[size_t(this->number) + 1].data();
    int64_t width = findWidth(parents);
    this->level.size = width;
    return Segments(fill(parents, width));
  }

protected:
  /// So many slots for each parent: where the entries of each begin.
  Array<int64_t> fill(const Segments &parents, int64_t width) const {
    Array<int64_t> starts(timesSize(parents.size(), width) + int64_t(1));
    parallelFor(parents.size(), this->columns.size(),
                [&](int64_t p, int64_t last) {
                  for (; p != last; ++p)
                    fillSlots(parents.start(p), parents.start(p + 1), width,
                              starts.data() + p * width);
                });
    starts[parents.size() * width] = this->columns.size();
    return starts;
  }
  int64_t endOfRun(int64_t e, int64_t end) const {
    Index coordinate = column[e];
    while (e != end && column[e] == coordinate)
      ++e;
    return e;
  }
  int64_t countRuns(int64_t e, int64_t end) const {
    int64_t count = 0;
    for (; e != end; e = endOfRun(e, end))
      ++count;
    return count;
  }

  const Index *column = nullptr; ///< of the level that has the coordinates

private:
  /// The most coordinates of a parent.
  int64_t findWidth(const Segments &parents) const {
    std::atomic<int64_t> width{0};
    parallelFor(
        parents.size(), this->columns.size(), [&](int64_t p, int64_t last) {
          int64_t most = 0;
          for (; p != last; ++p)
            most = std::max(most,
                            countRuns(parents.start(p), parents.start(p + 1)));
          for (int64_t known = width; known < most;)
            width.compare_exchange_weak(known, most);
        });
    return width;
  }
  void fillSlots(int64_t e, int64_t end, int64_t width, int64_t *starts) const {
    int64_t padding = width - countRuns(e, end);
    for (int64_t slot = 0; slot != width; ++slot) {
      starts[slot] = e;
      if (padding && (e == end || slot < int64_t(column[e])))
        --padding;
      else
        e = endOfRun(e, end);
    }
  }
};

/// n of each m coordinates: slots as above, but so many that the type says, in
/// one level with their coordinates.
template <typename Index>
class StructuredBuilder : public SlotBuilder<Index> {
public:
  using SlotBuilder<Index>::SlotBuilder;

  Segments build(const Segments &parents) override {
    this->column = this->columns.keys[size_t(this->number)].data();
    int64_t width = this->level.n;
    for (int64_t p = 0; p != parents.size(); ++p)
      check(parents.start(p), parents.start(p + 1));
    Array<int64_t> starts = this->fill(parents, width);
    this->level.crd_count = parents.size() * width;
    this->level.crd = makeIntegers(
        this->tensor.crd_bytes, this->level.crd_count, [&](int64_t q) {
          return starts[q] != starts[q + 1] ? int64_t(this->column[starts[q]])
                                            : q % width;
        });
    return Segments(std::move(starts));
  }

private:
  void check(int64_t e, int64_t end) const {
    int64_t n = 0;
    for (; e != end && n != this->level.n; ++n)
      e = this->endOfRun(e, end);
    if (e != end)
      throw Error(format::typeOf(this->level).name() + " stores at most " +
                  std::to_string(this->level.n) +
                  " elements of each block, and there is one more at " +
                  placeOf(e));
  }
  /// The coordinates of an entry, as files count them.
  std::string placeOf(int64_t e) const {
    auto key = [&](int32_t l) {
      const Array<Index> &keys = this->columns.keys[size_t(l)];
      return keys.data() ? int64_t(keys[e]) : 0;
    };
    std::string at;
    for (int32_t mode = 0; mode != this->tensor.order; ++mode)
      at += (mode ? ", " : "[") +
            std::to_string(modeCoordinate(this->tensor, mode, key));
    return at + "], counted from 0";
  }
};

/// A level with positions below batches: what another builder makes, apart for
/// each batch. All have room for as many positions as the fullest one needs;
/// those that are left belong to no parent.
template <typename Index>
class BatchedBuilder : public LevelBuilder<Index> {
public:
  BatchedBuilder(encke_tensor &tensor, int32_t number, Columns<Index> &columns,
                 std::unique_ptr<LevelBuilder<Index>> builder)
      : LevelBuilder<Index>(tensor, number, columns),
        builder(std::move(builder)) {}

  Segments build(const Segments &parents) override {
    Segments all = builder->build(parents);
    encke_level &level = this->level;
    int64_t batches = batchesOf(this->tensor);
    int64_t rows = parents.size() / batches, most = 0;
    int32_t bytes = this->tensor.pos_bytes;
    void *between = std::exchange(level.pos, nullptr);
    auto begin = [&](int64_t b) { return integerAt(between, bytes, b * rows); };
    for (int64_t b = 0; b != batches; ++b)
      most = std::max(most, begin(b + 1) - begin(b));
    level.pos_count = batches * (rows + 1);
    level.pos = makeIntegers(bytes, level.pos_count, [&](int64_t n) {
      int64_t b = n / (rows + 1);
      return integerAt(between, bytes, n - b) - begin(b);
    });
    void *crd = std::exchange(level.crd, nullptr);
    int64_t count = timesSize(batches, most);
    level.crd_count = count;
    level.crd = makeIntegers(this->tensor.crd_bytes, count, [&](int64_t n) {
      int64_t b = n / most, q = begin(b) + n % most;
      return q < begin(b + 1) ? integerAt(crd, this->tensor.crd_bytes, q) : 0;
    });
    Array<int64_t> starts = makeColumn<int64_t>(count + 1, [&](int64_t n) {
      if (n == count)
        return all.start(all.size());
      int64_t b = n / most;
      return all.start(std::min(begin(b) + n % most, begin(b + 1)));
    });
    deallocate(between);
    deallocate(crd);
    return Segments(std::move(starts));
  }

private:
  std::unique_ptr<LevelBuilder<Index>> builder;
};

} // namespace

template <typename Index>
static std::unique_ptr<LevelBuilder<Index>>
makeOwnBuilder(encke_tensor &tensor, int32_t number, Columns<Index> &columns) {
  const encke_level &level = tensor.levels[number];
  if (isSlot(level))
    return std::make_unique<SlotBuilder<Index>>(tensor, number, columns);
  if (!format::isLevelType(level.type))
    throw Error("a level of an unknown type");
  format::LevelType type = format::typeOf(level);
  switch (type.traits().positions) {
  case format::Positions::Every:
    return std::make_unique<DenseBuilder<Index>>(tensor, number, columns);
  case format::Positions::Between:
    if (type.mayRepeat())
      return std::make_unique<NonuniqueBuilder<Index>>(tensor, number, columns);
    return std::make_unique<CompressedBuilder<Index>>(tensor, number, columns);
  case format::Positions::Pairs:
    return std::make_unique<LooseBuilder<Index>>(tensor, number, columns);
  case format::Positions::Parent:
    return std::make_unique<SingletonBuilder<Index>>(tensor, number, columns);
  case format::Positions::Several:
    return std::make_unique<StructuredBuilder<Index>>(tensor, number, columns);
  }
  return nullptr;
}

template <typename Index>
std::unique_ptr<LevelBuilder<Index>>
makeBuilder(encke_tensor &tensor, int32_t number, Columns<Index> &columns) {
  auto builder = makeOwnBuilder<Index>(tensor, number, columns);
  if (hasPositions(tensor.levels[number]) && batchesOf(tensor) != 0)
    return std::make_unique<BatchedBuilder<Index>>(tensor, number, columns,
                                                   std::move(builder));
  return builder;
}

template std::unique_ptr<LevelBuilder<int32_t>>
makeBuilder(encke_tensor &, int32_t, Columns<int32_t> &);
template std::unique_ptr<LevelBuilder<int64_t>>
makeBuilder(encke_tensor &, int32_t, Columns<int64_t> &);

} // namespace encke::rt
