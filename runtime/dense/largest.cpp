//===- largest.cpp - the largest magnitude of many numbers ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel asks this of the vector that it multiplies by, so it must not take
// longer than to read it from memory.
//
//===----------------------------------------------------------------------===//

#include "dense/largest.h"
#include "core/threads.h"

#include <cmath>
#include <limits>

namespace encke::rt {

/// Each lane has the largest magnitude that it saw, and zero as long as all
/// were finite: a maximum forgets what is no number.
template <typename T>
static double largestOf(const T *values, int64_t begin, int64_t end) {
  constexpr int64_t lanes = 64 / sizeof(T);
  T most[lanes] = {}, zeros[lanes] = {};
  int64_t at = begin;
  for (; at + lanes <= end; at += lanes)
    for (int64_t lane = 0; lane != lanes; ++lane) {
      T magnitude = std::fabs(values[at + lane]);
      most[lane] = most[lane] < magnitude ? magnitude : most[lane];
      zeros[lane] += magnitude * 0;
    }
  for (; at != end; ++at) {
    T magnitude = std::fabs(values[at]);
    most[0] = most[0] < magnitude ? magnitude : most[0];
    zeros[0] += magnitude * 0;
  }
  T result = 0, zero = 0;
  for (int64_t lane = 0; lane != lanes; ++lane) {
    result = result < most[lane] ? most[lane] : result;
    zero += zeros[lane];
  }
  return zero == 0 ? double(result) : std::numeric_limits<double>::infinity();
}

template <typename T>
double largest(const T *values, int64_t count) {
  int32_t threads = threadsFor(count / copiesAnElement);
  if (threads == 1)
    return largestOf(values, 0, count);
  std::vector<double> found(static_cast<size_t>(threads));
  onThreads(threads, [&](int32_t t) {
    found[size_t(t)] = largestOf(values, partBegin(count, threads, t),
                                 partBegin(count, threads, t + 1));
  });
  return largestOf(found.data(), 0, threads);
}

template <typename T>
double largest(const T *values, const std::vector<int64_t> &sizes,
               const std::vector<int64_t> &strides, int64_t parts) {
  // The innermost modes without gaps are one row.
  int64_t row = parts;
  size_t modes = sizes.size();
  while (modes != 0 &&
         (sizes[modes - 1] == 1 || strides[modes - 1] * parts == row))
    row *= sizes[--modes];
  if (modes == 0)
    return largest(values, row);
  double result = 0;
  for (size_t mode = 0; mode != modes; ++mode)
    if (sizes[mode] == 0)
      return result;
  std::vector<int64_t> at(modes);
  while (true) {
    int64_t offset = 0;
    for (size_t mode = 0; mode != modes; ++mode)
      offset += at[mode] * strides[mode] * parts;
    double found = largestOf(values + offset, 0, row);
    result = result < found ? found : result;
    size_t mode = modes;
    while (mode-- != 0 && ++at[mode] == sizes[mode])
      at[mode] = 0;
    if (mode == size_t(-1))
      return result;
  }
}

template double largest(const double *, int64_t);
template double largest(const float *, int64_t);
template double largest(const double *, const std::vector<int64_t> &,
                        const std::vector<int64_t> &, int64_t);
template double largest(const float *, const std::vector<int64_t> &,
                        const std::vector<int64_t> &, int64_t);

} // namespace encke::rt
