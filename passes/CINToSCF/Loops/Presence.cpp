//===- Presence.cpp - whether values are present --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Streams.h"
#include "passes/CINToSCF/Loops/Values.h"

#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;
namespace st = mlir::sparse_tensor;

Presence Values::either(Presence a, Presence b) {
  if (a.known)
    return a.is ? a : b;
  if (b.known)
    return b.is ? b : a;
  return Presence::where(
      arith::OrIOp::create(builder, kernel.getLoc(), a.dynamic, b.dynamic));
}

Presence Values::both(Presence a, Presence b) {
  if (a.known)
    return a.is ? b : a;
  if (b.known)
    return b.is ? a : b;
  return Presence::where(
      arith::AndIOp::create(builder, kernel.getLoc(), a.dynamic, b.dynamic));
}

Presence Values::presenceOf(Value value, Scope &scope) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return Presence::always();
  if (auto access = dyn_cast<AccessOp>(op)) {
    if (WhereOp where = registerOf(access.getTensor())) {
      if (auto known = scope.registers.find(where);
          known != scope.registers.end())
        return known->second;
      auto found = scope.state.find({where, Variable::present});
      if (found == scope.state.end())
        return Presence::always();
      return Presence::where(found->second);
    }
    AccessOp same = context.planner.sameAs(access);
    if (Value isElement = scope.asked.lookup(same))
      return Presence::where(isElement);
    return scope.absent.contains(same) ? Presence::never() : Presence::always();
  }
  PatternRule rule = getPatternRule(op);
  if (rule == PatternRule::never)
    return Presence::never();
  if (rule == PatternRule::always || !kernel->isAncestor(op))
    return Presence::always();
  if (rule == PatternRule::keep)
    return presenceOf(op->getOperand(0), scope);
  if (rule == PatternRule::regions)
    return presenceOfRegions(op, scope);
  if (rule == PatternRule::filter)
    return presenceOfFilter(cast<FilterOp>(op), scope);
  bool intersects = rule == PatternRule::intersect;
  Presence result = intersects ? Presence::always() : Presence::never();
  for (Value operand : op->getOperands()) {
    // Even a zero is a factor that is present.
    if ((intersects || rule == PatternRule::unite) && isConstant(operand))
      continue;
    Presence other = presenceOf(operand, scope);
    result = intersects ? both(result, other) : either(result, other);
  }
  return result;
}

Presence Values::presenceOf(AssignOp assign, Scope &scope) {
  return countsAsConstant(assign) ? Presence::always()
                                  : presenceOf(assign.getValue(), scope);
}

