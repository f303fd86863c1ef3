//===- encke/cxx/eigen.hpp - Eigen's matrices as tensors --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eigen's classes are known by what they can do, so that Eigen need not be
// there, and may be included later.
//
//   SparseMatrix, Map and Ref of it, compressed   CSR if row-major, else CSC
//   SparseVector                                  a compressed vector
//   Matrix, Array, Map, Ref, Block: a vector      a dense vector
//   the same with rows and columns                a dense matrix, if row-major
//
// What is not compressed, has gaps, or is by columns where it is dense, throws
// Error: no array is copied.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_CXX_EIGEN_HPP
#define ENCKE_CXX_EIGEN_HPP

#include "encke/cxx/error.hpp"
#include "encke/cxx/view.hpp"
#include "encke/encke.h"

#include <type_traits>
#include <utility>

namespace encke {
namespace detail {

template <typename Class, typename = void>
struct IsSparseOfEigen : std::false_type {};
template <typename Class>
struct IsSparseOfEigen<
    Class, std::void_t<decltype(std::declval<Class &>().valuePtr()),
                       decltype(std::declval<Class &>().innerIndexPtr()),
                       decltype(std::declval<Class &>().outerIndexPtr()),
                       decltype(std::declval<Class &>().isCompressed()),
                       typename Class::StorageIndex>> : std::true_type {};

template <typename Class, typename = void>
struct IsDenseOfEigen : std::false_type {};
template <typename Class>
struct IsDenseOfEigen<
    Class, std::void_t<decltype(std::declval<Class &>().data()),
                       decltype(std::declval<Class &>().innerStride()),
                       decltype(std::declval<Class &>().outerStride()),
                       decltype(std::declval<Class &>().rows()),
                       decltype(std::declval<Class &>().cols()),
                       decltype(bool(Class::IsVectorAtCompileTime))>>
    : std::true_type {};

/// True where a matrix's elements are row-major without gaps.
template <typename Class>
bool isPacked(const Class &matrix) {
  int64_t rows = matrix.rows(), columns = matrix.cols();
  int64_t inner = matrix.innerStride(), outer = matrix.outerStride();
  int64_t ofRow = Class::IsRowMajor ? outer : inner;
  int64_t ofColumn = Class::IsRowMajor ? inner : outer;
  return rows == 0 || columns == 0 ||
         ((columns == 1 || ofColumn == 1) && (rows == 1 || ofRow == columns));
}

} // namespace detail

template <typename Class>
struct ViewOf<Class, std::enable_if_t<detail::IsSparseOfEigen<Class>::value>> {
  using Element =
      std::remove_pointer_t<decltype(std::declval<Class &>().valuePtr())>;
  using Index = typename Class::StorageIndex;

  static View<Element> make(Class &matrix) {
    detail::requireOperand(matrix.isCompressed(),
                           "a matrix is not compressed: its makeCompressed() "
                           "makes it so");
    int64_t entries = matrix.nonZeros();
    if constexpr (bool(Class::IsVectorAtCompileTime))
      return makeVector(matrix, entries);
    else if constexpr (bool(Class::IsRowMajor))
      return csr<Index>(matrix.rows(), matrix.cols(), entries,
                        matrix.outerIndexPtr(), matrix.innerIndexPtr(),
                        matrix.valuePtr());
    else
      return csc<Index>(matrix.rows(), matrix.cols(), entries,
                        matrix.outerIndexPtr(), matrix.innerIndexPtr(),
                        matrix.valuePtr());
  }

private:
  static View<Element> makeVector(Class &matrix, int64_t entries) {
    int64_t size = matrix.size();
    return detail::Access::make(
        [&](encke_operand *operand, const void *array, int32_t type) {
          encke_operand_begin(operand, 1, &size, type, array,
                              detail::indexBytes<Index>());
          detail::Access::requireCountable<Index>(entries);
          encke_operand_range(operand, entries);
          encke_operand_level(operand, 0, ENCKE_COMPRESSED, operand->positions,
                              2, matrix.innerIndexPtr(), entries);
          operand->tensor.value_count = entries;
        },
        matrix.valuePtr());
  }
};

template <typename Class>
struct ViewOf<Class, std::enable_if_t<detail::IsDenseOfEigen<Class>::value>> {
  static auto make(Class &matrix) {
    if constexpr (bool(Class::IsVectorAtCompileTime)) {
      detail::requireOperand(matrix.innerStride() == 1 || matrix.size() <= 1,
                             "a vector has gaps between its elements");
      return dense({matrix.size()}, matrix.data());
    } else {
      detail::requireOperand(
          detail::isPacked(matrix),
          Class::IsRowMajor
              ? "a matrix has gaps between its rows"
              : "a matrix is by columns: Eigen::RowMajor is what a dense "
                "operand is, or the transpose() of this one");
      return dense({matrix.rows(), matrix.cols()}, matrix.data());
    }
  }
};

} // namespace encke

#endif // ENCKE_CXX_EIGEN_HPP
