//===- encke/cxx/view.hpp - operands and results, of arrays -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A View says how arrays of the program are a tensor. It owns none of them, and
// copies none: they must outlive it, unchanged in size. Counts that cannot be
// right throw Error; whether coordinates are sorted, distinct and inside the
// sizes only a call looks at, and only if it is told to (Call::check).
//
// Values decide what it can be used for. Of `T *`, `std::vector<T> &` and their
// like a View<T> is made, which can be an operand and the place of a result; of
// `const T *`, `const std::vector<T> &` a View<const T>, an operand.
//
// Positions and coordinates are integers of 32 or 64 bits, both of the same
// width, and so for all operands of a call. They count from 0.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_CXX_VIEW_HPP
#define ENCKE_CXX_VIEW_HPP

#include "encke/cxx/error.hpp"
#include "encke/cxx/span.hpp"
#include "encke/encke.h"

#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace encke {

namespace detail {
struct Access;
} // namespace detail

/// Arrays of the program, seen as a tensor with elements of type T.
template <typename T>
class View {
  static_assert(detail::isElement<std::remove_const_t<T>>,
                "elements are double, float, bool, signed integers of 32 or 64 "
                "bits, or std::complex<double>");

public:
  using Element = T;

  View(const View &other) { take(other.operand); }
  /// What can be written to can be read.
  template <typename Other,
            typename = std::enable_if_t<std::is_same_v<const Other, T>>>
  View(const View<Other> &other) {
    take(other.operand);
  }
  View &operator=(const View &other) {
    if (this != &other)
      take(other.operand);
    return *this;
  }

  /// For functions of C; lives as long as the view and stays in its place.
  const encke_tensor *get() const { return &operand.tensor; }
  /// The same, for a result.
  encke_tensor *target() {
    static_assert(!std::is_const_v<T>, "the values are not to be written to");
    return &operand.tensor;
  }

  int32_t order() const { return operand.tensor.order; }
  int64_t size(int32_t mode) const { return operand.sizes[mode]; }
  Span<T> values() const {
    return {static_cast<T *>(operand.tensor.values),
            operand.tensor.value_count};
  }

private:
  template <typename Other>
  friend class View;
  friend struct detail::Access;
  View() = default;

  /// The struct points into itself.
  void take(const encke_operand &other) {
    std::memcpy(&operand, &other, sizeof(operand));
    operand.tensor.sizes = operand.sizes;
    operand.tensor.levels = operand.levels;
    if (operand.levels[0].pos == other.positions)
      operand.levels[0].pos = operand.positions;
  }

  encke_operand operand;
};

namespace detail {

/// Makes views by the functions of encke/encke.h.
struct Access {
  template <typename T, typename Function, typename... Arguments>
  static View<T> make(Function function, T *values, Arguments... arguments) {
    View<T> view;
    function(&view.operand, arguments..., static_cast<const void *>(values),
             elementType<std::remove_const_t<T>>());
    return view;
  }

  /// Throws where positions of this type cannot count so many.
  template <typename Index>
  static void requireCountable(int64_t count) {
    requireOperand(
        count <= static_cast<int64_t>(
                     std::numeric_limits<std::make_signed_t<Index>>::max()),
        "more entries than the coordinates' type can count");
  }
};

inline void requireCount(std::size_t count, std::size_t wanted,
                         const char *what) {
  if (count != wanted)
    requireOperand(false, ("there are " + std::to_string(count) + " " + what +
                           ", not " + std::to_string(wanted))
                              .c_str());
}

inline void requirePositions(std::size_t count, int64_t parents) {
  requireOperand(parents >= 0, "a size is negative");
  requireCount(count, static_cast<std::size_t>(parents) + 1, "positions");
}

/// The integers in the arrays of a container of them, which may only be gone
/// when it does not own them.
template <typename Class>
struct IndexIn {
  using Array =
      decltype(*std::begin(std::declval<std::remove_reference_t<Class> &>()));
  static_assert(std::is_lvalue_reference_v<Class> ||
                    isBorrowed<std::remove_reference_t<Array>>,
                "the arrays would be gone before the call: give them a name");
  using Type = std::remove_const_t<ElementOf<std::remove_reference_t<Array>>>;
};

inline void requireEntries(int64_t entries) {
  requireOperand(entries >= 0, "the number of entries is negative");
}

/// The integers of two arrays that go together.
template <typename A, typename B>
constexpr auto requireSame(const Span<A> &, const Span<B> &) {
  static_assert(isIndex<std::remove_const_t<A>>,
                "positions and coordinates are integers of 32 or 64 bits");
  static_assert(
      std::is_same_v<std::remove_const_t<A>, std::remove_const_t<B>>,
      "positions and coordinates, all of them, are integers of the same type");
}

} // namespace detail

