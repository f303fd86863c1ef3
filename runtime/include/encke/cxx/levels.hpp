//===- encke/cxx/levels.hpp - tensors in other formats ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views, as those of view.hpp, of sparse vectors, of matrices in ELL, and of
// tensors in any format.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_CXX_LEVELS_HPP
#define ENCKE_CXX_LEVELS_HPP

#include "encke/cxx/view.hpp"

#include <string>

namespace encke {

/// A sparse vector: `entries` elements at the coordinates, sorted and distinct.
template <typename Index, typename T>
View<T> sparseVector(int64_t size, int64_t entries, const Index *coordinates,
                     T *values) {
  detail::requireEntries(entries);
  return detail::Access::make(
      [&](encke_operand *operand, const void *array, int32_t type) {
        detail::Access::requireCountable<Index>(entries);
        encke_sparse_vector(operand, size, entries, coordinates, array, type,
                            detail::indexBytes<Index>());
      },
      values);
}
template <typename Coordinates, typename Values>
auto sparseVector(int64_t size, Coordinates &&coordinates, Values &&values) {
  auto crd = detail::spanOf(std::forward<Coordinates>(coordinates));
  auto array = detail::spanOf(std::forward<Values>(values));
  detail::requireCount(array.size(), crd.size(), "values");
  return sparseVector(size, static_cast<int64_t>(crd.size()), crd.data(),
                      array.data());
}

/// A matrix in ELL: each row has as many `slots`, with the columns
/// coordinates[i * slots + s], sorted and distinct. A value of 0 is padding;
/// its column is one that the row does not store.
template <typename Index, typename T>
View<T> ell(int64_t rows, int64_t columns, int64_t slots,
            const Index *coordinates, T *values) {
  detail::requireEntries(slots);
  return detail::Access::make(
      [&](encke_operand *operand, const void *array, int32_t type) {
        encke_ell(operand, rows, columns, slots, coordinates, array, type,
                  detail::indexBytes<Index>());
      },
      values);
}
template <typename Coordinates, typename Values>
auto ell(int64_t rows, int64_t columns, Coordinates &&coordinates,
         Values &&values) {
  auto crd = detail::spanOf(std::forward<Coordinates>(coordinates));
  auto array = detail::spanOf(std::forward<Values>(values));
  detail::requireOperand(rows >= 0, "a size is negative");
  int64_t slots = rows ? static_cast<int64_t>(crd.size()) / rows : 0;
  detail::requireCount(crd.size(), static_cast<std::size_t>(rows * slots),
                       "coordinates");
  detail::requireCount(array.size(), crd.size(), "values");
  return ell(rows, columns, slots, crd.data(), array.data());
}

/// A tensor in any format: a text as headers of libraries have it, "f64 D0 C1".
/// There is a container of positions and one of coordinates for each level,
/// empty where it has none. The first level's positions may be empty, too.
template <typename Positions, typename Coordinates, typename Values>
auto byFormat(const std::string &format, const Sizes &sizes,
              Positions &&positions, Coordinates &&coordinates,
              Values &&values) {
  using Index = typename detail::IndexIn<Coordinates>::Type;
  static_assert(
      std::is_same_v<Index, typename detail::IndexIn<Positions>::Type>,
      "positions and coordinates, all of them, are integers of the same type");
  auto array = detail::spanOf(std::forward<Values>(values));
  const void *pos[ENCKE_MOST_LEVELS] = {}, *crd[ENCKE_MOST_LEVELS] = {};
  int64_t counts[ENCKE_MOST_LEVELS] = {}, posCounts[ENCKE_MOST_LEVELS] = {};
  std::size_t levels = std::size(positions), level = 0;
  detail::requireOperand(levels == std::size(coordinates) &&
                             levels <= ENCKE_MOST_LEVELS,
                         "not one array of positions and one of coordinates a "
                         "level");
  for (auto &container : positions) {
    auto span = detail::spanOf(container);
    posCounts[level] = static_cast<int64_t>(span.size());
    pos[level++] = span.size() ? span.data() : nullptr;
  }
  level = 0;
  for (auto &container : coordinates) {
    auto span = detail::spanOf(container);
    counts[level] = static_cast<int64_t>(span.size());
    crd[level++] = span.data();
  }
  // The arrays must be as long as the format has it.
  auto fill = [&](encke_operand *operand, const void *values_, int32_t type) {
    int64_t known[ENCKE_MOST_LEVELS] = {};
    for (int32_t mode = 0; mode != sizes.order(); ++mode)
      known[mode] = sizes.data()[mode];
    const encke_tensor *made =
        encke_by_format(operand, format.c_str(), known, counts, pos, crd,
                        values_, detail::indexBytes<Index>());
    detail::requireOperand(made, ("'" + format + "' is no format").c_str());
    detail::requireOperand(made->type == type,
                           "the values are not of the format's type");
    detail::requireOperand(made->order == sizes.order() &&
                               made->level_count ==
                                   static_cast<int32_t>(levels),
                           "the format has other sizes or levels");
    for (int32_t l = 0; l != made->level_count; ++l) {
      const encke_level &one = made->levels[l];
      if (one.pos && one.pos != operand->positions)
        detail::requireCount(static_cast<std::size_t>(posCounts[l]),
                             static_cast<std::size_t>(one.pos_count),
                             "positions in a level");
    }
    detail::requireCount(array.size(),
                         static_cast<std::size_t>(made->value_count), "values");
  };
  return detail::Access::make(fill, array.data());
}

} // namespace encke

#endif // ENCKE_CXX_LEVELS_HPP
