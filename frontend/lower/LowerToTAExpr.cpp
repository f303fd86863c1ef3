//===- LowerToTAExpr.cpp - expressions to the ta dialect ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checker has given every expression its element type; operands become of
// the type of their operation here (L8), and nowhere later.
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/Operators.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"
#include "frontend/check/SemaBuiltins.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using ast::BinaryOp;

/// The functions of ta that comparisons and connectives are; arithmetic is not
/// one.
static StringRef functionOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Less:
    return "lt";
  case BinaryOp::LessEqual:
    return "le";
  case BinaryOp::Greater:
    return "gt";
  case BinaryOp::GreaterEqual:
    return "ge";
  case BinaryOp::Equal:
    return "eq";
  case BinaryOp::NotEqual:
    return "ne";
  case BinaryOp::And:
    return "and";
  case BinaryOp::Or:
    return "or";
  default:
    return "";
  }
}

static StringRef operatorOf(const ast::SemiringOperator &spelt) {
  return lookupOperatorBySpelling(spelt.name)->name;
}

Type FunctionLowering::typeOf(const ast::Expr &expr) {
  return toType(expr.elementType, builder.getContext());
}

/// The type in which an operator computes: its result's, or for a comparison
/// the wider one of its sides.
Type FunctionLowering::operandTypeOf(const ast::Binary &binary) {
  if (functionOf(binary.op).empty())
    return typeOf(binary);
  Type lhs = typeOf(*binary.lhs), rhs = typeOf(*binary.rhs);
  return isWidening(lhs, rhs) ? rhs : lhs;
}

/// The type in which a function computes.
Type FunctionLowering::operandTypeOf(const ast::Call &call) {
  const ElementwiseFunction *function = lookupFunction(call.name.name);
  if (!function)
    return typeOf(call);
  Type type = typeOf(*call.arguments.front());
  for (const ast::ExprPtr &argument : call.arguments)
    if (isWidening(type, typeOf(*argument)))
      type = typeOf(*argument);
  return toType(*function->computesIn(*toElementType(type)), type.getContext());
}

//===----------------------------------------------------------------------===//
// Single values
//===----------------------------------------------------------------------===//

Value FunctionLowering::lowerScalarAs(const ast::Expr &expr, Type type) {
  return emitCast(builder, loc(expr.range), lowerScalarExpr(expr), type);
}

Value FunctionLowering::lowerScalarExpr(const ast::Expr &expr) {
  Location where = loc(expr.range);
  if (auto *number = dyn_cast<ast::Number>(&expr)) {
    Type type = typeOf(expr);
    if (isa<IntegerType>(type))
      return arith::ConstantOp::create(
          builder, where, builder.getIntegerAttr(type, number->integer));
    return emitConstant(builder, where, type, number->value);
  }
  if (auto *truth = dyn_cast<ast::Bool>(&expr))
    return emitConstant(builder, where, builder.getI1Type(), truth->value);
  if (auto *name = dyn_cast<ast::Name>(&expr))
    return name->constant
               ? emitConstant(builder, where, typeOf(expr), *name->constant)
               : scalars.lookup(name->scalar);
  if (auto *access = dyn_cast<ast::Access>(&expr)) {
    Value element = lowerAccess(*access);
    auto scalar = element.getDefiningOp<ScalarOp>();
    return scalar ? scalar.getValue() : assignScalar(element, where);
  }
  if (auto *unary = dyn_cast<ast::Unary>(&expr)) {
    // A negative number, also as a complex one without an imaginary part.
    auto *number = dyn_cast<ast::Number>(unary->operand.get());
    if (number && isa<ComplexType>(typeOf(expr)))
      return emitConstant(builder, where, typeOf(expr), -number->value);
    Value operand = lowerScalarAs(*unary->operand, typeOf(expr));
    return unary->op == ast::UnaryOp::Not
               ? emitFunction(builder, where, "not", operand)
               : emitNeg(builder, where, operand);
  }
  if (auto *binary = dyn_cast<ast::Binary>(&expr))
    return lowerScalarBinary(*binary);
  if (auto *semiring = dyn_cast<ast::Semiring>(&expr))
    return emitOperator(builder, where, operatorOf(semiring->combine),
                        lowerScalarAs(*semiring->lhs, typeOf(expr)),
                        lowerScalarAs(*semiring->rhs, typeOf(expr)));
  if (auto *transpose = dyn_cast<ast::Transpose>(&expr))
    return lowerScalarExpr(*transpose->operand);
  if (auto *call = dyn_cast<ast::Call>(&expr))
    return lowerScalarCall(*call);
  return {};
}