//===----------------------------------------------------------------------===//
// Dense tensors
//===----------------------------------------------------------------------===//

namespace detail {
template <typename T>
View<T> denseOf(const Sizes &sizes, T *values) {
  return Access::make(
      [&](encke_operand *operand, const void *array, int32_t type) {
        encke_dense(operand, sizes.order(), sizes.data(), type, array);
      },
      values);
}

inline int64_t countOf(const Sizes &sizes) {
  int64_t count = 1;
  for (int32_t mode = 0; mode != sizes.order(); ++mode) {
    int64_t size = sizes.data()[mode];
    requireOperand(size >= 0, "a size is negative");
    requireOperand(size == 0 ||
                       count <= std::numeric_limits<int64_t>::max() / size,
                   "the sizes are too large");
    count *= size;
  }
  return count;
}
} // namespace detail

/// A dense tensor, row-major without gaps, of a pointer or a container:
/// `values` has as many elements as the product of the sizes.
template <typename Values>
auto dense(const Sizes &sizes, Values &&values) {
  int64_t count = detail::countOf(sizes);
  if constexpr (std::is_pointer_v<std::remove_reference_t<Values>>) {
    return detail::denseOf(sizes, values);
  } else {
    auto span = detail::spanOf(std::forward<Values>(values));
    detail::requireCount(span.size(), static_cast<std::size_t>(count),
                         "values");
    return detail::denseOf(sizes, span.data());
  }
}

/// A vector of `size` elements.
template <typename T>
View<T> vector(int64_t size, T *values) {
  return dense({size}, values);
}

//===----------------------------------------------------------------------===//
// Sparse matrices
//===----------------------------------------------------------------------===//

/// A matrix in CSR. Row i has the columns coordinates[positions[i]] to
/// coordinates[positions[i+1]-1], sorted and distinct: positions has rows+1
/// elements, the other arrays have `entries`.
template <typename Index, typename T>
View<T> csr(int64_t rows, int64_t columns, int64_t entries,
            const Index *positions, const Index *coordinates, T *values) {
  detail::requireEntries(entries);
  return detail::Access::make(
      [&](encke_operand *operand, const void *array, int32_t type) {
        encke_csr(operand, rows, columns, entries, positions, coordinates,
                  array, type, detail::indexBytes<Index>());
      },
      values);
}
template <typename Positions, typename Coordinates, typename Values>
auto csr(int64_t rows, int64_t columns, Positions &&positions,
         Coordinates &&coordinates, Values &&values) {
  auto pos = detail::spanOf(std::forward<Positions>(positions));
  auto crd = detail::spanOf(std::forward<Coordinates>(coordinates));
  auto array = detail::spanOf(std::forward<Values>(values));
  detail::requireSame(pos, crd);
  detail::requirePositions(pos.size(), rows);
  detail::requireCount(array.size(), crd.size(), "values");
  return csr(rows, columns, static_cast<int64_t>(crd.size()), pos.data(),
             crd.data(), array.data());
}

/// A matrix in CSC: the same with columns for rows.
template <typename Index, typename T>
View<T> csc(int64_t rows, int64_t columns, int64_t entries,
            const Index *positions, const Index *coordinates, T *values) {
  detail::requireEntries(entries);
  return detail::Access::make(
      [&](encke_operand *operand, const void *array, int32_t type) {
        encke_csc(operand, rows, columns, entries, positions, coordinates,
                  array, type, detail::indexBytes<Index>());
      },
      values);
}
template <typename Positions, typename Coordinates, typename Values>
auto csc(int64_t rows, int64_t columns, Positions &&positions,
         Coordinates &&coordinates, Values &&values) {
  auto pos = detail::spanOf(std::forward<Positions>(positions));
  auto crd = detail::spanOf(std::forward<Coordinates>(coordinates));
  auto array = detail::spanOf(std::forward<Values>(values));
  detail::requireSame(pos, crd);
  detail::requirePositions(pos.size(), columns);
  detail::requireCount(array.size(), crd.size(), "values");
  return csc(rows, columns, static_cast<int64_t>(crd.size()), pos.data(),
             crd.data(), array.data());
}

