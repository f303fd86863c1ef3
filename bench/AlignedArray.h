//===- AlignedArray.h - an array on a 64-byte boundary ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every array that a contender reads or writes in a measured loop is one of
// these: the alignment of dense operands alone changes times by up to 2x.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_ALIGNEDARRAY_H
#define ENCKE_BENCH_ALIGNEDARRAY_H

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace encke::bench {

/// A fixed number of values of a plain type, not initialised.
template <typename T>
class AlignedArray {
  static_assert(std::is_trivial_v<T>);

public:
  static constexpr size_t kAlignment = 64;

  AlignedArray() = default;
  explicit AlignedArray(size_t size)
      : values(allocate(size), std::free), count(size) {}

  T *data() { return values.get(); }
  const T *data() const { return values.get(); }
  size_t size() const { return count; }
  T &operator[](size_t index) { return values.get()[index]; }
  const T &operator[](size_t index) const { return values.get()[index]; }
  T *begin() { return data(); }
  T *end() { return data() + count; }
  const T *begin() const { return data(); }
  const T *end() const { return data() + count; }

private:
  static T *allocate(size_t size) {
    size_t bytes = (size * sizeof(T) / kAlignment + 1) * kAlignment;
    if (void *memory = std::aligned_alloc(kAlignment, bytes))
      return static_cast<T *>(memory);
    throw std::bad_alloc();
  }

  std::unique_ptr<T, void (*)(void *)> values{nullptr, std::free};
  size_t count = 0;
};

} // namespace encke::bench

#endif // ENCKE_BENCH_ALIGNEDARRAY_H