Value FunctionLowering::lowerScalarBinary(const ast::Binary &binary) {
  Location where = loc(binary.range);
  Type type = operandTypeOf(binary);
  Value lhs = lowerScalarAs(*binary.lhs, type);
  Value rhs = lowerScalarAs(*binary.rhs, type);
  switch (binary.op) {
  case BinaryOp::Add:
    return emitAdd(builder, where, lhs, rhs);
  case BinaryOp::Sub:
    return emitSub(builder, where, lhs, rhs);
  case BinaryOp::Mul:
  case BinaryOp::ElementwiseMul:
    return emitMul(builder, where, lhs, rhs);
  case BinaryOp::Div:
    return emitDiv(builder, where, lhs, rhs);
  case BinaryOp::Mod:
    return emitOperator(builder, where, "mod", lhs, rhs);
  default:
    return emitFunction(builder, where, functionOf(binary.op), {lhs, rhs});
  }
}

Value FunctionLowering::lowerScalarCall(const ast::Call &call) {
  Location where = loc(call.range);
  if (info.calls.count(&call))
    return lowerCall(call).getResult(0);
  StringRef name = call.name.name;
  if (sema::asBuiltinCall(call, sema::BuiltinKind::Size)) {
    const auto &of = cast<ast::Name>(*call.arguments.front());
    return arith::IndexCastOp::create(builder, where, builder.getI64Type(),
                                      sizeOfLabel(label(of.name)));
  }
  if (name == choiceName)
    return lowerScalarChoice(call);
  if (name == "getTime")
    return TimeOp::create(builder, where, builder.getF64Type());
  // A reduction of a scalar is that scalar; its norm is its absolute value.
  if (name == "NORM")
    name = "abs";
  if (name == "VAR")
    return emitConstant(builder, where, typeOf(call), 0.0);
  Type type = operandTypeOf(call);
  SmallVector<Value> operands;
  for (const ast::ExprPtr &argument : call.arguments)
    operands.push_back(lowerScalarAs(*argument, type));
  const ElementwiseFunction *function = lookupFunction(name);
  if (!function)
    return operands.front();
  if (function->isQuotient)
    return emitOperator(builder, where, lookupOperatorBySpelling(name)->name,
                        operands[0], operands[1]);
  return emitFunction(builder, where, name, operands);
}

