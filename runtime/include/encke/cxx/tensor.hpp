//===- encke/cxx/tensor.hpp - a result --------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_CXX_TENSOR_HPP
#define ENCKE_CXX_TENSOR_HPP

#include "encke/cxx/error.hpp"
#include "encke/cxx/span.hpp"
#include "encke/encke.h"

#include <type_traits>
#include <utility>

namespace encke {

namespace detail {
template <typename Class, typename = void>
struct IsSparseMap : std::false_type {};
template <typename Class>
struct IsSparseMap<
    Class, std::void_t<decltype(std::declval<Class &>().innerIndexPtr())>>
    : std::true_type {};
} // namespace detail

/// A tensor that a function has computed. It owns its arrays and frees them. It
/// can be an operand of calls, and with Call::into the place of a result.
///
/// Members that look into a Tensor must not be called on one without a tensor,
/// which is what is left of one that was moved from.
class Tensor {
public:
  Tensor() = default;
  /// Takes a result of a C function over.
  explicit Tensor(encke_tensor *owned) noexcept : tensor(owned) {}
  Tensor(Tensor &&other) noexcept
      : tensor(std::exchange(other.tensor, nullptr)) {}
  Tensor &operator=(Tensor &&other) noexcept {
    if (this != &other)
      reset(std::exchange(other.tensor, nullptr));
    return *this;
  }
  Tensor(const Tensor &) = delete;
  Tensor &operator=(const Tensor &) = delete;
  ~Tensor() { encke_release(tensor); }

  explicit operator bool() const noexcept { return tensor != nullptr; }
  encke_tensor *get() noexcept { return tensor; }
  const encke_tensor *get() const noexcept { return tensor; }
  /// Gives the tensor away, to be freed by encke_release.
  [[nodiscard]] encke_tensor *release() noexcept {
    return std::exchange(tensor, nullptr);
  }
  void reset(encke_tensor *owned = nullptr) noexcept {
    encke_release(std::exchange(tensor, owned));
  }

  int32_t order() const { return tensor->order; }
  /// The size of dimension `mode`, from 0.
  int64_t size(int32_t mode) const { return tensor->sizes[mode]; }
  Span<const int64_t> sizes() const { return {tensor->sizes, tensor->order}; }
  encke_type type() const { return static_cast<encke_type>(tensor->type); }
  /// The number of elements that are stored, padding included.
  int64_t valueCount() const { return tensor->value_count; }
  /// 4 or 8: the bytes of a position and of a coordinate.
  int32_t indexBytes() const { return tensor->crd_bytes; }
  int32_t levelCount() const { return tensor->level_count; }
  const encke_level &level(int32_t number) const {
    return tensor->levels[number];
  }

  /// The values, in the order of the innermost level: of a dense tensor
  /// row-major. Throws Error where T is not their type, and where they are
  /// fields of records (encke_tensor::value_stride).
  template <typename T>
  Span<T> values() & {
    requireType<T>();
    requireArray(tensor->value_stride);
    return {static_cast<T *>(tensor->values), tensor->value_count};
  }
  template <typename T>
  Span<const T> values() const & {
    requireType<T>();
    requireArray(tensor->value_stride);
    return {static_cast<const T *>(tensor->values), tensor->value_count};
  }
  // They would be gone.
  template <typename T>
  Span<T> values() const && = delete;

  /// Positions and coordinates of a level; empty where it has none. Throws
  /// Error where Index has another width, and where coordinates are fields of
  /// records (encke_level::stride).
  template <typename Index>
  Span<const Index> positions(int32_t number) const & {
    requireWidth<Index>(tensor->pos_bytes);
    const encke_level &level = tensor->levels[number];
    return {static_cast<const Index *>(level.pos), level.pos_count};
  }
  template <typename Index>
  Span<const Index> coordinates(int32_t number) const & {
    requireWidth<Index>(tensor->crd_bytes);
    const encke_level &level = tensor->levels[number];
    requireArray(level.stride);
    return {static_cast<const Index *>(level.crd), level.crd_count};
  }
  template <typename Index>
  Span<const Index> positions(int32_t) const && = delete;
  template <typename Index>
  Span<const Index> coordinates(int32_t) const && = delete;