/// One assignment inside of loops that visit every coordinate: it happens if
/// no extent is zero. The innermost loop may also run over one level: there has
/// to be a position.
std::optional<Presence> Values::presenceOfProducer(WhereOp where,
                                                   Scope &scope) {
  if (where.getFilled())
    return Presence::always();
  SmallVector<ForallOp> foralls;
  Block *block = &where.getProducer().front();
  AssignOp assign;
  while (!assign) {
    ForallOp forall;
    for (Operation &op : *block) {
      bool isStatement = isa<ForallOp, WhereOp, AssignOp>(op);
      if (isa<FilterOp>(op) || (isStatement && (forall || assign)))
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
    if (places.dependsOnLoops(access, scope) &&
        !(along && context.planner.sameAs(access) == along->access))
      return std::nullopt;
  Presence presence = presenceOf(assign, scope);
  auto require = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    presence =
        both(presence, {false, false,
                        arith::CmpIOp::create(builder, loc, predicate, a, b)});
  };
  if (along && !places.isBelowStored(along->access, scope)) {
    auto [lo, hi] = along->level->positionBounds(
        builder, loc, places.parentPosition(along->access, scope));
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

/// The level that the innermost loop runs over, if it is one alone, of which is
/// known here whether it has positions.
std::optional<Iterator> Values::findOnlyLevel(ArrayRef<ForallOp> foralls,
                                              Scope &scope) {
  if (foralls.empty())
    return std::nullopt;
  FailureOr<PlannedLoop> plan = streams.plan(foralls.back(), scope);
  if (failed(plan) || plan->isMerge() || plan->domain.isUniverse() ||
      plan->iterators.size() != 1)
    return std::nullopt;
  const Iterator &only = plan->iterators.front();
  if (!isLevelKnown(plan->streams.front(), scope))
    return std::nullopt;
  return only;
}

/// The positions of the level are known here, and none of them is padding.
bool Values::isLevelKnown(const Stream &stream, const Scope &scope) {
  AccessOp access = stream.access;
  const Storage *storage = places.find(access.getTensor());
  SmallVector<Segment> positions = scope.positions.lookup(access);
  if (!storage || positions.size() != stream.level)
    return false;
  bool isKnown = (positions.empty() || positions.back().lo ||
                  places.isBelowStored(access, scope)) &&
                 !asksForPadding(access);
  // What lies below is there for every position.
  for (const auto &level :
       ArrayRef(storage->levels).drop_front(positions.size() + 1))
    isKnown &= level->isFull();
  return isKnown;
}

FailureOr<Value> Values::visitsSome(Block &block, Scope &scope) {
  auto loop = dyn_cast_if_present<ForallOp>(getOnlyStatement(block));
  if (!loop || loop.isDerived())
    return Value();
  FailureOr<LoopPlan> plan =
      context.planner.plan(loop, scope.absent, [&](Value variable) {
        return scope.values.contains(variable);
      });
  if (failed(plan))
    return failure();
  if (plan->domain.isUniverse() || plan->isMerge() ||
      llvm::popcount(plan->getVisited()) != 1)
    return Value();
  const Stream &stream = plan->streams[plan->getFirstVisited()];
  AccessOp access = stream.access;
  if (!isLevelKnown(stream, scope) || places.isBelowStored(access, scope))
    return Value();
  const Level &level =
      *places.storageOf(access.getTensor()).levels[stream.level];
  auto [lo, hi] = level.positionBounds(builder, loop.getLoc(),
                                       places.parentPosition(access, scope));
  return arith::CmpIOp::create(builder, loop.getLoc(),
                               arith::CmpIPredicate::ult, lo, hi)
      .getResult();
}

Presence Values::negate(Presence presence, Location loc) {
  if (presence.known)
    return presence.is ? Presence::never() : Presence::always();
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  return Presence::where(
      arith::XOrIOp::create(builder, loc, presence.dynamic, one));
}

Presence Values::presenceOfRegions(Operation *op, Scope &scope) {
  auto when = [](bool defined, Presence where) {
    return defined ? where : Presence::never();
  };
  if (auto unary = dyn_cast<st::UnaryOp>(op)) {
    bool present = !unary.getPresentRegion().empty();
    bool absent = !unary.getAbsentRegion().empty();
    if (present == absent)
      return present ? Presence::always() : Presence::never();
    Presence x = presenceOf(unary.getX(), scope);
    return present ? x : negate(x, op->getLoc());
  }
  auto binary = cast<st::BinaryOp>(op);
  auto presenceOfSide = [&](Value side) {
    return isConstant(side) ? Presence::always() : presenceOf(side, scope);
  };
  Presence x = presenceOfSide(binary.getX());
  Presence y = presenceOfSide(binary.getY());
  bool overlap = !binary.getOverlapRegion().empty();
  bool left = binary.getLeftIdentity() || !binary.getLeftRegion().empty();
  bool right = binary.getRightIdentity() || !binary.getRightRegion().empty();
  Presence onlyX = both(x, negate(y, op->getLoc())),
           onlyY = both(y, negate(x, op->getLoc()));
  return either(when(overlap, both(x, y)),
                either(when(left, onlyX), when(right, onlyY)));
}

/// The one pattern that depends on values: those for which the condition holds.
Presence Values::presenceOfFilter(FilterOp filter, Scope &scope) {
  Value condition = filter.getCondition();
  // A number that is selected is there, also a zero.
  Presence presence = isConstant(filter.getValue())
                          ? Presence::always()
                          : presenceOf(filter.getValue(), scope);
  presence = both(presence, presenceOf(condition, scope));
  if (presence.known && !presence.is)
    return presence;
  FailureOr<Value> holds = evaluate(condition, scope);
  if (succeeded(holds))
    return both(presence, Presence::where(*holds));
  context.hasFailed = true;
  return Presence::never();
}

bool Values::selectsInVectors(AssignOp assign) {
  auto forall = assign->getParentOfType<ForallOp>();
  if (!forall || !forall.getVector() ||
      llvm::is_contained({Reduction::none, Reduction::any},
                         assign.getReduction()))
    return false;
  bool filters = false, mayFail = false;
  SmallVector<Value> parts = {assign.getValue()};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!parts.empty()) {
    Operation *op = parts.pop_back_val().getDefiningOp();
    if (!op || !kernel->isAncestor(op) || !seen.insert(op).second)
      continue;
    filters |= isa<FilterOp>(op);
    mayFail |= isa<ta::CheckOp>(op);
    llvm::append_range(parts, op->getOperands());
  }
  return filters && !mayFail;
}

/// A sum with -0 is exact, also of -0.
static Value emitNeutral(OpBuilder &builder, AssignOp assign, Type type) {
  Location loc = assign.getLoc();
  if (assign.getReduction() == Reduction::add && isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, -0.0));
  return emitIdentity(builder, loc, getCollecting(assign.getReduction()), type);
}

FailureOr<Value> Values::evaluateOrNeutral(AssignOp assign, Scope &scope) {
  Presence presence = presenceOf(assign, scope);
  FailureOr<Value> value = evaluate(assign.getValue(), scope);
  if (failed(value) || (presence.known && presence.is))
    return value;
  Value neutral = emitNeutral(builder, assign, assign.getValue().getType());
  if (presence.known || !*value)
    return neutral;
  return arith::SelectOp::create(builder, assign.getLoc(), presence.dynamic,
                                 *value, neutral)
      .getResult();
}
