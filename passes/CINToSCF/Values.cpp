//===- Values.cpp - scalar values, where they are present -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Patterns.h"
#include "passes/CINToSCF/Generator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Reductions.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
namespace st = mlir::sparse_tensor;

static bool isConstant(Value value) {
  return matchPattern(value, m_Constant());
}

//===----------------------------------------------------------------------===//
// Presence
//===----------------------------------------------------------------------===//

KernelGenerator::Presence KernelGenerator::either(Presence a, Presence b) {
  if (a.known)
    return a.is ? a : b;
  if (b.known)
    return b.is ? b : a;
  return {false, false,
          arith::OrIOp::create(builder, kernel.getLoc(), a.dynamic, b.dynamic)};
}

KernelGenerator::Presence KernelGenerator::both(Presence a, Presence b) {
  if (a.known)
    return a.is ? b : a;
  if (b.known)
    return b.is ? a : b;
  return {
      false, false,
      arith::AndIOp::create(builder, kernel.getLoc(), a.dynamic, b.dynamic)};
}

KernelGenerator::Presence KernelGenerator::presenceOf(Value value,
                                                      Scope &scope) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return always();
  if (auto access = dyn_cast<AccessOp>(op)) {
    if (WhereOp where = registerOf(access.getTensor())) {
      if (auto known = scope.registers.find(where);
          known != scope.registers.end())
        return known->second;
      auto found = scope.state.find({where, Variable::present});
      if (found == scope.state.end())
        return always();
      return {false, false, found->second};
    }
    return scope.absent.contains(sameAs(access)) ? never() : always();
  }
  PatternRule rule = getPatternRule(op);
  if (rule == PatternRule::never)
    return never();
  if (rule == PatternRule::always || !kernel->isAncestor(op))
    return always();
  if (rule == PatternRule::keep)
    return presenceOf(op->getOperand(0), scope);
  if (rule == PatternRule::regions)
    return presenceOfRegions(op, scope);
  bool intersects = rule == PatternRule::intersect;
  Presence result = intersects ? always() : never();
  for (Value operand : op->getOperands()) {
    // Even a zero is a factor that is present.
    if ((intersects || rule == PatternRule::unite) && isConstant(operand))
      continue;
    Presence other = presenceOf(operand, scope);
    result = intersects ? both(result, other) : either(result, other);
  }
  return result;
}

KernelGenerator::Presence KernelGenerator::presenceOf(AssignOp assign,
                                                      Scope &scope) {
  return countsAsConstant(assign) ? always()
                                  : presenceOf(assign.getValue(), scope);
}

/// One assignment inside of loops that visit every coordinate: it happens if
/// no extent is zero. The innermost loop may also run over one level: there has
/// to be a position.
std::optional<KernelGenerator::Presence>
KernelGenerator::presenceOfProducer(WhereOp where, Scope &scope) {
  if (where.getFilled())
    return always();
  SmallVector<ForallOp> foralls;
  Block *block = &where.getProducer().front();
  AssignOp assign;
  while (!assign) {
    ForallOp forall;
    for (Operation &op : *block) {
      bool isStatement = isa<ForallOp, WhereOp, AssignOp>(op);
      if (isa<st::SelectOp>(op) || (isStatement && (forall || assign)))
        return std::nullopt;
      if (isStatement) {
        forall = dyn_cast<ForallOp>(op);
        assign = dyn_cast<AssignOp>(op);
      }
    }
    if (!forall && !assign)
      return std::nullopt;
    if (assign)
      break;
    foralls.push_back(forall);
    block = &forall.getBlock();
  }
  if (registerOf(assign.getTensor()) != where)
    return std::nullopt;
  Location loc = where.getLoc();
  std::optional<Iterator> along = findOnlyLevel(foralls, scope);
  if (along)
    foralls.pop_back();
  for (AccessOp access : block->getOps<AccessOp>())
    if (dependsOnLoops(access, scope) &&
        !(along && sameAs(access) == along->access))
      return std::nullopt;
  Presence presence = presenceOf(assign, scope);
  auto require = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    presence =
        both(presence, {false, false,
                        arith::CmpIOp::create(builder, loc, predicate, a, b)});
  };
  if (along && !isBelowStored(*along, scope)) {
    auto [lo, hi] = along->level->positionBounds(
        builder, loc, parentPosition(along->access, scope));
    require(arith::CmpIPredicate::ult, lo, hi);
  }
  for (ForallOp forall : foralls) {
    std::optional<int64_t> size = getConstantIntValue(forall.getExtent());
    if (size && *size > 0)
      continue;
    FailureOr<Value> count = evaluate(forall.getExtent(), scope);
    if (failed(count))
      return std::nullopt;
    require(arith::CmpIPredicate::ne, *count,
            arith::ConstantIndexOp::create(builder, loc, 0));
  }
  return presence;
}

