//===- blocks.cpp - between rows and blocks -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of a row of blocks lie next to each other in CSR, and so do their
// values in BCSR: each row of blocks is read once to count and once, from the
// cache, to copy. Which blocks it has is collected in a set of bits.
//
//===----------------------------------------------------------------------===//

#include "storage/blocks.h"
#include "core/array.h"
#include "core/threads.h"
#include "core/timing.h"
#include "storage/block_rows.h"
#include "storage/level_map.h"
#include "storage/levels.h"
#include "storage/tensor.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace encke::rt {

/// A dense level, then a compressed one, whose coordinates are unique.
static bool hasRows(const encke_tensor &tensor, int32_t map) {
  return isDense(tensor.levels[0]) &&
         format::typeOf(tensor.levels[1]).isCompressed() &&
         tensor.levels[0].map == map && tensor.levels[1].map == map &&
         tensor.levels[0].mode != tensor.levels[1].mode;
}

static bool isRows(const encke_tensor &tensor) {
  return tensor.order == 2 && tensor.level_count == 2 &&
         hasRows(tensor, ENCKE_WHOLE);
}

static bool isBlocks(const encke_tensor &tensor) {
  if (tensor.order != 2 || tensor.level_count != 4 ||
      !hasRows(tensor, ENCKE_BLOCK))
    return false;
  for (int32_t l : {0, 1}) {
    const encke_level &block = tensor.levels[l], &inside = tensor.levels[l + 2];
    if (!isDense(inside) || inside.map != ENCKE_INSIDE ||
        inside.mode != block.mode || inside.block != block.block)
      return false;
  }
  return true;
}

namespace {

/// The sizes of a matrix of blocks, and the arrays of its rows and blocks.
template <typename Index>
struct Blocks {
  Blocks(const encke_tensor &rows, const encke_tensor &blocks)
      : rows(rows.levels[0].size), columns(rows.levels[1].size),
        blockRows(blocks.levels[0].size), blockColumns(blocks.levels[1].size),
        height(blocks.levels[0].block), width(blocks.levels[1].block) {}

  int64_t size() const { return height * width; }
  int64_t firstRow(int64_t blockRow) const {
    return std::min(blockRow * height, rows);
  }

  int64_t rows, columns, blockRows, blockColumns;
  int64_t height, width; ///< of a block
};

/// Divides by the width of blocks: mostly a power of two.
struct Shift {
  int shift;
  template <typename Index>
  Index operator()(Index number) const {
    return number >> shift;
  }
};
struct Division {
  int64_t width;
  template <typename Index>
  Index operator()(Index number) const {
    return Index(std::make_unsigned_t<Index>(number) /
                 std::make_unsigned_t<Index>(width));
  }
};

/// The coordinates of the blocks that a row of blocks has.
template <typename Index>
class BlockSet {
public:
  explicit BlockSet(int64_t blockColumns) : seen(blockColumns) {
    std::fill(seen.begin(), seen.end(), Index(-1));
    bits.resize(size_t(blockColumns / 64 + 1));
  }

  /// Writes those of elements with these columns, each once and in order;
  /// behind them is room for one more. Returns how many there are. `blockRow`
  /// is another one in each call.
  template <typename Divide>
  int64_t collect(int64_t blockRow, const Index *columns, int64_t count,
                  Divide divide, Index *found);

private:
  void sort(Index *found, int64_t count);

  /// The last row of blocks that had each of them: what is stored does not
  /// depend on what was, so that an element need not wait for the one before.
  Array<Index> seen;
  std::vector<uint64_t> bits; ///< zero between calls
};

} // namespace

template <typename Index>
template <typename Divide>
int64_t BlockSet<Index>::collect(int64_t blockRow, const Index *columns,
                                 int64_t count, Divide divide, Index *found) {
  int64_t some = 0;
  for (int64_t e = 0; e != count; ++e) {
    Index block = divide(columns[e]);
    found[some] = block;
    some += seen[block] != Index(blockRow);
    seen[block] = Index(blockRow);
  }
  sort(found, some);
  return some;
}

