//===- Elements.cpp - one element, or a subtensor, of a sparse tensor -----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of a matrix by rows is seen where it is, and an element is searched
// for, level by level: the runtime makes no tensor of them. Loops over rows, as
// in a triangular solve, live by that.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Levels.h"
#include "passes/Support/KernelFunctions.h"
#include "passes/TAToLinalg/Program.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/LevelOps.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// Only kernels read the tensor, and what asks for its sizes.
static bool isReadByKernels(Value tensor, ModuleOp module) {
  return llvm::all_of(tensor.getUsers(), [&](Operation *user) {
    if (isa<tensor::DimOp>(user))
      return true;
    auto call = dyn_cast<func::CallOp>(user);
    auto kernel = call ? module.lookupSymbol<func::FuncOp>(call.getCallee())
                       : func::FuncOp();
    return kernel && kernel->hasAttr("encke.kernel") && kernel.isPrivate() &&
           call->getBlock() == tensor.getParentBlock();
  });
}

/// The coordinate of each of the outermost levels that the slice fixes, within
/// the tensor, where it takes all of the other modes in their order.
std::optional<SmallVector<Value>>
ProgramLowering::fixedCoordinates(SliceOp op) {
  Location loc = op.getLoc();
  std::optional<Format> format = getFormat(op.getTensor().getType());
  unsigned count = op.getTensor().getType().getRank() - op.getType().getRank();
  if (!op.getTables().empty() || op.getClipped() || !format ||
      !format->storesWholeModes())
    return std::nullopt;
  auto outer = ArrayRef(format->levelToMode).take_front(count);
  unsigned next = 0;
  for (auto [mode, expr] : llvm::enumerate(op.getMap().getResults()))
    if (llvm::is_contained(outer, mode)
            ? !isScalarPlace(expr, op.getFirstTable())
            : expr != builder.getAffineDimExpr(next++))
      return std::nullopt;
  SmallVector<Coordinate> coordinates = getCoordinates(op);
  SmallVector<Value> fixed;
  for (unsigned mode : outer) {
    checkBlock(loc, op.getTensor(), mode, coordinates[mode],
               builder.getIndexAttr(1), op.getAt());
    Value offset = coordinates[mode].offset;
    fixed.push_back(offset ? RuntimeCalls::toIndex(builder, loc, offset)
                           : arith::ConstantIndexOp::create(builder, loc, 0));
  }
  return fixed;
}

/// What lies below one coordinate of each of the outermost levels, which are
/// dense. Null where the slice is another one.
Value ProgramLowering::viewSlice(SliceOp op) {
  RankedTensorType whole = op.getTensor().getType();
  unsigned above = whole.getRank() - op.getType().getRank();
  if (cin::getSubtensorType(whole, above) != op.getType() ||
      !isReadByKernels(op.getResult(), module))
    return {};
  std::optional<SmallVector<Value>> coordinates = fixedCoordinates(op);
  if (!coordinates)
    return {};
  if (op->getParentOfType<LoopLikeOpInterface>())
    for (Operation *user : op.getResult().getUsers())
      if (auto call = dyn_cast<func::CallOp>(user))
        module.lookupSymbol(call.getCallee())
            ->setAttr(rowsAttribute, builder.getUnitAttr());
  return cin::SubtensorOp::create(builder, op.getLoc(), op.getType(),
                                  op.getTensor(), *coordinates);
}

namespace {

/// Looks for one element, level by level.
class ElementSearch {
public:
  ElementSearch(OpBuilder &builder, Location loc, const Format &format,
                const LevelParts &parts, ArrayRef<Value> coordinates,
                Type element)
      : builder(builder), loc(loc), format(format), parts(parts),
        coordinates(coordinates), element(element),
        zero(arith::ConstantOp::create(builder, loc,
                                       builder.getZeroAttr(element))) {}

