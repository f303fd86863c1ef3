//===- LowerToTAReductions.cpp - reductions (L25, L42, L55) ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/Operators.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"
#include "frontend/check/SemaPattern.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <cmath>

using namespace mlir;
using namespace encke;
using namespace encke::ta;

static Type elementOf(Value expr) {
  return cast<ExprType>(expr.getType()).getElementType();
}

static bool isLogical(StringRef function) {
  return function == "or" || function == "and";
}

/// Whether a value is 0 or 1 wherever it is.
static bool givesTruth(Value value) {
  auto combine = value.getDefiningOp<CombineOp>();
  return cast<ExprType>(value.getType()).getElementType().isInteger(1) ||
         (combine && !combine.getIsUnion() &&
          (isLogical(combine.getFunction()) ||
           combine.getFunction() == "pair"));
}

/// The label is known to have no coordinates.
bool FunctionLowering::isEmpty(StringAttr name) {
  return isConstantIntValue(foldedSize(info.labelGroup.lookup(name.getValue())),
                            0);
}

/// A reduction of something dense along a label without coordinates is its
/// identity everywhere (L25): no loop over the label would store that.
Value FunctionLowering::identityOf(StringRef function, Value value,
                                   ArrayRef<StringAttr> over, Location where) {
  SmallVector<StringAttr> kept;
  for (StringAttr name : cast<ExprType>(value.getType()).getLabels())
    if (!llvm::is_contained(over, name))
      kept.push_back(name);
  Value identity = ScalarOp::create(
      builder, where, emitIdentity(builder, where, function, elementOf(value)));
  return repeatAlong(
      identity, kept, [&](size_t k) { return sizeOfLabel(kept[k]); }, where);
}

Value FunctionLowering::reduceOver(StringRef function, Value value,
                                   const ast::Expr &expr) {
  SmallVector<StringAttr> over;
  for (const std::string &name : expr.summed)
    if (cast<ExprType>(value.getType()).hasLabel(label(name)))
      over.push_back(label(name));
  if (over.empty())
    return value;
  // The sum of bools counts them (L8), in the type that it is a part of.
  if (function == "add" && elementOf(value).isInteger(1))
    value = widen(value,
                  expr.elementType == ElementType::Int64 ? builder.getI64Type()
                                                         : builder.getI32Type(),
                  loc(expr.range));
  if (llvm::any_of(over, [&](StringAttr name) { return isEmpty(name); }) &&
      sema::findFullPart(expr))
    return identityOf(function, value, over, loc(expr.range));
  if (function == "add")
    return SumOp::create(builder, loc(expr.range), value, over);
  // L42: `|` and `&` give 0 or 1, also where a single element contributes.
  if (isLogical(function) && !givesTruth(value)) {
    Location where = loc(expr.range);
    Value one = ScalarOp::create(
        builder, where, emitConstant(builder, where, elementOf(value), 1.0));
    value =
        CombineOp::create(builder, where, "and", /*isUnion=*/false, value, one);
  }
  return ReduceOp::create(builder, loc(expr.range), function, value, over);
}

/// The root of the sum of the squares, which a double holds of what floats and
/// integers do.
Value FunctionLowering::lowerNorm(const ast::Call &call) {
  Location where = loc(call.range);
  Value value = lowerExpr(*call.arguments.front());
  if (isa<ComplexType>(elementOf(value)))
    value = ApplyOp::create(builder, where, "abs", value);
  bool isDouble = elementOf(value).isF64();
  value = widen(value, builder.getF64Type(), where);
  auto sumSquares = [&](Value of) {
    return reduceOver("add", MulOp::create(builder, where, of, of), call);
  };
  Value squares = sumSquares(value);
  if (isDouble && cast<ExprType>(squares.getType()).getLabels().empty())
    return ScalarOp::create(
        builder, where, lowerNormOfDoubles(value, squares, where, sumSquares));
  Value root = ApplyOp::create(builder, where, "sqrt", squares);
  return typeOf(call).isF32()
             ? ApplyOp::create(builder, where, "to_float", root).getResult()
             : root;
}