/// A matrix of dense blocks in BCSR. Row p of blocks has those at the columns
/// coordinates[positions[p]] ... of blocks, sorted and distinct. Values are
/// block after block, each row-major.
template <typename Index, typename T>
View<T> bsr(int64_t rows, int64_t columns, int64_t blockRows,
            int64_t blockColumns, int64_t blocks, const Index *positions,
            const Index *coordinates, T *values) {
  detail::requireEntries(blocks);
  detail::requireOperand(blockRows > 0 && blockColumns > 0,
                         "a block has no rows or no columns");
  return detail::Access::make(
      [&](encke_operand *operand, const void *array, int32_t type) {
        encke_bsr(operand, rows, columns, blockRows, blockColumns, blocks,
                  positions, coordinates, array, type,
                  detail::indexBytes<Index>());
      },
      values);
}
template <typename Positions, typename Coordinates, typename Values>
auto bsr(int64_t rows, int64_t columns, int64_t blockRows, int64_t blockColumns,
         Positions &&positions, Coordinates &&coordinates, Values &&values) {
  auto pos = detail::spanOf(std::forward<Positions>(positions));
  auto crd = detail::spanOf(std::forward<Coordinates>(coordinates));
  auto array = detail::spanOf(std::forward<Values>(values));
  detail::requireSame(pos, crd);
  detail::requireOperand(blockRows > 0 && blockColumns > 0,
                         "a block has no rows or no columns");
  detail::requireOperand(rows >= 0, "a size is negative");
  detail::requirePositions(pos.size(),
                           rows / blockRows + (rows % blockRows != 0));
  auto elements = static_cast<std::size_t>(blockRows) *
                  static_cast<std::size_t>(blockColumns);
  detail::requireCount(array.size(), crd.size() * elements, "values");
  return bsr(rows, columns, blockRows, blockColumns,
             static_cast<int64_t>(crd.size()), pos.data(), crd.data(),
             array.data());
}

/// A matrix in DIA. numbers[d] = j - i + rows - 1 says which diagonal the d-th
/// is, sorted and distinct; values[d * rows + i] is its element of row i. What
/// lies outside of the matrix is 0.
template <typename Index, typename T>
View<T> dia(int64_t rows, int64_t columns, int64_t diagonals,
            const Index *numbers, T *values) {
  detail::requireEntries(diagonals);
  return detail::Access::make(
      [&](encke_operand *operand, const void *array, int32_t type) {
        detail::Access::requireCountable<Index>(diagonals);
        encke_dia(operand, rows, columns, diagonals, numbers, array, type,
                  detail::indexBytes<Index>());
      },
      values);
}
template <typename Numbers, typename Values>
auto dia(int64_t rows, int64_t columns, Numbers &&numbers, Values &&values) {
  auto crd = detail::spanOf(std::forward<Numbers>(numbers));
  auto array = detail::spanOf(std::forward<Values>(values));
  detail::requireOperand(rows >= 0, "a size is negative");
  detail::requireCount(array.size(),
                       crd.size() * static_cast<std::size_t>(rows), "values");
  return dia(rows, columns, static_cast<int64_t>(crd.size()), crd.data(),
             array.data());
}

//===----------------------------------------------------------------------===//
// Sparse tensors of any order
//===----------------------------------------------------------------------===//

/// A list of coordinates, sorted and distinct: coordinates[m] is the array of
/// those of dimension m, `entries` long. There are two dimensions at least.
template <typename Index, typename T>
View<T> coo(const Sizes &sizes, int64_t entries,
            const Index *const *coordinates, T *values) {
  detail::requireEntries(entries);
  detail::requireOperand(sizes.order() >= 2,
                         "a list of coordinates has two dimensions at least");
  const void *arrays[ENCKE_MOST_LEVELS];
  for (int32_t mode = 0; mode != sizes.order(); ++mode)
    arrays[mode] = coordinates[mode];
  return detail::Access::make(
      [&](encke_operand *operand, const void *array, int32_t type) {
        detail::Access::requireCountable<Index>(entries);
        encke_coo(operand, sizes.order(), sizes.data(), entries, arrays, array,
                  type, detail::indexBytes<Index>());
      },
      values);
}
/// The same of a container of containers, one a dimension.
template <typename Coordinates, typename Values>
auto coo(const Sizes &sizes, Coordinates &&coordinates, Values &&values) {
  using Index = typename detail::IndexIn<Coordinates>::Type;
  auto array = detail::spanOf(std::forward<Values>(values));
  const Index *arrays[ENCKE_MOST_LEVELS] = {};
  int32_t order = 0;
  for (auto &container : coordinates) {
    detail::requireOperand(order < sizes.order(),
                           "more arrays of coordinates than dimensions");
    auto crd = detail::spanOf(container);
    detail::requireCount(crd.size(), array.size(), "coordinates");
    arrays[order++] = crd.data();
  }
  detail::requireOperand(order == sizes.order(),
                         "fewer arrays of coordinates than dimensions");
  return coo(sizes, static_cast<int64_t>(array.size()), arrays, array.data());
}
/// A matrix: entry n is values[n] at (rowOf[n], columnOf[n]).
template <typename Rows, typename Columns, typename Values>
auto coo(int64_t rows, int64_t columns, Rows &&rowOf, Columns &&columnOf,
         Values &&values) {
  auto row = detail::spanOf(std::forward<Rows>(rowOf));
  auto column = detail::spanOf(std::forward<Columns>(columnOf));
  auto array = detail::spanOf(std::forward<Values>(values));
  detail::requireCount(row.size(), array.size(), "rows of entries");
  detail::requireCount(column.size(), array.size(), "columns of entries");
  detail::requireSame(row, column);
  using Index =
      std::remove_const_t<std::remove_pointer_t<decltype(row.data())>>;
  const Index *arrays[2] = {row.data(), column.data()};
  return coo({rows, columns}, static_cast<int64_t>(array.size()), arrays,
             array.data());
}

