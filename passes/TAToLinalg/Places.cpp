//===- Places.cpp - parts of tensors to slices and calls ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of a dense tensor, or a row or an element of it, is a slice that
// takes no time. What tables tell of one is made by a kernel (Gathers.cpp), and
// all other parts by the runtime.
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/Program.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

namespace {

/// Sums and products of i64 that are null for 0.
class Sums {
public:
  Sums(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(int64_t number) {
    return number ? RuntimeCalls::integer(builder, loc, number) : Value();
  }
  Value add(Value a, Value b) {
    if (!a || !b)
      return a ? a : b;
    return builder.createOrFold<arith::AddIOp>(loc, a, b);
  }
  Value multiply(Value a, Value b) {
    if (!a || !b)
      return {};
    if (isConstantIntValue(a, 1) || isConstantIntValue(b, 1))
      return isConstantIntValue(a, 1) ? b : a;
    return builder.createOrFold<arith::MulIOp>(loc, a, b);
  }

private:
  OpBuilder &builder;
  Location loc;
};

} // namespace

bool encke::isScalarPlace(AffineExpr expr, unsigned firstTable) {
  bool found = true;
  expr.walk([&](AffineExpr part) {
    auto symbol = dyn_cast<AffineSymbolExpr>(part);
    found &= !isa<AffineDimExpr>(part) &&
             (!symbol || symbol.getPosition() < firstTable);
  });
  return found;
}

template <typename Op>
SmallVector<ProgramLowering::Coordinate>
ProgramLowering::getCoordinates(Op op) {
  Location loc = op.getLoc();
  Sums sums(builder, loc);
  unsigned firstTable = op.getFirstTable();
  AffineMap map = op.getMap();
  auto evaluate = [&](auto &self, AffineExpr expr) -> Value {
    if (auto number = dyn_cast<AffineConstantExpr>(expr))
      return sums.constant(number.getValue());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return toInteger(loc, op.getScalars()[symbol.getPosition()]);
    auto binary = cast<AffineBinaryOpExpr>(expr);
    Value lhs = self(self, binary.getLHS()), rhs = self(self, binary.getRHS());
    return expr.getKind() == AffineExprKind::Add ? sums.add(lhs, rhs)
                                                 : sums.multiply(lhs, rhs);
  };
  auto collect = [&](auto &self, Coordinate &sum, AffineExpr expr,
                     Value factor) -> void {
    if (isScalarPlace(expr, firstTable)) {
      sum.offset =
          sums.add(sum.offset, sums.multiply(factor, evaluate(evaluate, expr)));
    } else if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      Value &known = sum.byPart[dim.getPosition()];
      known = sums.add(known, factor);
    } else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
      Value &known = sum.byTable[symbol.getPosition() - firstTable];
      known = sums.add(known, factor);
    } else {
      auto binary = cast<AffineBinaryOpExpr>(expr);
      AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
      if (expr.getKind() == AffineExprKind::Add) {
        self(self, sum, lhs, factor);
        return self(self, sum, rhs, factor);
      }
      if (isScalarPlace(lhs, firstTable))
        std::swap(lhs, rhs);
      self(self, sum, lhs, sums.multiply(factor, evaluate(evaluate, rhs)));
    }
  };
  SmallVector<Coordinate> coordinates;
  for (AffineExpr expr : map.getResults()) {
    Coordinate &sum = coordinates.emplace_back();
    sum.byPart.resize(map.getNumDims());
    sum.byTable.resize(op.getTables().size());
    collect(collect, sum, expr, sums.constant(1));
  }
  return coordinates;
}

template SmallVector<ProgramLowering::Coordinate>
ProgramLowering::getCoordinates(SliceOp op);

//===----------------------------------------------------------------------===//
// Blocks of dense tensors
//===----------------------------------------------------------------------===//

/// Upstream takes an offset of 0 in a dimension of size 0 to be out of bounds.
static bool isEmpty(Value tensor) {
  return llvm::is_contained(cast<RankedTensorType>(tensor.getType()).getShape(),
                            0);
}

static OpFoldResult fold(OpBuilder &builder, Location loc, Value number,
                         int64_t otherwise) {
  if (!number)
    return builder.getIndexAttr(otherwise);
  if (std::optional<int64_t> known = getConstantIntValue(number))
    return builder.getIndexAttr(*known);
  if (auto cast = number.getDefiningOp<arith::IndexCastOp>())
    return cast.getIn();
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    number)
      .getResult();
}

/// The size of a mode. Of a sparse tensor the runtime is asked, where the
/// tensor is made: in a loop over its rows it is not asked again.
static Value sizeOfMode(OpBuilder &builder, Location loc, Value tensor,
                        int64_t mode) {
  OpBuilder::InsertionGuard guard(builder);
  if (cast<RankedTensorType>(tensor.getType()).getEncoding())
    builder.setInsertionPointAfterValue(tensor);
  return RuntimeCalls::toInteger(
      builder, loc, tensor::DimOp::create(builder, loc, tensor, mode));
}

