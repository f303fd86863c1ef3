//===- Vectors.cpp - how wide the innermost loop's vectors are ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Vectors.h"
#include "passes/Cost/Registers.h"
#include "passes/SettleMarks/WhyNot.h"

#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Elements of the mode stand side by side: the innermost level has all of
/// them, or runs, in each of which they are one.
static bool isContiguous(RankedTensorType tensor, size_t mode) {
  std::optional<Format> format = getFormat(tensor);
  if (!tensor.getEncoding() || !format)
    return mode + 1 == static_cast<size_t>(tensor.getRank());
  size_t last = format->levels.size() - 1;
  LevelMap map = format->map(last);
  return (format->levels[last].isDense() || format->levels[last].isRun()) &&
         format->levelToMode[last] == mode && map.isOfOneMode() &&
         map.getWidth() == 1;
}

/// What a block leaves is not worth a loop of its own. A sum along blocks of an
/// odd width has lanes without elements instead (passes/Vectorize/BlockSums).
static int64_t fitToBlock(int64_t width, int64_t block, bool isSum) {
  width = std::min(width, int64_t(llvm::PowerOf2Ceil(uint64_t(block))));
  if (isSum && block % 2 != 0)
    return block > 1 ? width : 1;
  while (block % width != 0)
    width /= 2;
  return width;
}

/// Every access must be contiguous along the innermost loop or not depend on
/// it; the row of the result is. A vector that is the same in all rounds of the
/// loop around may be put together from strided elements, outside of that.
Operation *encke::findScattered(const Nest &nest, ArrayRef<ForallOp> order,
                                bool intoRow) {
  ForallOp loop = order.back();
  Value index = loop.getIndex();
  Value around =
      order.size() > 1 ? ForallOp(order[order.size() - 2]).getIndex() : Value();
  auto isScattered = [&](PlaceType place, ValueRange indices, bool isLoaded) {
    RankedTensorType tensor = place.getTensor();
    bool isSame = isLoaded && around && !llvm::is_contained(indices, around);
    return llvm::any_of(llvm::enumerate(indices), [&](auto entry) {
      return entry.value() == index && !isContiguous(tensor, entry.index()) &&
             !(isSame && !tensor.getEncoding());
    });
  };
  AssignOp assign = nest.assign;
  if (!intoRow &&
      isScattered(assign.getTensor().getType(), assign.getIndices(), false))
    return assign;
  for (AccessOp access : nest.accesses)
    if (isScattered(access.getTensor().getType(), access.getIndices(), true))
      return access;
  return nullptr;
}

std::optional<int64_t> encke::chooseVectorWidth(const Nest &nest,
                                                ArrayRef<ForallOp> order,
                                                bool intoRow,
                                                unsigned vectorBits) {
  ForallOp loop = order.back();
  AssignOp assign = nest.assign;
  Type element = assign.getValue().getType();
  if (loop.isDerived() || findScattered(nest, order, intoRow) ||
      !whyNoGathers(loop).empty() || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() < 8 ||
      element.getIntOrFloatBitWidth() > vectorBits)
    return std::nullopt;
  int64_t width = vectorBits / element.getIntOrFloatBitWidth();
  // Not wider than the loop is long, where that is known.
  if (std::optional<int64_t> extent = getConstantIntValue(loop.getExtent()))
    while (width > std::max<int64_t>(*extent, 1))
      width /= 2;
  if (std::optional<uint64_t> block = loop.getWidth())
    width = fitToBlock(width, int64_t(*block), !movesResult(nest, loop));
  return width > 1 ? std::optional<int64_t>(width) : std::nullopt;
}

/// What may be done in any order.
static bool isReordered(Reduction reduction) {
  return reduction == Reduction::add || reduction == Reduction::mul ||
         reduction == Reduction::min || reduction == Reduction::minu ||
         reduction == Reduction::max;
}

/// A reduction along the last level of one sparse operand takes elements of
/// dense ones at its coordinates, one by one.
std::optional<int64_t> encke::chooseSparseWidth(const Nest &nest, ForallOp loop,
                                                unsigned vectorBits) {
  AssignOp assign = nest.assign;
  Type element = assign.getValue().getType();
  if (loop.isDerived() || !isReordered(assign.getReduction()) ||
      !whyNoGathers(loop).empty() || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() < 32)
    return std::nullopt;
  unsigned sparse = 0, gathered = 0;
  for (AccessOp access : nest.accesses) {
    RankedTensorType tensor = access.getTensor().getType().getTensor();
    size_t last = tensor.getRank() - 1;
    if (tensor.getEncoding()) {
      Format format = *getFormat(tensor);
      // The few positions of one that are always as many are no vector, nor
      // are fields of records.
      if (format.hasRecords() || format.levels.back().isFull() ||
          format.levels.back().fixedCount() != 0)
        return std::nullopt;
      last = format.levelToMode.back();
    }
    for (auto [mode, index] : llvm::enumerate(access.getIndices())) {
      if (index != loop.getIndex())
        continue;
      if (mode != last)
        return std::nullopt;
      ++(tensor.getEncoding() ? sparse : gathered);
    }
  }
  if (sparse != 1 || gathered == 0)
    return std::nullopt;
  int64_t width = std::min(vectorBits, cost::mostGatheredBits) /
                  element.getIntOrFloatBitWidth();
  return width > 1 ? std::optional(width) : std::nullopt;
}
