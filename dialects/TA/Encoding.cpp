//===- Encoding.cpp - formats in tensor types -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Encoding.h"

#include "dialects/TA/Functions.h"
#include "dialects/TA/TADialect.h"

#include "encke/tensor.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace encke;
namespace st = mlir::sparse_tensor;

//===----------------------------------------------------------------------===//
// Formats that upstream spells
//===----------------------------------------------------------------------===//

/// Of n : m levels upstream has the last one, below dense levels, inside of the
/// only blocks; its numbers have eight bits.
static bool isStructuredUpstream(const Format &format, unsigned level) {
  unsigned blocks = 0;
  for (unsigned above = 0; above < level; ++above) {
    LevelMap map = format.map(above);
    bool isBlock = map.kind == LevelMap::Block &&
                   format.levelToMode[above] == format.levelToMode[level] &&
                   map.operand == format.map(level).operand;
    if (!format.levels[above].isDense() ||
        (!isBlock && map.kind != LevelMap::Whole))
      return false;
    blocks += isBlock;
  }
  return blocks == 1 && level + 1 == format.levels.size() &&
         format.levels[level].getM() < 256;
}

/// Upstream's encodings have no diagonals and no slots, below a singleton level
/// nothing but singletons, and no blocks of one: affine expressions lose them.
static bool isUpstream(const Format &format) {
  for (unsigned level = 0; level < format.levels.size(); ++level)
    if (format.levels[level].isRun() ||
        (format.levels[level].fixedCount() != 0 &&
         !isStructuredUpstream(format, level)))
      return false;
  for (unsigned level = 0; level < format.levels.size(); ++level) {
    if (format.levels[level].getLayout() != 0)
      return false;
    LevelMap map = format.map(level);
    bool hasOwn = !map.isOfOneMode();
    bool isLost = !map.isWhole() && map.operand == 1;
    bool afterSingleton = level && format.levels[level - 1].isSingle();
    if (hasOwn || isLost ||
        (afterSingleton && !format.levels[level].isSingle()))
      return false;
  }
  return true;
}

/// Each level has an array of coordinates of its own ("soa"); above another
/// singleton level a coordinate may occur again.
static st::LevelType toUpstream(const Format &format, unsigned level) {
  LevelType type = format.levels[level];
  if (type.isBatch())
    return *st::buildLevelType(st::LevelFormat::Batch, true, true);
  if (type.isDense())
    return *st::buildLevelType(st::LevelFormat::Dense, true, true);
  if (type.isCompressed())
    return *st::buildLevelType(st::LevelFormat::Compressed, true, true);
  if (type.hasPositionArray() && !type.hasPositions())
    return *st::buildLevelType(st::LevelFormat::LooseCompressed, true, true);
  if (type.hasPositions())
    return *st::buildLevelType(st::LevelFormat::Compressed, true, false);
  if (type.fixedCount() != 0)
    return *st::buildLevelType(st::LevelFormat::NOutOfM, true, true,
                               uint64_t(type.getN()), uint64_t(type.getM()));
  std::vector<st::LevelPropNonDefault> properties = {
      st::LevelPropNonDefault::SoA};
  if (level + 1 != format.levels.size())
    properties.push_back(st::LevelPropNonDefault::Nonunique);
  return *st::buildLevelType(st::LevelFormat::Singleton, properties);
}

static AffineExpr toAffine(unsigned mode, const LevelMap &map,
                           MLIRContext *context) {
  AffineExpr coordinate = getAffineDimExpr(mode, context);
  if (map.kind == LevelMap::Block)
    return coordinate.floorDiv(map.operand);
  if (map.kind == LevelMap::Inside)
    return coordinate % map.operand;
  return coordinate;
}

static bool isZero(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().isZero();
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getValue().isZero();
  auto number = dyn_cast<complex::NumberAttr>(value);
  return number && number.getReal().isZero() && number.getImag().isZero();
}

/// A value of all elements as upstream spells it.
static Attribute toExplicitValue(double value, Type type) {
  Builder builder(type.getContext());
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex::NumberAttr::get(complex, value, 0.0);
  if (isa<FloatType>(type))
    return builder.getFloatAttr(type, value);
  return builder.getIntegerAttr(type, int64_t(value));
}

