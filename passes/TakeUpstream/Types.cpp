//===- Types.cpp - types of tensors as Encke stores them ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace encke;
namespace st = mlir::sparse_tensor;

/// 8 and 16 bits hold what 32 do.
static unsigned widthOf(unsigned width) {
  return width == 8 || width == 16 ? 32 : width;
}

/// Coordinates are always in order, and each level has an array of its own.
/// They may repeat only where the levels below tell them apart.
static st::LevelType levelOf(ArrayRef<st::LevelType> levels, size_t number) {
  st::LevelType level = levels[number];
  bool isLast = number + 1 == levels.size();
  if (st::isDenseLT(level) || st::isBatchLT(level) || st::isNOutOfMLT(level))
    return level;
  bool repeats = !st::isUniqueLT(level) && !isLast &&
                 st::isSingletonLT(levels[number + 1]);
  std::vector<st::LevelPropNonDefault> properties;
  if (repeats)
    properties.push_back(st::LevelPropNonDefault::Nonunique);
  if (st::isSingletonLT(level)) {
    properties.push_back(st::LevelPropNonDefault::SoA);
    return *st::buildLevelType(st::LevelFormat::Singleton, properties);
  }
  bool isLoose = st::isLooseCompressedLT(level) && !repeats;
  return *st::buildLevelType(isLoose ? st::LevelFormat::LooseCompressed
                                     : st::LevelFormat::Compressed,
                             properties);
}

static st::SparseTensorEncodingAttr
toStored(st::SparseTensorEncodingAttr encoding) {
  ArrayRef<st::LevelType> levels = encoding.getLvlTypes();
  SmallVector<st::LevelType> kept;
  for (size_t number = 0; number != levels.size(); ++number)
    kept.push_back(levelOf(levels, number));
  return st::SparseTensorEncodingAttr::get(
      encoding.getContext(), kept, encoding.getDimToLvl(),
      encoding.getLvlToDim(), widthOf(encoding.getPosWidth()),
      widthOf(encoding.getCrdWidth()), encoding.getExplicitVal(),
      encoding.getImplicitVal());
}

Type upstream::toStoredElement(Type type) {
  return type.isIndex() ? Builder(type.getContext()).getI64Type() : type;
}

Type upstream::toStored(Type type) {
  auto encoding = st::getSparseTensorEncoding(type);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!encoding || !tensor)
    return type;
  return RankedTensorType::get(tensor.getShape(),
                               toStoredElement(tensor.getElementType()),
                               ::toStored(encoding));
}

static Value castIndex(OpBuilder &builder, Location loc, Value number,
                       Type type) {
  if (type == number.getType())
    return number;
  return arith::IndexCastOp::create(builder, loc, type, number);
}

Value upstream::widen(OpBuilder &builder, Location loc, Value number) {
  return castIndex(builder, loc, number, toStoredElement(number.getType()));
}

Value upstream::narrow(OpBuilder &builder, Location loc, Value stored,
                       Type type) {
  return castIndex(builder, loc, stored, type);
}

Value upstream::emitZero(OpBuilder &builder, Location loc, Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  if (!complex)
    return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  Attribute part = builder.getZeroAttr(complex.getElementType());
  return complex::ConstantOp::create(builder, loc, type,
                                     builder.getArrayAttr({part, part}));
}

//===----------------------------------------------------------------------===//
// Storage specifiers
//===----------------------------------------------------------------------===//

/// The lengths of a tensor's arrays and the like, as upstream keeps them: a
/// number for each kind and level.
static LLVM::LLVMArrayType numbersOf(st::StorageSpecifierType type) {
  st::SparseTensorEncodingAttr encoding = type.getEncoding();
  auto levels = std::max(encoding.getLvlRank(), encoding.getDimRank());
  unsigned kinds = st::getMaxEnumValForStorageSpecifierKind() + 1;
  return LLVM::LLVMArrayType::get(IntegerType::get(type.getContext(), 64),
                                  kinds * unsigned(levels));
}

static int64_t placeOf(st::StorageSpecifierType type,
                       st::StorageSpecifierKind kind,
                       std::optional<st::Level> level) {
  st::SparseTensorEncodingAttr encoding = type.getEncoding();
  auto levels = std::max(encoding.getLvlRank(), encoding.getDimRank());
  return int64_t(kind) * int64_t(levels) + int64_t(level.value_or(0));
}

