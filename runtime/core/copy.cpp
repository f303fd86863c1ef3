//===- copy.cpp - copies between buffers with gaps ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encke/runtime.h"

#include <cstring>

namespace {

/// A memory reference of any order, in bytes.
struct Buffer {
  Buffer(const encke_unranked_memref &reference, int64_t bytes) : bytes(bytes) {
    auto *pointers = static_cast<void **>(reference.descriptor);
    auto *numbers = reinterpret_cast<int64_t *>(pointers + 2);
    data = static_cast<char *>(pointers[1]) + numbers[0] * bytes;
    sizes = numbers + 1;
    strides = sizes + reference.rank;
  }

  int64_t stride(int64_t mode) const { return strides[mode] * bytes; }

  char *data;
  int64_t bytes;
  const int64_t *sizes, *strides;
};

} // namespace

static void copy(const Buffer &from, const Buffer &to, int64_t order,
                 int64_t mode, const char *source, char *target) {
  if (mode == order) {
    std::memcpy(target, source, size_t(from.bytes));
    return;
  }
  bool isRow =
      mode == order - 1 && from.strides[mode] == 1 && to.strides[mode] == 1;
  if (isRow) {
    std::memcpy(target, source, size_t(from.sizes[mode] * from.bytes));
    return;
  }
  for (int64_t i = 0; i != from.sizes[mode]; ++i)
    copy(from, to, order, mode + 1, source + i * from.stride(mode),
         target + i * to.stride(mode));
}

void memrefCopy(int64_t bytes, encke_unranked_memref *source,
                encke_unranked_memref *target) {
  Buffer from(*source, bytes), to(*target, bytes);
  for (int64_t mode = 0; mode != source->rank; ++mode)
    if (from.sizes[mode] == 0)
      return;
  copy(from, to, source->rank, 0, from.data, to.data);
}
