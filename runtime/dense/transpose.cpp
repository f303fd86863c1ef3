//===- transpose.cpp - dense tensors in another order of modes ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modes that are neighbours on both sides are one mode. What is left is either
// rows, where the last mode is the last one on both sides, or a matrix
// transposition over the last mode of the target and the last one of the
// source. Short rows are elements of a matrix transposition, too. The other
// modes are loops around, cut into parts for threads.
//
//===----------------------------------------------------------------------===//

#include "dense/transpose.h"
#include "core/threads.h"
#include "dense/tiles.h"

#include <algorithm>
#include <cstring>

namespace encke::rt {

// A tile of either side fits the first-level cache, with room for the other.
static constexpr int64_t tileBytes = int64_t(32) << 10, tileElements = 64;
// A side of it is longer only where the other one is short.
static constexpr int64_t longestSide = 512;
// Rows that are not longer go as one element.
static constexpr int64_t mostElementBytes = 64;
// Rows that are copied are fetched so many before their turn, unless they are
// so long that the processor sees where they go.
static constexpr int64_t fetchedRows = 4, mostFetchedBytes = 2048;
// Smaller targets are likely to be read from the caches again.
static constexpr int64_t streamBytes = int64_t(16) << 20;

const TileKernels &getTileKernels() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f"))
    return simd512::kernels;
  if (__builtin_cpu_supports("avx2"))
    return simd256::kernels;
#endif
  return simd128::kernels;
}

namespace {

/// A loop around the tiles; distances in bytes.
struct Loop {
  int64_t size;
  int64_t source, target;
};

class Transposition {
public:
  Transposition(const void *source, void *target, int64_t bytes,
                const std::vector<SourceMode> &modes);
  void run();

private:
  void addLoops(const std::vector<Loop> &modes, size_t sourceLast);
  void addTiles();
  void runPart(int64_t begin, int64_t end) const;
  void runTile(const char *from, char *to, int64_t row, int64_t column) const;

  const char *source;
  char *target;
  int64_t bytes;
  int64_t total = 1;
  std::vector<Loop> loops; ///< outermost first; the last two step over tiles
  /// The last mode of the target (rows of the source's matrix) and of the
  /// source (columns). Without columns, rows are copied.
  Loop rows = {1, 0, 0}, columns = {0, 0, 0};
  int64_t tileRows = 1, tileColumns = 1;
  bool stream = false;
  const TileKernels &kernels = getTileKernels();
};

} // namespace

Transposition::Transposition(const void *source, void *target, int64_t bytes,
                             const std::vector<SourceMode> &modes)
    : source(static_cast<const char *>(source)),
      target(static_cast<char *>(target)), bytes(bytes) {
  std::vector<Loop> all(modes.size());
  for (size_t mode = modes.size(); mode-- != 0;) {
    all[mode] = {modes[mode].size, modes[mode].stride * bytes, total * bytes};
    total *= modes[mode].size;
  }
  stream = total * bytes >= streamBytes;
  size_t sourceLast = 0;
  for (size_t mode = 0; mode != all.size(); ++mode)
    if (all[mode].source == bytes)
      sourceLast = mode;
  addLoops(all, sourceLast);
}

/// Loops in the order of the target, but inside of the others those with the
/// smallest steps on either side: what they cover is compact in both.
void Transposition::addLoops(const std::vector<Loop> &modes,
                             size_t sourceLast) {
  if (modes.empty())
    return;
  size_t last = modes.size() - 1;
  rows = modes[last];
  for (size_t mode = 0; mode != last; ++mode)
    if (mode != sourceLast)
      loops.push_back(modes[mode]);
  if (loops.size() > 1) {
    auto nearest = std::min_element(
        loops.begin(), loops.end() - 1,
        [](const Loop &a, const Loop &b) { return a.source < b.source; });
    if (nearest->source < loops.back().source)
      std::rotate(nearest, nearest + 1, loops.end() - 1);
  }
  if (sourceLast == last)
    return;
  columns = modes[sourceLast];
  addTiles();
}

/// What is left of a tile's elements when its other side is as short as that.
static int64_t getTileSide(int64_t elements, int64_t other, int64_t least) {
  return std::min(std::max(elements / std::min(other, least), least),
                  longestSide);
}

void Transposition::addTiles() {
  int64_t elements = tileBytes / bytes, side = tileElements;
  while (side * side > elements)
    side /= 2;
  tileRows = getTileSide(elements, columns.size, side);
  tileColumns = getTileSide(elements, rows.size, side);
  for (auto [loop, tile] :
       {std::pair(columns, tileColumns), std::pair(rows, tileRows)})
    loops.push_back({(loop.size + tile - 1) / tile, loop.source * tile,
                     loop.target * tile});
}

