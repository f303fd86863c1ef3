//===- Bodies.cpp - expressions inside linalg.generic ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/Bodies.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/TA/Functions.h"
#include "dialects/TA/Operators.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"
#include "passes/Support/Expressions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;
namespace st = mlir::sparse_tensor;

//===----------------------------------------------------------------------===//
// Operations that say what happens to absent elements
//===----------------------------------------------------------------------===//

using EmitFunction = llvm::function_ref<Value(OpBuilder &, ValueRange)>;
using EmitOperator = llvm::function_ref<Value(OpBuilder &, Value, Value)>;

/// Fills a region of one block with what `emit` makes of its arguments.
static void fillRegion(OpBuilder &builder, Location loc, Region &region,
                       TypeRange types, EmitFunction emit) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Location> locations(types.size(), loc);
  Block *block = builder.createBlock(&region, {}, types, locations);
  st::YieldOp::create(builder, loc, emit(builder, block->getArguments()));
}

namespace {

/// Emits the parts of one expression.
class TreeEmitter {
public:
  TreeEmitter(OpBuilder &outside, OpBuilder &body, Location loc,
              llvm::DenseMap<Value, Value> &elements)
      : outside(outside), body(body), loc(loc), elements(elements) {}

  Value emit(Value tree);

private:
  Value emitNode(Operation *op, ArrayRef<Value> operands);
  Value emitSide(Value side, ArrayRef<Value> before);
  Value emitCombine(CombineOp combine, Value lhs, Value rhs);
  Value emitDifference(Type type, Value lhs, Value rhs);
  Value emitNegative(Value tree, Value x);
  Value emitProduct(MulOp product, Value lhs, Value rhs);
  Value emitQuotient(DivOp quotient, Value lhs, Value rhs);
  Value emitOutside(MaskOp mask, Value value, Value where);
  Value emitMask(MaskOp mask, Value value, Value where);
  Value emitApply(ApplyOp apply, ArrayRef<Value> operands);
  Value emitFunctionOfTwo(ApplyOp apply, Value lhs, Value rhs);

  /// f(x) where x is present; `absent`, which is made outside the loop, or else
  /// nothing where it is not.
  Value unary(Type type, Value x, EmitFunction present, Value absent = {});
  /// Where both operands `lhs` and `rhs`, of the elements x and y, are present;
  /// with `isUnion` a lone element passes through.
  Value emitOperands(Value lhs, Value rhs, Value x, Value y, EmitOperator emit,
                     bool isUnion);

  OpBuilder &outside;
  OpBuilder &body;
  Location loc;
  llvm::DenseMap<Value, Value> &elements;
};

} // namespace

Value TreeEmitter::unary(Type type, Value x, EmitFunction present,
                         Value absent) {
  auto op = st::UnaryOp::create(body, loc, type, x);
  fillRegion(body, loc, op.getPresentRegion(), x.getType(), present);
  if (absent)
    fillRegion(body, loc, op.getAbsentRegion(), {},
               [&](OpBuilder &, ValueRange) { return absent; });
  return op;
}

//===----------------------------------------------------------------------===//
// The operations of ta
//===----------------------------------------------------------------------===//

/// `c ? a : b` (L64).
static bool isChoice(Operation *op) {
  auto apply = dyn_cast<ApplyOp>(op);
  return apply && apply.getFunction() == choiceName;
}

Value TreeEmitter::emit(Value tree) {
  if (Value known = elements.lookup(tree))
    return known;
  Operation *op = tree.getDefiningOp();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(!isa<ExprType>(operand.getType()) ? operand
                       : isChoice(op) && !operands.empty()
                           ? emitSide(operand, operands)
                           : emit(operand));
  Value value =
      hasAccess(tree)
          ? emitNode(op, operands)
          : TreeEmitter(outside, outside, loc, elements).emitNode(op, operands);
  return elements[tree] = value;
}

/// Nothing else uses what the tree computes.
static bool isUsedOnce(Value tree) {
  bool isOnce = true;
  walkExpression(tree, [&](Operation *op) {
    isOnce &= isa<AccessOp, ScalarOp>(op) || op->hasOneUse();
  });
  return isOnce;
}

