//===- Encoding.cpp - formats in tensor types -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Encoding.h"

#include "encke/tensor.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace encke;
namespace st = mlir::sparse_tensor;

static st::LevelType toUpstream(LevelType type) {
  st::LevelFormat format = type == LevelType::Dense ? st::LevelFormat::Dense
                           : type == LevelType::Singleton
                               ? st::LevelFormat::Singleton
                               : st::LevelFormat::Compressed;
  return *st::buildLevelType(format, /*ordered=*/true,
                             type != LevelType::CompressedNonunique);
}

static std::optional<LevelType> fromUpstream(st::LevelType type) {
  if (!st::isOrderedLT(type))
    return std::nullopt;
  if (st::isDenseLT(type))
    return LevelType::Dense;
  if (st::isCompressedLT(type))
    return st::isUniqueLT(type) ? LevelType::CompressedUnique
                                : LevelType::CompressedNonunique;
  if (st::isSingletonLT(type))
    return LevelType::Singleton;
  return std::nullopt;
}

RankedTensorType encke::getTensorType(const Format &format,
                                      ArrayRef<int64_t> shape, Type elementType,
                                      unsigned indexWidth) {
  if (format.isDense() && format.hasIdentityOrder())
    return RankedTensorType::get(shape, elementType);
  MLIRContext *context = elementType.getContext();
  SmallVector<st::LevelType> levels;
  SmallVector<AffineExpr> modes;
  for (auto [type, mode] : llvm::zip(format.levels, format.levelToMode)) {
    levels.push_back(toUpstream(type));
    modes.push_back(getAffineDimExpr(mode, context));
  }
  auto dimToLvl = AffineMap::get(format.order(), 0, modes, context);
  auto encoding = st::SparseTensorEncodingAttr::get(
      context, levels, dimToLvl, AffineMap(), indexWidth, indexWidth);
  return RankedTensorType::get(shape, elementType, encoding);
}

std::optional<Format> encke::getFormat(RankedTensorType type) {
  if (!type.getEncoding())
    return Format::dense(type.getRank());
  auto encoding = st::getSparseTensorEncoding(type);
  if (!encoding || !encoding.isPermutation())
    return std::nullopt;
  Format format;
  for (st::LevelType level : encoding.getLvlTypes()) {
    std::optional<LevelType> known = fromUpstream(level);
    if (!known)
      return std::nullopt;
    format.levels.push_back(*known);
  }
  if (encoding.isIdentity()) {
    for (unsigned mode = 0; mode < type.getRank(); ++mode)
      format.levelToMode.push_back(mode);
    return format;
  }
  for (AffineExpr expr : encoding.getDimToLvl().getResults())
    format.levelToMode.push_back(cast<AffineDimExpr>(expr).getPosition());
  return format;
}

/// 0 is upstream's spelling of the native index width.
static unsigned widthOrNative(unsigned width) { return width ? width : 64; }

unsigned encke::getPositionWidth(RankedTensorType type) {
  auto encoding = st::getSparseTensorEncoding(type);
  return encoding ? widthOrNative(encoding.getPosWidth()) : 64;
}

unsigned encke::getCoordinateWidth(RankedTensorType type) {
  auto encoding = st::getSparseTensorEncoding(type);
  return encoding ? widthOrNative(encoding.getCrdWidth()) : 64;
}

StringRef encke::getElementSuffix(Type type) {
  if (type.isF64())
    return "f64";
  if (type.isF32())
    return "f32";
  if (type.isInteger(64))
    return "i64";
  if (type.isInteger(32))
    return "i32";
  if (type.isInteger(1))
    return "bool";
  if (isa<ComplexType>(type))
    return "c128";
  return "";
}

int64_t encke::getRuntimeType(Type type) {
  if (type.isF64())
    return ENCKE_F64;
  if (type.isF32())
    return ENCKE_F32;
  if (type.isInteger(64))
    return ENCKE_I64;
  if (isa<ComplexType>(type))
    return ENCKE_C128;
  return type.isInteger(32) ? ENCKE_I32 : ENCKE_BOOL;
}

static char getLevelLetter(LevelType type) {
  switch (type) {
  case LevelType::Dense:
    return 'D';
  case LevelType::CompressedUnique:
    return 'C';
  case LevelType::CompressedNonunique:
    return 'N';
  case LevelType::Singleton:
    return 'S';
  }
  return '?';
}

std::optional<std::string> encke::getStorageText(RankedTensorType type) {
  std::optional<Format> format = getFormat(type);
  StringRef element = getElementSuffix(type.getElementType());
  if (!format || element.empty())
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << element << ' ' << getPositionWidth(type) / 8 << ' '
     << getCoordinateWidth(type) / 8;
  for (auto [level, mode] : llvm::zip(format->levels, format->levelToMode))
    os << ' ' << getLevelLetter(level) << mode;
  return text;
}
