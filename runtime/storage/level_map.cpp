//===- level_map.cpp - which coordinates a level stores -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/level_map.h"
#include "core/error.h"

#include <limits>

namespace encke::rt {

// Below a compressed level there is a position only for what is stored.
bool hasPadding(const encke_tensor &tensor) {
  int32_t last = tensor.level_count - 1;
  if (last > 0 && isSlot(tensor.levels[last - 1]))
    return true;
  bool plain = true;
  for (int32_t l = 0; l <= last; ++l)
    plain &= tensor.levels[l].type == ENCKE_DENSE && isWhole(tensor.levels[l]);
  return !plain && tensor.levels[last].type == ENCKE_DENSE;
}

int64_t levelSize(const encke_tensor &tensor, const encke_level &level) {
  if (isSlot(level))
    return level.size;
  int64_t size = tensor.sizes[level.mode];
  switch (level.map) {
  case ENCKE_BLOCK:
    return size / level.block + (size % level.block != 0);
  case ENCKE_INSIDE:
    return level.block;
  case ENCKE_DIAGONAL: {
    int64_t other = tensor.sizes[level.other];
    if (size == 0 || other == 0)
      return 0;
    if (size - 1 > std::numeric_limits<int64_t>::max() - other)
      throw Error("the tensor has more diagonals than 64 bits can count");
    return size + other - 1;
  }
  default:
    return size;
  }
}

void setLevelSizes(encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    tensor.levels[l].size = levelSize(tensor, tensor.levels[l]);
}

} // namespace encke::rt