/// Through a set of bits, unless that is nearly empty.
template <typename Index>
void BlockSet<Index>::sort(Index *found, int64_t count) {
  if (count == 0)
    return;
  auto [least, most] = std::minmax_element(found, found + count);
  auto first = size_t(*least) / 64, last = size_t(*most) / 64;
  constexpr size_t wordsABlock = 2; // looking at these is faster than sorting
  if (last - first > wordsABlock * size_t(count)) {
    std::sort(found, found + count);
    return;
  }
  for (int64_t n = 0; n != count; ++n)
    bits[size_t(found[n]) / 64] |= uint64_t(1) << (size_t(found[n]) % 64);
  for (size_t w = first; w <= last; ++w)
    for (uint64_t word = std::exchange(bits[w], 0); word; word &= word - 1)
      *found++ = Index(w * 64 + size_t(__builtin_ctzll(word)));
}

/// Where the t-th part of the rows of blocks begins, so that all parts have to
/// do with as many of what `counts` counts up.
template <typename Index>
static int64_t partOf(const Array<Index> &counts, int32_t threads, int32_t t) {
  int64_t parts = counts.size() - 1;
  if (t == 0 || t == threads)
    return t == 0 ? 0 : parts;
  auto all = int64_t(counts[parts]);
  return std::lower_bound(counts.data(), counts.data() + parts,
                          Index(partBegin(all, threads, t))) -
         counts.data();
}

//===----------------------------------------------------------------------===//
// From rows to blocks
//===----------------------------------------------------------------------===//

namespace {

template <typename Index, typename T>
class ToBlocks {
public:
  ToBlocks(const encke_tensor &from, encke_tensor &to)
      : shape(from, to), to(to),
        positions(static_cast<const Index *>(from.levels[1].pos)),
        columns(static_cast<const Index *>(from.levels[1].crd)),
        values(static_cast<const T *>(from.values)) {}

  template <typename Divide>
  void run(Divide divide);

private:
  template <typename Divide>
  void fill(int64_t blockRow, Divide divide, Index *places, T *blocks,
            std::vector<int64_t> &zeros) const;

  Blocks<Index> shape;
  encke_tensor &to;
  const Index *positions, *columns;
  const T *values;
  Index *blockPositions = nullptr, *blockCoordinates = nullptr;
};

} // namespace

/// `places` has room for where each block is.
template <typename Index, typename T>
template <typename Divide>
void ToBlocks<Index, T>::fill(int64_t blockRow, Divide divide, Index *places,
                              T *blocks, std::vector<int64_t> &zeros) const {
  int64_t begin = blockPositions[blockRow], end = blockPositions[blockRow + 1];
  for (int64_t q = begin; q != end; ++q)
    places[blockCoordinates[q]] = Index(q - begin);
  T *here = blocks + begin * shape.size();
  std::fill(here, blocks + end * shape.size(), T(0));
  bool hasZeros = false;
  int64_t first = shape.firstRow(blockRow);
  auto placeOf = [&](int64_t row, int64_t e) {
    Index block = divide(columns[e]);
    return int64_t(places[block]) * shape.size() + (row - first) * shape.width +
           (columns[e] - int64_t(block) * shape.width);
  };
  for (int64_t row = first; row != shape.firstRow(blockRow + 1); ++row)
    for (int64_t e = positions[row]; e != positions[row + 1]; ++e) {
      here[placeOf(row, e)] = values[e];
      hasZeros |= values[e] == T(0);
    }
  if (!hasZeros)
    return;
  for (int64_t row = first; row != shape.firstRow(blockRow + 1); ++row)
    for (int64_t e = positions[row]; e != positions[row + 1]; ++e)
      if (values[e] == T(0))
        zeros.push_back(begin * shape.size() + placeOf(row, e));
}