/// None where it is no number that a format has.
static std::optional<double> fromExplicitValue(Attribute attribute) {
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<complex::NumberAttr>(attribute))
    return number.getImag().isZero()
               ? std::optional(number.getReal().convertToDouble())
               : std::nullopt;
  auto number = dyn_cast<IntegerAttr>(attribute);
  if (!number)
    return std::nullopt;
  int64_t integer = number.getType().isInteger(1)
                        ? int64_t(number.getValue().getZExtValue())
                        : number.getValue().getSExtValue();
  constexpr int64_t exact = int64_t(1) << 53;
  return -exact <= integer && integer <= exact ? std::optional(double(integer))
                                               : std::nullopt;
}

static std::optional<LevelType> fromUpstream(st::LevelType type) {
  if (!st::isOrderedLT(type))
    return std::nullopt;
  if (st::isDenseLT(type))
    return LevelType::dense();
  if (st::isBatchLT(type))
    return LevelType(ENCKE_BATCH);
  if (st::isNOutOfMLT(type))
    return LevelType(ENCKE_STRUCTURED, int32_t(st::getN(type)),
                     int32_t(st::getM(type)));
  if (st::isCompressedLT(type))
    return st::isUniqueLT(type) ? LevelType::compressed()
                                : LevelType::nonunique();
  if (st::isLooseCompressedLT(type) && st::isUniqueLT(type))
    return LevelType(ENCKE_LOOSE_COMPRESSED);
  if (st::isSingletonLT(type))
    return LevelType::singleton();
  return std::nullopt;
}

RankedTensorType encke::getTensorType(const Format &format,
                                      ArrayRef<int64_t> shape, Type elementType,
                                      unsigned indexWidth) {
  if (format.isBuffer())
    return RankedTensorType::get(shape, elementType);
  MLIRContext *context = elementType.getContext();
  if (!isUpstream(format))
    return RankedTensorType::get(
        shape, elementType,
        ta::FormatAttr::get(context, format.levelText(), indexWidth));
  SmallVector<st::LevelType> levels;
  SmallVector<AffineExpr> coordinates;
  for (unsigned level = 0; level < format.levels.size(); ++level) {
    levels.push_back(toUpstream(format, level));
    coordinates.push_back(
        toAffine(format.levelToMode[level], format.map(level), context));
  }
  auto dimToLvl = AffineMap::get(format.order(), 0, coordinates, context);
  Attribute value =
      format.value ? toExplicitValue(*format.value, elementType) : Attribute();
  auto encoding = st::SparseTensorEncodingAttr::get(
      context, levels, dimToLvl, AffineMap(), indexWidth, indexWidth, value);
  return RankedTensorType::get(shape, elementType, encoding);
}

/// A level's coordinate as upstream spells it: i, i floordiv b, i mod b.
static bool fromAffine(AffineExpr expr, Format &format) {
  LevelMap map;
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr)) {
    auto operand = dyn_cast<AffineConstantExpr>(binary.getRHS());
    bool isBlock = expr.getKind() == AffineExprKind::FloorDiv;
    if (!operand || (!isBlock && expr.getKind() != AffineExprKind::Mod))
      return false;
    map = {isBlock ? LevelMap::Block : LevelMap::Inside, operand.getValue()};
    expr = binary.getLHS();
  }
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (!dim)
    return false;
  format.levelToMode.push_back(dim.getPosition());
  format.maps.push_back(map);
  return true;
}

/// A value that those have that are not stored, or a slice would be ignored.
static bool saysOnlyFormat(st::SparseTensorEncodingAttr encoding) {
  Attribute implicit = encoding.getImplicitVal();
  return (!implicit || isZero(implicit)) && !encoding.isSlice();
}

/// Level types of L50 are not for every level, as upstream has them.
static std::optional<Format> checked(Format format) {
  bool isCommon =
      !format.value && llvm::all_of(format.levels, [](LevelType type) {
        return !toString(type).empty();
      });
  if (isCommon)
    return format;
  return Format::parse(format.levelText());
}

