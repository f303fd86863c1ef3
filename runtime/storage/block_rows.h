//===- block_rows.h - the rows of blocks without padding --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_BLOCK_ROWS_H
#define ENCKE_RUNTIME_STORAGE_BLOCK_ROWS_H

#include <cstdint>

namespace encke::rt {

template <typename Index, typename T>
struct BlockRows {
  /// Adds how many values of `blocks` blocks are not zero to the `height`
  /// counts, one for each row in them.
  void (*count)(const T *values, int64_t blocks, int64_t height, int64_t width,
                int64_t *counts);
  /// Copies a row's values that are not zero, which begin at `values` and are
  /// `size` apart from block to block, and their coordinates. At most `room`
  /// places may be written to, which may be more than are copied.
  void (*copy)(const T *values, const Index *coordinates, int64_t blocks,
               int64_t size, int64_t width, Index *columns, T *copied,
               int64_t room);
};

/// The fastest ones for this processor.
template <typename Index, typename T>
const BlockRows<Index, T> &blockRowsFor();

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_BLOCK_ROWS_H
