//===- Plan.cpp - what the loop of a forall visits ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Plan.h"

#include "dialects/CIN/BlockRow.h"
#include "dialects/CIN/Derived.h"
#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
namespace st = mlir::sparse_tensor;

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

SmallVector<bool> cin::getUniqueLevels(const Format &format) {
  SmallVector<bool> unique(format.levels.size(), true);
  for (size_t level = 0; level + 1 < format.levels.size(); ++level)
    unique[level] = !format.levels[level + 1].isSingle();
  return unique;
}

bool cin::hasOneCoordinate(const Format &format, unsigned level) {
  if (level == 0 || format.isSlot(level - 1))
    return false;
  while (level > 0 && format.levels[level].isSingle() &&
         format.levels[level - 1].isSingle())
    --level;
  return level > 0 && format.levels[level].isSingle() &&
         !format.levels[level - 1].mayRepeat();
}

LevelType cin::getTypeInLoops(const Format &format, unsigned level) {
  LevelType type = format.levels[level];
  bool isInBatch = format.levels.front().isBatch() && type.hasPositions();
  bool hasArrays = type.hasPositionArray() && !type.isRun();
  bool isElsewhere =
      hasArrays && (format.isInRecord(level) || format.isInParts(level));
  return isInBatch || isElsewhere ? LevelType(ENCKE_LOOSE_COMPRESSED)
                                  : type.withLayout(0);
}

bool Stream::isInRecords() const {
  std::optional<Format> format =
      getFormat(AccessOp(access).getTensor().getType().getTensor());
  if (!format || !format->hasRecords())
    return false;
  SmallVector<unsigned> looped = getLoopedLevels(*format);
  return level < looped.size() && format->isInRecord(looped[level]);
}

Value cin::variableOf(AccessOp access, const Format &format, unsigned level) {
  if (!access.getLevels().empty())
    return access.getLevels()[level];
  return variableOf(access.getIndices(), format, level);
}

Value cin::variableOf(ValueRange indices, const Format &format,
                      unsigned level) {
  Value index = indices[format.levelToMode[level]];
  LevelMap::Kind kind = format.map(level).kind;
  if (kind == LevelMap::Block)
    return forallOf(index).getWithin();
  return kind == LevelMap::Diagonal ? forallOf(index).getDiagonal() : index;
}

PlaceLevels PlaceLevels::of(Value place) {
  PlaceLevels levels;
  RankedTensorType type = cast<PlaceType>(place.getType()).getTensor();
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format)
    return levels;
  unsigned first = 0;
  if (auto kernel = dyn_cast<KernelOp>(place.getParentBlock()->getParentOp())) {
    if (!llvm::is_contained(kernel.getInputArguments(), place))
      return levels;
  } else {
    WhereOp where = whereOf(place);
    std::optional<BlockRow> blocks = BlockRow::find(where);
    levels.isList = !where.isKeyed() && !blocks;
    if (place != where.getConsumer().getArgument(0))
      return levels;
    first = blocks ? blocks->listed : 0;
  }
  SmallVector<bool> unique = getUniqueLevels(*format);
  for (unsigned level = first; level < format->levels.size(); ++level) {
    if (format->isSlot(level))
      continue;
    levels.unique.push_back(unique[level]);
    levels.format.levels.push_back(getTypeInLoops(*format, level));
    levels.format.levelToMode.push_back(format->levelToMode[level]);
    levels.format.maps.push_back(format->map(level));
  }
  return levels;
}

//===----------------------------------------------------------------------===//
// Domains
//===----------------------------------------------------------------------===//

namespace {
/// Finds the domain of one loop, and the streams that it is made of.
class DomainFinder {
public:
  DomainFinder(const LoopPlanner &planner, KernelOp kernel, ForallOp forall,
               const Absent &absent, llvm::function_ref<bool(Value)> isBound,
               LoopPlan &plan)
      : planner(planner), kernel(kernel), forall(forall), absent(absent),
        isBound(isBound), plan(plan) {}

  FailureOr<Domain> domainOf(Block &block);

private:
  FailureOr<Domain> domainOf(AssignOp assign);
  FailureOr<Domain> domainOf(Value value);
  FailureOr<Domain> domainOf(AccessOp access);
  FailureOr<Domain> domainInside(AccessOp access, WhereOp where);

  const LoopPlanner &planner;
  KernelOp kernel;
  ForallOp forall;
  const Absent &absent;
  llvm::function_ref<bool(Value)> isBound;
  LoopPlan &plan;
};
} // namespace