/// The root of `squares`, the sum of those of `value`. Where that overflowed,
/// or is so small that some of them may have underflowed, they are summed once
/// more, of smaller or larger numbers.
Value FunctionLowering::lowerNormOfDoubles(
    Value value, Value squares, Location where,
    llvm::function_ref<Value(Value)> sumSquares) {
  constexpr int smallest = -900, scale = 600;
  Type type = builder.getF64Type();
  auto power = [&](int exponent) {
    return emitConstant(builder, where, type, std::ldexp(1.0, exponent));
  };
  Value sum = assignScalar(squares, where);
  Value infinity = emitConstant(builder, where, type, HUGE_VAL);
  Value isLarge = arith::CmpFOp::create(
      builder, where, arith::CmpFPredicate::OEQ, sum, infinity);
  Value isSmall = arith::CmpFOp::create(
      builder, where, arith::CmpFPredicate::OLT, sum, power(smallest));
  auto choose = [&](int large, int small) -> Value {
    return arith::SelectOp::create(builder, where, isLarge, power(large),
                                   power(small));
  };
  auto again =
      scf::IfOp::create(builder, where, type,
                        arith::OrIOp::create(builder, where, isLarge, isSmall),
                        /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(again.thenBlock());
  // A magnitude, of which no factor can be taken out.
  Value scaled = ApplyOp::create(
      builder, where, "abs",
      MulOp::create(builder, where, value,
                    ScalarOp::create(builder, where, choose(-scale, scale)))
          .getResult());
  Value root = emitFunction(builder, where, "sqrt",
                            assignScalar(sumSquares(scaled), where));
  Value length =
      arith::MulFOp::create(builder, where, root, choose(scale, -scale));
  scf::YieldOp::create(builder, where, length);
  builder.setInsertionPointToStart(again.elseBlock());
  scf::YieldOp::create(builder, where,
                       emitFunction(builder, where, "sqrt", sum));
  return again.getResult(0);
}

//===----------------------------------------------------------------------===//
// Statistics (L55)
//===----------------------------------------------------------------------===//

/// What is there at each coordinate that is reduced, be it 0.
static bool isThere(const ast::Expr &argument) {
  return sema::findFullPart(argument);
}

/// The condition of a selection, whose value is then the argument; or null.
static Value takeFilter(Value &argument) {
  auto filter = argument.getDefiningOp<FilterOp>();
  if (!filter)
    return {};
  argument = filter.getValue();
  return filter.getCondition();
}

Value FunctionLowering::filtered(Value value, Value condition, Location where) {
  if (!condition)
    return value;
  SmallVector<StringAttr> all(cast<ExprType>(condition.getType()).getLabels());
  value = repeatAlong(
      value, all, [&](size_t k) { return sizeOfLabel(all[k]); }, where);
  return FilterOp::create(builder, where, value, condition);
}

/// The statement stores elements, where there are some, and nothing elsewhere.
bool FunctionLowering::isIntoSparse() const {
  const auto *assign = dyn_cast_or_null<ast::Assign>(statement);
  return assign && assign->tensor && !assign->tensor->format->isDense();
}

/// A tensor of its own for the values of a reduction: with its identity where
/// it has no element, or sparse.
Value FunctionLowering::storeReduced(Value value, bool isSparse,
                                     Location where) {
  auto type = cast<ExprType>(value.getType());
  if (type.getLabels().empty())
    return ScalarOp::create(builder, where, assignScalar(value, where));
  SmallVector<StringAttr> all(type.getLabels());
  SmallVector<OpFoldResult> folded;
  for (StringAttr label : all)
    folded.push_back(foldedSize(info.labelGroup.lookup(label.getValue())));
  auto [shape, sizes] = decomposeMixedValues(folded);
  RankedTensorType tensor =
      isSparse ? getTensorType(*Format::named("CSF", shape.size(), {}), shape,
                               type.getElementType(), indexWidth)
               : RankedTensorType::get(shape, type.getElementType());
  Value stored = AssignOp::create(builder, where, tensor, value, all, sizes);
  return AccessOp::create(builder, where, stored, all);
}

/// How many coordinates there are, or are selected, as a double.
Value FunctionLowering::lowerCountOfAll(const ast::Call &call,
                                        Value condition) {
  Location where = loc(call.range);
  Type type = builder.getF64Type();
  Value selected;
  SmallVector<std::string> others(call.summed.begin(), call.summed.end());
  if (condition) {
    auto type = cast<ExprType>(condition.getType());
    llvm::erase_if(others, [&](const std::string &name) {
      return type.hasLabel(label(name));
    });
    selected =
        reduceOver("add", widen(condition, builder.getF64Type(), where), call);
    if (others.empty())
      return selected;
  }
  Value count = emitConstant(builder, where, type, 1.0);
  for (const std::string &name : others) {
    Value size = arith::IndexCastOp::create(
        builder, where, builder.getI64Type(), sizeOfLabel(label(name)));
    count =
        emitMul(builder, where, count, emitCast(builder, where, size, type));
  }
  count = ScalarOp::create(builder, where, count);
  return selected ? MulOp::create(builder, where, selected, count).getResult()
                  : count;
}

/// The values are added up in doubles, or complex numbers.
Value FunctionLowering::lowerMean(const ast::Call &call) {
  Location where = loc(call.range);
  Type type = typeOf(call);
  Type wide = isa<ComplexType>(type) ? type : builder.getF64Type();
  Value value = lowerExprAs(*call.arguments.front(), wide);
  Value sum = reduceOver("add", value, call);
  Value count = lowerCountOfAll(call, takeFilter(value));
  Value mean = DivOp::create(builder, where, sum, widen(count, wide, where));
  return type == wide ? mean
                      : ApplyOp::create(builder, where, "to_float", mean);
}

/// The mean of the squares of the distances from the mean. What is absent is at
/// the distance of the mean: it is counted, not visited.
Value FunctionLowering::lowerVariance(const ast::Call &call) {
  Location where = loc(call.range);
  const ast::Expr &argument = *call.arguments.front();
  Type wide = argument.elementType == ElementType::Complex
                  ? typeOf(argument)
                  : builder.getF64Type();
  Value value = lowerExprAs(argument, wide);
  Value sum = reduceOver("add", value, call);
  Value condition = takeFilter(value);
  bool isSparse = !condition && !isThere(argument);
  Value count = lowerCountOfAll(call, condition);
  Value mean = DivOp::create(
      builder, where, storeReduced(sum, /*isSparse=*/false, where),
      widen(condition ? storeReduced(count, /*isSparse=*/false, where) : count,
            wide, where));
  auto square = [&](Value of) -> Value {
    if (isa<ComplexType>(wide))
      of = ApplyOp::create(builder, where, "abs", of);
    return MulOp::create(builder, where, of, of);
  };
  auto [left, right] = repeatAlongEachOther(value, mean, where);
  Value squares = square(SubOp::create(builder, where, left, right));
  if (isSparse)
    squares =
        MaskOp::create(builder, where, squares, value, /*complement=*/false);
  squares = reduceOver("add", filtered(squares, condition, where), call);
  Value number;
  if (isSparse) {
    number = reduceOver(
        "add", StoredOp::create(builder, where, value, builder.getF64Type()),
        call);
    auto [all, some] = repeatAlongEachOther(
        count, storeReduced(number, /*isSparse=*/false, where), where);
    Value rest = MulOp::create(
        builder, where, SubOp::create(builder, where, all, some), square(mean));
    std::tie(squares, rest) = repeatAlongEachOther(squares, rest, where);
    squares = AddOp::create(builder, where, squares, rest);
  }
  Value variance = DivOp::create(builder, where, squares, count);
  if (typeOf(call).isF32())
    variance = ApplyOp::create(builder, where, "to_float", variance);
  bool hasLabels = !cast<ExprType>(variance.getType()).getLabels().empty();
  if (!isSparse || !isIntoSparse() || !hasLabels)
    return variance;
  return MaskOp::create(builder, where, variance,
                        storeReduced(number, /*isSparse=*/true, where),
                        /*complement=*/false);
}

/// The least coordinate of those whose element is the extreme, or is not a
/// number. Of none it is -1, the identity of the minimum of numbers without a
/// sign.
Value FunctionLowering::lowerExtreme(const ast::Call &call) {
  Location where = loc(call.range);
  const ast::Expr &argument = *call.arguments.front();
  Value value = lowerExpr(argument);
  Value extreme =
      reduceOver(call.name.name == "ARGMIN" ? "min" : "max", value, call);
  Value condition = takeFilter(value);
  if (!isThere(argument))
    extreme = storeReduced(extreme, /*isSparse=*/false, where);
  auto [left, right] = repeatAlongEachOther(value, extreme, where);
  Value reaches =
      ApplyOp::create(builder, where, "eq", ValueRange({left, right}));
  if (isa<FloatType>(elementOf(value)))
    reaches = ApplyOp::create(
        builder, where, "or",
        ValueRange({reaches, ApplyOp::create(builder, where, "ne",
                                             ValueRange({value, value}))}));
  Value coordinate = lowerCoordinate(call.summed.front(), call.range);
  if (!isThere(argument) && !condition) {
    std::tie(coordinate, value) =
        repeatAlongEachOther(coordinate, value, where);
    coordinate = MaskOp::create(builder, where, coordinate, value,
                                /*complement=*/false);
  }
  coordinate = filtered(coordinate, reaches, where);
  return reduceOver("minu", filtered(coordinate, condition, where), call);
}

/// No element is false; what is absent is.
Value FunctionLowering::lowerAll(const ast::Call &call) {
  Location where = loc(call.range);
  const ast::Expr &argument = *call.arguments.front();
  Value value = lowerExprAs(argument, builder.getI1Type());
  Value condition = takeFilter(value);
  if (condition) {
    Value fails = ApplyOp::create(builder, where, "not", value);
    return ApplyOp::create(
        builder, where, "not",
        reduceOver("or", filtered(fails, condition, where), call));
  }
  if (isThere(argument))
    return reduceOver("and", value, call);
  Value count =
      reduceOver("add", widen(value, builder.getF64Type(), where), call);
  Value all = ApplyOp::create(
      builder, where, "eq",
      ValueRange({count, lowerCountOfAll(call, /*condition=*/{})}));
  if (!isIntoSparse())
    return all;
  Value zero = ScalarOp::create(
      builder, where, emitConstant(builder, where, builder.getF64Type(), 0.0));
  Value some = ApplyOp::create(builder, where, "ne", ValueRange({count, zero}));
  return CombineOp::create(builder, where, "and", /*isUnion=*/false, some, all);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// L25. The labels are in `summed`, put there by the checker.
Value FunctionLowering::lowerReduction(const ast::Call &call) {
  StringRef name = call.name.name;
  if (name == "NNZ")
    return lowerCount(call);
  Type type = typeOf(call);
  if (name == "NORM")
    return lowerNorm(call);
  if (name == "MEAN")
    return lowerMean(call);
  if (name == "VAR")
    return lowerVariance(call);
  if (name == "ARGMIN" || name == "ARGMAX")
    return lowerExtreme(call);
  if (name == "ALL")
    return lowerAll(call);
  Value value = lowerExprAs(*call.arguments.front(), type);
  StringRef function = name == "MIN"    ? "min"
                       : name == "MAX"  ? "max"
                       : name == "PROD" ? "mul"
                       : name == "ANY"  ? "or"
                                        : "add";
  return reduceOver(function, value, call);
}

/// NNZ; of a bare tensor all elements count.
Value FunctionLowering::lowerCount(const ast::Call &call) {
  Location where = loc(call.range);
  const ast::Expr &argument = *call.arguments.front();
  auto *name = dyn_cast<ast::Name>(&argument);
  Value value;
  SmallVector<StringAttr> all;
  if (name) {
    for (size_t mode = 0; mode < name->tensor->dimensions.size(); ++mode)
      all.push_back(label(("d" + Twine(mode)).str()));
    value = AccessOp::create(builder, nameLoc(name->tensor, call.range),
                             tensors.lookup(name->tensor), all);
  } else {
    value = lowerExpr(argument);
  }
  Value ones = StoredOp::create(builder, where, value, builder.getI64Type());
  if (all.empty())
    return reduceOver("add", ones, call);
  return SumOp::create(builder, where, ones, all);
}
