//===- level_map.cpp - which coordinates a level stores -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/level_map.h"
#include "core/error.h"
#include "format/parse.h"
#include "storage/queries.h"

#include <algorithm>
#include <limits>
#include <string>

namespace encke::rt {

bool isMapped(const encke_tensor &tensor) {
  return std::any_of(tensor.levels, tensor.levels + tensor.level_count,
                     isExpression);
}

bool isIrregular(const encke_tensor &tensor) {
  return tensor.explicit_value ||
         std::any_of(tensor.levels, tensor.levels + tensor.level_count,
                     [](const encke_level &level) {
                       return level.layout != 0 ||
                              format::typeOf(level).isIrregular();
                     });
}

// Below a compressed level there is a position only for what is stored.
bool hasPadding(const encke_tensor &tensor) {
  bool plain = true, below = false, pads = false;
  for (int32_t l = tensor.level_count; l-- != 0;) {
    const encke_level &level = tensor.levels[l];
    format::LevelType type = format::typeOf(level);
    plain &= type.isDense() && isWhole(level);
    below |= type.hasPositionArray() && !type.isRun();
    pads |= !below && (type.pads() || type.isRun());
  }
  return pads && !plain;
}

/// By the bounds of the expression; of a query on what is stored, what the
/// level says.
static int64_t expressionSize(const encke_tensor &tensor,
                              const encke_level &level) {
  std::optional<format::Expression> expression =
      format::parseExpression(level.expression);
  if (!expression)
    throw Error("'" + std::string(level.expression) + "' is no expression");
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    if (tensor.sizes[mode] == 0 &&
        expression->mentions(format::Expression::Kind::Mode, mode))
      return 0;
  if (!expression->hasStaticBounds())
    return level.size;
  return extentOf(expression->bounds(modeBounds(tensor)), *expression);
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
  case ENCKE_EXPRESSION:
    return expressionSize(tensor, level);
  default:
    return size;
  }
}

void setLevelSizes(encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    tensor.levels[l].size = levelSize(tensor, tensor.levels[l]);
}

} // namespace encke::rt