/// A side of a choice, behind the condition and perhaps the first side: where
/// it is not chosen, it may be wrong (L54).
Value TreeEmitter::emitSide(Value side, ArrayRef<Value> before) {
  Block *block = body.getInsertionBlock();
  bool isAtEnd = body.getInsertionPoint() == block->end();
  Operation *last = isAtEnd && !block->empty() ? &block->back() : nullptr;
  Value value = emit(side);
  Value condition = before.front();
  if (!last || !isUsedOnce(side) || condition.getParentBlock() != block)
    return value;
  SmallVector<CheckOp> checks;
  for (Operation *op = last->getNextNode(); op; op = op->getNextNode())
    if (auto check = dyn_cast<CheckOp>(op))
      checks.push_back(check);
  for (CheckOp check : checks) {
    OpBuilder builder(check);
    Value isOther = emitIsTrue(builder, loc, condition);
    if (before.size() == 1)
      isOther = emitFunction(builder, loc, "not", isOther);
    check.getConditionMutable().assign(
        arith::OrIOp::create(builder, loc, check.getCondition(), isOther));
  }
  return value;
}

Value TreeEmitter::emitNode(Operation *op, ArrayRef<Value> operands) {
  Type type = cast<ExprType>(op->getResult(0).getType()).getElementType();
  // L44: a zero is a value, too, which upstream would take for an absent one.
  if (isa<AddOp, SubOp>(op) &&
      llvm::any_of(operands, [](Value operand) { return isZero(operand); }) &&
      hasSparseAccess(op->getResult(0)))
    return emitOperands(
        op->getOperand(0), op->getOperand(1), operands[0], operands[1],
        [&](OpBuilder &inner, Value x, Value y) {
          return isa<AddOp>(op) ? emitAdd(inner, loc, x, y)
                                : emitSub(inner, loc, x, y);
        },
        /*isUnion=*/true);
  if (isa<AddOp>(op))
    return emitAdd(body, loc, operands[0], operands[1]);
  if (isa<SubOp>(op) && isa<IntegerType>(type) && !isFull(op->getResult(0)))
    return emitDifference(type, operands[0], operands[1]);
  if (isa<SubOp>(op))
    return emitSub(body, loc, operands[0], operands[1]);
  if (auto product = dyn_cast<MulOp>(op))
    return emitProduct(product, operands[0], operands[1]);
  if (auto quotient = dyn_cast<DivOp>(op))
    return emitQuotient(quotient, operands[0], operands[1]);
  if (isa<NegOp>(op))
    return emitNegative(op->getResult(0), operands[0]);
  if (auto combine = dyn_cast<CombineOp>(op))
    return emitCombine(combine, operands[0], operands[1]);
  if (auto mask = dyn_cast<MaskOp>(op))
    return emitMask(mask, operands[0], operands[1]);
  if (isa<FilterOp>(op))
    return cin::FilterOp::create(body, loc, operands[0].getType(), operands[0],
                                 operands[1]);
  if (auto apply = dyn_cast<ApplyOp>(op))
    return emitApply(apply, operands);
  if (isa<CastOp>(op)) {
    // Upstream knows the conversions between real numbers, but for those of
    // integers without a sign.
    bool isKnown = !isa<ComplexType>(type) && !type.isUnsignedInteger() &&
                   !operands[0].getType().isUnsignedInteger();
    if (!hasSparseAccess(op->getOperand(0)) || isKnown)
      return emitCast(body, loc, operands[0], type);
    return unary(type, operands[0], [&](OpBuilder &inner, ValueRange x) {
      return emitCast(inner, loc, x.front(), type);
    });
  }
  if (isa<StoredOp>(op)) {
    auto one = [&](OpBuilder &inner, ValueRange) {
      return emitConstant(inner, loc, type, 1.0);
    };
    if (isFull(op->getOperand(0)))
      return one(body, {});
    return unary(type, operands[0], one);
  }
  return operands.front(); // a scalar, or a repetition
}

/// An operator on two expressions of which one may be absent somewhere. A value
/// that is the same at every point is always there, also when it is a zero,
/// which upstream would take for an absent element.
Value TreeEmitter::emitOperands(Value lhs, Value rhs, Value x, Value y,
                                EmitOperator emit, bool isUnion) {
  Type type = x.getType();
  if (!hasAccess(lhs))
    return unary(
        type, y,
        [&](OpBuilder &inner, ValueRange one) {
          return emit(inner, x, one[0]);
        },
        isUnion ? x : Value());
  if (!hasAccess(rhs))
    return unary(
        type, x,
        [&](OpBuilder &inner, ValueRange one) {
          return emit(inner, one[0], y);
        },
        isUnion ? y : Value());
  auto op = st::BinaryOp::create(body, loc, type, x, y, isUnion, isUnion);
  fillRegion(body, loc, op.getOverlapRegion(), {type, type},
             [&](OpBuilder &inner, ValueRange both) {
               return emit(inner, both[0], both[1]);
             });
  return op;
}

