//===- distribute.h - entries by one coordinate -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_DISTRIBUTE_H
#define ENCKE_RUNTIME_STORAGE_DISTRIBUTE_H

#include "storage/columns.h"

namespace encke::rt {

/// Sorts the entries by the column `key`, whose coordinates are below `size`,
/// by counting. Entries that agree keep their order. The column is left empty;
/// `columns.starts` are in its place.
template <typename Index>
void distribute(Columns<Index> &columns, size_t key, int64_t size);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_DISTRIBUTE_H
