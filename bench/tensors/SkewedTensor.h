//===- SkewedTensor.h - a generated sparse tensor ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_TENSORS_SKEWEDTENSOR_H
#define ENCKE_BENCH_TENSORS_SKEWEDTENSOR_H

#include "encke/tensor.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace encke::bench {

/// A generated tensor in CSF, most of whose elements are at low coordinates of
/// all modes but the last; with `shuffled`, the coordinates of each mode are
/// numbered at random. Needs a running context. The caller frees it.
encke_tensor *makeSkewedTensor(const std::vector<int32_t> &sizes, size_t count,
                               bool shuffled = false);

} // namespace encke::bench

#endif // ENCKE_BENCH_TENSORS_SKEWEDTENSOR_H
