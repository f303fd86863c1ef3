//===- entries.cpp - the entries of a file, before packing ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/entries.h"
#include "core/error.h"

#include <cstring>

namespace encke::rt {

template <typename T>
static T elementOf(Value value) {
  if constexpr (std::is_same_v<T, uint8_t>)
    return value.real != 0;
  else if constexpr (isIntegerType<T>)
    return T(value.integer);
  else if constexpr (isComplexNumber<T>)
    return T(typename T::value_type(value.real));
  else
    return T(value.real);
}

void EntryValues::reserve(int64_t room) {
  int64_t needed;
  if (__builtin_mul_overflow(room, width, &needed))
    throw MemoryError(MemoryError::uncounted);
  bytes.reserve(needed);
}

void EntryValues::append(const Value *values, int64_t count) {
  int64_t before = size();
  if (before + count > capacity())
    reserve(std::max(before + count, capacity() + capacity() / 2));
  put(before, values, count);
  setSize(before + count);
}

void EntryValues::put(int64_t e, const Value *values, int64_t count) {
  withElement(elementType, [&](auto element) {
    using T = decltype(element);
    T *into = reinterpret_cast<T *>(bytes.data()) + e;
    for (int64_t n = 0; n != count; ++n)
      into[n] = elementOf<T>(values[n]);
  });
}

Value EntryValues::operator[](int64_t e) const {
  Value value = {};
  withElement(elementType, [&](auto element) {
    using T = decltype(element);
    T stored = data<T>()[e];
    if constexpr (isIntegerType<T>)
      value.integer = int64_t(+stored);
    else if constexpr (!isComplexNumber<T>)
      value.real = double(stored);
  });
  return value;
}

void EntryValues::set(int64_t e, Value value) {
  withElement(elementType, [&](auto element) {
    using T = decltype(element);
    reinterpret_cast<T *>(bytes.data())[e] = elementOf<T>(value);
  });
}

void EntryValues::dropFirst() {
  setSize(size() - 1);
  if (size() != 0)
    std::memmove(bytes.data(), bytes.data() + width, size_t(bytes.size()));
}

} // namespace encke::rt
