//===- Conversions.cpp - tensors whose storage does not fit ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Conversions.h"
#include "passes/Cost/Blocks.h"
#include "passes/Schedule/LoopOrder.h"
#include "passes/Schedule/Schedule.h"
#include "passes/Support/Places.h"

#include "dialects/CIN/Derived.h"
#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/Schedule.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace encke;
using namespace encke::cin;
namespace st = mlir::sparse_tensor;

/// An array as long as the mode costs nothing beside what the format stores
/// anyway. A format whose outermost level is compressed was chosen for a mode
/// that is larger than what is stored; modes that it stores densely, and those
/// of diagonals, are not.
static bool mayBeDense(RankedTensorType type, unsigned mode) {
  std::optional<Format> format = getFormat(type);
  if (!format || format->levels.front().isDense() ||
      !format->map(0).isOfOneMode())
    return true;
  for (auto [level, levelType] : llvm::enumerate(format->levels))
    if (levelType.isDense() && format->levelToMode[level] == mode &&
        format->map(level).isWhole())
      return true;
  return false;
}

/// The same tensor with its modes stored in another order: a matrix by rows
/// (or columns) that are all there, unless these may be far more than what is
/// stored; a tensor of higher order compressed throughout.
static RankedTensorType reorder(RankedTensorType type,
                                ArrayRef<unsigned> modes) {
  Format format;
  for (auto [level, mode] : llvm::enumerate(modes)) {
    bool isDense = level == 0 && modes.size() == 2 && mayBeDense(type, mode);
    format.levels.push_back(isDense ? LevelType::dense()
                                    : LevelType::compressed());
    format.levelToMode.push_back(mode);
  }
  unsigned width = std::max(getPositionWidth(type), getCoordinateWidth(type));
  return getTensorType(format, type.getShape(), type.getElementType(), width);
}

void encke::dropUnusedInputs(KernelOp kernel) {
  for (unsigned number = kernel.getInputs().size(); number-- != 0;) {
    if (!kernel.getBlock().getArgument(number).use_empty())
      continue;
    kernel.getInputsMutable().erase(number);
    kernel.getBlock().eraseArgument(number);
  }
}

BlockArgument encke::appendInput(KernelOp kernel, Value tensor, Location loc) {
  unsigned number = kernel.getInputs().size();
  kernel.getInputsMutable().append(tensor);
  auto type = PlaceType::get(kernel.getContext(),
                             cast<RankedTensorType>(tensor.getType()));
  return kernel.getBlock().insertArgument(number, type, loc);
}

std::string encke::whyConverted(const Nest &nest, AccessOp access) {
  Format format = *getFormat(access.getTensor().getType().getTensor());
  if (needsPattern(nest) && format.hasPadding() && !asksForPadding(nest))
    return "its padding would count";
  if (format.hasInnerParts())
    return "its parts are below other levels";
  if (format.storesWholeModes())
    return "its levels do not follow the loops";
  if (appends(nest))
    return "the result is stored along other levels";
  for (AccessOp other : nest.accesses) {
    StringRef name = getTensorName(other.getTensor().getLoc());
    if (other.getTensor() != access.getTensor() && !name.empty() &&
        other.getTensor().getType().getTensor().getEncoding())
      return name.str() + " is stored along other levels";
  }
  return hasUnusedCoordinates(format)
             ? "something is computed where it stores nothing"
             : "no loops of the statement go along its levels";
}

std::string encke::whyResultConverted(const Nest &nest) {
  AssignOp assign = nest.assign;
  Format format = *getFormat(assign.getTensor().getType().getTensor());
  if (!isAppendable(format))
    return "a kernel cannot append to its levels";
  if (format.storesWholeModes())
    return "its levels do not follow the loops";
  int64_t elements = 1;
  for (const LevelMap &map : format.maps)
    if (llvm::MulOverflow(elements, map.getSize().value_or(1), elements))
      elements = std::numeric_limits<int64_t>::max();
  bool adds = assign.getReduction() != Reduction::none;
  return adds && elements > cost::mostOfBlock
             ? "its blocks have more than " +
                   std::to_string(cost::mostOfBlock) + " elements"
             : "no loops of the statement go along its blocks";
}

void encke::convertOperands(KernelOp kernel, const LoopOrder &order,
                            ArrayRef<std::string> why) {
  OpBuilder builder(kernel);
  for (auto [number, converted] : llvm::enumerate(order.converted)) {
    AccessOp access = converted;
    SmallVector<unsigned> modes;
    for (ForallOp loop : order.loops)
      for (auto [mode, index] : llvm::enumerate(access.getIndices()))
        if (forallOf(index) == loop)
          modes.push_back(mode);
    auto place = cast<BlockArgument>(access.getTensor());
    RankedTensorType type =
        reorder(cast<PlaceType>(place.getType()).getTensor(), modes);
    auto fitted = st::ConvertOp::create(builder, access.getLoc(), type,
                                        kernel.getOperandOf(place));
    if (!why.empty())
      fitted->setAttr(whyAttribute, builder.getStringAttr(why[number]));
    BlockArgument fitting = appendInput(kernel, fitted, place.getLoc());
    ValueRange indices = access.getIndices();
    kernel.walk([&](AccessOp other) {
      if (other.getTensor() == place && other.getIndices() == indices)
        other.getTensorMutable().assign(fitting);
    });
  }
  if (!order.converted.empty())
    dropUnusedInputs(kernel);
}

void encke::convertResult(KernelOp kernel, ArrayRef<unsigned> modes,
                          StringRef why) {
  OpBuilder builder(kernel);
  Location loc = kernel.getLoc();
  Value init = kernel.getOutputs().front();
  auto wanted = cast<RankedTensorType>(init.getType());
  RankedTensorType type = reorder(wanted, modes);
  SmallVector<Value> sizes;
  for (int64_t mode = 0; mode < wanted.getRank(); ++mode)
    if (wanted.isDynamicDim(mode))
      sizes.push_back(tensor::DimOp::create(builder, loc, init, mode));
  Value empty = tensor::EmptyOp::create(builder, loc, type, sizes);
  auto fitting =
      KernelOp::create(builder, loc, kernel.getInputs(), ValueRange(empty));
  setSchedule(fitting, getSchedule(kernel));
  BlockArgument place = kernel.getOutputArguments().front();
  place.setType(PlaceType::get(builder.getContext(), type));
  fitting.getBody().takeBody(kernel.getBody());
  auto converted =
      st::ConvertOp::create(builder, loc, wanted, fitting.getResult(0));
  if (!why.empty())
    converted->setAttr(whyAttribute, builder.getStringAttr(why));
  kernel.getResult(0).replaceAllUsesWith(converted.getResult());
  kernel.erase();
}
