//===- ask.cpp - what schedules ask of tensors ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same questions that loops ask (core/loop.cpp), of a tensor as a whole.
//
//===----------------------------------------------------------------------===//

#include "storage/tensor.h"

#include <limits>

using namespace encke::rt;

/// Rows of any length count, of tables of any size that some can be looked at.
static constexpr int64_t longestRow = int64_t(1) << 20;
/// Rows of so many elements are short enough to be gone through step by step.
static constexpr int64_t steppedRows = 24;

/// The last level, where it lists coordinates in rows; else null.
static const encke_level *findRows(const encke_tensor &tensor) {
  if (tensor.level_count == 0 || batchesOf(tensor))
    return nullptr;
  const encke_level &last = tensor.levels[tensor.level_count - 1];
  bool isPlain = hasPositions(last) && last.stride == 0;
  return isPlain && last.pos_count > 1 ? &last : nullptr;
}

int64_t encke_ask_uneven(const encke_tensor *tensor) {
  const encke_level *rows = findRows(*tensor);
  return rows &&
         encke_loop_uneven_rows(rows->pos, tensor->pos_bytes, rows->pos_count,
                                std::numeric_limits<int64_t>::max(),
                                /*few=*/0, longestRow) > 0;
}

int64_t encke_ask_scattered(const encke_tensor *tensor) {
  const encke_level *rows = findRows(*tensor);
  return rows && encke_loop_is_scattered(rows->crd, tensor->crd_bytes,
                                         rows->crd_count, /*row_bytes=*/0,
                                         /*few=*/0, /*near=*/0,
                                         std::numeric_limits<int64_t>::max());
}

int64_t encke_ask_short_rows(const encke_tensor *left,
                             const encke_tensor *right, int64_t columns,
                             int64_t fewest, int64_t most) {
  if (right->levels[1].size < columns || left->levels[0].size == 0 ||
      right->levels[0].size == 0)
    return 0;
  double multiplications =
      double(left->value_count) * double(right->value_count) /
      double(left->levels[0].size) / double(right->levels[0].size);
  return multiplications >= double(fewest) && multiplications <= double(most) &&
         encke_ask_scattered(right);
}

int64_t encke_ask_alike(const encke_tensor *tensor, const encke_tensor *other) {
  const encke_level *rows = findRows(*tensor), *others = findRows(*other);
  if (!rows || !others || rows->pos_count != others->pos_count ||
      tensor->pos_bytes != other->pos_bytes ||
      tensor->crd_bytes != other->crd_bytes)
    return 0;
  return encke_loop_rows_are_alike(
      rows->pos, others->pos, rows->crd, others->crd, tensor->pos_bytes,
      tensor->crd_bytes, rows->pos_count, steppedRows);
}

int64_t encke_ask_stored(const encke_tensor *tensor, int64_t least) {
  return tensor->value_count >= least;
}
