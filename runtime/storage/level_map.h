//===- level_map.h - which coordinates a level stores -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_LEVEL_MAP_H
#define ENCKE_RUNTIME_STORAGE_LEVEL_MAP_H

#include "encke/tensor.h"

#include <cstdint>

namespace encke::rt {

/// The level stores the coordinates of a mode as they are.
inline bool isWhole(const encke_level &level) {
  return level.map == ENCKE_WHOLE;
}

inline bool isSlot(const encke_level &level) { return level.map == ENCKE_SLOT; }

inline bool isExpression(const encke_level &level) {
  return level.map == ENCKE_EXPRESSION;
}

/// Some level is a general expression: such a tensor is packed and read by way
/// of its levels (mapped.h).
bool isMapped(const encke_tensor &tensor);

/// Values may stand at positions that no parent has, or for several elements:
/// what the tensor stores is found by a walk (walk.h).
bool isIrregular(const encke_tensor &tensor);

/// True when a value may stand for no element (L47): where the last
/// level has slots, or is a dense one below or beside others.
bool hasPadding(const encke_tensor &tensor);

/// The coordinates of a level run from 0 to this less 1, by the sizes of the
/// modes; slots, and what queries count, are as many as the level says. Throws
/// when it does not fit 64 bits.
int64_t levelSize(const encke_tensor &tensor, const encke_level &level);

/// Sets the sizes of the levels by those of the modes; slots are left alone.
/// Throws when one does not fit 64 bits.
void setLevelSizes(encke_tensor &tensor);

/// The coordinates in a level of a tensor's elements.
class LevelMap {
public:
  LevelMap() = default;
  LevelMap(const encke_tensor &tensor, const encke_level &level)
      : map(level.map), mode(level.mode), other(level.other),
        block(level.block) {
    if (map == ENCKE_DIAGONAL)
      offset = tensor.sizes[other] - 1;
    if (block > 1)
      inverse = UINT64_MAX / uint64_t(block) + 1;
  }

  /// Of the element that has coordinate at(mode) in each mode. Index is their
  /// type: short ones divide faster.
  template <typename Index, typename At>
  int64_t coordinate(At at) const {
    switch (map) {
    case ENCKE_BLOCK:
      return quotient<Index>(at(mode));
    case ENCKE_INSIDE:
      return at(mode) - quotient<Index>(at(mode)) * block;
    case ENCKE_DIAGONAL:
      return int64_t(at(mode)) - at(other) + offset;
    default:
      return at(mode);
    }
  }

private:
  // With the inverse rounded up, the product is exact for 32-bit dividends
  // (Lemire, Kaser, Kurz: Faster remainder by direct computation, 2019).
  template <typename Index>
  int64_t quotient(Index dividend) const {
    if constexpr (sizeof(Index) == 4) {
      if (inverse)
        return int64_t(
            static_cast<unsigned __int128>(inverse) * uint32_t(dividend) >> 64);
    }
    return dividend / block;
  }

  int32_t map = ENCKE_WHOLE, mode = 0, other = 0;
  int64_t block = 0, offset = 0;
  uint64_t inverse = 0;
};

/// The coordinate in `mode` of the element whose coordinates in the levels are
/// at(0), at(1), ...: the inverse of LevelMap.
template <typename At>
int64_t modeCoordinate(const encke_tensor &tensor, int32_t mode, At at) {
  int64_t coordinate = 0;
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    if (level.mode != mode)
      continue;
    if (level.map == ENCKE_BLOCK)
      coordinate += at(l) * level.block;
    else
      coordinate += at(l);
    if (level.map == ENCKE_DIAGONAL)
      coordinate += modeCoordinate(tensor, level.other, at) -
                    (tensor.sizes[level.other] - 1);
  }
  return coordinate;
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_LEVEL_MAP_H