/// Only the side that is chosen is computed.
Value FunctionLowering::lowerScalarChoice(const ast::Call &call) {
  Location where = loc(call.range);
  Type type = typeOf(call);
  Value condition = lowerScalarAs(*call.arguments[0], builder.getI1Type());
  auto choice = scf::IfOp::create(builder, where, type, condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  auto lowerInto = [&](Block *into, const ast::Expr &side) {
    builder.setInsertionPointToStart(into);
    scopes.emplace_back(choice);
    scf::YieldOp::create(builder, where, lowerScalarAs(side, type));
    scopes.pop_back();
  };
  lowerInto(choice.thenBlock(), *call.arguments[1]);
  lowerInto(choice.elseBlock(), *call.arguments[2]);
  return choice.getResult(0);
}

Value FunctionLowering::lowerToScalarAs(const ast::Expr &expr, ElementType type,
                                        const ast::Assign *scheduled) {
  return emitCast(builder, loc(expr.range), lowerToScalar(expr, scheduled),
                  toType(type, builder.getContext()));
}

Value FunctionLowering::lowerToScalar(const ast::Expr &expr,
                                      const ast::Assign *scheduled) {
  if (sema::isScalarExpr(expr))
    return lowerScalarExpr(expr);
  Location where = loc(expr.range);
  Value value = lowerExpr(expr);
  // Whatever labels are left are summed: the left side has none (L19, L48).
  auto type = cast<ExprType>(value.getType());
  if (!type.getLabels().empty())
    value = SumOp::create(builder, where, value, type.getLabels());
  if (!scheduled)
    return assignScalar(value, where);
  // Schedules are told apart by their places.
  where = loc(answered ? answered->range : scheduled->range);
  value = assignScalar(value, where);
  giveSchedule(
      *scheduled,
      value.getDefiningOp<tensor::ExtractOp>().getTensor().getDefiningOp());
  return value;
}

//===----------------------------------------------------------------------===//
// Expressions over labels
//===----------------------------------------------------------------------===//

static Type elementOf(Value expr) {
  return cast<ExprType>(expr.getType()).getElementType();
}

Value FunctionLowering::widen(Value expr, Type element, Location where) {
  if (elementOf(expr) == element)
    return expr;
  return CastOp::create(builder, where, expr, element);
}

Value FunctionLowering::widenStored(Value value) {
  auto expr = dyn_cast<ExprType>(value.getType());
  Type stored = expr ? expr.getElementType() : value.getType();
  std::optional<ElementType> element = toElementType(stored);
  if (!element || computedIn(*element) == *element)
    return value;
  Type computed = toType(computedIn(*element), builder.getContext());
  if (expr)
    return CastOp::create(builder, value.getLoc(), value, computed);
  return emitCast(builder, value.getLoc(), value, computed);
}

Value FunctionLowering::lowerExprAs(const ast::Expr &expr, Type element) {
  if (auto *selection = dyn_cast<ast::Selection>(&expr))
    return lowerSelection(*selection, element);
  return widen(lowerExpr(expr), element, loc(expr.range));
}

Value FunctionLowering::lowerExpr(const ast::Expr &expr) {
  if (auto *selection = dyn_cast<ast::Selection>(&expr))
    return lowerSelection(*selection, typeOf(expr));
  if (sema::isScalarExpr(expr))
    return ScalarOp::create(builder, loc(expr.range), lowerScalarExpr(expr));
  if (auto *call = sema::asBuiltinCall(expr, sema::BuiltinKind::Reduction))
    return lowerReduction(*call);
  // L42: a semiring product reduces with its own operator.
  if (auto *semiring = dyn_cast<ast::Semiring>(&expr);
      semiring && semiring->reduce)
    return reduceOver(operatorOf(*semiring->reduce), lowerSemiring(*semiring),
                      expr);
  // L19: what the checker found to be summed over exactly this expression.
  return reduceOver("add", lowerExprNode(expr), expr);
}

Value FunctionLowering::lowerExprNode(const ast::Expr &expr) {
  Location where = loc(expr.range);
  if (auto *access = dyn_cast<ast::Access>(&expr))
    return lowerAccess(*access);
  if (auto *name = dyn_cast<ast::Name>(&expr); name && name->isLabel)
    return lowerCoordinate(name->name, name->range);
  // A bare order-0 tensor.
  if (auto *name = dyn_cast<ast::Name>(&expr))
    return widenStored(
        AccessOp::create(builder, nameLoc(name->tensor, expr.range),
                         tensors.lookup(name->tensor), ArrayRef<StringAttr>()));
  if (auto *unary = dyn_cast<ast::Unary>(&expr)) {
    if (unary->op == ast::UnaryOp::Not) // which may be summed (L19)
      return ApplyOp::create(builder, where, "not",
                             lowerExprAs(*unary->operand, builder.getI1Type()));
    Value operand = lowerExprAs(*unary->operand, typeOf(expr));
    return NegOp::create(builder, where, operand.getType(), operand);
  }
  if (auto *binary = dyn_cast<ast::Binary>(&expr))
    return lowerBinary(*binary);
  if (auto *semiring = dyn_cast<ast::Semiring>(&expr))
    return lowerSemiring(*semiring);
  // Labels say where an element is, so a transposition changes nothing (L24).
  if (auto *transpose = dyn_cast<ast::Transpose>(&expr))
    return lowerExpr(*transpose->operand);
  // Nor does a conversion: assignment converts (L35).
  auto &call = cast<ast::Call>(expr);
  if (call.name.name == "convert")
    return lowerExpr(*call.arguments.front());
  return lowerCallExpr(call);
}

std::pair<Value, Value>
FunctionLowering::repeatAlongEachOther(Value lhs, Value rhs, Location where) {
  auto repeat = [&](Value value, Value other) {
    SmallVector<StringAttr> all(cast<ExprType>(other.getType()).getLabels());
    return repeatAlong(
        value, all, [&](size_t k) { return sizeOfLabel(all[k]); }, where);
  };
  Value left = repeat(lhs, rhs);
  return {left, repeat(rhs, lhs)};
}

Value FunctionLowering::lowerBinary(const ast::Binary &binary) {
  Location where = loc(binary.range);
  Type type = operandTypeOf(binary);
  Value lhs = lowerExprAs(*binary.lhs, type);
  Value rhs = lowerExprAs(*binary.rhs, type);
  switch (binary.op) {
  case BinaryOp::Mul:
  case BinaryOp::ElementwiseMul:
    return MulOp::create(builder, where, lhs, rhs);
  case BinaryOp::Div:
    return DivOp::create(builder, where, lhs, rhs);
  case BinaryOp::Mod:
    return lowerQuotient("%", lhs, rhs, where);
  case BinaryOp::Add:
  case BinaryOp::Sub:
    break;
  default:
    return ApplyOp::create(builder, where, functionOf(binary.op),
                           ValueRange({lhs, rhs}));
  }
  // L20: each side repeats along the labels of the other.
  std::tie(lhs, rhs) = repeatAlongEachOther(lhs, rhs, where);
  if (binary.op == BinaryOp::Add)
    return AddOp::create(builder, where, lhs, rhs);
  return SubOp::create(builder, where, lhs, rhs);
}

static bool reduces(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (isa<SumOp, ReduceOp>(op) ||
                (isa<ExprType>(value.getType()) &&
                 llvm::any_of(op->getOperands(), reduces)));
}

/// Where the value has no element it may be something else than 0: what the
/// identity of a reduction makes of it, or the 0 of a divisor (L43, L45).
static bool mayHaveIdentities(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isa<ExprType>(value.getType()))
    return false;
  if (auto filter = dyn_cast<FilterOp>(op))
    return mayHaveIdentities(filter.getValue());
  if (auto reduce = dyn_cast<ReduceOp>(op);
      reduce && !startsFromZero(reduce.getFunction()))
    return true;
  if (auto quotient = dyn_cast<DivOp>(op);
      quotient && reduces(quotient.getRhs()))
    return true;
  return llvm::any_of(op->getOperands(), mayHaveIdentities);
}

