//===- level_columns.h - the coordinates in each level ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_LEVEL_COLUMNS_H
#define ENCKE_RUNTIME_STORAGE_LEVEL_COLUMNS_H

#include "storage/columns.h"
#include "storage/tensor.h"

namespace encke::rt {

/// Where the values below each position of a level begin; empty where position
/// and value are the same.
using Below = Array<int64_t>;

/// The coordinates in each level, one for each value of a tensor, or for each
/// of the positions of an outer level: from the level of these up.
template <typename Index>
class LevelColumns {
public:
  LevelColumns(const encke_tensor &tensor, int64_t positions)
      : tensor(tensor), positions(positions) {}

  /// The coordinates in a level, whose positions have `below`.
  Array<Index> columnOf(const encke_level &level, const Below &below) const;
  /// The same of the positions of the level above.
  Below aboveOf(const encke_level &level, Below below) const;

private:
  const encke_tensor &tensor;
  int64_t positions;
};

/// Calls f with an array of 4- or 8-byte integers.
template <typename F>
auto withIntegers(const void *array, int32_t bytes, F &&f) {
  if (bytes == 4)
    return f(static_cast<const int32_t *>(array));
  return f(static_cast<const int64_t *>(array));
}

template <typename Index>
Array<Index> LevelColumns<Index>::columnOf(const encke_level &level,
                                           const Below &below) const {
  auto spread = [&](auto coordinate) {
    return below.size() == 0 ? makeColumn<Index>(positions, coordinate)
                             : spreadColumn<Index>(below, coordinate);
  };
  if (isDense(level))
    return spread([&](int64_t q) { return q % level.size; });
  if (below.size() == 0 && tensor.crd_bytes == sizeof(Index))
    return Array<Index>::borrow(static_cast<const Index *>(level.crd),
                                level.crd_count);
  return withIntegers(level.crd, tensor.crd_bytes, [&](auto *crd) {
    return spread([=](int64_t q) { return crd[q]; });
  });
}

template <typename Index>
Below LevelColumns<Index>::aboveOf(const encke_level &level,
                                   Below below) const {
  auto first = [&](int64_t q) { return below.size() == 0 ? q : below[q]; };
  format::LevelType type = format::typeOf(level);
  if (type.isSingle())
    return below;
  if (!type.hasPositions()) {
    int64_t own = below.size() == 0 ? positions : below.size() - 1;
    int64_t each = type.isDense() ? level.size : type.fixedCount();
    int64_t parents = each == 0 ? 0 : own / each;
    return makeColumn<int64_t>(parents + 1,
                               [&](int64_t p) { return first(p * each); });
  }
  return withIntegers(level.pos, tensor.pos_bytes, [&](auto *pos) {
    return makeColumn<int64_t>(level.pos_count,
                               [&](int64_t p) { return first(pos[p]); });
  });
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_LEVEL_COLUMNS_H