/// Of integers x - x would be folded to a zero, which has no pattern.
Value TreeEmitter::emitDifference(Type type, Value lhs, Value rhs) {
  auto op = st::BinaryOp::create(body, loc, type, lhs, rhs,
                                 /*left_identity=*/true,
                                 /*right_identity=*/false);
  fillRegion(body, loc, op.getOverlapRegion(), {type, type},
             [&](OpBuilder &inner, ValueRange both) {
               return emitSub(inner, loc, both[0], both[1]);
             });
  fillRegion(body, loc, op.getRightRegion(), type,
             [&](OpBuilder &inner, ValueRange y) {
               return emitNeg(inner, loc, y.front());
             });
  return op;
}

/// So would -x + x.
Value TreeEmitter::emitNegative(Value tree, Value x) {
  if (!isa<IntegerType>(x.getType()) || isFull(tree))
    return emitNeg(body, loc, x);
  return unary(x.getType(), x, [&](OpBuilder &inner, ValueRange y) {
    return emitNeg(inner, loc, y.front());
  });
}

/// Whether what a tree computes may be folded to a zero: it is one, or of
/// integers a difference, or a product with one.
static bool mayBecomeZero(Value tree, Value value) {
  if (isZero(value))
    return true;
  if (!isa<IntegerType>(value.getType()))
    return false;
  bool computes = false;
  walkExpression(tree, [&](Operation *op) {
    computes |= !isa<AccessOp, ScalarOp, RepeatOp>(op);
  });
  return computes;
}

/// x * 0 would be folded to a zero, too: the pattern is that of x.
Value TreeEmitter::emitProduct(MulOp product, Value lhs, Value rhs) {
  auto isFactor = [](Value tree, Value value) {
    return !hasSparseAccess(tree) && mayBecomeZero(tree, value);
  };
  bool isLeft = isFactor(product.getLhs(), lhs);
  if ((!isLeft && !isFactor(product.getRhs(), rhs)) ||
      !hasSparseAccess(product) || isFull(product))
    return emitMul(body, loc, lhs, rhs);
  Value factor = isLeft ? lhs : rhs;
  return unary(product.getType().getElementType(), isLeft ? rhs : lhs,
               [&](OpBuilder &inner, ValueRange x) {
                 return emitMul(inner, loc, x.front(), factor);
               });
}

/// L45: a quotient exists only where the divisor does.
Value TreeEmitter::emitQuotient(DivOp quotient, Value lhs, Value rhs) {
  if (!hasSparseAccess(quotient) || isFull(quotient.getRhs()))
    return emitDiv(body, loc, lhs, rhs);
  return emitOperands(
      quotient.getLhs(), quotient.getRhs(), lhs, rhs,
      [&](OpBuilder &inner, Value x, Value y) {
        return emitDiv(inner, loc, x, y);
      },
      /*isUnion=*/false);
}

Value TreeEmitter::emitCombine(CombineOp combine, Value lhs, Value rhs) {
  StringRef function = combine.getFunction();
  if (!hasSparseAccess(combine))
    return emitOperator(body, loc, function, lhs, rhs);
  return emitOperands(
      combine.getLhs(), combine.getRhs(), lhs, rhs,
      [&](OpBuilder &inner, Value x, Value y) {
        return emitOperator(inner, loc, function, x, y);
      },
      combine.getIsUnion());
}

/// What is there everywhere, but where the mask is, and may be folded to a
/// zero.
Value TreeEmitter::emitOutside(MaskOp mask, Value value, Value where) {
  auto emit = [&](OpBuilder &, ValueRange) { return value; };
  if (!hasAccess(mask.getValue())) {
    auto op = st::UnaryOp::create(body, loc, value.getType(), where);
    fillRegion(body, loc, op.getAbsentRegion(), {}, emit);
    return op;
  }
  // An element that it is computed with stands for it.
  Value element;
  walkExpression(mask.getValue(), [&](Operation *part) {
    if (isa<AccessOp>(part))
      element = elements.lookup(part->getResult(0));
  });
  auto op = st::BinaryOp::create(body, loc, value.getType(), element, where,
                                 /*left_identity=*/false,
                                 /*right_identity=*/false);
  fillRegion(body, loc, op.getLeftRegion(), element.getType(), emit);
  return op;
}

