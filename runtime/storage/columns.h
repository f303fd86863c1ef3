//===- columns.h - entries by the levels that store them --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_COLUMNS_H
#define ENCKE_RUNTIME_STORAGE_COLUMNS_H

#include "core/array.h"
#include "core/threads.h"
#include "storage/entries.h"

#include <algorithm>
#include <vector>

namespace encke::rt {

/// A column in which the entries starts[p] ... starts[p+1]-1 have coordinate
/// at(p).
template <typename Index, typename At>
Array<Index> spreadColumn(const Array<int64_t> &starts, At at) {
  int64_t parts = starts.size() - 1;
  Array<Index> column(starts[parts]);
  parallelFor(parts, starts[parts] / copiesAnElement,
              [&](int64_t p, int64_t end) {
                for (; p != end; ++p)
                  std::fill(column.begin() + starts[p],
                            column.begin() + starts[p + 1], Index(at(p)));
              });
  return column;
}

/// A sorted column, in short: the entries starts[c] ... starts[c+1]-1 have
/// coordinate c.
template <typename Index>
Array<Index> columnFromStarts(const Array<int64_t> &starts) {
  return spreadColumn<Index>(starts, [](int64_t c) { return c; });
}

/// Entries as a table: a column of coordinates for each level of a tensor and
/// one of values. What sorting and packing work on.
template <typename Index>
struct Columns {
  int64_t size() const { return values.size(); }
  /// True when `starts` describe the column keys[key].
  bool hasStarts(size_t key) const {
    return starts.size() != 0 && startsOf == key;
  }
  /// Makes the column for which the starts stand.
  void complete() {
    if (starts.size() != 0 && !keys[startsOf].data())
      keys[startsOf] = columnFromStarts<Index>(starts);
  }

  /// By level, then those of modes of which levels are computed when they are
  /// built. Empty for slots, for such levels, and where the starts stand for
  /// it.
  std::vector<Array<Index>> keys;
  /// Where each coordinate's entries begin in a column that is sorted; empty
  /// where none is known to be.
  Array<int64_t> starts;
  size_t startsOf = 0; ///< that column
  Elements values;
  /// The entries are known to be sorted by these keys, the first one most
  /// significant. Nothing is known when it is empty.
  std::vector<size_t> sortedBy;
  /// No two entries are known to agree in all keys.
  bool distinct = false;
};

/// A column of `count` numbers: at(0), at(1), ...
template <typename Index, typename At>
Array<Index> makeColumn(int64_t count, At at) {
  Array<Index> column(count);
  parallelCopy(count, [&](int64_t begin, int64_t end) {
    for (int64_t e = begin; e != end; ++e)
      column[e] = Index(at(e));
  });
  return column;
}

/// The coordinates in a level of elements whose coordinates in the modes are in
/// columns: column(mode).
template <typename Index, typename Column>
Array<Index> levelColumn(const encke_tensor &tensor, const encke_level &level,
                         int64_t count, Column column) {
  LevelMap map(tensor, level);
  const Index *own = column(level.mode);
  const Index *other =
      level.map == ENCKE_DIAGONAL ? column(level.other) : nullptr;
  return makeColumn<Index>(count, [=](int64_t e) {
    return map.coordinate<Index>(
        [=](int32_t mode) { return mode == level.mode ? own[e] : other[e]; });
  });
}

/// An order by modes as one by the levels that store whole modes.
inline std::vector<size_t> byLevel(const encke_tensor &tensor,
                                   const std::vector<int32_t> &modes) {
  std::vector<size_t> keys;
  for (int32_t mode : modes) {
    size_t before = keys.size();
    for (int32_t l = 0; l != tensor.level_count; ++l)
      if (isWhole(tensor.levels[l]) && tensor.levels[l].mode == mode)
        keys.push_back(size_t(l));
    if (keys.size() == before)
      break;
  }
  return keys;
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_COLUMNS_H
