//===- LevelParts.cpp - the level arrays of a sparse tensor ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/LevelParts.h"
#include "passes/Support/RuntimeCalls.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace encke;

const LevelParts &LevelPartsFinder::find(Value tensor) {
  auto [found, isNew] = known.try_emplace(tensor);
  LevelParts &parts = found->second;
  // Another tensor may have come where one was that is gone.
  if (!isNew && parts.handle->getOperand(0) == tensor)
    return parts;
  parts = {};
  OpBuilder builder(tensor.getContext());
  builder.setInsertionPointAfterValue(tensor);
  Location loc = tensor.getLoc();
  auto type = cast<RankedTensorType>(tensor.getType());
  RuntimeCalls runtime(module);
  auto cast = UnrealizedConversionCastOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), tensor);
  parts.handle = cast;
  Value handle = cast.getResult(0);
  auto integer = [&](int64_t number) {
    return RuntimeCalls::integer(builder, loc, number);
  };
  auto array = [&](StringRef name, unsigned level, unsigned width) {
    return runtime.array(builder, loc, name, builder.getIntegerType(width),
                         {handle, integer(level), integer(width / 8)});
  };
  Format format = *getFormat(type);
  for (auto [level, levelType] : llvm::enumerate(format.levels)) {
    LevelParts::Level &part = parts.levels.emplace_back();
    part.size = RuntimeCalls::toIndex(
        builder, loc,
        runtime.call(builder, loc, "encke_level_size", builder.getI64Type(),
                     {handle, integer(level)}));
    if (levelType.hasPositionArray())
      part.positions =
          array("encke_get_positions", level, getPositionWidth(type));
    if (levelType.hasCoordinates())
      part.coordinates =
          array("encke_get_coordinates", level, getCoordinateWidth(type));
  }
  Type element = type.getElementType();
  parts.values = runtime.array(builder, loc, "encke_get_values", element,
                               {handle, integer(getRuntimeType(element))});
  return parts;
}