/// Everything that some statement visits.
FailureOr<Domain> DomainFinder::domainOf(Block &block) {
  Domain domain = Domain::empty();
  auto add = [&](FailureOr<Domain> other) -> LogicalResult {
    if (failed(other))
      return failure();
    domain = Domain::unite(domain, *other);
    return success();
  };
  for (Operation &op : block) {
    LogicalResult result = success();
    if (auto assign = dyn_cast<AssignOp>(op)) {
      result = add(domainOf(assign));
    } else if (auto inner = dyn_cast<ForallOp>(op)) {
      result = add(domainOf(inner.getBlock()));
    } else if (auto where = dyn_cast<WhereOp>(op)) {
      for (Region *region : {&where.getProducer(), &where.getConsumer()})
        if (failed(add(domainOf(region->front()))))
          return failure();
    }
    if (failed(result))
      return failure();
  }
  return domain;
}

FailureOr<Domain> DomainFinder::domainOf(AssignOp assign) {
  // What goes into a workspace counts where the workspace is read.
  WhereOp where = whereOf(assign.getTensor());
  if (where && forall->isProperAncestor(where))
    return Domain::empty();
  if (countsAsConstant(assign))
    return Domain::full();
  FailureOr<Domain> domain = domainOf(assign.getValue());
  if (failed(domain) || assign.getReduction() != Reduction::none ||
      (where && !where.getFilled()) || keepsPattern(assign.getTensor()))
    return domain;
  // `=` reaches every element of a dense tensor.
  return Domain::watch(Domain::full(), *domain);
}

static FailureOr<Domain> watchAll(FailureOr<Domain> domain) {
  if (failed(domain))
    return failure();
  return Domain::watch(Domain::full(), *domain);
}

/// What the regions of a binary operation say of x alone, y alone and both.
static Domain combineRegions(st::BinaryOp binary, const Domain &x,
                             const Domain &y) {
  bool overlap = !binary.getOverlapRegion().empty();
  bool left = binary.getLeftIdentity() || !binary.getLeftRegion().empty();
  bool right = binary.getRightIdentity() || !binary.getRightRegion().empty();
  if (left && right)
    return Domain::unite(x, y);
  if (left)
    return Domain::watch(x, y);
  if (right)
    return Domain::watch(y, x);
  return overlap ? Domain::intersect(x, y) : Domain::empty();
}

FailureOr<Domain> DomainFinder::domainOf(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return Domain::full();
  if (auto access = dyn_cast<AccessOp>(op))
    return domainOf(access);
  PatternRule rule = getPatternRule(op);
  if (rule == PatternRule::never)
    return Domain::empty();
  if (!kernel->isAncestor(op) || op->getNumOperands() == 0)
    return Domain::full();
  bool intersects =
      rule == PatternRule::intersect || rule == PatternRule::filter;
  // Even a zero is an operand that is present.
  bool takesConstants =
      intersects || rule == PatternRule::unite || rule == PatternRule::regions;
  SmallVector<Domain> operands;
  for (Value operand : op->getOperands()) {
    if (takesConstants && isConstant(operand)) {
      operands.push_back(rule == PatternRule::unite ? Domain::empty()
                                                    : Domain::full());
      continue;
    }
    FailureOr<Domain> domain = domainOf(operand);
    if (failed(domain))
      return failure();
    operands.push_back(*domain);
  }
  if (auto binary = dyn_cast<st::BinaryOp>(op))
    return combineRegions(binary, operands[0], operands[1]);
  if (auto unary = dyn_cast<st::UnaryOp>(op)) {
    if (!unary.getAbsentRegion().empty())
      return watchAll(operands[0]);
    return unary.getPresentRegion().empty() ? Domain::empty() : operands[0];
  }
  if (rule == PatternRule::keep)
    return operands[0];
  Domain domain = intersects ? Domain::full() : Domain::empty();
  for (const Domain &operand : operands)
    domain = intersects ? Domain::intersect(domain, operand)
                        : Domain::unite(domain, operand);
  return rule == PatternRule::always ? watchAll(domain) : domain;
}

/// A workspace inside the loop has elements where its producer visits some.
FailureOr<Domain> DomainFinder::domainInside(AccessOp access, WhereOp where) {
  if (where.getProducer().isAncestor(access->getParentRegion()))
    return Domain::full(); // being filled, it may be anything
  Domain domain = Domain::empty();
  for (Operation *user : where.getProducer().getArgument(0).getUsers()) {
    auto assign = dyn_cast<AssignOp>(user);
    if (!assign)
      continue;
    if (countsAsConstant(assign))
      return Domain::full();
    FailureOr<Domain> other = domainOf(assign.getValue());
    if (failed(other))
      return failure();
    domain = Domain::unite(domain, *other);
  }
  return where.getFilled() ? Domain::watch(Domain::full(), domain) : domain;
}