std::optional<Format> encke::getFormat(RankedTensorType type) {
  if (!type.getEncoding())
    return Format::dense(type.getRank());
  if (auto format = dyn_cast<ta::FormatAttr>(type.getEncoding()))
    return Format::parse(format.getLevels());
  auto encoding = st::getSparseTensorEncoding(type);
  if (!encoding || !saysOnlyFormat(encoding))
    return std::nullopt;
  Format format;
  if (Attribute value = encoding.getExplicitVal()) {
    format.value = fromExplicitValue(value);
    if (!format.value)
      return std::nullopt;
  }
  for (st::LevelType level : encoding.getLvlTypes()) {
    std::optional<LevelType> known = fromUpstream(level);
    if (!known)
      return std::nullopt;
    format.levels.push_back(*known);
  }
  if (encoding.isIdentity()) {
    for (unsigned mode = 0; mode < type.getRank(); ++mode)
      format.levelToMode.push_back(mode);
    return checked(std::move(format));
  }
  for (AffineExpr expr : encoding.getDimToLvl().getResults())
    if (!fromAffine(expr, format))
      return std::nullopt;
  if (encoding.isPermutation())
    format.maps.clear();
  return checked(std::move(format));
}

/// 0 is upstream's spelling of the native index width.
static unsigned widthOrNative(unsigned width) { return width ? width : 64; }

static std::string sayWhyUnsupported(st::SparseTensorEncodingAttr encoding) {
  if (Attribute value = encoding.getExplicitVal();
      value && !fromExplicitValue(value))
    return "an explicitVal that is no real number, or beyond 2^53";
  if (Attribute implicit = encoding.getImplicitVal();
      implicit && !isZero(implicit))
    return "an implicitVal that is not 0";
  if (encoding.isSlice())
    return "slices of dimensions";
  for (auto [name, width] : {std::pair("posWidth", encoding.getPosWidth()),
                             std::pair("crdWidth", encoding.getCrdWidth())})
    if (widthOrNative(width) != 32 && widthOrNative(width) != 64)
      return (name + Twine(" ") + Twine(width) + " (it is 32, 64 or 0)").str();
  for (st::LevelType level : encoding.getLvlTypes())
    if (!fromUpstream(level))
      return "the level type " + st::toMLIRString(level);
  return "";
}

bool encke::isSparse(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getEncoding();
}

std::string encke::sayWhyUnsupported(RankedTensorType type) {
  Type element = type.getElementType();
  if (element.isSignedInteger() || element.isUnsignedInteger())
    return "elements with a sign in their type";
  Attribute encoding = type.getEncoding();
  if (!encoding)
    return "";
  auto upstream = dyn_cast<st::SparseTensorEncodingAttr>(encoding);
  if (!upstream && !isa<ta::FormatAttr>(encoding))
    return "an encoding that is no format";
  if (upstream)
    if (std::string why = ::sayWhyUnsupported(upstream); !why.empty())
      return why;
  if (upstream && upstream.getExplicitVal() && !getFormat(type))
    return "an explicitVal where values tell what is padding";
  if (!getFormat(type))
    return "levels with these maps";
  if (getElementSuffix(element).empty()) {
    std::string text;
    llvm::raw_string_ostream(text) << "elements of type " << element;
    return text;
  }
  return "";
}

unsigned encke::getPositionWidth(RankedTensorType type) {
  if (auto format = dyn_cast_or_null<ta::FormatAttr>(type.getEncoding()))
    return format.getIndexWidth();
  auto encoding = st::getSparseTensorEncoding(type);
  return encoding ? widthOrNative(encoding.getPosWidth()) : 64;
}

unsigned encke::getCoordinateWidth(RankedTensorType type) {
  if (auto format = dyn_cast_or_null<ta::FormatAttr>(type.getEncoding()))
    return format.getIndexWidth();
  auto encoding = st::getSparseTensorEncoding(type);
  return encoding ? widthOrNative(encoding.getCrdWidth()) : 64;
}

StringRef encke::getElementSuffix(Type type) {
  std::optional<ElementType> element = ta::toElementType(type);
  return element ? getSuffix(*element) : "";
}

static_assert(int(ElementType::Complex) == ENCKE_C128 &&
              int(ElementType::UInt8) == ENCKE_U8);

int64_t encke::getRuntimeType(Type type) {
  return int64_t(ta::toElementType(type).value_or(ElementType::Bool));
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
  if (!format->levels.empty())
    os << ' ' << format->levelText();
  return text;
}