/// A run-time error where a block goes beyond the tensor. Of what is known the
/// checker has said so.
void ProgramLowering::checkBlock(Location loc, Value tensor, int64_t mode,
                                 const Coordinate &coordinate,
                                 OpFoldResult count, StringRef at) {
  auto type = cast<RankedTensorType>(tensor.getType());
  const auto *factor =
      llvm::find_if(coordinate.byPart, [](Value v) { return v; });
  Value step = factor == coordinate.byPart.end() ? Value() : *factor;
  auto numberOf = [](Value value) {
    return value ? getConstantIntValue(value) : std::optional<int64_t>(0);
  };
  std::optional<int64_t> first = numberOf(coordinate.offset),
                         by = numberOf(step),
                         number = getConstantIntValue(count);
  bool isAll = !coordinate.offset && by == 1 && !number;
  if (isAll || number == 0)
    return;
  Value modeNumber = RuntimeCalls::integer(builder, loc, mode);
  Value where = runtime.string(builder, loc, at);
  if (first && by && number && *first >= 0 && *by >= 0) {
    int64_t last = *first + (*number - 1) * *by;
    if (type.isDynamicDim(mode) || last >= type.getDimSize(mode))
      runtime.call(builder, loc, "encke_check_range", {},
                   {sizeOfMode(builder, loc, tensor, mode),
                    RuntimeCalls::integer(builder, loc, last), modeNumber,
                    where});
    return;
  }
  auto integer = [&](Value value) {
    return value ? value : RuntimeCalls::integer(builder, loc, 0);
  };
  Value size = sizeOfMode(builder, loc, tensor, mode);
  Value offset = integer(coordinate.offset);
  if (step) {
    Value many =
        toInteger(loc, getValueOrCreateConstantIndexOp(builder, loc, count));
    runtime.call(builder, loc, "encke_check_block", {},
                 {offset, step, many, size, modeNumber, where});
    return;
  }
  // Of an element, in loops: no call where it is right.
  Value isOutside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::uge, offset, size);
  auto outside = scf::IfOp::create(builder, loc, isOutside,
                                   /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(outside.thenBlock());
  runtime.call(builder, loc, "encke_check_place", {},
               {offset, size, modeNumber, where});
}

/// Upstream takes no slice that is known to go beyond its tensor: the runtime
/// says so when the program comes to it.
static bool isKnownOutside(OpFoldResult offset, OpFoldResult size,
                           OpFoldResult stride, int64_t limit) {
  std::optional<int64_t> first = getConstantIntValue(offset),
                         count = getConstantIntValue(size),
                         step = getConstantIntValue(stride);
  if (!first || (count && *count == 0))
    return false;
  int64_t last = count && step ? *first + (*count - 1) * *step : *first;
  return *first < 0 || last < 0 ||
         (!ShapedType::isDynamic(limit) && std::max(*first, last) >= limit);
}

/// The bounds of a part whose modes are ranges of those of the tensor, in their
/// order; none where it is no such part.
template <typename Op>
std::optional<SliceBounds> ProgramLowering::getBounds(Op op, Value tensor,
                                                      Value part) {
  Location loc = op.getLoc();
  auto partType = cast<RankedTensorType>(part.getType());
  if (!op.getTables().empty() || op.getClipped())
    return std::nullopt;
  unsigned next = 0;
  for (AffineExpr expr : op.getMap().getResults()) {
    bool isFixed = true;
    for (unsigned mode = 0; mode < op.getMap().getNumDims(); ++mode) {
      if (!expr.isFunctionOfDim(mode))
        continue;
      if (!isFixed || mode != next)
        return std::nullopt;
      isFixed = false;
    }
    next += !isFixed;
  }
  if (next != op.getMap().getNumDims())
    return std::nullopt;
  SmallVector<Value> dynamic;
  if constexpr (std::is_same_v<Op, SliceOp>)
    dynamic = op.getSizes();
  auto sizeOf = [&](unsigned mode) -> OpFoldResult {
    if (!partType.isDynamicDim(mode))
      return builder.getIndexAttr(partType.getDimSize(mode));
    if (!dynamic.empty())
      return dynamic[partType.getDynamicDimIndex(mode)];
    return tensor::DimOp::create(builder, loc, part, mode).getResult();
  };
  SliceBounds bounds;
  next = 0;
  for (auto [mode, coordinate] : llvm::enumerate(getCoordinates(op))) {
    bounds.offsets.push_back(fold(builder, loc, coordinate.offset, 0));
    Value step;
    OpFoldResult size = builder.getIndexAttr(1);
    if (op.getMap().getNumDims() && next < op.getMap().getNumDims() &&
        op.getMap().getResult(mode).isFunctionOfDim(next)) {
      step = coordinate.byPart[next];
      size = sizeOf(next++);
    }
    bounds.strides.push_back(fold(builder, loc, step, 1));
    bounds.sizes.push_back(size);
    if (isKnownOutside(
            bounds.offsets.back(), size, bounds.strides.back(),
            cast<RankedTensorType>(tensor.getType()).getDimSize(mode)))
      return std::nullopt;
    checkBlock(loc, tensor, mode, coordinate, size, op.getAt());
  }
  return bounds;
}