/// What is stored has something below it, so the level has a position here.
bool KernelGenerator::isBelowStored(const Iterator &iterator, Scope &scope) {
  size_t above = scope.positions.lookup(iterator.access).size();
  AccessOp access = iterator.access;
  return above != 0 &&
         !storageOf(access.getTensor()).levels[above - 1]->isFull();
}

/// The level that the innermost loop runs over, if it is one alone, of which is
/// known here whether it has positions.
std::optional<KernelGenerator::Iterator>
KernelGenerator::findOnlyLevel(ArrayRef<ForallOp> foralls, Scope &scope) {
  if (foralls.empty())
    return std::nullopt;
  FailureOr<LoopPlan> plan = planLoop(foralls.back(), scope);
  if (failed(plan) || plan->isMerge() || plan->domain.isUniverse() ||
      plan->iterators.size() != 1)
    return std::nullopt;
  const Iterator &only = plan->iterators.front();
  const Storage &storage = storageOf(AccessOp(only.access).getTensor());
  SmallVector<Segment> positions = scope.positions.lookup(only.access);
  if (positions.size() != plan->streams.front().level)
    return std::nullopt;
  bool isKnown =
      positions.empty() || positions.back().lo || isBelowStored(only, scope);
  // What lies below is there for every position.
  for (const auto &level :
       ArrayRef(storage.levels).drop_front(positions.size() + 1))
    isKnown &= level->isFull();
  return isKnown ? std::optional<Iterator>(only) : std::nullopt;
}

/// Whether a level that does not have every coordinate is yet to be looked up.
bool KernelGenerator::dependsOnLoops(AccessOp access, const Scope &scope) {
  auto found = storages.find(access.getTensor());
  if (found == storages.end() || scope.absent.contains(sameAs(access)))
    return false;
  ArrayRef<std::unique_ptr<Level>> levels = found->second->levels;
  return llvm::any_of(
      levels.drop_front(scope.positions.lookup(sameAs(access)).size()),
      [](const std::unique_ptr<Level> &level) { return !level->isFull(); });
}

KernelGenerator::Presence KernelGenerator::presenceOfRegions(Operation *op,
                                                             Scope &scope) {
  auto when = [](bool defined, Presence where) {
    return defined ? where : never();
  };
  auto negate = [&](Presence presence) -> Presence {
    if (presence.known)
      return presence.is ? never() : always();
    Value one = arith::ConstantOp::create(builder, op->getLoc(),
                                          builder.getBoolAttr(true));
    return {
        false, false,
        arith::XOrIOp::create(builder, op->getLoc(), presence.dynamic, one)};
  };
  if (auto unary = dyn_cast<st::UnaryOp>(op)) {
    bool present = !unary.getPresentRegion().empty();
    bool absent = !unary.getAbsentRegion().empty();
    if (present == absent)
      return present ? always() : never();
    Presence x = presenceOf(unary.getX(), scope);
    return present ? x : negate(x);
  }
  if (auto select = dyn_cast<st::SelectOp>(op))
    return presenceOfSelection(select.getX(), select.getRegion(), scope);
  auto binary = cast<st::BinaryOp>(op);
  Presence x = presenceOf(binary.getX(), scope);
  Presence y = presenceOf(binary.getY(), scope);
  bool overlap = !binary.getOverlapRegion().empty();
  bool left = binary.getLeftIdentity() || !binary.getLeftRegion().empty();
  bool right = binary.getRightIdentity() || !binary.getRightRegion().empty();
  Presence onlyX = both(x, negate(y)), onlyY = both(y, negate(x));
  return either(when(overlap, both(x, y)),
                either(when(left, onlyX), when(right, onlyY)));
}