template <typename Index, typename T>
template <typename Divide>
void ToBlocks<Index, T>::run(Divide divide) {
  auto elements = int64_t(positions[shape.rows]);
  int32_t threads = threadsFor(elements);
  Array<Index> starts(shape.blockRows + 1); // of the elements
  for (int64_t row = 0; row <= shape.blockRows; ++row)
    starts[row] = positions[shape.firstRow(row)];
  Array<Index> counts(shape.blockRows + 1);
  counts[0] = 0;
  std::vector<Array<Index>> found{size_t(threads)};
  {
    Phase phase("levels");
    onThreads(threads, [&](int32_t t) {
      int64_t row = partOf(starts, threads, t),
              end = partOf(starts, threads, t + 1);
      BlockSet<Index> set(shape.blockColumns);
      Array<Index> own(starts[end] - starts[row] + 1);
      Index *next = own.data();
      for (; row != end; ++row) {
        int64_t some = set.collect(row, columns + starts[row],
                                   starts[row + 1] - starts[row], divide, next);
        counts[row + 1] = Index(some);
        next += some;
      }
      found[size_t(t)] = std::move(own);
    });
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
  }
  int64_t count = counts[shape.blockRows];
  Array<Index> coordinates(count);
  blockPositions = counts.data();
  blockCoordinates = coordinates.data();
  int64_t size = timesSize(count, shape.size());
  auto *blocks = static_cast<T *>(allocate(size, sizeof(T)));
  to.values = blocks;
  to.value_count = size;
  to.owns_values = 1;
  std::vector<std::vector<int64_t>> zeros{size_t(threads)};
  Phase phase("values");
  onThreads(threads, [&](int32_t t) {
    int64_t row = partOf(starts, threads, t),
            end = partOf(starts, threads, t + 1);
    Array<Index> places(shape.blockColumns);
    std::copy_n(found[size_t(t)].data(), counts[end] - counts[row],
                blockCoordinates + counts[row]);
    for (; row != end; ++row)
      fill(row, divide, places.data(), blocks, zeros[size_t(t)]);
  });
  for (const std::vector<int64_t> &some : zeros)
    for (int64_t at : some) {
      if (!to.zeros)
        to.zeros = static_cast<uint64_t *>(allocateZeroed((size + 63) / 64, 8));
      to.zeros[at / 64] |= uint64_t(1) << (at % 64);
    }
  encke_level &level = to.levels[1];
  level.pos_count = counts.size();
  level.crd_count = count;
  level.pos = counts.release();
  level.crd = coordinates.release();
}

//===----------------------------------------------------------------------===//
// From blocks to rows
//===----------------------------------------------------------------------===//

namespace {

/// Padding is where a value is zero: no zero is an element.
template <typename Index, typename T>
class ToRows {
public:
  ToRows(const encke_tensor &from, encke_tensor &to)
      : shape(to, from), to(to), all(from.value_count),
        starts(
            Array<Index>::borrow(static_cast<const Index *>(from.levels[1].pos),
                                 shape.blockRows + 1)),
        coordinates(static_cast<const Index *>(from.levels[1].crd)),
        blocks(static_cast<const T *>(from.values)), counts(shape.rows + 1) {}

  void run();

private:
  void count(int64_t blockRow, std::vector<int64_t> &own);
  void copy(int64_t blockRow, int64_t limit) const;
  void makeRoom(int64_t count, bool willFill);
  void runOnce();
  void runTwice(int32_t threads);

  Blocks<Index> shape;
  encke_tensor &to;
  int64_t all; ///< values, padding and elements
  Array<Index> starts;
  const Index *coordinates;
  const T *blocks;
  /// Of the elements of each row, behind a 0; then their sums.
  Array<int64_t> counts;
  const BlockRows<Index, T> &kernels = blockRowsFor<Index, T>();
  Index *columns = nullptr;
  T *values = nullptr;
};

} // namespace

template <typename Index, typename T>
void ToRows<Index, T>::count(int64_t blockRow, std::vector<int64_t> &own) {
  own.assign(size_t(shape.height), 0);
  int64_t first = shape.firstRow(blockRow);
  kernels.count(blocks + starts[blockRow] * shape.size(),
                starts[blockRow + 1] - starts[blockRow], shape.height,
                shape.width, own.data());
  std::copy_n(own.data(), shape.firstRow(blockRow + 1) - first,
              counts.data() + first + 1);
}

/// Behind `limit` others write.
template <typename Index, typename T>
void ToRows<Index, T>::copy(int64_t blockRow, int64_t limit) const {
  int64_t begin = starts[blockRow], first = shape.firstRow(blockRow);
  for (int64_t row = first; row != shape.firstRow(blockRow + 1); ++row)
    kernels.copy(blocks + begin * shape.size() + (row - first) * shape.width,
                 coordinates + begin, starts[blockRow + 1] - begin,
                 shape.size(), shape.width, columns + counts[row],
                 values + counts[row], limit - counts[row]);
}

