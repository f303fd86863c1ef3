//===- sort.h - puts entries into storage order -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_SORT_H
#define ENCKE_RUNTIME_STORAGE_SORT_H

#include "storage/entries.h"

#include <vector>

namespace encke::rt {

/// Sorts the entries by the coordinates of `modes`, the first one most
/// significant. Entries that agree keep their order. `sizes` holds the size of
/// each of `modes`.
template <typename Index>
void sortEntries(Entries<Index> &entries, const std::vector<int64_t> &modes,
                 const std::vector<int64_t> &sizes);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_SORT_H