  /// The tensor as a matrix or vector of Eigen, by its own arrays:
  ///
  ///   y.as<Eigen::Map<Eigen::VectorXd>>()
  ///   C.as<Eigen::Map<Eigen::SparseMatrix<double, Eigen::RowMajor>>>()
  ///
  /// Throws Error where it is not stored so. Of a const Tensor, a Map of a
  /// const class.
  template <typename Map>
  Map as() & {
    return mapAs<Map>(*tensor, tensor->values);
  }
  template <typename Map>
  Map as() const & {
    return mapAs<Map>(*tensor, static_cast<const void *>(tensor->values));
  }
  template <typename Map>
  Map as() const && = delete;

private:
  template <typename T>
  void requireType() const {
    static_assert(detail::isElement<T>, "no type of elements");
    detail::requireResult(tensor->type == detail::elementType<T>(),
                          "the values of a result are of another type");
  }
  static void requireArray(int64_t stride) {
    detail::requireResult(stride == 0,
                          "an array of a result is fields of records");
  }

  template <typename Index>
  static void requireWidth(int32_t bytes) {
    detail::requireResult(bytes == detail::indexBytes<Index>(),
                          "positions and coordinates of a result have another "
                          "width");
  }

  // `Void` is const where the tensor is.
  template <typename Map, typename Void>
  static Map mapAs(const encke_tensor &tensor, Void *values) {
    using Scalar = typename Map::Scalar;
    detail::requireResult(tensor.type == detail::elementType<Scalar>(),
                          "the values of a result are of another type");
    if constexpr (detail::IsSparseMap<Map>::value)
      return mapSparse<Map>(tensor, values);
    else
      return mapDense<Map>(tensor, values);
  }

  template <typename Void, typename T>
  using As = std::conditional_t<std::is_const_v<Void>, const T, T> *;

  template <typename Map, typename Void>
  static Map mapSparse(const encke_tensor &tensor, Void *values) {
    using Index = typename Map::StorageIndex;
    const int32_t outer = Map::IsRowMajor ? 0 : 1;
    const encke_level *levels = tensor.levels;
    detail::requireResult(
        tensor.order == 2 && tensor.level_count == 2 &&
            levels[0].type == ENCKE_DENSE && levels[0].map == ENCKE_WHOLE &&
            levels[0].mode == outer && levels[1].type == ENCKE_COMPRESSED &&
            levels[1].map == ENCKE_WHOLE && levels[1].mode == 1 - outer,
        Map::IsRowMajor ? "a result is not stored in CSR, as a row-major "
                          "matrix of Eigen is"
                        : "a result is not stored in CSC, as a column-major "
                          "matrix of Eigen is");
    requireWidth<Index>(tensor.crd_bytes);
    using Indices = As<Void, Index>;
    return Map(tensor.sizes[0], tensor.sizes[1], tensor.value_count,
               static_cast<Indices>(levels[1].pos),
               static_cast<Indices>(levels[1].crd),
               static_cast<As<Void, typename Map::Scalar>>(values));
  }

  template <typename Map, typename Void>
  static Map mapDense(const encke_tensor &tensor, Void *values) {
    constexpr int32_t order = Map::IsVectorAtCompileTime ? 1 : 2;
    bool isDense = tensor.order == order;
    for (int32_t l = 0; isDense && l != tensor.level_count; ++l)
      isDense = tensor.levels[l].type == ENCKE_DENSE &&
                tensor.levels[l].map == ENCKE_WHOLE &&
                tensor.levels[l].mode == l;
    detail::requireResult(isDense, order == 1
                                       ? "a result is not a dense vector"
                                       : "a result is not a dense matrix");
    auto fits = [](int64_t size, int64_t wanted) {
      return wanted < 0 || size == wanted; // Eigen::Dynamic is -1
    };
    auto array = static_cast<As<Void, typename Map::Scalar>>(values);
    if constexpr (order == 1) {
      detail::requireResult(
          fits(tensor.sizes[0], int64_t(Map::SizeAtCompileTime)),
          "a result has another size than the vector");
      return Map(array, tensor.sizes[0]);
    } else {
      static_assert(Map::IsRowMajor, "a dense result is row-major: make it a "
                                     "Map of a matrix with Eigen::RowMajor");
      detail::requireResult(
          fits(tensor.sizes[0], int64_t(Map::RowsAtCompileTime)) &&
              fits(tensor.sizes[1], int64_t(Map::ColsAtCompileTime)),
          "a result has other sizes than the matrix");
      return Map(array, tensor.sizes[0], tensor.sizes[1]);
    }
  }

  encke_tensor *tensor = nullptr;
};

} // namespace encke

#endif // ENCKE_CXX_TENSOR_HPP