/// Without its reduction. Where ordinary arithmetic means the same it is used:
/// products and quotients exist where both operands do, a sum where one does.
/// But a sum with an identity is not what passes a lone operand on (L42).
Value FunctionLowering::lowerSemiring(const ast::Semiring &semiring) {
  Location where = loc(semiring.range);
  StringRef function = operatorOf(semiring.combine);
  Value lhs = lowerExprAs(*semiring.lhs, typeOf(semiring));
  Value rhs = lowerExprAs(*semiring.rhs, typeOf(semiring));
  if (semiring.isUnion) {
    std::tie(lhs, rhs) = repeatAlongEachOther(lhs, rhs, where);
    if (function == "add" && !mayHaveIdentities(lhs) && !mayHaveIdentities(rhs))
      return AddOp::create(builder, where, lhs, rhs);
  } else if (function == "mul") {
    return MulOp::create(builder, where, lhs, rhs);
  } else if (function == "div") {
    return DivOp::create(builder, where, lhs, rhs);
  }
  return CombineOp::create(builder, where, function, semiring.isUnion, lhs,
                           rhs);
}

/// L54: a quotient that is rounded down, or what it leaves.
Value FunctionLowering::lowerQuotient(StringRef spelling, Value lhs, Value rhs,
                                      Location where) {
  return CombineOp::create(builder, where,
                           lookupOperatorBySpelling(spelling)->name,
                           /*isUnion=*/false, lhs, rhs);
}

