//===- level_map.h - which coordinates a level stores -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_LEVEL_MAP_H
#define ENCKE_RUNTIME_STORAGE_LEVEL_MAP_H

#include "encke/tensor.h"

namespace encke::rt {

/// The level stores the coordinates of a mode as they are.
inline bool isWhole(const encke_level &level) {
  return level.map == ENCKE_WHOLE;
}

inline bool isSlot(const encke_level &level) { return level.map == ENCKE_SLOT; }

/// True when a value may stand for no element (L47): where the last
/// level has slots, or is a dense one below or beside others.
bool hasPadding(const encke_tensor &tensor);

/// Sets the sizes of the levels by those of the modes; slots are left alone.
/// Throws when one does not fit 64 bits.
void setLevelSizes(encke_tensor &tensor);

/// The coordinate in a level of the element at `at`, one coordinate a mode.
template <typename At>
int64_t levelCoordinate(const encke_tensor &tensor, const encke_level &level,
                        At at) {
  switch (level.map) {
  case ENCKE_BLOCK:
    return at(level.mode) / level.block;
  case ENCKE_INSIDE:
    return at(level.mode) % level.block;
  case ENCKE_DIAGONAL:
    return at(level.mode) - at(level.other) + tensor.sizes[level.other] - 1;
  default:
    return at(level.mode);
  }
}

/// The coordinate in `mode` of the element whose coordinates in the levels are
/// at(0), at(1), ...: the inverse of levelCoordinate.
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
