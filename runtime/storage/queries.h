//===- queries.h - what format declarations ask of elements -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_QUERIES_H
#define ENCKE_RUNTIME_STORAGE_QUERIES_H

#include "core/array.h"
#include "encke/tensor.h"
#include "format/expression.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace encke::rt {

/// The bounds of modes, for format::Expression::bounds.
std::function<format::Interval(const format::Expression &)>
modeBounds(const encke_tensor &tensor);

/// How many values an expression with these bounds may have. Throws where 64
/// bits do not tell.
int64_t extentOf(const std::optional<format::Interval> &bounds,
                 const format::Expression &e);

/// The values of expressions for each of a tensor's distinct elements (L33).
class Queries {
public:
  struct Column {
    Array<int64_t> values;
    format::Interval bounds;
    int64_t extent() const { return bounds.greatest - bounds.least + 1; }
  };

  /// Elements by their coordinates in each mode, which stay another's. Those
  /// from `stored` on are padding: only `enumerate` sees them.
  template <typename Index>
  Queries(const encke_tensor &tensor, const std::vector<Array<Index>> &modes,
          int64_t stored)
      : tensor(tensor), count(modes[0].size()), stored(stored) {
    for (const Array<Index> &mode : modes)
      this->modes.push_back({mode.data(), sizeof(Index)});
  }

  int64_t size() const { return count; }
  const Column &of(const format::Expression &expression);

  /// The elements in the order of these columns, the first one most
  /// significant.
  Array<int64_t> orderBy(const std::vector<const Column *> &keys) const;

private:
  Column compute(const format::Expression &e);
  Column combine(const format::Expression &e);
  Column countEqual(const format::Expression &e);
  Column enumerate(const format::Expression &e);
  Column reorder(const format::Expression &e);
  Column schedule(const format::Expression &e);
  std::vector<const Column *> columnsOf(const format::Expression &e);
  Array<int64_t> countOf(const Column &column) const;
  Column ofValues(const Column &column, const Array<int64_t> &values,
                  format::Interval bounds) const;

  struct Mode {
    const void *coordinates;
    int32_t bytes; ///< of each
  };

  const encke_tensor &tensor;
  std::vector<Mode> modes;
  int64_t count, stored;
  std::map<format::Expression, Column> known;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_QUERIES_H