/// Those beside the arrays of a tensor that a caller gives are part of it: see
/// sparse-handles.
static bool belongToTensors(ModuleOp module) {
  return module
      .walk([](UnrealizedConversionCastOp cast) {
        return llvm::any_of(cast.getOperandTypes(),
                            llvm::IsaPred<st::StorageSpecifierType>)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static Value numberOf(OpBuilder &builder, st::GetStorageSpecifierOp op,
                      Value numbers) {
  auto type = cast<st::StorageSpecifierType>(op.getSpecifier().getType());
  int64_t place = placeOf(type, op.getSpecifierKind(), op.getLevel());
  Value number =
      LLVM::ExtractValueOp::create(builder, op.getLoc(), numbers, place);
  return arith::IndexCastOp::create(builder, op.getLoc(),
                                    builder.getIndexType(), number);
}

static Value withNumber(OpBuilder &builder, st::SetStorageSpecifierOp op,
                        Value numbers) {
  auto type = cast<st::StorageSpecifierType>(op.getSpecifier().getType());
  int64_t place = placeOf(type, op.getSpecifierKind(), op.getLevel());
  Value number = arith::IndexCastOp::create(
      builder, op.getLoc(), builder.getI64Type(), op.getValue());
  return LLVM::InsertValueOp::create(builder, op.getLoc(), numbers, number,
                                     place);
}

static void lowerSpecifiers(ModuleOp module) {
  if (belongToTensors(module))
    return;
  SmallVector<Operation *> operations;
  module.walk([&](Operation *op) {
    if (isa<st::StorageSpecifierInitOp, st::GetStorageSpecifierOp,
            st::SetStorageSpecifierOp>(op))
      operations.push_back(op);
  });
  // Between the operations and what else has such values stand casts, which
  // are of one type once all types are replaced.
  auto cast = [](OpBuilder &builder, Location loc, Type type, Value value) {
    return UnrealizedConversionCastOp::create(builder, loc, type, value)
        .getResult(0);
  };
  for (Operation *op : operations) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Value result, before;
    if (op->getNumOperands() != 0) {
      auto type =
          llvm::cast<st::StorageSpecifierType>(op->getOperand(0).getType());
      before = cast(builder, loc, numbersOf(type), op->getOperand(0));
    }
    if (auto get = dyn_cast<st::GetStorageSpecifierOp>(op)) {
      result = numberOf(builder, get, before);
    } else {
      auto type =
          llvm::cast<st::StorageSpecifierType>(op->getResult(0).getType());
      if (auto set = dyn_cast<st::SetStorageSpecifierOp>(op))
        result = withNumber(builder, set, before);
      else
        result = before ? before
                        : LLVM::ZeroOp::create(builder, loc, numbersOf(type))
                              .getResult();
      result = cast(builder, loc, type, result);
    }
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [](st::StorageSpecifierType type) -> Type { return numbersOf(type); });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

//===----------------------------------------------------------------------===//
// All types
//===----------------------------------------------------------------------===//

/// The number of these parts, of another width.
template <typename Cast>
static Value castComplex(OpBuilder &builder, Location loc, Value number,
                         Type part) {
  if (isa<FloatType>(number.getType()))
    return Cast::create(builder, loc, part, number);
  Value real = complex::ReOp::create(builder, loc, number),
        imaginary = complex::ImOp::create(builder, loc, number);
  return complex::CreateOp::create(builder, loc, ComplexType::get(part),
                                   Cast::create(builder, loc, part, real),
                                   Cast::create(builder, loc, part, imaginary));
}

/// Functions of complex numbers of two floats are those of two doubles: what
/// upstream calls of C takes such a pair in one register, and upstream gives it
/// in two.
static void widenComplex(ModuleOp module) {
  SmallVector<Operation *> operations;
  module.walk([&](Operation *op) {
    auto isNarrow = [](Type type) {
      auto complex = dyn_cast<ComplexType>(type);
      return complex && complex.getElementType().isF32();
    };
    if (isa<complex::AbsOp, complex::AngleOp, complex::CosOp, complex::ExpOp,
            complex::LogOp, complex::PowOp, complex::SinOp, complex::SqrtOp,
            complex::TanOp, complex::TanhOp>(op) &&
        llvm::all_of(op->getOperandTypes(), isNarrow))
      operations.push_back(op);
  });
  for (Operation *op : operations) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Type wide = builder.getF64Type();
    for (OpOperand &operand : op->getOpOperands())
      operand.set(
          castComplex<arith::ExtFOp>(builder, loc, operand.get(), wide));
    OpResult result = op->getResult(0);
    bool isPart = isa<FloatType>(result.getType());
    result.setType(isPart ? wide : Type(ComplexType::get(wide)));
    builder.setInsertionPointAfter(op);
    Value back = castComplex<arith::TruncFOp>(builder, loc, result,
                                              builder.getF32Type());
    SmallPtrSet<Operation *, 8> casts;
    for (Operation *made = back.getDefiningOp(); made != op;
         made = made->getPrevNode())
      casts.insert(made);
    result.replaceUsesWithIf(
        back, [&](OpOperand &use) { return !casts.contains(use.getOwner()); });
  }
}

void upstream::takeTypes(ModuleOp module) {
  widenComplex(module);
  lowerSpecifiers(module);
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [](RankedTensorType type) { return toStored(Type(type)); });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}