/// `c ? a : b`. Of sparse tensors two functions of two, of which one is 0:
/// where a tensor has no element is asked of two operands at most.
Value FunctionLowering::lowerChoice(ArrayRef<Value> operands, Location where) {
  auto hasSparse = [](Value operand) {
    bool found = false;
    auto walk = [&](auto &self, Value expr) -> void {
      Operation *op = expr.getDefiningOp();
      auto access = dyn_cast_if_present<AccessOp>(op);
      found |= access && access.getTensor().getType().getEncoding();
      if (op && isa<ExprType>(expr.getType()))
        for (Value part : op->getOperands())
          self(self, part);
    };
    walk(walk, operand);
    return found;
  };
  if (llvm::none_of(operands, hasSparse))
    return ApplyOp::create(builder, where, choiceName, operands);
  auto isZeroNumber = [](Value operand) {
    auto number = operand.getDefiningOp<ScalarOp>();
    return number && isZero(number.getValue());
  };
  Value yes, no;
  if (!isZeroNumber(operands[1]))
    yes = ApplyOp::create(builder, where, "if",
                          ValueRange({operands[1], operands[0]}));
  if (yes && isZeroNumber(operands[2]))
    return yes;
  no = ApplyOp::create(builder, where, "unless",
                       ValueRange({operands[2], operands[0]}));
  if (!yes)
    return no;
  std::tie(yes, no) = repeatAlongEachOther(yes, no, where);
  return AddOp::create(builder, where, yes, no);
}

/// An elementwise function.
Value FunctionLowering::lowerCallExpr(const ast::Call &call) {
  Type type = operandTypeOf(call);
  SmallVector<Value> operands;
  for (const ast::ExprPtr &argument : call.arguments)
    operands.push_back(lowerExprAs(*argument, type));
  if (call.name.name == choiceName)
    return lowerChoice(operands, loc(call.range));
  if (lookupFunction(call.name.name)->isQuotient)
    return lowerQuotient(call.name.name, operands[0], operands[1],
                         loc(call.range));
  return ApplyOp::create(builder, loc(call.range), call.name.name, operands);
}

Value FunctionLowering::assignScalar(Value value, Location where) {
  auto type = RankedTensorType::get({}, elementOf(value));
  Value tensor = AssignOp::create(builder, where, type, value,
                                  ArrayRef<StringAttr>(), ValueRange());
  return tensor::ExtractOp::create(builder, where, tensor, ValueRange());
}

//===----------------------------------------------------------------------===//
// What an assignment does with its value
//===----------------------------------------------------------------------===//

Value FunctionLowering::lowerScalarUpdate(const ast::Assign &assign) {
  Location where = loc(assign.range);
  Value value = lowerToScalarAs(*assign.value, assign.scalar->type, &assign);
  Value old = scalars.lookup(assign.scalar);
  switch (assign.op) {
  case ast::AssignOp::Set:
    break;
  case ast::AssignOp::Add:
    return emitAdd(builder, where, old, value);
  case ast::AssignOp::Sub:
    return emitSub(builder, where, old, value);
  case ast::AssignOp::Accumulate:
    return emitOperator(builder, where, operatorOf(*assign.accumulate), old,
                        value);
  }
  return value;
}

static bool isDenseComplement(const std::optional<ast::Mask> &mask) {
  return mask && mask->complement && mask->decl->format->isDense();
}

