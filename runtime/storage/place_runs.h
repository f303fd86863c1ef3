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

  /// Calls visit(offset in the part, offset in the tensor) for the elements
  /// from number `first` on, to before `last`, with the last mode of the part
  /// the fastest. The second is -1 where the place is clipped. Throws where it
  /// is beyond the tensor otherwise.
  template <typename Visit>
  void visit(int64_t first, int64_t last, Visit visit) const;

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

  const Places &all;
  std::vector<int64_t> partStrides, strides;
  size_t along = 0;   ///< The mode of the part that runs go along.
  int64_t length = 1; ///< Of a run.
  int64_t total = 1;
};

template <typename Visit>
void PlaceRuns::visit(int64_t first, int64_t last, Visit visit) const {
  while (first < last) {
    Run run = start(first / length);
    int64_t from = first % length;
    int64_t to = std::min(length, from + last - first);
    first += to - from;
    int64_t step = partStrides.empty() ? 0 : partStrides[along];
    if (!run.isThere) {
      for (int64_t k = from; k != to; ++k)
        visit(run.inPart + k * step, int64_t(-1));
      continue;
    }
    const std::vector<Line> &lines = run.lines;
    if (lines.size() == 1 && lines[0].columns.size() == 1 &&
        lines[0].step == 0) {
      const Line &line = lines[0];
      const Column column = line.columns[0];
      const int64_t size = all.own[line.mode].size, base = line.base;
      const int64_t stride = strides[line.mode];
      for (int64_t k = from; k != to; ++k) {
        int64_t at = base + column.factor * column.values[k * column.stride];
        bool isThere = uint64_t(at) < uint64_t(size) || check(line.mode, at);
        visit(run.inPart + k * step,
              isThere ? run.inTensor + at * stride : int64_t(-1));
      }
      continue;
    }
    for (int64_t k = from; k != to; ++k) {
      int64_t offset = run.inTensor;
      bool isThere = true;
      for (const Line &line : lines) {
        int64_t at = line.base + line.step * k;
        for (const Column &column : line.columns)
          at += column.factor * column.values[k * column.stride];
        isThere = (uint64_t(at) < uint64_t(all.own[line.mode].size) ||
                   check(line.mode, at)) &&
                  isThere;
        offset += at * strides[line.mode];
      }
      visit(run.inPart + k * step, isThere ? offset : int64_t(-1));
    }
  }
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_PLACE_RUNS_H
