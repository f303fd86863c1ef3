//===- transpose.h - dense tensors in another order of modes ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_DENSE_TRANSPOSE_H
#define ENCKE_RUNTIME_DENSE_TRANSPOSE_H

#include <cstdint>
#include <vector>

namespace encke::rt {

/// A mode of the target: how many elements, and how far apart they are in the
/// source, in elements.
struct SourceMode {
  int64_t size;
  int64_t stride;
};

/// Fills `target`, row-major with the sizes of `modes`, from a source without
/// gaps whose modes stand in another order. Elements have `bytes` bytes: 1, 2,
/// 4, 8 or 16. The two do not overlap.
void transpose(const void *source, void *target, int64_t bytes,
               const std::vector<SourceMode> &modes);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_DENSE_TRANSPOSE_H
