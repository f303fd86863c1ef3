//===- Values.cpp - scalar values, where they are present -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Loops/Places.h"

#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;
namespace st = mlir::sparse_tensor;

FailureOr<Value> Values::evaluate(Value value, Scope &scope) {
  if (Value known = scope.values.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || !kernel->isAncestor(op))
    return value;
  Presence presence = presenceOf(value, scope);
  if (presence.known && !presence.is && !isConstant(value))
    return Value();
  FailureOr<Value> result;
  if (auto access = dyn_cast<AccessOp>(op))
    result = evaluateAccess(access, scope);
  else if (auto filter = dyn_cast<FilterOp>(op))
    result = evaluate(filter.getValue(), scope);
  else if (isa<st::BinaryOp, st::UnaryOp>(op))
    result = evaluateRegions(op, scope);
  else
    result = evaluateOther(op, scope);
  if (succeeded(result) && *result)
    scope.values.map(value, *result);
  return result;
}

Value Values::zeroWhereAbsent(Value value, Value evaluated, Scope &scope) {
  Presence presence = presenceOf(value, scope);
  if (evaluated && presence.known)
    return evaluated;
  Location loc = value.getLoc();
  Value zero = emitIdentity(builder, loc, Reduction::add, value.getType());
  if (!evaluated)
    return zero;
  return arith::SelectOp::create(builder, loc, presence.dynamic, evaluated,
                                 zero);
}

FailureOr<Value> Values::evaluateAccess(AccessOp access, Scope &scope) {
  if (!places.isOpen(access.getTensor(), scope))
    return access.emitOpError("reads a place of another kernel");
  if (isSparseResult(access.getTensor()))
    return access.emitOpError("not supported yet: reading a sparse result");
  WhereOp owner = whereOf(access.getTensor());
  if (owner && owner.getWorkspaceType().getTensor().getEncoding() &&
      access.getTensor() == owner.getProducer().getArgument(0))
    return access.emitOpError("not supported yet: reading a row workspace "
                              "while it is filled");
  Location loc = access.getLoc();
  if (WhereOp where = registerOf(access.getTensor()))
    return scope.state.lookup({where, Variable::value});
  const Storage &storage = places.storageOf(access.getTensor());
  if (!storage.buffer) {
    SmallVector<Segment> positions =
        scope.positions.lookup(context.planner.sameAs(access));
    if (positions.size() != storage.levels.size())
      return access.emitOpError("stands outside the loops of its indices");
    if (storage.explicitValue)
      return storage.explicitValue;
    Value at = positions.back().lo;
    if (storage.valueStride)
      at = arith::MulIOp::create(builder, loc, at, storage.valueStride);
    return memref::LoadOp::create(builder, loc, storage.values, at).getResult();
  }
  SmallVector<Value> indices;
  for (Value index : access.getIndices())
    indices.push_back(scope.values.lookupOrDefault(index));
  auto load = memref::LoadOp::create(builder, loc, storage.buffer, indices);
  setRowMarks(load, RowMarks::of(access));
  return load.getResult();
}

/// Scalar arithmetic. Contraction to fused multiply-add is always allowed; what
/// is rounded to a float stays so.
FailureOr<Value> Values::evaluateOther(Operation *op, Scope &scope) {
  if (op->getNumRegions() != 0 || op->getNumResults() != 1)
    return op->emitOpError("not supported yet: inside a kernel");
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> value = evaluate(operand, scope);
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  PatternRule rule = getPatternRule(op);
  // What is absent in a sum drops out; what is subtracted from it is negated.
  if (rule == PatternRule::sum && !operands.back())
    return operands.front();
  bool isSub = isa<arith::SubFOp, arith::SubIOp, complex::SubOp>(op);
  if (rule == PatternRule::sum && !operands.front() && !isSub)
    return operands.back();
  // Of a product or a function that keeps the pattern, all are present.
  bool needsAll = rule == PatternRule::intersect || rule == PatternRule::keep;
  IRMapping mapping;
  for (auto [operand, value] : llvm::zip(op->getOperands(), operands))
    mapping.map(operand,
                needsAll ? value : zeroWhereAbsent(operand, value, scope));
  Operation *clone = builder.clone(*op, mapping);
  auto fast = dyn_cast<arith::ArithFastMathInterface>(clone);
  if (fast && !isa<arith::ExtFOp, arith::TruncFOp>(clone))
    clone->setAttr(fast.getFastMathAttrName(),
                   arith::FastMathFlagsAttr::get(
                       builder.getContext(), arith::FastMathFlags::contract));
  return clone->getResult(0);
}

FailureOr<Value> Values::inlineRegion(Region &region, ValueRange arguments,
                                      Scope &scope) {
  Block &block = region.front();
  IRMapping mapping;
  mapping.map(block.getArguments(), arguments);
  auto resolve = [&](Value operand) -> LogicalResult {
    if (mapping.contains(operand))
      return success();
    FailureOr<Value> value = evaluate(operand, scope);
    if (failed(value))
      return failure();
    mapping.map(operand, zeroWhereAbsent(operand, *value, scope));
    return success();
  };
  for (Operation &op : block.without_terminator()) {
    if (op.getNumRegions() != 0)
      return op.emitOpError("not supported yet: inside a kernel");
    for (Value operand : op.getOperands())
      if (failed(resolve(operand)))
        return failure();
    builder.clone(op, mapping);
  }
  Operation *end = block.getTerminator();
  if (end->getNumOperands() == 0)
    return Value();
  if (failed(resolve(end->getOperand(0))))
    return failure();
  return mapping.lookup(end->getOperand(0));
}

FailureOr<Value> Values::evaluateRegions(Operation *op, Scope &scope) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (!presenceOf(operand, scope).known)
      return op->emitOpError("not supported yet: on a value whose presence is "
                             "known only when the program runs");
    FailureOr<Value> value = evaluate(operand, scope);
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  if (auto unary = dyn_cast<st::UnaryOp>(op)) {
    Region &region =
        operands[0] ? unary.getPresentRegion() : unary.getAbsentRegion();
    if (region.empty())
      return Value();
    return inlineRegion(
        region, operands[0] ? ValueRange(operands) : ValueRange(), scope);
  }
  auto binary = cast<st::BinaryOp>(op);
  Value x = operands[0], y = operands[1];
  if (x && y)
    return binary.getOverlapRegion().empty()
               ? FailureOr<Value>(Value())
               : inlineRegion(binary.getOverlapRegion(), {x, y}, scope);
  if (!x && !y)
    return Value();
  if (x ? binary.getLeftIdentity() : binary.getRightIdentity())
    return x ? x : y;
  Region &region = x ? binary.getLeftRegion() : binary.getRightRegion();
  if (region.empty())
    return Value();
  return inlineRegion(region, x ? x : y, scope);
}
