//===- encke/cxx/span.hpp - arrays of a caller ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_CXX_SPAN_HPP
#define ENCKE_CXX_SPAN_HPP

#include "encke/cxx/error.hpp"
#include "encke/encke.h"

#include <complex>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

namespace encke {

/// A part of memory: what std::span is from C++20 on.
template <typename T>
class Span {
public:
  using value_type = std::remove_cv_t<T>;
  Span() = default;
  Span(T *begin, int64_t size) : first(begin), count(size) {}

  T *data() const { return first; }
  std::size_t size() const { return static_cast<std::size_t>(count); }
  bool empty() const { return count == 0; }
  T *begin() const { return first; }
  T *end() const { return first + count; }
  T &operator[](std::size_t n) const { return first[n]; }

private:
  T *first = nullptr;
  int64_t count = 0;
};

namespace detail {

template <typename T>
constexpr bool isComplex = std::is_same_v<T, std::complex<double>>;

template <typename T, int bytes>
constexpr bool isSigned =
    std::is_integral_v<T> && std::is_signed_v<T> && sizeof(T) == bytes;

/// What a tensor can have as elements.
template <typename T>
constexpr bool isElement =
    std::is_same_v<T, double> || std::is_same_v<T, float> || isSigned<T, 8> ||
    isSigned<T, 4> || std::is_same_v<T, bool> || isComplex<T>;

template <typename T>
constexpr int32_t elementType() {
  return std::is_same_v<T, double>  ? ENCKE_F64
         : std::is_same_v<T, float> ? ENCKE_F32
         : isSigned<T, 8>           ? ENCKE_I64
         : isSigned<T, 4>           ? ENCKE_I32
         : std::is_same_v<T, bool>  ? ENCKE_BOOL
                                    : ENCKE_C128;
}

/// What positions and coordinates can be.
template <typename T>
constexpr bool isIndex =
    std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

template <typename Index>
constexpr int32_t indexBytes() {
  static_assert(isIndex<Index>,
                "positions and coordinates are integers of 32 or 64 bits");
  return static_cast<int32_t>(sizeof(Index));
}

template <typename Class, typename = void>
struct HasData : std::false_type {};
template <typename Class>
struct HasData<Class, std::void_t<decltype(*std::data(std::declval<Class &>())),
                                  decltype(std::size(std::declval<Class &>()))>>
    : std::true_type {};
/// Elements one behind the other: std::vector, std::array, std::span, T[n].
template <typename Class>
constexpr bool isContiguous = HasData<Class>::value;

template <typename Class>
using ElementOf =
    std::remove_pointer_t<decltype(std::data(std::declval<Class &>()))>;

/// What does not hand constness on does not own what it shows: std::span.
template <typename Class>
constexpr bool isBorrowed =
    std::is_same_v<ElementOf<std::remove_const_t<Class>>,
                   ElementOf<const std::remove_const_t<Class>>> &&
    !std::is_array_v<Class>;

template <typename Class, typename = void>
struct HasStride : std::false_type {};
template <typename Class>
struct HasStride<Class,
                 std::void_t<decltype(std::declval<Class &>().innerStride())>>
    : std::true_type {};

/// True where the elements of what is handed on as `Class &&` are still there
/// afterwards.
template <typename Class>
constexpr bool lasts = std::is_lvalue_reference_v<Class> ||
                       isBorrowed<std::remove_reference_t<Class>>;

/// The elements of a container, which outlives what is made of them.
template <typename Class>
auto spanOf(Class &&container) {
  using Container = std::remove_reference_t<Class>;
  static_assert(isContiguous<Container>,
                "neither an array nor a container with data() and size()");
  if constexpr (isContiguous<Container>) {
    static_assert(lasts<Class>, "the array would be gone before the call: give "
                                "it a name");
    if constexpr (HasStride<Container>::value) // a vector of Eigen
      requireOperand(container.innerStride() == 1,
                     "an array has gaps between its elements");
    return Span<ElementOf<Container>>(
        std::data(container), static_cast<int64_t>(std::size(container)));
  }
}

} // namespace detail

/// The sizes of a tensor, one a dimension: {3, 4}, or a container of them.
class Sizes {
public:
  Sizes(std::initializer_list<int64_t> list) { take(list); }
  template <typename Container,
            typename = decltype(std::declval<const Container &>().begin())>
  Sizes(const Container &container) {
    take(container);
  }

  int32_t order() const { return count; }
  const int64_t *data() const { return sizes; }

private:
  template <typename Container>
  void take(const Container &container) {
    for (auto size : container) {
      detail::requireOperand(count != ENCKE_MOST_LEVELS,
                             "a tensor has at most 16 dimensions");
      sizes[count++] = static_cast<int64_t>(size);
    }
  }

  int64_t sizes[ENCKE_MOST_LEVELS] = {};
  int32_t count = 0;
};

} // namespace encke

#endif // ENCKE_CXX_SPAN_HPP