/// Elements of a size without a kernel of its own.
template <int64_t size>
static void moveElements(const Tile &tile, int64_t bytes = size) {
  if constexpr (size != 0)
    bytes = size;
  for (int64_t j = 0; j < tile.columns; ++j)
    for (int64_t i = 0; i < tile.rows; ++i)
      std::memcpy(tile.target + j * tile.targetRow + i * bytes,
                  tile.source + i * tile.sourceRow + j * bytes, size_t(bytes));
}

void Transposition::runTile(const char *from, char *to, int64_t row,
                            int64_t column) const {
  Tile tile = {from,
               to,
               std::min(tileRows, rows.size - row * tileRows),
               std::min(tileColumns, columns.size - column * tileColumns),
               rows.source,
               columns.target,
               stream};
  switch (bytes) {
  case 4:
    return kernels.transpose4(tile);
  case 8:
    return kernels.transpose8(tile);
  case 16:
    return kernels.transpose16(tile);
  case 1:
    return moveElements<1>(tile);
  case 2:
    return moveElements<2>(tile);
  case 12:
    return moveElements<12>(tile);
  case 24:
    return moveElements<24>(tile);
  case 32:
    return moveElements<32>(tile);
  case 48:
    return moveElements<48>(tile);
  case 64:
    return moveElements<64>(tile);
  default:
    return moveElements<0>(tile, bytes);
  }
}

/// Copies a row past the caches. `ahead` bytes further is one to be copied
/// soon.
static void streamRow(const TileKernels &kernels, const char *from, char *to,
                      int64_t bytes, int64_t ahead) {
  constexpr int64_t lineBytes = 64;
  if (bytes <= mostFetchedBytes)
    for (int64_t at = 0; at < bytes; at += lineBytes)
      __builtin_prefetch(from + ahead + at);
  kernels.streamRow(from, to, bytes);
}

/// Iterations `begin` to `end` of all loops taken together.
void Transposition::runPart(int64_t begin, int64_t end) const {
  std::vector<int64_t> at(loops.size());
  const char *from = source;
  char *to = target;
  int64_t rest = begin;
  for (size_t depth = loops.size(); depth-- != 0;) {
    at[depth] = rest % loops[depth].size;
    rest /= loops[depth].size;
    from += at[depth] * loops[depth].source;
    to += at[depth] * loops[depth].target;
  }
  bool isCopy = columns.size == 0;
  int64_t rowBytes = rows.size * bytes;
  int64_t ahead = loops.empty() ? 0 : fetchedRows * loops.back().source;
  for (int64_t step = begin; step != end; ++step) {
    if (!isCopy)
      runTile(from, to, at[loops.size() - 1], at[loops.size() - 2]);
    else if (stream && rowBytes >= 128)
      streamRow(kernels, from, to, rowBytes, ahead);
    else
      std::memcpy(to, from, size_t(rowBytes));
    for (size_t depth = loops.size(); depth-- != 0;) {
      from += loops[depth].source;
      to += loops[depth].target;
      if (++at[depth] != loops[depth].size)
        break;
      from -= loops[depth].size * loops[depth].source;
      to -= loops[depth].size * loops[depth].target;
      at[depth] = 0;
    }
  }
}

void Transposition::run() {
  int64_t steps = 1;
  for (const Loop &loop : loops)
    steps *= loop.size;
  auto threads = int32_t(std::min<int64_t>(threadsFor(total), steps));
  if (threads <= 1)
    return runPart(0, steps);
  onThreads(threads, [&](int32_t t) {
    runPart(partBegin(steps, threads, t), partBegin(steps, threads, t + 1));
  });
}

void transpose(const void *source, void *target, int64_t bytes,
               const std::vector<SourceMode> &modes) {
  std::vector<SourceMode> merged;
  for (const SourceMode &mode : modes) {
    if (mode.size == 0)
      return;
    if (mode.size == 1)
      continue;
    if (!merged.empty() && merged.back().stride == mode.size * mode.stride)
      merged.back() = {merged.back().size * mode.size, mode.stride};
    else
      merged.push_back(mode);
  }
  // A short last mode of both sides moves as a whole.
  if (merged.size() > 2 && merged.back().stride == 1 &&
      merged.back().size * bytes <= mostElementBytes) {
    int64_t size = merged.back().size;
    merged.pop_back();
    for (SourceMode &mode : merged)
      mode.stride /= size;
    bytes *= size;
  }
  Transposition(source, target, bytes, merged).run();
}

} // namespace encke::rt