template <typename Index, typename T>
void ToRows<Index, T>::makeRoom(int64_t count, bool willFill) {
  columns = static_cast<Index *>(allocate(count, sizeof(Index), willFill));
  to.levels[1].crd = columns;
  to.levels[1].crd_count = count;
  values = static_cast<T *>(allocate(count, sizeof(T), willFill));
  to.values = values;
  to.value_count = count;
  to.owns_values = 1;
}

/// Each row of blocks is copied as soon as it is counted. There is room for all
/// padding, of which the system gives what is used.
template <typename Index, typename T>
void ToRows<Index, T>::runOnce() {
  Phase phase("values");
  makeRoom(all, /*willFill=*/false);
  std::vector<int64_t> own;
  for (int64_t blockRow = 0; blockRow != shape.blockRows; ++blockRow) {
    count(blockRow, own);
    int64_t row = shape.firstRow(blockRow), end = shape.firstRow(blockRow + 1);
    for (; row != end; ++row)
      counts[row + 1] += counts[row];
    copy(blockRow, all);
  }
  int64_t found = counts[shape.rows];
  releaseTail(columns, found * int64_t(sizeof(Index)),
              all * int64_t(sizeof(Index)));
  releaseTail(values, found * int64_t(sizeof(T)), all * int64_t(sizeof(T)));
  to.levels[1].crd_count = to.value_count = found;
}

template <typename Index, typename T>
void ToRows<Index, T>::runTwice(int32_t threads) {
  {
    Phase phase("levels");
    onThreads(threads, [&](int32_t t) {
      std::vector<int64_t> own;
      int64_t end = partOf(starts, threads, t + 1);
      for (int64_t row = partOf(starts, threads, t); row != end; ++row)
        count(row, own);
    });
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
  }
  makeRoom(counts[shape.rows], /*willFill=*/true);
  Phase phase("values");
  onThreads(threads, [&](int32_t t) {
    int64_t end = partOf(starts, threads, t + 1);
    int64_t limit = counts[shape.firstRow(end)];
    for (int64_t row = partOf(starts, threads, t); row != end; ++row)
      copy(row, limit);
  });
}

template <typename Index, typename T>
void ToRows<Index, T>::run() {
  int32_t threads = threadsFor(all);
  counts[0] = 0;
  if (threads == 1 && mayReserve(all * int64_t(sizeof(Index) + sizeof(T))))
    runOnce();
  else
    runTwice(threads);
  checkPositions(to, counts[shape.rows]);
  encke_level &level = to.levels[1];
  level.pos_count = counts.size();
  level.pos = makeColumn<Index>(counts.size(), [&](int64_t row) {
                return counts[row];
              }).release();
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

template <typename Index>
static void convertAs(const encke_tensor &from, encke_tensor &to) {
  withElement(from.type, [&](auto element) {
    using T = decltype(element);
    if (isBlocks(from))
      return ToRows<Index, T>(from, to).run();
    int64_t width = to.levels[1].block;
    ToBlocks<Index, T> conversion(from, to);
    if (width & (width - 1))
      conversion.run(Division{width});
    else
      conversion.run(Shift{__builtin_ctzll(uint64_t(width))});
  });
}

bool convertBlocks(const encke_tensor &from, encke_tensor &to) {
  bool toBlocks = isRows(from) && isBlocks(to);
  if (!toBlocks && !(isBlocks(from) && isRows(to)))
    return false;
  int32_t bytes = from.crd_bytes;
  for (int32_t other : {from.pos_bytes, to.crd_bytes, to.pos_bytes})
    if (other != bytes)
      return false;
  const encke_tensor &blocks = toBlocks ? to : from;
  // All blocks that a row could have must not be much more than there is.
  constexpr int64_t blocksAnElement = 16;
  int64_t most = blocks.levels[1].size / blocksAnElement;
  if (from.levels[0].mode != to.levels[0].mode || from.type != to.type ||
      !from.values || from.zeros || from.full ||
      most > from.value_count + from.levels[0].size)
    return false;
  if (bytes == 4)
    convertAs<int32_t>(from, to);
  else
    convertAs<int64_t>(from, to);
  return true;
}

} // namespace encke::rt