/// L41: a dense mask stores everything, so nothing is left of its complement.
/// It stays where it says that the zeros of the value are stored, too: only a
/// dense tensor alone is copied by its nonzeros (L38).
Value FunctionLowering::lowerMask(const ast::Assign &assign, Value value,
                                  ArrayRef<StringAttr> indices) {
  const ast::Mask &mask = *assign.mask;
  Location where = loc(mask.tensor.range);
  // L52: what the mask leaves is selected.
  auto filter = value.getDefiningOp<FilterOp>();
  if (filter && !isDenseComplement(mask))
    return FilterOp::create(builder, filter.getLoc(),
                            lowerMask(assign, filter.getValue(), indices),
                            filter.getCondition());
  bool isSparse = !assign.tensor->format->isDense();
  if (isSparse && assign.empties())
    return value;
  if (!mask.complement && mask.decl->format->isDense() &&
      (assign.copies() || !isSparse))
    return value;
  if (isDenseComplement(mask)) {
    Value zero = ScalarOp::create(
        builder, where, emitConstant(builder, where, elementOf(value), 0.0));
    auto sizeOf = [&](size_t mode) {
      return sizeOfGroup(info.tensorGroups.lookup(assign.tensor)[mode]);
    };
    return repeatAlong(zero, indices, sizeOf, where);
  }
  Value by = AccessOp::create(builder, nameLoc(mask.decl, mask.tensor.range),
                              tensors.lookup(mask.decl), indices);
  return MaskOp::create(builder, where, value, by, mask.complement);
}

/// L18: `value` has the labels and the type of the target. L46: accumulating
/// into a tensor that was never assigned starts from zero, or empty.
Value FunctionLowering::lowerUpdate(const ast::Assign &assign,
                                    const Places &places, Value old,
                                    Value value, ArrayRef<StringAttr> indices) {
  Location where = loc(assign.range);
  if (assign.mask)
    value = lowerMask(assign, value, indices);
  if (assign.op == ast::AssignOp::Set || !combineOf(assign, places).empty())
    return value;
  bool subtracts = assign.op == ast::AssignOp::Sub;
  bool isDense = assign.tensor->format->isDense();
  // `y += e` sees the identity where nothing contributes to a dense e, and
  // `y @(+)= e` changes nothing there; into a sparse y they are the same.
  bool sums = subtracts || assign.op == ast::AssignOp::Add ||
              (assign.accumulate->name == "+" && !isDense);
  if (!old && !sums && isDense)
    old = zeroTensor(assign.tensor, assign.range);
  if (!old)
    return subtracts && !isDenseComplement(assign.mask)
               ? NegOp::create(builder, where, value.getType(), value)
               : value;
  Value before = accessAt(old, places, indices, assign.target.range);
  if (isDenseComplement(assign.mask))
    return before;
  // What is selected is known when it is computed: one operation at a time.
  if (!isDense && value.getDefiningOp<FilterOp>() &&
      (!sums || mayHaveIdentities(value))) {
    auto type = cast<RankedTensorType>(old.getType()).clone(elementOf(value));
    value = AssignOp::create(builder, where, type, value, indices,
                             dynamicSizes(assign.tensor));
    value = AccessOp::create(builder, where, value, indices);
  }
  // What a sparse target has where the value has no element stays (L18).
  bool isBool = elementOf(value).isInteger(1);
  if (sums && !isDense && !isBool && mayHaveIdentities(value)) {
    if (subtracts)
      value = NegOp::create(builder, where, value.getType(), value);
    return CombineOp::create(builder, where, "add", /*isUnion=*/true, before,
                             value);
  }
  if (subtracts)
    return SubOp::create(builder, where, before, value);
  if (sums)
    return AddOp::create(builder, where, before, value);
  return CombineOp::create(builder, where, operatorOf(*assign.accumulate),
                           /*isUnion=*/true, before, value);
}

Value FunctionLowering::repeatAlong(Value expr, ArrayRef<StringAttr> labels,
                                    llvm::function_ref<Value(size_t)> sizeOf,
                                    Location where) {
  auto type = cast<ExprType>(expr.getType());
  SmallVector<StringAttr> missing;
  SmallVector<Value> sizes;
  for (auto [k, label] : llvm::enumerate(labels)) {
    if (type.hasLabel(label))
      continue;
    missing.push_back(label);
    sizes.push_back(sizeOf(k));
  }
  if (missing.empty())
    return expr;
  return RepeatOp::create(builder, where, expr, missing, sizes);
}