FailureOr<Domain> DomainFinder::domainOf(AccessOp access) {
  WhereOp where = whereOf(access.getTensor());
  if (where && forall->isProperAncestor(where))
    return domainInside(access, where);
  const PlaceLevels &levels = planner.levelsOf(access.getTensor());
  if (levels.size() == 0)
    return Domain::full();
  AccessOp same = planner.sameAs(access);
  if (absent.contains(same))
    return Domain::empty();
  unsigned next = 0;
  auto variable = [&] { return variableOf(access, levels.format, next); };
  while (next < levels.size() && isBound(variable()))
    ++next;
  // A later level is searched when those above it are fixed.
  if (next == levels.size() || variable() != forall.getIndex() ||
      levels.isFull(next))
    return Domain::full();
  for (auto [number, stream] : llvm::enumerate(plan.streams))
    if (stream.access == same)
      return Domain::of(number);
  if (plan.streams.size() == Domain::maxIterators)
    return access.emitOpError("not supported yet: more than ")
           << Domain::maxIterators
           << " sparse tensors along one index variable";
  plan.streams.push_back({same, planner.placeOf(same), next,
                          levels.format.levels[next], levels.unique[next],
                          levels.isList});
  return Domain::of(plan.streams.size() - 1);
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

SmallVector<unsigned> LoopPlan::inTextOrder() const {
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, streams.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return streams[a].place < streams[b].place;
  });
  return order;
}

bool LoopPlan::isMerge() const {
  IteratorSet visited = getVisited();
  return !domain.isUniverse() && (!llvm::has_single_bit(visited) ||
                                  !streams[getFirstVisited()].isUnique);
}

bool LoopPlan::mayBranch() const {
  return isMerge() &&
         llvm::any_of(domain.getPoints(), [&](const LatticePoint &point) {
           SmallVector<LatticePoint> cases =
               domain.getSubPoints(point.iterators | lookedUp);
           return cases.size() > 1 &&
                  Domain::isCovered(
                      cases, {point.iterators & ~lookedUp, point.universe});
         });
}

/// Two accesses of one element are one stream.
LoopPlanner::LoopPlanner(KernelOp kernel) : kernel(kernel) {
  SmallVector<AccessOp> first;
  kernel.walk([&](AccessOp access) {
    auto *same = llvm::find_if(first, [&](AccessOp other) {
      return other.getTensor() == access.getTensor() &&
             other.getIndices() == access.getIndices();
    });
    elements[access] = same - first.begin();
    if (same == first.end())
      first.push_back(access);
    if (!places.count(access.getTensor()))
      places[access.getTensor()] = PlaceLevels::of(access.getTensor());
  });
  firstOf = std::move(first);
}

FailureOr<LoopPlan>
LoopPlanner::findStreams(ForallOp forall, const Absent &absent,
                         llvm::function_ref<bool(Value)> isBound) const {
  auto isBoundAround = [&](Value variable) {
    return variable && forallOf(variable)->isProperAncestor(forall);
  };
  LoopPlan plan;
  DomainFinder finder(*this, kernel, forall, absent,
                      isBound ? isBound : isBoundAround, plan);
  FailureOr<Domain> domain = finder.domainOf(forall.getBlock());
  if (failed(domain))
    return failure();
  plan.domain = *domain;
  return plan;
}

/// The mark's numbers are those of the streams where nothing is absent.
ArrayRef<AccessOp> LoopPlanner::findLookedUp(ForallOp forall) const {
  if (!forall.getVisit() || forall.getVisit()->getLookups().empty())
    return {};
  auto [found, isNew] = lookedUp.try_emplace(forall);
  if (!isNew)
    return found->second;
  FailureOr<LoopPlan> plan = findStreams(forall, {}, {});
  if (failed(plan))
    return {};
  SmallVector<unsigned> order = plan->inTextOrder();
  for (const Lookup &lookup : forall.getVisit()->getLookups())
    if (uint64_t(lookup.stream) < order.size())
      found->second.push_back(plan->streams[order[lookup.stream]].access);
  return found->second;
}

FailureOr<LoopPlan>
LoopPlanner::plan(ForallOp forall, const Absent &absent,
                  llvm::function_ref<bool(Value)> isBound) const {
  FailureOr<LoopPlan> plan = findStreams(forall, absent, isBound);
  if (failed(plan))
    return failure();
  ArrayRef<AccessOp> accesses = findLookedUp(forall);
  for (auto [number, stream] : llvm::enumerate(plan->streams)) {
    IteratorSet more = plan->lookedUp | IteratorSet(1) << number;
    if (llvm::is_contained(accesses, stream.access) &&
        plan->domain.isDrivenWithout(more))
      plan->lookedUp = more;
  }
  return plan;
}
