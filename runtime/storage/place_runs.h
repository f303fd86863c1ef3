//===- place_runs.h - places in a dense tensor, many at a time --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a gather or a scatter does with an element takes a nanosecond. So what
// does not change along the last mode of the part is found once for all of it.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_PLACE_RUNS_H
#define ENCKE_RUNTIME_STORAGE_PLACE_RUNS_H

#include "storage/places.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace encke::rt {

/// The elements of a dense part and where they are in a dense tensor.
class PlaceRuns {
public:
  /// `partStrides`, `strides`: how far apart elements of the part and of the
  /// tensor are, by mode.
  PlaceRuns(const Places &places, std::vector<int64_t> partStrides,
            std::vector<int64_t> strides);

  /// Of the part.
  int64_t elements() const { return total; }

  /// Calls there(offset in the part, offset in the tensor) for the elements
  /// from number `first` on, to before `last`, with the last mode of the part
  /// the fastest; nowhere(offset in the part) where the place is clipped.
  /// Throws where it is beyond the tensor otherwise.
  template <typename There, typename Nowhere>
  void visit(int64_t first, int64_t last, There there, Nowhere nowhere) const;

private:
  /// A table along the run, times a factor.
  struct Column {
    const int64_t *values;
    int64_t stride, factor;
  };
  /// The coordinate of a mode at the k-th element of a run: base + step * k +
  /// the columns.
  struct Line {
    size_t mode;
    int64_t base, step;
    std::vector<Column> columns;
  };
  struct Run {
    int64_t inPart = 0, inTensor = 0; ///< Offsets at its begin.
    bool isThere = true;
    std::vector<Line> lines; ///< Of modes that change along the run.
  };

  Run start(int64_t number) const;
  /// False where the coordinate is clipped.
  bool check(size_t mode, int64_t coordinate) const;
  /// All coordinates are in the mode.
  static bool areWithin(const int64_t *coordinates, int64_t count,
                        int64_t size) {
    // The sign of one or the other: comparisons of 64 bits have no vectors
    // where any x86-64 is to do.
    uint64_t signs = 0;
    for (int64_t k = 0; k != count; ++k)
      signs |= uint64_t(coordinates[k]) |
               (uint64_t(size) - 1 - uint64_t(coordinates[k]));
    return int64_t(signs) >= 0;
  }
  /// Those of one mode, for elements number `from` to `to` of a run.
  static void compute(const Line &line, int64_t from, int64_t to,
                      int64_t *coordinates);

  static constexpr int64_t blockSize = 256; ///< Elements.

  const Places &all;
  std::vector<int64_t> partStrides, strides;
  size_t along = 0;   ///< The mode of the part that runs go along.
  int64_t length = 1; ///< Of a run.
  int64_t total = 1;
};

inline void PlaceRuns::compute(const Line &line, int64_t from, int64_t to,
                               int64_t *coordinates) {
  const int64_t base = line.base, step = line.step;
  if (step == 0)
    std::fill(coordinates, coordinates + (to - from), base);
  else
    for (int64_t k = from; k != to; ++k)
      coordinates[k - from] = base + step * k;
  for (const Column &column : line.columns) {
    const int64_t *values = column.values;
    const int64_t factor = column.factor, stride = column.stride;
    // Products of 64 bits have no vectors where any x86-64 is to do.
    if (factor == 1 && stride == 1)
      for (int64_t k = from; k != to; ++k)
        coordinates[k - from] += values[k];
    else
      for (int64_t k = from; k != to; ++k)
        coordinates[k - from] += factor * values[k * stride];
  }
}

/// A block at a time: the first loops go along one mode, and have vectors.
template <typename There, typename Nowhere>
void PlaceRuns::visit(int64_t first, int64_t last, There there,
                      Nowhere nowhere) const {
  int64_t offsets[blockSize], coordinates[blockSize];
  bool isThere[blockSize];
  const int64_t step = partStrides.empty() ? 0 : partStrides[along];
  while (first < last) {
    const Run run = start(first / length);
    int64_t from = first % length;
    const int64_t end = std::min(length, from + last - first);
    first += end - from;
    for (; from < end; from += blockSize) {
      const int64_t to = std::min(end, from + blockSize), count = to - from;
      const int64_t inPart = run.inPart + from * step;
      bool areAll = run.isThere;
      std::fill(offsets, offsets + count, run.inTensor);
      std::fill(isThere, isThere + count, run.isThere);
      for (const Line &line : run.lines) {
        compute(line, from, to, coordinates);
        if (!areWithin(coordinates, count, all.own[line.mode].size)) {
          areAll = false;
          for (int64_t k = 0; k != count; ++k)
            isThere[k] = check(line.mode, coordinates[k]) && isThere[k];
        }
        // Products of 64 bits have no vectors where any x86-64 is to do.
        const int64_t stride = strides[line.mode];
        if (stride == 1)
          for (int64_t k = 0; k != count; ++k)
            offsets[k] += coordinates[k];
        else
          for (int64_t k = 0; k != count; ++k)
            offsets[k] += coordinates[k] * stride;
      }
      if (areAll) {
        for (int64_t k = 0; k != count; ++k)
          there(inPart + k * step, offsets[k]);
        continue;
      }
      for (int64_t k = 0; k != count; ++k)
        if (isThere[k])
          there(inPart + k * step, offsets[k]);
        else
          nowhere(inPart + k * step);
    }
  }
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_PLACE_RUNS_H