//===----------------------------------------------------------------------===//
// Parts that the runtime makes
//===----------------------------------------------------------------------===//

/// What encke_select is told of the modes.
template <typename Op>
SmallVector<Value>
ProgramLowering::listNumbers(Op op, ArrayRef<Coordinate> coordinates) {
  auto integer = [&](int64_t number) {
    return RuntimeCalls::integer(builder, op.getLoc(), number);
  };
  SmallVector<Value> list;
  auto add = [&](Value number) {
    list.push_back(number ? number : integer(0));
  };
  for (auto [mode, coordinate] : llvm::enumerate(coordinates)) {
    add(coordinate.offset);
    list.push_back(integer(op.isClipped(mode)));
    for (Value factor : coordinate.byPart)
      add(factor);
    for (Value factor : coordinate.byTable)
      add(factor);
  }
  return list;
}

/// What encke_select is told.
template <typename Op>
FailureOr<SmallVector<Value>>
ProgramLowering::listPlaces(Op op, ArrayRef<Coordinate> coordinates) {
  SmallVector<Value> list = {
      RuntimeCalls::integer(builder, op.getLoc(), op.getTables().size())};
  llvm::append_range(list, listNumbers(op, coordinates));
  for (auto [number, table] : llvm::enumerate(op.getTables())) {
    FailureOr<Value> handle = handleOf(op, table);
    if (failed(handle))
      return failure();
    list.push_back(*handle);
    AffineMap map =
        cast<AffineMapAttr>((*op.getTableMaps())[number]).getValue();
    for (AffineExpr mode : map.getResults())
      list.push_back(RuntimeCalls::integer(
          builder, op.getLoc(), cast<AffineDimExpr>(mode).getPosition()));
  }
  return list;
}

template FailureOr<SmallVector<Value>>
ProgramLowering::listPlaces(SliceOp op, ArrayRef<Coordinate> coordinates);

/// Ranges that the text gives, of a sparse tensor whose format the part has.
std::optional<std::string> ProgramLowering::getRanges(SliceOp op) {
  RankedTensorType type = op.getType(), whole = op.getTensor().getType();
  if (!type.getEncoding() || type.getEncoding() != whole.getEncoding() ||
      op.getMap().getNumSymbols() || op.getClipped())
    return std::nullopt;
  std::string ranges;
  for (auto [mode, coordinate] : llvm::enumerate(getCoordinates(op))) {
    std::optional<int64_t> offset =
        coordinate.offset ? getConstantIntValue(coordinate.offset) : 0;
    int64_t step = *getConstantIntValue(coordinate.byPart[mode]);
    ranges += mode ? " " : "";
    if (type.isDynamicDim(mode) ||
        (*offset == 0 && step == 1 &&
         type.getDimSize(mode) == whole.getDimSize(mode)))
      ranges += ":";
    else
      ranges +=
          (Twine(*offset) + ":" +
           Twine(*offset + type.getDimSize(mode) * step) + ":" + Twine(step))
              .str();
  }
  return ranges;
}

LogicalResult ProgramLowering::lowerSlice(SliceOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  bool isDense = !op.getTensor().getType().getEncoding();
  if (isDense) {
    if (auto bounds = getBounds(op, op.getTensor(), op.getResult())) {
      if (isEmpty(op.getTensor()))
        op.replaceAllUsesWith(bufferization::AllocTensorOp::create(
                                  builder, loc, type, op.getSizes())
                                  .getResult());
      else
        op.replaceAllUsesWith(
            tensor::ExtractSliceOp::create(builder, loc, type, op.getTensor(),
                                           bounds->offsets, bounds->sizes,
                                           bounds->strides)
                .getResult());
      return success();
    }
  }
  if (!isDense) {
    Value part = op.getType().getRank() ? viewSlice(op) : findElement(op);
    if (part) {
      op.replaceAllUsesWith(part);
      return success();
    }
  }
  if (isGather(op))
    return lowerGather(op);
  FailureOr<Value> source = handleOf(op, op.getTensor());
  if (failed(source))
    return failure();
  Value at = runtime.string(builder, loc, op.getAt());
  std::optional<std::string> ranges = getRanges(op);
  FailureOr<SmallVector<Value>> list = SmallVector<Value>();
  if (!ranges)
    list = listPlaces(op, getCoordinates(op));
  if (failed(list))
    return failure();
  auto select = [&](Value result) {
    if (ranges)
      runtime.call(
          builder, loc, "encke_slice", {},
          {result, *source, runtime.string(builder, loc, *ranges), at});
    else
      runtime.callWithList(builder, loc, "encke_select", {result, *source, at},
                           *list);
  };
  FailureOr<Value> result = makeTensor(op, type, op.getSizes(), select);
  if (failed(result))
    return failure();
  op.replaceAllUsesWith(*result);
  return success();
}

