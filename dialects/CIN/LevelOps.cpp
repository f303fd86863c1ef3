//===- LevelOps.cpp - levels that tensors have in common ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/LevelOps.h"
#include "dialects/CIN/CINDialect.h"
#include "dialects/TA/Encoding.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Appends the levels of `format` from number `first` on, and what their modes
/// are in a tensor that has only these, behind those that `to` has.
static void appendLevels(const Format &format, uint64_t first, Format &to) {
  unsigned before = to.levels.size();
  ArrayRef<unsigned> rest = ArrayRef(format.levelToMode).drop_front(first);
  for (auto [number, mode] : llvm::enumerate(rest)) {
    to.levels.push_back(format.levels[first + number]);
    to.levelToMode.push_back(
        before + llvm::count_if(rest, [mode = mode](unsigned other) {
          return other < mode;
        }));
  }
}

/// Their sizes, behind those that `shape` has.
static void appendSizes(RankedTensorType type, const Format &format,
                        uint64_t first, SmallVectorImpl<int64_t> &shape) {
  ArrayRef<unsigned> rest = ArrayRef(format.levelToMode).drop_front(first);
  for (auto [mode, size] : llvm::enumerate(type.getShape()))
    if (llvm::is_contained(rest, mode))
      shape.push_back(size);
}

RankedTensorType cin::getMergedType(RankedTensorType type, uint64_t levels) {
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format || !format->storesWholeModes() ||
      levels == 0 || levels > format->levels.size() ||
      getPositionWidth(type) != getCoordinateWidth(type))
    return {};
  int64_t dynamic = ShapedType::kDynamic;
  ArrayRef<unsigned> rest = ArrayRef(format->levelToMode).drop_front(levels);
  if (rest.empty())
    return format->value
               ? RankedTensorType()
               : RankedTensorType::get(dynamic, type.getElementType());
  SmallVector<int64_t> shape{dynamic};
  appendSizes(type, *format, levels, shape);
  Format merged{{LevelType::dense()}, {0}, {}, format->value};
  appendLevels(*format, levels, merged);
  return merged.isDense() ? RankedTensorType()
                          : getTensorType(merged, shape, type.getElementType(),
                                          getPositionWidth(type));
}

bool cin::canShareLevels(RankedTensorType source, uint64_t levels,
                         RankedTensorType tensor) {
  std::optional<Format> from = getFormat(source), to = getFormat(tensor);
  return source.getEncoding() && tensor.getEncoding() && from && to &&
         from->storesWholeModes() && to->storesWholeModes() && !to->value &&
         to->levels.size() == levels && from->levels.size() >= levels &&
         ArrayRef(from->levels).take_front(levels) == ArrayRef(to->levels) &&
         getPositionWidth(source) == getPositionWidth(tensor) &&
         getCoordinateWidth(source) == getCoordinateWidth(tensor);
}

RankedTensorType cin::getSubtensorType(RankedTensorType type, uint64_t levels) {
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format || !format->storesWholeModes() ||
      levels == 0 || levels >= format->levels.size() ||
      getPositionWidth(type) != getCoordinateWidth(type) ||
      !llvm::all_of(ArrayRef(format->levels).take_front(levels),
                    [](LevelType level) { return level.isDense(); }))
    return {};
  SmallVector<int64_t> shape;
  appendSizes(type, *format, levels, shape);
  Format below{{}, {}, {}, format->value};
  appendLevels(*format, levels, below);
  return below.isDense() ? RankedTensorType()
                         : getTensorType(below, shape, type.getElementType(),
                                         getPositionWidth(type));
}

LogicalResult SubtensorOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  RankedTensorType type = getSubtensorType(source, getCoordinates().size());
  if (!type)
    return emitOpError("no position of ")
           << source << " is told by so many coordinates";
  if (type != getType())
    return emitOpError("must yield ") << type;
  return success();
}

LogicalResult MergeLevelsOp::verify() {
  RankedTensorType type =
      getMergedType(cast<RankedTensorType>(getSource().getType()), getLevels());
  if (!type)
    return emitOpError("cannot merge so many levels of ")
           << getSource().getType();
  if (type != getType())
    return emitOpError("must yield ") << type;
  return success();
}

/// One value for each element.
static LogicalResult verifyValues(Operation *op, Type values, Type tensor) {
  auto wanted = RankedTensorType::get(
      ShapedType::kDynamic, cast<RankedTensorType>(tensor).getElementType());
  return values == wanted ? success()
                          : op->emitOpError("needs values of type ") << wanted;
}

LogicalResult ShareLevelsOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto tensor = cast<RankedTensorType>(getTensor().getType());
  if (!canShareLevels(source, getLevels(), tensor))
    return emitOpError("cannot give so many levels of ")
           << source << " to " << tensor;
  return verifyValues(*this, getValues().getType(), tensor);
}

static LogicalResult verifyLevelNumber(Operation *op, uint64_t level,
                                       RankedTensorType type) {
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format || level >= format->levels.size())
    return op->emitOpError("there is no level ") << level << " in " << type;
  return success();
}

LogicalResult LevelSizeOp::verify() {
  return verifyLevelNumber(*this, getLevel(),
                           cast<RankedTensorType>(getTensor().getType()));
}

LogicalResult LevelLeastOp::verify() {
  return verifyLevelNumber(*this, getLevel(),
                           cast<RankedTensorType>(getTensor().getType()));
}

LogicalResult WithValuesOp::verify() {
  if (!getTensor().getDefiningOp<ShareLevelsOp>())
    return emitOpError("needs the tensor of a cin.share_levels");
  return verifyValues(*this, getValues().getType(), getType());
}
