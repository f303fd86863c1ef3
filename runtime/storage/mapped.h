//===- mapped.h - tensors whose levels are general expressions --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Such a tensor is packed as a tensor over its levels: the coordinates of each
// element in all levels are computed, and the packer builds the levels as if
// each of them were a mode. It is read the same way back.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_MAPPED_H
#define ENCKE_RUNTIME_STORAGE_MAPPED_H

#include "format/levels.h"
#include "storage/columns.h"

#include <vector>

namespace encke::rt {

/// The levels of a tensor as the library of formats has them.
std::vector<format::Level> levelsOf(const encke_tensor &tensor);

/// Fills a tensor as `pack` does.
template <typename Index>
void packMapped(encke_tensor &tensor, std::vector<Array<Index>> modes,
                Elements values, KnownOrder known);

/// The coordinates in the modes, from those in the levels.
class Inverse {
public:
  explicit Inverse(const encke_tensor &tensor);

  /// at(l) is the coordinate in level l.
  template <typename At>
  int64_t coordinate(int32_t mode, At at) const;
  /// By columns: of each level, then of each mode.
  template <typename Index>
  std::vector<Array<Index>>
  coordinates(const std::vector<Array<int64_t>> &levels) const;

private:
  std::vector<format::Expression> modes; ///< over levels
  std::vector<int64_t> least;            ///< value of each level's expression
};

} // namespace encke::rt

#include "format/evaluate.h"

template <typename At>
int64_t encke::rt::Inverse::coordinate(int32_t mode, At at) const {
  return format::evaluate(modes[size_t(mode)],
                          [&](const format::Expression &level) {
                            int64_t l = level.getNumber();
                            return at(int32_t(l)) + least[size_t(l)];
                          });
}

#endif // ENCKE_RUNTIME_STORAGE_MAPPED_H