/// A tensor in CSF, its dimensions in their order: level m has positions[m] and
/// coordinates[m], of which counts[m] are there; positions[m] has counts[m-1]+1
/// elements, positions[0] two.
template <typename Index, typename T>
View<T> csf(const Sizes &sizes, const int64_t *counts,
            const Index *const *positions, const Index *const *coordinates,
            T *values) {
  const void *pos[ENCKE_MOST_LEVELS], *crd[ENCKE_MOST_LEVELS];
  for (int32_t mode = 0; mode != sizes.order(); ++mode) {
    pos[mode] = positions[mode];
    crd[mode] = coordinates[mode];
  }
  return detail::Access::make(
      [&](encke_operand *operand, const void *array, int32_t type) {
        encke_csf(operand, sizes.order(), sizes.data(), counts, pos, crd, array,
                  type, detail::indexBytes<Index>());
      },
      values);
}
/// The same of containers of containers, one a level.
template <typename Positions, typename Coordinates, typename Values>
auto csf(const Sizes &sizes, Positions &&positions, Coordinates &&coordinates,
         Values &&values) {
  using Index = typename detail::IndexIn<Coordinates>::Type;
  static_assert(
      std::is_same_v<Index, typename detail::IndexIn<Positions>::Type>,
      "positions and coordinates, all of them, are integers of the same type");
  auto array = detail::spanOf(std::forward<Values>(values));
  const Index *pos[ENCKE_MOST_LEVELS] = {}, *crd[ENCKE_MOST_LEVELS] = {};
  int64_t counts[ENCKE_MOST_LEVELS] = {}, parents = 1;
  auto order = static_cast<std::size_t>(sizes.order());
  detail::requireOperand(std::size(positions) == order &&
                             std::size(coordinates) == order,
                         "not one array of positions and one of coordinates a "
                         "dimension");
  auto ofLevel = std::begin(positions);
  std::size_t level = 0;
  for (auto &container : coordinates) {
    auto levelPos = detail::spanOf(*ofLevel++);
    auto levelCrd = detail::spanOf(container);
    detail::requirePositions(levelPos.size(), parents);
    pos[level] = levelPos.data();
    crd[level] = levelCrd.data();
    counts[level++] = parents = static_cast<int64_t>(levelCrd.size());
  }
  detail::requireCount(array.size(), static_cast<std::size_t>(parents),
                       "values");
  return csf(sizes, counts, pos, crd, array.data());
}

//===----------------------------------------------------------------------===//
// What is a tensor by itself
//===----------------------------------------------------------------------===//

/// Says how an object of a class is a tensor: `make` returns a View. To make
/// the matrices of another library arguments of calls, specialise it for the
/// class and, for operands that are const, for the const class.
template <typename Class, typename = void>
struct ViewOf;

/// A container: a dense vector.
template <typename Class>
struct ViewOf<Class, std::enable_if_t<detail::isContiguous<Class> &&
                                      !detail::HasStride<Class>::value>> {
  static auto make(Class &container) {
    auto span = detail::spanOf(container);
    return vector(static_cast<int64_t>(span.size()), span.data());
  }
};

namespace detail {
template <typename Class, typename = void>
struct HasView : std::false_type {};
template <typename Class>
struct HasView<Class, std::void_t<decltype(sizeof(ViewOf<Class>))>>
    : std::true_type {};
} // namespace detail

/// The view of a container, as a dense vector, or of a matrix of Eigen.
template <typename Class>
auto view(Class &object) {
  static_assert(detail::HasView<Class>::value,
                "neither a container nor a matrix of Eigen with its values in "
                "memory: an expression has to be computed first");
  return ViewOf<Class>::make(object);
}

} // namespace encke

#endif // ENCKE_CXX_VIEW_HPP