/// Bufferisation tells whether the tensor is updated where it is.
Value ProgramLowering::lowerScatter(InsertOp op) {
  ArrayAttr maps = op.getTableMaps().value_or(builder.getArrayAttr({}));
  return cin::ScatterOp::create(
             builder, op.getLoc(), op.getType(),
             builder.getStringAttr(op.getCombine().value_or("")), op.getValue(),
             op.getTables(), maps, listNumbers(op, getCoordinates(op)),
             op.getTensor(), builder.getStringAttr(op.getAt()))
      .getResult();
}

LogicalResult ProgramLowering::lowerInsert(InsertOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  if (!type.getEncoding() && !op.getCombine()) {
    if (auto bounds = getBounds(op, op.getTensor(), op.getValue())) {
      op.replaceAllUsesWith(
          isEmpty(op.getTensor())
              ? op.getTensor()
              : tensor::InsertSliceOp::create(builder, loc, op.getValue(),
                                              op.getTensor(), bounds->offsets,
                                              bounds->sizes, bounds->strides)
                    .getResult());
      return success();
    }
  }
  auto isBuffer = [](Value tensor) {
    auto type = cast<RankedTensorType>(tensor.getType());
    return !type.getEncoding() &&
           !getElementSuffix(type.getElementType()).empty();
  };
  if (isBuffer(op.getTensor()) && isBuffer(op.getValue()) &&
      areDenseTables(op.getTables())) {
    op.replaceAllUsesWith(lowerScatter(op));
    return success();
  }
  FailureOr<Value> old = handleOf(op, op.getTensor());
  FailureOr<Value> value = handleOf(op, op.getValue());
  FailureOr<SmallVector<Value>> list = listPlaces(op, getCoordinates(op));
  if (failed(old) || failed(value) || failed(list))
    return failure();
  FailureOr<Value> result =
      makeTensor(op, type, dynamicSizes(type, op.getTensor()), [&](Value into) {
        runtime.callWithList(
            builder, loc, "encke_insert",
            {into, *old, *value,
             runtime.string(builder, loc, op.getCombine().value_or("")),
             runtime.string(builder, loc, op.getAt())},
            *list);
      });
  if (failed(result))
    return failure();
  op.replaceAllUsesWith(*result);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions of whole tensors
//===----------------------------------------------------------------------===//

LogicalResult ProgramLowering::lowerWhole(WholeOp op) {
  Location loc = op.getLoc();
  // What the runtime fills, and of dense results their buffers.
  SmallVector<Value> list, buffers;
  ValueRange sizes = op.getSizes();
  for (Type result : op.getResultTypes()) {
    auto type = cast<RankedTensorType>(result);
    ValueRange own = sizes.take_front(type.getNumDynamicDims());
    sizes = sizes.drop_front(own.size());
    if (!type.getEncoding()) {
      auto [buffer, view] = newBuffer(loc, type, own);
      list.push_back(view);
      buffers.push_back(buffer);
      continue;
    }
    std::optional<std::string> format = getStorageText(type);
    if (!format)
      return op.emitOpError("not supported yet: this of ") << type;
    list.push_back(runtime.newTensor(builder, loc, *format, type, own));
    buffers.push_back({});
  }
  for (Value tensor : op.getTensors()) {
    FailureOr<Value> handle = handleOf(op, tensor);
    if (failed(handle))
      return failure();
    list.push_back(*handle);
  }
  runtime.callWithList(
      builder, loc, "encke_whole",
      {runtime.string(builder, loc, op.getFunction()),
       RuntimeCalls::integer(builder, loc, op.getMode()),
       RuntimeCalls::integer(builder, loc, op.getCount()),
       runtime.string(builder, loc, op.getAt()),
       RuntimeCalls::integer(builder, loc, op.getNumResults())},
      list);
  for (auto [result, handle, buffer] :
       llvm::zip(op.getParts(), list, buffers)) {
    Value value;
    if (buffer) {
      value = tensorIn(buffer, result);
    } else {
      value =
          castFromParts(loc, cast<RankedTensorType>(result.getType()), handle);
      handles[value] = handle;
    }
    result.replaceAllUsesWith(value);
  }
  return success();
}