/// The one pattern that depends on values: those for which the region is true.
KernelGenerator::Presence KernelGenerator::presenceOfSelection(Value value,
                                                               Region &region,
                                                               Scope &scope) {
  Presence presence = presenceOf(value, scope);
  if (presence.known && !presence.is)
    return presence;
  FailureOr<Value> number = evaluate(value, scope);
  FailureOr<Value> condition = failure();
  if (succeeded(number))
    condition = inlineRegion(region, *number, scope);
  if (succeeded(condition))
    return both(presence, {false, false, *condition});
  hasFailed = true;
  return never();
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

FailureOr<Value> KernelGenerator::evaluate(Value value, Scope &scope) {
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
  else if (auto select = dyn_cast<st::SelectOp>(op))
    result = evaluate(select.getX(), scope);
  else if (isa<st::BinaryOp, st::UnaryOp>(op))
    result = evaluateRegions(op, scope);
  else
    result = evaluateOther(op, scope);
  if (succeeded(result) && *result)
    scope.values.map(value, *result);
  return result;
}

FailureOr<SmallVector<Value>> KernelGenerator::evaluateAll(ValueRange values,
                                                           Scope &scope) {
  SmallVector<Value> results;
  for (Value value : values) {
    FailureOr<Value> result = evaluate(value, scope);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  return results;
}

Value KernelGenerator::zeroWhereAbsent(Value value, Value evaluated,
                                       Scope &scope) {
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

FailureOr<Value> KernelGenerator::evaluateAccess(AccessOp access,
                                                 Scope &scope) {
  if (!isOpen(access.getTensor(), scope))
    return access.emitOpError("reads a place of another kernel");
  if (access.getTensor() == resultPlace && assembly)
    return access.emitOpError("not supported yet: reading a sparse result");
  WhereOp owner = whereOf(access.getTensor());
  if (rows.count(owner) &&
      access.getTensor() == owner.getProducer().getArgument(0))
    return access.emitOpError("not supported yet: reading a row workspace "
                              "while it is filled");
  Location loc = access.getLoc();
  if (WhereOp where = registerOf(access.getTensor()))
    return scope.state.lookup({where, Variable::value});
  const Storage &storage = storageOf(access.getTensor());
  if (!storage.buffer) {
    SmallVector<Segment> positions = scope.positions.lookup(sameAs(access));
    if (positions.size() != storage.levels.size())
      return access.emitOpError("stands outside the loops of its indices");
    return memref::LoadOp::create(builder, loc, storage.values,
                                  positions.back().lo)
        .getResult();
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
FailureOr<Value> KernelGenerator::evaluateOther(Operation *op, Scope &scope) {
  if (op->getNumRegions() != 0 || op->getNumResults() != 1)
    return op->emitOpError("not supported yet: inside a kernel");
  FailureOr<SmallVector<Value>> operands =
      evaluateAll(op->getOperands(), scope);
  if (failed(operands))
    return failure();
  PatternRule rule = getPatternRule(op);
  // What is absent in a sum drops out; what is subtracted from it is negated.
  if (rule == PatternRule::sum && !operands->back())
    return operands->front();
  bool isSub = isa<arith::SubFOp, arith::SubIOp, complex::SubOp>(op);
  if (rule == PatternRule::sum && !operands->front() && !isSub)
    return operands->back();
  // Of a product or a function that keeps the pattern, all are present.
  bool needsAll = rule == PatternRule::intersect || rule == PatternRule::keep;
  IRMapping mapping;
  for (auto [operand, value] : llvm::zip(op->getOperands(), *operands))
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

FailureOr<Value> KernelGenerator::inlineRegion(Region &region,
                                               ValueRange arguments,
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

FailureOr<Value> KernelGenerator::evaluateRegions(Operation *op, Scope &scope) {
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
