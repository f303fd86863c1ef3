//===- sort.h - puts entries into storage order -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_SORT_H
#define ENCKE_RUNTIME_STORAGE_SORT_H

#include "storage/columns.h"

#include <vector>

namespace encke::rt {

/// Sorts the entries by the columns `keys`, the first one most significant.
/// Entries that agree keep their order. sizes[k] bounds the coordinates of
/// keys[k].
///
/// Where entries had to be moved, the column of the first key may be left
/// empty, with `columns.starts` in its place.
template <typename Index>
void sortColumns(Columns<Index> &columns, const std::vector<size_t> &keys,
                 const std::vector<int64_t> &sizes);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_SORT_H