/// What is there everywhere, and may be folded to a zero, is there under the
/// mask.
Value TreeEmitter::emitMask(MaskOp mask, Value value, Value where) {
  bool complement = mask.getComplement();
  bool mayVanish = !hasSparseAccess(mask.getValue()) &&
                   mayBecomeZero(mask.getValue(), value);
  if (isFull(mask.getMask()) && !complement && !mayVanish)
    return value;
  if (!complement && (mayVanish || !hasAccess(mask.getValue())))
    return unary(value.getType(), where,
                 [&](OpBuilder &, ValueRange) { return value; });
  if (mayVanish)
    return emitOutside(mask, value, where);
  auto op = st::BinaryOp::create(body, loc, value.getType(), value, where,
                                 /*left_identity=*/complement,
                                 /*right_identity=*/false);
  if (!complement)
    fillRegion(body, loc, op.getOverlapRegion(),
               {value.getType(), where.getType()},
               [](OpBuilder &, ValueRange both) { return both[0]; });
  return op;
}

Value TreeEmitter::emitApply(ApplyOp apply, ArrayRef<Value> operands) {
  StringRef name = apply.getFunction();
  const ElementwiseFunction *function = lookupFunction(name);
  Value first = apply.getOperands().front();
  bool allFull = llvm::all_of(apply.getOperands(), isFull);
  // Of others upstream does not know that they keep zeros.
  bool isKnown =
      llvm::is_contained({"abs", "sin", "sqrt", "tanh", "to_float"}, name);
  if (!hasSparseAccess(apply) || allFull || isKnown)
    return emitFunction(body, loc, name, operands);
  if (function->arity == 2 && hasAccess(first) &&
      hasAccess(apply.getOperands()[1]))
    return emitFunctionOfTwo(apply, operands[0], operands[1]);
  // Of one tensor, perhaps with a scalar beside it.
  unsigned varying = hasAccess(first) ? 0 : 1;
  auto emit = [&](OpBuilder &inner, ValueRange x) {
    SmallVector<Value> arguments(operands);
    arguments[varying] = x.front();
    return emitFunction(inner, loc, name, arguments);
  };
  Value absent;
  if (isFull(apply))
    absent = emit(outside,
                  emitConstant(outside, loc, operands[varying].getType(), 0.0));
  return unary(apply.getType().getElementType(), operands[varying], emit,
               absent);
}

/// A missing operand counts as zero. Where both are missing nothing is computed
/// (ta-normalize leaves no function here that is not zero then).
Value TreeEmitter::emitFunctionOfTwo(ApplyOp apply, Value lhs, Value rhs) {
  auto emit = [&](OpBuilder &inner, Value x, Value y) {
    return emitFunction(inner, loc, apply.getFunction(), {x, y});
  };
  auto zero = [&](OpBuilder &inner) {
    return emitConstant(inner, loc, lhs.getType(), 0.0);
  };
  auto op = st::BinaryOp::create(body, loc, apply.getType().getElementType(),
                                 lhs, rhs);
  fillRegion(body, loc, op.getOverlapRegion(), {lhs.getType(), rhs.getType()},
             [&](OpBuilder &inner, ValueRange both) {
               return emit(inner, both[0], both[1]);
             });
  fillRegion(body, loc, op.getLeftRegion(), lhs.getType(),
             [&](OpBuilder &inner, ValueRange x) {
               return emit(inner, x.front(), zero(inner));
             });
  fillRegion(body, loc, op.getRightRegion(), rhs.getType(),
             [&](OpBuilder &inner, ValueRange y) {
               return emit(inner, zero(inner), y.front());
             });
  return op;
}

Value encke::emitTree(OpBuilder &outside, OpBuilder &body, Location loc,
                      Value tree, llvm::DenseMap<Value, Value> &elements) {
  return TreeEmitter(outside, body, loc, elements).emit(tree);
}

//===----------------------------------------------------------------------===//
// Reductions and copies
//===----------------------------------------------------------------------===//

Value encke::emitStep(OpBuilder &body, Location loc, StringRef function,
                      Value tree, Value soFar, Value value) {
  if (!hasSparseAccess(tree))
    return ta::emitReduction(body, loc, function, soFar, value);
  Value identity = emitIdentity(body, loc, function, value.getType());
  auto op = st::ReduceOp::create(body, loc, soFar, value, identity);
  // For the next step, which would have to find it out of the region.
  op->setAttr("encke.operator", body.getStringAttr(function));
  fillRegion(body, loc, op.getRegion(), {soFar.getType(), value.getType()},
             [&](OpBuilder &inner, ValueRange both) {
               return ta::emitReduction(inner, loc, function, both[0], both[1]);
             });
  return op;
}

Value encke::emitNonzero(OpBuilder &body, Location loc, Value value) {
  auto op = st::SelectOp::create(body, loc, value);
  fillRegion(body, loc, op.getRegion(), value.getType(),
             [&](OpBuilder &inner, ValueRange x) {
               return emitIsTrue(inner, loc, x.front());
             });
  return op;
}
