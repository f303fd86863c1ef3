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
  Builder builder(type.getContext());
  if (type.isF16() || type.isBF16())
    return builder.getF32Type();
  if (type.isSignlessInteger(8) || type.isSignlessInteger(16))
    return builder.getI32Type();
  if (type.isIndex())
    return builder.getI64Type();
  if (auto complex = dyn_cast<ComplexType>(type);
      complex && complex.getElementType().isF32())
    return ComplexType::get(builder.getF64Type());
  return type;
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

Value upstream::widen(OpBuilder &builder, Location loc, Value number) {
  Type type = number.getType(), stored = toStoredElement(type);
  if (type == stored)
    return number;
  if (isa<FloatType>(type))
    return arith::ExtFOp::create(builder, loc, stored, number);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, stored, number);
  if (isa<IntegerType>(type))
    return arith::ExtSIOp::create(builder, loc, stored, number);
  Type part = cast<ComplexType>(stored).getElementType();
  Value real = complex::ReOp::create(builder, loc, number),
        imaginary = complex::ImOp::create(builder, loc, number);
  return complex::CreateOp::create(
      builder, loc, stored, arith::ExtFOp::create(builder, loc, part, real),
      arith::ExtFOp::create(builder, loc, part, imaginary));
}

Value upstream::narrow(OpBuilder &builder, Location loc, Value stored,
                       Type type) {
  if (type == stored.getType())
    return stored;
  if (isa<FloatType>(type))
    return arith::TruncFOp::create(builder, loc, type, stored);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, stored);
  if (isa<IntegerType>(type))
    return arith::TruncIOp::create(builder, loc, type, stored);
  Type part = cast<ComplexType>(type).getElementType();
  Value real = complex::ReOp::create(builder, loc, stored),
        imaginary = complex::ImOp::create(builder, loc, stored);
  return complex::CreateOp::create(
      builder, loc, type, arith::TruncFOp::create(builder, loc, part, real),
      arith::TruncFOp::create(builder, loc, part, imaginary));
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
    for (OpOperand &operand : op->getOpOperands())
      operand.set(upstream::widen(builder, op->getLoc(), operand.get()));
    OpResult result = op->getResult(0);
    Type narrow = result.getType();
    result.setType(isa<FloatType>(narrow) ? Type(builder.getF64Type())
                                          : upstream::toStoredElement(narrow));
    builder.setInsertionPointAfter(op);
    Value back = upstream::narrow(builder, op->getLoc(), result, narrow);
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
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [](RankedTensorType type) { return toStored(Type(type)); });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}