  /// The element below a position of the level above number `level`.
  Value below(Value position, unsigned level);

private:
  std::unique_ptr<Level> open(unsigned number);
  Value lastNotBehind(const Level &level, std::pair<Value, Value> positions,
                      Value coordinate);
  Value choose(Type type, Value condition, llvm::function_ref<Value()> yes,
               llvm::function_ref<Value()> no);
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }

  OpBuilder &builder;
  Location loc;
  const Format &format;
  const LevelParts &parts;
  ArrayRef<Value> coordinates;
  Type element;
  Value zero;
};

} // namespace

std::unique_ptr<Level> ElementSearch::open(unsigned number) {
  LevelArrays arrays;
  arrays.size = parts.levels[number].size;
  arrays.positions = parts.levels[number].positions;
  arrays.coordinates = parts.levels[number].coordinates;
  return makeLevel(format.levels[number], arrays, /*unique=*/true);
}

Value ElementSearch::choose(Type type, Value condition,
                            llvm::function_ref<Value()> yes,
                            llvm::function_ref<Value()> no) {
  auto branch = scf::IfOp::create(builder, loc, type, condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc, yes());
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, no());
  return branch.getResult(0);
}

/// The one of these positions, of which there is one at least, that has the
/// coordinate if any has. The diagonal of a triangular matrix is often the last
/// of its row: the others are searched where the last is behind it.
Value ElementSearch::lastNotBehind(const Level &level,
                                   std::pair<Value, Value> positions,
                                   Value coordinate) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value last = arith::SubIOp::create(builder, loc, positions.second, one);
  auto halve = [&] {
    return findByHalving(builder, loc, positions.first, last,
                         [&](OpBuilder &inside, Value middle) -> Value {
                           return arith::CmpIOp::create(
                               inside, loc, arith::CmpIPredicate::ult,
                               level.coordinateAt(inside, loc, middle),
                               coordinate);
                         });
  };
  return choose(builder.getIndexType(),
                compare(arith::CmpIPredicate::ugt,
                        level.coordinateAt(builder, loc, last), coordinate),
                halve, [&] { return last; });
}

/// Below a level that does not store the coordinate nothing is looked up.
Value ElementSearch::below(Value parent, unsigned number) {
  if (number == parts.levels.size())
    return memref::LoadOp::create(builder, loc, parts.values, parent);
  std::unique_ptr<Level> level = open(number);
  Value coordinate = coordinates[number];
  if (level->isFull())
    return below(level->locate(builder, loc, parent, coordinate), number + 1);
  std::pair<Value, Value> positions =
      level->positionBounds(builder, loc, {parent, {}});
  auto none = [&] { return zero; };
  auto search = [&] {
    Value position = lastNotBehind(*level, positions, coordinate);
    Value isThere =
        compare(arith::CmpIPredicate::eq,
                level->coordinateAt(builder, loc, position), coordinate);
    return choose(
        element, isThere, [&] { return below(position, number + 1); }, none);
  };
  Value isAny =
      compare(arith::CmpIPredicate::ult, positions.first, positions.second);
  return choose(element, isAny, search, none);
}

/// The element that the slice is, if all levels are such that one position at
/// most has a coordinate; else null.
Value ProgramLowering::findElement(SliceOp op) {
  RankedTensorType whole = op.getTensor().getType();
  std::optional<Format> format = getFormat(whole);
  Type element = whole.getElementType();
  if (op.getType().getRank() != 0 || !format || format->value ||
      !element.isSignlessIntOrFloat() ||
      !llvm::all_of(format->levels, [](LevelType type) {
        return type.isDense() || type == LevelType::compressed();
      }))
    return {};
  std::optional<SmallVector<Value>> coordinates = fixedCoordinates(op);
  if (!coordinates)
    return {};
  ElementSearch search(builder, op.getLoc(), *format,
                       levelParts.find(op.getTensor()), *coordinates, element);
  Value root = arith::ConstantIndexOp::create(builder, op.getLoc(), 0);
  return tensor::FromElementsOp::create(builder, op.getLoc(), op.getType(),
                                        search.below(root, 0));
}
