//===- LowerToTALabels.cpp - labels as values, selections (L51, L52) ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// A vector of them, which loops share. They are those of the files (L36).
Value FunctionLowering::coordinatesOf(unsigned group, llvm::SMRange range) {
  for (const Scope &scope : llvm::reverse(scopes))
    if (Value known = scope.coordinates.lookup(group))
      return known;
  Value size = sizeOfGroup(group);
  std::optional<int64_t> known = info.groups[group].staticSize;
  auto type = RankedTensorType::get({known.value_or(ShapedType::kDynamic)},
                                    builder.getI64Type());
  size_t home = scopes.size() - 1;
  OpBuilder::InsertionGuard guard(builder);
  Value ordering = orderings.lookup(group);
  bool isFixed = !ordering && !info.groups[group].dependsOnWritten();
  for (; isFixed && isa_and_present<LoopLikeOpInterface>(scopes[home].op);
       --home)
    builder.setInsertionPoint(scopes[home].op);
  Value coordinates = CoordinatesOp::create(
      builder, loc(range), type, known ? ValueRange() : ValueRange(size));
  if (ordering) // L36
    return PermuteOp::create(builder, loc(range), type, coordinates, "in",
                             ordering, SmallVector<int64_t>{0}, place(range));
  return scopes[home].coordinates[group] = coordinates;
}

Value FunctionLowering::lowerCoordinate(StringRef name, llvm::SMRange place) {
  Location where = loc(place);
  Value number = AccessOp::create(
      builder, where, coordinatesOf(info.labelGroup.lookup(name), place),
      label(name));
  auto found = info.ranges.find(name);
  if (found == info.ranges.end())
    return number;
  // L6: of a range, the coordinate in the dimension that it slices.
  ComputedRange range;
  if (found->second.kind == ast::Extent::Computed) {
    range = ranges.find(name)->second;
  } else {
    range.lo = arith::ConstantIndexOp::create(builder, where, found->second.lo);
    range.step =
        arith::ConstantIndexOp::create(builder, where, found->second.step);
  }
  auto scalar = [&](Value index) -> Value {
    return ScalarOp::create(
        builder, where,
        arith::IndexCastOp::create(builder, where, builder.getI64Type(), index)
            .getResult());
  };
  if (range.step)
    number = MulOp::create(builder, where, number, scalar(range.step));
  Value lo = repeatAlong(
      scalar(range.lo), label(name),
      [&](size_t) { return sizeOfLabel(label(name)); }, where);
  return AddOp::create(builder, where, number, lo);
}

/// L52. The value has its type before, so that nothing else is done with what
/// is left of it.
Value FunctionLowering::lowerSelection(const ast::Selection &selection,
                                       Type element) {
  Location where = loc(selection.range);
  Value value = lowerExprAs(*selection.value, element);
  Value condition = lowerExprAs(*selection.condition, builder.getI1Type());
  return filtered(value, condition, where);
}
