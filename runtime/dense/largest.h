//===- largest.h - the largest magnitude of many numbers --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_DENSE_LARGEST_H
#define ENCKE_RUNTIME_DENSE_LARGEST_H

#include <cstdint>
#include <vector>

namespace encke::rt {

/// The largest magnitude of `count` adjacent numbers, double or float: infinity
/// where one is infinite or not a number, 0 where there is none.
template <typename T>
double largest(const T *values, int64_t count);

/// The same of the elements at these sizes and distances, outermost mode first.
/// Each is `parts` adjacent numbers.
template <typename T>
double largest(const T *values, const std::vector<int64_t> &sizes,
               const std::vector<int64_t> &strides, int64_t parts);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_DENSE_LARGEST_H
