//===- elements.h - values of one element type ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_ELEMENTS_H
#define ENCKE_RUNTIME_STORAGE_ELEMENTS_H

#include "core/array.h"
#include "storage/tensor.h"

namespace encke::rt {

/// An array of values whose element type is known when the program runs.
class Elements {
public:
  Elements() = default;
  Elements(int32_t type, int64_t count)
      : valueType(type), count(count), exact(true),
        memory(allocate(count, elementBytes(type))) {}
  /// Takes over the bytes of values of `type`.
  Elements(int32_t type, Array<char> &&bytes)
      : valueType(type), count(bytes.size() / elementBytes(type)),
        exact(bytes.capacity() == bytes.size()), memory(bytes.release()) {}
  /// A view of values that stay another's and are only read.
  static Elements borrow(int32_t type, const void *values, int64_t count) {
    Elements elements;
    elements.valueType = type;
    elements.count = count;
    elements.owner = false;
    elements.memory = const_cast<void *>(values);
    return elements;
  }
  Elements(Elements &&other) noexcept { swap(other); }
  Elements &operator=(Elements &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Elements() {
    if (owner)
      deallocate(memory);
  }

  int32_t type() const { return valueType; }
  int64_t width() const { return elementBytes(valueType); }
  int64_t size() const { return count; }
  bool owns() const { return owner; }
  template <typename T>
  T *data() {
    return static_cast<T *>(memory);
  }
  template <typename T>
  const T *data() const {
    return static_cast<const T *>(memory);
  }
  /// True when `release` may hand the memory over: it is owned and has no
  /// room to spare.
  bool releasable() const { return owner && exact; }
  void *release() { return std::exchange(memory, nullptr); }

  /// The same values as another type; a double or integer is rounded or cut.
  Elements as(int32_t type) const;

private:
  void swap(Elements &other) noexcept {
    std::swap(valueType, other.valueType);
    std::swap(count, other.count);
    std::swap(owner, other.owner);
    std::swap(exact, other.exact);
    std::swap(memory, other.memory);
  }

  int32_t valueType = ENCKE_F64;
  int64_t count = 0;
  bool owner = true;
  bool exact = false;
  void *memory = nullptr;
};

/// A value of an element type, which is only moved.
template <size_t bytes>
struct Opaque {
  alignas(bytes == 16 ? 8 : bytes) char memory[bytes];
};

/// Calls f with an object as large as an element.
template <typename F>
void withWidth(int64_t width, F &&f) {
  switch (width) {
  case 1:
    return f(Opaque<1>());
  case 2:
    return f(Opaque<2>());
  case 4:
    return f(Opaque<4>());
  case 8:
    return f(Opaque<8>());
  default:
    return f(Opaque<16>());
  }
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_ELEMENTS_H
